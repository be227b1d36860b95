"""Dask with one and with two workers, each a process: what a batch and a proof take.

    python bench/cluster.py [--boards 60000] [--korf 25] [--tables small]

It needs noyes and distributed. The rows are csv. On a machine that does other things as well the
wall clock says little. So each task's own processor time is taken, and the schedule is laid out again
with these times, on workers that are never disturbed: a task begins when a worker is free, in the
order in which tasks began, and an iteration of a proof when the one before is over. *free_seconds* is
the length of that schedule, *busy_share* the part of it that workers have a task. A second copy of a
task, which only fills idle time, is left out. The last columns are the processor seconds of each kind
of process, those of the driver, of the scheduler, and of the workers with their nannies beyond the
tasks: what two workers on two cores must do without.

Dask watches itself: it looks at every thread of a worker a hundred times a second, asks every event
loop fifty times and every process for its memory ten times. With two workers that is a tenth of a core,
which on two cores is missing. It is turned down here, as in python/recipes/dask_cluster.sh.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

# Dask reads them when it is imported.
os.environ.setdefault("DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED", "False")
os.environ.setdefault("DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL", "1s")
os.environ.setdefault("DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL", "10s")
os.environ.setdefault("DASK_DISTRIBUTED__WORKER__MEMORY__MONITOR_INTERVAL", "2s")

import psutil
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
                yield client, processes
        finally:
            for process in reversed(processes):
                process.terminate()
            for process in processes:
                process.wait(60)


def timed(function, *args):
    """Runs a task, and says when it began and how much processor time it took."""
    begun, before = time.time(), time.process_time()
    result = function(*args)
    return result, begun, time.process_time() - before


class Watched:
    """An executor that notes what each task took."""

    def __init__(self, client, workers):
        self._executor, self._max_workers = client.get_executor(), workers
        #: When each task began, what it took, and the iteration that it is of.
        self.tasks: list[tuple[float, float, int]] = []
        self._given: set[str] = set()

    def submit(self, function, /, *args):
        iteration = json.loads(args[0])["bound"] if function is _tasks.prove_task else 0
        is_copy = iteration > 0 and args[0] in self._given
        self._given.add(args[0] if iteration else "")
        plain: Future = Future()

        def note(done):
            if plain.cancelled():
                return
            try:
                result, begun, took = done.result()
            except BaseException as error:
                plain.set_exception(error)
                return
            if not is_copy and function is not _tasks.hello:
                self.tasks.append((begun, took, iteration))
            plain.set_result(result)

        self._executor.submit(timed, function, *args).add_done_callback(note)
        return plain

    def schedule(self) -> tuple[float, float]:
        """The length of the schedule on free workers, and the share of it that they are busy."""
        free = [0.0] * self._max_workers
        last = None
        for _, took, iteration in sorted(self.tasks, key=lambda task: (task[2], task[0])):
            if iteration != last:
                free = [max(free)] * len(free)
                last = iteration
            worker = free.index(min(free))
            free[worker] += took
        busy = sum(took for _, took, _ in self.tasks)
        return max(free), busy / (len(free) * max(free))


def processor_seconds(processes) -> list[float]:
    """The processor seconds so far of this process, of the scheduler and of all workers."""
    scheduler, *nannies = [psutil.Process(process.pid) for process in processes]
    workers = [each for nanny in nannies for each in (nanny, *nanny.children(recursive=True))]
    sums = []
    for group in ([psutil.Process()], [scheduler], workers):
        times = [process.cpu_times() for process in group]
        sums.append(sum(one.user + one.system for one in times))
    return sums


def measure(name, workers, client, processes, work) -> None:
    watched = Watched(client, workers)
    before = processor_seconds(processes)
    begun = time.perf_counter()
    work(watched)
    wall = time.perf_counter() - begun
    after = processor_seconds(processes)
    length, share = watched.schedule()
    driver, scheduler, all_workers = (late - early for late, early in zip(after, before, strict=True))
    beyond = all_workers - sum(took for _, took, _ in watched.tasks)
    print(
        f"{name},{workers},{len(watched.tasks)},{wall:.1f},{length:.1f},{share:.3f},"
        f"{driver:.2f},{scheduler:.2f},{beyond:.2f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, default=60_000)
    parser.add_argument("--korf", type=int, default=25)
    parser.add_argument("--tables", default="small")
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    args = parser.parse_args()
    boards = noyes.scramble(4, count=args.boards, seed=1)
    korf = noyes.collection("korf50")[args.korf - 1].board
    print(
        "work,workers,tasks,wall_seconds,free_seconds,busy_share,driver,scheduler,beside_tasks",
        flush=True,
    )
    for workers in args.workers:
        with cluster(workers) as (client, processes):
            executor = client.get_executor()
            # Tables are opened, and modules imported, before anything is measured.
            warm = noyes.scramble(4, count=200, seed=9)
            list(noyes.solve_many(warm, executor, optimal=True, tables=args.tables))
            begun = time.perf_counter()
            for future in [executor.submit(_tasks.hello, number) for number in range(1000)]:
                future.result()
            each = (time.perf_counter() - begun) / 1000
            print(f"an empty task,{workers},1000,{each:.5f},,,,,", flush=True)

            def batch(executor):
                solved = noyes.solve_many(boards, executor, optimal=True, tables=args.tables)
                assert all(solution.optimal for solution in solved)

            def proof(executor):
                noyes.prove(korf, executor, full=True, tables=args.tables, home_seconds=0.0)

            measure(f"{args.boards} 15-puzzles", workers, client, processes, batch)
            measure(f"Korf 24 #{args.korf}", workers, client, processes, proof)


if __name__ == "__main__":
    os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "error")
    main()
