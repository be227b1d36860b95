"""One proof on many workers."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from noyes import _noyes, _tasks
from noyes._executors import ExecutorLike, Workers
from noyes._noyes import Board, Goal
from noyes._options import BoardLike, GoalLike
from noyes._progress import Progress
from noyes._solution import Solution
from noyes._solve import solve

#: The longest time without asking for signals, in seconds. They break such a wait off, but on
#: Windows.
_BETWEEN_SIGNALS = 0.2
#: Tasks that are given out for each worker.
_IN_FLIGHT = 3
#: Seconds between two writes of a checkpoint.
_BETWEEN_CHECKPOINTS = 5.0
#: Seconds that a beam has to find a short solution.
_BEAM_SECONDS = 10.0
#: The most beams, each with a seed of its own.
_MOST_BEAMS = 64
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
    threads: int | None = None,
    seeds: int = 8192,
    on_progress: Callable[[Progress], object] | None = None,
    home_seconds: float = 5.0,
    budget: int | None = None,
    beam_seconds: float = _BEAM_SECONDS,
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
    :param threads: the threads of each task, which share one transposition table. By default each
        worker's share of the cores of its machine, so that one worker process a machine is best;
        with ``full``, 1.
    :param seeds: the boards of the frontier below which tasks search. Counts depend on it.
    :param on_progress: called about every second with a :class:`Progress`; ``print`` serves.
    :param home_seconds: iterations predicted to take one worker less than this are run here.
    :param budget: nodes of a task; by default what takes 0.5 to 10 seconds.
    :param beam_seconds: how long each worker looks for a short solution at the start. If it finds
        one of the minimum, the largest iteration is spared. With ``full`` there are no beams.
    :raises Unsolvable: if the goal cannot be reached.

    Boards of 17 to 36 cells are cut into tasks; smaller ones are solved here.
    """
    begun = time.perf_counter()
    board, goal = Board(board), Goal(goal)
    # An executor that forks must fork before there are threads here.
    crew: Workers[int] | None = None if executor is None else Workers(executor, workers)
    try:
        if board.rows * board.cols not in _CELLS:
            return _small(board, goal, begun)
        run = _Run(
            board, goal, crew, full, None if checkpoint is None else Path(checkpoint), tables,
            threads, seeds, on_progress, home_seconds, budget,
        )
        if not full:
            run.begin_beams(beam_seconds)
        return run.run()
    finally:
        if crew is not None:
            crew.close()
        _noyes.forget_frontiers()


def _part_of(checkpoint: Path) -> Path:
    """The name of a checkpoint while it is being written."""
    return checkpoint.with_name(f".{checkpoint.name}.part")


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
        threads: int | None,
        seeds: int,
        on_progress: Callable[[Progress], object] | None,
        home_seconds: float,
        budget: int | None,
    ) -> None:
        self._board, self._goal, self._crew = board, goal, crew
        self._checkpoint, self._on_progress = checkpoint, on_progress
        self._begun = time.perf_counter()
        self._written = self._told = time.monotonic()
        self._home_threads = _noyes.thread_count()
        self._threads = threads or (1 if full else None)
        # Those of a worker's last task, as far as it is known.
        self._worker_threads = self._threads or (
            1 if crew is None else _tasks.own_threads(crew.per_machine)
        )
        state, self._best = self._read()
        known = None if self._best is None else self._best.length
        # Without an executor all iterations are run here.
        home = float("inf") if crew is None else home_seconds
        count = 1 if crew is None else crew.count
        kept = None if state is None else (str(checkpoint), state)
        self._driver = _noyes.Driver(
            board, goal, tables, seeds, full, known, count, min(home, 1e300), budget, kept
        )

    def begin_beams(self, seconds: float) -> None:
        """Lets every worker look for a short solution while small iterations run here."""
        if self._best is not None or seconds <= 0:
            return
        crew = self._crew
        if crew is None:
            self._know(_tasks.beam(self._board, self._goal, seconds, 1, self._home_threads, 1))
            return
        for seed in range(1, min(crew.count, _MOST_BEAMS) + 1):
            # Tasks of the driver have numbers from 0 on.
            crew.submit(
                -seed, _tasks.beam, self._board, self._goal, seconds, seed, self._threads,
                crew.per_machine,
            )

    def run(self) -> Proof:
        driver = self._driver
        try:
            while not driver.is_over:
                self._step()
        except BaseException:
            self._write(always=True)
            raise
        if self._checkpoint is not None:
            self._checkpoint.unlink(missing_ok=True)
            _part_of(self._checkpoint).unlink(missing_ok=True)
        seconds = time.perf_counter() - self._begun
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
                number, _tasks.prove_task, text, self._threads, crew.per_machine
            )
            if alone:
                result, seconds, threads = _tasks.prove_task(text, self._home_threads, 1)
                # The driver counts in workers.
                driver.done(number, result, seconds * threads / self._worker_threads)
                self._tell()
        if crew is not None and not crew.is_broken:
            self._use_idle_workers(crew)
        if crew is not None and len(crew):
            results, orphans = crew.take(_BETWEEN_SIGNALS)
            for number, result in results:
                if number < 0:
                    self._know(result)
                else:
                    text, seconds, self._worker_threads = result
                    if text:
                        driver.done(number, text, seconds)
                    else:
                        driver.lost(number)
            for number in orphans:
                # A beam that is lost is not missed.
                if number >= 0:
                    driver.lost(number)
        self._tell()

    def _use_idle_workers(self, crew: Workers[int]) -> None:
        """Gives idle workers a second copy of what runs: the first result is used."""
        while len(crew) < crew.count and (task := self._driver.spare_task()) is not None:
            number, text, _ = task
            crew.submit(number, _tasks.prove_task, text, self._threads, crew.per_machine)

    def _know(self, moves: str | None) -> None:
        """Takes a solution that a beam has found."""
        if moves is None or (self._best is not None and len(moves) >= len(self._best.moves or "")):
            return
        found = Solution(self._board, self._goal, moves=moves, length=len(moves))
        if found.check():
            self._best = found
            self._driver.know(len(moves))

    def _tell(self) -> None:
        self._write()
        now = time.monotonic()
        if self._on_progress is None or now < self._told + 1.0:
            return
        self._told = now
        progress = json.loads(self._driver.progress())
        workers = 1 if self._crew is None else self._crew.count
        rate = progress["rate"] * workers
        nodes, (least, most) = progress["nodes_left"], progress["nodes_left_spread"]
        expanded, generated = self._driver.counts
        best = None if self._best is None else self._best.length
        proof_nodes = nodes
        if best is not None:
            # The iterations after this one, up to that which would find the best solution.
            whole = nodes / max(1.0 - progress["share"], 0.01)
            for _ in range(progress["bound"] + 2, best, 2):
                whole *= progress["growth"]
                proof_nodes += whole
        rate_or_one = max(rate, 1.0)
        self._on_progress(
            Progress(
                bound=progress["bound"], best=best, share=progress["share"], rate=rate,
                workers=workers, seconds_left=nodes / rate_or_one,
                seconds_left_spread=(least / rate_or_one, most / rate_or_one),
                proof_seconds_left=None if best is None else proof_nodes / rate_or_one,
                running=progress["running"], waiting=progress["waiting"], done=progress["done"],
                expanded=expanded, generated=generated,
                seconds=time.perf_counter() - self._begun,
            )
        )

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
        # One process at a time works on a checkpoint. What a killed one has left has this name too.
        part = _part_of(self._checkpoint)
        part.unlink(missing_ok=True)
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, self._checkpoint)
