#!/usr/bin/env python3
"""Measures whether limits hold, from outside.

    fuzz/limits.py target/release/noyes [NAME...]

For every algorithm and several sizes: how long after its time limit the command ends, how much
resident memory it takes over its memory limit, how long after Ctrl-C it ends. A row is marked where
the promise (50 ms or 5 % of time, 10 % of memory, 100 ms) is not kept. Times are those of the clock:
on a busy machine they tell what the machine does, not the command; processor time is shown beside.
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


def run(arguments, env, interrupt_after=None):
    """Seconds by the clock and of the processor, resident bytes at most, and the exit code."""
    started = time.monotonic()
    child = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    sent = None
    if interrupt_after is not None:
        time.sleep(interrupt_after)
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
    _, status, usage = os.wait4(child.pid, 0)
    ended = time.monotonic()
    child.returncode = os.waitstatus_to_exitcode(status)
    since = ended - (sent or started)
    return since, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, child.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("noyes")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--sizes", default=",".join(SIZES))
    arguments = parser.parse_intermixed_args()
    noyes = os.path.abspath(arguments.noyes)
    broken = 0
    print("| Algorithm | Size | Over 1 s (ms) | Processor (s) | Resident at 200 MB | After Ctrl-C (ms) | Kept |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "NOYES_TABLES": folder}
        for size in arguments.sizes.split(","):
            board = os.path.join(folder, f"{size}.txt")
            with open(board, "w") as file:
                subprocess.run([noyes, "scramble", size, "--seed", "5"], stdout=file, check=True)
            for algorithm in arguments.names or ALGORITHMS:
                base = [noyes, "solve", board, "--algorithm", algorithm, "--format", "directions"]
                took, processor, _, code = run([*base, "--time-limit", f"{TIME}s"], env)
                late = max(0.0, took - TIME)
                _, _, resident, code2 = run([*base, "--memory-limit", f"{MEMORY}MB", "--time-limit", "5s"], env)
                after, _, _, code3 = run([*base, "--time-limit", "20s"], env, INTERRUPT)
                codes = {code, code2, code3}
                kept = late <= max(0.05, 0.05 * TIME) and resident <= 1.1 * MEMORY * 1e6 and after <= 0.1
                kept = kept and codes <= {0, 1, 2, 3, -2}
                broken += not kept
                words = "yes" if kept else "**no**"
                if 2 in codes:
                    words = "does not apply"
                print(f"| {algorithm} | {size} | {late * 1e3:.0f} | {processor:.2f} | {resident / 1e6:.0f} MB "
                      f"| {max(0.0, after) * 1e3:.0f} | {words} |", flush=True)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
