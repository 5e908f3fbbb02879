"""What a module owns: parameters and modules that are assigned to its attributes are registered automatically.

`_parameters`, `_buffers` and `_modules` hold them in order, and nothing else does: a program may write into these
dictionaries, and the module computes with what they list. Python finds their entries through `__getattr__`.
"""

from __future__ import annotations

from typing import Any

from autogradlab.autograd.sentences import noted
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.left_out import NAMES, left_out
from autogradlab.ops.queries import typename

from .parameter import Parameter


class Registry:
    """The part of a module that registers its parameters, buffers and modules."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if kwargs:
            raise TypeError(f"{self._get_name()}.__init__() got an unexpected keyword argument '{next(iter(kwargs))}'")
        if args:
            raise TypeError(f"{self._get_name()}.__init__() takes 1 positional argument but {len(args) + 1} were given")
        self.__dict__.update(training=True, _parameters={}, _buffers={}, _non_persistent_buffers_set=set(), _modules={})
        self.__dict__["_module_hooks"] = None

    # ---- by name ----------------------------------------------------------------------------------------------

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Add a parameter under `name`; None reserves the name for one."""
        self.__check_new("parameter", name, "_parameters")
        if not isinstance(param, (Parameter, type(None))):
            raise TypeError(
                f"cannot assign '{typename(param)}' object to parameter '{name}' (torch.nn.Parameter or None required)"
            )
        if param is not None and not param.is_leaf:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created explicitly. To "
                f"express '{name}' as a function of another Tensor, compute the value in the forward() method."
            )
        self._parameters[name] = param

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a tensor that belongs to the module but is not trained; `state_dict` has it only if `persistent`."""
        self.__check_new("buffer", name, "_buffers")
        if not isinstance(tensor, (Tensor, type(None))):
            raise TypeError(
                f"cannot assign '{typename(tensor)}' object to buffer '{name}' (torch Tensor or None required)"
            )
        self._buffers[name] = tensor
        (self._non_persistent_buffers_set.discard if persistent else self._non_persistent_buffers_set.add)(name)

    def add_module(self, name: str, module: Registry | None) -> None:
        """Add a module under `name`; None reserves the name for one."""
        if not isinstance(module, (Registry, type(None))):
            raise TypeError(f"{typename(module)} is not a Module subclass")
        self.__check_new("module", name, "_modules")
        self._modules[name] = module

    register_module = add_module

    def __check_new(self, kind, name, registry):
        if registry not in self.__dict__:
            raise AttributeError(f"cannot assign {kind} before Module.__init__() call")
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {typename(name)}")
        if hasattr(self, name) and name not in self.__dict__[registry]:
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain "."' + (f", got: {name}" if kind == "module" else ""))
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')

    def __forget(self, name):
        """Remove `name` from the registries; returns whether it was in one."""
        found = [registry for registry in _KINDS if self.__dict__[registry].pop(name, self) is not self]
        if found:
            self._non_persistent_buffers_set.discard(name)
        return bool(found)

    # ---- by assignment ----------------------------------------------------------------------------------------

    def __setattr__(self, name, value):
        old = self.__registry_of(name)
        if isinstance(value, Parameter):
            new = "_parameters"
        elif isinstance(value, Registry) and old != "_parameters":
            new = "_modules"
        else:
            new = old
        if new is None:
            object.__setattr__(self, name, value)
        else:
            self.__assign(old, new, name, value)

    def __registry_of(self, name):
        """The name of the registry that holds `name`, or None."""
        for registry in _KINDS:
            if name in self.__dict__.get(registry, ()):
                return registry

    def __assign(self, old, new, name, value):
        """Put `value` into the registry `new`; `old` is the registry that held `name`, or None."""
        kind, words, accepted, expected = _KINDS[new]
        if new not in self.__dict__:
            raise noted(
                AttributeError(f"cannot assign {kind} before Module.__init__() call"),
                f"help: begin __init__ of {self._get_name()} with super().__init__()",
            )
        if not isinstance(value, (accepted, type(None))):
            raise TypeError(f"cannot assign '{typename(value)}' as {words} '{name}' ({expected} or None expected)")
        if old is not new:
            self.__forget(name)
        self.__dict__.pop(name, None)
        if isinstance(value, Parameter):
            self.__check_new("parameter", name, new)
        self.__dict__[new][name] = value

    def __getattr__(self, name):
        own = self.__dict__
        for registry in _KINDS if "_parameters" in own else ():  # they are all there after Module.__init__()
            if name in own[registry]:
                return own[registry][name]
        for owner in ("Module", self._get_name()):
            if name in NAMES.get(owner, "").split():
                raise left_out(owner, name)
        name = "_backward_hooks" if name == "_module_hooks" else name  # which PyTorch misses without Module.__init__()
        raise AttributeError(f"'{self._get_name()}' object has no attribute '{name}'")

    def __delattr__(self, name):
        if not self.__forget(name):
            object.__delattr__(self, name)

    def __dir__(self):
        held = (name for registry in _KINDS for name in getattr(self, registry))
        return sorted(name for name in {*dir(type(self)), *self.__dict__, *held} if not name[0].isdigit())

    def __setstate__(self, state):
        self.__dict__.update(state)

    def _get_name(self):
        return type(self).__name__


#: For each registry: what PyTorch's two messages call an entry, the type that it accepts, and that type in words.
_KINDS = {
    "_parameters": ("parameters", "parameter", Parameter, "torch.nn.Parameter"),
    "_modules": ("module", "child module", Registry, "torch.nn.Module"),
    "_buffers": ("buffer", "buffer", Tensor, "torch.nn.Buffer, torch.Tensor"),
}
