"""What the learner calls a tensor: names come from the learner's own variables, never from addresses."""
import sys

_HISTORY = ("In", "Out")


def is_tensor(value):
    """Whether this is a tensor of some autograd engine: ours, PyTorch's, or any with the same attributes."""
    kind = type(value)
    return hasattr(kind, "grad_fn") and hasattr(kind, "requires_grad")


def callers_variables():
    """Name -> tensor for the variables seen where the drawing is asked for: the function's own, then its module's."""
    frame = sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").startswith(__package__):
        frame = frame.f_back
    seen = {**frame.f_locals}
    for name, value in frame.f_globals.items():
        seen.setdefault(name, value)
    return {name: value for name, value in seen.items()
            if name.isidentifier() and not name.startswith("_") and name not in _HISTORY and is_tensor(value)}


def checked(names):
    """`names` as the learner gave it, or a TypeError that says what it should be."""
    for name, value in _pairs(names):
        if not isinstance(name, str):
            raise TypeError(f"a name must be a string, and {name!r} is a {type(name).__name__}\n"
                            "  help: names={'w': w, 'b': b}")
        if not is_tensor(value):
            raise TypeError(f"`{name}` is not a tensor: it is a {type(value).__name__}\n"
                            "  help: names={'w': w, 'b': b}, each with its tensor")
    return dict(names)


def _pairs(names):
    if not hasattr(names, "items"):
        raise TypeError(f"names must be a dictionary, and this is a {type(names).__name__}\n"
                        "  help: names={'w': w, 'b': b}, or leave it out: your own variables are used")
    return names.items()


class Names:
    """Answers what a tensor is called: leaves and constants by identity, results by the node that made them."""

    def __init__(self, names):
        self._tensors, self._results = {}, {}
        for name, tensor in names.items():
            self._tensors.setdefault(id(tensor), (name, tensor))          # the tensor too: an id is true while it lives
            if tensor.grad_fn is not None:
                self._results.setdefault(result_key(tensor), (name, tensor))

    def of(self, tensor):
        """The tensor's name, or ''."""
        if getattr(tensor, "grad_fn", None) is not None:
            return self._results.get(result_key(tensor), ("",))[0]
        return self._tensors.get(id(tensor), ("",))[0]

    def results(self):
        """(node, output number) -> (name, tensor) of every named result."""
        return self._results


def result_key(tensor):
    """What tells one result from another: the node that made it, and which of its outputs it is."""
    return tensor.grad_fn, getattr(tensor, "output_nr", 0)
