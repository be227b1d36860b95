"""Arrays of boards against a breadth-first search of all 3×3 boards."""

from collections import deque

import numpy
import pytest

import noyes


@pytest.fixture(scope="module")
def truth():
    """The distance of every solvable 3×3 board, by the obvious search on tuples."""
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    distance = {goal: 0}
    queue = deque([goal])
    steps = [[n for n in (c - 3, c + 3, c - 1, c + 1) if 0 <= n < 9
              and (n // 3 == c // 3 or n % 3 == c % 3)] for c in range(9)]
    while queue:
        tiles = queue.popleft()
        blank = tiles.index(0)
        for cell in steps[blank]:
            after = list(tiles)
            after[blank], after[cell] = after[cell], 0
            after = tuple(after)
            if after not in distance:
                distance[after] = distance[tiles] + 1
                queue.append(after)
    return distance


def test_all_boards_of_the_eight_puzzle(truth):
    assert len(truth) == 181_440
    boards = numpy.array(list(truth), dtype=numpy.uint8)
    wanted = numpy.array(list(truth.values()))
    for array in (boards, boards.reshape(-1, 3, 3), boards.astype(numpy.int64)):
        minima = noyes.distances(array)
        assert minima.dtype == numpy.uint8 and (minima == wanted).all()
    minima, first = noyes.labels(boards)
    assert (minima == wanted).all() and first.shape == (len(boards), 4)
    for number in range(0, len(boards), 997):
        board = noyes.Board(boards[number])
        for column, letter in enumerate("ULRD"):
            try:
                after = truth[board.slide(letter).tiles]
            except ValueError:
                after = 99
            assert first[number, column] == (after < wanted[number])


def test_larger_boards_agree_with_solve():
    boards = noyes.scramble(4, count=5, seed=3, depth=40) + [noyes.Board.solved(4)]
    minima = [solution.length for solution in noyes.solve_many(boards, optimal=True)]
    assert noyes.distances(boards).tolist() == minima
    assert noyes.labels(numpy.stack(boards)).minima.tolist() == minima
    assert noyes.distances(boards[0]).shape == (1,)


def test_shapes_and_mistakes():
    assert noyes.distances(numpy.empty((0, 3, 3), dtype=int)).shape == (0,)
    assert noyes.distances([[1, 2, 3], [4, 5, 6], [7, 0, 8]]).tolist() == [1]
    unsolvable = [[[1, 2], [3, 0]], [[2, 1], [3, 0]]]
    with pytest.raises(noyes.Unsolvable, match="board 1 cannot be solved"):
        noyes.distances(unsolvable)
    assert noyes.distances(unsolvable, unsolvable=99).tolist() == [0, 99]
    with pytest.raises(ValueError, match="board 1: "):
        noyes.distances([[[1, 2], [3, 0]], [[1, 2], [2, 0]]])
    with pytest.raises(ValueError, match="board 0: "):
        noyes.distances([[[1, 2], [-3, 0]]])
    with pytest.raises(TypeError, match="whole numbers"):
        noyes.distances([[[0.5, 2], [3, 0]]])
    with pytest.raises(ValueError, match="shape"):
        noyes.distances(numpy.zeros((2, 5), dtype=int))
    with pytest.raises(ValueError, match="0 to 255"):
        noyes.distances(unsolvable, unsolvable=-1)


def test_datasets():
    data = noyes.dataset(3, 50, seed=9, depth=12)
    assert data["boards"].shape == (50, 3, 3) and data["minima"].max() <= 12
    again = noyes.dataset((3, 3), 50, 9, depth=12)
    assert all((data[name] == again[name]).all() for name in data)
    assert (noyes.distances(data["boards"], goal="blank-last") == data["minima"]).all()


def test_the_environment():
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env
    from noyes.gym import SlidingEnv

    env = SlidingEnv(3, depth=15)
    check_env(env, skip_render_check=True)
    observation, info = env.reset(seed=4)
    steps, solved = 0, False
    while not solved:
        best = int(numpy.argmax(info["best"]))
        before = info["distance"]
        observation, reward, solved, truncated, info = env.step(best)
        assert info["distance"] == before - 1 and reward == -1.0 and not truncated
        steps += 1
    assert info["distance"] == 0 and not info["best"].any()
    observation, info = env.reset(options={"board": "1 2 3/4 5 6/7 8 0"})
    after, _, solved, _, info = env.step(int(numpy.argmin(info["mask"])))
    assert (after == observation).all()
    assert gymnasium is not None
