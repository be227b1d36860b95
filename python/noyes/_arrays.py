"""Arrays of boards: exact minima and optimal first moves, for machine learning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from noyes import _noyes
from noyes._noyes import Board
from noyes._options import GoalLike, checked

if TYPE_CHECKING:
    from types import ModuleType

    from numpy import bool_, uint8
    from numpy.typing import ArrayLike, NDArray

#: The order of the four columns of first moves.
DIRECTIONS = "ULRD"

#: Boards from which on the large tables of boards of 13 to 16 cells are worth their building: they
#: halve the time of each board, and are kept.
_WORTH_LARGE = 10_000
_LARGE_CELLS = range(13, 17)


class Labels(NamedTuple):
    """What is known of each board of an array."""

    minima: NDArray[uint8]
    """The length of a shortest solution."""
    first_moves: NDArray[bool_]
    """Four columns, for U, L, R and D: whether a shortest solution begins so."""


def distances(
    boards: ArrayLike,
    *,
    goal: GoalLike = None,
    threads: int | None = None,
    tables: str | None = None,
    unsolvable: int | None = None,
) -> NDArray[uint8]:
    """The exact minimum of every board of an array.

    >>> import noyes, numpy
    >>> noyes.distances(numpy.array([[[8, 1, 3], [4, 0, 2], [7, 6, 5]]])).tolist()
    [14]

    :param boards: an array of shape ``(n, rows, cols)``, or ``(n, cells)`` for square boards, or
        a list of boards of one size. One board of shape ``(rows, cols)`` gives an array of one.
    :param tables: for boards of 13 to 16 cells: ``small``, ``large`` or ``none``. By default the
        large ones if they are there or if there are boards enough for them to pay.
    :param unsolvable: the number for boards that cannot be solved; without it they are an error.
    """
    minima, _ = _labels(boards, goal, threads, tables, unsolvable, first_moves=False)
    return minima


def labels(
    boards: ArrayLike,
    *,
    goal: GoalLike = None,
    threads: int | None = None,
    tables: str | None = None,
    unsolvable: int | None = None,
) -> Labels:
    """The exact minimum of every board of an array, and the first moves of all its shortest
    solutions. The arguments are those of :func:`distances`.

    >>> import noyes
    >>> minima, first_moves = noyes.labels([[[0, 3], [2, 1]]])
    >>> minima.tolist(), first_moves.tolist()
    ([6], [[True, True, False, False]])
    """
    minima, bits = _labels(boards, goal, threads, tables, unsolvable, first_moves=True)
    numpy = _numpy()
    columns = (bits[:, None] >> numpy.arange(4, dtype=numpy.uint8)) & 1
    return Labels(minima, columns.astype(bool))


def dataset(
    size: int | str | tuple[int, int],
    n: int,
    seed: int = 1,
    *,
    depth: int | None = None,
    goal: GoalLike = None,
    threads: int | None = None,
    tables: str | None = None,
) -> dict[str, NDArray[Any]]:
    """Random boards with their labels: ``boards`` (n, rows, cols), ``minima`` (n) and
    ``first_moves`` (n, 4).

    >>> import noyes
    >>> data = noyes.dataset(3, 100, seed=7)
    >>> data["boards"].shape, data["first_moves"].shape
    ((100, 3, 3), (100, 4))

    :param depth: random slides from the goal, instead of uniformly random boards.
    """
    from noyes._answers import scramble

    numpy = _numpy()
    boards = numpy.stack(
        [numpy.asarray(board) for board in scramble(size, count=n, seed=seed, depth=depth, goal=goal)]
    )
    minima, first_moves = labels(boards, goal=goal, threads=threads, tables=tables)
    return {"boards": boards, "minima": minima, "first_moves": first_moves}


def _numpy() -> ModuleType:
    try:
        import numpy
    except ImportError as error:
        raise ImportError("arrays of boards need numpy: pip install numpy") from error
    return numpy


def _labels(
    boards: Any,
    goal: GoalLike,
    threads: int | None,
    tables: str | None,
    unsolvable: int | None,
    first_moves: bool,
) -> tuple[NDArray[uint8], NDArray[uint8]]:
    numpy = _numpy()
    if unsolvable is not None and not 0 <= unsolvable <= 255:
        raise ValueError(f"unsolvable is a number from 0 to 255, not {unsolvable}")
    if isinstance(boards, Board):
        boards = [boards]
    array = numpy.asarray(boards)
    if array.ndim == 2:
        side = round(array.shape[1] ** 0.5)
        # Several boards in one array have tiles in common; the largest board has 127×127 cells.
        is_one_board = array.size <= 127 * 127 and sorted(array.flat) == list(range(array.size))
        if side * side == array.shape[1] and not is_one_board:
            array = array.reshape(len(array), side, side)
        elif is_one_board:
            array = array[None]
    if array.ndim != 3:
        raise ValueError(
            f"an array of boards has the shape (n, rows, cols), or (n, cells) for square boards, "
            f"not {array.shape}"
        )
    if array.dtype.kind not in "iu":
        raise TypeError(f"tiles are whole numbers, not {array.dtype}: use astype(\"uint8\")")
    count, rows, cols = array.shape
    kind = numpy.uint8 if rows * cols <= 255 else numpy.uint16
    if array.dtype != kind:
        # What does not fit is mapped to a number that is no tile of such a board.
        most = numpy.iinfo(kind).max
        array = numpy.where((array < 0) | (array > most), most, array)
    flat = numpy.ascontiguousarray(array, dtype=kind).reshape(-1)
    if count == 0:
        return numpy.empty(0, numpy.uint8), numpy.empty(0, numpy.uint8)
    if tables is None and count >= _WORTH_LARGE and rows * cols in _LARGE_CELLS:
        tables = "large"
    options = checked({"threads": threads, "tables": tables})
    minima, bits, first = _noyes.label_boards(flat, rows, cols, goal, first_moves, options)
    result = numpy.frombuffer(minima, numpy.uint8)
    if first is not None:
        if unsolvable is None:
            raise _noyes.Unsolvable(
                f"board {first} cannot be solved: give the argument unsolvable=255 to mark such "
                "boards"
            )
        result[result == 255] = unsolvable
    return result, numpy.frombuffer(bits, numpy.uint8)
