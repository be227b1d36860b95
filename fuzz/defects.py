#!/usr/bin/env python3
"""Tries again, from outside, what was once wrong with the command.

    fuzz/defects.py target/release/noyes [NUMBER...]

Every function below is a defect that was found by attack and mended; its first line says what must
hold now. Prints one line a defect, and exits 1 if one is back. Needs Linux. Times of the clock are
not judged: fuzz/limits.py measures them.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from xml.etree import ElementTree

EASY = "8 1 3/4 0 2/7 6 5"
HARD = "13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2"
# Needs the small tables of the 4x4 board; the minimum is known.
KNOWN, KNOWN_MINIMUM = "15 8 5 2/7 13 11 12/4 1 6 10/14 9 0 3", 55
HEADER, BLOCK = 4096, 1 << 20


class Defects:
    def __init__(self, noyes, folder):
        self.noyes = str(pathlib.Path(noyes).resolve())
        self.folder = folder
        self.wrong = []

    def run(self, *words, limits=None, timeout=120, stdin=subprocess.DEVNULL, **env):
        environment = {**os.environ, "NOYES_TABLES": str(self.folder / "tables"), **env}
        run = subprocess.run([self.noyes, *map(str, words)], cwd=self.folder, env=environment, stdin=stdin,
                             capture_output=True, preexec_fn=limits, timeout=timeout)
        run.out, run.err = (text.decode(errors="replace") for text in (run.stdout, run.stderr))
        if run.returncode not in (0, 1, 2, 3) or "panicked" in run.err:
            self.wrong.append(f"{words}: ended with {run.returncode}: {run.err[:200]}")
        return run

    def start(self, *words):
        environment = {**os.environ, "NOYES_TABLES": str(self.folder / "tables")}
        return subprocess.Popen([self.noyes, *map(str, words)], cwd=self.folder, env=environment,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def must(self, holds, words):
        if not holds:
            self.wrong.append(words)

    def scramble(self, size, name, seed):
        """A random board in a file."""
        return self.file(name, self.run("scramble", size, "--seed", seed).out)

    def long_proof(self):
        """A board whose proof is kept in checkpoints, with its tables built."""
        self.run("tables", "build", "3x6", "--tables", "small")
        return self.scramble("3x6", "long.txt", 4)

    def file(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def defect_1(self):
        """--checkpoint refuses an existing file that is no checkpoint"""
        mine = self.file("thesis.tex", "my thesis\n")
        run = self.run("solve", EASY, "--checkpoint", mine)
        self.must(run.returncode == 2 and "not a checkpoint" in run.err, f"{run.returncode} {run.err}")
        self.must(mine.read_text() == "my thesis\n", "the file is changed")

    def defect_2(self):
        """a checkpoint that cannot be written is told, at once and at the end"""
        board = self.long_proof()
        for path in ("/proc/a.checkpoint", "/nowhere/a/b.checkpoint" if os.getuid() else "/proc/a/b.checkpoint"):
            run = self.run("solve", board, "--optimal", "--tables", "small", "--time-limit", "5s", "--checkpoint", path)
            told = run.err.count("the checkpoint cannot be written")
            self.must(told >= 2 or run.returncode == 2, f"told {told} times: {run.returncode} {run.err[-300:]}")

    def defect_3(self):
        """OUT is no existing board without --force"""
        one, two = self.file("a.txt", "3\n8 1 3\n4 0 2\n7 6 5\n"), self.file("b.txt", "3\n0 1 3\n4 2 5\n7 8 6\n")
        before = two.read_text()
        run = self.run("solve", one, two)
        self.must(run.returncode == 2 and "--force" in run.err, f"{run.returncode} {run.err}")
        self.must(two.read_text() == before, "the board is overwritten")
        self.must(self.run("solve", one, two, "--force").returncode == 0, "--force is refused")

    def defect_4(self):
        """--output is atomic, keeps the mode, follows no link out, knows -"""
        out = self.file("rows.csv", "old\n")
        out.chmod(0o640)
        words = ["batch", *[EASY] * 20, "--format", "csv", "--output", out]
        seen = set()
        for number in range(25):
            out.write_text("old\n")
            child = self.start(*words)
            time.sleep(0.004 * number)
            child.kill()
            child.wait()
            seen.add(out.read_text().count("\n"))
        self.must(seen <= {1, 21}, f"lines after kills: {seen}")
        self.must(self.run(*words).returncode == 0 and out.stat().st_mode & 0o777 == 0o640, "the mode is lost")
        run = self.run("solve", EASY, "--output", "-")
        self.must(run.out.startswith("Minimum number of moves = 14"), "--output - is not standard output")
        litter = [name for name in os.listdir(self.folder) if name.startswith(".noyes-")]
        self.must(not litter, f"left {litter}")

    def defect_5(self):
        """what killed builds leave is listed, and removed by the next build"""
        tables = self.folder / "tables"
        for number in range(12):
            child = self.start("tables", "build", "4x4", "--tables", "small")
            time.sleep(0.08 * number)
            child.kill()
            child.wait()
        old = time.time() - 3600
        left = list(tables.glob(".building-*"))
        for path in left:
            os.utime(path, (old, old))
        listed = self.run("tables", "list").out
        self.must(not left or ".building-" in listed or "cut off" in listed, f"{len(left)} left, not listed: {listed}")
        self.run("tables", "build", "3x3", "--tables", "small")
        self.run("tables", "build", "2x5", "--tables", "small")
        self.run("tables", "build", "4x4", "--tables", "small")
        self.must(not list(tables.glob(".building-*")), "the next build leaves them")

    def defect_6(self):
        """names are never printed raw, no csv cell begins a formula, no picture has their markup"""
        bad = "\x1b]0;owned\x07\x1b[2Jx\nscore 100"
        boards = self.folder / "boards"
        self.file(f"boards/{bad}.txt", "3\n0 1 3\n4 2 5\n7 8 6\n")
        for first in "=+-@":
            self.file(f"boards/{first}cmd|' -C calc'!A0.txt", "3\n0 1 3\n4 2 5\n7 8 6\n")
        self.file(f"answers/anna/{bad}.txt", "LULU\n")
        self.file("answers/=1+1/puzzle.txt", "LULU\n")
        for words in (["batch", boards], ["batch", boards, "--format", "csv"], ["batch", boards, "--format", "jsonl"],
                      ["batch", boards, "--verbose"], ["compare", boards / f"{bad}.txt"], ["info", boards / f"{bad}.txt"],
                      ["label", boards], ["tree", boards / f"{bad}.txt"], ["solve", boards / f"{bad}.txt", "--verbose"],
                      ["grade", boards, "--answers", "answers"], ["grade", boards, "--answers", "answers", "--matrix"],
                      ["grade", boards, "--answers", "answers", "--format", "csv"],
                      ["grade", boards, "--answers", "answers", "--summary"],
                      ["solve", "\x1b[2J 1 2 3"], ["check", EASY, "\x1b[2J"], ["solve", "nowhere\x1b[2J\n.txt"]):
            run = self.run(*words)
            for text in (run.out, run.err):
                self.must(not set(text) & set(map(chr, [*range(10), *range(11, 32), 127])) - {"\t"}, f"{words[:1]}: raw")
                self.must(not any(line.startswith("score 100") for line in text.splitlines()), f"{words[:1]}: forged line")
            if "csv" in words:
                cells = [cell for line in run.out.splitlines() for cell in line.split(",")]
                risky = [cell for cell in cells if cell.strip('"')[:1] in "=+@" and cell.strip('"')]
                self.must(not risky, f"{words[:1]}: {risky[:3]}")
        shutil.rmtree(boards)
        # Markup in names and boards, in pictures and feedback.
        markup = "<svg onload=alert(1)>&<img src=x onerror=alert(1)>"
        board = self.file(f"marked/{markup}.txt", "3\n0 1 3\n4 2 5\n7 8 6\n")
        self.file(f"graded/{markup}/{markup}.txt", "LULU\n")
        for words in (["compare", board, "--chart", "chart.svg"], ["tree", board, "--format", "svg", "--output", "tree.svg"],
                      ["render", board, "LULU", "--output", "strip.svg"], ["render", board, "--output", "board.svg"],
                      ["grade", "marked", "--answers", "graded", "--matrix", "--output", "matrix.svg"],
                      ["grade", "marked", "--answers", "graded", "--feedback", "feedback"]):
            run = self.run(*words)
            self.must(run.returncode == 0, f"{words}: {run.returncode} {run.err[:200]}")
        for path in self.folder.glob("*.svg"):
            names = {element.tag.split("}")[1] for element in ElementTree.parse(path).iter()}
            attributes = {name for element in ElementTree.parse(path).iter() for name in element.attrib}
            self.must("img" not in names and "script" not in names, f"{path.name}: {names}")
            self.must(not any(name.startswith("on") for name in attributes), f"{path.name}: {attributes}")
        for path in self.folder.glob("feedback/*"):
            self.must("\x1b" not in path.read_text(), f"{path.name}: raw")

    def defect_7(self):
        """its own output above 8 MB is read back"""
        board = self.scramble("127", "big.txt", 1)
        solved = self.run("solve", board, "--algorithm", "construct", "--format", "tiles", "--output", "big.moves")
        size = (self.folder / "big.moves").stat().st_size
        run = self.run("check", board, "big.moves", "--time-limit", "1s")
        self.must(solved.returncode == 0 and size > 8 << 20, f"{solved.returncode}, {size} bytes")
        self.must("Solves the board" in run.out, f"{run.returncode} {run.out[:200]} {run.err[:200]}")

    def defect_8(self):
        """a pipe among the answers and an unreadable folder end no grading"""
        self.file("class/boards/p.txt", "3\n0 1 3\n4 2 5\n7 8 6\n")
        self.file("class/answers/anna/p.txt", "LULU\n")
        self.file("class/answers/bob/p.txt", "LULU\n")
        os.makedirs(self.folder / "class/answers/cy")
        os.mkfifo(self.folder / "class/answers/cy/p.txt")
        os.chmod(self.folder / "class/answers/bob", 0)
        for path in (self.folder.parent, self.folder, self.folder / "class", self.folder / "class/boards"):
            os.chmod(path, 0o755)
        other_user = (lambda: os.setuid(65534)) if os.getuid() == 0 else None
        run = self.run("grade", "class/boards", "--answers", "class/answers", limits=other_user, timeout=60,
                       NOYES_TABLES="/tmp/noyes-other-user")
        os.chmod(self.folder / "class/answers/bob", 0o755)
        self.must("anna" in run.out and "right" in run.out, f"{run.returncode} {run.out[:300]} {run.err[:300]}")

    def defect_9(self):
        """the build of walking distance obeys time, memory and Ctrl-C"""
        for size in ("2x6", "3x5"):
            board = self.scramble(size, f"{size}.txt", 3)
            used = self.used("solve", board, "--heuristic", "walking-distance", "--algorithm", "ida", "--time-limit", "10ms")
            self.must(used[0] < 0.4, f"{size}: {used[0]:.2f} s of processor time for 10 ms")
            used = self.used("solve", board, "--heuristic", "walking-distance", "--algorithm", "ida", "--time-limit", "2s",
                             "--memory-limit", "10MB")
            self.must(used[1] < 40e6, f"{size}: {used[1] / 1e6:.0f} MB for 10 MB")

    def used(self, *words):
        """Seconds of the processor and resident bytes of a run."""
        child = self.start(*words)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        self.must(child.returncode in (0, 1, 2, 3), f"{words}: ended with {child.returncode}")
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024

    def defect_10(self):
        """127x127 keeps a small memory limit and a node limit, and ends soon after its time"""
        board = self.scramble("127", "127.txt", 2)
        _, resident = self.used("solve", board, "--memory-limit", "10MB", "--time-limit", "2s", "--format", "directions")
        self.must(resident < 60e6, f"{resident / 1e6:.0f} MB for 10 MB")
        run = self.run("solve", board, "--node-limit", "100000", "--threads", "2", "--format", "json")
        # Construction makes slides, which are not searched nodes; what it makes is its own.
        plain = self.run("solve", board, "--algorithm", "construct", "--format", "json")
        made = json.loads(run.out)["generated"] - json.loads(plain.out)["generated"]
        self.must(made < 200_000, f"{made} nodes for 100,000")
        used, _ = self.used("solve", board, "--time-limit", "10ms", "--threads", "1", "--format", "directions")
        self.must(used < 0.5, f"{used:.2f} s of processor time for 10 ms")

    def defect_11(self):
        """tables build on a full or read-only disk says so, with exit code 2"""
        def limits():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        run = self.run("tables", "build", "3x4", limits=limits, NOYES_TABLES=str(self.folder / "full-disk"))
        self.must(run.returncode == 2 and run.err, f"{run.returncode} {run.out} {run.err}")
        run = self.run("tables", "build", "3x4", NOYES_TABLES="/proc/noyes")
        self.must(run.returncode == 2 and run.err, f"{run.returncode} {run.out} {run.err}")

    def defect_12(self):
        """ulimit -v, few threads, --resume of an endless file: an answer or a sentence"""
        for megabytes in (80, 150, 300, 600):
            limits = lambda: resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
            run = self.run("solve", HARD, "--algorithm", "astar", "--heuristic", "hamming", "--time-limit", "3s",
                           "--format", "directions", limits=limits)
            self.must(run.returncode in (0, 3) or run.err, f"{megabytes} MB: {run.returncode} {run.err[:200]}")
        if os.getuid() == 0:
            def limits():
                resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
                os.setuid(65534)
            # A user of its own, of whom no other process is.
            run = self.run("solve", HARD, "--time-limit", "5s", limits=limits, NOYES_TABLES="/tmp/noyes-other-user")
            self.must("Minimum number" in run.out or "Number of moves" in run.out, f"few threads: {run.err[:200]}")
        run = self.run("solve", "--resume", "/dev/zero", timeout=60)
        self.must(run.returncode == 2, f"/dev/zero: {run.returncode}")

    def defect_13(self):
        """the folder of tables is not trusted: links, pipes, forged tables of others"""
        theirs, victim = self.folder / "theirs", self.file("victim", "precious\n")
        theirs.mkdir()
        os.chmod(theirs, 0o777)
        self.run("tables", "build", "4x4", "--tables", "small", NOYES_TABLES=str(theirs))
        names = [path.name for path in theirs.iterdir()]
        for fill in (0, 255, 0x5a):
            for path in theirs.glob("*.table"):
                forge(path, fill)
                path.chmod(0o666)
            run = self.run("solve", KNOWN, "--tables", "small", "--format", "directions", NOYES_TABLES=str(theirs))
            self.must(run.out.startswith(f"Minimum number of moves = {KNOWN_MINIMUM}\n"), f"forged: {run.out[:80]} {run.err[:200]}")
        for make in (lambda path: os.symlink(victim, path), os.mkfifo):
            for name in names:
                (theirs / name).unlink(missing_ok=True)
                make(theirs / name)
            run = self.run("solve", KNOWN, "--tables", "small", "--format", "directions", NOYES_TABLES=str(theirs), timeout=100)
            self.must(run.out.startswith(f"Minimum number of moves = {KNOWN_MINIMUM}\n"), f"links, pipes: {run.out[:80]} {run.err[:200]}")
            self.must(victim.read_text() == "precious\n", "a link was followed")

    def defect_14(self):
        """tables can be read by others"""
        self.run("tables", "build", "3x4", "--tables", "small", limits=lambda: os.umask(0o022) and None)
        modes = {oct(path.stat().st_mode & 0o777) for path in (self.folder / "tables").glob("*.table")}
        self.must(modes <= {"0o644"}, f"{modes}")

    def defect_15(self):
        """a checkpoint whose bound is above its own solution is refused"""
        path, board = self.folder / "proof.checkpoint", self.long_proof()
        for seconds in (1, 2, 4, 8):
            # An interruption leaves one.
            self.run("solve", board, "--optimal", "--tables", "small", "--time-limit", f"{seconds}s", "--checkpoint", path)
            if path.exists() and json.loads(path.read_text().splitlines()[0])["best"]:
                break
        if not path.exists():
            self.must(False, "there is no checkpoint to forge")
            return
        checkpoint = json.loads(path.read_text().splitlines()[0])
        for bound in (201, len(checkpoint["best"]) + 2):
            checkpoint["bound"] = bound
            line = json.dumps(checkpoint, separators=(",", ":"))
            forged = self.file("forged.checkpoint", f"{line}\n{zlib.crc32(line.encode()):08x}\n")
            run = self.run("solve", "--resume", forged, "--time-limit", "2s")
            self.must(run.returncode == 2 and "not a whole checkpoint" in run.err, f"{bound}: {run.out[:100]} {run.err[:200]}")

    def defect_16(self):
        """--heuristic and --tables none are heeded on 2x5, 2x7, 3x5, 2x8"""
        for size in ("2x5", "2x7", "3x5", "2x8"):
            board = self.scramble(size, f"h{size}.txt", 1)
            plan = self.run("solve", board, "--heuristic", "manhattan", "--plan")
            self.must("manhattan" in plan.out + plan.err, f"{size}: {plan.out}")
            run = self.run("solve", board, "--tables", "none", "--time-limit", "2s", "--format", "json")
            self.must(json.loads(run.out).get("tables") in (None, "none"), f"{size}: {run.out}")

    def defect_17(self):
        """no safe function does raw pointer arithmetic on its caller's word: the list of unsafe is whole"""
        root = pathlib.Path(__file__).resolve().parent.parent / "crates"
        takes_pointer = re.compile(r"^[ \t]*(?:pub(?:\([^)]*\))? )?fn \w+(?:<[^>]*>)?\([^)]*\*(?:const|mut) [^{]*\{", re.MULTILINE)
        for path in root.rglob("*.rs"):
            text = path.read_text()
            for found in takes_pointer.finditer(text):
                body = text[found.end():].split("\n    }\n")[0].split("\n}\n")[0]
                reads = [word for word in (".add(", ".offset(", ".read(", ".write(") if word in body]
                self.must(not reads, f"{path.name}: {found.group().strip()[:80]}")

    def defect_18(self):
        """wrong tables with right checksums, in one's own folder, never hang or panic"""
        self.run("tables", "build", "4x4", "--tables", "small")
        forged = self.folder / "own"
        for fill in (0, 255, 0x55, 0xaa, 1, None):
            shutil.rmtree(forged, ignore_errors=True)
            shutil.copytree(self.folder / "tables", forged)
            for path in forged.glob("*.table"):
                forge(path, fill)
            # Their owner can replace the command as well, so the answer may be wrong.
            self.run("solve", KNOWN, "--tables", "small", "--format", "directions", "--time-limit", "5s",
                     NOYES_TABLES=str(forged), timeout=100)
            run = self.run("tables", "verify", NOYES_TABLES=str(forged))
            self.must(run.returncode == 1, f"verify of forged tables: {run.returncode} {run.err[:200]}")


def forge(path, fill):
    """Fills the bits of a table, or turns each byte round, with all checksums right."""
    content = bytearray(path.read_bytes())
    length = int.from_bytes(content[24:32], "little")
    bits = content[HEADER:HEADER + length]
    bits = bits[::-1] if fill is None else bytearray([fill]) * length
    blocks = (bits[start:start + BLOCK] for start in range(0, length, BLOCK))
    sums = b"".join(zlib.crc32(block).to_bytes(4, "little") for block in blocks)
    content[32:36] = zlib.crc32(sums).to_bytes(4, "little")
    content[36:40] = zlib.crc32(content[:36]).to_bytes(4, "little")
    path.write_bytes(content[:HEADER] + bits + sums)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("noyes")
    parser.add_argument("numbers", nargs="*", type=int)
    arguments = parser.parse_intermixed_args()
    is_wrong = False
    for number in arguments.numbers or range(1, 19):
        with tempfile.TemporaryDirectory() as folder:
            inner = pathlib.Path(folder) / "work"
            inner.mkdir()
            defects = Defects(arguments.noyes, inner)
            attack = getattr(defects, f"defect_{number}")
            try:
                attack()
            except subprocess.TimeoutExpired as error:
                defects.wrong.append(f"does not end: {error.cmd[1:4]}")
            print(f"{number:2} {'**back**' if defects.wrong else 'holds':8} {attack.__doc__}", flush=True)
            for words in defects.wrong[:6]:
                print(f"      {words}", flush=True)
            is_wrong |= bool(defects.wrong)
    sys.exit(1 if is_wrong else 0)


if __name__ == "__main__":
    main()
