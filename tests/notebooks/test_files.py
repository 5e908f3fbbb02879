"""Every notebook is a clean file that a learner can open, read from top to bottom, and compare."""

import re
from pathlib import Path

import nbformat
import pytest

from autogradlab.course.style import style_element

ROOT = Path(__file__).parents[2]
FOLDERS = ("notebooks", "exercises", "solutions")
NOTEBOOKS = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.ipynb"))]
LESSONS = [path for path in NOTEBOOKS if path.parent.name == "notebooks"]
LINK = re.compile(r"\[[^\]]+\]\(([^)#\s]+\.ipynb)\)")


def name(path):
    return f"{path.parent.name}/{path.name}"


def read(path):
    return nbformat.read(path, as_version=4)


def markdown(path):
    return [cell.source for cell in read(path).cells if cell.cell_type == "markdown"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_file_is_valid_and_says_only_what_it_must_about_its_machine(path):
    notebook = read(path)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)
    assert notebook.metadata.kernelspec.name == "python3"
    assert set(notebook.metadata) <= {"kernelspec", "language_info"}
    assert notebook.metadata.language_info == {"name": "python"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_cells_have_readable_ids_that_no_editor_made(path):
    ids = [cell.id for cell in read(path).cells]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-z][a-z0-9-]*", cell_id) for cell_id in ids)
    assert not any(re.fullmatch(r"[0-9a-f-]{8,}", cell_id) for cell_id in ids)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_cell_metadata_holds_tags_and_grading_only(path):
    assert {key for cell in read(path).cells for key in cell.metadata} <= {"tags", "nbgrader"}


@pytest.mark.parametrize("path", [p for p in NOTEBOOKS if p.parent.name != "solutions"], ids=name)
def test_learners_copies_hold_no_outputs_and_no_counts(path):
    for cell in read(path).cells:
        if cell.cell_type == "code":
            assert cell.outputs == [] and cell.execution_count is None


@pytest.mark.parametrize("path", [p for p in NOTEBOOKS if p.parent.name == "solutions"], ids=name)
def test_solutions_have_been_run_in_order_so_that_nbval_compares_them(path):
    counts = [cell.execution_count for cell in read(path).cells if cell.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1))


def test_what_solutions_store_wears_the_style_of_today():
    sheet = "id: 'agl-sheet'"
    cells = [cell for path in NOTEBOOKS if path.parent.name == "solutions" for cell in read(path).cells]
    pages = [output.get("data", {}).get("text/html", "") for cell in cells for output in cell.get("outputs", [])]
    old = [page for page in pages if sheet in page and style_element() not in page]
    assert any(sheet in page for page in pages) and not old, "run `autogradlab exercises --run`"


@pytest.mark.parametrize("path", LESSONS, ids=name)
def test_first_screen_gives_title_promise_goals_and_time(path):
    first = markdown(path)[0]
    assert re.match(r"# \d\d ", first)
    assert re.search(r"^\*\*.+\*\*$", first, re.M), "one bold sentence of promise"
    assert first.count("\n- ") == 3, "three things that the learner can do afterwards"
    assert re.search(r"About \d+ minutes", first)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_headings_come_in_order_under_one_title(path):
    levels = [len(m.group(1)) for text in markdown(path) for m in re.finditer(r"^(#+) ", text, re.M)]
    assert levels.count(1) == 1 and levels[0] == 1
    assert all(b - a <= 1 for a, b in zip(levels, levels[1:]))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_links_lead_to_notebooks_that_exist(path):
    for text in markdown(path):
        for target in LINK.findall(text):
            assert (path.parent / target).resolve().is_file(), target


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_images_have_alternative_text(path):
    for text in markdown(path):
        assert "![](" not in text
        assert all("alt=" in tag for tag in re.findall(r"<img[^>]*>", text))
