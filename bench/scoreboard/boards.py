"""The boards: made by noyes from seeds, so that every run has the same ones."""

from __future__ import annotations

import csv
import io
import subprocess
from dataclasses import dataclass
from pathlib import Path

KORF = Path(__file__).parents[2] / "crates" / "noyes" / "data" / "korf100.txt"


@dataclass
class BoardSet:
    """Boards of a kind, their minima where they are known, and the processor time for each."""

    name: str
    what: str
    boards: list[str]
    minima: list[int | None]
    seconds: float


def scrambled(noyes: Path, side: int, count: int, *, depth: int = 0) -> list[str]:
    walk = ["--depth", str(depth)] if depth else []
    made = subprocess.run(
        [noyes, "scramble", str(side), "--seed", "1", "--count", str(count), "--format", "slashes", *walk],
        check=True, capture_output=True, text=True)
    return made.stdout.split("\n")[:count]


def minima(noyes: Path, boards: list[str]) -> list[int | None]:
    """Proven by noyes. The other solvers that claim minima contradict it if it is wrong."""
    done = subprocess.run([noyes, "label", "-", "--minimum-only", "--format", "csv", "--quiet"],
                          input="\n".join(boards) + "\n", check=True, capture_output=True, text=True)
    return [int(row["minimum"]) if row["minimum"] else None for row in csv.DictReader(io.StringIO(done.stdout))]


def korf(count: int) -> tuple[list[str], list[int | None]]:
    """The first of Korf's hundred, with the minima that he published."""
    lines = [line for line in KORF.read_text().splitlines() if line and not line.startswith("#")][:count]
    parts = [line.partition("=") for line in lines]
    boards = []
    for tiles, _, _ in parts:
        numbers = tiles.replace("/", " ").split()[-16:]
        boards.append("/".join(" ".join(numbers[row:row + 4]) for row in range(0, 16, 4)))
    return boards, [int(known) for _, _, known in parts]


def all_sets(noyes: Path, *, quick: bool) -> list[BoardSet]:
    """What every solver that takes the size is given."""
    few = 5 if quick else 20
    seconds = 3.0 if quick else 5.0
    eight = scrambled(noyes, 3, few)
    near = [board for depth in (10, 20, 30, 40, 50, 60)
            for board in scrambled(noyes, 4, 2 if quick else 4, depth=depth)]
    near5 = [board for depth in (20, 40) for board in scrambled(noyes, 5, few // 5, depth=depth)]
    famous, known = korf(few)
    five, ten = scrambled(noyes, 5, 3), scrambled(noyes, 10, 2)
    return [
        BoardSet("3x3", f"{len(eight)} random 8-puzzles", eight, minima(noyes, eight), seconds),
        BoardSet("4x4 near", f"{len(near)} 15-puzzles after walks of 10 to 60 slides", near, minima(noyes, near), seconds),
        BoardSet("4x4", f"the first {len(famous)} of Korf's 100 15-puzzles", famous, known, seconds),
        BoardSet("5x5 near", f"{len(near5)} 24-puzzles after walks of 20 and 40 slides", near5,
                 minima(noyes, near5), seconds),
        BoardSet("5x5", f"{len(five)} random 24-puzzles", five, [None] * len(five), seconds),
        BoardSet("10x10", f"{len(ten)} random boards of 10×10", ten, [None] * len(ten), seconds),
    ]
