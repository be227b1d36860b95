"""Ray has no executor; this adapter is one: ``python ray_cluster.py``."""

from concurrent.futures import Executor

import ray

from work import arguments, work


class RayExecutor(Executor):
    """Tasks of an executor as tasks of Ray."""

    def __init__(self):
        self._max_workers = int(ray.cluster_resources()["CPU"])

    def submit(self, function, /, *args):
        return ray.remote(max_retries=3)(function).remote(*args).future()


if __name__ == "__main__":
    ray.init(include_dashboard=False)
    work(RayExecutor(), arguments())
    ray.shutdown()
