"""Layers that keep the settings of a function and call it: activations, losses, reshaping.

Such a layer takes the function's parameters except the inputs, so names, order and defaults are written only once.
"""

from __future__ import annotations

from sys import _getframe

from .module import Module
from .written import written


class FunctionLayer(Module):
    """A layer that calls its function; `settings` are the names of the arguments that it keeps."""

    settings: tuple[str, ...] = ()

    def _keep(self, settings):
        self.__dict__.update(settings)

    def extra_repr(self) -> str:
        return ", ".join(
            f"{name}={_printed(name, getattr(self, name))}"
            for name in self.settings
            if name != "inplace" or self.inplace
        )


def _printed(name, value):
    """A setting as PyTorch prints it: whatever counts as true for `inplace` as True, and only `approximate` quoted."""
    if name == "inplace":
        return "True"
    return repr(value) if name == "approximate" else format(value)


class SilentLayer(FunctionLayer):
    """A layer whose settings are not printed, as in PyTorch."""

    def extra_repr(self) -> str:
        return ""


def layer(name, function, base=FunctionLayer, without=None, by_name=False, calls=None) -> type[FunctionLayer]:
    """The layer class `name`, which calls `function`; the function's parameters without a default are the inputs.

    `without` names the first parameter that the layer does not set; `by_name`: the layer takes settings only by name;
    `calls` is called in place of `function`, where that calls the method of whatever it gets.
    """
    code, defaults = function.__code__, function.__defaults__ or ()
    first = code.co_argcount - len(defaults)
    inputs, placed = code.co_varnames[:first], code.co_varnames[first : code.co_argcount]
    if without:
        placed = placed[: placed.index(without)]
    settings = dict(zip(placed, defaults)) | (function.__kwdefaults__ or {})
    taken = ["self", *(["*"] if by_name else []), *settings]
    kept = ", ".join(f"'{setting}': {setting}" for setting in settings)
    given = ", ".join([*inputs, *(f"{setting}=self.{setting}" for setting in settings)])
    module = _getframe(1).f_globals["__name__"]  # the calling module, as for a namedtuple
    keep = ["start(self)", f"self._keep({{{kept}}})"]
    start = written(f"{name}.__init__", taken, keep, module, start=Module.__init__)
    if by_name:
        start.__kwdefaults__ = settings
    else:
        start.__defaults__ = tuple(settings.values())
    call = [f"return function({given})"]
    forward = written(f"{name}.forward", ["self", *inputs], call, module, function=calls or function)
    members = {"settings": tuple(settings), "__init__": start, "forward": forward}
    return type(name, (base,), {"__doc__": function.__doc__, "__module__": module, **members})
