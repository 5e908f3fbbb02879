"""Drawing any backward graph, ours or PyTorch's: as a picture, in words, as DOT."""
import os
import sys
from types import ModuleType

from .drawing import Drawing
from .layout import RUNGS
from .names import callers_variables, checked, is_tensor
from .programs import layout_programs
from .read import read

__all__ = ["Drawing", "draw", "layout_programs"]


def draw(root, names=None, *, layout=None):
    """A picture of the graph that backward() walks from the tensor `root`: values, gradients, saved values.

    names    name -> tensor, e.g. {'w': w} or dict(model.named_parameters()); left out: your own variables
    layout   'dot', 'graphviz-pure', 'own' or 'text': who places the nodes. If that one fails, the next of these does.
             Left out: the environment variable AUTOGRADLAB_LAYOUT, or else what suits the size of the graph.
    Raises:  TypeError if `root` is not a tensor; ValueError if there is no such layout.
    """
    if not is_tensor(root):
        raise TypeError(f"draw() needs a tensor, and this is {_what(root)}")
    named = callers_variables() if names is None else checked(names)
    return Drawing(read(root, named), _rungs(layout or os.environ.get("AUTOGRADLAB_LAYOUT")))


def _rungs(layout):
    if layout is None or layout == "":
        return None
    if layout not in RUNGS:
        raise ValueError(f"there is no layout `{layout}`\n  help: one of {', '.join(RUNGS)}")
    return RUNGS[RUNGS.index(layout):]


def _what(value):
    if value is None:
        return "None\n  help: draw what backward() starts from, e.g. draw(loss); backward() itself gives None"
    if isinstance(value, (list, tuple, dict, set)):
        return f"a {type(value).__name__}\n  help: draw one tensor of it"
    if isinstance(value, (int, float)):
        return f"the number {value}, which remembers no graph\n  help: compute with tensors and draw the result, " \
               "without .item()"
    return f"a {type(value).__name__}\n  help: draw the tensor that a computation gave, e.g. draw(loss)"


class _CallableModule(ModuleType):
    """`ag.draw` is this room once any part of it has been imported; calling it draws all the same."""
    __call__ = staticmethod(draw)


sys.modules[__name__].__class__ = _CallableModule
