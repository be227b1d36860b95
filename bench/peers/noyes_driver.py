"""The Python package of this repository: `noyes.solve` on one thread."""

import noyes
from drive import Rows, drive


def solve(rows: Rows) -> str:
    return str(noyes.solve(rows, threads=1).moves)


drive(solve)
