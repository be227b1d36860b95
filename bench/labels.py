"""Boards a second that ``distances`` and ``labels`` manage.

    python bench/labels.py [BOARDS]

By the clock and by processor time, the best of three runs each: on a machine that does other things
as well only the latter means anything. The 4×4 boards are uniformly random, with small and with large
tables, on one thread and on all. The last row is what a first call takes that finds no tables: it
labels ten times as many boards as the others, and builds the large tables for them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import numpy

import noyes

FIRST_CALL = """
import sys, time, numpy, noyes
four = numpy.stack([numpy.asarray(board) for board in noyes.scramble(4, count=int(sys.argv[1]), seed=2)])
begun, before = time.perf_counter(), time.process_time()
noyes.distances(four)
print(len(four) / (time.perf_counter() - begun), len(four) / (time.process_time() - before))
"""


def rates(function, boards, **options):
    """Boards a second, and a second of processor time."""
    by_clock = by_processor = 0.0
    for _ in range(3):
        begun, before = time.perf_counter(), time.process_time()
        function(boards, **options)
        by_clock = max(by_clock, len(boards) / (time.perf_counter() - begun))
        by_processor = max(by_processor, len(boards) / (time.process_time() - before))
    return by_clock, by_processor


def row(size, tables, threads, function, rate):
    print(f"{size},{tables},{threads or 'all'},{function.__name__},{rate[0]:.0f},{rate[1]:.0f}", flush=True)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    print("size,tables,threads,function,boards_per_second,boards_per_processor_second")
    three = numpy.stack([numpy.asarray(board) for board in noyes.scramble(3, count=20_000, seed=1)])
    three = numpy.tile(three, (25, 1, 1))
    for threads in (1, None):
        for function in (noyes.distances, noyes.labels):
            row("3x3", "none", threads, function, rates(function, three, threads=threads))
    four = numpy.stack([numpy.asarray(board) for board in noyes.scramble(4, count=count, seed=1)])
    for tables in ("small", "large"):
        noyes.distances(four[:10], tables=tables)
        for threads in (1, None):
            for function in (noyes.distances, noyes.labels):
                rate = rates(function, four, tables=tables, threads=threads)
                row("4x4", tables, threads, function, rate)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", FIRST_CALL, str(10 * count)]
        environment = {**os.environ, "NOYES_TABLES": folder}
        told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        by_clock, by_processor = map(float, told.stdout.split())
        row("4x4", "built", None, noyes.distances, (by_clock, by_processor))


if __name__ == "__main__":
    main()
