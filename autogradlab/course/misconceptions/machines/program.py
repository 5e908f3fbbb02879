"""The learner's program that is running: whether its line called the engine, its names, the name it binds next."""

import dis
import functools
import sys

from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.trace import is_ours
from autogradlab.draw.names import variables


def learners_frame():
    """The innermost frame that is not the package's own, or None."""
    frame = sys._getframe(1)
    while frame is not None and is_ours(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def called_by_learner():
    """Whether the caller of this function was called from outside the package."""
    return not is_ours(sys._getframe(2).f_code.co_filename)


def about_to_rebind(tensor):
    """Whether the running line is about to bind the name of `tensor` to the result that it has just computed."""
    frame = learners_frame()
    name = frame and _stored_next(frame.f_code, frame.f_lasti)
    return name is not None and variables(frame).get(name) is tensor


@functools.lru_cache(4096)
def _stored_next(code, place):
    """The name that the instruction after `place` binds, or None."""
    following = next((step for step in dis.get_instructions(code) if step.offset > place), None)
    if following is None or not following.opname.startswith("STORE_") or "ATTR" in following.opname:
        return None
    name = following.argval
    return name[0] if isinstance(name, tuple) else name if isinstance(name, str) else None


def is_held(tensor):
    """Whether the running line can name `tensor`: as a variable, in a list or dictionary, or in a module."""
    frame = learners_frame()
    return frame is not None and any(tensor is held for value in variables(frame).values() for held in _inside(value))


def _inside(value):
    if isinstance(value, dict):
        return value.values()
    if isinstance(value, (list, tuple)):
        return value
    return value.parameters() if hasattr(value, "named_parameters") and not isinstance(value, type) else (value,)


def variables_of(tensors):
    """{id of a tensor: its variable names where the learner's program is running}."""
    frame, wanted = learners_frame(), {id(tensor) for tensor in tensors}
    found = {}
    for name, value in variables(frame).items() if frame else ():
        if isinstance(value, Tensor) and id(value) in wanted:
            found.setdefault(id(value), []).append(name)
    return found
