"""What the recipes do with an executor: a batch, and a proof."""

import argparse
import time

import noyes


def arguments(words=None):
    """What to do, from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, default=500, help="how many 15-puzzles to solve")
    parser.add_argument("--korf", type=int, default=40, help="the 24-puzzle of Korf's fifty to prove")
    parser.add_argument("--full", action="store_true", help="with counts that can be compared")
    parser.add_argument("--tables", default="small", help="the tables of the proof")
    return parser.parse_args(words)


def work(executor, args, **options):
    """Solves a batch and proves a board on an executor. The options are those of ``prove``."""
    boards = noyes.scramble(4, count=args.boards, seed=1)
    begun = time.perf_counter()
    batch = noyes.solve_many(boards, executor, optimal=True)
    assert all(solution.optimal for solution in batch)
    moves = sum(solution.length for solution in batch)
    print(f"{len(batch)} boards, {moves} moves, {time.perf_counter() - begun:.1f} s", flush=True)
    board = noyes.collection("korf50")[args.korf - 1].board
    proof = noyes.prove(
        board, executor, full=args.full, tables=args.tables, on_progress=print, **options
    )
    print(
        f"Korf 24 #{args.korf}: {proof.length} moves, {proof.expanded} expanded, "
        f"{proof.generated} generated, {proof.tasks} tasks, {proof.seconds:.1f} s"
    )
