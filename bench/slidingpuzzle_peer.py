"""noyes beside slidingpuzzle, the package of that name on PyPI, on the same 3×3 boards in one run.

    python3.11 -m venv peer && peer/bin/pip install slidingpuzzle && peer/bin/pip install .
    peer/bin/python bench/slidingpuzzle_peer.py [BOARDS]

It needs Python 3.11, because slidingpuzzle pins an old numpy. CPU seconds are compared.
"""

import sys
import time

import slidingpuzzle

import noyes


def main() -> None:
    """Prints a table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    boards = noyes.scramble(3, count=count, seed=1)
    # What is made once is not charged to any board.
    noyes.solve(boards[0], threads=1)
    noyes.distances(boards[:1], threads=1)
    rows = []
    begun = time.process_time()
    ours = [noyes.solve(board, threads=1).length for board in boards]
    rows.append(("noyes.solve", time.process_time() - begun))
    begun = time.process_time()
    bulk = noyes.distances(boards, threads=1).tolist()
    rows.append(("noyes.distances", time.process_time() - begun))
    begun = time.process_time()
    theirs = [
        len(slidingpuzzle.search(slidingpuzzle.from_rows(*board.to_lists()), "a*").solution)
        for board in boards
    ]
    rows.append(("slidingpuzzle.search, A*", time.process_time() - begun))
    assert ours == bulk == theirs, (ours, theirs)
    print(f"{count} boards of 3×3, all minimal\n\n| Who | CPU seconds a board |\n|---|---|")
    for name, seconds in rows:
        print(f"| {name} | {seconds / count:.6f} |")


if __name__ == "__main__":
    main()
