"""Results of a batch in a file: written as they come, read back by a restarted run."""

from __future__ import annotations

import csv
import io
import json
import os
import time
from collections.abc import Iterable
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any, cast

from noyes._noyes import Board, Goal
from noyes._solution import Solution

#: Seconds between two writes. Every write of parquet is a file.
_BETWEEN_WRITES = {".csv": 1.0, ".jsonl": 1.0, ".parquet": 10.0}

#: The fields of a row, in order.
FIELDS = ("index", *Solution.__dataclass_fields__)
_NUMBERS = {"index", "length", "lower_bound", "expanded", "generated", "stored"}
_FLAGS = {"solvable", "optimal"}


def row_of(index: int, solution: Solution) -> dict[str, Any]:
    """The row of a solution."""
    return {"index": index, **solution.to_dict()}


def solution_of(row: dict[str, Any], board: Board, goal: Goal) -> Solution:
    """The solution of a row, which must be about the board."""
    if row["board"] != board.to_text() or row["goal"] != goal.name:
        raise ValueError(
            f"the file has other boards: its board {row['index']} is {row['board']} "
            f"({row['goal']}); write to another file"
        )
    fields = {name: row[name] for name in FIELDS if name not in ("index", "board", "goal")}
    return Solution(board, goal, **fields)


class Rows:
    """A file of rows: csv, jsonl, or a folder of parquet files, by the ending of its name."""

    def __init__(self, path: Path, resume: bool) -> None:
        self.path = path
        self._ending = path.suffix.lower()
        self._waiting: list[tuple[int, Solution]] = []
        self._written = time.monotonic()
        if self._ending not in _BETWEEN_WRITES:
            raise ValueError(f"{path}: results are written as .csv, .jsonl or .parquet")
        if self._ending == ".parquet":
            _pyarrow()
        if path.exists() and not resume:
            raise FileExistsError(
                f"{path} is there already: pass resume_file=True to go on with it, or remove it"
            )

    def read(self) -> list[dict[str, Any]]:
        """The rows that are there. A last line that was cut off is removed."""
        if not self.path.exists():
            return []
        if self._ending == ".parquet":
            parquet = _pyarrow()
            rows: list[dict[str, Any]] = []
            for part in sorted(self.path.glob("part-*.parquet")):
                rows += parquet.read_table(part).to_pylist()
            return rows
        data = self.path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            self.path.write_bytes(whole)
        text = whole.decode()
        if self._ending == ".jsonl":
            return [json.loads(line) for line in text.splitlines()]
        return [_typed(row) for row in csv.DictReader(io.StringIO(text))]

    def add(self, solutions: Iterable[tuple[int, Solution]]) -> None:
        """Adds solutions with their numbers. They are in the file within a second, or ten of
        parquet."""
        self._waiting += solutions
        if time.monotonic() >= self._written + _BETWEEN_WRITES[self._ending]:
            self.flush()

    def flush(self) -> None:
        """Writes what waits."""
        self._written = time.monotonic()
        new, self._waiting = self._waiting, []
        if not new:
            return
        if self._ending == ".parquet":
            _write_part(self.path, [row_of(index, solution) for index, solution in new])
            return
        text = io.StringIO()
        if self._ending == ".jsonl":
            text.writelines(json.dumps(row_of(*one)) + "\n" for one in new)
        else:
            writer = csv.writer(text, lineterminator="\n")
            if not self.path.exists() or self.path.stat().st_size == 0:
                writer.writerow(FIELDS)
            writer.writerows(_cells(index, solution) for index, solution in new)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(text.getvalue())
            file.flush()
            os.fsync(file.fileno())


#: The fields after board, goal and solvable, up to optimal and after it.
_BEFORE = attrgetter("moves", "length", "lower_bound")
_AFTER = attrgetter(*FIELDS[FIELDS.index("optimal") + 1 :])
_WORDS = {True: "true", False: "false"}


def _cells(index: int, solution: Solution) -> tuple[Any, ...]:
    """A row of csv, in the order of the fields: ``None`` becomes an empty cell."""
    return (
        index, solution.board.to_text(), solution.goal.name, _WORDS[solution.solvable],
        *_BEFORE(solution), _WORDS[solution.optimal], *_AFTER(solution),
    )


def _typed(row: dict[str, str]) -> dict[str, Any]:
    typed: dict[str, Any] = {}
    for name, text in row.items():
        if name in _FLAGS:
            typed[name] = text == "true"
        elif name in _NUMBERS:
            typed[name] = int(text) if text else None
        elif name == "seconds":
            typed[name] = float(text)
        else:
            typed[name] = text if text or name == "moves" else None
    if not typed["solvable"] or typed["length"] is None:
        typed["moves"] = None
    return typed


def _pyarrow() -> Any:
    try:
        return import_module("pyarrow.parquet")
    except ImportError as error:
        raise ImportError("parquet needs pyarrow: pip install pyarrow, or write .csv") from error


def _write_part(folder: Path, rows: list[dict[str, Any]]) -> None:
    """Writes rows as one more file of a folder, whole or not at all."""
    parquet, pyarrow = _pyarrow(), cast(Any, import_module("pyarrow"))
    folder.mkdir(parents=True, exist_ok=True)
    numbers = (int(part.stem.removeprefix("part-")) for part in folder.glob("part-*.parquet"))
    number = max(numbers, default=-1) + 1
    hidden = folder / f".part-{number:06}"
    types: dict[str, Any] = {name: pyarrow.string() for name in FIELDS}
    types |= {name: pyarrow.int64() for name in _NUMBERS}
    types |= {name: pyarrow.bool_() for name in _FLAGS}
    types["seconds"] = pyarrow.float64()
    schema = pyarrow.schema(types)
    parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), hidden)
    hidden.rename(folder / f"part-{number:06}.parquet")
