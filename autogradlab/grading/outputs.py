"""Run every solution and store its outputs, so that nbval can compare them.

Anything that depends on the machine (timings, the interpreter's version, where a stream was cut into messages) is left
out, so that the same run gives the same bytes.
"""

from copy import deepcopy
from pathlib import Path

import nbformat
from jupyter_client.kernelspec import NoSuchKernel
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, CellExecutionError, DeadKernelError

from .writing import alone, put

SECONDS_PER_CELL = 60


def store(root="."):
    """Run every solution from top to bottom and store its outputs; return the paths whose text changed.

    Raises ValueError if a solution does not run to its end, cannot be written or was edited while it ran, or if another
    run is at work.
    """
    solutions = Path(root) / "solutions"
    with alone(solutions):
        return [path for path in sorted(solutions.glob("*.ipynb")) if _run(path)]


def _run(path):
    before = path.read_text("utf-8")
    notebook = nbformat.reads(before, as_version=4)
    metadata = deepcopy(notebook.metadata)
    _execute(notebook, path)
    notebook.metadata = metadata
    after = nbformat.writes(notebook) + "\n"
    if path.read_text("utf-8") != before:
        raise ValueError(
            f"`{path}` was edited while it ran, and was left as it is now\n  help: save it, then give the command again"
        )
    if after != before:
        put(path, after)
    return after != before


def _execute(notebook, path):
    """Run the cells in the folder of `path`. Errors: ValueError if one fails, takes too long or ends the kernel."""
    client = NotebookClient(
        notebook,
        timeout=SECONDS_PER_CELL,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        client.execute()
    except (CellControlSignal, DeadKernelError, NoSuchKernel) as error:
        raised = f"{error.ename}: {error.evalue}" if isinstance(error, CellExecutionError) else ""
        raise ValueError(
            f"`{path}` does not run to its end: {raised or str(error).splitlines()[0]}\n"
            "  help: open it, and run its cells from the top"
        ) from None
