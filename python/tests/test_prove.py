"""One proof: the serial counts on any workers, whatever is lost."""

import json
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
from noyes import _tasks
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
    quick = noyes.prove(BOARD, tables="quick", seeds=400, beam_seconds=0.2)
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
        assert noyes.prove(BOARD, pool, beam_seconds=0.2, **TASKS).length == serial[0]


class Watched(Flaky):
    """Notes what it is given."""

    def __init__(self):
        super().__init__()
        self.calls = []

    def submit(self, function, /, *args):
        self.calls.append((function.__name__, args))
        return super().submit(function, *args)


def test_beams_come_first_and_spare_the_last_iteration(serial):
    watched = Watched()
    best = noyes.solve(BOARD, optimal=True, tables="small")
    proof = noyes.prove(BOARD, watched, workers=3, beam_seconds=2.0, **TASKS)
    assert proof.length == serial[0] == best.length
    names = [name for name, _ in watched.calls]
    assert names[:5] == ["hello", "beam", "beam", "beam", "prove_task"]
    assert {args[3] for name, args in watched.calls if name == "beam"} == {1, 2, 3}
    # Their solution is a shortest one, so no task finds another.
    assert proof.expanded < serial[1]
    assert "beam" not in [name for name, _ in _given(full=True)]
    assert "beam" not in [name for name, _ in _given(beam_seconds=0.0)]


def _given(**options):
    watched = Watched()
    noyes.prove(BOARD, watched, workers=2, **options, **TASKS)
    return watched.calls


def test_tasks_on_several_threads(serial):
    """One worker process a machine, whose tasks use all its threads."""
    watched = Watched()
    proof = noyes.prove(BOARD, watched, workers=1, full=True, threads=3, **TASKS)
    assert counts(proof) == serial
    assert {args[1] for name, args in watched.calls if name == "prove_task"} == {3}
    # By default a task has its worker's share of the machine, and with full one thread.
    assert {args[1:3] for name, args in _given(full=True) if name == "prove_task"} == {(1, 2)}
    assert {args[1:3] for name, args in _given(beam_seconds=0.0) if name == "prove_task"} == {
        (None, 2)
    }


def test_shares_of_a_machine(monkeypatch):
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(8)), raising=False)
    assert [_tasks.own_threads(sharers) for sharers in (1, 2, 3, 8, 20)] == [8, 4, 2, 1, 1]
    monkeypatch.setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "4")
    assert _tasks.own_threads(1) == 2


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
    # It may have been killed while it wrote.
    (tmp_path / ".proof.json.part").write_text("half")
    proof = noyes.prove(BOARD, Flaky(), workers=2, full=True, checkpoint=path, **TASKS)
    assert counts(proof) == serial and not list(tmp_path.iterdir())


def test_an_exception_of_the_caller_leaves_a_checkpoint(serial, tmp_path, monkeypatch):
    path = tmp_path / "deep" / "proof.json"
    monkeypatch.setattr("noyes._prove.time.monotonic", iter(range(0, 10**9, 2)).__next__)
    # The only checkpoint is that of the exception.
    monkeypatch.setattr("noyes._prove._BETWEEN_CHECKPOINTS", 1e12)
    told = []

    def enough(progress):
        told.append(progress)
        if progress.done > 10:
            raise LookupError

    with pytest.raises(LookupError):
        noyes.prove(
            BOARD, Flaky(), full=True, checkpoint=path, on_progress=enough, workers=2, **TASKS
        )
    last = told[-1]
    assert [one.bound for one in told] == sorted(one.bound for one in told)
    assert last.workers == 2 and last.rate > 0 and last.expanded > 0 and last.best is None
    least, most = last.seconds_left_spread
    assert least <= last.seconds_left <= most and 0 <= last.share <= 1
    assert last.interval == (last.bound, None) and "on 2 workers" in str(last)
    kept = path.read_text()
    assert counts(noyes.prove(BOARD, full=True, checkpoint=path, **TASKS)) == serial
    # A signature is that of the frontier and of what is in the tables.
    other = json.loads(kept)
    other["driver"]["whole"]["signature"] += 1
    path.write_text(json.dumps(other))
    with pytest.raises(ValueError, match="proof.json cannot be used: .* other tables"):
        noyes.prove(BOARD, full=True, checkpoint=path, **TASKS)
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
