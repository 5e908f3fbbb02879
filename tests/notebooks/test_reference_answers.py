"""With the reference answers put in, every lesson runs to its end and every check of it passes."""

import re
from pathlib import Path

import nbformat
import pytest
from asked import CALL, asked_in, ids_of
from nbclient import NotebookClient

from autogradlab.course.checks.check import Check

ROOT = Path(__file__).parents[2]
LESSONS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def reference_answer(item_id):
    """What this learner would type, knowing the answer; lines and letters are shuffled for each learner."""
    item = Check()._session(item_id).item
    return item.raw(item.key())


def with_answers(call):
    """The same checks as plain calls with their reference answers."""
    return "\n".join(f"print(check({item_id!r}, {reference_answer(item_id)!r}))" for item_id in ids_of(call))


def answered(path):
    """The lesson's notebook with every open check answered, and the ids of those checks."""
    notebook = nbformat.read(path, as_version=4)
    ids = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            ids += asked_in(cell.source)
            cell.source = CALL.sub(with_answers, cell.source)
    return notebook, ids


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.name)
def test_every_check_passes_with_its_reference_answer(path, monkeypatch, tmp_path):
    monkeypatch.setenv("AUTOGRADLAB_DATA", str(tmp_path))
    notebook, ids = answered(path)
    NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(path.parent)}}).execute()
    printed = "".join(
        output.text
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if output.output_type == "stream"
    )
    assert len(ids) >= 3
    for item_id in ids:
        assert re.search(rf"{item_id} · .* · ✓ passed", printed), item_id
