"""Boards a second of processor time that ``distances`` and ``labels`` manage.

    python bench/labels.py [BOARDS]

The 4×4 boards are uniformly random, with small and with large tables, on one thread and on all.
"""

import sys
import time

import numpy
import noyes


def rate(function, boards, **options):
    """The best of three runs."""
    best = 0.0
    for _ in range(3):
        begun = time.process_time()
        function(boards, **options)
        best = max(best, len(boards) / (time.process_time() - begun))
    return best


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    print("size,tables,threads,function,boards_per_processor_second")
    three = numpy.stack([numpy.asarray(board) for board in noyes.scramble(3, count=20_000, seed=1)])
    three = numpy.tile(three, (25, 1, 1))
    for threads in (1, None):
        for function in (noyes.distances, noyes.labels):
            each = rate(function, three, threads=threads)
            print(f"3x3,none,{threads or 'all'},{function.__name__},{each:.0f}", flush=True)
    four = numpy.stack([numpy.asarray(board) for board in noyes.scramble(4, count=count, seed=1)])
    for tables in ("small", "large"):
        noyes.distances(four[:10], tables=tables)
        for threads in (1, None):
            for function in (noyes.distances, noyes.labels):
                each = rate(function, four, tables=tables, threads=threads)
                print(f"4x4,{tables},{threads or 'all'},{function.__name__},{each:.0f}", flush=True)


if __name__ == "__main__":
    main()
