"""A heuristic of your own: a Python function that guides A* or IDA* on small boards.

>>> import noyes
>>> from noyes.heuristics import solve_with
>>> solution = solve_with("8 1 3/4 0 2/7 6 5", lambda board: board.manhattan())
>>> solution.length, solution.optimal
(14, True)

A heuristic that is a network takes a batch of boards as an array and returns as many numbers:

>>> import numpy
>>> def zero(boards):
...     return numpy.zeros(len(boards))
>>> solve_with("0 1 3/4 2 5/7 8 6", zero, vectorized=True).length
4
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any

from noyes._noyes import Board, Goal, Unsolvable
from noyes._options import BoardLike, Count, GoalLike, Time
from noyes._solution import Solution

#: A function of one board, or of an array of boards of shape (n, rows, cols).
Heuristic = Callable[[Any], Any]

#: The most cells of a board whose values are compared with true distances.
_MOST_CHECKED_CELLS = 16
#: The most boards that are compared.
_MOST_CHECKED_BOARDS = 1000


class NotAdmissible(UserWarning):
    """The heuristic says more than the true distance, so solutions need not be shortest."""


def solve_with(
    board: BoardLike,
    heuristic: Heuristic,
    *,
    algorithm: str = "astar",
    vectorized: bool = False,
    batch: int = 1,
    goal: GoalLike = None,
    node_limit: Count | None = None,
    time_limit: Time | None = None,
    check: bool = True,
) -> Solution:
    """Solves a board with A* or IDA*, guided by a Python function.

    :param heuristic: a function of a board that returns a lower bound of the moves left.
    :param algorithm: ``astar`` or ``ida``.
    :param vectorized: call the function with an array of boards instead.
    :param batch: how many nodes A* takes from its queue at a time, so that a network gets more
        boards in one call. The solution stays a shortest one; more nodes are expanded.
    :param node_limit: stop after this many generated nodes.
    :param time_limit: stop after this many seconds.
    :param check: on boards of up to 16 cells, compare the values of up to 1,000 boards with their
        true distances and warn with :class:`NotAdmissible` where one is larger.

    What the heuristic claims proves nothing. ``lower_bound`` and ``optimal`` are noyes' own on
    boards of up to 16 cells; on larger ones the bound is 0.
    """
    board, goal = Board(board), Goal(goal)
    if not board.is_solvable(goal):
        raise Unsolvable("the board cannot be solved")
    search = _Search(board, goal, heuristic, vectorized, node_limit, time_limit)
    if algorithm == "astar":
        moves = search.astar(max(1, batch))
    elif algorithm == "ida":
        moves = search.ida()
    else:
        raise ValueError(f"there is no algorithm {algorithm!r} here: choose astar or ida")
    minimum = _minimum(board, goal) if check else None
    length = None if moves is None else len(moves)
    if check:
        search.warn(minimum, length)
    return Solution(
        board,
        goal,
        moves=moves,
        length=length,
        lower_bound=minimum or 0,
        optimal=length is not None and length == minimum,
        algorithm=algorithm,
        heuristic=getattr(heuristic, "__name__", "own"),
        expanded=search.expanded,
        generated=search.generated,
        stored=search.stored,
        seconds=time.perf_counter() - search.started,
        stop=search.stop,
    )


def _minimum(board: Board, goal: Goal) -> int | None:
    if board.rows * board.cols > _MOST_CHECKED_CELLS:
        return None
    from noyes._solve import solve

    return solve(board, goal=goal, optimal=True).length


class _Search:
    """A search that counts, and keeps some values to compare."""

    def __init__(
        self,
        board: Board,
        goal: Goal,
        heuristic: Heuristic,
        vectorized: bool,
        node_limit: Count | None,
        time_limit: Time | None,
    ) -> None:
        self._board, self._goal = board, goal
        self._target = goal.board(board.rows, board.cols)
        self._heuristic, self._vectorized = heuristic, vectorized
        self._node_limit = math.inf if node_limit is None else float(node_limit)
        self.started = time.perf_counter()
        seconds = math.inf if time_limit is None else _seconds(time_limit)
        self._until = self.started + seconds
        self.expanded, self.generated, self.stored = 0, 0, 0
        self.stop: str | None = None
        self._seen: dict[Board, float] = {}

    def values(self, boards: Sequence[Board]) -> list[float]:
        """The values of some boards."""
        if not boards:
            return []
        if self._vectorized:
            import numpy

            array = numpy.stack([numpy.asarray(board) for board in boards])
            values = [float(value) for value in self._heuristic(array)]
            if len(values) != len(boards):
                raise ValueError(
                    f"the heuristic returned {len(values)} values for {len(boards)} boards"
                )
        else:
            values = [float(self._heuristic(board)) for board in boards]
        for board, value in zip(boards, values, strict=True):
            if not value >= 0:
                raise ValueError(f"the heuristic is {value} for {board!r}: it must be at least 0")
            if board == self._target and value != 0:
                raise ValueError(f"the heuristic is {value} at the goal, where it must be 0")
            if len(self._seen) < _MOST_CHECKED_BOARDS:
                self._seen[board] = value
        self.generated += len(boards)
        return values

    def is_limited(self) -> bool:
        """Whether a limit is reached."""
        if self.generated >= self._node_limit:
            self.stop = "nodes"
        elif time.perf_counter() > self._until:
            self.stop = "time"
        return self.stop is not None

    def astar(self, batch: int) -> str | None:
        """A* that takes several nodes of its queue at a time."""
        ties = count()
        start = self.values([self._board])[0]
        queue: list[tuple[float, int, int, Board]] = [(start, 0, 0, self._board)]
        paths: dict[Board, tuple[int, str, Board | None]] = {self._board: (0, "", None)}
        best = math.inf if self._board != self._target else 0
        while queue and queue[0][0] < best and not self.is_limited():
            children: dict[Board, int] = {}
            taken = 0
            while queue and taken < batch and queue[0][0] < best:
                _, _, depth, board = heappop(queue)
                # A shorter path was found since.
                if paths[board][0] < depth:
                    continue
                taken += 1
                self.expanded += 1
                for letter, child in _children(board):
                    if child not in paths or paths[child][0] > depth + 1:
                        paths[child] = (depth + 1, letter, board)
                        children[child] = depth + 1
            if self._target in children:
                best = min(best, children[self._target])
            values = self.values(list(children))
            for (child, depth), value in zip(children.items(), values, strict=True):
                heappush(queue, (depth + value, -next(ties), depth, child))
            self.stored = max(self.stored, len(paths))
        if math.isinf(best):
            return None
        letters: list[str] = []
        at: Board | None = self._target
        while at is not None:
            _, letter, at = paths[at]
            letters.append(letter)
        return "".join(reversed(letters))

    def ida(self) -> str | None:
        """IDA*: depth-first searches with growing bounds."""
        bound = self.values([self._board])[0]
        while not self.is_limited():
            path: list[str] = []
            above = self._below(self._board, None, 0, bound, path)
            if above is None:
                return "".join(path)
            if math.isinf(above):
                return None
            bound = above
        return None

    def _below(
        self, board: Board, before: Board | None, depth: int, bound: float, path: list[str]
    ) -> float | None:
        """The least estimate above the bound; none if the goal is reached."""
        if board == self._target:
            return None
        if self.is_limited():
            return math.inf
        self.expanded += 1
        self.stored = max(self.stored, depth + 1)
        children = [(letter, child) for letter, child in _children(board) if child != before]
        least = math.inf
        values = self.values([child for _, child in children])
        for (letter, child), value in zip(children, values, strict=True):
            estimate = depth + 1 + value
            if estimate > bound:
                least = min(least, estimate)
                continue
            path.append(letter)
            above = self._below(child, board, depth + 1, bound, path)
            if above is None:
                return None
            path.pop()
            least = min(least, above)
        return least

    def warn(self, minimum: int | None, length: int | None) -> None:
        """Tells where the heuristic is above the true distance."""
        if self._board.rows * self._board.cols > _MOST_CHECKED_CELLS:
            return
        from noyes._many import solve_many

        boards = list(self._seen)
        words = None
        for board, found in zip(boards, solve_many(boards, goal=self._goal), strict=True):
            if found.length is not None and self._seen[board] > found.length:
                words = (
                    f"the heuristic is not admissible: it is {self._seen[board]:g} for {board!r}, "
                    f"whose minimum is {found.length}"
                )
                break
        if words is None and length is not None and minimum is not None and length > minimum:
            words = "the heuristic is not admissible: the solution is longer than the minimum"
        if words is not None:
            warnings.warn(words, NotAdmissible, stacklevel=4)


def _children(board: Board) -> Iterator[tuple[str, Board]]:
    blank = board.tiles.index(0)
    row, col = divmod(blank, board.cols)
    if row + 1 < board.rows:
        yield "U", board.slide("U")
    if col + 1 < board.cols:
        yield "L", board.slide("L")
    if col:
        yield "R", board.slide("R")
    if row:
        yield "D", board.slide("D")


def _seconds(limit: Time) -> float:
    units = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0}
    if not isinstance(limit, str):
        return float(limit) if isinstance(limit, (int, float)) else limit.total_seconds()
    for unit, factor in units.items():
        number = limit.removesuffix(unit)
        if number != limit and number.replace(".", "", 1).strip().isdigit():
            return float(number) * factor
    return float(limit)
