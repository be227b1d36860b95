"""Dask on this machine: ``python dask_local.py``."""

from distributed import Client, LocalCluster

from work import arguments, work

if __name__ == "__main__":
    with LocalCluster(threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        work(client.get_executor(), arguments())
