"""eight-puzzle-search (PyPI): `search` with the sum of its step count and its Manhattan distance.

It solves 3×3 boards and prints what it does; the solution is the last line with `moved via`.
"""

import contextlib
import io
import re

import eight_puzzle_search as eps
from drive import Rows, drive, of_blank


def cost(task: dict) -> int:
    return eps.lowest_step(task) + eps.manhattan_distance(task)


def solve(rows: Rows) -> str:
    if len(rows) != 3:
        raise ValueError("3x3 only")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        eps.search(eps.Box([tile for row in rows for tile in row]), eps.Box([1, 2, 3, 4, 5, 6, 7, 8, 0]), cost)
    return of_blank(re.findall(r"moved via -> (\w*)", printed.getvalue())[-1])


drive(solve)
