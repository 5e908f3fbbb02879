"""Layers that are a function with its settings kept: most activations, and the losses."""
from .module import Module


class FunctionalLayer(Module):
    """Calls `function(*inputs, **settings)`. `settings`: the names and defaults that `__init__` takes."""
    function, settings = None, {}

    def __init__(self, *given, **named):
        super().__init__()
        unknown = [name for name in named if name not in list(self.settings)[len(given):]]
        if unknown or len(given) > len(self.settings):
            what = f"an unexpected argument '{unknown[0]}'" if unknown else f"{len(given)} arguments"
            raise TypeError(f"{self._get_name()}.__init__() got {what}\n"
                            f"  help: it takes {', '.join(self.settings) or 'none'}")
        self._keep({**self.settings, **dict(zip(self.settings, given)), **named})

    def _keep(self, settings):
        self.__dict__.update(settings)

    def forward(self, *inputs):
        return self.function(*inputs, **{name: self.__dict__[name] for name in self.settings})

    def extra_repr(self):
        return ", ".join(f"{name}={self.__dict__[name]!r}" for name in self.settings
                         if name != "inplace" or self.inplace)


def layer(base, name, function, /, **settings):
    """A class of such layers; its docstring is the function's."""
    return type(name, (base,), {"__doc__": function.__doc__, "__module__": base.__module__,
                                "function": staticmethod(function), "settings": settings})
