"""One board: solved, or started and watched."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from os import PathLike
from typing import Any, Unpack

from noyes import _noyes
from noyes._interval import interval_svg
from noyes._noyes import Board, Goal
from noyes._options import BoardLike, Bytes, Count, GoalLike, Options, Time, checked
from noyes._picture import Picture
from noyes._solution import Fields, Solution

#: The longest time without asking for signals, in seconds.
_BETWEEN_SIGNALS = 0.05

OnEvent = Callable[[dict[str, Any]], object]


def solve(
    board: BoardLike,
    *,
    optimal: bool = False,
    time_limit: Time | None = None,
    memory_limit: Bytes | None = None,
    node_limit: Count | None = None,
    algorithm: str | None = None,
    heuristic: str | Callable[[Board], float] | None = None,
    weight: float | str | None = None,
    tables: str | None = None,
    goal: GoalLike = None,
    metric: str | None = None,
    threads: int | None = None,
    seed: int | None = None,
    start_from: str | None = None,
    checkpoint: str | PathLike[str] | None = None,
    resume: str | PathLike[str] | None = None,
    full: bool = False,
    on_event: OnEvent | None = None,
) -> Solution:
    """Solves a board: the minimum up to 4×4, and for larger boards what ten seconds give.

    >>> import noyes
    >>> noyes.solve([[8, 1, 3], [4, 0, 2], [7, 6, 5]]).length
    14

    :param optimal: go on until the minimum is proven, whatever it takes.
    :param time_limit: seconds, or ``"500ms"``, ``"2m"``. What was found by then is returned.
    :param memory_limit: bytes, or ``"4GB"``, for the whole process.
    :param node_limit: generated nodes, or ``"1e6"``.
    :param algorithm: as ``noyes solve --algorithm``; ``None`` chooses.
    :param heuristic: as ``noyes solve --heuristic``; or a function of a board, see
        :func:`noyes.heuristics.solve_with`.
    :param goal: ``blank-last``, ``blank-first``, ``snail``, or a board.
    :param metric: ``single``, or ``multi`` where several tiles of a line slide at once.
    :param threads: at most this many.
    :param seed: of randomised searches.
    :param start_from: a solution to shorten.
    :param checkpoint: the file in which a long proof keeps how far it has come.
    :param resume: such a file, to go on from.
    :param full: finish the last iteration of a proof, so that its counts can be compared.
    :param on_event: called with every event as a dict (docs/book/progress.md), on this thread. An
        answer of ``False`` stops the search.
    :raises Unsolvable: if the goal cannot be reached.

    Ctrl-C stops the search and returns the best solution so far, whose ``stop`` is
    ``"interrupt"``; it raises ``KeyboardInterrupt`` only if there is none.
    """
    if callable(heuristic):
        from noyes.heuristics import solve_with

        return solve_with(
            board, heuristic, algorithm=algorithm or "astar", goal=goal, node_limit=node_limit,
            time_limit=time_limit,
        )
    search = start(
        board,
        optimal=optimal,
        time_limit=time_limit,
        memory_limit=memory_limit,
        node_limit=node_limit,
        algorithm=algorithm,
        heuristic=heuristic,
        weight=weight,
        tables=tables,
        goal=goal,
        metric=metric,
        threads=threads,
        seed=seed,
        start_from=start_from,
        checkpoint=checkpoint,
        resume=resume,
        full=full,
        on_event=on_event,
    )
    with search:
        try:
            return search.result()
        except KeyboardInterrupt:
            search.stop()
            solution = search.result()
            if solution.moves is None:
                raise
            return solution


def start(
    board: BoardLike,
    *,
    goal: GoalLike = None,
    on_event: OnEvent | None = None,
    **options: Unpack[Options],
) -> Search:
    """Starts to solve a board and returns at once. The options are those of :func:`solve`.

    >>> import noyes
    >>> with noyes.start("8 1 3/4 0 2/7 6 5") as search:
    ...     lengths = [solution.length for solution in search]
    >>> lengths[-1], search.lower_bound
    (14, 14)
    """
    return Search(Board(board), Goal(goal), checked(options), on_event)


class Search:
    """A solve that runs beside the caller; made by :func:`start`.

    Iterating, with ``for`` or ``async for``, gives every solution as it is found, each shorter
    than the one before. Leaving its ``with`` block stops it.
    """

    def __init__(
        self, board: Board, goal: Goal, options: dict[str, Any], on_event: OnEvent | None
    ) -> None:
        self._run = _noyes.Run(board, goal, options, on_event is not None)
        self._on_event = on_event
        self._seen = 0
        self._begun = time.monotonic()
        self.board = board
        """The board."""
        self.goal = goal
        """The goal."""

    @property
    def best(self) -> Solution | None:
        """The best solution so far."""
        found = self._run.improvement_count
        result = self._run.result()
        if result is not None:
            solution = self._solution(result)
            return solution if solution.moves is not None else None
        return self._improvement(found - 1) if found else None

    @property
    def lower_bound(self) -> int:
        """No solution is shorter than this, as far as is proven now."""
        return self._run.lower_bound

    @property
    def expanded(self) -> int:
        """Nodes expanded so far."""
        return self._run.counts[0]

    @property
    def generated(self) -> int:
        """Nodes generated so far."""
        return self._run.counts[1]

    @property
    def done(self) -> bool:
        """Whether the search has ended."""
        return self._run.result() is not None

    def stop(self) -> None:
        """Asks the search to end with what it has; :meth:`result` then returns it."""
        self._run.stop()

    def result(self, timeout: float | None = None) -> Solution:
        """Waits for the end and returns the result.

        :raises TimeoutError: if the search goes on after ``timeout`` seconds.
        """
        until = None if timeout is None else time.monotonic() + timeout
        while not self._step(_BETWEEN_SIGNALS):
            if until is not None and time.monotonic() >= until:
                raise TimeoutError("the search goes on")
        return self._ended()

    def __iter__(self) -> Iterator[Solution]:
        given = 0
        while True:
            done = self._step(_BETWEEN_SIGNALS)
            while given < self._run.improvement_count:
                yield self._improvement(given)
                given += 1
            if done:
                return

    async def __aiter__(self) -> AsyncIterator[Solution]:
        given = 0
        while True:
            done = self._step(0.0)
            while given < self._run.improvement_count:
                yield self._improvement(given)
                given += 1
            if done:
                return
            await asyncio.sleep(_BETWEEN_SIGNALS / 2)

    async def wait(self) -> Solution:
        """Waits for the end without blocking the event loop, and returns the result."""
        while not self._step(0.0):
            await asyncio.sleep(_BETWEEN_SIGNALS / 2)
        return self._ended()

    def __enter__(self) -> Search:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def intervals(self) -> list[tuple[float, int | None, int]]:
        """The interval whenever it has changed: seconds since the start, the length of the best
        solution, and the bound."""
        points = self._run.intervals
        if self.done:
            # What the result says besides, as of a board that a table answers at once.
            end = self._ended()
            if not points or points[-1][1:] != (end.length, end.lower_bound):
                points.append((end.seconds, end.length, end.lower_bound))
        return points

    def picture(self) -> Picture:
        """How the interval has closed so far, as svg."""
        seconds = self._ended().seconds if self.done else time.monotonic() - self._begun
        return Picture(interval_svg(self.intervals, seconds).encode(), "image/svg+xml")

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "image/svg+xml": self.picture().text}

    def __repr__(self) -> str:
        best = self.best
        length = "no solution yet" if best is None else f"{best.length} moves"
        state = "ended" if self.done else "running"
        return f"<Search: {state}, {length}, the minimum is at least {self.lower_bound}>"

    def _step(self, seconds: float) -> bool:
        """Waits for something to happen and passes events on; says whether the search is over."""
        self._seen, done = self._run.wait(self._seen, seconds)
        if self._on_event is not None:
            for text in self._run.take_events():
                try:
                    answer = self._on_event(json.loads(text))
                except BaseException:
                    self.stop()
                    raise
                if answer is False:
                    self.stop()
        return done

    def _ended(self) -> Solution:
        result = self._run.result()
        assert result is not None
        return self._solution(result)

    def _improvement(self, number: int) -> Solution:
        return Solution(self.board, self.goal, **self._run.improvement(number))

    def _solution(self, fields: Fields) -> Solution:
        return Solution(self.board, self.goal, True, *fields)
