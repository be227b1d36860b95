"""Any ``concurrent.futures.Executor`` as a place for tasks that may be lost and run again."""

from __future__ import annotations

import os
import secrets
import time
import warnings
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from itertools import count
from typing import Any, Generic, TypeVar

from noyes import _tasks
from noyes._noyes import __version__

#: How often a task is given out before its failure is raised.
_MOST_ATTEMPTS = 5

#: The most seconds that Dask is given to hear that tasks are taken back, and tasks to end.
_MOST_CLOSING = 5.0

#: The names of exceptions by which engines say that a worker is gone. They are compared by name,
#: so that no engine need be installed.
_LOST = {
    "KilledWorker",
    "CommClosedError",
    "FutureCancelledError",
    "TimeoutError",
    "NodeDiedError",
    "WorkerCrashedError",
}

#: The numbers of tasks, which are others in every process.
_NUMBERS = count(secrets.randbits(48) << 16)

ExecutorLike = Executor | Callable[[], Executor]
"""An executor, or a function that makes one: then a broken one is replaced."""

Job = TypeVar("Job")


def worker_count(executor: Executor) -> int:
    """How many tasks an executor runs at once, as far as it tells."""
    for name in ("_max_workers", "num_workers"):
        told = getattr(executor, name, None)
        if isinstance(told, int) and told > 0:
            return told
    client = getattr(executor, "_client", None)
    if client is not None:
        threads: dict[str, int] = client.nthreads()
        return max(1, sum(threads.values()))
    return os.cpu_count() or 1


def tasks_per_machine(executor: Executor, workers: int) -> int:
    """The most tasks that run at once on one machine, as far as the executor tells."""
    client = getattr(executor, "_client", None)
    if client is None:
        return workers
    machines: dict[str, int] = {}
    for worker in client.scheduler_info(n_workers=-1)["workers"].values():
        machines[worker["host"]] = machines.get(worker["host"], 0) + worker["nthreads"]
    return max(machines.values(), default=workers)


class Workers(Generic[Job]):
    """Gives tasks out, takes results in, and gives lost tasks out again.

    A task is lost if its worker died. An executor that is broken for good is replaced if there is
    a function that makes another; otherwise ``is_broken`` is set and the caller goes on alone.
    """

    def __init__(self, executor: ExecutorLike, workers: int | None) -> None:
        # Some executors are no subclass: what can be given tasks is one.
        given: Any = executor
        self._make: Callable[[], Executor] | None = None if hasattr(given, "submit") else given
        self._executor: Any = given if self._make is None else self._make()
        self._pending: dict[Future[Any], tuple[Job, Callable[..., Any], tuple[Any, ...], int]] = {}
        self.is_broken = False
        # Before any other use of noyes here: a pool that forks must fork before there are threads.
        version = self._hello()
        if version != __version__:
            raise RuntimeError(
                f"the workers have noyes {version}, and this is {__version__}: install the same "
                "version everywhere"
            )
        self.count = workers or worker_count(self._executor)
        self.per_machine = tasks_per_machine(self._executor, self.count)

    def _hello(self) -> str:
        try:
            version: str = self._submit(_tasks.hello).result()
        except BrokenExecutor:
            if self._make is None:
                raise
            self._executor = self._make()
            version = self._submit(_tasks.hello).result()
        return version

    def __len__(self) -> int:
        return len(self._pending)

    def submit(self, job: Job, function: Callable[..., Any], *args: Any, attempt: int = 1) -> bool:
        """Gives out a task; says whether that was possible."""
        if self.is_broken:
            return False
        try:
            future = self._submit(function, *args)
        except (BrokenExecutor, RuntimeError):
            if not self._replace():
                return False
            future = self._submit(function, *args)
        self._pending[future] = (job, function, args, attempt)
        return True

    def _submit(self, function: Callable[..., Any], *args: Any) -> Future[Any]:
        """Gives out a task with a number that no other has."""
        future: Future[Any] = self._executor.submit(function, *args, next(_NUMBERS))
        return future

    def take(self, seconds: float) -> tuple[list[tuple[Job, Any]], list[Job]]:
        """Waits for results. Returns those that came, and the jobs that nobody will run any more
        because the executor is broken."""
        done, _ = wait(list(self._pending), timeout=seconds, return_when=FIRST_COMPLETED)
        results: list[tuple[Job, Any]] = []
        orphans: list[Job] = []
        for future in done:
            job, function, args, attempt = self._pending.pop(future)
            try:
                results.append((job, future.result()))
            except (Exception, CancelledError) as error:
                if not _is_loss(error):
                    self.cancel()
                    raise
                if attempt >= _MOST_ATTEMPTS:
                    self.cancel()
                    raise RuntimeError(
                        f"a task was lost {attempt} times, as when it takes more memory than its "
                        "worker has: give the workers more memory"
                    ) from error
                if isinstance(error, BrokenExecutor) and not self._replace():
                    orphans.append(job)
                elif not self.submit(job, function, *args, attempt=attempt + 1):
                    orphans.append(job)
        return results, orphans

    def cancel(self) -> None:
        """Takes back what has not begun."""
        for future in self._pending:
            future.cancel()
        self._pending.clear()

    def close(self) -> None:
        """Takes everything back, and ends an executor that was made here."""
        taken_back = list(self._pending)
        self.cancel()
        if taken_back and getattr(self._executor, "_client", None) is not None:
            # Dask hears of it later, and so do the tasks that run: until then its workers and its
            # client would complain of being closed.
            wait(taken_back, timeout=_MOST_CLOSING)
            until = time.monotonic() + _MOST_CLOSING
            time.sleep(2 * _tasks.BETWEEN_QUESTIONS)
            while time.monotonic() < until and self._runs_cancelled():
                time.sleep(_tasks.BETWEEN_QUESTIONS)
        if self._make is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    def _runs_cancelled(self) -> bool:
        """Whether a task that was taken back still runs on a worker of Dask."""
        answers = self._executor._client.run(_tasks.runs_cancelled, on_error="ignore")
        return any(answers.values())

    def _replace(self) -> bool:
        """Makes another executor in place of a broken one."""
        if self._make is None:
            if not self.is_broken:
                self.is_broken = True
                warnings.warn(
                    "the executor is broken, as when a worker process was killed; noyes finishes "
                    "in this process. Pass a function that makes the executor to have another one",
                    RuntimeWarning,
                    stacklevel=4,
                )
            return False
        if getattr(self._executor, "_broken", True):
            self._executor = self._make()
        return True


def _is_loss(error: BaseException) -> bool:
    return (
        isinstance(error, (BrokenExecutor, CancelledError))
        or type(error).__name__ in _LOST
        or isinstance(error, ConnectionError)
    )
