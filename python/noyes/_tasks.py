"""What workers run: pure functions that may run twice, anywhere."""

from __future__ import annotations

import time
from typing import Any

from noyes import _noyes
from noyes._noyes import Board, Goal

#: The fields of a solution; ``None`` for an unsolvable board, a sentence for one that failed.
Row = dict[str, Any] | str | None


def hello() -> str:
    """The version of the worker: asked of the executor before any work."""
    return _noyes.__version__


def solve_chunk(
    boards: list[Board], goal: Goal, options: dict[str, Any]
) -> tuple[list[Row], float]:
    """Solves some boards. Returns a row for each, and the seconds that it took."""
    started = time.perf_counter()
    run = _noyes.BatchRun(boards, goal, options)
    rows: list[Row] = ["the solver crashed; please report this board"] * len(boards)
    done = False
    while not done:
        some, done = run.take(1.0)
        for number, row in some:
            rows[number] = row
    return rows, time.perf_counter() - started


def prove_task(task: str, threads: int) -> tuple[str, float]:
    """Runs a task of a proof. Returns its result, and the seconds that it took."""
    started = time.perf_counter()
    result = _noyes.run_proof_task(task, threads)
    return result, time.perf_counter() - started
