#!/usr/bin/env python3
"""Breaks what surrounds the command, and sees what is left.

    fuzz/faults.py target/release/noyes [--rounds N] [--seed S] [--python PYTHON] [NAME...]

Every fault is a function below. After each one the command must have ended with one of its own exit
codes, with a sentence where something is wrong; files are old or new, never in between; and the next
run gives the right answer. Needs Linux. Prints one line a fault; exits 1 if anything was wrong.
`killed_prove` needs a Python that has the package `noyes`, `clock_put_back` needs libfaketime,
`small_cgroup` root and a cgroup that can be made; where these are not there, it says so.
"""

import argparse
import glob
import http.client
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time

# A 3x4 board with its minimum, which needs tables that are kept.
BOARD, MINIMUM = "8 11 0 10/6 5 3 1/2 4 9 7", None
HARD = "13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2"
OWN_CODES = {0, 1, 2, 3}


class Faults:
    def __init__(self, noyes, rounds, seed, python=None):
        self.noyes = str(pathlib.Path(noyes).resolve())
        self.python = python
        self.rounds = rounds
        self.random = random.Random(seed)
        self.wrong = []

    def run(self, *arguments, folder, limits=None, env=None, timeout=120):
        """Runs the command to its end; `limits` is called in the child before it begins."""
        environment = {**os.environ, "NOYES_TABLES": str(folder), **(env or {})}
        environment.pop("RUST_BACKTRACE", None)
        return subprocess.run(
            [self.noyes, *arguments], capture_output=True, text=True, timeout=timeout,
            env=environment, preexec_fn=limits, stdin=subprocess.DEVNULL)

    def start(self, *arguments, folder):
        environment = {**os.environ, "NOYES_TABLES": str(folder)}
        return subprocess.Popen(
            [self.noyes, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=environment, stdin=subprocess.DEVNULL)

    def check(self, is_right, words):
        if not is_right:
            self.wrong.append(words)

    def solves(self, folder, after):
        """The command still gives the right answer with this folder."""
        run = self.run("solve", BOARD, "--format", "directions", folder=folder)
        first = run.stdout.splitlines()[:1]
        self.check(run.returncode == 0 and first == [f"Minimum number of moves = {MINIMUM}"],
                   f"{after}: {run.returncode} {first} {run.stderr[:300]}")
        self.check("panicked" not in run.stderr, f"{after}: {run.stderr[:300]}")

    def ended_well(self, run, what):
        self.check(run.returncode in OWN_CODES, f"{what}: ended with {run.returncode}: {run.stderr[:300]}")
        self.check("panicked" not in run.stderr, f"{what}: {run.stderr[:300]}")
        if run.returncode == 2:
            self.check(run.stderr.strip() != "", f"{what}: no sentence")

    # -- the faults ------------------------------------------------------------------------------

    def killed_build(self, folder):
        """kill -9 in a build of tables; the next solve is right and leaves only whole tables"""
        for number in range(self.rounds):
            place = folder / str(number % 10)
            child = self.start("tables", "build", "3x4", "--tables", "small", folder=place)
            time.sleep(self.random.uniform(0, 0.4))
            child.kill()
            child.wait()
            if number % 5 == 0:
                self.solves(place, f"killed build {number}")
            if number % 10 == 9:
                shutil.rmtree(folder)
        return self.rounds

    def killed_output(self, folder):
        """kill -9 while a result is written: the file is old or new"""
        folder.mkdir()
        out = folder / "rows.csv"
        new = self.run("batch", *["8 1 3/4 0 2/7 6 5"] * 20, "--format", "csv", folder=folder / "t")
        for number in range(self.rounds):
            out.write_text("old\n")
            child = self.start("batch", *["8 1 3/4 0 2/7 6 5"] * 20, "--format", "csv",
                               "--output", str(out), folder=folder / "t")
            time.sleep(self.random.uniform(0, 0.06))
            child.kill()
            child.wait()
            lines = out.read_text().count("\n")
            whole = new.stdout.count("\n")
            self.check(lines in (1, whole), f"killed output {number}: {lines} lines")
        return self.rounds

    def killed_proof(self, folder):
        """kill -9 in a proof with a checkpoint, which is whole or absent, and goes on"""
        folder.mkdir()
        path = folder / "c.checkpoint"
        board = "11 16 0 10 12/5 19 23 2 4/9 18 22 14 15/24 8 6 7 21/1 3 13 20 17"
        count = max(2, self.rounds // 20)
        for number in range(count):
            child = self.start("solve", board, "--optimal", "--tables", "small", "--checkpoint", str(path),
                               folder=os.environ.get("NOYES_TABLES", folder / "t"))
            time.sleep(self.random.uniform(0.2, 3))
            child.kill()
            child.wait()
            if path.exists():
                run = self.run("solve", "--resume", str(path), "--node-limit", "100000", "--format", "json",
                               folder=os.environ.get("NOYES_TABLES", folder / "t"))
                self.ended_well(run, f"killed proof {number}")
                self.check(run.returncode != 2, f"killed proof {number}: {run.stderr[:300]}")
        return count

    def full_disk(self, folder):
        """every write beyond n bytes fails, for many n: a sentence, and no half file"""
        folder.mkdir()
        for number in range(self.rounds):
            most = int(2 ** self.random.uniform(0, 21))

            def limits():
                # The write fails, as on a full disk; without this the system would end the process.
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
            out = folder / "out.txt"
            out.write_text("old\n")
            run = self.run("solve", BOARD, "--output", str(out), "--certificate", str(folder / "c.json"),
                           folder=folder / "t", limits=limits)
            self.ended_well(run, f"full disk at {most} bytes")
            text = out.read_text()
            self.check(text == "old\n" or text.startswith("Minimum number of moves = "), f"full disk: {text[:50]}")
            litter = [name for name in os.listdir(folder) if name.endswith(".part")]
            self.check(not litter, f"full disk at {most}: left {litter}")
            run = self.run("tables", "build", "3x4", "--tables", "small", folder=folder / "b", limits=limits)
            self.ended_well(run, f"full disk at {most} bytes, build")
            self.check(run.returncode == 2 or most > 100_000, f"full disk at {most}: build said {run.returncode}")
            shutil.rmtree(folder / "b", ignore_errors=True)
        self.solves(folder / "t", "full disk")
        return 2 * self.rounds

    def flipped_byte(self, folder):
        """a byte of a stored table is changed: it is named and built again"""
        self.run("tables", "build", "3x4", "--tables", "small", folder=folder)
        for number in range(self.rounds):
            files = [path for path in folder.iterdir() if path.suffix in (".table", ".kept")]
            path = self.random.choice(files)
            bytes_ = bytearray(path.read_bytes())
            bytes_[self.random.randrange(len(bytes_))] ^= 1 << self.random.randrange(8)
            path.write_bytes(bytes_)
            self.solves(folder, f"flipped byte {number} in {path.name}")
        return self.rounds

    def truncated(self, folder):
        """a stored table is cut short, emptied, or of a later version"""
        self.run("tables", "build", "3x4", "--tables", "small", folder=folder)
        for number in range(self.rounds // 2):
            files = [path for path in folder.iterdir() if path.suffix in (".table", ".kept")]
            path = self.random.choice(files)
            bytes_ = path.read_bytes()
            if number % 3 == 0:
                path.write_bytes(bytes_[:8] + b"\xff\0\0\0" + bytes_[12:])
            else:
                path.write_bytes(bytes_[:self.random.randrange(len(bytes_))])
            self.solves(folder, f"truncated {number} {path.name}")
        return self.rounds // 2

    def killed_replacement(self, folder):
        """kill -9 while a file is replaced again and again: old or new, and no litter at the end"""
        folder.mkdir()
        out = folder / "board.txt"
        out.write_text("old\n")
        words = ["solve", "1 2 3/4 5 0/7 8 6", "--format", "tiles", "--output", str(out)]
        for number in range(self.rounds):
            child = self.start(*words, folder=folder)
            # The command takes some milliseconds, most of them before it writes.
            time.sleep(self.random.uniform(0, 0.02))
            child.kill()
            child.wait()
            lines = out.read_text().count("\n")
            self.check(lines in (1, 2), f"killed replacement {number}: {lines} lines")
        run = self.run(*words, folder=folder)
        self.check(run.returncode == 0, f"killed replacement: {run.stderr[:300]}")
        litter = [name for name in os.listdir(folder) if name.startswith(".noyes-")]
        self.check(not litter, f"killed replacement: left {litter}")
        return self.rounds

    def killed_server(self, folder):
        """kill -9 of a server that builds tables and solves: whole tables, and no litter"""
        for number in range(self.rounds):
            place = folder / str(number % 10)
            environment = {**os.environ, "NOYES_TABLES": str(place)}
            server = subprocess.Popen([self.noyes, "serve", "--port", "0"], env=environment, text=True,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
            port = int(server.stderr.readline().rsplit(":", 1)[1].split("/")[0])

            def ask(board):
                try:
                    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                    connection.request("POST", "/api/v1/solve", json.dumps({"board": board, "time_limit": "5s"}),
                                       {"content-type": "application/json"})
                    connection.getresponse().read()
                except (OSError, http.client.HTTPException):
                    pass  # The server is killed meanwhile.
            clients = [threading.Thread(target=ask, args=[board]) for board in (BOARD, HARD, BOARD)]
            for client in clients:
                client.start()
            time.sleep(self.random.uniform(0, 0.4))
            server.kill()
            server.wait()
            server.stderr.close()
            for client in clients:
                client.join()
            if number % 5 == 0:
                self.solves(place, f"killed server {number}")
            if number % 10 == 9:
                self.no_leftovers(place, f"killed server {number}")
                shutil.rmtree(folder)
        return self.rounds

    def no_leftovers(self, place, after):
        """The next build removes what killed ones have left, once that is a minute old."""
        old = time.time() - 3600
        for path in place.glob(".building-*"):
            os.utime(path, (old, old))
        self.run("tables", "remove", folder=place)
        self.run("tables", "build", "2x5", "--tables", "small", folder=place)
        litter = [path.name for path in place.glob(".building-*")]
        self.check(not litter, f"{after}: left {litter}")

    def killed_prove(self, folder):
        """kill -9 of Python's prove with a checkpoint: it goes on, with the counts of a run unkilled"""
        if self.python is None:
            return None
        folder.mkdir()
        path = folder / "proof.json"
        code = textwrap.dedent("""
            import sys, noyes, noyes._prove
            from concurrent.futures import ThreadPoolExecutor
            noyes._prove._BETWEEN_CHECKPOINTS = 0.0
            board = noyes.scramble((3, 6), seed=2, depth=200)[0]
            with ThreadPoolExecutor(2) as pool:
                proof = noyes.prove(board, pool, workers=2, full=True, checkpoint=sys.argv[1] or None,
                                    tables="quick", seeds=400, home_seconds=0.0, budget=2_000)
            print(proof.length, proof.expanded, proof.generated)
        """)
        environment = {**os.environ, "NOYES_TABLES": str(folder / "t")}

        def start(checkpoint):
            return subprocess.Popen([self.python, "-c", code, checkpoint], env=environment, text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        began = time.monotonic()
        whole, words = start("").communicate()
        seconds = time.monotonic() - began
        self.check(whole.count(" ") == 2, f"prove: {words[-300:]}")
        kills = complete = 0
        while kills < self.rounds:
            child = start(str(path))
            time.sleep(self.random.uniform(0.3, 1.0) * seconds)
            child.kill()
            out, words = child.communicate()
            if child.returncode == -signal.SIGKILL:
                kills += 1
                self.check(not path.exists() or "driver" in json.loads(path.read_text()),
                           f"killed prove {kills}: half a checkpoint")
            else:
                complete += 1
                self.check(out == whole, f"killed prove {kills}: {out!r} for {whole!r} {words[-300:]}")
        out, words = start(str(path)).communicate()
        self.check(out == whole, f"killed prove: {out!r} for {whole!r} {words[-300:]}")
        left = [name for name in os.listdir(folder) if name != "t"]
        self.check(not left, f"killed prove: left {left}")
        return kills

    def suspended(self, folder):
        """a process that is stopped for a second goes on; what it holds keeps no other from working"""
        for number in range(max(2, self.rounds // 10)):
            place = folder / str(number % 3)
            words = [["tables", "build", "3x4", "--tables", "small"],
                     ["solve", HARD, "--algorithm", "astar", "--heuristic", "manhattan", "--time-limit", "2s"],
                     ["batch", "@korf100:1", "--output", str(folder / "rows.csv")]][number % 3]
            folder.mkdir(exist_ok=True)
            child = self.start(*words, folder=place)
            time.sleep(self.random.uniform(0, 0.3))
            child.send_signal(signal.SIGSTOP)
            # A solve that needs the same tables builds its own or waits within its limit.
            run = self.run("solve", BOARD, "--time-limit", "3s", "--format", "directions", folder=place)
            self.ended_well(run, "beside a suspended process")
            time.sleep(0.5)
            child.send_signal(signal.SIGCONT)
            code = child.wait(timeout=120)
            self.check(code in (0, 3), f"suspended {words}: {code}")
            self.solves(place, "suspended")
        return max(2, self.rounds // 10)

    def clock_put_back(self, folder):
        """the clock of the day goes back by an hour three times a second; the monotonic one goes on"""
        found = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
        if not found:
            return None
        folder.mkdir()
        stamp = folder / "time"
        count = max(4, self.rounds // 25)
        for number in range(count):
            stamp.write_text("+0")
            environment = {"LD_PRELOAD": found[0], "FAKETIME_TIMESTAMP_FILE": str(stamp), "FAKETIME_NO_CACHE": "1",
                           "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
            over = threading.Event()

            def put_back():
                hours = 0
                while not over.wait(0.3):
                    hours += 1
                    part = folder / "part"
                    part.write_text(f"-{hours}h")
                    part.rename(stamp)
            thread = threading.Thread(target=put_back)
            thread.start()
            words = [["solve", "--algorithm", "astar", "--heuristic", "hamming", HARD, "--time-limit", "1s"],
                     ["batch", "@korf100:1", "@korf100:2", "--resume", "--output", str(folder / f"{number}.csv")],
                     ["tables", "build", "3x4", "--tables", "small"],
                     ["solve", "5x5.txt", "--time-limit", "1s"]][number % 4]
            if "5x5.txt" in words:
                path = folder / "5x5.txt"
                path.write_text(self.run("scramble", "5", "--seed", "1", folder=folder / "t").stdout)
                words[1] = str(path)
            try:
                run = self.run(*words, folder=folder / "t", env=environment, timeout=60)
                self.ended_well(run, f"clock put back, {words[0]}")
                self.check(run.returncode in (0, 3), f"clock put back, {words[:2]}: {run.returncode} {run.stderr[:200]}")
            except subprocess.TimeoutExpired:
                self.check(False, f"clock put back: {words[:2]} does not end")
            over.set()
            thread.join()
        self.solves(folder / "t", "clock put back")
        return count

    def small_cgroup(self, folder):
        """a cgroup with 150 MB: the default limit of memory is below it, and nothing is killed"""
        group = next((path for path in ("/sys/fs/cgroup/memory", "/sys/fs/cgroup") if os.path.isdir(path)), None)
        mine = pathlib.Path(group or "/nowhere") / f"noyes-{os.getpid()}"
        limit = "memory.limit_in_bytes" if group == "/sys/fs/cgroup/memory" else "memory.max"
        try:
            mine.mkdir()
            (mine / limit).write_text(str(150 << 20))
        except OSError:
            if mine.exists():
                mine.rmdir()
            return None
        try:
            enter = lambda: (mine / "cgroup.procs").write_text(str(os.getpid()))
            runs = [["--algorithm", "astar", "--heuristic", "hamming"], ["--algorithm", "bfs"], ["--algorithm", "hda"],
                    ["--algorithm", "beam"], []]
            for options in runs:
                run = self.run("solve", HARD, *options, "--time-limit", "5s", "--format", "directions",
                               folder=folder, limits=enter)
                self.ended_well(run, f"cgroup of 150 MB {options}")
            return len(runs)
        finally:
            mine.rmdir()

    def strange_folders(self, folder):
        """the folder of tables is read-only, a file, a pipe, not there, or in no home"""
        folder.mkdir()
        (folder / "file").write_text("in the way")
        os.mkfifo(folder / "pipe")
        (folder / "links").mkdir()
        (folder / "links" / "x.lock").symlink_to("/etc/hostname")
        os.symlink("/nowhere", folder / "dangling")
        places = ["file", "pipe", "links", "dangling", "a/b/c"]
        for place in places:
            self.solves(folder / place, f"folder {place}")
        read_only = folder / "read-only"
        read_only.mkdir(mode=0o555)
        nobody = (lambda: os.setuid(65534)) if os.getuid() == 0 else None
        os.chmod(folder, 0o755)
        run = self.run("solve", BOARD, "--format", "directions", folder=read_only, limits=nobody)
        self.ended_well(run, "read-only folder")
        self.check(f"= {MINIMUM}\n" in run.stdout, f"read-only folder: {run.stdout[:100]}")
        run = self.run("tables", "build", "3x4", folder=read_only, limits=nobody)
        self.check(run.returncode == 2 and run.stderr, f"read-only build: {run.returncode}")
        environment = {"HOME": "", "XDG_CACHE_HOME": "", "NOYES_TABLES": ""}
        run = self.run("solve", BOARD, "--format", "directions", folder="", env=environment)
        self.ended_well(run, "no home")
        return len(places) + 3

    def few_descriptors(self, folder):
        """from 3 to 40 open files"""
        for most in range(3, 41):
            limits = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
            run = self.run("solve", BOARD, "--format", "directions", folder=folder, limits=limits)
            # Below a handful the system cannot even load the program.
            if most >= 6:
                self.ended_well(run, f"{most} descriptors")
        self.solves(folder, "few descriptors")
        return 38

    def little_memory(self, folder):
        """ulimit -v from 100 MB to 2 GB: an answer or a sentence, never an abort"""
        done = 0
        for megabytes in (100, 150, 200, 300, 500, 800, 1200, 2000):
            limits = lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
            for options in (["--algorithm", "astar", "--heuristic", "hamming"], ["--algorithm", "bfs"],
                            ["--algorithm", "hda"], ["--algorithm", "bidirectional"], []):
                run = self.run("solve", HARD, *options, "--time-limit", "2s", "--format", "directions",
                               folder=folder, limits=limits)
                self.ended_well(run, f"{megabytes} MB {options}")
                done += 1
        return done

    def many_at_once(self, folder):
        """two and ten processes on one empty folder, one of them suspended for a while"""
        count = 0
        for number in range(max(2, self.rounds // 25)):
            place = folder / str(number)
            processes = (2, 10)[number % 2]
            children = [self.start("tables", "build", "3x4", "--tables", "small", folder=place)
                        for _ in range(processes)]
            time.sleep(0.05)
            children[0].send_signal(signal.SIGSTOP)
            time.sleep(0.3)
            children[0].send_signal(signal.SIGCONT)
            codes = [child.wait(timeout=120) for child in children]
            self.check(set(codes) == {0}, f"{processes} at once: {codes}")
            self.solves(place, f"{processes} at once")
            litter = [name for name in os.listdir(place) if name.startswith(".building-")]
            self.check(not litter, f"{processes} at once: left {litter}")
            count += processes
        return count

    def interrupted(self, folder):
        """Ctrl-C and SIGTERM in builds and searches: an own exit code, an answer, no litter"""
        for number in range(self.rounds):
            place = folder / str(number % 5)
            command = [["tables", "build", "3x4", "--tables", "small"],
                       ["solve", HARD, "--algorithm", "ida", "--heuristic", "manhattan"],
                       ["solve", HARD, "--algorithm", "astar", "--heuristic", "hamming"]][number % 3]
            child = self.start(*command, folder=place)
            time.sleep(self.random.uniform(0.05, 0.4))
            child.send_signal(self.random.choice([signal.SIGINT, signal.SIGTERM]))
            code = child.wait(timeout=60)
            # A signal before the command listens ends it as the system does.
            self.check(code in OWN_CODES or code in (-2, -15), f"interrupted {command}: {code}")
            if number % 5 == 4:
                self.solves(place, "interrupted")
                shutil.rmtree(folder)
        return self.rounds


def main():
    global MINIMUM
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("noyes")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--python", help="a Python that has the package noyes")
    arguments = parser.parse_intermixed_args()
    faults = Faults(arguments.noyes, arguments.rounds, arguments.seed, arguments.python)
    names = [name for name, value in vars(Faults).items() if callable(value) and value.__doc__ and name[0] != "_"]
    names = [name for name in names if name not in ("run", "solves", "no_leftovers")]
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        folder = pathlib.Path(folder)
        run = faults.run("solve", BOARD, "--format", "directions", folder=folder / "truth")
        MINIMUM = int(run.stdout.split("=")[1].split()[0])
        for name in arguments.names or names:
            before, started = len(faults.wrong), time.monotonic()
            count = getattr(faults, name)(folder / name)
            wrong = faults.wrong[before:]
            words = (getattr(Faults, name).__doc__ or "").splitlines()[0]
            if count is None:
                print(f"{name:18} not run: what it needs is not there", flush=True)
                continue
            print(f"{name:18} {count:6} times, {len(wrong)} wrong, {time.monotonic() - started:6.0f} s  {words}", flush=True)
            for line in wrong[:5]:
                print(f"    {line}", flush=True)
            shutil.rmtree(folder / name, ignore_errors=True)
    sys.exit(1 if faults.wrong else 0)


if __name__ == "__main__":
    main()
