"""What the command can, as data and as pictures; the command itself; the package's face."""

import ast
import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import noyes

BOARD = "0 1 3/4 2 5/7 8 6"


def test_info_check_and_hint():
    facts = noyes.info(BOARD)
    assert facts["manhattan"] == 4 and facts["solvable"]
    assert noyes.check(BOARD, "LULU")["right"]
    assert not noyes.check(BOARD, "LUL", time_limit=5)["right"]
    assert noyes.hint(BOARD, count=2)
    with pytest.raises(ValueError):
        noyes.info("1 2 3")


def test_scrambles_are_the_commands():
    boards = noyes.scramble("3x5", count=3, seed=4)
    assert [(board.rows, board.cols) for board in boards] == [(3, 5)] * 3
    assert boards == noyes.scramble((3, 5), count=3, seed=4)
    assert all(board.is_solvable("snail") for board in noyes.scramble(3, count=9, goal="snail"))
    with pytest.raises(ValueError, match="too large"):
        noyes.scramble(500)


def test_comparisons_and_trees():
    table = noyes.compare(BOARD, algorithms=["astar", "ida:manhattan"], time_limit=10)
    assert [run["length"] for run in table.runs] == [4, 4] and "finished" in str(table)
    assert table.columns()["optimal"] == [True, True]
    assert "<td>ida manhattan</td>" in table._repr_mimebundle_()["text/html"]
    assert "4 moves, proven" in table.picture("light").text
    assert len(noyes.compare(BOARD, course=True).runs) == 8
    with pytest.raises(ValueError, match="theme"):
        table.picture("purple")
    tree = noyes.tree(BOARD, steps=3)
    assert tree["nodes"][0]["priority"] == 4
    bundle = tree._repr_mimebundle_()
    assert "<svg" in bundle["image/svg+xml"] and bundle["text/plain"]
    assert "digraph" in tree.drawing("dot")


def test_pictures(tmp_path):
    for kind, media in [("svg", "svg+xml"), ("png", "png"), ("strip", "svg+xml"), ("gif", "gif")]:
        moves = "LULU" if kind in ("strip", "gif") else None
        picture = noyes.render(BOARD, moves, format=kind)
        assert picture.media_type == f"image/{media}" and picture._repr_mimebundle_()
        picture.save(tmp_path / kind)
        assert (tmp_path / kind).read_bytes() == picture.data
    assert noyes.render(BOARD, "LULU").text.startswith("<svg")


def test_collections():
    korf = noyes.collection("korf100")
    assert len(korf) == 100 and korf[0].known == 57 and korf[0].board.dimension() == 4
    with pytest.raises(ValueError, match="korf100 or korf50"):
        noyes.collection("korf")


def command(*args, **options):
    return subprocess.run(
        [sys.executable, "-m", "noyes", *args], capture_output=True, text=True, **options
    )


def test_the_command_is_in_the_package():
    run = command("solve", BOARD, "--format", "directions")
    assert (run.returncode, run.stdout) == (0, "Minimum number of moves = 4\nLULU\n")
    assert command("solve", "1 2 3/4 5 6/8 7 0").returncode == 1
    assert command("solve", "1 2 3").returncode == 2
    assert command("solv").returncode == 2
    assert command("--version").stdout == f"noyes {noyes.__version__}\n"


def test_grades_are_data(tmp_path):
    for student, answer in {"anna": "LULU", "bob": "LRLULU", "cem": "no idea"}.items():
        folder = tmp_path / "answers" / student
        folder.mkdir(parents=True)
        (folder / "puzzle04.txt").write_text(answer)
    board = tmp_path / "puzzle04.txt"
    board.write_text(str(noyes.Board(BOARD)))
    points = {"right": 2, "not-minimal": 1.5}
    grades = noyes.grade(board, tmp_path / "answers", points=points, feedback=tmp_path / "words")
    assert [one.verdict for one in grades] == ["right", "not-minimal", "invalid"]
    assert [one.points for one in grades] == [2.0, 1.5, 0.0]
    assert (grades[1].moves, grades[1].minimum, grades[1].solution) == (6, 4, "LRLULU")
    assert "number 2" in grades[1].wasted and (tmp_path / "words" / "bob.txt").exists()
    assert grades.students[0] == {
        "student": "anna", "answers": 1, "right": 1, "points": 2.0, "verdicts": {"right": 1},
    }
    assert grades.columns()["student"] == ["anna", "bob", "cem"]
    assert "<svg" in grades._repr_mimebundle_()["image/svg+xml"]
    # The programs of a class: this one is the package's own command.
    program = f"{sys.executable} -m noyes solve {{board}} --format directions"
    run = noyes.grade([board], tmp_path / "answers", run=program, time_limit=60)
    assert [one.verdict for one in run] == ["right"] * 3
    with pytest.raises(ValueError, match="/no/such/folder"):
        noyes.grade("/no/such/folder", tmp_path)
    with pytest.raises(ValueError, match="there is no verdict"):
        noyes.grade(board, tmp_path / "answers", points={"rihgt": 1})


def test_examples_of_the_docstrings():
    """The examples of the stub belong to the compiled classes; the others to their modules."""
    failed = tried = 0
    for module in pkgutil.iter_modules(noyes.__path__):
        if module.name in ("__main__", "_noyes"):
            continue
        try:
            loaded = importlib.import_module(f"noyes.{module.name}")
        except ImportError:
            assert module.name in ("gym", "widget")
            continue
        result = doctest.testmod(loaded)
        failed, tried = failed + result.failed, tried + result.attempted
    result = doctest.testmod(noyes)
    of_stub = doctest.DocTestRunner()
    stub = Path(noyes.__file__).with_name("_noyes.pyi").read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(stub)):
        if isinstance(node, ast.ClassDef) and (text := ast.get_docstring(node)):
            of_stub.run(doctest.DocTestParser().get_doctest(text, {}, node.name, None, None))
    assert (failed, result.failed, of_stub.failures) == (0, 0, 0)
    assert tried > 20 and of_stub.tries >= 8


def test_every_name_is_documented():
    for name in noyes.__all__:
        thing = getattr(noyes, name)
        if callable(thing):
            assert thing.__doc__, name


def test_a_heuristic_of_ones_own():
    from noyes.heuristics import NotAdmissible, solve_with
    import numpy

    board = "8 1 3/4 0 2/7 6 5"
    for algorithm in ("astar", "ida"):
        found = solve_with(board, lambda b: b.manhattan(), algorithm=algorithm)
        assert (found.length, found.optimal, found.check()) == (14, True, True)
    hamming = solve_with(board, lambda b: b.hamming())
    assert hamming.expanded > solve_with(board, lambda b: b.manhattan()).expanded

    def vectorised(boards):
        return [noyes.Board(one).manhattan() for one in boards]

    batched = solve_with(board, vectorised, vectorized=True, batch=16)
    assert batched.length == 14
    with pytest.warns(NotAdmissible, match="whose minimum is"):
        greedy = solve_with(board, lambda b: 5 * b.manhattan())
    assert greedy.check() and greedy.optimal == (greedy.length == 14)
    assert noyes.solve(board, heuristic=lambda b: b.manhattan(), algorithm="ida").length == 14
    assert solve_with(board, lambda b: 0, node_limit=50, check=False).stop == "nodes"
    with pytest.raises(ValueError, match="at the goal"):
        solve_with(board, lambda b: 1)
    with pytest.raises(ValueError, match="2 values for"):
        solve_with(board, lambda boards: numpy.zeros(2), vectorized=True)
    with pytest.raises(noyes.Unsolvable):
        solve_with("1 2 3/4 5 6/8 7 0", lambda b: 0)
