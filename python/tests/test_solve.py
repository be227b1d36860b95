"""One board: solved, watched, stopped, interrupted."""

import asyncio
import base64
import datetime
import os
import pickle
import signal
import threading

import pytest

import noyes

BOARD = "8 1 3/4 0 2/7 6 5"
HARD = noyes.collection("korf50")[0].board


def test_the_minimum_and_its_proof():
    solution = noyes.solve(BOARD)
    assert (solution.length, solution.lower_bound, solution.optimal) == (14, 14, True)
    assert solution.gap == 0 and solution.stop is None and solution.solvable
    assert len(solution.moves) == 14 and set(solution.moves) <= set("UDLR")
    assert solution.check() and solution.boards()[-1].is_goal()
    assert len(solution.boards()) == 15
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert solution.to_dict()["length"] == 14
    bundle = solution._repr_mimebundle_()
    assert "<svg" in bundle["image/svg+xml"]
    assert base64.b64decode(bundle["image/gif"]).startswith(b"GIF89a")


@pytest.mark.parametrize("algorithm", ["bfs", "astar", "ida", "weighted", "construct", "beam"])
def test_algorithms(algorithm):
    solution = noyes.solve(BOARD, algorithm=algorithm)
    assert solution.check() and solution.length >= 14


def test_options():
    assert noyes.solve(BOARD, goal="blank-first").check()
    multi = noyes.solve(BOARD, metric="multi", optimal=True)
    assert multi.check() and multi.optimal and multi.length <= len(multi.moves)
    assert noyes.solve(BOARD, algorithm="weighted", weight=5).check()
    assert noyes.solve(BOARD, time_limit=datetime.timedelta(seconds=5), threads=1).optimal
    limited = noyes.solve(HARD, time_limit="300ms", seed=3, tables="none")
    assert limited.stop == "time" and limited.check() and not limited.optimal
    assert limited.gap == limited.length - limited.lower_bound > 0
    shorter = noyes.solve(
        HARD, time_limit=1e-7, start_from=limited.moves, tables="none", memory_limit="1GB"
    )
    assert shorter.length <= limited.length


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"algorithm": "asta"}, ValueError, "did you mean astar"),
        ({"heuristic": "manhatan"}, ValueError, "did you mean manhattan"),
        ({"time_limit": "soon"}, ValueError, "30s, 500ms"),
        ({"weight": 3}, ValueError, "weighted"),
        ({"threads": 0}, ValueError, "from 1 to 1024"),
        ({"memory_limit": "5"}, ValueError, "unit"),
        ({"metric": "x"}, ValueError, "metric"),
        ({"goal": "1 2/3 0"}, ValueError, "same size"),
        ({"resume": "/no/such/file"}, ValueError, "/no/such/file"),
        ({"tyme_limit": 3}, TypeError, "tyme_limit"),
    ],
)
def test_what_cannot_be_asked(options, error, words):
    with pytest.raises(error, match=words):
        noyes.solve(BOARD, **options)


def test_unsolvable_boards():
    with pytest.raises(noyes.Unsolvable, match="cannot be solved"):
        noyes.solve("1 2 3/4 5 6/8 7 0")
    assert issubclass(noyes.Unsolvable, ValueError)


def test_a_search_that_is_watched_and_stopped():
    with noyes.start(HARD, optimal=True, tables="none") as search:
        first = next(iter(search))
        assert first.check() and search.best.length <= first.length
        assert search.lower_bound > 0 and not search.done
        with pytest.raises(TimeoutError):
            search.result(timeout=0.01)
        search.stop()
        result = search.result()
    assert result.stop == "interrupt" and result.check() and search.done
    times, bests, bounds = zip(*search.intervals, strict=True)
    assert list(times) == sorted(times) and list(bounds) == sorted(bounds)
    assert bests[-1] == result.length and bounds[-1] == result.lower_bound
    words = f"best {result.length}; the minimum is at least {result.lower_bound}"
    assert words in search._repr_mimebundle_()["image/svg+xml"]
    assert result.length <= first.length and search.best == result


def test_improvements_get_shorter_to_the_minimum():
    lengths = [solution.length for solution in noyes.start(BOARD, algorithm="ida")]
    assert lengths == sorted(lengths, reverse=True) and lengths[-1] == 14


def test_async_iteration():
    async def main():
        search = noyes.start(BOARD)
        lengths = [solution.length async for solution in search]
        return lengths[-1], (await search.wait()).optimal

    assert asyncio.run(main()) == (14, True)


def test_events_come_to_the_callers_thread_and_can_stop():
    events = []
    threads = set()

    def keep(event):
        events.append(event)
        threads.add(threading.get_ident())

    noyes.solve(BOARD, on_event=keep, algorithm="ida", heuristic="manhattan")
    kinds = {event["event"] for event in events}
    assert {"bound", "improved"} <= kinds and threads == {threading.get_ident()}
    # Without the answer the limit ends it, and the test fails instead of going on for ever.
    limits = {"optimal": True, "tables": "none", "time_limit": 60}
    stopped = noyes.solve(HARD, on_event=lambda event: event["event"] != "improved", **limits)
    assert stopped.stop == "interrupt" and stopped.check()

    def fail(event):
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        noyes.solve(HARD, on_event=fail, **limits)


@pytest.fixture
def control_c():
    """Ctrl-C raises, as in a terminal. A shell starts what it runs in the background with the
    signal ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before or signal.SIG_DFL)


@pytest.mark.usefixtures("control_c")
def test_control_c_returns_the_best():
    pressed = []

    def interrupt(event):
        # A second one would be raised.
        if event["event"] == "improved" and not pressed:
            pressed.append(event)
            os.kill(os.getpid(), signal.SIGINT)

    # Without the signal the limit ends it, and the test fails instead of going on for ever.
    limits = {"optimal": True, "tables": "none", "time_limit": 60}
    solution = noyes.solve(HARD, on_event=interrupt, **limits)
    assert solution.stop == "interrupt" and solution.check()
    # Where there is nothing to return, it is raised: here by the thread that waits.
    batch = noyes.solve_many([HARD], **limits)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        batch.wait()


def test_the_interpreters_lock_is_free_meanwhile():
    counted = 0
    search = noyes.start(HARD, optimal=True, tables="none")
    done = threading.Event()
    thread = threading.Thread(target=lambda: (search.result(), done.set()))
    thread.start()
    while counted < 100_000:
        counted += 1
    assert not done.is_set()
    search.stop()
    thread.join()


def test_threads_solve_side_by_side():
    boards = noyes.scramble(3, count=8, seed=5)
    lengths = {}
    threads = [
        threading.Thread(target=lambda b=board: lengths.update({b: noyes.solve(b).length}))
        for board in boards
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [lengths[board] for board in boards] == noyes.distances(boards).tolist()
