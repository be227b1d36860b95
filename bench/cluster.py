"""Dask with one and with two workers, each a process: what a batch and a proof take.

    python bench/cluster.py [--boards 60000] [--korf 25] [--tables small]

It needs noyes and distributed. The rows are csv. On a machine that does other things as well the
wall clock says little, so the workers' own processor time and the share of the time that they had a
task are given too: the speed-up on free cores is the number of workers times their busy share, times
the processor time with one worker divided by that with several.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from distributed import Client

import noyes
from noyes import _tasks


@contextmanager
def cluster(workers: int):
    """A scheduler and some workers as processes of their own."""
    folder = Path(tempfile.mkdtemp())
    place = str(folder / "scheduler.json")
    dask = [sys.executable, "-m", "dask"]
    worker = ["worker", "--scheduler-file", place, "--nthreads", "1", "--no-dashboard",
              "--local-directory", str(folder)]
    scheduler = ["scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", place]
    with (folder / "log").open("w") as log:
        commands = [scheduler] + [worker] * workers
        processes = [subprocess.Popen([*dask, *command], stdout=log, stderr=log) for command in commands]
        try:
            with Client(scheduler_file=place, timeout=120) as client:
                client.wait_for_workers(workers, timeout=120)
                yield client
        finally:
            for process in reversed(processes):
                process.terminate()
            for process in processes:
                process.wait(60)


class Busy:
    """An executor that notes how long each task was on its worker."""

    def __init__(self, client, workers):
        self._executor, self._max_workers = client.get_executor(), workers
        self.begun = self.ended = 0.0
        self.busy, self.tasks = 0.0, 0

    def submit(self, function, /, *args):
        future = self._executor.submit(timed, function, *args)
        future.add_done_callback(self._note)
        return Unwrapped(future)

    def _note(self, future):
        _, begun, ended = future.result()
        self.begun = min(self.begun or begun, begun)
        self.ended = max(self.ended, ended)
        self.busy += ended - begun
        self.tasks += 1

    def shutdown(self, **_):
        pass


def timed(function, *args):
    begun = time.time()
    result = function(*args)
    return result, begun, time.time()


def Unwrapped(future):
    """The same future with the result alone."""
    from concurrent.futures import Future

    plain = Future()

    def copy(done):
        try:
            plain.set_result(done.result()[0])
        except BaseException as error:
            plain.set_exception(error)

    future.add_done_callback(copy)
    return plain


def processor_seconds(client) -> float:
    return sum(client.run(time.process_time).values())


def measure(name, workers, client, work) -> None:
    busy = Busy(client, workers)
    before, begun = processor_seconds(client), time.perf_counter()
    work(busy)
    wall, cpu = time.perf_counter() - begun, processor_seconds(client) - before
    share = busy.busy / (workers * (busy.ended - busy.begun))
    print(f"{name},{workers},{busy.tasks},{wall:.1f},{cpu:.1f},{share:.3f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, default=60_000)
    parser.add_argument("--korf", type=int, default=25)
    parser.add_argument("--tables", default="small")
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    args = parser.parse_args()
    boards = noyes.scramble(4, count=args.boards, seed=1)
    korf = noyes.collection("korf50")[args.korf - 1].board
    print("work,workers,tasks,wall_seconds,processor_seconds,busy_share")
    for workers in args.workers:
        with cluster(workers) as client:
            def empty(executor):
                for future in [executor.submit(_tasks.hello, number) for number in range(2000)]:
                    future.result()

            def batch(executor):
                solved = noyes.solve_many(boards, executor, optimal=True, tables=args.tables)
                assert all(solution.optimal for solution in solved)

            def proof(executor):
                noyes.prove(korf, executor, full=True, tables=args.tables, home_seconds=0.0)

            # Tables are opened, and modules imported, before anything is measured.
            warm = noyes.scramble(4, count=100, seed=9)
            list(noyes.solve_many(warm, client.get_executor(), optimal=True, tables=args.tables))
            measure("2000 empty tasks", workers, client, empty)
            measure(f"{args.boards} 15-puzzles", workers, client, batch)
            measure(f"Korf 24 #{args.korf}", workers, client, proof)


if __name__ == "__main__":
    os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "error")
    main()
