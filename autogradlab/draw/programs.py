"""The programs that can lay out a graph: `dot`, or `graphviz-pure`, which comes as a wheel and needs no admin rights.

They decide one thing only, the order and height of nodes in columns that are already chosen, so that the picture
looks alike whichever of them answers, or none.
"""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from typing import TYPE_CHECKING

from .heights import BEND_ROOM, GAP

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .layers import Layers


PROGRAMS = ("dot", "graphviz-pure")
SECONDS = 5
_POINTS = 72


class LayoutFailed(Exception):
    """A program was missing, failed, took too long, or answered with something other than a layout."""


def layout_programs() -> list[tuple[str, str | None]]:
    """[(name, path or None)]: the programs that can lay out a drawing, and where they are."""
    return [(name, find(name)) for name in PROGRAMS]


def find(name: str) -> str | None:
    """The program's path, or None: from PATH or, except for `dot`, the scripts folder (on PATH once activated)."""
    return shutil.which(name) or (shutil.which(name, path=sysconfig.get_path("scripts")) if name != "dot" else None)


def run(name: str, source: str, to: str) -> bytes:
    """Run the program on DOT `source` and return its output in format `to`. Raises LayoutFailed if that fails."""
    program = find(name)
    if program is None:
        raise LayoutFailed(f"{name} was not found")
    try:
        done = subprocess.run(
            [program, f"-T{to}"],
            input=source.encode(),
            capture_output=True,
            timeout=SECONDS,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise LayoutFailed(f"{name}: {error}") from None
    if done.returncode:
        raise LayoutFailed(f"{name}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def program_heights(name: str, layers: Layers, sizes: Mapping[str, Any]) -> dict[str, float]:
    """id -> y of the middle of every node and bend, in px, as program `name` places them."""
    answer = run(name, _columns_as_dot(layers, sizes), "plain").decode(errors="replace")
    wanted = [node for column in layers.columns for node in column]
    try:
        places = [line.split() for line in answer.splitlines() if line.startswith("node ")]
        y = {words[1].strip('"'): -float(words[3]) * _POINTS for words in places}
        return {node: round(y[node], 1) for node in wanted}
    except (KeyError, IndexError, ValueError):
        raise LayoutFailed(f"{name} did not answer with a layout") from None


def _columns_as_dot(layers, sizes):
    nodes = [
        f'"{node}" [width={_inches(0.5)} height={_inches(_height(sizes, node))}]'
        for column in layers.columns
        for node in column
    ]
    ranks = ["{rank=same " + " ".join(f'"{node}"' for node in column) + "}" for column in layers.columns]
    steps = [f'"{left}" -> "{right}" [weight={8 if straight else 1}]' for left, right, straight in layers.steps]
    return "\n".join(
        [
            f'digraph {{ rankdir=LR splines=false nodesep={_inches(GAP)} node [shape=box fixedsize=true label=""]',
            *nodes,
            *ranks,
            *steps,
            "}",
        ]
    )


def _height(sizes, node):
    size = sizes.get(node)
    return 2 * max(size.above, size.below) if size else 2 * BEND_ROOM - GAP / 2


def _inches(pixels):
    return f"{pixels / _POINTS:.4f}"
