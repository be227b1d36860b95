"""Many boards: order, columns, files, executors, lost workers."""

import csv
import dataclasses
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import noyes
from noyes import _executors, _noyes, _tasks

BOARDS = noyes.scramble(3, count=40, seed=11)
SPAWN = multiprocessing.get_context("spawn")


@pytest.fixture(scope="module")
def minima():
    return noyes.distances(BOARDS).tolist()


def lengths(batch):
    return [solution.length for solution in batch]


def test_the_order_is_kept(minima):
    batch = noyes.solve_many(BOARDS)
    assert lengths(batch) == minima
    assert batch.done == len(batch) == 40 and batch[-1].length == minima[-1]
    assert lengths(batch[3:5]) == minima[3:5]
    assert all(solution.optimal and solution.check() for solution in batch)
    with pytest.raises(IndexError):
        batch[40]
    columns = batch.columns()
    assert columns["length"] == minima and columns["index"] == list(range(40))
    assert {len(column) for column in columns.values()} == {40}


def test_as_they_finish(minima):
    found = dict(noyes.solve_many(BOARDS).as_finished())
    assert [found[index].length for index in range(40)] == minima


def test_boards_that_cannot_be_solved_and_none_at_all():
    batch = noyes.solve_many(["1 2/0 3", "2 1/0 3"])
    assert [(one.solvable, one.length) for one in batch] == [(True, 1), (False, None)]
    assert list(noyes.solve_many([])) == [] and noyes.solve_many([]).columns() == {}
    with pytest.raises(ValueError, match="row 2"):
        noyes.solve_many([[[1, 2], [3]]])
    with pytest.raises(TypeError, match="did you mean time_limit"):
        noyes.solve_many(BOARDS, time_limt=3)


def test_a_batch_that_is_stopped():
    """Boards under way give what they have, the others say why they have nothing."""
    hard = noyes.collection("korf50")[0].board
    batch = noyes.solve_many([hard] * 300, optimal=True, tables="none", time_limit=60)
    batch.stop()
    results = list(batch)
    waited = [one for one in results if one.error == "stopped before it was solved"]
    assert waited and all(one.moves is None and not one.optimal for one in waited)
    assert all(one.stop == "interrupt" for one in results if one.error is None)
    assert batch.done == len(batch) == 300


def test_a_thread_pool(minima):
    with ThreadPoolExecutor(2) as pool:
        assert lengths(noyes.solve_many(BOARDS, pool)) == minima


def test_an_executor_gives_the_rows_of_the_own_threads():
    """Boards and rows travel as bytes: solved, unsolvable, stopped by a limit, and failed."""
    board = noyes.Board("8 1 3/4 0 2/7 6 5")
    boards = [board, board.twin(), *noyes.scramble((3, 5), seed=1), *noyes.scramble(8, seed=1)]
    options = {"algorithm": "astar", "heuristic": "walking-distance", "node_limit": 5000}
    here = list(noyes.solve_many(boards, threads=1, **options))
    with ThreadPoolExecutor(1) as pool:
        there = list(noyes.solve_many(boards, pool, **options))
    assert [(one.solvable, one.optimal, one.stop) for one in here] == [
        (True, True, None), (False, False, None), (True, False, "nodes"), (True, False, None),
    ]
    assert "does not fit" in here[3].error and here[3].moves is None
    for one, other in zip(here, there, strict=True):
        assert dataclasses.replace(one, seconds=0.0) == dataclasses.replace(other, seconds=0.0)
    assert there[0].seconds > 0.0


def test_bytes_that_are_cut_off_are_refused():
    packed = _noyes.pack_boards(BOARDS)
    assert _noyes.unpack_boards(packed) == BOARDS
    with pytest.raises(ValueError, match="boards are cut off"):
        _noyes.unpack_boards(packed[:-1])
    rows, _ = _tasks.solve_chunk(packed, noyes.Goal(), {})
    assert len(_noyes.unpack_rows(rows)) == len(BOARDS)
    for length in range(len(rows) - 60, len(rows)):
        with pytest.raises(ValueError, match="results are cut off"):
            _noyes.unpack_rows(rows[:length])


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_results_in_a_file_are_taken_up_again(tmp_path, minima, ending):
    path = tmp_path / f"results.{ending}"
    boards = [*BOARDS, BOARDS[0].twin()]
    whole = list(noyes.solve_many(boards, write_to=path))
    with pytest.raises(FileExistsError, match="resume_file=True"):
        noyes.solve_many(boards, write_to=path)
    text = path.read_text()
    # A run that died: half of the lines, the last one cut.
    lines = text.splitlines(keepends=True)
    path.write_text("".join(lines[:20]) + lines[20][:10])
    batch = noyes.solve_many(boards, write_to=path, resume_file=True)
    assert batch.done >= 19
    again = list(batch)
    same = ("board", "goal", "solvable", "moves", "length", "lower_bound", "optimal")
    for one, other in zip(whole, again, strict=True):
        assert all(getattr(one, name) == getattr(other, name) for name in same)
    assert len(path.read_text().splitlines()) == len(lines)
    if ending == "csv":
        with path.open() as file:
            rows = sorted(csv.DictReader(file), key=lambda row: int(row["index"]))
        assert [int(row["length"]) for row in rows[:40]] == minima
        assert rows[40]["solvable"] == "false" and rows[40]["length"] == ""
    with pytest.raises(ValueError, match="other boards"):
        noyes.solve_many(boards[::-1], write_to=path, resume_file=True)


def test_parquet_files_are_taken_up_again(tmp_path, minima):
    pyarrow = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "results.parquet"
    noyes.solve_many(BOARDS[:15], write_to=path).wait()
    resumed = noyes.solve_many(BOARDS, write_to=path, resume_file=True)
    assert resumed.done == 15 and lengths(resumed) == minima
    table = pyarrow.read_table(path).sort_by("index")
    assert table["length"].to_pylist() == minima and table["optimal"].to_pylist() == [True] * 40
    # A part that is lost is solved again, into a part of its own.
    sorted(path.glob("part-*.parquet"))[0].unlink()
    again = noyes.solve_many(BOARDS, write_to=path, resume_file=True)
    assert again.done == 25 and lengths(again) == minima
    assert pyarrow.read_table(path).num_rows == 40
    with pytest.raises(ValueError, match="csv, .jsonl or .parquet"):
        noyes.solve_many(BOARDS, write_to=tmp_path / "results.xls")


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_run_that_is_killed_goes_on(tmp_path, minima, ending):
    if ending == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"results.{ending}"
    code = f"""
        import noyes, noyes._rows, time
        noyes._rows._BETWEEN_WRITES = dict.fromkeys(noyes._rows._BETWEEN_WRITES, 0.0)
        boards = noyes.scramble(3, count=40, seed=11)
        for number, _ in enumerate(noyes.solve_many(boards[:30], write_to={str(path)!r}).as_finished()):
            print(number, flush=True)
        time.sleep(100)
    """
    run = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True
    )
    for line in run.stdout:
        if line == "20\n":
            break
    run.kill()
    run.wait()
    batch = noyes.solve_many(BOARDS, write_to=path, resume_file=True)
    assert 20 < batch.done <= 30 and lengths(batch) == minima


def test_columns_are_a_data_frame(minima):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(noyes.solve_many(BOARDS).columns())
    assert frame["length"].tolist() == minima and frame["optimal"].all()


class Flaky(Executor):
    """Runs tasks here, and says of every third, the first time, that its worker died."""

    def __init__(self):
        self.tasks = 0
        self.lost = []
        self.given = []

    def submit(self, function, /, *args, **options):
        future = Future()
        self.tasks += 1
        self.given.append(args)
        if self.tasks % 3 == 0 and args[:-1] not in self.lost:
            self.lost.append(args[:-1])
            future.set_exception(type("KilledWorker", (Exception,), {})("a worker died"))
        else:
            future.set_result(function(*args, **options))
        return future


def test_a_lost_worker_loses_nothing(minima):
    flaky = Flaky()
    assert lengths(noyes.solve_many(BOARDS, flaky, workers=2)) == minima
    assert flaky.tasks > 5 and flaky.lost
    # Engines take two equal calls for one: a task that is given out again must differ.
    numbers = [args[-1] for args in flaky.given]
    assert len(set(numbers)) == len(numbers) == flaky.tasks


class Failing(Flaky):
    def submit(self, function, /, *args, **options):
        future = Future()
        if function is not _executors._tasks.hello:
            future.set_exception(LookupError("no noyes here"))
        else:
            future.set_result(function(*args))
        return future


def test_other_failures_are_raised():
    with pytest.raises(LookupError, match="no noyes here"):
        list(noyes.solve_many(BOARDS, Failing(), workers=2))


class Deadly(Flaky):
    """Loses every worker that is given boards."""

    def submit(self, function, /, *args, **options):
        future = Future()
        if function is not _tasks.hello:
            future.set_exception(type("KilledWorker", (Exception,), {})("a worker died"))
        else:
            future.set_result(function(*args))
        return future


def test_a_task_that_kills_its_workers_is_given_up():
    with pytest.raises(RuntimeError, match="lost 5 times.*more memory"):
        list(noyes.solve_many(BOARDS, Deadly(), workers=2))


class Old(Flaky):
    def submit(self, function, /, *args, **options):
        future = Future()
        future.set_result("0.0.1")
        return future


def test_workers_of_another_version_are_refused():
    with pytest.raises(RuntimeError, match="workers have noyes 0.0.1.*the same version"):
        noyes.solve_many(BOARDS, Old(), workers=2)


def test_a_process_pool_whose_worker_is_killed(minima):
    boards = BOARDS * 50
    with ProcessPoolExecutor(2, mp_context=SPAWN) as pool:
        batch = noyes.solve_many(boards, pool)
        assert batch[0].length == minima[0]
        victim = next(iter(pool._processes))
        os.kill(victim, signal.SIGKILL)
        with pytest.warns(RuntimeWarning, match="executor is broken"):
            assert lengths(batch) == minima * 50


def test_a_pool_that_is_made_again(minima):
    made = []

    def make():
        made.append(ProcessPoolExecutor(1, mp_context=SPAWN))
        return made[-1]

    batch = noyes.solve_many(BOARDS * 50, make)
    assert batch[0].length == minima[0]
    os.kill(next(iter(made[0]._processes)), signal.SIGKILL)
    assert lengths(batch) == minima * 50 and len(made) == 2
