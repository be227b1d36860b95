"""The short table of README.md and the book, from the newest record: one row a package."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path
from statistics import mean

from .peers import ROOT
from .report import time

#: Where the table stands, between marks.
PAGES = [ROOT / "README.md", ROOT / "docs" / "book" / "scoreboard.md"]
BEGIN, END = "<!-- scoreboard: written by bench/run -->", "<!-- end of scoreboard -->"

COLUMNS = ["3x3", "4x4", "5x5", "10x10"]
#: What the lines of the csv call the same package with other options.
LANGUAGES = {
    "noyes": "Rust", "slidy": "Rust", "slidingpuzzle": "Python", "fifteen-puzzle-solvers": "Python",
    "eight-puzzle-search": "Python", "simpleai": "Python, general search", "pyperplan": "Python, planner",
    "sliding-puzzle-solver": "JavaScript", "node-sliding-puzzle-solver": "JavaScript",
}


def _cell(variants: dict[str, list[dict[str, str]]]) -> tuple[int, float, str]:
    """The best way of a package on a set: most solved, then nearest to the minimum, then fastest."""
    best = (0, 0.0, 0.0, "–")
    for rows in variants.values():
        solved = [row for row in rows if row["status"] == "solved"]
        if not solved:
            tried = f"0 of {len(rows)}"
            best = max(best, (0, 0.0, 0.0, tried), key=lambda one: one[:3]) if best[3] != "–" else (0, 0.0, 0.0, tried)
            continue
        seconds = mean(float(row["seconds"]) for row in solved)
        length = mean(int(row["length"]) for row in solved)
        has_minima = bool(solved[0]["minimum"])
        over = mean(int(row["length"]) - int(row["minimum"]) for row in solved) if has_minima else length
        words = f"{len(solved)} of {len(rows)}, {time(seconds)}"
        if has_minima and over > 0:
            words += f", {over:.3g} over"
        elif not has_minima:
            words += f", {length:.0f} moves"
        best = max(best, (len(solved), -over, -seconds, words), key=lambda one: one[:3])
    return best[0], best[2], best[3]


def table(record: Path) -> str:
    with record.open() as file:
        rows = list(csv.DictReader(file))
    packages: dict[str, dict[str, dict[str, list[dict[str, str]]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    for row in rows:
        # noyes is shown as it is without options.
        if not row["solver"].startswith("noyes,"):
            packages[row["solver"]][row["set"]][row["method"]].append(row)
    counts = {one: sum(1 for row in rows if row["set"] == one and row["solver"] == "noyes") for one in COLUMNS}
    heads = {
        "3x3": f"3×3, {counts['3x3']} random", "4x4": f"4×4, Korf's first {counts['4x4']}",
        "5x5": f"5×5, {counts['5x5']} random", "10x10": f"10×10, {counts['10x10']} random",
    }
    shown = [one for one in COLUMNS if counts[one]]
    lines = ["| | " + " | ".join(heads[one] for one in shown) + " |", "|---|" + "---|" * len(shown)]
    cells = {name: [_cell(sets.get(one, {})) for one in shown] for name, sets in packages.items()}
    order = sorted(cells, key=lambda name: (name != "noyes", [-cell[0] for cell in reversed(cells[name])],
                                            -max(cell[1] for cell in cells[name])))
    for name in order:
        language = LANGUAGES.get(name.split()[0], "")
        bold = f"**{name}**" if name == "noyes" else name
        lines.append(f"| {bold} ({language}) | " + " | ".join(cell[2] for cell in cells[name]) + " |")
    return "\n".join(lines)


def write(record: Path) -> None:
    """Writes the table between the marks of the pages."""
    made = table(record)
    for page in PAGES:
        if not page.exists():
            continue
        text = page.read_text(encoding="utf-8")
        before, begin, rest = text.partition(BEGIN)
        _, end, after = rest.partition(END)
        if begin and end:
            page.write_text(f"{before}{BEGIN}\n{made}\n{END}{after}", encoding="utf-8")
