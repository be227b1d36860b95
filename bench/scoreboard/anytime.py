"""How the interval closes on large boards: every better solution and every higher bound, with its time.

Here the clock counts, because limits are given in its time: run it on a quiet machine.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

from .boards import scrambled

#: Random boards, one of each side.
SIDES = [5, 6, 8, 10, 15, 20, 30, 50]


def manhattan(board: str) -> int:
    rows = [[int(tile) for tile in row.split()] for row in board.split("/")]
    width = len(rows[0])
    return sum(
        abs(y - (tile - 1) // width) + abs(x - (tile - 1) % width)
        for y, row in enumerate(rows) for x, tile in enumerate(row) if tile
    )


def measure(noyes: Path, record: Path, *, quick: bool) -> None:
    """Runs `noyes solve --progress json` on each board and keeps its events."""
    limit = "3s" if quick else "20s"
    with record.open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["side", "manhattan", "seconds", "length", "lower_bound"])
        for side in SIDES[:6] if quick else SIDES:
            board = scrambled(noyes, side, 1)[0]
            print(f"{side}x{side}, {limit}", file=sys.stderr, flush=True)
            done = subprocess.run(
                [noyes, "solve", "-", "--time-limit", limit, "--progress", "json", "--format", "json"],
                input=board, capture_output=True, text=True)
            bound, length = manhattan(board), None
            events = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
            for event in events:
                if event["event"] == "bound":
                    bound = max(bound, event["lower_bound"])
                elif event["event"] == "improved":
                    length = event["length"]
                else:
                    continue
                if length is not None:
                    out.writerow([side, manhattan(board), f"{event['seconds']:.4f}", length, bound])
