"""Grades of students' answers, by the command's own grader."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from os import PathLike, fspath
from typing import Any, overload

from noyes._noyes import Goal
from noyes._options import Bytes, GoalLike, Time
from noyes._picture import Picture


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of one answer."""

    student: str
    """The student."""
    board: str
    """The name of the board."""
    verdict: str
    """``right``, ``solves``, ``not-minimal``, ``reversed``, ``wrong``, ``invalid``, ``crashed``,
    ``out-of-memory``, ``timed-out``, ``empty`` or ``missing``."""
    right: bool
    """Whether nothing is known to be wrong with it."""
    moves: int | None
    """The moves of the answer."""
    pushes: int | None
    """The same where sliding several tiles of a line at once counts as one."""
    minimum: int | None
    """The minimum of the board, if it is proven."""
    lower_bound: int | None
    """No solution is shorter than this."""
    best: int | None
    """The length of the shortest solution found."""
    line: int | None
    """The line of the answer that the remark is about."""
    remark: str
    """The reason in one sentence."""
    wasted: str | None
    """The first wasted move, where feedback was asked for."""
    points: float
    """The points."""
    solution: str | None
    """The moves as letters, where they could be read."""


class Grades(Sequence[Grade]):
    """The grades of a class, by student and board; made by :func:`grade`.

    A notebook shows the matrix of students and boards.
    """

    def __init__(self, answers: list[Grade], students: list[dict[str, Any]], matrix: str) -> None:
        self._answers = answers
        self.students = students
        """For each student: ``student``, ``answers``, ``right``, ``points``, ``verdicts``."""
        self._matrix = matrix

    def __len__(self) -> int:
        return len(self._answers)

    @overload
    def __getitem__(self, index: int) -> Grade: ...

    @overload
    def __getitem__(self, index: slice) -> list[Grade]: ...

    def __getitem__(self, index: int | slice) -> Grade | list[Grade]:
        return self._answers[index]

    def columns(self) -> dict[str, list[Any]]:
        """All grades as columns, for ``pandas.DataFrame`` or ``polars.DataFrame``."""
        names = [field.name for field in fields(Grade)]
        return {name: [getattr(one, name) for one in self._answers] for name in names}

    def picture(self) -> Picture:
        """Students × boards as svg."""
        return Picture(self._matrix.encode(), "image/svg+xml")

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, str]:
        return {"text/plain": repr(self), "image/svg+xml": self._matrix}

    def __repr__(self) -> str:
        right = sum(one.right for one in self._answers)
        return f"<Grades: {len(self.students)} students, {right} of {len(self)} answers right>"


def grade(
    boards: str | PathLike[str] | Iterable[str | PathLike[str]],
    answers: str | PathLike[str],
    *,
    time_limit: Time | None = None,
    metric: str | None = None,
    points: Mapping[str, float] | str | None = None,
    goal: GoalLike = None,
    feedback: str | PathLike[str] | None = None,
    run: str | None = None,
    results: str | PathLike[str] | None = None,
    fresh: bool = False,
    memory_limit: Bytes | None = None,
    threads: int | None = None,
) -> Grades:
    """Grades a folder of answers, as ``noyes grade`` does (docs/book/grading.md).

    :param boards: files, folders or lists of boards.
    :param answers: the folder of answers, or of one folder a student.
    :param time_limit: time for the minimum of each board; with ``run``, of each run.
    :param points: such as ``{"right": 2, "not-minimal": 1}``.
    :param feedback: a folder for a text and a csv for each student.
    :param run: a command to run for every board in the folder of every student, with your rights.
    :param results: where the results of runs are stored; ``fresh`` makes all of them again.
    :raises ValueError: with the sentence of the command.
    """
    places = [boards] if isinstance(boards, (str, PathLike)) else boards
    command = [sys.executable, "-m", "noyes", "grade", *(fspath(place) for place in places)]
    if not isinstance(points, str) and points is not None:
        points = ",".join(f"{verdict}={value}" for verdict, value in points.items())
    given = {
        "--answers": fspath(answers),
        "--time-limit": _time(time_limit),
        "--metric": metric,
        "--points": points,
        "--goal": None if goal is None else Goal(goal).to_text(),
        "--feedback": None if feedback is None else fspath(feedback),
        "--run": run,
        "--results": None if results is None else fspath(results),
        "--memory-limit": None if memory_limit is None else _size(memory_limit),
        "--threads": None if threads is None else str(threads),
    }
    for option, value in given.items():
        if value is not None:
            command.append(f"{option}={value}")
    command += ["--fresh"] if fresh else []
    command += ["--format=json", "--matrix", "--quiet"]
    ended = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    if ended.returncode not in (0, 1):
        raise ValueError(ended.stderr.strip().removeprefix("error: ") or "the grader was stopped")
    report = json.loads(ended.stdout)
    rows = [Grade(**row) for row in report["answers"]]
    return Grades(rows, report["students"], report["matrix"])


def _time(limit: Time | None) -> str | None:
    if limit is None or isinstance(limit, str):
        return limit
    seconds = limit if isinstance(limit, (int, float)) else limit.total_seconds()
    return f"{1000 * seconds:.0f}ms"


def _size(limit: Bytes) -> str:
    return limit if isinstance(limit, str) else f"{limit}B"
