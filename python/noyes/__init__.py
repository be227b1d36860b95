"""Sliding-tile puzzles: solved at once, shortened while you watch, proven optimal.

>>> import noyes
>>> board = noyes.Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]])
>>> solution = noyes.solve(board)
>>> solution.length, solution.moves, solution.optimal
(4, 'LULU', True)
"""

import os as _os

from noyes import _noyes
from noyes._answers import Tree, check, hint, info, render, scramble, tree
from noyes._arrays import Labels, dataset, distances, labels
from noyes._collections import Entry, collection
from noyes._compare import Comparison, compare
from noyes._grade import Grade, Grades, grade
from noyes._many import Batch, solve_many
from noyes._noyes import Board, Goal, Solver, Unsolvable, __version__
from noyes._options import Options
from noyes._picture import Picture
from noyes._progress import Progress
from noyes._prove import Proof, prove
from noyes._solution import Solution
from noyes._solve import Search, solve, start

__all__ = [
    "Batch",
    "Board",
    "Comparison",
    "Entry",
    "Goal",
    "Grade",
    "Grades",
    "Labels",
    "Options",
    "Picture",
    "Progress",
    "Proof",
    "Search",
    "Solution",
    "Solver",
    "Tree",
    "Unsolvable",
    "__version__",
    "check",
    "collection",
    "compare",
    "dataset",
    "distances",
    "grade",
    "hint",
    "info",
    "labels",
    "prove",
    "render",
    "scramble",
    "solve",
    "solve_many",
    "start",
    "tree",
]

if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_noyes.after_fork)
