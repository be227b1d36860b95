"""slidingpuzzle (PyPI): `search` with the algorithm of the first argument, and its own heuristic."""

import sys

import slidingpuzzle
from drive import Rows, drive, of_cells


def solve(rows: Rows) -> str:
    board = slidingpuzzle.from_rows(*rows)
    found = slidingpuzzle.search(board, sys.argv[1])
    blank = next((y, row.index(0)) for y, row in enumerate(rows) if 0 in row)
    return of_cells([blank, *((int(y), int(x)) for y, x in found.solution)])


drive(solve)
