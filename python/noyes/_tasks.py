"""What workers run: pure functions that may run twice, anywhere.

The last argument of each is a number that nothing depends on. Dask takes two calls with the same
arguments for one; with the number a task that is given out again does run again.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any

from noyes import _noyes
from noyes._noyes import Board, Goal

#: Seconds between two questions of a long task whether it is still wanted.
BETWEEN_QUESTIONS = 0.05

#: What MPI tells a rank of how many there are on its machine.
_RANKS_HERE = ("OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS")


def hello(_number: int = 0) -> str:
    """The version of the worker: asked of the executor before any work."""
    return _noyes.__version__


def solve_chunk(
    packed: bytes, goal: Goal, options: dict[str, Any], _number: int = 0
) -> tuple[bytes, float]:
    """Solves some boards. Returns their rows as bytes, and the seconds that it took."""
    started = time.perf_counter()
    rows = _noyes.BatchRun(_noyes.unpack_boards(packed), goal, options).packed()
    return rows, time.perf_counter() - started


def own_threads(sharers: int) -> int:
    """The threads of one task on a machine that runs this many tasks at once."""
    for name in _RANKS_HERE:
        if os.environ.get(name, "").isdigit():
            sharers = int(os.environ[name])
    usable = getattr(os, "sched_getaffinity", None)
    cores = len(usable(0)) if usable is not None else os.cpu_count() or 1
    return max(1, cores // max(1, sharers))


def wanted_by_dask() -> Callable[[], bool] | None:
    """Within a task of Dask: a function that says whether the task is still wanted. Dask takes a
    running task back without stopping it, and its worker complains if it is closed meanwhile."""
    thread_state = getattr(sys.modules.get("distributed.worker"), "thread_state", None)
    key = getattr(thread_state, "key", None)
    worker = getattr(thread_state, "execution_state", {}).get("worker")
    tasks = getattr(getattr(worker, "state", None), "tasks", None)
    if key is None or tasks is None:
        return None
    return lambda: getattr(tasks.get(key), "state", None) != "cancelled"


def runs_cancelled(dask_worker: Any) -> bool:
    """Whether a task that was taken back still runs on this worker of Dask."""
    return any(task.state == "cancelled" for task in dask_worker.state.tasks.values())


def prove_task(
    task: str, threads: int | None, sharers: int, _number: int = 0
) -> tuple[str, float, int]:
    """Runs a task of a proof on some threads, or on its share of this machine's. Returns its
    result, the seconds that it took, and how many threads it had. The result of a task that was
    taken back meanwhile is empty."""
    count = threads or own_threads(sharers)
    started = time.perf_counter()
    is_wanted = wanted_by_dask()
    try:
        result = _noyes.run_proof_task(task, count, is_wanted)
    except RuntimeError:
        if is_wanted is None or is_wanted():
            raise
        result = ""
    return result, time.perf_counter() - started, count


def beam(
    board: Board,
    goal: Goal,
    seconds: float,
    seed: int,
    threads: int | None,
    sharers: int,
    _number: int = 0,
) -> str | None:
    """A short solution by a beam search, with a seed of its own: its moves."""
    from noyes._solve import start

    count = threads or own_threads(sharers)
    is_wanted = wanted_by_dask()
    with start(board, goal=goal, time_limit=seconds, seed=seed, threads=count) as search:
        while True:
            try:
                return search.result(timeout=BETWEEN_QUESTIONS).moves
            except TimeoutError:
                if is_wanted is not None and not is_wanted():
                    return None
