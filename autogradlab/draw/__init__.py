"""Drawing any backward graph, ours or PyTorch's: as a picture, in words, as DOT."""

from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING

from .drawing import Drawing
from .layout import RUNGS
from .names import Names, callers_variables, checked, is_tensor
from .programs import layout_programs
from .read import read
from .show import ALL, wanted
from .summary import Summary
from .walk import is_larger_than

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any


__all__ = ["Drawing", "Summary", "draw", "layout_programs"]

#: The most operations that are read one by one; a larger graph gets a `Summary`.
READABLE = 3000


def draw(
    root: Any,
    names: Mapping[str, Any] | Any | None = None,
    *,
    show: str | Iterable[str] | None = None,
    fold: bool = True,
    after: Any = None,
    layout: str | None = None,
) -> Drawing | Summary:
    """A picture of the graph that backward() walks from the tensor `root`: values, gradients, saved values.

    names    name -> tensor or module, e.g. {'w': w} or dict(model.named_parameters()), or a module; if left out,
             your own variables
    show     one or more of 'values', 'gradients', 'saved', 'versions', 'lines', or 'all'; if left out, the first three
    fold     whether a large graph is folded: repeated blocks, or the operations of a module, become one box
    after    a result: what is made after it is shown as the second graph, the one that create_graph=True records
    layout   'dot', 'graphviz-pure', 'own' or 'text': what places the nodes; if it fails, the next of these does. If
             left out, the environment variable AUTOGRADLAB_LAYOUT decides, or else the size of the graph.
    Returns a `Drawing`, or a `Summary` if the graph is too large for a picture.
    Raises:  TypeError if `root`, `names` or `after` is of the wrong kind; ValueError for an unknown layout or `show`.
    """
    if not is_tensor(root):
        raise TypeError(f"draw() needs a tensor, and this is {_what(root)}")
    if after is not None and (not is_tensor(after) or after.grad_fn is None):
        raise TypeError("after= needs a result that has a graph\n  help: after=loss, what backward() was called on")
    known = Names(callers_variables() if names is None else checked(names))
    show, rungs = wanted(show), _rungs(layout or os.environ.get("AUTOGRADLAB_LAYOUT"))
    if root.grad_fn is not None and is_larger_than(root.grad_fn, READABLE):
        return Summary(root, known)
    drawing = Drawing(read(root, known, ALL, after), rungs, show, fold, known.modules)
    return drawing if drawing.fits else Summary(root, known)


def _rungs(layout):
    if layout is None or layout == "":
        return None
    if layout not in RUNGS:
        raise ValueError(f"there is no layout `{layout}`\n  help: one of {', '.join(RUNGS)}")
    return RUNGS[RUNGS.index(layout) :]


def _what(value):
    if value is None:
        return "None\n  help: draw what backward() starts from, e.g. draw(loss); backward() itself gives None"
    if isinstance(value, (list, tuple, dict, set)):
        return f"a {type(value).__name__}\n  help: draw one tensor of it"
    if isinstance(value, (int, float)):
        return (
            f"the number {value}, which remembers no graph\n  help: compute with tensors and draw the result, "
            "without .item()"
        )
    return f"a {type(value).__name__}\n  help: draw the tensor that a computation gave, e.g. draw(loss)"


class _CallableModule(ModuleType):
    """A callable module: once any part of this room is imported, `ag.draw` is the room and must still draw."""

    __call__ = staticmethod(draw)


sys.modules[__name__].__class__ = _CallableModule
