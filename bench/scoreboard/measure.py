"""Runs solvers on boards: within processor time and memory, replaying every answer."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import time
from dataclasses import dataclass

from .peers import Solver

#: A solver that takes longer for a board, or more memory, is stopped.
MOST_MEMORY = 3 << 30
#: So many boards not solved, and the set is over for this solver.
PATIENCE = 2
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Result:
    """What became of one board. `seconds` is processor time."""

    status: str
    length: int | None = None
    seconds: float | None = None


def slides(moves: str) -> str:
    """One letter a move: R2U is RRU."""
    return re.sub(r"([UDLR])(\d+)", lambda found: found[1] * int(found[2]), re.sub(r"\s", "", moves))


def solves(board: str, moves: str) -> bool:
    """Replays moves of tiles with nothing but this function."""
    rows = [row.split() for row in board.split("/")]
    width, tiles = len(rows[0]), [int(tile) for row in rows for tile in row]
    blank = tiles.index(0)
    for move in moves:
        y, x = divmod(blank, width)
        # The tile that slides up comes from below the blank.
        y, x = {"U": (y + 1, x), "D": (y - 1, x), "L": (y, x + 1), "R": (y, x - 1)}[move]
        if not (0 <= y < len(rows) and 0 <= x < width):
            return False
        tiles[blank], tiles[y * width + x] = tiles[y * width + x], 0
        blank = y * width + x
    return tiles == [*range(1, len(tiles)), 0]


class Driver:
    """A running driver, its processor time and its memory as the system tells them."""

    def __init__(self, solver: Solver) -> None:
        environment = {**os.environ, **solver.environment}
        self.process = subprocess.Popen(
            solver.command, cwd=solver.folder, env=environment, text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.peak = 0
        first = self.answer(120)
        self.ready = first.get("ready", 0.0)

    def used(self) -> float:
        try:
            with open(f"/proc/{self.process.pid}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            with open(f"/proc/{self.process.pid}/status") as file:
                high = re.search(r"VmHWM:\s+(\d+) kB", file.read())
        except OSError:
            return 0.0
        if high:
            self.peak = max(self.peak, int(high[1]) << 10)
        return (int(fields[11]) + int(fields[12])) / TICKS

    def answer(self, seconds: float) -> dict:
        """The next line, or why there is none: processor time or memory is used up, or it ended."""
        begun, clock = self.used(), time.monotonic()
        assert self.process.stdout is not None
        while True:
            ready, _, _ = select.select([self.process.stdout], [], [], 0.1)
            used = self.used()
            if ready:
                line = self.process.stdout.readline()
                return json.loads(line) if line.strip() else {"error": "it ended"}
            if used - begun > seconds:
                return {"error": f"no answer in {seconds:g} s"}
            if self.peak > MOST_MEMORY:
                return {"error": "more than 3 GB"}
            # A driver that waits for ever uses no processor time.
            if time.monotonic() - clock > 40 * seconds:
                return {"error": "it hangs"}

    def ask(self, board: str, seconds: float) -> Result:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(board + "\n")
            self.process.stdin.flush()
        except OSError:
            return Result("it ended")
        answer = self.answer(seconds)
        if "error" in answer:
            return Result(answer["error"])
        moves = slides(answer["moves"])
        if not solves(board, moves):
            return Result("wrong")
        return Result("solved", len(moves), answer["seconds"])

    def close(self) -> None:
        self.used()
        self.process.kill()
        self.process.wait()


def run_set(solver: Solver, boards: list[str], seconds: float) -> tuple[list[Result], int, float]:
    """Results of boards in their order, the peak of memory, and the time before the first board."""
    driver = Driver(solver)
    results: list[Result] = []
    peak, ready, failed = 0, driver.ready, 0
    for board in boards:
        if failed >= PATIENCE:
            results.append(Result("not tried"))
            continue
        result = driver.ask(board, seconds)
        results.append(result)
        if result.status != "solved":
            failed += 1
            driver.close()
            peak = max(peak, driver.peak)
            if failed < PATIENCE:
                driver = Driver(solver)
    if failed < PATIENCE:
        driver.close()
    return results, max(peak, driver.peak), ready


def instructions(solver: Solver, boards: list[str], folder: str) -> float | None:
    """Instructions a board by valgrind: those of a run with the boards less those of one without."""

    def of(lines: str) -> int | None:
        command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={folder}/cachegrind"]
        try:
            done = subprocess.run([*command, *solver.command], input=lines, capture_output=True, text=True,
                                  cwd=solver.folder, env={**os.environ, **solver.environment})
        except OSError:
            return None
        found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
        return int(found[1].replace(",", "")) if found and done.returncode == 0 else None

    without, within = of(""), of("\n".join(boards) + "\n")
    return None if without is None or within is None else (within - without) / len(boards)
