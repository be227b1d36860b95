"""Algorithms side by side on one board."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from noyes import _noyes
from noyes._answers import call, goal_text, limits, text_of
from noyes._options import BoardLike, Bytes, Count, GoalLike, Time
from noyes._picture import Picture

#: What a table shows of each run: its name there, and its field.
_SHOWN = {
    "contestant": "contestant",
    "moves": "length",
    "at least": "lower_bound",
    "expanded": "expanded",
    "generated": "generated",
    "stored": "stored",
    "seconds": "seconds",
    "ending": "ending",
}


class Comparison(dict[str, Any]):
    """Runs side by side, as ``noyes compare --format json`` has them; a notebook shows a table.

    >>> import noyes
    >>> table = noyes.compare("0 1 3/4 2 5/7 8 6", algorithms=["bfs", "astar:manhattan"])
    >>> [(run["contestant"], run["length"]) for run in table.runs]
    [('bfs', 4), ('astar manhattan', 4)]
    """

    @property
    def runs(self) -> list[dict[str, Any]]:
        """The runs, in the order of the contestants."""
        runs: list[dict[str, Any]] = self["boards"][0]["runs"]
        return runs

    def columns(self) -> dict[str, list[Any]]:
        """All runs as columns, for ``pandas.DataFrame`` or ``polars.DataFrame``."""
        return {name: [run[name] for run in self.runs] for name in self.runs[0]}

    def picture(self, theme: str = "auto") -> Picture:
        """Nodes, time and memory as bars, as ``noyes compare --chart`` draws them."""
        board = self["boards"][0]
        measures = [("nodes generated", "count"), ("time", "seconds"), ("memory at most", "bytes")]
        bars = [
            (
                run["contestant"],
                _note(run),
                run["ending"] == "finished",
                run["optimal"],
                [float(run["generated"]), run["seconds"], float(run["bytes"] or 0)],
            )
            for run in self.runs
        ]
        if not any(run["bytes"] for run in self.runs):
            measures.pop()
            bars = [(*bar[:4], bar[4][:2]) for bar in bars]
        title = f"{board['rows']}×{board['cols']}"
        svg = _noyes.bar_chart(title, measures, bars, theme)
        return Picture(svg.encode(), "image/svg+xml")

    def _rows(self) -> list[list[str]]:
        return [[_shown(run[field]) for field in _SHOWN.values()] for run in self.runs]

    def __str__(self) -> str:
        rows = [list(_SHOWN), *self._rows()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = (
            "  ".join(
                cell.ljust(width) if place in (0, len(row) - 1) else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        )
        return "\n".join(line.rstrip() for line in lines)

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, str]:
        heads = "".join(f"<th>{escape(name)}</th>" for name in _SHOWN)
        rows = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
            for row in self._rows()
        )
        html = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        return {"text/plain": str(self), "text/html": html}


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _note(run: dict[str, Any]) -> str:
    if run["length"] is None:
        return str(run["ending"])
    if run["ending"] != "finished":
        return f"{run['length']} moves, {run['ending']}"
    return f"{run['length']} moves{', proven' if run['optimal'] else ''}"


def compare(
    board: BoardLike,
    *,
    algorithms: Iterable[str] | None = None,
    course: bool = False,
    goal: GoalLike = None,
    weight: float | str | None = None,
    tables: str | None = None,
    time_limit: Time | None = None,
    node_limit: Count | None = None,
    memory_limit: Bytes | None = None,
    seed: int | None = None,
) -> Comparison:
    """Runs algorithms side by side on one board, within the same limits.

    :param algorithms: such as ``["astar", "ida:manhattan", "noyes"]``; by default those that fit.
    :param course: the course's A* with both priorities and all rules for duplicates.
    """
    given = limits(
        weight=weight, time_limit=time_limit, node_limit=node_limit, memory_limit=memory_limit
    )
    answer = call(
        "compare",
        board=text_of(board),
        goal=goal_text(goal),
        algorithms=None if algorithms is None else list(algorithms),
        course=course,
        tables=tables,
        seed=seed,
        **given,
    )
    return Comparison(answer)
