"""A Slurm cluster by dask-jobqueue.

``python dask_slurm.py --script`` prints the job script; without it, 16 such jobs are started.
"""

import sys

from dask_jobqueue import SLURMCluster
from distributed import Client

from work import arguments, work


def cluster():
    """A worker process a machine, whose tasks use all its cores."""
    return SLURMCluster(
        cores=1,                       # tasks at once: one, of many threads
        job_cpu=32,                    # cores of a machine
        processes=1,
        memory="16GB",
        walltime="04:00:00",
        queue="normal",
        # Tables on the disk of the machine: built once, mapped afterwards.
        job_script_prologue=["export NOYES_TABLES=${TMPDIR:-/tmp}/noyes-tables"],
    )


if __name__ == "__main__":
    with cluster() as machines:
        if "--script" in sys.argv:
            print(machines.job_script())
        else:
            machines.scale(jobs=16)
            with Client(machines) as client:
                client.wait_for_workers(1)
                # A driver that is killed goes on from the checkpoint.
                work(client.get_executor(), arguments(), checkpoint="proof.json")
