#!/usr/bin/env python3
"""Measures whether limits hold, from outside.

    fuzz/limits.py target/release/noyes [NAME...]

For every algorithm and several sizes, and for other commands that take long: how long after its time
limit the command ends, how much resident memory it takes over its memory limit, how long after Ctrl-C
it ends. A row is marked where the promise (50 ms or 5 % of time, 10 % of memory, 100 ms) is not kept.
Times are those of the clock: on a busy machine they tell what the machine does, not the command. Beside
them stands the processor time that passed meanwhile, which a busy machine does not change: a row is marked
with `busy` if the clock breaks the promise and the processor time does not. Threads that free memory count
to it, though nothing waits for them: a row that keeps the promise by the clock keeps it.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time

ALGORITHMS = ["auto", "bfs", "astar", "weighted", "ida", "weighted-ida", "course", "lockstep", "bidirectional",
              "beam", "construct", "greedy", "uniform-cost", "iddfs", "rbfs", "sma", "mm", "nbs", "hda", "ara"]
SIZES = ["3x5", "4", "5", "8", "30", "127"]
TIME, MEMORY, INTERRUPT = 1.0, 200, 0.4
# Commands that take long and have no limits of their own: only Ctrl-C is measured.
OTHERS = [("tables build 4x4 large", ["tables", "build", "4x4", "--tables", "large"]),
          ("tables build 5x5 small", ["tables", "build", "5x5", "--tables", "small"]),
          ("tables build 3x4 large", ["tables", "build", "3x4", "--tables", "large"]),
          ("batch of Korf's fifty", ["batch", "@korf50", "--optimal"]),
          ("compare", ["compare", "@korf100:79"]),
          ("label", ["label", "@korf100"]),
          ("info 127x127", ["info", "{127}.txt"]),
          ("scramble 127x127", ["scramble", "127", "--count", "100000"]),
          ("gif of thousands of moves", ["render", "{20}.txt", "{20}.moves", "--output", "{20}.gif"]),
          ("animated svg of them", ["render", "{20}.txt", "{20}.moves", "--format", "animated", "--output", "{20}.svg"]),
          ("check of a long solution", ["check", "{127}.txt", "{127}.moves"])]


def processor(pid):
    """Seconds of the processor that a running child has used."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def run(arguments, env, mark=0.0, interrupts=False):
    """Runs a command: seconds by the clock and of the processor after the moment `mark`, at which it may
    be interrupted, its resident bytes at most, and the exit code."""
    started = time.monotonic()
    child = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    used = 0.0
    while (left := started + mark - time.monotonic()) > 0 and not has_ended(child.pid):
        time.sleep(min(left, 0.01))
    if is_there := not has_ended(child.pid):
        used = processor(child.pid)
        if interrupts:
            os.kill(child.pid, signal.SIGINT)
    _, status, usage = os.wait4(child.pid, 0)
    late = time.monotonic() - started - mark if is_there else 0.0
    child.returncode = os.waitstatus_to_exitcode(status)
    return late, usage.ru_utime + usage.ru_stime - used, usage.ru_maxrss * 1024, child.returncode


def has_ended(pid):
    """Whether a child has ended; it is still to be waited for."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("noyes")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--sizes", default=",".join(SIZES))
    arguments = parser.parse_intermixed_args()
    noyes = os.path.abspath(arguments.noyes)
    broken = 0
    print("| What | Size | After 1 s (ms) | Processor (ms) | Resident at 200 MB | After Ctrl-C (ms) | Processor (ms) | Kept |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "NOYES_TABLES": folder}
        for size in filter(None, arguments.sizes.split(",")):
            board = os.path.join(folder, f"{size}.txt")
            with open(board, "w") as file:
                subprocess.run([noyes, "scramble", size, "--seed", "5", "--format", "course"], stdout=file, check=True)
            for algorithm in arguments.names or ALGORITHMS:
                base = [noyes, "solve", board, "--algorithm", algorithm, "--format", "directions"]
                broken += not row(algorithm, size, base, env)
        if not arguments.names:
            places = {}
            for size in ("20", "127"):
                places[size] = os.path.join(folder, size)
                with open(f"{places[size]}.txt", "w") as file:
                    subprocess.run([noyes, "scramble", size, "--seed", "5"], stdout=file, check=True)
                words = ["--algorithm", "construct", "--format", "directions", "--output", f"{places[size]}.moves"]
                subprocess.run([noyes, "solve", f"{places[size]}.txt", *words], env=env, check=True)
        for name, words in [] if arguments.names else OTHERS:
            words = [places[word[1:word.index("}")]] + word.split("}")[1] if word[0] == "{" else word for word in words]
            broken += not row(name, "", [noyes, *words], env, limits=False)
    sys.exit(1 if broken else 0)


def row(name, size, base, env, limits=True):
    """Measures and prints a row; whether the promises are kept."""
    codes, words, kept, busy = set(), [], True, False
    if limits:
        late, used, _, code = run([*base, "--time-limit", f"{TIME}s"], env, TIME)
        _, _, resident, code2 = run([*base, "--memory-limit", f"{MEMORY}MB", "--time-limit", "2s"], env)
        codes |= {code, code2}
        most = max(0.05, 0.05 * TIME)
        kept = min(late, used) <= most and resident <= 1.1 * MEMORY * 1e6
        busy = late > most
        words = [f"{max(0, late) * 1e3:.0f}", f"{used * 1e3:.0f}" if late > 0 else "0", f"{resident / 1e6:.0f} MB"]
    after, used, _, code = run([*base, "--time-limit", "20s"] if limits else base, env, INTERRUPT, True)
    codes.add(code)
    words += [] if limits else ["", "", ""]
    words += [f"{max(0, after) * 1e3:.0f}", f"{used * 1e3:.0f}" if after > 0 else "0"]
    kept = kept and min(after, used) <= 0.1 and codes <= {0, 1, 2, 3, -2}
    busy = busy or after > 0.1
    verdict = "does not apply" if 2 in codes else "**no**" if not kept else "busy" if busy else "yes"
    print(f"| {name} | {size} | {' | '.join(words)} | {verdict} |", flush=True)
    return kept or 2 in codes


if __name__ == "__main__":
    main()
