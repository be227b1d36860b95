"""Who is measured, how each is installed, and who was looked at without being measured."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
DRIVERS = ROOT / "bench" / "peers"

PIP = {
    "slidingpuzzle": "0.1.5", "fifteen-puzzle-solvers": "2.0.3", "eight-puzzle-search": "0.0.71",
    "simpleai": "0.8.3", "pyperplan": "2.1",
}
NPM = {"sliding-puzzle-solver": "0.0.2", "node-sliding-puzzle-solver": "1.0.2"}

#: Packages of the registries about this puzzle that are not measured, and why.
NOT_MEASURED = [
    ("eight-puzzle 0.1.0", "PyPI", "a program with a window; its A* is not exported"),
    ("puzzle15ai 0.1.14", "PyPI", "its search is a thread of Qt's, with a window"),
    ("GamesmanPuzzles 0.0.2", "PyPI", "a web server; labels every board of 3×3 in Python"),
    ("sliding-puzzles 0.9.3", "PyPI", "an environment for reinforcement learning; no solver"),
    ("deepxube 0.3.2", "PyPI", "trains networks first, on a GPU"),
    ("fifteen_puzzle_adjam, cli-sliding-puzzle, oa-8-puzzle", "PyPI", "games; no solver"),
    ("puzzles 0.1.0, pdbs_benchmark 0.1.0", "crates.io", "compares forms of one pattern table; its boards are built in"),
    ("eight-puzzle 1.1.0, sliding_puzzle 1.0.1", "crates.io", "a game; boards and moves without a solver"),
    ("15-puzzle 6.2.3, sliding-puzzle 1.1.0", "npm", "a library of boards; a game"),
    ("a-star-puzzle-solver", "npm", "its page exists, the package is not in the registry any more"),
]


@dataclass
class Solver:
    """A solver, the command of its driver, and the sets of boards it is given."""

    name: str
    method: str
    command: list[str]
    sets: set[str]
    folder: Path = ROOT
    environment: dict[str, str] = field(default_factory=dict)


def run(*command: str | Path, folder: Path = ROOT) -> str | None:
    """Runs a command of the installation; what it said if it failed."""
    shown = " ".join(str(word) for word in command)
    print(f"  {shown}", file=sys.stderr, flush=True)
    if shutil.which(str(command[0])) is None:
        return f"there is no {command[0]} here"
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True)
    return None if done.returncode == 0 else (done.stderr.strip().splitlines() or ["it failed"])[-1]


def interpreter() -> str:
    """slidingpuzzle pins a numpy that Python 3.12 cannot build."""
    return shutil.which("python3.11") or sys.executable


def installed(work: Path, *, install: bool) -> tuple[dict[str, Path], dict[str, str]]:
    """Folders of what could be installed, and of the rest why not."""
    folders: dict[str, Path] = {}
    missing: dict[str, str] = {}
    for package, version in PIP.items():
        folder = work / "pip" / package
        trouble = None
        if install and not (folder / "done").exists():
            trouble = run(interpreter(), "-m", "pip", "install", "-q", "--upgrade", "--target", folder, f"{package}=={version}")
            if trouble is None:
                (folder / "done").touch()
        if (folder / "done").exists():
            folders[package] = folder
        else:
            missing[package] = trouble or "not installed"
    for package, version in NPM.items():
        folder = work / "npm" / package
        trouble = None
        if install and not (folder / "node_modules" / package).exists():
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "package.json").write_text("{}\n")
            trouble = run("npm", "install", "--no-audit", "--no-fund", f"{package}@{version}", folder=folder)
        if (folder / "node_modules" / package).exists():
            folders[package] = folder
        else:
            missing[package] = trouble or "not installed"
    return folders, missing


def solvers(folders: dict[str, Path], drive: Path, noyes: Path, tables: Path) -> list[Solver]:
    """Those that can be run. noyes and slidy are one program, so that one compiler built both."""
    everything = {"3x3", "4x4 near", "4x4", "5x5 near", "5x5", "10x10"}
    small, optimal = {"3x3", "4x4 near"}, {"3x3", "4x4 near", "4x4", "5x5 near"}
    ours = {"NOYES_TABLES": str(tables)}
    # Where large tables are built, they are used without being asked for.
    as_new = {"NOYES_TABLES": f"{tables}-as-new"}
    found = [
        Solver("noyes", "as without options, with its tables; 2 s above 4×4",
               [str(drive), "noyes", "--seconds", "2", "--ready", "small"],
               everything, environment=as_new),
        Solver("noyes, large tables", "196 MB of tables", [str(drive), "noyes", "--tables", "large"],
               {"4x4 near", "4x4"}, environment=ours),
        Solver("noyes, no tables", "walking distance and linear conflict",
               [str(drive), "noyes", "--tables", "none"], {"3x3", "4x4 near", "4x4"}, environment=ours),
        Solver("slidy 0.3.2", "3×3: complete table; 4×4: 4-4-4-3 tables; else IDA* with Manhattan distance",
               [str(drive), "slidy"], optimal),
    ]

    def python(package: str, driver: str, method: str, sets: set[str], *arguments: str) -> None:
        if package in folders:
            command = [interpreter(), str(DRIVERS / driver), *arguments]
            found.append(Solver(f"{package} {PIP[package]}", method, command, sets,
                                environment={"PYTHONPATH": str(folders[package])}))

    def node(package: str, method: str, sets: set[str], *arguments: str) -> None:
        if package in folders:
            command = ["node", str(DRIVERS / "npm_driver.js"), package, *arguments]
            found.append(Solver(f"{package} {NPM[package]}", method, command, sets, folders[package]))

    driver = "slidingpuzzle_driver.py"
    python("slidingpuzzle", driver, "A*, linear conflict", optimal, "a*")
    python("slidingpuzzle", driver, "IDA*, linear conflict", small, "ida*")
    python("slidingpuzzle", driver, "greedy", everything, "greedy")
    python("slidingpuzzle", driver, "beam", everything, "beam")
    driver = "fifteen_puzzle_solvers_driver.py"
    python("fifteen-puzzle-solvers", driver, "A*, Manhattan", optimal, "manhattan_distance")
    python("fifteen-puzzle-solvers", driver, "A*, sum of three heuristics", optimal, "total")
    python("eight-puzzle-search", "eight_puzzle_search_driver.py", "A* without a closed set, Manhattan", {"3x3"})
    python("simpleai", "simpleai_driver.py", "A*, Manhattan", optimal)
    driver = "pyperplan_driver.py"
    python("pyperplan", driver, "planner on `noyes pddl`: A*, LM-cut", small, str(noyes), "astar", "lmcut")
    python("pyperplan", driver, "planner on `noyes pddl`: greedy, FF", everything, str(noyes), "gbf", "hff")
    node("sliding-puzzle-solver", "A*, Manhattan with the blank", optimal)
    node("node-sliding-puzzle-solver", "A*, Manhattan", optimal, "shortest")
    node("node-sliding-puzzle-solver", "greedy", everything)
    return found
