"""Run a lesson from top to bottom, and prepare its notebook for a page."""

import os
import re

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, DeadKernelError

from autogradlab.course.checks import registry
from autogradlab.course.style import style_element

SECONDS_PER_CELL = 240
ASKS = re.compile(r"^check(\.each)?\(.*\)$", re.S)
ID = re.compile(r'"(\d\d-[A-Z]+\d+)"')
CELL_FILE = re.compile(r"\S*ipykernel_\d+[\\/]\d+\.py")
ADDRESS = re.compile(r"(?<= at )0x[0-9a-f]+(?=>)")
SOME_ADDRESS = "0x7f3c5a1e9d60"  # replaces memory addresses, which differ from run to run
LEARNER = "00000000000000aa"  # options and lines are shuffled for each learner; pages show those of this one


def execute(path, moving, variables):
    """Run the notebook at `path` and write it back with its outputs; pages of movers go into the folder `moving`.

    Raises ValueError if a cell fails.
    """
    notebook = nbformat.read(path, as_version=4)
    first = nbformat.v4.new_code_cell(
        f"from autogradlab.site.forms import install\ninstall(get_ipython(), {str(moving)!r})\ndel install"
    )
    notebook.cells.insert(0, first)
    client = NotebookClient(
        notebook,
        timeout=SECONDS_PER_CELL,
        record_timing=False,
        coalesce_streams=True,
        kernel_name="python3",
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        client.execute(env=variables)
    except (CellControlSignal, DeadKernelError) as error:
        what = f"{error.ename}: {error.evalue}" if hasattr(error, "ename") else str(error).splitlines()[0]
        raise ValueError(
            f"`{path.name}` does not run to its end: {what}\n"
            "  help: open it with `autogradlab lab`, and run its cells from the top"
        ) from None
    del notebook.cells[0]
    dress(notebook)
    nbformat.write(notebook, path)


def dress(notebook):
    """Remove what a page has already or does not need, hide calls of checks, and fold outputs that are predicted."""
    notebook.metadata.pop("widgets", None)
    predicted = False
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        if ASKS.match(cell.source):
            tag(cell, "remove-input")
            predicted = any(is_prediction(found) for found in ID.findall(cell.source))
        elif predicted and cell.outputs:
            tag(cell, "hide-output")
            predicted = False
        for output in cell.outputs:
            leave_out(output)


def is_prediction(item_id):
    """Whether the question is answered before its program is run."""
    return getattr(registry.find(item_id), "predict", False)


def tag(cell, name):
    cell.metadata["tags"] = [*cell.metadata.get("tags", ()), name]


def leave_out(output):
    """Remove the style sheet that every card brings along, data that only widgets read, and traces of this machine."""
    if output.output_type == "stream":
        output.text = ADDRESS.sub(SOME_ADDRESS, CELL_FILE.sub("this cell", output.text))
    data = output.get("data", {})
    if "text/plain" in data:
        data["text/plain"] = ADDRESS.sub(SOME_ADDRESS, data["text/plain"])
    data.pop("application/vnd.jupyter.widget-view+json", None)
    if "text/html" in data:
        data["text/html"] = data["text/html"].replace(style_element(), "")


def variables(home, course):
    """The environment variables of a lesson's kernel: it finds this package, and keeps its record in `home`."""
    (home / "learner").write_text(LEARNER, "utf-8", newline="\n")
    here = os.pathsep.join(filter(None, [str(course), os.environ.get("PYTHONPATH", "")]))
    return {
        **os.environ,
        "AUTOGRADLAB_DATA": str(home),
        "AUTOGRADLAB_RECORD": "1",
        "IPYTHONDIR": str(home / "ipython"),
        "PYTHONPATH": here,
        "PYTHONHASHSEED": "0",
    }
