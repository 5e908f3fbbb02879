"""Containers: modules or parameters in a row or under keys, all registered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from itertools import groupby
from operator import index
from typing import TYPE_CHECKING

from autogradlab.autograd.tensor import Tensor

from .module import Module, bracketed
from .parameter import Parameter
from .registry import typename

if TYPE_CHECKING:
    from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
    from typing import Any, Self

    Entries = Mapping[str, Module | Tensor] | Iterable[tuple[str, Module | Tensor]]


class _Container(Module):
    """What rows and dictionaries share; the entries are modules, unless a subclass says otherwise."""

    _entries = property(lambda self: self._modules)

    def _register(self, name, value):
        self.add_module(name, value)

    def __len__(self) -> int:
        return len(self._entries)

    def _iterable(self, values, method, what="iterable"):
        """The values. Raises TypeError, naming the caller, if they cannot be gone through."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise TypeError(
                f"{self._get_name()}.{method} should be called with an {what}, but got {type(values).__name__}"
            )
        return values


class _OfParameters(_Container):
    """Its entries are parameters; a tensor becomes one."""

    _entries = property(lambda self: self._parameters)

    def _register(self, name, value):
        self.register_parameter(name, Parameter(value) if type(value) is Tensor else value)

    def _line(self, name, kind, value):
        return f"  ({name}): Parameter containing: [{kind} of size {'x'.join(map(str, value.shape))}]"


# ---- in a row -------------------------------------------------------------------------------------------------------


class _Row(_Container):
    """Entries in a row, registered as "0", "1", ... unless they brought names."""

    def __iter__(self) -> Iterator[Any]:
        return iter(self._entries.values())

    def __getitem__(self, idx: int | slice) -> Any:
        return self._slice(idx) if isinstance(idx, slice) else self._entries[self._name_at(idx)]

    def __setitem__(self, idx, value):
        setattr(self, self._name_at(idx), value)

    def __delitem__(self, idx):
        for name in list(self._entries)[idx] if isinstance(idx, slice) else [self._name_at(idx)]:
            delattr(self, name)
        self._renumber(list(self))

    def _name_at(self, idx):
        idx = index(idx)
        if not -len(self) <= idx < len(self):
            raise IndexError(f"index {idx} is out of range")
        return list(self._entries)[idx]

    def _slice(self, places):
        return type(self)(list(self)[places])

    def _renumber(self, values):
        for name in list(self._entries):
            delattr(self, name)
        self.extend(values)

    def append(self, value: Module | Tensor) -> Self:
        """Put one more at the end."""
        self._register(str(len(self)), value)
        return self

    def extend(self, values: Iterable[Module | Tensor]) -> Self:
        """Put several more at the end."""
        for value in self._iterable(values, "extend"):
            self.append(value)
        return self

    def __iadd__(self, values):
        return self.extend(values)

    def insert(self, index: int, value: Module | Tensor) -> None:
        """Put one before that at `index`; the later ones move on by one. Raises IndexError for a place beyond."""
        if not -len(self) <= index <= len(self):
            raise IndexError(f"Index out of range: {index}")
        self.append(value)  # refuses what does not belong here before anything has moved
        *values, value = self
        values.insert(index, value)
        self._renumber(values)

    def pop(self, key: int | slice) -> Any:
        """Take out what is at a place, or in a slice, and give it back."""
        taken = self[key]
        del self[key]
        return taken


class Sequential(_Row):
    """Modules one after the other: each gets what the one before it gave.

    Takes modules, or one OrderedDict of names and modules.
    """

    def __init__(self, *args: Module | OrderedDict[str, Module]) -> None:
        super().__init__()
        named = len(args) == 1 and isinstance(args[0], OrderedDict)
        for name, module in args[0].items() if named else enumerate(args):
            self.add_module(str(name), module)  # type: ignore[arg-type]

    def forward(self, input: Any) -> Any:
        """The last module's output."""
        for module in self._modules.values():
            input = module(input)
        return input

    def insert(self, index: int, value: Module | Tensor) -> Self:  # type: ignore[override]
        super().insert(index, value)
        return self

    def _slice(self, places):
        return type(self)(OrderedDict(list(self._modules.items())[places]))

    def __add__(self, other):
        return Sequential(*self, *other) if isinstance(other, Sequential) else NotImplemented


class ModuleList(_Row):
    """Modules in a list that registers them, which a plain list does not; calling them is up to you."""

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        self.extend(() if modules is None else modules)

    def __add__(self, other):
        return ModuleList([*self, *other])

    def __repr__(self):
        lines, start = [], 0
        for text, same in groupby(map(repr, self)):
            n = len(list(same))
            lines.append(f"({start}): {text}" if n == 1 else f"({start}-{start + n - 1}): {n} x {text}")
            start += n
        return bracketed(self._get_name(), [], lines)


class ParameterList(_OfParameters, _Row):
    """Parameters in a list that registers them, as "0", "1", ..."""

    def __setitem__(self, idx, value):
        self._register(self._name_at(idx), value)

    def __init__(self, values: Iterable[Tensor] | None = ()) -> None:
        super().__init__()
        self.extend(() if values is None else values)

    def __call__(self, *args, **kwargs):
        raise RuntimeError("ParameterList should not be called.")

    def extra_repr(self) -> str:
        return "\n".join(self._line(i, value.dtype, value) for i, value in enumerate(self))


# ---- under keys -----------------------------------------------------------------------------------------------------


class _Keyed(_Container):
    """Entries under keys."""

    def __init__(self, entries: Entries | _Keyed | None = None) -> None:
        super().__init__()
        self.update(() if entries is None else entries)

    def __getitem__(self, key: str) -> Any:
        return self._entries[key]

    def __setitem__(self, key, value):
        self._register(key, value)

    def __delitem__(self, key):
        del self._entries[key]
        self.__dict__.pop(key, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def keys(self) -> KeysView[str]:
        """The keys in the order of their arrival."""
        return self._entries.keys()

    def items(self) -> ItemsView[str, Any]:
        """(key, entry) in the order of their arrival."""
        return self._entries.items()

    def values(self) -> ValuesView[Any]:
        """The entries in the order of their arrival."""
        return self._entries.values()

    def update(self, entries: Entries | _Keyed) -> None:
        """Take entries from a mapping or from pairs; a key that is there already gets the new one."""
        for key, value in dict(self._iterable(entries, "update", "iterable of key/value pairs")).items():
            self[key] = value

    def pop(self, key: str) -> Any:
        """Take out the entry under `key` and give it back."""
        value = self[key]
        del self[key]
        return value

    def clear(self) -> None:
        """Take out everything."""
        for key in list(self):
            del self[key]


class ModuleDict(_Keyed):
    """Modules under keys, registered."""


class ParameterDict(_OfParameters, _Keyed):
    """Parameters under keys, registered."""

    def __getitem__(self, key: str) -> Any:
        if key not in self:
            raise AttributeError(f"'ParameterDict' object has no attribute '{key}'")
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """The parameter under `key`, or `default`."""
        return self[key] if key in self else default

    def update(self, entries: Entries | _Keyed) -> None:
        """As a dict does it, but a plain dict is read in the order of its sorted keys, as PyTorch reads it."""
        super().update(sorted(entries.items()) if type(entries) is dict else entries)

    def extra_repr(self) -> str:
        return "\n".join(self._line(key, typename(value), value) for key, value in self.items())
