"""Draws the plots of docs/scaling.md from the records of bench/records.

    python bench/scaling.py

It needs nothing but Python. The pictures are svg that follow the reader's theme.
"""

from __future__ import annotations

import csv
import math
from pathlib import Path

ROOT = Path(__file__).parents[1]
RECORDS = ROOT / "bench" / "records"
PICTURES = ROOT / "docs" / "pictures"

STYLE = """
.sheet { fill: #ffffff } text { font: 12px system-ui, sans-serif; fill: #1f2933 }
.title { font-size: 15px; font-weight: 600 } .soft { fill: #52606d } .grid { stroke: #d9dee3 }
.l0 { stroke: #2f74c0 } .l1 { stroke: #b45309 } .l2 { stroke: #0f766e } .l3 { stroke: #9d4edd }
.d0 { fill: #2f74c0 } .d1 { fill: #b45309 } .d2 { fill: #0f766e } .d3 { fill: #9d4edd }
.line { fill: none; stroke-width: 2 } .ideal { fill: none; stroke: #8a94a0; stroke-dasharray: 4 4 }
@media (prefers-color-scheme: dark) {
  .sheet { fill: #14181d } text { fill: #e6eaee } .soft { fill: #a9b4bf } .grid { stroke: #333c46 }
  .l0 { stroke: #5fa3e8 } .l1 { stroke: #e3a857 } .l2 { stroke: #4fd1c5 } .l3 { stroke: #c79bf2 }
  .d0 { fill: #5fa3e8 } .d1 { fill: #e3a857 } .d2 { fill: #4fd1c5 } .d3 { fill: #c79bf2 }
}
"""


class Plot:
    """Lines over a logarithmic axis, with a legend below."""

    def __init__(self, title: str, x: tuple[float, float], y: tuple[float, float], notes: str) -> None:
        self.x_range, self.y_range = x, y
        self.left, self.top, self.width, self.height = 60, 70, 600, 260
        self.parts = [f'<text class="title" x="24" y="30">{title}</text>']
        self.parts.append(f'<text class="soft" x="24" y="48">{notes}</text>')
        self.legend: list[tuple[int, str]] = []

    def x(self, value: float) -> float:
        low, high = map(math.log, self.x_range)
        return self.left + (math.log(value) - low) / (high - low) * self.width

    def y(self, value: float) -> float:
        low, high = self.y_range
        return self.top + self.height - (value - low) / (high - low) * self.height

    def axes(self, xs: list[float], ys: list[float], shown: str) -> None:
        for value in ys:
            y = self.y(value)
            self.parts.append(
                f'<line class="grid" x1="{self.left}" x2="{self.left + self.width}" y1="{y:.1f}" y2="{y:.1f}"/>'
                f'<text x="{self.left - 8}" y="{y + 4:.1f}" text-anchor="end">{value:{shown}}</text>'
            )
        for value in xs:
            self.parts.append(
                f'<text x="{self.x(value):.1f}" y="{self.top + self.height + 18}" text-anchor="middle">{value:g}</text>'
            )

    def line(self, points: list[tuple[float, float]], number: int, name: str) -> None:
        path = "L".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in points)
        self.parts.append(f'<path class="line l{number}" d="M{path}"/>')
        for x, y in points:
            self.parts.append(f'<circle class="d{number}" cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="3"/>')
        self.legend.append((number, name))

    def write(self, path: Path) -> None:
        below = self.top + self.height + 44
        for place, (number, name) in enumerate(self.legend):
            y = below + 20 * place
            self.parts.append(
                f'<rect class="d{number}" x="{self.left}" y="{y - 9}" width="14" height="4"/>'
                f'<text x="{self.left + 22}" y="{y}">{name}</text>'
            )
        height = below + 20 * len(self.legend)
        path.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 {height}" width="700" role="img">\n'
            f"<style>{STYLE}</style>\n"
            f'<rect class="sheet" width="700" height="{height}" rx="8"/>\n' + "\n".join(self.parts) + "\n</svg>\n",
            encoding="utf-8",
        )


def simulated() -> None:
    """Efficiency of simulated workers."""
    with (RECORDS / "2026-11-18-simulated-workers.csv").open() as file:
        rows = list(csv.DictReader(file))
    counts = sorted({int(row["workers"]) for row in rows})
    names = {"1e11": ("hard", "10¹¹"), "1e12": ("terrible", "10¹²")}
    for nodes, (name, shown) in names.items():
        plot = Plot(
            f"Efficiency of a {name} proof on simulated workers", (1, counts[-1]), (0.2, 1.0),
            f"share of the workers' time that goes into nodes; {shown} nodes in the last iteration",
        )
        plot.axes([count for count in counts if count != 512], [0.2, 0.4, 0.6, 0.8, 1.0], ".0%")
        for number, weather in enumerate(dict.fromkeys(row["weather"] for row in rows)):
            points = [
                (int(row["workers"]), float(row["efficiency"]))
                for row in rows if (row["weather"], row["nodes"]) == (weather, nodes)
            ]
            plot.line([point for point in points if point[1] >= 0.2], number, weather)
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
        "How unequal the subtrees are", (0.01, 100), (0.0, 1.0),
        "share of all nodes below the largest seeds; 24-puzzle 25 of Korf and Felner, last iteration",
    )
    plot.axes([0.01, 0.1, 1, 10, 100], [0.0, 0.25, 0.5, 0.75, 1.0], ".0%")
    plot.line(points, 0, "the largest seeds, in percent of all")
    plot.write(PICTURES / "scaling-subtrees.svg")


if __name__ == "__main__":
    unequal()
    simulated()
