#!/usr/bin/env python3
"""Kills `noyes` outright at random moments, and sees that the next run goes on.

    crates/noyes-cli/tests/kills.py target/release/noyes [KILLS] [SEED]

Three commands that go on where they stopped are killed (SIGKILL) KILLS times each, 50 by default:
`batch --resume`, `batch --checkpoint`, and `grade --run`. After every kill what is there must be
whole, and must hold what was there before. At the end the result must be that of a run that was
never killed: nothing lost, nothing twice, and no file left over.
"""

import csv
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

noyes = str(Path(sys.argv[1]).resolve())
kills = int(sys.argv[2]) if len(sys.argv) > 2 else 50
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
chance = random.Random(seed)


def run(words, folder):
    """Runs the command to its end."""
    return subprocess.run([noyes, *words], cwd=folder, capture_output=True, text=True, check=False)


def kill(words, folder, most):
    """Starts the command and kills it within `most` seconds. Whether it was still running."""
    nothing = subprocess.DEVNULL
    child = subprocess.Popen([noyes, *words], cwd=folder, stdout=nothing, stderr=nothing)
    time.sleep(chance.uniform(0, most))
    was_running = child.poll() is None
    child.send_signal(signal.SIGKILL)
    child.wait()
    return was_running


def seconds_of(words, folder):
    """How long the command takes from its start to its end."""
    start = time.monotonic()
    run(words, folder)
    return time.monotonic() - start


def leftovers(folder):
    """Temporary files that nothing will take up again."""
    return [str(p) for p in Path(folder).rglob("*") if p.name.endswith(".part") or "tmp" in p.name]


def expect(holds, words):
    if not holds:
        sys.exit(f"kills: {words}")


def without_times(path):
    """The rows of a csv without the columns that depend on the clock."""
    with open(path, encoding="utf-8") as file:
        return [{k: v for k, v in row.items() if k != "seconds"} for row in csv.DictReader(file)]


def batch_resume(folder):
    """Every row once, in the order of the boards, as without a kill."""
    (folder / "list.txt").write_text(run(["scramble", "3", "--count", "150", "--seed", "4"], folder).stdout)
    words = ["batch", "list.txt", "--algorithm", "bfs", "--resume", "--output"]
    whole = seconds_of([*words, "whole.csv"], folder)
    made, before = 0, set()
    for _ in range(20 * kills):
        if made == kills:
            break
        made += kill([*words, "rows.csv"], folder, whole / kills * 3)
        path = folder / "rows.csv"
        if not path.exists():
            continue
        text = path.read_text(encoding="utf-8")
        lines = text[: text.rfind("\n") + 1].splitlines()[1:]
        expect(len(set(lines)) == len(lines), "batch --resume has written a row twice")
        names = {line.split(",")[0] for line in lines}
        expect(len(names) == len(lines), "batch --resume has two rows of a board")
        expect(before <= set(lines), "batch --resume has lost a row")
        before = set(lines)
        if len(lines) == 150:
            path.unlink()
            before = set()
    expect(made == kills, f"batch --resume was running at {made} of {kills} kills only")
    expect(run([*words, "rows.csv"], folder).returncode == 0, "batch --resume does not end")
    same = without_times(folder / "rows.csv") == without_times(folder / "whole.csv")
    expect(same, "batch --resume differs from a run without kills")
    return made


def batch_checkpoint(folder):
    """A proof never goes back, finds the minimum at last, and its file goes at the end."""
    words = ["batch", "@korf50:40", "--optimal", "--tables", "small", "--checkpoint", "proofs"]
    words += ["--resume", "--output", "rows.csv"]
    made, before = 0, (0, 0)
    for _ in range(20 * kills):
        if made == kills:
            break
        made += kill(words, folder, 2)
        for path in folder.glob("proofs/*.checkpoint"):
            proof = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
            now = (proof["bound"], proof["done"].count("1"))
            expect(before <= now, f"the proof has gone back from {before} to {now}")
            before = now
    expect(made > 0, "batch --checkpoint was never running when it was killed")
    ended = run(words, folder)
    expect(ended.returncode == 0, f"batch --checkpoint does not end: {ended.stderr}")
    [row] = without_times(folder / "rows.csv")
    found = (row["length"], row["optimal"], row["verified"])
    expect(found == (row["known"], "true", "true"), f"batch --checkpoint has found {found}")
    left = list(folder.glob("proofs/*"))
    expect(not left, f"batch --checkpoint has left {left}")
    return made


def grade_run(folder):
    """A run whose result was stored is not made again; the grades are those of a run unkilled."""
    students = ["anna", "bob", "cy"]
    for student in students:
        home = folder / "class" / student
        home.mkdir(parents=True)
        script = f'sleep 0.02; echo "$1" >> ran; exec {noyes} solve "$1" --format directions\n'
        (home / "run.sh").write_text(script)
    (folder / "boards").mkdir()
    for number in range(8):
        board = run(["scramble", "3", "--seed", str(number), "--format", "course"], folder).stdout
        (folder / "boards" / f"b{number}.txt").write_text(board)
    words = ["grade", "boards", "--answers", "class", "--run", "sh run.sh {board}", "--format", "csv"]
    # A busy machine must not turn a right answer into one that timed out.
    words += ["--time-limit", "10m", "--output", "grades.csv", "--results"]
    whole = seconds_of([*words, "first"], folder)
    grades = (folder / "grades.csv").read_text()
    made, before = 0, {}
    for _ in range(20 * kills):
        if made == kills:
            break
        made += kill([*words, "results"], folder, whole / 8)
        marks = {p: p.read_text() for p in (folder / "results").glob("answers/*/.*.json")}
        for path, text in before.items():
            expect(marks.get(path) == text, f"grade --run has made {path.name} again")
        before = marks
        if len(marks) == 24:
            for path in marks:
                path.unlink()
            before = {}
    expect(made == kills, f"grade --run was running at {made} of {kills} kills only")
    run([*words, "results"], folder)
    without = lambda text: [line.split(",")[:3] for line in text.splitlines()]
    again = without((folder / "grades.csv").read_text())
    other = [pair for pair in zip(without(grades), again) if pair[0] != pair[1]]
    expect(not other, f"the grades differ: {other}")
    return made


for task in (batch_resume, batch_checkpoint, grade_run):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = task(folder)
        left = leftovers(folder)
        print(f"{task.__name__}: {made} kills, nothing lost, nothing twice; left over: {left or 'nothing'}", flush=True)
        expect(not left, f"files are left over: {left}")
