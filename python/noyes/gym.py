"""A Gymnasium environment whose ``info`` has the true distance (``pip install noyes[gym]``).

>>> from noyes.gym import SlidingEnv
>>> env = SlidingEnv(3)
>>> observation, info = env.reset(seed=1)
>>> observation.shape, info["distance"] > 0
((3, 3), True)
"""

from __future__ import annotations

from typing import Any, SupportsFloat

try:
    import gymnasium
    import numpy
    from numpy.typing import NDArray
except ImportError as _error:
    raise ImportError("the environment needs gymnasium: pip install noyes[gym]") from _error

from noyes._answers import scramble
from noyes._arrays import DIRECTIONS, labels
from noyes._noyes import Board, Goal
from noyes._options import GoalLike


class SlidingEnv(gymnasium.Env[NDArray[Any], int]):  # type: ignore[misc, unused-ignore]
    """A sliding-tile puzzle: observe the tiles, slide one of them, be rewarded at the goal.

    | Action | The tile that slides |
    |---|---|
    | 0 | up |
    | 1 | left |
    | 2 | right |
    | 3 | down |

    Every step costs 1, so the best return is minus the minimum. A slide that cannot be made
    leaves the board as it is. ``info`` has ``distance``, the true minimum of the board, and
    ``best``, which of the four actions lie on a shortest solution; on boards of more than 16 cells
    only with ``distances=True``, for they take a search. ``mask`` says which actions can be made.

    :param size: 3 for 3×3, or (rows, cols).
    :param depth: random slides from the goal; without it boards are uniformly random.
    :param most_steps: the episode is truncated after this many steps.
    """

    metadata = {"render_modes": ["ansi", "svg"]}  # noqa: RUF012

    def __init__(
        self,
        size: int | tuple[int, int] = 3,
        *,
        depth: int | None = None,
        goal: GoalLike = None,
        distances: bool | None = None,
        most_steps: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        rows, cols = size if isinstance(size, tuple) else (size, size)
        cells = rows * cols
        self._size, self._depth, self._goal = (rows, cols), depth, Goal(goal)
        self._target = self._goal.board(rows, cols)
        self._knows = cells <= 16 if distances is None else distances
        self._most_steps = most_steps
        self._steps = 0
        self.render_mode = render_mode
        kind = numpy.uint8 if cells <= 256 else numpy.uint16
        self.observation_space = gymnasium.spaces.Box(0, cells - 1, (rows, cols), kind)
        self.action_space: Any = gymnasium.spaces.Discrete(4)
        self.board = self._target

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begins with a random board, or with ``options["board"]``."""
        super().reset(seed=seed)
        self._steps = 0
        if options and "board" in options:
            self.board = Board(options["board"])
        else:
            drawn = int(self.np_random.integers(2**63))
            self.board = scramble(
                self._size, seed=drawn, depth=self._depth, goal=self._goal
            )[0]
        return self._observe(), self._info()

    def step(
        self, action: int
    ) -> tuple[NDArray[Any], SupportsFloat, bool, bool, dict[str, Any]]:
        """Slides a tile."""
        if self._mask()[action]:
            self.board = self.board.slide(DIRECTIONS[action])
        self._steps += 1
        solved = self.board == self._target
        return self._observe(), -1.0, solved, self._steps >= self._most_steps, self._info()

    def render(self) -> Any:
        """The board as text or svg."""
        return self.board.svg() if self.render_mode == "svg" else str(self.board)

    def _observe(self) -> NDArray[Any]:
        return numpy.asarray(self.board, self.observation_space.dtype)

    def _mask(self) -> NDArray[Any]:
        row, col = divmod(self.board.tiles.index(0), self.board.cols)
        rows, cols = self._size
        return numpy.array([row + 1 < rows, col + 1 < cols, col > 0, row > 0])

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"mask": self._mask()}
        if self._knows:
            minima, first_moves = labels([self.board], goal=self._goal)
            info |= {"distance": int(minima[0]), "best": first_moves[0]}
        return info
