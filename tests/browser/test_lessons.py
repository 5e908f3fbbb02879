"""Every lesson in a real JupyterLab, run cell by cell from the first to the last: even ones in light theme, odd ones in
dark. Their movers and checks of every type are tested in both themes elsewhere."""

import re
from pathlib import Path

import nbformat
import pytest

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
LESSONS = [path.name for path in sorted((ROOT / "notebooks").glob("*.ipynb")) if path.name[:2] > "01"]


def raising(name):
    """How many cells of a notebook are meant to end in an error."""
    cells = nbformat.read(ROOT / "notebooks" / name, 4).cells
    return sum("raises-exception" in cell.metadata.get("tags", ()) for cell in cells)


@pytest.fixture(scope="module", params=LESSONS)
def lesson(request, theme, open_and_run):
    """A lesson's page after each of its cells has been run."""
    if (int(request.param[:2]) % 2 == 0) != (theme == "light"):
        pytest.skip("run in the other theme")
    page = open_and_run(request.param)
    page.lesson = request.param
    return page


def test_every_cell_runs_and_only_those_fail_that_are_meant_to(lesson, picture):
    prompts = lesson.locator(".jp-CodeCell .jp-InputPrompt").all_inner_texts()
    assert len(prompts) > 15 and all(re.search(r"\[\d+\]", prompt) for prompt in prompts), prompts
    errors = lesson.locator('.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.error"]')
    assert errors.count() == raising(lesson.lesson), errors.all_inner_texts()


def test_it_shows_a_graph_something_to_move_and_its_checks(lesson, picture):
    assert lesson.locator(".agl-drawing svg, .jp-OutputArea-output svg.agl").count() >= 1
    assert lesson.locator(".agl-mover").count() >= 1
    assert lesson.locator(".agl-check").count() >= 8
    picture(f"lesson-{lesson.lesson[:2]}-mover", lesson.locator(".agl-mover").first)


def test_nothing_was_asked_of_the_network_and_the_page_had_no_error(lesson):
    assert lesson.foreign == [] and lesson.errors == []
