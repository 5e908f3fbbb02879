"""Starts JupyterLab on the course, with its folder, its first page and its settings.

A checkout is opened where it is. With an installed wheel, the learner works in a copy, in a folder of their choice.
"""

import os
import sys
from pathlib import Path

from . import learners_copy

PACKED = Path(__file__).parent / "packed"  # in the wheel: pyproject.toml puts the notebooks there
USUAL_COPY = "autogradlab-course"
FIRST_PAGE = "notebooks/00_start.ipynb"
SETTINGS = Path(__file__).parent / "lab_settings"
STARTUP = SETTINGS / "kernel_startup.py"
STYLES = SETTINGS / "custom"  # JupyterLab loads `custom.css` from it

HELP = """usage: autogradlab lab [DIR] [JupyterLab's arguments]

open the course in JupyterLab

  DIR  the folder for a copy of the course: a new one, or one that has a copy; without it, the course that is here

JupyterLab's arguments, from its own help:
"""


def course_folder() -> Path:
    """The folder that holds the notebooks: this one, else the one beside the package. Errors: FileNotFoundError."""
    for folder in (Path.cwd(), Path(__file__).resolve().parents[2]):
        if (folder / FIRST_PAGE).exists():
            return folder
    raise FileNotFoundError(
        "There are no course notebooks here\n"
        f"  help: start it from the course's folder, the one with `{FIRST_PAGE}` in it"
    )


def split(arguments: list[str]) -> tuple[Path | None, list[str]]:
    """The learner's folder, if the first argument is one and not a notebook, and JupyterLab's arguments."""
    first = arguments[0] if arguments else "-"
    if first.startswith("-") or first.endswith(".ipynb"):
        return None, arguments
    return Path(first).expanduser().absolute(), arguments[1:]


def folder_to_open(chosen: Path | None) -> Path:
    """The course's folder. A chosen one, or with a wheel the usual one, is made into a copy or brought up to date.

    A folder with a course that is not a copy of ours, such as a checkout, is opened as it is.
    Errors: FileNotFoundError, NotADirectoryError, OSError, ValueError.
    """
    if not (chosen or PACKED.exists()):
        return course_folder()
    here = Path.cwd()
    folder = chosen or (here if (here / FIRST_PAGE).exists() else here / USUAL_COPY)
    if learners_copy.is_copy(folder) or not (folder / FIRST_PAGE).exists():
        if folder.exists() and not folder.is_dir():
            raise NotADirectoryError(f"`{folder}` is a file\n  help: name a folder, preferably a new one")
        source = PACKED if PACKED.exists() else course_folder()
        for sentence in learners_copy.bring_up_to_date(source, folder):
            print(f"autogradlab: {sentence}", file=sys.stderr)
    return folder


def lab_arguments(folder: Path, arguments: list[str]) -> list[str]:
    """JupyterLab's arguments: ours for this folder, except those that the learner gives, then the learner's."""
    ours = {
        "--ServerApp.root_dir": str(folder),
        "--LabApp.default_url": f"/lab/tree/{FIRST_PAGE}",
        "--LabApp.app_settings_dir": str(SETTINGS),  # no news prompt, no update check, and nothing written at home
        "--LabApp.custom_css": "True",
        "--ServerApp.tornado_settings": f"static_custom_path={STYLES}",
    }
    given = {argument.split("=")[0] for argument in arguments}
    root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return [f"{name}={value}" for name, value in ours.items() if name not in given] + root + arguments


def kernel_variables(variables) -> dict[str, str]:
    """The environment variables that make each kernel run `startup.install()`, after the user's own startup file."""
    own = variables.get("PYTHONSTARTUP")
    return {"PYTHONSTARTUP": str(STARTUP)} | ({"AUTOGRADLAB_PYTHONSTARTUP": own} if own else {})


def open_lab(arguments: list[str]) -> None:
    """Run JupyterLab on the course until it is closed. Errors: `folder_to_open`'s, ModuleNotFoundError, SystemExit.

    arguments  the folder for a copy, which may be left out, and then JupyterLab's own arguments
    """
    from jupyterlab.labapp import main

    chosen, arguments = split(arguments)
    if {"-h", "--help", "--help-all"} & set(arguments):
        print(HELP, flush=True)
        main(arguments)
        return
    folder = folder_to_open(chosen)
    os.environ.update(kernel_variables(os.environ))
    main(lab_arguments(folder, arguments))
