"""Draws the plots of docs/book/scaling.md from the records of bench/records.

    python bench/scaling.py

It needs nothing but Python.
"""

from __future__ import annotations

import csv

from plot import PICTURES, RECORDS, Axis, Plot


def shares(values: list[float]) -> list[tuple[float, str]]:
    return [(value, f"{value:.0%}") for value in values]



def simulated() -> None:
    """Efficiency of simulated workers."""
    with (RECORDS / "2026-11-18-simulated-workers.csv").open() as file:
        rows = list(csv.DictReader(file))
    counts = sorted({int(row["workers"]) for row in rows})
    names = {"1e11": ("hard", "10¹¹"), "1e12": ("terrible", "10¹²")}
    for nodes, (name, shown) in names.items():
        plot = Plot(
            f"Efficiency of a {name} proof on simulated workers",
            f"share of the workers' time that goes into nodes; {shown} nodes in the last iteration",
            Axis(1, counts[-1], log=True), Axis(0.2, 1.0),
        )
        plot.axes([(count, f"{count}") for count in counts if count != 512], shares([0.2, 0.4, 0.6, 0.8, 1.0]))
        for weather in dict.fromkeys(row["weather"] for row in rows):
            points = [
                (int(row["workers"]), float(row["efficiency"]))
                for row in rows if (row["weather"], row["nodes"]) == (weather, nodes)
            ]
            plot.line([point for point in points if point[1] >= 0.2], weather)
        plot.write(PICTURES / f"scaling-{name}.svg")


def unequal() -> None:
    """How unequal the subtrees are."""
    with (RECORDS / "2026-11-18-subtree-sizes.csv").open() as file:
        sizes = sorted((int(row["nodes"]) for row in csv.DictReader(file)), reverse=True)
    total, sums, points = sum(sizes), 0, []
    marks = {max(1, round(len(sizes) * 10 ** (step / 8 - 4))) for step in range(33)}
    for rank, size in enumerate(sizes, 1):
        sums += size
        if rank in marks:
            points.append((100 * rank / len(sizes), sums / total))
    plot = Plot(
        "How unequal the subtrees are",
        "share of all nodes below the largest seeds; 24-puzzle 25 of Korf and Felner, last iteration",
        Axis(0.01, 100, log=True), Axis(0.0, 1.0),
    )
    plot.axes([(share, f"{share:g}") for share in (0.01, 0.1, 1, 10, 100)], shares([0.0, 0.25, 0.5, 0.75, 1.0]))
    plot.line(points, "the largest seeds, in percent of all")
    plot.write(PICTURES / "scaling-subtrees.svg")


if __name__ == "__main__":
    unequal()
    simulated()
