"""Many boards: on the engine's own threads, or on any executor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Protocol, Unpack, overload

from noyes import _noyes, _tasks
from noyes._executors import ExecutorLike, Workers
from noyes._noyes import Board, Goal
from noyes._options import BoardLike, GoalLike, Options, checked
from noyes._rows import Rows, row_of, solution_of
from noyes._solution import Row, Solution

#: The longest time without asking for signals, in seconds.
_BETWEEN_SIGNALS = 0.05
#: The same while an executor works: such a wait is broken off by signals, but on Windows.
_BETWEEN_CHUNKS = 0.5
#: The seconds that a chunk should take.
_CHUNK_SECONDS = 1.0
#: The seconds below which no chunk is cut further towards the end.
_LEAST_SECONDS = 0.05
#: The boards of a chunk before anything is known of their time.
_FIRST_CHUNK = 8
#: The chunks that are given out for each worker.
_IN_FLIGHT = 3


def solve_many(
    boards: Iterable[BoardLike],
    executor: ExecutorLike | None = None,
    *,
    workers: int | None = None,
    goal: GoalLike = None,
    write_to: str | PathLike[str] | None = None,
    resume_file: bool = False,
    **options: Unpack[Options],
) -> Batch:
    """Solves many boards. The options are those of :func:`noyes.solve` and hold for each board.

    >>> import noyes
    >>> batch = noyes.solve_many(noyes.scramble(3, count=5, seed=1))
    >>> [solution.length for solution in batch]
    [23, 20, 20, 20, 26]

    :param executor: any ``concurrent.futures.Executor``: a process pool, Dask's
        ``client.get_executor()``, ``MPIPoolExecutor``. Boards are sent in chunks of about a
        second, and a chunk whose worker dies is sent again. A function that makes an executor
        serves too; then a broken pool is replaced. Without one, the engine's threads solve.
    :param workers: how many tasks the executor runs at once, where it does not tell.
    :param write_to: a file for results as they come, within a second: ``.csv``, ``.jsonl``, or
        ``.parquet`` (a folder of files, every ten seconds).
    :param resume_file: go on with a file that is there: its boards are not solved again.

    An unsolvable board gives a solution whose ``solvable`` is false.
    """
    return Batch(
        [Board(board) for board in boards], Goal(goal), checked(options), executor, workers,
        None if write_to is None else Rows(Path(write_to), resume_file),
    )


class _Source(Protocol):
    """Where results come from."""

    def take(self) -> tuple[list[tuple[int, Row]], bool]: ...

    def stop(self) -> None: ...


class Batch(Sequence[Solution]):
    """The solutions of many boards, in the order of the boards; made by :func:`solve_many`.

    Iterating gives each solution as soon as it and all before it are there; :meth:`as_finished`
    does not keep the order; an index waits for its board.
    """

    def __init__(
        self,
        boards: list[Board],
        goal: Goal,
        options: dict[str, Any],
        executor: ExecutorLike | None,
        workers: int | None,
        rows: Rows | None,
    ) -> None:
        self.boards = boards
        """The boards."""
        self.goal = goal
        """The goal."""
        self._solutions: list[Solution | None] = [None] * len(boards)
        self._finished: list[int] = []
        self._rows = rows
        for row in rows.read() if rows is not None else []:
            index: int = row["index"]
            if not 0 <= index < len(boards):
                raise ValueError("the file has more boards than there are: write to another file")
            self._keep(index, solution_of(row, boards[index], goal))
        left = [index for index in range(len(boards)) if self._solutions[index] is None]
        self._source: _Source | None = None
        if not left:
            return
        if executor is None:
            self._source = _OwnThreads(boards, left, goal, options)
        else:
            self._source = _OnExecutor(boards, left, goal, options, executor, workers)

    @property
    def done(self) -> int:
        """How many boards have their solution."""
        return len(self._finished)

    def __len__(self) -> int:
        return len(self.boards)

    @overload
    def __getitem__(self, index: int) -> Solution: ...

    @overload
    def __getitem__(self, index: slice) -> list[Solution]: ...

    def __getitem__(self, index: int | slice) -> Solution | list[Solution]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        number = range(len(self))[index]
        while (solution := self._solutions[number]) is None:
            self._pump()
        return solution

    def __iter__(self) -> Iterator[Solution]:
        solutions = self._solutions
        for number in range(len(solutions)):
            yield solutions[number] or self[number]

    def as_finished(self) -> Iterator[tuple[int, Solution]]:
        """The number of each board with its solution, as they finish."""
        given = 0
        while given < len(self):
            while given >= len(self._finished):
                self._pump()
            index = self._finished[given]
            given += 1
            yield index, self[index]

    def wait(self) -> Batch:
        """Waits for all boards."""
        while self._source is not None:
            self._pump()
        return self

    def stop(self) -> None:
        """Ends the batch: boards that have no solution yet get none."""
        if self._source is not None:
            self._source.stop()

    def columns(self) -> dict[str, list[Any]]:
        """All results as columns, for ``pandas.DataFrame`` or ``polars.DataFrame``."""
        rows = [row_of(index, solution) for index, solution in enumerate(self)]
        if not rows:
            return {}
        return {name: [row[name] for row in rows] for name in rows[0]}

    def __repr__(self) -> str:
        optimal = sum(solution is not None and solution.optimal for solution in self._solutions)
        return f"<Batch: {self.done} of {len(self)} boards, {optimal} proven minimal>"

    def _keep(self, index: int, solution: Solution) -> None:
        if self._solutions[index] is None:
            self._solutions[index] = solution
            self._finished.append(index)

    def _pump(self) -> None:
        """Takes in what has come."""
        if self._source is None:
            return
        try:
            results, is_over = self._source.take()
        except BaseException:
            self.stop()
            if self._rows is not None:
                self._rows.flush()
            raise
        solutions, finished = self._solutions, self._finished
        for index, row in results:
            # A chunk may come twice.
            if solutions[index] is None:
                solutions[index] = self._solution(index, row)
                finished.append(index)
        if self._rows is not None:
            found = ((index, self._solutions[index]) for index, _ in results)
            self._rows.add((index, one) for index, one in found if one is not None)
            # After the last board the caller need not ask again.
            if is_over or self.done == len(self):
                self._rows.flush()
        if is_over:
            self._source = None
            words = "stopped before it was solved"
            for index in [index for index, one in enumerate(solutions) if one is None]:
                self._keep(index, Solution(self.boards[index], self.goal, error=words))

    def _solution(self, index: int, row: Row) -> Solution:
        board = self.boards[index]
        if row is None:
            return Solution(board, self.goal, solvable=False)
        if isinstance(row, str):
            return Solution(board, self.goal, error=row)
        return Solution(board, self.goal, True, *row)


class _OwnThreads:
    """The engine of this process."""

    def __init__(
        self, boards: list[Board], left: list[int], goal: Goal, options: dict[str, Any]
    ) -> None:
        self._left = left
        self._run = _noyes.BatchRun([boards[index] for index in left], goal, options)

    def take(self) -> tuple[list[tuple[int, Row]], bool]:
        rows, is_over = self._run.take(_BETWEEN_SIGNALS)
        return [(self._left[number], row) for number, row in rows], is_over

    def stop(self) -> None:
        self._run.stop()


class _OnExecutor:
    """Chunks of boards on an executor; in this process once the executor is broken."""

    def __init__(
        self,
        boards: list[Board],
        left: list[int],
        goal: Goal,
        options: dict[str, Any],
        executor: ExecutorLike,
        workers: int | None,
    ) -> None:
        self._boards = boards
        self._left = left[::-1]
        self._goal = goal
        # A worker is one core, unless the caller says otherwise.
        self._options = {"threads": 1, **options}
        self._workers: Workers[list[int]] = Workers(executor, workers)
        self._seconds, self._solved = 0.0, 0
        self._at_home: _OwnThreads | None = None
        self._fill()

    def take(self) -> tuple[list[tuple[int, Row]], bool]:
        if self._at_home is not None:
            return self._at_home.take()
        results: list[tuple[int, Row]] = []
        chunks, orphans = self._workers.take(_BETWEEN_CHUNKS)
        for chunk, (rows, seconds) in chunks:
            results += zip(chunk, _noyes.unpack_rows(rows), strict=True)
            self._seconds += seconds
            self._solved += len(chunk)
        for chunk in orphans:
            self._left += chunk
        self._fill()
        if self._workers.is_broken and not self._workers and self._left:
            options = {name: value for name, value in self._options.items() if name != "threads"}
            self._at_home = _OwnThreads(self._boards, self._left, self._goal, options)
            self._left = []
            return results, False
        is_over = not self._workers and not self._left
        if is_over:
            self._workers.close()
        return results, is_over

    def stop(self) -> None:
        self._left.clear()
        self._workers.close()
        if self._at_home is not None:
            self._at_home.stop()

    def _fill(self) -> None:
        """Keeps every worker busy, with chunks that get smaller towards the end."""
        workers = self._workers
        while self._left and len(workers) < _IN_FLIGHT * workers.count:
            most, least = _FIRST_CHUNK, 1
            if self._solved:
                rate = self._solved / max(self._seconds, 1e-9)
                most, least = int(_CHUNK_SECONDS * rate), int(_LEAST_SECONDS * rate)
            share = len(self._left) // (2 * workers.count)
            size = max(1, min(most, max(least, share)))
            chunk = [self._left.pop() for _ in range(min(size, len(self._left)))]
            boards = _noyes.pack_boards([self._boards[index] for index in chunk])
            if not workers.submit(chunk, _tasks.solve_chunk, boards, self._goal, self._options):
                self._left += chunk
                return
