"""The interval of a search as a picture: the best length from above, the bound from below."""

from __future__ import annotations

from collections.abc import Callable, Sequence

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 612.0, 240.0, 60.0, 56.0, 34.0, 30.0

#: Colours that are readable on white, and those of dark pages.
_STYLE = """
.sheet { fill: #ffffff } text { font: 12px system-ui, sans-serif; fill: #1f2933 }
.title { font-weight: 600 } .grid { stroke: #d9dee3 } .gap { fill: #2f74c0; fill-opacity: .12 }
.best { fill: none; stroke: #b45309; stroke-width: 2 }
.bound { fill: none; stroke: #2f74c0; stroke-width: 2 }
.best-end { fill: #b45309; font-weight: 600 } .bound-end { fill: #2f74c0; font-weight: 600 }
@media (prefers-color-scheme: dark) {
  .sheet { fill: #14181d } text { fill: #e6eaee } .grid { stroke: #333c46 }
  .best { stroke: #e3a857 } .bound { stroke: #5fa3e8 } .gap { fill: #5fa3e8 }
  .best-end { fill: #e3a857 } .bound-end { fill: #5fa3e8 }
}
"""

#: The height of a line of letters.
_LETTERS = 14.0
#: What lines of the picture may be apart: the longest solution of a 127×127 board has seven digits.
_STEPS = [step * 10**zeros for zeros in range(8) for step in (1, 2, 5)]


def interval_svg(
    points: Sequence[tuple[float, int | None, int]], seconds: float, state: str = ""
) -> str:
    """Draws points of seconds, best length and bound, each of which holds until the next. The title
    ends with the state of the search, where there is one."""
    last = points[-1] if points else (0.0, None, 0)
    end = max(seconds, last[0], 1e-3)
    points = [*points, (end, last[1], last[2])]
    title = _words(last) + (f" ({state})" if state else "")
    values = [value for _, best, bound in points for value in (best, bound) if value]
    low, high = min(values, default=0), max(values, default=1)
    # The minimum is never at the edge of the picture.
    low, high = low - max(1, (high - low) // 10), high + max(1, (high - low) // 10)

    def x(at: float) -> float:
        return _LEFT + at / end * (_WIDTH - _LEFT - _RIGHT)

    def y(value: float) -> float:
        return _HEIGHT - _BOTTOM - (value - low) / (high - low) * (_HEIGHT - _TOP - _BOTTOM)

    best = [(at, value) for at, value, _ in points if value is not None]
    bound = [(at, value) for at, _, value in points if value]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH:.0f} {_HEIGHT:.0f}" '
        f'width="{_WIDTH:.0f}" role="img" aria-label="{title}">',
        f"<style>{_STYLE}</style>",
        f'<rect class="sheet" width="{_WIDTH:.0f}" height="{_HEIGHT:.0f}" rx="6"/>',
        f'<text class="title" x="{_LEFT:.0f}" y="20">{title}</text>',
    ]
    step = next(step for step in _STEPS if high - low <= 6 * step)
    for value in range(low + step - low % step, high, step):
        parts.append(
            f'<line class="grid" x1="{_LEFT:.0f}" x2="{_WIDTH - _RIGHT:.0f}" y1="{y(value):.1f}" '
            f'y2="{y(value):.1f}"/><text x="{_LEFT - 8:.0f}" y="{y(value) + 4:.1f}" '
            f'text-anchor="end">{value}</text>'
        )
    if best and bound:
        shared = [(max(at, best[0][0]), value) for at, value in bound]
        upper, lower = _steps(best, x, y), _steps(shared, x, y, backwards=True)
        parts.append(f'<path class="gap" d="M{upper}L{lower}Z"/>')
    for name, line in (("best", best), ("bound", bound)):
        if line:
            parts.append(f'<path class="{name}" d="M{_steps(line, x, y)}"/>')
    for name, value, top in _ends(last, y):
        parts.append(
            f'<text class="{name}-end" x="{_WIDTH - _RIGHT + 6:.0f}" y="{top + 4:.1f}">{value}</text>'
        )
    for at, anchor in ((0.0, "start"), (end, "end")):
        parts.append(
            f'<text x="{x(at):.1f}" y="{_HEIGHT - 10:.0f}" text-anchor="{anchor}">{at:.3g} s</text>'
        )
    return "\n".join([*parts, "</svg>"])


def _steps(
    line: list[tuple[float, int]],
    x: Callable[[float], float],
    y: Callable[[float], float],
    backwards: bool = False,
) -> str:
    """The corners of a line that keeps each value until the next."""
    corners: list[tuple[float, float]] = []
    for at, value in line:
        if corners:
            corners.append((x(at), corners[-1][1]))
        corners.append((x(at), y(value)))
    if backwards:
        corners.reverse()
    return "L".join(f"{left:.1f} {top:.1f}" for left, top in corners)


def _ends(
    last: tuple[float, int | None, int], y: Callable[[float], float]
) -> list[tuple[str, int, float]]:
    """The last values, with where they stand beside the ends of the lines: apart enough to be read,
    and one if the interval is closed."""
    _, best, bound = last
    if best is None:
        return [("bound", bound, y(bound))] if bound else []
    if best == bound:
        return [("best", best, y(best))]
    push = max(0.0, _LETTERS - (y(bound) - y(best))) / 2
    return [("best", best, y(best) - push), ("bound", bound, y(bound) + push)]


def _words(last: tuple[float, int | None, int]) -> str:
    _, best, bound = last
    if best is None:
        return f"no solution yet; the minimum is at least {bound}"
    if best == bound:
        return f"the minimum is {best}"
    return f"best {best}; the minimum is at least {bound}"
