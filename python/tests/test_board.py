"""Boards, goals and the course's solver."""

import base64
import copy
import pickle

import numpy
import pytest

from noyes import Board, Goal, Solver

ROWS = [[8, 1, 3], [4, 0, 2], [7, 6, 5]]


@pytest.mark.parametrize(
    "given",
    [
        ROWS,
        tuple(tuple(row) for row in ROWS),
        [8, 1, 3, 4, 0, 2, 7, 6, 5],
        "8 1 3/4 0 2/7 6 5",
        "3\n 8  1  3\n 4     2\n 7  6  5\n",
        numpy.array(ROWS),
        numpy.array(ROWS, dtype=numpy.uint8),
        numpy.array(ROWS).reshape(-1),
        [numpy.array(row) for row in ROWS],
    ],
)
def test_boards_from_everything(given):
    board = Board(given)
    assert board == Board(ROWS)
    assert board.to_lists() == ROWS


def test_the_courses_names():
    board = Board(ROWS)
    assert (board.dimension(), board.hamming(), board.manhattan()) == (3, 5, 10)
    assert not board.is_goal() and Board.solved(3).is_goal()
    assert len(board.neighbors()) == 4
    assert all(board in neighbor.neighbors() for neighbor in board.neighbors())
    assert board.twin() != board and board.twin().twin() == board
    assert board.is_solvable() and not board.twin().is_solvable()
    assert str(board) == "3\n 8  1  3 \n 4  0  2 \n 7  6  5 \n"
    assert eval(repr(board)) == board
    assert board[0, 0] == 8 and board.tiles == (8, 1, 3, 4, 0, 2, 7, 6, 5)
    assert board.slide("U").slide("D") == board
    assert board.after("UD") == board


def test_values_that_can_be_kept():
    board = Board(ROWS)
    for same in (pickle.loads(pickle.dumps(board)), copy.copy(board), copy.deepcopy(board)):
        assert same == board and hash(same) == hash(board)
    assert len({board, Board(ROWS), board.twin()}) == 2
    assert sorted([board, board.twin()]) == sorted([board.twin(), board])
    assert (board < board.twin()) != (board > board.twin())
    assert board != "8 1 3/4 0 2/7 6 5"
    with pytest.raises(TypeError):
        assert board < 3
    with pytest.raises(AttributeError):
        board.rows = 4
    assert numpy.asarray(board).tolist() == ROWS
    assert numpy.array(board, dtype="int64").dtype == numpy.int64


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ([[1, 2], [3]], ValueError, "row 2 has 1 where row 1 has 2 tiles"),
        ([[1, 2], [2, 0]], ValueError, "tile 3 is missing"),
        ([[1, 2], [-3, 0]], ValueError, "tile -3 is out of range"),
        ([[1, 2], [3, "x"]], TypeError, "whole number"),
        ([1, 2, 0], ValueError, "no square"),
        ("1 2/3 three", ValueError, "line 1, column 7"),
        (7, TypeError, "rows of tiles"),
        (None, TypeError, "rows of tiles"),
        ([], ValueError, "too small"),
        (numpy.zeros((2, 2, 2), dtype=int), TypeError, "two dimensions"),
        (numpy.array([[1.0, 2.0], [3.0, 0.0]]), TypeError, "astype"),
        (numpy.zeros(4, dtype=int), ValueError, "tile 1 is missing"),
    ],
)
def test_what_is_no_board(given, error, words):
    with pytest.raises(error, match=words):
        Board(given)


def test_slides_that_cannot_be_made():
    board = Board.solved(3)
    with pytest.raises(ValueError, match="no tile can slide L"):
        board.slide("L")
    with pytest.raises(ValueError, match="no direction"):
        board.slide("north")
    with pytest.raises(IndexError, match="not on a 3×3 board"):
        board[3, 0]


def test_goals():
    assert Goal("snail").board(3) == Board("1 2 3/8 0 4/7 6 5")
    assert Goal().name == "blank-last" and Goal(None) == Goal("blank-last")
    custom = Goal("1 0/2 3")
    assert custom.name == "custom" and custom.board(2) == Board("1 0/2 3")
    for goal in (Goal("snail"), custom):
        assert pickle.loads(pickle.dumps(goal)) == goal
        assert eval(repr(goal)) == goal
    with pytest.raises(ValueError, match="blank-last, blank-first, snail"):
        Goal("snale")


def test_the_courses_solver():
    solver = Solver([[0, 1, 3], [4, 2, 5], [7, 8, 6]], solvability="parity")
    assert (solver.moves(), solver.insertions, solver.deletions) == (4, 10, 5)
    boards = solver.solution()
    assert len(boards) == 5 and boards[-1].is_goal()
    assert solver.directions() == "LULU"
    unsolvable = Solver("1 2 3/4 5 6/8 7 0")
    assert not unsolvable.is_solvable()
    assert unsolvable.moves() is None and unsolvable.solution() is None


def test_pictures_of_boards():
    board = Board(ROWS)
    assert board.svg().startswith("<svg") and board.png().startswith(b"\x89PNG")
    bundle = board._repr_mimebundle_(include=None, exclude=None)
    assert bundle["text/plain"] == repr(board) and "<svg" in bundle["image/svg+xml"]
    assert base64.b64decode(bundle["image/png"]).startswith(b"\x89PNG")
