"""Notebook widgets (``pip install noyes[widget]``): play, step through a solution, watch a search.

>>> from noyes.widget import Player
>>> player = Player("0 1 3/4 2 5/7 8 6")
>>> player.moves = "LULU"
>>> player.solved
False
"""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any, cast

try:
    import anywidget
    import traitlets
except ImportError as _error:
    raise ImportError("widgets need anywidget: pip install noyes[widget]") from _error

from noyes._interval import interval_svg
from noyes._noyes import Board, Goal
from noyes._options import BoardLike, GoalLike
from noyes._solution import Solution
from noyes._solve import Search, start

_HERE = Path(__file__).parent
#: Seconds between two messages that say only how long a search has run.
_BETWEEN_TICKS = 0.5
#: Seconds between two looks at the search.
_BETWEEN_LOOKS = 0.1


class Player(anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]
    """A board to play on. With ``moves``, a slider steps through them.

    ``tiles`` follows what the player does; ``step`` is the place in ``moves``, which begin at
    ``first``, whatever the player has done since.
    """

    _esm = _HERE / "widget.js"
    kind = traitlets.Unicode("player").tag(sync=True)
    rows = traitlets.Int().tag(sync=True)
    cols = traitlets.Int().tag(sync=True)
    tiles = traitlets.List(traitlets.Int()).tag(sync=True)
    goal = traitlets.List(traitlets.Int()).tag(sync=True)
    first = traitlets.List(traitlets.Int()).tag(sync=True)
    moves = traitlets.Unicode("").tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)

    def __init__(self, board: BoardLike | Solution, *, goal: GoalLike = None, **options: Any) -> None:
        moves = ""
        if isinstance(board, Solution):
            solution = board
            board, goal, moves = solution.board, solution.goal, solution.moves or ""
        board, goal = Board(board), Goal(goal)
        super().__init__(
            rows=board.rows, cols=board.cols, tiles=list(board.tiles), first=list(board.tiles),
            moves=moves, goal=list(goal.board(board.rows, board.cols).tiles), **options,
        )

    @property
    def board(self) -> Board:
        """The board as the player has left it."""
        tiles = list(self.tiles)
        return Board([tiles[at : at + self.cols] for at in range(0, len(tiles), self.cols)])

    @property
    def solved(self) -> bool:
        """Whether the goal is reached."""
        return list(self.tiles) == list(self.goal)


class Watch(anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]
    """A search whose interval closes while you look: the best length from above, the proven bound
    from below. The options are those of :func:`noyes.start`.

    ``points`` has the interval whenever it changed: seconds, best length and bound; ``seconds`` is
    how long the search has run; ``picture`` is the drawing. ``stop()`` ends the search; ``result()``
    waits for it.
    """

    _esm = _HERE / "widget.js"
    kind = traitlets.Unicode("watch").tag(sync=True)
    picture = traitlets.Unicode("").tag(sync=True)
    points = cast(Any, traitlets.List())  # pyright: ignore[reportUnknownArgumentType]
    seconds = traitlets.Float(0.0)
    done = traitlets.Bool(False)

    def __init__(self, board: BoardLike, **options: Any) -> None:
        super().__init__()
        self._begun = time.monotonic()
        self.search: Search = start(board, **options)
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the search with what it has."""
        self.search.stop()

    def result(self) -> Solution:
        """Waits for the end."""
        solution = self.search.result()
        self._thread.join()
        return solution

    def _follow(self) -> None:
        over = False
        while not over:
            over = self.search.done
            points = self.search.intervals
            seconds = time.monotonic() - self._begun
            # The picture goes on while nothing changes.
            if over or points != self.points or seconds >= self.seconds + _BETWEEN_TICKS:
                self.points, self.seconds = points, seconds
                state = f"{'ended' if over else 'running'}, {seconds:.1f} s"
                self.picture = interval_svg(points, seconds, state)
            if not over:
                time.sleep(_BETWEEN_LOOKS)
        self.done = True
