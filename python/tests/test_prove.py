"""One proof: the serial counts on any workers, whatever is lost."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ProcessPoolExecutor

import pytest

import noyes
from test_many import Flaky

BOARD = noyes.scramble((3, 6), seed=2, depth=200)[0]
#: Small tasks, and none at home, so that there are many.
TASKS = {"tables": "quick", "seeds": 400, "home_seconds": 0.0, "budget": 20_000}


@pytest.fixture(scope="module")
def serial():
    proof = noyes.prove(BOARD, full=True, tables="quick", seeds=400)
    assert proof.solution.check() and proof.length == len(proof.moves)
    return proof.length, proof.expanded, proof.generated


def counts(proof):
    return proof.length, proof.expanded, proof.generated


def test_the_length_is_that_of_a_solve(serial):
    assert noyes.solve(BOARD, optimal=True, tables="small").length == serial[0]
    quick = noyes.prove(BOARD, tables="quick", seeds=400)
    assert quick.length == serial[0] and quick.expanded <= serial[1]
    assert quick.optimal and quick.lower_bound == quick.length


def test_the_serial_counts_with_workers_that_die(serial):
    told = []
    proof = noyes.prove(BOARD, Flaky(), workers=3, full=True, on_progress=told.append, **TASKS)
    assert counts(proof) == serial and proof.tasks > 20


def test_a_process_pool(serial):
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        assert counts(noyes.prove(BOARD, pool, full=True, **TASKS)) == serial
        assert noyes.prove(BOARD, pool, **TASKS).length == serial[0]


def test_a_driver_that_is_killed_goes_on(serial, tmp_path):
    path = tmp_path / "proof.json"
    code = textwrap.dedent(f"""
        import sys, noyes, noyes._prove
        sys.path.insert(0, {os.path.dirname(__file__)!r})
        from test_many import Flaky
        noyes._prove._BETWEEN_CHECKPOINTS = 0.0
        noyes.prove({BOARD!r}, Flaky(), workers=2, full=True, checkpoint={str(path)!r},
                    tables="quick", seeds=400, home_seconds=0.0, budget=2_000)
    """.replace(repr(BOARD), repr(BOARD.to_text())))
    driver = subprocess.Popen([sys.executable, "-c", code])
    until = time.monotonic() + 100
    while not path.exists() and driver.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.3)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    assert driver.returncode == -signal.SIGKILL and path.exists()
    proof = noyes.prove(BOARD, Flaky(), workers=2, full=True, checkpoint=path, **TASKS)
    assert counts(proof) == serial and not path.exists()


def test_an_exception_of_the_caller_leaves_a_checkpoint(serial, tmp_path, monkeypatch):
    path = tmp_path / "deep" / "proof.json"
    monkeypatch.setattr("noyes._prove.time.monotonic", iter(range(0, 10**9, 2)).__next__)

    def enough(progress):
        assert {"bound", "share", "rate", "seconds_left", "best", "running"} <= set(progress)
        if progress["done"] > 10:
            raise LookupError

    with pytest.raises(LookupError):
        noyes.prove(
            BOARD, Flaky(), full=True, checkpoint=path, on_progress=enough, workers=2, **TASKS
        )
    assert counts(noyes.prove(BOARD, full=True, checkpoint=path, **TASKS)) == serial
    path.write_text("{}")
    with pytest.raises(ValueError, match="is no checkpoint"):
        noyes.prove(BOARD, full=True, checkpoint=path, **TASKS)


def test_other_boards(tmp_path):
    assert noyes.prove("8 1 3/4 0 2/7 6 5").length == 14
    with pytest.raises(noyes.Unsolvable):
        noyes.prove(BOARD.twin())
    with pytest.raises(ValueError, match="beyond any proof"):
        noyes.prove(noyes.Board.solved(6))
    with pytest.raises(ValueError, match="there are no tables"):
        noyes.prove(BOARD, tables="tiny")
