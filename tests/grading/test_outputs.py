"""Storing a solution's outputs gives the same bytes each time and keeps everything else as it was."""

import nbformat
import pytest

from autogradlab.grading import outputs


def solution(tmp_path, source, metadata={"language_info": {"name": "python"}}):
    """The path of a solution with one program, and a cell of text."""
    cells = [nbformat.v4.new_code_cell(source, id="sum"), nbformat.v4.new_markdown_cell("Look.", id="look")]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=metadata)
    (tmp_path / "solutions").mkdir()
    path = tmp_path / "solutions" / "01_x.ipynb"
    nbformat.write(notebook, path)
    return path


def test_a_second_run_changes_nothing(tmp_path):
    path = solution(tmp_path, "print(1 + 1)")
    assert outputs.store(tmp_path) == [path]
    stored = nbformat.read(path, as_version=4)
    assert stored.cells[0].outputs[0].text == "2\n"
    assert stored.metadata.language_info == {"name": "python"}
    assert [cell.metadata for cell in stored.cells] == [{}, {}]
    assert outputs.store(tmp_path) == []


def test_what_is_printed_in_pieces_is_stored_as_one_text(tmp_path):
    path = solution(tmp_path, "for i in range(30):\n    print(i, flush=True)\ndisplay('beside')\nprint('end')")
    outputs.store(tmp_path)
    stream, shown = nbformat.read(path, as_version=4).cells[0].outputs
    assert stream.text.splitlines() == [*map(str, range(30)), "end"] and shown.output_type == "display_data"


def test_a_solution_that_fails_is_named_and_left_as_it_was(tmp_path):
    path = solution(tmp_path, "print(1)\n1 / 0")
    before = path.read_bytes()
    with pytest.raises(ValueError, match=r"01_x\.ipynb` does not run to its end: ZeroDivisionError: .*\n  help: "):
        outputs.store(tmp_path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "source, said",
    [("while True: pass", "A cell timed out .*, after 1 seconds"), ("import os\nos._exit(1)", "Kernel died")],
)
def test_a_solution_that_does_not_end_or_ends_its_kernel_is_named_too(tmp_path, monkeypatch, source, said):
    monkeypatch.setattr(outputs, "SECONDS_PER_CELL", 1)
    path = solution(tmp_path, source)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=rf"01_x\.ipynb` does not run to its end: {said}.*\n  help: "):
        outputs.store(tmp_path)
    assert path.read_bytes() == before


def test_a_solution_for_a_kernel_that_is_not_there_is_named_too(tmp_path):
    solution(tmp_path, "print(2)", metadata={"kernelspec": {"name": "nowhere", "display_name": "Nowhere"}})
    with pytest.raises(ValueError, match=r"01_x\.ipynb` does not run to its end: No such kernel.*nowhere.*\n  help: "):
        outputs.store(tmp_path)


def test_a_solution_that_does_not_say_its_language_is_run_and_still_does_not_say_it(tmp_path):
    path = solution(tmp_path, "print(2)", metadata={})
    outputs.store(tmp_path)
    stored = nbformat.read(path, as_version=4)
    assert stored.cells[0].outputs[0].text == "2\n" and stored.metadata == {}


def test_what_somebody_saved_while_it_ran_is_kept(tmp_path):
    path = solution(tmp_path, "from pathlib import Path\nprint(Path('01_x.ipynb').write_text('saved meanwhile'))")
    with pytest.raises(ValueError, match="was edited while it ran, and was left as it is now\n  help: "):
        outputs.store(tmp_path)
    assert path.read_text() == "saved meanwhile"
