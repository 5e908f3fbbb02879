"""Storing a solution's outputs gives the same bytes each time and keeps everything else as it was."""
import nbformat

from autogradlab.grading import outputs


def test_a_second_run_changes_nothing(tmp_path):
    cells = [nbformat.v4.new_code_cell("print(1 + 1)", id="sum"), nbformat.v4.new_markdown_cell("Look.", id="look")]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"language_info": {"name": "python"}})
    (tmp_path / "solutions").mkdir()
    path = tmp_path / "solutions" / "01_x.ipynb"
    nbformat.write(notebook, path)

    assert outputs.store(tmp_path) == [path]
    stored = nbformat.read(path, as_version=4)
    assert stored.cells[0].outputs[0].text == "2\n"
    assert stored.metadata.language_info == {"name": "python"}
    assert [cell.metadata for cell in stored.cells] == [{}, {}]
    assert outputs.store(tmp_path) == []
