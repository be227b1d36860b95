"""Dask with a scheduler that runs already: ``python dask_cluster.py scheduler.json``."""

import sys

from distributed import Client

from work import arguments, work

if __name__ == "__main__":
    with Client(scheduler_file=sys.argv[1]) as client:
        client.wait_for_workers(1)
        work(client.get_executor(), arguments(sys.argv[2:]))
