"""How far a proof has come."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a proof has come; :func:`noyes.prove` passes one to ``on_progress``.

    >>> from noyes import Progress
    >>> print(Progress(bound=96, best=100, share=0.25, rate=6.1e6, workers=2, seconds_left=30.0,
    ...                seconds_left_spread=(22.0, 41.0)))
    the minimum is from 96 to 100; bound 96: 25 % done, 6.1 M nodes/s on 2 workers, 22 to 41 s left
    """

    bound: int
    """No solution is shorter than this: the lower end of the interval."""
    best: int | None = None
    """The length of the best solution in hand: the upper end of the interval."""
    share: float = 0.0
    """The share of this iteration's work that is done, from 0 to 1."""
    rate: float = 0.0
    """Nodes a second of all workers together."""
    workers: int = 1
    """How many tasks run at once."""
    seconds_left: float = 0.0
    """Time until this iteration is done, as far as it can be told."""
    seconds_left_spread: tuple[float, float] = (0.0, 0.0)
    """The least and the most time that is likely."""
    proof_seconds_left: float | None = None
    """Time until the best solution is proven minimal, if it is; ``None`` while there is none."""
    running: int = 0
    """Tasks given out and not back."""
    waiting: int = 0
    """Tasks that wait."""
    done: int = 0
    """Tasks that are done."""
    expanded: int = 0
    """Nodes expanded."""
    generated: int = 0
    """Nodes generated."""
    seconds: float = 0.0
    """Time since the start, or since it was resumed."""

    @property
    def interval(self) -> tuple[int, int | None]:
        """The minimum is at least the first and at most the second."""
        return self.bound, self.best

    def __str__(self) -> str:
        upper = f"from {self.bound} to {self.best}" if self.best else f"at least {self.bound}"
        noun = "worker" if self.workers == 1 else "workers"
        least, most = self.seconds_left_spread
        return (
            f"the minimum is {upper}; bound {self.bound}: {100 * self.share:.0f} % done, "
            f"{self.rate / 1e6:.1f} M nodes/s on {self.workers} {noun}, "
            f"{_time(least, most)} left"
        )


def _time(least: float, most: float) -> str:
    for seconds, unit in ((86400, "days"), (3600, "h"), (60, "min")):
        if most >= 2 * seconds:
            return f"{least / seconds:.1f} to {most / seconds:.1f} {unit}"
    return f"{least:.0f} to {most:.0f} s"
