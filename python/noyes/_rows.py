"""Results of a batch in a file: written as they come, read back by a restarted run."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from noyes._noyes import Board, Goal
from noyes._solution import Solution

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
        if self._ending not in (".csv", ".jsonl", ".parquet"):
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

    def write(self, rows: Iterable[dict[str, Any]]) -> None:
        """Adds rows."""
        new = list(rows)
        if not new:
            return
        if self._ending == ".parquet":
            _write_part(self.path, new)
            return
        text = io.StringIO()
        if self._ending == ".jsonl":
            text.writelines(json.dumps(row) + "\n" for row in new)
        else:
            writer = csv.DictWriter(text, FIELDS, lineterminator="\n")
            if not self.path.exists() or self.path.stat().st_size == 0:
                writer.writeheader()
            writer.writerows(_plain(row) for row in new)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(text.getvalue())


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row as csv has it: empty for nothing, true and false in small letters."""
    words = {True: "true", False: "false"}
    return {
        name: "" if value is None else words[value] if isinstance(value, bool) else value
        for name, value in row.items()
    }


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
    number = len(list(folder.glob("part-*.parquet")))
    hidden = folder / f".part-{number:06}"
    types: dict[str, Any] = {name: pyarrow.string() for name in FIELDS}
    types |= {name: pyarrow.int64() for name in _NUMBERS}
    types |= {name: pyarrow.bool_() for name in _FLAGS}
    types["seconds"] = pyarrow.float64()
    schema = pyarrow.schema(types)
    parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), hidden)
    hidden.rename(folder / f"part-{number:06}.parquet")
