"""The record of a run: every board in csv, and tables in markdown."""

from __future__ import annotations

import csv
import platform
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from .boards import BoardSet
from .measure import Result
from .peers import NOT_MEASURED, Solver

#: What papers and other people's notes say; nothing of it was run here.
READ = """\
| Solver | What it is said to do |
|---|---|
| Kociemba's 15-puzzle solver (C++), 7-8 tables with reflection, 577 MB | Korf's 100 in 19,511 nodes a board; tables in hours |
| Korf and Felner 2002, 6-6-6-6 tables | Korf's fifty 24-puzzles in 1.8e13 nodes |
| Clausecker's 24puzzle (C) | the fifty in 338 to 529 hours of processor time |
| Döbbelin, Schütt and Reinefeld 2013, tables of 1.4 TB | the fifty in 3.9e11 nodes |
| DeepCubeA (Agostinelli and others 2019), a network on a GPU | 24-puzzles of its own set: 89.49 moves, 99.2 % minimal |
| Parberry 2015, row by row, column by column | 8/3 n³ moves expected on a random n×n board |
"""


@dataclass
class Row:
    """A solver on a set of boards."""

    solver: Solver
    set: BoardSet
    results: list[Result]
    peak: int
    ready: float
    instructions: float | None = None

    @property
    def solved(self) -> list[int]:
        return [place for place, result in enumerate(self.results) if result.status == "solved"]

    def seconds(self, places: list[int]) -> float:
        return mean(self.results[place].seconds or 0.0 for place in places)


def write_csv(rows: list[Row], path: Path) -> None:
    with path.open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["solver", "method", "set", "board", "minimum", "status", "length", "seconds", "peak_mb"])
        for row in rows:
            for place, result in enumerate(row.results):
                seconds = "" if result.seconds is None else f"{result.seconds:.7f}"
                out.writerow([row.solver.name, row.solver.method, row.set.name, place + 1,
                              _or_empty(row.set.minima[place]), result.status, _or_empty(result.length), seconds,
                              round(row.peak / 2**20)])


def _or_empty(value: int | None) -> str:
    return "" if value is None else str(value)


def time(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.3g} µs"
    return f"{seconds * 1e3:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def count(number: float) -> str:
    for size, word in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g} {word}"
    return f"{number:.3g}"


def table(rows: list[Row]) -> str:
    """One set: who solved how many, how far from the minimum, and how fast beside noyes."""
    ours = next(row for row in rows if row.solver.name == "noyes")
    has_minima = ours.set.minima[0] is not None
    has_instructions = any(row.instructions for row in rows)
    head = ["Solver", "Method", "Solved", "Minimal" if has_minima else "Moves, mean"]
    head += ["Over the minimum"] if has_minima else []
    head += ["Processor time a board", "noyes on these", "Times noyes", "Memory"]
    head += ["Instructions a board"] if has_instructions else []
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    # Who solves more boards stands higher, then who is faster.
    for row in sorted(rows, key=lambda row: (-len(row.solved), row.seconds(row.solved) if row.solved else 0)):
        solved = row.solved
        cells = [row.solver.name, row.solver.method, f"{len(solved)} of {len(row.results)}"]
        lengths = [row.results[place].length or 0 for place in solved]
        if not solved:
            why = next(result.status for result in row.results if result.status != "solved")
            cells += [why] + [""] * (len(head) - 5)
            lines.append("| " + " | ".join([*cells, memory(row)][:len(head)]) + " |")
            continue
        if has_minima:
            over = [length - (row.set.minima[place] or 0) for length, place in zip(lengths, solved, strict=True)]
            cells += [f"{sum(extra == 0 for extra in over)}", f"{mean(over):.3g}"]
        else:
            cells.append(f"{mean(lengths):.1f}")
        theirs, own = row.seconds(solved), ours.seconds(solved)
        cells += [time(theirs), time(own), f"{theirs / own:.3g}" if row is not ours else "1", memory(row)]
        if has_instructions:
            cells.append(count(row.instructions) if row.instructions else "")
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def memory(row: Row) -> str:
    return f"{row.peak / 2**20:.0f} MB"


def processor() -> str:
    try:
        found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text())
    except OSError:
        found = None
    return found[1] if found else platform.processor() or platform.machine()


def write_markdown(rows: list[Row], missing: dict[str, str], path: Path, command: str, csv_name: str) -> None:
    sets: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        sets[row.set.name].append(row)
    parts = [
        "# Scoreboard\n",
        f"`{command}` on {processor()}, {platform.system()}, Python {platform.python_version()}. One thread each; "
        "times are processor time of the solve alone, the best of the rounds, in which solvers take turns. "
        "*noyes on these* is noyes on the boards that the other solved. Every solution was replayed. A solver "
        "that fails on two boards of a set (time, memory) is not asked for the rest. Every board: "
        f"`{csv_name}`.\n",
    ]
    for some in sets.values():
        one = some[0].set
        parts.append(f"## {one.what[0].upper()}{one.what[1:]}\n\nAt most {one.seconds:g} s of processor time a board.\n")
        parts.append(table(some) + "\n")
    parts.append("## Before the first board\n\nTables built or read, and programs started.\n\n| Solver | Processor time |\n|---|---|")
    first = {(row.solver.name, row.solver.method): row for row in rows}
    parts.append("\n".join(f"| {name}, {method} | {time(row.ready)} |" for (name, method), row in first.items()) + "\n")
    parts.append("## Not measured\n\n| Package | Where | Why |\n|---|---|---|")
    gone = [f"| {name} | | could not be installed: {why} |" for name, why in missing.items()]
    parts.append("\n".join([*gone, *(f"| {name} | {where} | {why} |" for name, where, why in NOT_MEASURED)]) + "\n")
    parts.append("## Only read\n\nOther programs and papers, by what they say of themselves. None of it was run here.\n")
    parts.append(READ)
    path.write_text("\n".join(parts), encoding="utf-8")
