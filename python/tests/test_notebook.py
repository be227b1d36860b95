"""The notebook of the documentation, executed; widgets and pages of the documentation."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "docs" / "book"


def test_the_notebook_runs_and_shows_pictures():
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("anywidget")
    notebook = nbformat.read(BOOK / "python" / "notebook.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown = [
        list(output.get("data", {})) for cell in notebook.cells for output in cell.get("outputs", [])
    ]
    assert sum("image/svg+xml" in kinds for kinds in shown) >= 3
    assert sum("application/vnd.jupyter.widget-view+json" in kinds for kinds in shown) == 2


def test_widgets():
    pytest.importorskip("anywidget")
    import noyes
    from noyes.widget import Player, Watch

    player = Player(noyes.solve("0 1 3/4 2 5/7 8 6"))
    assert player.moves == "LULU" and not player.solved
    player.tiles = list(player.goal)
    assert player.solved and player.board.is_goal()
    watch = Watch("8 1 3/4 0 2/7 6 5")
    assert watch.result().length == 14 and watch.done
    assert watch.points[-1][1:] == (14, 14) and watch.seconds >= watch.points[-1][0]
    assert "the minimum is 14 (ended" in watch.picture
    # The picture goes on while the interval stays as it is.
    hard = Watch(noyes.collection("korf50")[0].board, time_limit=1.5, tables="none")
    seen, pictures = [], []
    hard.observe(lambda change: seen.append(change["new"]), "seconds")
    hard.observe(lambda change: pictures.append(change["new"]), "picture")
    hard.result()
    assert len(seen) >= 2 and seen == sorted(seen) and seen[-1] >= 1.5
    assert ["(running" in picture for picture in pictures] == [True] * (len(pictures) - 1) + [False]


def shown_numbers(svg):
    """The numbers of the axis, and those at the ends of the lines with their heights."""
    axis = re.findall(r'text-anchor="end">(\d+)</text>', svg)
    ends = re.findall(r'class="(\w+)-end" x="[\d.]+" y="([\d.]+)">(\d+)<', svg)
    return axis, {name: (value, float(top)) for name, top, value in ends}


def test_the_numbers_of_an_interval():
    from noyes._interval import interval_svg

    axis, ends = shown_numbers(interval_svg([(0.1, 147, 77), (0.5, 95, 83)], 2.0, "running"))
    assert axis == ["80", "100", "120", "140"]
    assert ends["best"][0] == "95" and ends["bound"][0] == "83"
    # However near the lines are, their numbers can be read.
    _, ends = shown_numbers(interval_svg([(0.0, 1000, 10), (0.5, 100, 99)], 2.0))
    assert ends["bound"][1] - ends["best"][1] == pytest.approx(14)
    closed = interval_svg([(0.1, 14, 14)], 0.2)
    assert list(shown_numbers(closed)[1]) == ["best"] and ">the minimum is 14<" in closed
    assert "no solution yet" in interval_svg([], 1.0)


PAGES = [
    page for page in [ROOT / "README.md", *sorted(BOOK.rglob("*.md"))]
    if "```python" in page.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_examples_of_a_page(page):
    """Every block of Python of a page runs, one after the other, unless it says that it is not
    run here."""
    names: dict[str, object] = {"__name__": "page"}
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        if "not run here" in block:
            compile(block, str(page), "exec")
        else:
            exec(compile(block, str(page), "exec"), names)
