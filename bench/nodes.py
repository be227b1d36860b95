"""How the work of the algorithms grows with the depth of the board; draws the plots of the book.

    python bench/nodes.py NOYES          measures with that command, writes a record, draws
    python bench/nodes.py                draws from the newest record

Random boards (seed 1) are grouped by their minimum, at most twenty of a depth. Nodes are counted, so
the record does not depend on the machine. It needs nothing but Python and the command.
"""

from __future__ import annotations

import csv
import datetime
import io
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import mean

from plot import PICTURES, RECORDS, Axis, Plot

#: Algorithms and their heuristics, on 8-puzzles and on 15-puzzles.
EIGHT = [
    ("bfs", ""), ("uniform-cost", ""), ("iddfs", ""), ("greedy", "manhattan"), ("astar", "hamming"),
    ("astar", "manhattan"), ("course", "manhattan"), ("weighted", "manhattan"), ("ara", "manhattan"),
    ("ida", "manhattan"), ("weighted-ida", "manhattan"), ("rbfs", "manhattan"), ("sma", "manhattan"),
    ("bidirectional", "manhattan"), ("mm", "manhattan"), ("nbs", "manhattan"), ("hda", "manhattan"),
    ("astar", "euclidean"), ("astar", "linear-conflict"), ("astar", "walking-distance"),
    ("astar", "lc-or-wd"),
]
FIFTEEN = [
    ("ida", "hamming"), ("ida", "manhattan"), ("ida", "linear-conflict"), ("ida", "walking-distance"),
    ("ida", "lc-or-wd"), ("ida", "pattern"),
]
#: The most nodes of one search. A depth counts if no search of it was stopped.
MOST = 20_000_000
ALIKE = 20


def rows_of(noyes: str, *arguments: str) -> list[dict[str, str]]:
    run = subprocess.run([noyes, *arguments], check=False, capture_output=True, text=True)
    if run.returncode not in (0, 3):
        raise SystemExit(run.stderr)
    return list(csv.DictReader(io.StringIO(run.stdout)))


def boards(noyes: str, size: str, walks: list[tuple[int, int]]) -> dict[int, list[str]]:
    """Boards by their minimum. A walk is a number of slides, 0 for uniform boards, and a count."""
    lines: list[str] = []
    for slides, count in walks:
        depth = ["--depth", str(slides)] if slides else []
        made = [noyes, "scramble", size, "--seed", "1", "--count", str(count), "--format", "slashes", *depth]
        lines += subprocess.run(made, check=True, capture_output=True, text=True).stdout.split("\n")
    lines = list(dict.fromkeys(line for line in lines if line))
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        rows = rows_of(noyes, "label", file.name, "--format", "csv", "--quiet")
    alike: dict[int, list[str]] = defaultdict(list)
    for line, row in zip(lines, rows, strict=True):
        depth = int(row["minimum"])
        if len(alike[depth]) < ALIKE:
            alike[depth].append(line)
    return {depth: some for depth, some in sorted(alike.items()) if depth > 0 and len(some) >= 5}


def measure(noyes: str, record: Path) -> None:
    eight = boards(noyes, "3", [(slides, 200) for slides in range(2, 40, 2)] + [(0, 4000)])
    fifteen = boards(noyes, "4", [(slides, 200) for slides in range(4, 90, 4)])
    with record.open("w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["size", "algorithm", "heuristic", "depth", "boards", "expanded", "generated", "stored", "excess"])
        for size, alike, searches in (("3", eight, EIGHT), ("4", fifteen, FIFTEEN)):
            for algorithm, heuristic in searches:
                for depth, some in alike.items():
                    row = mean_of(noyes, algorithm, heuristic, depth, some)
                    if row is None:
                        break
                    out.writerow([size, algorithm, heuristic, depth, len(some), *row])
                    file.flush()
                print(size, algorithm, heuristic, depth, file=sys.stderr)


def mean_of(noyes: str, algorithm: str, heuristic: str, depth: int, some: list[str]) -> list[str] | None:
    """Expanded, generated and stored nodes, and moves beyond the minimum; None if one was stopped."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(some) + "\n")
        file.flush()
        options = ["--algorithm", algorithm, "--threads", "1", "--node-limit", str(MOST)]
        options += ["--heuristic", heuristic] if heuristic else []
        rows = rows_of(noyes, "batch", file.name, *options, "--format", "csv", "--quiet")
    if any(row["algorithm"] != algorithm or row["stop"] for row in rows):
        return None
    counted = [mean(int(row[column]) for row in rows) for column in ("expanded", "generated", "stored")]
    excess = mean(int(row["length"]) - depth for row in rows)
    return [f"{value:.1f}" for value in counted] + [f"{excess:.2f}"]


#: The name of a picture, its title, the size, the column, and the searches it shows.
PLOTS = [
    ("nodes-blind", "Without a heuristic", "3", "generated",
     [("bfs", ""), ("uniform-cost", ""), ("iddfs", ""), ("astar", "manhattan")]),
    ("nodes-astar", "A* by its heuristic", "3", "generated",
     [("bfs", ""), ("astar", "hamming"), ("astar", "euclidean"), ("astar", "manhattan"),
      ("astar", "linear-conflict"), ("astar", "walking-distance"), ("astar", "lc-or-wd")]),
    ("nodes-course", "What a closed set saves", "3", "generated",
     [("course", "manhattan"), ("astar", "manhattan")]),
    ("nodes-memory", "In the memory of a path", "3", "generated",
     [("astar", "manhattan"), ("ida", "manhattan"), ("rbfs", "manhattan"), ("sma", "manhattan")]),
    ("stored-memory", "Nodes held in memory", "3", "stored",
     [("bfs", ""), ("astar", "manhattan"), ("sma", "manhattan"), ("ida", "manhattan"), ("rbfs", "manhattan")]),
    ("nodes-both-ends", "From both ends", "3", "generated",
     [("astar", "manhattan"), ("bidirectional", "manhattan"), ("mm", "manhattan"), ("nbs", "manhattan")]),
    ("nodes-not-minimal", "Quicker, not the shortest", "3", "generated",
     [("astar", "manhattan"), ("ara", "manhattan"), ("weighted", "manhattan"), ("weighted-ida", "manhattan"),
      ("greedy", "manhattan")]),
    ("excess-not-minimal", "Moves beyond the minimum", "3", "excess",
     [("weighted", "manhattan"), ("weighted-ida", "manhattan"), ("greedy", "manhattan")]),
    ("nodes-ida15", "IDA* on the 15-puzzle, by its heuristic", "4", "generated", FIFTEEN),
]


def draw(record: Path) -> None:
    with record.open() as file:
        rows = list(csv.DictReader(file))
    for picture, title, size, column, searches in PLOTS:
        chosen = [[row for row in rows if (row["size"], row["algorithm"], row["heuristic"]) == (size, *search)]
                  for search in searches]
        values = [float(row[column]) for some in chosen for row in some]
        deepest = max(int(row["depth"]) for some in chosen for row in some)
        puzzle = "8-puzzles" if size == "3" else "15-puzzles"
        is_excess = column == "excess"
        most = max(values)
        powers = range(8) if not is_excess else range(0)
        steps = range(0, 201, 25)
        marks = [(10**power, f"{10**power:,}") for power in powers if 10**power <= 10 * most]
        if is_excess:
            marks = [(step, f"{step}") for step in steps if step < most + 25]
        kind = "moves beyond the minimum" if is_excess else f"nodes {column}"
        y = Axis(marks[0][0], marks[-1][0], log=not is_excess)
        plot = Plot(title, f"mean {kind} by the minimum of the board, {puzzle}", Axis(0, deepest), y)
        plot.axes([(depth, f"{depth}") for depth in range(0, deepest + 1, 5)], marks)
        for search, some in zip(searches, chosen, strict=True):
            points = [(int(row["depth"]), max(float(row[column]), marks[0][0])) for row in some]
            plot.line(points, " ".join(search).strip())
        plot.write(PICTURES / f"{picture}.svg")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        today = datetime.datetime.now(datetime.UTC).date()
        measure(sys.argv[1], RECORDS / f"{today}-nodes.csv")
    draw(sorted(RECORDS.glob("*-nodes.csv"))[-1])
