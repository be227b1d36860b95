"""fifteen-puzzle-solvers (PyPI): its A*, with Manhattan distance or the sum of three heuristics."""

import sys
import types

# The package opens a window when it is imported. Its solver needs none.
sys.modules["fifteen_puzzle_solvers.main"] = types.ModuleType("main")
sys.modules["fifteen_puzzle_solvers.main"].run_ui = lambda: None  # type: ignore[attr-defined]

from drive import Rows, drive, of_boards  # noqa: E402
from fifteen_puzzle_solvers.domain import Puzzle  # noqa: E402
from fifteen_puzzle_solvers.services.algorithms import AStar  # noqa: E402
from fifteen_puzzle_solvers.services.solver import PuzzleSolver  # noqa: E402


def solve(rows: Rows) -> str:
    solver = PuzzleSolver(AStar(Puzzle(rows), heuristic=sys.argv[1]))
    solver.run()
    return of_boards([board.position for board in solver.get_solution()])


drive(solve)
