"""Replaces parts of the engine for the duration of a `with` block."""

from contextlib import ExitStack, contextmanager

from autogradlab.autograd import derivatives
from autogradlab.autograd.rules import rules

_MISSING = object()


@contextmanager
def patched(owner, name, new):
    """Inside, `owner.name` is `new`; afterwards, even after an exception, it is what it was, or missing again."""
    before = vars(owner).get(name, _MISSING)
    setattr(owner, name, new)
    try:
        yield
    finally:
        if before is _MISSING:
            delattr(owner, name)
        else:
            setattr(owner, name, before)


@contextmanager
def together(*replacements):
    """Several context managers as one; the last is undone first."""
    with ExitStack() as stack:
        for replacement in replacements:
            stack.enter_context(replacement)
        yield


@contextmanager
def around_backward(wrap):
    """Inside, every backward is `wrap(backward)`, called with roots, gradients, retain_graph, create_graph, inputs."""
    with patched(derivatives, "_backward", wrap(derivatives._backward)):
        yield


@contextmanager
def receiving(note):
    """Inside, `note(tensor, grad)` is called whenever a gradient was added to a tensor's `.grad`."""
    add = rules.accumulate

    def accumulate(tensor, grad):
        add(tensor, grad)
        note(tensor, grad)

    with rules.replaced(accumulate=accumulate):
        yield


def received(call):
    """Run `call()` and return {id: (leaf, gradient)}: the leaves whose `.grad` it added to, and what it added."""
    arrived = {}

    def note(tensor, grad):
        if tensor.is_leaf:
            arrived[id(tensor)] = tensor, grad.detach().clone()

    with receiving(note):
        call()
    return arrived
