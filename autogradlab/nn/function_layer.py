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
        shown = {name: getattr(self, name) for name in self.settings}
        if not shown.get("inplace", True):
            del shown["inplace"]
        return ", ".join(_PRINTED.get(name, name + "={}").format(value) for name, value in shown.items())


#: How PyTorch prints a setting if not as `name=value`.
_PRINTED = {"inplace": "inplace=True", "approximate": "approximate={!r}", "lambd": "{}"}


class SilentLayer(FunctionLayer):
    """A layer whose settings are not printed, as in PyTorch."""

    def extra_repr(self) -> str:
        return ""


def layer(name, function, base=FunctionLayer, without=None, by_place=False, calls=None) -> type[FunctionLayer]:
    """The layer class `name`, which calls `function`; the function's parameters without a default are the inputs.

    `without` names the first parameter that the layer does not set; `by_place`: the layer also takes by place what the
    function takes only by name; `calls` is called in place of `function`, where that calls a method of what it gets.
    """
    code, defaults = function.__code__, function.__defaults__ or ()
    first = code.co_argcount - len(defaults)
    inputs, placed = code.co_varnames[:first], code.co_varnames[first : code.co_argcount]
    if without:
        placed = placed[: placed.index(without)]
    placed, named = dict(zip(placed, defaults)), function.__kwdefaults__ or {}
    settings = placed | named
    taken = ["self", *placed, *(["*"] if named and not by_place else []), *named]
    kept = ", ".join(f"'{setting}': {setting}" for setting in settings)
    given = ", ".join([*inputs, *(f"{setting}=self.{setting}" for setting in settings)])
    module = _getframe(1).f_globals["__name__"]  # the calling module, as for a namedtuple
    keep = ["start(self)", f"self._keep({{{kept}}})"]
    start = written(f"{name}.__init__", taken, keep, module, start=Module.__init__)
    start.__defaults__ = tuple((settings if by_place else placed).values())
    start.__kwdefaults__ = named
    call = [f"return function({given})"]
    forward = written(f"{name}.forward", ["self", *inputs], call, module, function=calls or function)
    members = {"settings": tuple(settings), "__init__": start, "forward": forward}
    return type(name, (base,), {"__doc__": function.__doc__, "__module__": module, **members})
