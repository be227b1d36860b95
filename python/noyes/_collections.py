"""Published collections of boards."""

from __future__ import annotations

from typing import NamedTuple

from noyes import _noyes
from noyes._noyes import Board


class Entry(NamedTuple):
    """A board of a collection."""

    name: str | None
    """Its name."""
    board: Board
    """The board."""
    known: int | None
    """Its known minimum."""


def collection(name: str) -> list[Entry]:
    """The boards of a published collection: ``korf100`` (15-puzzles) or ``korf50`` (24-puzzles).

    >>> import noyes
    >>> korf = noyes.collection("korf100")
    >>> len(korf), korf[0].known
    (100, 57)
    """
    return [Entry(*entry) for entry in _noyes.collection(name)]
