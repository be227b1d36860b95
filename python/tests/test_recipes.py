"""The recipes for clusters: what can be run without one, run; the others, read by the shell."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import noyes

RECIPES = Path(__file__).parents[1] / "recipes"
#: The command of the wheel first.
PATH = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]


@pytest.fixture
def boards(tmp_path):
    """A file of boards, and their minima."""
    some = noyes.scramble(3, count=30, seed=8)
    path = tmp_path / "boards.txt"
    path.write_text("".join(f"{board.to_text()}\n" for board in some))
    return path, noyes.distances(some).tolist()


def lengths(path):
    header, *rows = [line.split(",") for line in path.read_text().splitlines()]
    return [int(row[header.index("length")]) for row in rows]


@pytest.mark.parametrize("script", sorted(RECIPES.glob("*.sh")), ids=lambda script: script.stem)
def test_scripts_can_be_read(script):
    subprocess.run(["bash", "-n", script], check=True)


def test_the_array_of_slurm_without_slurm(boards):
    """The script as each task of the array runs it, and its parts joined as it says."""
    path, minima = boards
    script = RECIPES / "shards_slurm.sh"
    for task in (2, 3, 1):
        slurm = {
            "SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_CPUS_PER_TASK": "1",
        }
        environment = {**os.environ, **slurm, "PATH": PATH, "TMPDIR": str(path.parent)}
        subprocess.run(["bash", script, path], env=environment, check=True)
    parts = [path.with_name(f"boards.txt.{task}.csv") for task in (1, 2, 3)]
    assert all(0 < len(lengths(part)) < 30 for part in parts)
    said = [line.removeprefix("#   ") for line in script.read_text().splitlines() if "#   " in line]
    environment = {**os.environ, "PATH": PATH}
    for command in said:
        subprocess.run(["bash", "-c", command], cwd=path.parent, env=environment, check=True)
    assert lengths(path.with_name("boards.csv")) == minima


def test_shards_with_gnu_parallel(boards):
    if shutil.which("parallel") is None:
        pytest.skip("install GNU parallel")
    path, minima = boards
    script = ["bash", RECIPES / "shards_parallel.sh", path, "3"]
    subprocess.run(script, env={**os.environ, "PATH": PATH}, check=True)
    assert lengths(path.with_name("boards.txt.csv")) == minima


def test_the_job_script_of_dask_jobqueue():
    pytest.importorskip("dask_jobqueue")
    printed = subprocess.run(
        [sys.executable, RECIPES / "dask_slurm.py", "--script"],
        capture_output=True, text=True, check=True, timeout=120,
    ).stdout
    assert "#SBATCH -p normal" in printed and "NOYES_TABLES=" in printed
    assert f"{sys.executable} -m distributed.cli.dask_worker" in printed
    subprocess.run(["bash", "-n"], input=printed, text=True, check=True)
