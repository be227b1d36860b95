"""simpleai (PyPI), a library of search algorithms: its A* on boards described to it here."""

from drive import Rows, drive, of_blank
from simpleai.search import SearchProblem, astar

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


class Sliding(SearchProblem):
    """A board is a tuple of tiles, and an action the way the blank goes."""

    def __init__(self, rows: Rows) -> None:
        self.height, self.width = len(rows), len(rows[0])
        self.goal = (*range(1, self.height * self.width), 0)
        super().__init__(tuple(tile for row in rows for tile in row))

    def actions(self, state):
        y, x = divmod(state.index(0), self.width)
        return [
            step for step, (down, right) in STEPS.items()
            if 0 <= y + down < self.height and 0 <= x + right < self.width
        ]

    def result(self, state, action):
        blank = state.index(0)
        down, right = STEPS[action]
        other = blank + down * self.width + right
        tiles = list(state)
        tiles[blank], tiles[other] = tiles[other], tiles[blank]
        return tuple(tiles)

    def is_goal(self, state):
        return state == self.goal

    def heuristic(self, state):
        """Manhattan distance."""
        width = self.width
        return sum(
            abs(cell // width - (tile - 1) // width) + abs(cell % width - (tile - 1) % width)
            for cell, tile in enumerate(state) if tile
        )


def solve(rows: Rows) -> str:
    found = astar(Sliding(rows), graph_search=True)
    return of_blank(action for action, _ in found.path() if action)


drive(solve)
