#!/usr/bin/env python3
"""The same random boards through every door: command, server, WebAssembly and Python.

    fuzz/doors.py target/release/noyes [--wasm target/wasm/noyes.wasm] [--python PYTHON]
                  [--boards N] [--seed S]

Boards of many sizes, goals and both metrics, one in eight of them unsolvable. All doors must agree on
whether a board can be solved and on its minimum; every solution is replayed here, by code that shares
nothing with noyes. A door is used where its file is given: WebAssembly needs Node.js, Python an
interpreter that has the package. Prints a line for each disagreement; exits 1 if there was one.
"""

import argparse
import http.client
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SIZES = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (5, 2), (3, 4), (4, 3), (4, 4)]
# Sizes whose tables take a while, and the boards for which that is worth it.
LARGE, MANY = [(3, 5), (4, 5), (5, 5)], 1000
GOALS = ["blank-last", "blank-first", "snail"]
# Slides of the walk that makes a larger board: so few that every door proves it at once.
WALK = 24
STEPS = {"U": (1, 0), "D": (-1, 0), "L": (0, 1), "R": (0, -1)}


# -- an own small checker ------------------------------------------------------------------------

def goal_tiles(rows, cols, goal):
    numbers = list(range(1, rows * cols)) + [0]
    if goal == "blank-first":
        return [0, *numbers[:-1]]
    if goal == "blank-last":
        return numbers
    cells, row, col, step = [], 0, 0, (0, 1)
    while len(cells) < rows * cols:
        cells.append((row, col))
        ahead = (row + step[0], col + step[1])
        if not (0 <= ahead[0] < rows and 0 <= ahead[1] < cols) or ahead in cells:
            step = (step[1], -step[0])
        row, col = row + step[0], col + step[1]
    tiles = [0] * (rows * cols)
    for number, (row, col) in zip(numbers, cells):
        tiles[row * cols + col] = number
    return tiles


def slide(tiles, cols, way):
    """Slides a tile into the blank; whether one is there."""
    blank = tiles.index(0)
    row, col = blank // cols + STEPS[way][0], blank % cols + STEPS[way][1]
    if not (0 <= row < len(tiles) // cols and 0 <= col < cols):
        return False
    cell = row * cols + col
    tiles[blank], tiles[cell] = tiles[cell], 0
    return True


def count(directions, metric):
    """The slides of a text such as R2U, and their number in a metric."""
    runs = [(way, int(number or 1)) for way, number in re.findall(r"([UDLR])(\d*)", directions)]
    slides = [way for way, number in runs for _ in range(number)]
    if metric == "single":
        return slides, len(slides)
    turns = sum(1 for before, after in zip([None, *slides], slides) if before != after)
    return slides, turns


def solves(case, directions, length):
    tiles = list(case["tiles"])
    slides, counted = count(directions, case["metric"])
    return all(slide(tiles, case["cols"], way) for way in slides) and counted == length and \
        tiles == goal_tiles(case["rows"], case["cols"], case["goal"])


def new_case(chance, sizes):
    rows, cols = chance.choice(sizes)
    goal = chance.choice(GOALS)
    tiles = goal_tiles(rows, cols, goal)
    walk = 200 if rows * cols <= 9 else chance.randrange(WALK)
    for _ in range(walk):
        slide(tiles, cols, chance.choice("UDLR"))
    is_solvable = chance.randrange(8) != 0
    if not is_solvable:
        one, other = chance.sample([cell for cell, tile in enumerate(tiles) if tile], 2)
        tiles[one], tiles[other] = tiles[other], tiles[one]
    # Multi-tile moves have tables of their own, which take long for large boards.
    metric = chance.choice(["single", "multi"]) if rows * cols <= 12 else "single"
    board = "/".join(" ".join(map(str, tiles[row * cols:(row + 1) * cols])) for row in range(rows))
    return {"rows": rows, "cols": cols, "goal": goal, "metric": metric, "tiles": tiles, "board": board,
            "is_solvable": is_solvable}


# -- the doors: each answers with (length, directions), or with None for unsolvable ----------------

class Command:
    def __init__(self, noyes, env):
        self.noyes, self.env = noyes, env

    def ask(self, cases):
        answers = [None] * len(cases)
        groups = {}
        for number, case in enumerate(cases):
            groups.setdefault((case["goal"], case["metric"]), []).append(number)
        for (goal, metric), numbers in groups.items():
            lines = "".join(f"b{number} {cases[number]['board']}\n" for number in numbers)
            with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
                file.write(lines)
                file.flush()
                run = subprocess.run(
                    [self.noyes, "batch", file.name, "--goal", goal, "--metric", metric, "--optimal",
                     "--format", "jsonl"], capture_output=True, text=True, env=self.env)
            for row in map(json.loads, run.stdout.splitlines()):
                answers[int(row["name"].removeprefix("b"))] = answer_of(row)
            if run.returncode not in (0, 1):
                raise SystemExit(f"batch ended with {run.returncode}: {run.stderr[:500]}")
        return answers

    def end(self):
        pass


def request(case):
    return {"board": case["board"], "goal": case["goal"], "metric": case["metric"], "optimal": True}


def answer_of(found):
    """An answer of the API: a result, or a problem."""
    if "problem" in found:
        raise SystemExit(f"a problem: {found}")
    found = found.get("answer", found)
    if found.get("solvable") is False:
        return None
    if not found.get("optimal"):
        return (None, json.dumps(found)[:200])
    return (found["length"], found["directions"])


class Server:
    def __init__(self, noyes, env):
        self.child = subprocess.Popen([noyes, "serve", "--port", "0"], stdin=subprocess.DEVNULL,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=env)
        for line in self.child.stderr:
            if found := re.search(r"listening on http://127\.0\.0\.1:(\d+)", line):
                break
        self.connection = http.client.HTTPConnection("127.0.0.1", int(found[1]))

    def ask(self, cases):
        return [self.one(case) for case in cases]

    def one(self, case):
        headers = {"content-type": "application/json", "accept": "application/json"}
        self.connection.request("POST", "/api/v1/solve", json.dumps(request(case)), headers)
        response = self.connection.getresponse()
        return answer_of(json.loads(response.read()))

    def end(self):
        self.child.terminate()
        self.child.wait()


class Lines:
    """A program that answers every line of JSON with a line of JSON."""

    def __init__(self, arguments, env):
        self.child = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)

    def ask(self, cases):
        answers = []
        for case in cases:
            self.child.stdin.write(json.dumps(request(case)) + "\n")
            self.child.stdin.flush()
            answers.append(answer_of(json.loads(self.child.stdout.readline())))
        return answers

    def end(self):
        self.child.stdin.close()
        self.child.wait()


# What the door Python runs: the package, asked line by line.
PYTHON = """
import json, sys
import noyes
for line in sys.stdin:
    request = json.loads(line)
    try:
        found = noyes.solve(request.pop("board"), **request)
        answer = {"length": found.length, "directions": found.moves, "optimal": found.optimal}
    except noyes.Unsolvable:
        answer = {"solvable": False}
    print(json.dumps(answer), flush=True)
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("noyes")
    parser.add_argument("--wasm")
    parser.add_argument("--python")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    noyes = os.path.abspath(arguments.noyes)
    chance, wrong, done = random.Random(arguments.seed), 0, 0
    sizes = SIZES + (LARGE if arguments.boards >= MANY else [])
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "NOYES_TABLES": os.environ.get("NOYES_TABLES", folder)}
        doors = {"command": Command(noyes, env), "server": Server(noyes, env)}
        if arguments.wasm:
            doors["wasm"] = Lines(["node", str(HERE / "wasm_door.mjs"), arguments.wasm], env)
        if arguments.python:
            doors["python"] = Lines([arguments.python, "-c", PYTHON], env)
        try:
            while done < arguments.boards:
                cases = [new_case(chance, sizes) for _ in range(min(500, arguments.boards - done))]
                answers = {name: door.ask(cases) for name, door in doors.items()}
                for number, case in enumerate(cases):
                    found = {name: answers[name][number] for name in doors}
                    if not is_right(case, found):
                        wrong += 1
                        print(f"{case['board']} to {case['goal']}, {case['metric']}: {found}", flush=True)
                done += len(cases)
                print(f"{done} boards through {', '.join(doors)}: {wrong} wrong", flush=True)
        finally:
            for door in doors.values():
                door.end()
    sys.exit(1 if wrong else 0)


def is_right(case, found):
    if not case["is_solvable"]:
        return all(answer is None for answer in found.values())
    if None in found.values():
        return False
    lengths = {length for length, _ in found.values()}
    return len(lengths) == 1 and all(solves(case, directions, length) for length, directions in found.values())


if __name__ == "__main__":
    main()
