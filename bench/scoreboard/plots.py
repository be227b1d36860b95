"""The plots of the scoreboard, from the newest records. They follow the reader's theme."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path
from statistics import mean, median

from plot import PICTURES, Axis, Plot

TIMES = [(1e-6, "1 µs"), (1e-5, "10 µs"), (1e-4, "0.1 ms"), (1e-3, "1 ms"), (1e-2, "10 ms"), (1e-1, "0.1 s"),
         (1.0, "1 s"), (10.0, "10 s")]

#: The lines of the plot of time by depth: the solver, the start of its method, its words.
SHOWN = [
    ("noyes", "", "noyes"),
    ("noyes, no tables", "", "noyes without tables"),
    ("slidy 0.3.2", "", "slidy (Rust)"),
    ("node-sliding-puzzle-solver 1.0.2", "A*", "node-sliding-puzzle-solver (npm)"),
    ("simpleai 0.8.3", "", "simpleai A* (PyPI)"),
    ("slidingpuzzle 0.1.5", "A*", "slidingpuzzle A* (PyPI)"),
    ("fifteen-puzzle-solvers 2.0.3", "A*, Manhattan", "fifteen-puzzle-solvers (PyPI)"),
    ("pyperplan 2.1", "planner on `noyes pddl`: A*", "pyperplan A* (PyPI)"),
]


def read(path: Path) -> list[dict[str, str]]:
    with path.open() as file:
        return list(csv.DictReader(file))


def newest(records: Path, ending: str) -> Path:
    return sorted(records.glob(f"*-{ending}.csv"))[-1]


def draw(records: Path) -> None:
    boards = read(newest(records, "scoreboard"))
    by_depth(boards)
    by_memory(boards)
    curves = read(newest(records, "scoreboard-anytime"))
    gap(curves)
    growth(curves)


def by_depth(rows: list[dict[str, str]]) -> None:
    """Time by the minimum of the board, on 15-puzzles."""
    plot = Plot("Time by the depth of the board",
                "median processor time of minimal solutions, 15-puzzles grouped by ten moves, one thread",
                Axis(0, 70), Axis(TIMES[0][0], TIMES[-1][0], log=True))
    plot.axes([(depth, f"{depth}") for depth in range(0, 71, 10)], TIMES)
    for name, method, words in SHOWN:
        groups: dict[int, list[float]] = defaultdict(list)
        failed: set[int] = set()
        for row in rows:
            if row["solver"] != name or not row["method"].startswith(method) or not row["set"].startswith("4x4"):
                continue
            group = int(row["minimum"]) // 10
            # A solution that is not minimal is no answer to the question that the others answer.
            if row["status"] == "solved" and row["length"] == row["minimum"]:
                groups[group].append(float(row["seconds"]))
            else:
                failed.add(group)
        # A group where boards were not solved would show the easy ones among them.
        points = [(10 * group + 5, max(median(some), TIMES[0][0])) for group, some in sorted(groups.items())
                  if group not in failed]
        if points:
            plot.line(points, words)
    plot.write(PICTURES / "score-depth.svg")


def by_memory(rows: list[dict[str, str]]) -> None:
    """Memory and time of those that solve Korf's boards."""
    points = []
    names = dict.fromkeys((row["solver"], row["method"]) for row in rows if row["set"] == "4x4")
    for name, method in names:
        some = [row for row in rows if (row["solver"], row["method"], row["set"]) == (name, method, "4x4")]
        if all(row["status"] == "solved" and row["length"] == row["minimum"] for row in some):
            points.append((float(some[0]["peak_mb"]), mean(float(row["seconds"]) for row in some), name))
    if not points:
        return
    plot = Plot("Memory and speed",
                "peak memory and mean processor time, Korf's 15-puzzles, all proven, one thread",
                Axis(5, 1000, log=True), Axis(1e-4, 10, log=True))
    plot.axes([(size, f"{size} MB") for size in (5, 10, 30, 100, 300, 1000)], TIMES[2:])
    for memory, seconds, name in points:
        plot.line([(min(max(memory, 5), 1000), min(max(seconds, 1e-4), 10))], name)
    plot.write(PICTURES / "score-memory.svg")


def gap(rows: list[dict[str, str]]) -> None:
    """How far the solution may be from the minimum, by time."""
    sides = sorted({int(row["side"]) for row in rows})
    longest = max(float(row["seconds"]) for row in rows)
    end = 20.0 if longest > 3.5 else 3.0
    top = 2.6
    plot = Plot("The interval closes",
                "length of the best solution over the proven bound, by the time since the start; random boards",
                Axis(0.01, end, log=True), Axis(1.0, top))
    marks = [(0.01, "10 ms"), (0.1, "0.1 s"), (1.0, "1 s"), (end, f"{end:g} s")]
    plot.axes(marks, [(value, f"{value:g}") for value in (1.0, 1.5, 2.0, 2.5)])
    for side in sides:
        points: list[tuple[float, float]] = []
        for row in rows:
            if int(row["side"]) == side:
                value = int(row["length"]) / int(row["lower_bound"])
                points.append((min(max(float(row["seconds"]), 0.01), end), min(value, top)))
        # One point a hundredth of the axis keeps the picture small.
        kept = [*{round(100 * plot.x_axis.place(x)): (x, y) for x, y in points}.values(), (end, points[-1][1])]
        # What is known holds until something better is.
        steps = [point for (x, y), (later, _) in zip(kept, kept[1:], strict=False) for point in ((x, y), (later, y))]
        plot.line([*steps, kept[-1]], f"{side}×{side}", dots=False)
    plot.write(PICTURES / "score-gap.svg")


def growth(rows: list[dict[str, str]]) -> None:
    """Length over Manhattan distance by the side of the board, at three times."""
    sides = sorted({int(row["side"]) for row in rows})
    plot = Plot("Growth with the side of the board",
                "moves divided by Manhattan distance; one random board of each side",
                Axis(sides[0], sides[-1], log=True), Axis(1.0, 2.6))
    plot.axes([(side, f"{side}") for side in sides], [(value, f"{value:g}") for value in (1, 1.5, 2, 2.5)])
    longest = max(float(row["seconds"]) for row in rows)
    times = [(0.1, "after 0.1 s"), (1.0, "after 1 s"), (20.0, "after 20 s" if longest > 3.5 else "after 3 s")]
    for limit, words in times:
        points = []
        for side in sides:
            until = [row for row in rows if int(row["side"]) == side and float(row["seconds"]) <= limit]
            if until:
                points.append((side, min(int(until[-1]["length"]) / int(until[-1]["manhattan"]), 2.6)))
        plot.line(points, words)
    bounds = [(side, max(int(row["lower_bound"]) / int(row["manhattan"]) for row in rows if int(row["side"]) == side))
              for side in sides]
    plot.line(bounds, "proven bound")
    plot.write(PICTURES / "score-growth.svg")
