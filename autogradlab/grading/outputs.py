"""Solutions keep their outputs, so that nbval can compare them: run each, store what it shows, and nothing else.

What a machine adds (timings, the interpreter's version) is left out, so the same run gives the same bytes.
"""
from pathlib import Path

import nbformat
from nbclient import NotebookClient

SECONDS_PER_CELL = 60


def store(root="."):
    """Run every solution from top to bottom and store its outputs; give the paths whose text changed.

    Raises CellExecutionError, with the cell's traceback, if a solution does not run.
    """
    return [path for path in sorted((Path(root) / "solutions").glob("*.ipynb")) if _run(path)]


def _run(path):
    before = path.read_text("utf-8")
    notebook = nbformat.reads(before, as_version=4)
    language = notebook.metadata.language_info
    NotebookClient(notebook, timeout=SECONDS_PER_CELL, record_timing=False,
                   resources={"metadata": {"path": str(path.parent)}}).execute()
    notebook.metadata.language_info = language
    after = nbformat.writes(notebook) + "\n"
    path.write_text(after, "utf-8", newline="\n")
    return after != before
