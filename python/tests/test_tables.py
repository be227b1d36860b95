"""Tables in a folder that processes share, where file locks fail, as on some NFS and Lustre."""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

#: Solves a board of 3×6 cells with its quick tables, and says whether it had to build any.
SOLVE = textwrap.dedent("""
    import noyes

    built = set()

    def watch(event):
        if event["event"] == "table" and "opening" not in event["name"]:
            built.add(event["name"])

    board = noyes.scramble((3, 6), seed=2, depth=60)[0]
    found = noyes.solve(board, optimal=True, tables="small", on_event=watch, threads=1)
    assert found.optimal
    print(found.length, len(built))
""")


@pytest.fixture(scope="module")
def without_locks(tmp_path_factory):
    """The environment of processes in which every lock fails."""
    compiler = shutil.which("cc")
    if not sys.platform.startswith("linux") or compiler is None:
        pytest.skip("needs Linux and a C compiler")
    library = tmp_path_factory.mktemp("locks") / "no_locks.so"
    source = Path(__file__).with_name("no_locks.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    environment = {**os.environ, "LD_PRELOAD": str(library)}
    fails = "import fcntl; fcntl.flock(open('/dev/null'), fcntl.LOCK_EX)"
    tried = subprocess.run([sys.executable, "-c", fails], env=environment, capture_output=True, text=True)
    assert "No locks available" in tried.stderr
    return environment


def solve(environment, folder):
    return subprocess.Popen(
        [sys.executable, "-c", SOLVE], env={**environment, "NOYES_TABLES": str(folder)},
        stdout=subprocess.PIPE, text=True,
    )


def answer(process):
    told, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    length, built = map(int, told.split())
    return length, built


def files(folder):
    """The files, each with what tells whether it was replaced."""
    return {path.name: (path.stat().st_ino, path.stat().st_mtime_ns) for path in folder.iterdir()}


def test_where_locks_fail_tables_are_written_and_used(without_locks, tmp_path):
    first = answer(solve(without_locks, tmp_path))
    assert first[1] > 0
    tables = files(tmp_path)
    assert any(name.endswith(".table") for name in tables)
    assert not any(name.startswith(".building-") for name in tables)
    # The next process, with locks or without, finds them.
    assert answer(solve(without_locks, tmp_path)) == (first[0], 0)
    assert answer(solve(os.environ, tmp_path)) == (first[0], 0)
    assert {name: files(tmp_path)[name] for name in tables} == tables
    verify = [sys.executable, "-m", "noyes", "tables", "verify"]
    subprocess.run(verify, env={**without_locks, "NOYES_TABLES": str(tmp_path)}, check=True)


def test_where_locks_fail_processes_may_start_together(without_locks, tmp_path):
    together = [solve(without_locks, tmp_path) for _ in range(3)]
    answers = [answer(process) for process in together]
    assert len({length for length, _ in answers}) == 1 and any(built for _, built in answers)
    assert not any(name.startswith(".building-") for name in files(tmp_path))
    assert answer(solve(without_locks, tmp_path)) == (answers[0][0], 0)
