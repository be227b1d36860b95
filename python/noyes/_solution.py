"""What a solve comes back with."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import Any, TypeAlias

from noyes._noyes import Board, Goal
from noyes._picture import Picture

#: The longest solution that a notebook shows as an animation.
_ANIMATED = 400
#: The longest solution that a notebook also gets as gif, which is larger.
_GIF = 100

Fields: TypeAlias = tuple[
    str | None, int | None, int, bool, str, str, str, int, int, int, float, str | None
]
"""The fields of a solution from ``moves`` to ``stop``, as the compiled module gives them."""

Row: TypeAlias = Fields | str | None
"""What came of a board of a batch: ``None`` if it is unsolvable, a sentence if it failed."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A solution with its proven interval: the minimum is between ``lower_bound`` and ``length``.

    >>> import noyes
    >>> solution = noyes.solve("0 1 3/4 2 5/7 8 6")
    >>> solution
    <Solution: 4 moves, the minimum>
    >>> solution.gap, solution.check()
    (0, True)
    >>> [str(board.manhattan()) for board in solution.boards()]
    ['4', '3', '2', '1', '0']
    """

    board: Board
    """The board that was solved."""
    goal: Goal
    """The goal."""
    solvable: bool = True
    """Whether the goal can be reached."""
    moves: str | None = None
    """A letter for each slide, U D L R: the way the tile slides. ``None`` if there is none."""
    length: int | None = None
    """The number of moves, in the metric of the solve."""
    lower_bound: int = 0
    """No solution is shorter than this."""
    optimal: bool = False
    """Whether the solution is proven to be a shortest one."""
    algorithm: str = "parity"
    """The algorithm that found the solution, or the last that ran."""
    heuristic: str = "none"
    """What guided it."""
    metric: str = "single"
    """What counts as one move: ``single`` or ``multi``."""
    expanded: int = 0
    """Nodes whose neighbours were made."""
    generated: int = 0
    """Nodes made."""
    stored: int = 0
    """The most nodes held at one moment."""
    seconds: float = 0.0
    """Time spent."""
    stop: str | None = None
    """What ended the solve before the minimum was proven: ``time``, ``nodes``, ``memory``,
    ``depth`` or ``interrupt``."""
    error: str | None = None
    """Why a board of a batch has no result."""

    @property
    def gap(self) -> int | None:
        """How much longer than the minimum the solution may be: 0 if it is proven."""
        return None if self.length is None else self.length - self.lower_bound

    def boards(self) -> list[Board]:
        """The boards from the first to the goal, one more than there are slides."""
        boards = [self.board]
        for letter in self.moves or "":
            boards.append(boards[-1].slide(letter))
        return boards

    def check(self) -> bool:
        """Replays the moves with code of its own and says whether they reach the goal."""
        if self.moves is None:
            return False
        rows, cols = self.board.rows, self.board.cols
        tiles = list(self.board.tiles)
        blank = tiles.index(0)
        # The tile comes from the side opposite to the way it slides.
        step = {"U": (1, 0), "D": (-1, 0), "L": (0, 1), "R": (0, -1)}
        for letter in self.moves:
            down, right = step[letter]
            row, col = blank // cols + down, blank % cols + right
            if not (0 <= row < rows and 0 <= col < cols):
                return False
            tiles[blank], blank = tiles[row * cols + col], row * cols + col
            tiles[blank] = 0
        return tuple(tiles) == self.goal.board(rows, cols).tiles

    def to_dict(self) -> dict[str, Any]:
        """The fields as plain values, as the json of the command has them."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        fields["board"] = self.board.to_text()
        fields["goal"] = self.goal.name
        return fields

    def picture(self, format: str = "animated", **options: Any) -> Picture:
        """The solution as ``animated`` svg, ``strip`` (svg) or ``gif``."""
        from noyes._answers import render

        return render(self.board, self.moves, format=format, goal=self.goal, **options)

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, str]:
        bundle = {"text/plain": repr(self)}
        if self.moves is not None and len(self.moves) <= _ANIMATED:
            bundle["image/svg+xml"] = self.picture().text
            # For what shows no svg, such as mail and some viewers of notebooks.
            if len(self.moves) <= _GIF:
                bundle["image/gif"] = b64encode(self.picture("gif", cell=32).data).decode()
        return bundle

    def __repr__(self) -> str:
        if self.error is not None:
            return f"<Solution: {self.error}>"
        if not self.solvable:
            return "<Solution: no solution possible>"
        if self.length is None:
            return f"<Solution: none found yet, the minimum is at least {self.lower_bound}>"
        moves = f"{self.length} move{'' if self.length == 1 else 's'}"
        if self.optimal:
            return f"<Solution: {moves}, the minimum>"
        return f"<Solution: {moves}, the minimum is at least {self.lower_bound}>"
