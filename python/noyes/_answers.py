"""What the command can, as data and as pictures."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any

from noyes import _noyes
from noyes._noyes import Board, Goal
from noyes._options import BoardLike, GoalLike, Time, checked
from noyes._picture import Picture


def call(name: str, **request: Any) -> Any:
    given = {key: value for key, value in request.items() if value is not None}
    return json.loads(_noyes.call(name, json.dumps(given)))


def text_of(board: BoardLike) -> str:
    return Board(board).to_text()


def goal_text(goal: GoalLike) -> str | None:
    return None if goal is None else Goal(goal).to_text()


def limits(**limits: Any) -> dict[str, Any]:
    return {name: str(value) for name, value in checked(limits).items()}


def info(board: BoardLike, *, goal: GoalLike = None) -> dict[str, Any]:
    """Solvable and why, distances, every lower bound, neighbours and twin.

    >>> import noyes
    >>> noyes.info("8 1 3/4 0 2/7 6 5")["manhattan"]
    10
    """
    answer: dict[str, Any] = call("info", board=text_of(board), goal=goal_text(goal))
    return answer


def check(
    board: BoardLike, moves: str, *, goal: GoalLike = None, time_limit: Time | None = None
) -> dict[str, Any]:
    """Whether moves solve a board, how far they are from the minimum, and the first wasted move.

    >>> import noyes
    >>> answer = noyes.check("0 1 3/4 2 5/7 8 6", "LULU")
    >>> answer["right"], answer["lower_bound"]
    (True, 4)
    """
    answer: dict[str, Any] = call(
        "check", board=text_of(board), moves=moves, goal=goal_text(goal),
        **limits(time_limit=time_limit),
    )
    return answer


def hint(
    board: BoardLike,
    *,
    count: int | None = None,
    all: bool = False,
    goal: GoalLike = None,
    time_limit: Time | None = None,
) -> dict[str, Any]:
    """The next slides of a good solution; with ``all``, what every possible slide leads to."""
    answer: dict[str, Any] = call(
        "hint", board=text_of(board), count=count, all=all, goal=goal_text(goal),
        **limits(time_limit=time_limit),
    )
    return answer


def scramble(
    size: int | str | tuple[int, int],
    *,
    count: int | None = None,
    seed: int | None = None,
    depth: int | None = None,
    hard: bool = False,
    goal: GoalLike = None,
) -> list[Board]:
    """Random solvable boards, the same for the same seed as the command's.

    >>> import noyes
    >>> noyes.scramble(4, seed=1)
    [Board("15 8 5 2/7 13 11 12/4 1 6 10/14 9 0 3")]

    :param size: 4 for 4×4, or ``"3x5"``, or ``(3, 5)``: rows and columns.
    :param depth: random slides from the goal, instead of uniformly random boards.
    :param hard: the board with the highest lower bound of 1,000 random ones.
    """
    if isinstance(size, tuple):
        size = f"{size[0]}x{size[1]}"
    answer = call(
        "scramble", size=str(size), count=count, seed=seed, depth=depth, hard=hard,
        goal=goal_text(goal),
    )
    return [Board(board["line"]) for board in answer["boards"]]


class Tree(dict[str, Any]):
    """The nodes of a search tree; a notebook shows its drawing."""

    def __init__(self, answer: dict[str, Any], request: dict[str, Any]) -> None:
        super().__init__(answer)
        self._request = request

    def drawing(self, format: str = "svg") -> str:
        """The tree as ``text``, ``dot`` or ``svg``."""
        drawing: str = call("tree", **self._request, format=format)["drawing"]
        return drawing

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, str]:
        return {"text/plain": self.drawing("text"), "image/svg+xml": self.drawing("svg")}


def tree(
    board: BoardLike,
    *,
    steps: int | None = None,
    heuristic: str | None = None,
    goal: GoalLike = None,
) -> Tree:
    """The game tree of the first steps of A*: its nodes as data, and drawn.

    >>> import noyes
    >>> noyes.tree("0 1 3/4 2 5/7 8 6")["nodes"][0]["priority"]
    4
    """
    request = {
        "board": text_of(board), "steps": steps, "heuristic": heuristic, "goal": goal_text(goal),
    }
    return Tree(call("tree", **request), request)


def render(
    board: BoardLike,
    moves: str | None = None,
    *,
    format: str | None = None,
    theme: str | None = None,
    cell: int | None = None,
    frames: int | None = None,
    goal: GoalLike = None,
) -> Picture:
    """A board as ``svg`` or ``png``; a solution as ``animated`` (svg), ``strip`` (svg) or ``gif``.

    >>> import noyes
    >>> noyes.render("1 2/0 3", format="png").media_type
    'image/png'
    """
    answer = call(
        "render", board=text_of(board), moves=moves, format=format, theme=theme, cell=cell,
        frames=frames, goal=goal_text(goal),
    )
    data: str = answer["data"]
    plain = b64decode(data) if answer["encoding"] == "base64" else data.encode()
    return Picture(plain, answer["media_type"])
