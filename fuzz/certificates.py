#!/usr/bin/env python3
"""Certificates from outside: written for every algorithm, checked, proven again, and forged.

    fuzz/certificates.py target/release/noyes [--boards N] [--forgeries N] [--seed S]

Every board is solved by a random algorithm, in a random goal, metric and size. The certificate must
check, and `--rerun` must prove it again. Then its fields are forged, one at a time: a certificate that
says something false of the board, its solution or their kind must be refused at once. What no replay
can tell is the bound: a forged one must be refused by `--rerun`, or it is still true. Prints a line for
each mistake and a tally; exits 1 if there was a mistake.
"""

import argparse
import collections
import copy
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import doors  # noqa: E402

ALGORITHMS = ["bfs", "astar", "weighted", "ida", "weighted-ida", "course", "lockstep", "bidirectional", "beam",
              "construct", "greedy", "uniform-cost", "iddfs", "rbfs", "sma", "mm", "nbs", "hda", "ara", None, None]
SIZES = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (3, 4), (4, 3), (4, 4), (5, 5), (8, 8)]
# Words and counts: claims that no verdict depends on.
CLAIMS = {"program", "algorithm", "heuristic", "tables", "threads", "expanded", "generated"}


def forged(value, chance):
    """Another value in the place of one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice([value + 1, value + 2, max(0, value - 1), max(0, value - 2), 0, 1 << 40])
    if isinstance(value, str):
        return chance.choice([value + "L", value[:-1], value[::-1] + "U", ""])
    if isinstance(value, list) and len(value) > 1:
        one, other = chance.sample(range(len(value)), 2)
        value = list(value)
        value[one], value[other] = value[other], value[one]
        return value
    return chance.choice([None, 1, "x", []])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("noyes")
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--forgeries", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    noyes, chance = os.path.abspath(arguments.noyes), random.Random(arguments.seed)
    tally, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/proof.json"
        env = {**os.environ, "NOYES_TABLES": os.environ.get("NOYES_TABLES", folder)}

        def run(*words):
            return subprocess.run([noyes, *words], capture_output=True, text=True, env=env)

        def mistake(*words):
            nonlocal wrong
            wrong += 1
            print(*words, flush=True)

        for _ in range(arguments.boards):
            case = doors.new_case(chance, SIZES)
            algorithm = None if case["metric"] == "multi" else chance.choice(ALGORITHMS)
            words = ["solve", case["board"], "--goal", case["goal"], "--metric", case["metric"], "--time-limit", "10s",
                     "--node-limit", "200000", "--certificate", path]
            words += ["--algorithm", algorithm] if algorithm else []
            solved = run(*words)
            if solved.returncode not in (0, 1, 3) or not os.path.exists(path):
                mistake(words, solved.returncode, solved.stderr[-300:])
                continue
            tally["written"] += 1
            with open(path) as file:
                proof = json.load(file)
            if run("check", "--certificate", path).returncode != 0:
                mistake("refused:", words)
            again = run("check", "--certificate", path, "--rerun", "--time-limit", "30s")
            tally[f"rerun {again.returncode}"] += 1
            # 3 says that time was too short to prove the bound again, as on a large board or a busy machine.
            if again.returncode not in (0, 3):
                mistake("not proven again:", words, again.stdout, again.stderr)
            for _ in range(arguments.forgeries):
                field = chance.choice(sorted(proof))
                false = copy.deepcopy(proof)
                false[field] = forged(proof[field], chance)
                if false == proof:
                    continue
                with open(path, "w") as file:
                    json.dump(false, file)
                checked = run("check", "--certificate", path)
                tally["forged"] += 1
                if checked.returncode not in (0, 1, 2) or "panicked" in checked.stderr:
                    mistake("forged", field, checked.returncode, checked.stderr[-300:])
                if checked.returncode == 0 and field not in CLAIMS:
                    tally[f"passed a replay: {field}"] += 1
                    again = run("check", "--certificate", path, "--rerun", "--time-limit", "30s")
                    true_bound = proof["optimal"] and false["lower_bound"] is not None and \
                        false["lower_bound"] <= proof["lower_bound"]
                    if field not in ("lower_bound", "bounds") or not (again.returncode != 0 or true_bound):
                        mistake("a forged field passes:", field, proof[field], false[field], words, again.stdout)
                elif checked.returncode:
                    tally["refused at once"] += 1
            os.remove(path)
    print(", ".join(f"{name}: {count}" for name, count in sorted(tally.items())), f"; {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
