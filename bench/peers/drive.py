"""What every driver of a Python solver shares: boards come as lines, answers go as lines of JSON.

A driver is a script that calls `drive` with a function from rows of tiles (0 is the blank) to moves,
as the tiles slide. Processor time is counted, not the clock's.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence

Rows = list[list[int]]

#: The blank goes one way, the tile the other.
OPPOSITE = {"U": "D", "D": "U", "L": "R", "R": "L"}


def of_blank(directions: Iterable[str]) -> str:
    """Moves of the blank as moves of the tiles."""
    return "".join(OPPOSITE[direction[0].upper()] for direction in directions)


def of_boards(boards: Sequence[Sequence[Sequence[int]]]) -> str:
    """Moves between boards, the first of them the start."""

    def blank(rows: Sequence[Sequence[int]]) -> tuple[int, int]:
        return next((y, x) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile == 0)

    return of_cells([blank(rows) for rows in boards])


def of_cells(cells: Sequence[tuple[int, int]]) -> str:
    """Moves from the cells (row, column) that the blank visits, its first one included."""
    letters = {(-1, 0): "D", (1, 0): "U", (0, -1): "R", (0, 1): "L"}
    return "".join(letters[b[0] - a[0], b[1] - a[1]] for a, b in zip(cells, cells[1:], strict=False))


def drive(solve: Callable[[Rows], str]) -> None:
    """Answers every board of standard input. What the solver prints itself goes to standard error."""
    out, sys.stdout = sys.stdout, sys.stderr
    print(json.dumps({"ready": time.process_time()}), file=out, flush=True)
    for line in sys.stdin:
        rows = [[int(tile) for tile in row.split()] for row in line.strip().split("/")]
        begun = time.process_time()
        try:
            answer = {"moves": solve(rows), "seconds": time.process_time() - begun}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=out, flush=True)
