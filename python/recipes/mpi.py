"""Ranks of MPI: ``mpiexec -n 3 python -m mpi4py.futures mpi.py``.

Every rank imports this file, so the guard is needed. If a rank dies, MPI ends the job: start it
again, and the proof goes on from its checkpoint.
"""

from mpi4py.futures import MPIPoolExecutor

from work import arguments, work

if __name__ == "__main__":
    with MPIPoolExecutor() as pool:
        work(pool, arguments(), checkpoint="proof.json")
