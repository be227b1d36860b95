"""pyperplan (PyPI), a planner: greedy search with FF's heuristic on the pddl that `noyes pddl` writes.

Arguments: the command noyes, the search and the heuristic of pyperplan.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from drive import Rows, drive
from pyperplan.planner import HEURISTICS, SEARCHES, search_plan

NOYES, SEARCH, HEURISTIC = sys.argv[1:]


def solve(rows: Rows) -> str:
    board = "/".join(" ".join(map(str, row)) for row in rows)
    with tempfile.TemporaryDirectory() as folder:
        domain, problem = Path(folder, "domain.pddl"), Path(folder, "problem.pddl")
        for path, options in ((domain, ["--domain"]), (problem, [])):
            arguments = options or [board]
            made = subprocess.run([NOYES, "pddl", *arguments], check=True, capture_output=True, text=True)
            path.write_text(made.stdout)
        plan = search_plan(os.fspath(domain), os.fspath(problem), SEARCHES[SEARCH], HEURISTICS[HEURISTIC])
    if plan is None:
        raise ValueError("no plan")
    return letters(rows, [step.name for step in plan])


def letters(rows: Rows, steps: list[str]) -> str:
    """The tile of a step is its first argument; the way it slides is that to the blank."""
    cells = {tile: (y, x) for y, row in enumerate(rows) for x, tile in enumerate(row)}
    ways = {(-1, 0): "U", (1, 0): "D", (0, -1): "L", (0, 1): "R"}
    moves = ""
    for step in steps:
        tile = int(step.strip("()").split()[1].lstrip("t"))
        (y, x), (to_y, to_x) = cells[tile], cells[0]
        moves += ways[to_y - y, to_x - x]
        cells[tile], cells[0] = cells[0], cells[tile]
    return moves


drive(solve)
