"""How JupyterLab is started on the course: which folder, which page first, which settings."""
import os
from pathlib import Path

FIRST_PAGE = "notebooks/00_start.ipynb"
SETTINGS = Path(__file__).parent / "lab_settings"
STARTUP = SETTINGS / "kernel_startup.py"


def course_folder() -> Path:
    """The folder that holds the notebooks: this one, else the one beside the package. Errors: FileNotFoundError."""
    for folder in (Path.cwd(), Path(__file__).resolve().parents[2]):
        if (folder / FIRST_PAGE).exists():
            return folder
    raise FileNotFoundError("There are no course notebooks here\n"
                            f"  help: start it from the course's folder, the one with `{FIRST_PAGE}` in it")


def lab_arguments(folder: Path, arguments: list[str]) -> list[str]:
    """JupyterLab's arguments: ours for this folder, each unless the learner gives that one, then the learner's."""
    ours = {
        "--ServerApp.root_dir": str(folder),
        "--LabApp.default_url": f"/lab/tree/{FIRST_PAGE}",
        "--LabApp.app_settings_dir": str(SETTINGS),  # no news prompt, no update check, and nothing written at home
    }
    given = {argument.split("=")[0] for argument in arguments}
    root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return [f"{name}={value}" for name, value in ours.items() if name not in given] + root + arguments


def kernel_variables(variables) -> dict[str, str]:
    """The environment variables that make each kernel run `startup.install()`, after the user's own startup file."""
    own = variables.get("PYTHONSTARTUP")
    return {"PYTHONSTARTUP": str(STARTUP)} | ({"AUTOGRADLAB_PYTHONSTARTUP": own} if own else {})


def open_lab(arguments: list[str]) -> None:
    """Runs JupyterLab on the course until it is closed. Errors: FileNotFoundError, ModuleNotFoundError, SystemExit."""
    from jupyterlab.labapp import main

    os.environ.update(kernel_variables(os.environ))
    main(lab_arguments(course_folder(), arguments))
