"""Plots as svg that follow the reader's theme. It needs nothing but Python."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
RECORDS = ROOT / "bench" / "records"
PICTURES = ROOT / "docs" / "book" / "pictures"

#: The colours of the lines, in the light theme and in the dark one.
LIGHT = ["#2f74c0", "#b45309", "#0f766e", "#9d4edd", "#c2255c", "#5c6f14", "#52606d", "#1f2933"]
DARK = ["#5fa3e8", "#e3a857", "#4fd1c5", "#c79bf2", "#f48fb1", "#b8cc52", "#a9b4bf", "#e6eaee"]


def _lines(colours: list[str]) -> str:
    strokes = " ".join(f".l{number} {{ stroke: {colour} }}" for number, colour in enumerate(colours))
    fills = " ".join(f".d{number} {{ fill: {colour} }}" for number, colour in enumerate(colours))
    return f"{strokes}\n{fills}"


STYLE = f"""
.sheet {{ fill: #ffffff }} text {{ font: 12px system-ui, sans-serif; fill: #1f2933 }}
.title {{ font-size: 15px; font-weight: 600 }} .soft {{ fill: #52606d }} .grid {{ stroke: #d9dee3 }}
{_lines(LIGHT)}
.line {{ fill: none; stroke-width: 2 }}
@media (prefers-color-scheme: dark) {{
.sheet {{ fill: #14181d }} text {{ fill: #e6eaee }} .soft {{ fill: #a9b4bf }} .grid {{ stroke: #333c46 }}
{_lines(DARK)}
}}
"""


class Axis:
    """An axis from one value to another, logarithmic if so asked."""

    def __init__(self, low: float, high: float, *, log: bool = False) -> None:
        self.low, self.high, self.log = low, high, log

    def place(self, value: float) -> float:
        """Where a value is on the axis: 0 at its low end, 1 at its high one."""
        low, high = self.low, self.high
        if self.log:
            low, high, value = math.log(low), math.log(high), math.log(value)
        return (value - low) / (high - low)


class Plot:
    """Lines with points, and a legend below in one column or two."""

    def __init__(self, title: str, notes: str, x: Axis, y: Axis) -> None:
        self.x_axis, self.y_axis = x, y
        self.left, self.top, self.width, self.height = 84, 70, 588, 260
        self.parts = [f'<text class="title" x="24" y="30">{title}</text>']
        self.parts.append(f'<text class="soft" x="24" y="48">{notes}</text>')
        self.legend: list[tuple[int, str]] = []

    def x(self, value: float) -> float:
        return self.left + self.x_axis.place(value) * self.width

    def y(self, value: float) -> float:
        return self.top + (1 - self.y_axis.place(value)) * self.height

    def axes(self, xs: Sequence[tuple[float, str]], ys: Sequence[tuple[float, str]]) -> None:
        """Marks values with their words, and draws a line across at each of the second axis."""
        for value, shown in ys:
            y = self.y(value)
            self.parts.append(
                f'<line class="grid" x1="{self.left}" x2="{self.left + self.width}" y1="{y:.1f}" y2="{y:.1f}"/>'
                f'<text x="{self.left - 8}" y="{y + 4:.1f}" text-anchor="end">{shown}</text>'
            )
        for value, shown in xs:
            self.parts.append(
                f'<text x="{self.x(value):.1f}" y="{self.top + self.height + 18}" text-anchor="middle">{shown}</text>'
            )

    def line(self, points: Sequence[tuple[float, float]], name: str, *, dots: bool = True) -> None:
        number = len(self.legend) % len(LIGHT)
        path = "L".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in points)
        self.parts.append(f'<path class="line l{number}" d="M{path}"/>')
        for x, y in points if dots else []:
            self.parts.append(f'<circle class="d{number}" cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="3"/>')
        self.legend.append((number, name))

    def write(self, path: Path) -> None:
        below = self.top + self.height + 44
        columns = 1 if len(self.legend) <= 4 else 2
        rows = -(-len(self.legend) // columns)
        for place, (number, name) in enumerate(self.legend):
            x = self.left + place // rows * self.width // 2
            y = below + 20 * (place % rows)
            self.parts.append(
                f'<rect class="d{number}" x="{x}" y="{y - 6}" width="14" height="4"/>'
                f'<text x="{x + 22}" y="{y}">{name}</text>'
            )
        height = below + 20 * rows
        path.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 {height}" width="700" role="img">\n'
            f"<style>{STYLE}</style>\n"
            f'<rect class="sheet" width="700" height="{height}" rx="8"/>\n' + "\n".join(self.parts) + "\n</svg>\n",
            encoding="utf-8",
        )
