"""The cores of this machine: ``python process_pool.py``."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from work import arguments, work


def pool():
    """A function that makes the pool: one that breaks is made again."""
    return ProcessPoolExecutor(mp_context=get_context("spawn"))


if __name__ == "__main__":
    work(pool, arguments())
