"""Report what is installed, what lays out graphs, what confines students' code, and how to get what is missing."""

import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

from . import __version__
from .confine import LEVEL_NAMES, Unfit, levels
from .draw import layout_programs

NEEDED = ("numpy", "jupyterlab", "ipywidgets", "matplotlib")
OPTIONAL = {"nbval": "not installed; only the tests need it", "torch": "not installed; the course does not need it"}
CURE = (
    "start the course with `python course.py lab` in its folder; if you installed it with pip, "
    'run `pip install "autogradlab[course]"`'
)


def examine() -> bool:
    """Print the report; returns whether everything that the course needs is installed."""
    print(f"{'Python':12} {sys.version.split()[0]}  ({sys.executable})")
    print(f"{'autogradlab':12} {__version__}")
    found = {name: installed(name) for name in NEEDED}
    for name, number in found.items():
        print(f"{name:12} {number or 'MISSING'}")
    for name, lack in OPTIONAL.items():
        print(f"{name:12} {installed(name) or lack}")
    describe_layout()
    describe_confinement()
    if not all(found.values()):
        print(f"  help: {CURE}")
    return all(found.values())


def installed(name: str) -> str:
    """The version of an installed package, empty when it is not there."""
    try:
        return version(name) if find_spec(name) else ""
    except PackageNotFoundError:
        return ""


def describe_layout() -> None:
    """Print the programs that can lay out a graph."""
    print("graphs are laid out by the first of these that is there:")
    for name, path in layout_programs():
        print(f"  {name:16} {path or 'not found'}")


def describe_confinement() -> None:
    """Print the layers that confine students' code on this machine, each with the result of trying it out."""
    try:
        found = levels()
    except Unfit as error:
        return print(f"students' code cannot be run here: {error}")
    print(
        f"students' code runs at level {found.best}, {LEVEL_NAMES[found.best]} "
        f"({', '.join(f'{level} {name}' for level, name in LEVEL_NAMES.items())}); its layers:"
    )
    for layer in found.layers:
        print(f"  {layer.name:12} {'in force' if layer.in_force else 'MISSING'}; {layer.said}")
        if layer.cure:
            print(f"  help: {layer.cure}")
