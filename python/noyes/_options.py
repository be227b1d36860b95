"""The options that solves share, and how they are written."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from difflib import get_close_matches
from os import PathLike
from typing import Any, TypeAlias, TypedDict

BoardLike: TypeAlias = Any
"""A board, rows of tiles, a text in any format, or a two-dimensional array."""

GoalLike: TypeAlias = Any
"""A goal, its name (``blank-last``, ``blank-first``, ``snail``), or a board; ``None`` is the
course's."""

Time: TypeAlias = float | str | timedelta
"""Seconds, or a text such as ``"500ms"``, ``"2m"``."""

Count: TypeAlias = int | str
"""A number, or a text such as ``"1e6"``, ``"10M"``."""

Bytes: TypeAlias = int | str
"""A number of bytes, or a text such as ``"500MB"``, ``"4GB"``."""


class Options(TypedDict, total=False):
    """What may be asked of a solve; the words are those of the command's options."""

    optimal: bool
    time_limit: Time | None
    memory_limit: Bytes | None
    node_limit: Count | None
    algorithm: str | None
    heuristic: str | None
    weight: float | str | None
    tables: str | None
    metric: str | None
    threads: int | None
    seed: int | None
    start_from: str | None
    checkpoint: str | PathLike[str] | None
    resume: str | PathLike[str] | None
    full: bool


def checked(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options in the form that the compiled module takes; unknown names are refused."""
    known = Options.__annotations__
    plain: dict[str, Any] = {}
    for name, value in options.items():
        if name not in known:
            near = get_close_matches(name, known, n=1)
            question = f" (did you mean {near[0]}?)" if near else ""
            raise TypeError(f"there is no option {name!r}{question}: choose from {', '.join(known)}")
        if isinstance(value, timedelta):
            value = value.total_seconds()
        if name == "time_limit" and isinstance(value, float):
            # Without an exponent, which the compiled parser does not read.
            value = f"{value:.9f}"
        if value is not None:
            plain[name] = value
    return plain
