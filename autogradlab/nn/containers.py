"""Containers: modules or parameters in a row or under keys, all registered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from itertools import groupby
from operator import index
from typing import Any, Self

from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.queries import typename

from .module import Module, bracketed
from .parameter import Parameter

Entries = Mapping[str, Module | Tensor] | Iterable[tuple[str, Module | Tensor]]


class _Container(Module):
    """The common part of rows and dictionaries; the entries are modules, unless a subclass says otherwise."""

    def _entries(self):
        return self._modules

    def _register(self, name, value):
        self.add_module(name, value)

    def __len__(self) -> int:
        return len(self._entries())

    def _iterable(self, values, method, what="iterable"):
        """Return the values. Raises TypeError, naming the caller, if they are a tensor or not iterable."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            kind = type(values).__name__
            raise TypeError(f"{self._get_name()}.{method} should be called with an {what}, but got {kind}")
        return values


class _OfParameters(_Container):
    """A container whose entries are attributes; tensors become parameters, anything else is kept as it is."""

    def __init__(self) -> None:
        super().__init__()
        self._keys: dict[str, None] = {}

    def _entries(self):
        return {name: getattr(self, name) for name in self._keys}

    def _register(self, name, value):
        setattr(self, name, Parameter(value) if type(value) is Tensor else value)
        self._keys[name] = None

    def __call__(self, *args, **kwargs):
        raise RuntimeError(f"{self._get_name()} should not be called.")

    def extra_repr(self) -> str:
        return "\n".join(f"  ({name}): {self._shown(value)}" for name, value in self._entries().items())

    def _shown(self, value):
        if not isinstance(value, Tensor):
            return f"Object of type: {type(value).__name__}"
        return f"Parameter containing: [{self._kind(value)} of size {'x'.join(map(str, value.shape))}]"


# ---- in a row -------------------------------------------------------------------------------------------------------


class _Row(_Container):
    """Entries in a row, registered as "0", "1", ... unless they come with names."""

    def __iter__(self) -> Iterator[Any]:
        return iter(self._entries().values())

    def __getitem__(self, idx: int | slice) -> Any:
        return self._slice(idx) if isinstance(idx, slice) else self._entries()[self._name_at(idx)]

    def __setitem__(self, idx, value):
        self._register(self._name_at(idx), value)

    def _name_at(self, idx):
        idx = index(idx)
        if not -len(self) <= idx < len(self):
            raise IndexError(f"index {idx} is out of range")
        return list(self._entries())[idx]

    def _slice(self, places):
        return type(self)(list(self)[places])

    def append(self, module: Module | Tensor) -> Self:
        """Put one more at the end."""
        self._register(str(len(self)), module)
        return self

    def extend(self, modules: Iterable[Module | Tensor]) -> Self:
        """Put several more at the end."""
        for value in self._iterable(modules, "extend"):
            self.append(value)
        return self

    def __iadd__(self, values):
        return self.extend(values)


class _RowOfModules(_Row):
    """A row of modules, which are all registered anew as "0", "1", ... when some are removed or inserted."""

    def __setitem__(self, idx, value):
        setattr(self, self._name_at(idx), value)

    def __delitem__(self, idx):
        modules = list(self)
        del modules[idx]
        self._fill(modules)

    def _fill(self, modules):
        self._modules.clear()
        self.extend(modules)

    def insert(self, index: int, module: Module | Tensor) -> None:
        """Insert a module before the one at `index`; later ones move up by one. Beyond the end, it is appended."""
        *modules, module = self.append(module)  # which refuses anything but a module before anything has moved
        modules.insert(index, module)
        self._fill(modules)

    def _pop(self, key):
        taken = self[key]
        del self[key]
        return taken


class Sequential(_RowOfModules):
    """Modules one after the other: each gets the output of the one before it.

    Takes modules, or one OrderedDict of names and modules.
    """

    def __init__(self, *args: Module | OrderedDict[str, Module]) -> None:
        super().__init__()
        named = len(args) == 1 and isinstance(args[0], OrderedDict)
        for name, module in args[0].items() if named else enumerate(args):
            self.add_module(str(name), module)  # type: ignore[arg-type]

    def forward(self, input: Any) -> Any:
        """The last module's output."""
        for module in self:
            input = module(input)
        return input

    def insert(self, index: int, module: Module | Tensor) -> Self:  # type: ignore[override]
        """Insert a module before the one at `index`; returns the container. Raises IndexError if out of range."""
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        if not -len(self) <= index <= len(self):
            raise IndexError(f"Index out of range: {index}")
        super().insert(index, module)
        return self

    def pop(self, key: int | slice) -> Any:
        """Remove and return the module at an index, or the modules in a slice."""
        return self._pop(key)

    def _slice(self, places):
        return type(self)(OrderedDict(list(self._modules.items())[places]))

    def __add__(self, other):
        return Sequential(*self).__iadd__(other)

    def __iadd__(self, other):
        if not isinstance(other, Sequential):
            raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")
        return self.extend(other)


class ModuleList(_RowOfModules):
    """Modules in a list that registers them, which a plain list does not; calling them is up to you."""

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        self.extend(() if modules is None else modules)

    def pop(self, key: int | slice) -> Any:
        """Remove and return the module at an index, or the modules in a slice."""
        return self._pop(key)

    def __add__(self, other):
        return ModuleList(list(self) + list(other))

    def __repr__(self):
        lines, start = [], 0
        for text, same in groupby(map(repr, self)):
            n = len(list(same))
            lines.append(f"({start}): {text}" if n == 1 else f"({start}-{start + n - 1}): {n} x {text}")
            start += n
        return bracketed(self._get_name(), [], lines)


class ParameterList(_Row, _OfParameters):
    """Parameters in a list that registers them, as "0", "1", ...; entries that are not tensors are kept as they are."""

    def __init__(self, values: Iterable[Any] | None = ()) -> None:
        super().__init__()
        self.extend(() if values is None else values)

    def append(self, value: Any) -> Self:
        return super().append(value)

    def extend(self, values: Iterable[Any]) -> Self:
        return super().extend(values)

    def _kind(self, value):
        return value.dtype


# ---- under keys -----------------------------------------------------------------------------------------------------


class _Keyed(_Container):
    """Entries under keys."""

    def __getitem__(self, key: str) -> Any:
        return self._entries()[key]

    def __setitem__(self, key, value):
        self._register(key, value)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries())

    def __contains__(self, key: object) -> bool:
        return key in self._entries()

    def keys(self) -> KeysView[str]:
        """The keys in insertion order."""
        return self._entries().keys()

    def items(self) -> ItemsView[str, Any]:
        """(key, entry) in insertion order."""
        return self._entries().items()

    def values(self) -> ValuesView[Any]:
        """The entries in insertion order."""
        return self._entries().values()

    def update(self, modules: Entries | _Keyed) -> None:
        """Add entries from a mapping or from pairs; the entry of an existing key is replaced."""
        entries = self._iterable(modules, "update", "iterable of key/value pairs")
        for key, value in entries.items() if hasattr(entries, "items") else entries:
            self[key] = value

    def pop(self, key: str) -> Any:
        """Remove and return the entry under `key`."""
        value = self[key]
        del self[key]
        return value

    def clear(self) -> None:
        """Remove all entries."""
        for key in list(self):
            del self[key]


class ModuleDict(_Keyed):
    """Modules under keys, registered."""

    def __init__(self, modules: Entries | _Keyed | None = None) -> None:
        super().__init__()
        self.update(() if modules is None else modules)

    def __delitem__(self, key):
        del self._modules[key]


class ParameterDict(_Keyed, _OfParameters):
    """Parameters under keys, registered; entries that are not tensors are kept as they are."""

    def __init__(self, parameters: Entries | _Keyed | None = None) -> None:
        super().__init__()
        self.update(() if parameters is None else parameters)

    def __getitem__(self, key: str) -> Any:
        if key not in self:
            raise AttributeError(f"'ParameterDict' object has no attribute '{key}'")
        return getattr(self, key)

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, key)

    def get(self, key: str, default: Any = None) -> Any:
        """The parameter under `key`, or `default`."""
        return self[key] if key in self else default

    def update(self, parameters: Entries | _Keyed) -> None:
        """Add entries as `dict.update` does, but read a plain dict in the order of its sorted keys, as in PyTorch."""
        super().update(sorted(parameters.items()) if type(parameters) is dict else parameters)

    def _kind(self, value):
        return typename(value)
