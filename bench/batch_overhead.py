"""Processor time of a batch in Python beside that of the command, on the same boards.

    python bench/batch_overhead.py [BOARDS] [RUNS]

Both run on one thread with the large tables, in processes of their own, in turn; of each the least
of all runs counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

PYTHON = """
import sys, noyes
boards = open(sys.argv[1]).read().splitlines()
batch = noyes.solve_many(boards, optimal=True, threads=1, tables="large", write_to=sys.argv[2])
assert all(solution.optimal for solution in batch)
"""


def seconds(command: list[str]) -> float:
    """The processor time of a command."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, command
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    count = sys.argv[1] if len(sys.argv) > 1 else "20000"
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    noyes = [sys.executable, "-m", "noyes"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "boards.txt"
        with path.open("w") as file:
            subprocess.run([*noyes, "scramble", "4", "--count", count, "--seed", "1"], stdout=file, check=True)
        subprocess.run([*noyes, "tables", "build", "4x4", "--tables", "large", "--quiet"], check=True)
        command, package = [], []
        for number in range(runs):
            result = f"{folder}/{number}"
            command.append(seconds([
                *noyes, "batch", str(path), "--optimal", "--threads", "1", "--tables", "large",
                "--output", f"{result}-command.csv", "--quiet",
            ]))
            package.append(seconds([sys.executable, "-c", PYTHON, str(path), f"{result}-python.csv"]))
    print("what,processor_seconds")
    print(f"noyes batch,{min(command):.2f}")
    print(f"noyes.solve_many,{min(package):.2f}")
    print(f"ratio,{min(package) / min(command):.3f}")


if __name__ == "__main__":
    main()
