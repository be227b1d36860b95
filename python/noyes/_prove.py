"""One proof on many workers."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from noyes import _noyes, _tasks
from noyes._executors import ExecutorLike, Workers
from noyes._noyes import Board, Goal
from noyes._options import BoardLike, GoalLike
from noyes._solution import Solution
from noyes._solve import solve

#: The longest time without asking for signals, in seconds.
_BETWEEN_SIGNALS = 0.05
#: Tasks that are given out for each worker.
_IN_FLIGHT = 3
#: Seconds between two writes of a checkpoint.
_BETWEEN_CHECKPOINTS = 5.0
#: Seconds for a first solution, before the proof.
_FIRST_SOLUTION = 10.0
#: The cells of boards whose proof is cut into tasks.
_CELLS = range(17, 26)


@dataclass(frozen=True, slots=True)
class Proof:
    """A proven minimum and what it took."""

    solution: Solution
    """A shortest solution."""
    length: int
    """The minimum."""
    expanded: int
    """Nodes whose neighbours were made."""
    generated: int
    """Nodes made."""
    tasks: int
    """Tasks that were done."""
    seconds: float
    """Time since the start, or since it was resumed."""

    @property
    def moves(self) -> str:
        """The moves of the solution."""
        return self.solution.moves or ""

    @property
    def lower_bound(self) -> int:
        """No solution is shorter than this."""
        return self.length

    @property
    def optimal(self) -> bool:
        """True: the minimum is proven."""
        return True


def prove(
    board: BoardLike,
    executor: ExecutorLike | None = None,
    *,
    workers: int | None = None,
    full: bool = False,
    checkpoint: str | PathLike[str] | None = None,
    goal: GoalLike = None,
    tables: str | None = None,
    seeds: int = 8192,
    on_progress: Callable[[dict[str, Any]], object] | None = None,
    home_seconds: float | None = None,
    budget: int | None = None,
) -> Proof:
    """Proves the minimum of a board, on as many workers as there are.

    :param executor: any ``concurrent.futures.Executor``, or a function that makes one; without
        one the proof runs here, on all threads.
    :param workers: how many tasks the executor runs at once, where it does not tell.
    :param full: finish the last iteration, and use no transposition table: then ``expanded`` and
        ``generated`` are the same wherever the proof runs.
    :param checkpoint: a file that keeps how far the proof has come. If it is there the proof goes
        on from it; when the proof is over it is removed.
    :param tables: ``quick``, ``small``, ``large``, ``huge`` or ``vast``; every worker builds them
        where they are missing. By default the large ones if they are there, else the small ones.
    :param seeds: the boards of the frontier below which tasks search. Counts depend on it.
    :param on_progress: called about every second with a dict: ``bound``, ``best``, ``share`` (of
        this iteration), ``rate`` (nodes a second of all workers), ``seconds_left`` and its spread
        ``seconds_left_most``, ``running``, ``waiting``, ``done``, ``expanded``, ``generated``.
    :param home_seconds: iterations predicted to take one worker less than this are run here; 5.
    :param budget: nodes of a task; by default what takes 0.5 to 10 seconds.
    :raises Unsolvable: if the goal cannot be reached.

    Boards of 17 to 25 cells are cut into tasks; smaller ones are solved here.
    """
    begun = time.perf_counter()
    board, goal = Board(board), Goal(goal)
    # An executor that forks must fork before there are threads here.
    crew: Workers[int] | None = None if executor is None else Workers(executor, workers)
    try:
        if board.rows * board.cols not in _CELLS:
            return _small(board, goal, begun)
        run = _Run(board, goal, crew, full, None if checkpoint is None else Path(checkpoint),
                   tables, seeds, on_progress, home_seconds, budget)
        return run.run(begun)
    finally:
        if crew is not None:
            crew.close()


def _small(board: Board, goal: Goal, begun: float) -> Proof:
    if board.rows * board.cols > _CELLS.stop:
        raise ValueError(
            f"a {board.rows}×{board.cols} board is beyond any proof: solve() gives an interval"
        )
    found = solve(board, goal=goal, optimal=True)
    if not found.optimal or found.length is None:
        raise KeyboardInterrupt
    seconds = time.perf_counter() - begun
    return Proof(found, found.length, found.expanded, found.generated, 1, seconds)


class _Run:
    """A proof while it runs."""

    def __init__(
        self,
        board: Board,
        goal: Goal,
        crew: Workers[int] | None,
        full: bool,
        checkpoint: Path | None,
        tables: str | None,
        seeds: int,
        on_progress: Callable[[dict[str, Any]], object] | None,
        home_seconds: float | None,
        budget: int | None,
    ) -> None:
        self._board, self._goal, self._crew = board, goal, crew
        self._checkpoint, self._on_progress = checkpoint, on_progress
        self._written = self._told = time.monotonic()
        self._threads = _noyes.thread_count()
        state, self._best = self._read()
        if not full and self._best is None:
            self._best = solve(board, goal=goal, time_limit=_FIRST_SOLUTION)
        known = None if self._best is None else self._best.length
        # Without an executor all iterations are run here.
        home = float("inf") if crew is None else 5.0 if home_seconds is None else home_seconds
        count = 1 if crew is None else crew.count
        self._driver = _noyes.Driver(
            board, goal, tables, seeds, full, known, count, min(home, 1e300), budget, state
        )

    def run(self, begun: float) -> Proof:
        driver = self._driver
        try:
            while not driver.is_over:
                self._step()
        except BaseException:
            self._write(always=True)
            raise
        if self._checkpoint is not None:
            self._checkpoint.unlink(missing_ok=True)
        seconds = time.perf_counter() - begun
        expanded, generated = driver.counts
        moves = driver.solution
        if moves is None:
            assert self._best is not None and self._best.moves is not None
            moves = self._best.moves
        solution = Solution(
            self._board, self._goal, moves=moves, length=len(moves), lower_bound=driver.bound,
            optimal=len(moves) == driver.bound, algorithm="ida", heuristic="pattern",
            expanded=expanded, generated=generated, seconds=seconds,
        )
        if not (solution.optimal and solution.check()):
            raise RuntimeError("the proof and its solution contradict each other; please report it")
        done = json.loads(driver.progress())["done"]
        return Proof(solution, driver.bound, expanded, generated, done, seconds)

    def _step(self) -> None:
        """Gives out tasks and takes in results."""
        driver, crew = self._driver, self._crew
        while crew is None or crew.is_broken or len(crew) < _IN_FLIGHT * crew.count:
            task = driver.next_task()
            if task is None:
                break
            number, text, at_home = task
            alone = at_home or crew is None or not crew.submit(
                number, _tasks.prove_task, text, 1
            )
            if alone:
                driver.done(number, *_tasks.prove_task(text, self._threads))
                self._tell()
        if crew is not None and len(crew):
            results, orphans = crew.take(_BETWEEN_SIGNALS)
            for number, (result, seconds) in results:
                driver.done(number, result, seconds)
            for number in orphans:
                driver.lost(number)
        self._tell()

    def _tell(self) -> None:
        self._write()
        now = time.monotonic()
        if self._on_progress is None or now < self._told + 1.0:
            return
        self._told = now
        progress: dict[str, Any] = json.loads(self._driver.progress())
        workers = 1 if self._crew is None else self._crew.count
        rate = progress.pop("rate") * workers
        left = progress.pop("nodes_left") / max(rate, 1.0)
        expanded, generated = self._driver.counts
        best = None if self._best is None else self._best.length
        # An iteration is mostly within a third of what the one before predicts.
        progress |= {
            "rate": rate, "seconds_left": left, "seconds_left_most": 1.33 * left + 1.0,
            "workers": workers, "best": best, "expanded": expanded, "generated": generated,
        }
        self._on_progress(progress)

    def _read(self) -> tuple[str | None, Solution | None]:
        """The state of the driver and the solution in hand, from the checkpoint."""
        if self._checkpoint is None or not self._checkpoint.exists():
            return None, None
        try:
            kept = json.loads(self._checkpoint.read_text())
            state, moves = json.dumps(kept["driver"]), kept["best"]
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(
                f"{self._checkpoint} is no checkpoint of noyes.prove: remove it, or name another"
            ) from error
        if moves is None:
            return state, None
        best = Solution(self._board, self._goal, moves=moves, length=len(moves))
        return state, best if best.check() else None

    def _write(self, always: bool = False) -> None:
        """Writes the checkpoint now and then, whole or not at all."""
        now = time.monotonic()
        if self._checkpoint is None or not (always or now > self._written + _BETWEEN_CHECKPOINTS):
            return
        self._written = now
        best = None if self._best is None else self._best.moves
        text = json.dumps({"driver": json.loads(self._driver.state()), "best": best})
        folder = self._checkpoint.parent
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".checkpoint-", dir=folder)
        with os.fdopen(handle, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, self._checkpoint)
