"""The compiled part of the package."""

from collections.abc import Callable
from typing import Any, final

from noyes._options import BoardLike, GoalLike
from noyes._solution import Fields, Row

__version__: str

class Unsolvable(ValueError):
    """The board cannot reach the goal; the words say why."""

@final
class Board:
    """An immutable arrangement of the tiles 1, 2, … and one blank.

    >>> from noyes import Board
    >>> board = Board([[8, 1, 3], [4, 0, 2], [7, 6, 5]])
    >>> board == Board("8 1 3/4 0 2/7 6 5")
    True
    >>> board.hamming(), board.manhattan()
    (5, 10)
    """

    def __new__(cls, tiles: BoardLike) -> Board:
        """A board from rows of tiles, 0 for the blank; from text in any format; from an array."""
    @staticmethod
    def solved(rows: int, cols: int | None = None, goal: GoalLike = None) -> Board:
        """The solved board of a size."""
    @property
    def rows(self) -> int:
        """Number of rows."""
    @property
    def cols(self) -> int:
        """Number of columns."""
    @property
    def tiles(self) -> tuple[int, ...]:
        """The tiles in reading order, 0 for the blank."""
    def dimension(self) -> int:
        """n, for an n×n board; the number of rows, for one that is not square."""
    def hamming(self) -> int:
        """How many tiles are out of place."""
    def manhattan(self) -> int:
        """The sum over tiles of the steps to their goal cells."""
    def is_goal(self) -> bool:
        """Whether the tiles are in reading order with the blank last."""
    def is_solvable(self, goal: GoalLike = None) -> bool:
        """Whether the goal can be reached."""
    def neighbors(self) -> list[Board]:
        """The 2, 3 or 4 boards one slide away."""
    def twin(self) -> Board:
        """The board with its first two tiles exchanged: one of the two can be solved."""
    def slide(self, direction: str) -> Board:
        """The board after a tile slid into the blank: U, D, L or R is the way the tile goes."""
    def after(self, moves: str) -> Board:
        """The board after some moves, in any format of moves."""
    def to_lists(self) -> list[list[int]]:
        """Rows of tiles."""
    def to_text(self, format: str = "slashes") -> str:
        """The board as text: ``course``, ``slashes``, ``line`` or ``json``."""
    def svg(self, cell: float | None = None, goal: GoalLike = None) -> str:
        """A picture of the board as svg."""
    def png(self, cell: float | None = None, goal: GoalLike = None) -> bytes:
        """A picture of the board as png."""
    def _repr_mimebundle_(self, **_options: Any) -> dict[str, str]: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    def __getitem__(self, place: tuple[int, int]) -> int:
        """The tile in a row and a column, counted from 0."""
    def __eq__(self, other: object) -> bool: ...
    def __ne__(self, other: object) -> bool: ...
    def __lt__(self, other: Board) -> bool: ...
    def __le__(self, other: Board) -> bool: ...
    def __gt__(self, other: Board) -> bool: ...
    def __ge__(self, other: Board) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Board], tuple[str]]: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, memo: Any) -> Board: ...

@final
class Goal:
    """The arrangement to reach: ``blank-last``, ``blank-first``, ``snail``, or any board.

    >>> from noyes import Goal
    >>> Goal("snail").board(3)
    Board("1 2 3/8 0 4/7 6 5")
    """

    def __new__(cls, goal: GoalLike = None) -> Goal: ...
    @property
    def name(self) -> str:
        """``blank-last``, ``blank-first``, ``snail`` or ``custom``."""
    def board(self, rows: int, cols: int | None = None) -> Board:
        """The goal of a size as a board."""
    def to_text(self) -> str:
        """What makes this goal again."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Goal], tuple[str]]: ...

@final
class Solver:
    """The solver of the course: A* on a minimum priority queue, board and twin in lockstep.

    It has no limits: :func:`noyes.solve` has, and is faster.

    >>> from noyes import Board, Solver
    >>> solver = Solver(Board([[0, 1, 3], [4, 2, 5], [7, 8, 6]]), solvability="parity")
    >>> solver.moves(), solver.insertions, solver.deletions
    (4, 10, 5)
    """

    def __new__(
        cls, board: BoardLike, priority: str = "manhattan", solvability: str = "lockstep"
    ) -> Solver: ...
    def is_solvable(self) -> bool:
        """Whether the board can be solved."""
    def moves(self) -> int | None:
        """The fewest moves."""
    def solution(self) -> list[Board] | None:
        """The boards of a shortest solution."""
    def directions(self) -> str | None:
        """A letter for each slide of that solution."""
    @property
    def insertions(self) -> int:
        """Nodes inserted into the priority queues."""
    @property
    def deletions(self) -> int:
        """Nodes deleted from the priority queues."""

@final
class Run:
    def __new__(
        cls, board: BoardLike, goal: GoalLike, options: dict[str, Any], wants_events: bool
    ) -> Run: ...
    def wait(self, seen: int, seconds: float) -> tuple[int, bool]: ...
    def stop(self) -> None: ...
    def take_events(self) -> list[str]: ...
    @property
    def lower_bound(self) -> int: ...
    @property
    def counts(self) -> tuple[int, int]: ...
    @property
    def intervals(self) -> list[tuple[float, int | None, int]]: ...
    @property
    def improvement_count(self) -> int: ...
    def improvement(self, number: int) -> dict[str, Any]: ...
    def result(self) -> Fields | None: ...

@final
class BatchRun:
    def __new__(cls, boards: list[Board], goal: GoalLike, options: dict[str, Any]) -> BatchRun: ...
    def stop(self) -> None: ...
    def take(self, seconds: float) -> tuple[list[tuple[int, Row]], bool]: ...
    def packed(self) -> bytes: ...

@final
class Driver:
    def __new__(
        cls,
        board: BoardLike,
        goal: GoalLike,
        tables: str | None,
        seeds: int,
        full: bool,
        known: int | None,
        workers: int,
        home_seconds: float,
        budget: int | None,
        state: tuple[str, str] | None,
    ) -> Driver: ...
    def next_task(self) -> tuple[int, str, bool] | None: ...
    def spare_task(self) -> tuple[int, str, bool] | None: ...
    def done(self, id: int, result: str, seconds: float) -> None: ...
    def know(self, length: int) -> None: ...
    def lost(self, id: int) -> None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def bound(self) -> int: ...
    @property
    def counts(self) -> tuple[int, int]: ...
    @property
    def solution(self) -> str | None: ...
    def progress(self) -> str: ...
    def state(self) -> str: ...

def run_proof_task(
    task: str, threads: int, is_wanted: Callable[[], bool] | None = None
) -> str: ...
def forget_frontiers() -> None: ...
def bar_chart(
    title: str,
    measures: list[tuple[str, str]],
    bars: list[tuple[str, str, bool, bool, list[float]]],
    theme: str,
) -> str: ...
def run_command(args: list[str]) -> int: ...
def call(name: str, request: str) -> str: ...
def collection(name: str) -> list[tuple[str | None, Board, int | None]]: ...
def after_fork() -> None: ...
def thread_count() -> int: ...
def pack_boards(boards: list[Board]) -> bytes: ...
def unpack_boards(packed: bytes) -> list[Board]: ...
def unpack_rows(packed: bytes) -> list[Row]: ...
def label_boards(
    tiles: Any, rows: int, cols: int, goal: GoalLike, first_moves: bool, options: dict[str, Any]
) -> tuple[bytearray, bytearray, int | None]: ...
