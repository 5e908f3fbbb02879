"""Containers: modules in a row or under keys, all registered."""
from collections import OrderedDict
from collections.abc import Iterable
from itertools import chain, groupby
from operator import index

from .module import Module, bracketed


class _Row(Module):
    """Modules in a row, registered as "0", "1", ... unless they brought names."""

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __getitem__(self, idx):
        return self._slice(idx) if isinstance(idx, slice) else self._modules[self._name_at(idx)]

    def __setitem__(self, idx, module):
        setattr(self, self._name_at(idx), module)

    def __delitem__(self, idx):
        for name in list(self._modules)[idx] if isinstance(idx, slice) else [self._name_at(idx)]:
            delattr(self, name)
        self._renumber(list(self))

    def _name_at(self, idx):
        idx = index(idx)
        if not -len(self) <= idx < len(self):
            raise IndexError(f"index {idx} is out of range")
        return list(self._modules)[idx]

    def _renumber(self, modules):
        for name in list(self._modules):
            delattr(self, name)
        self.extend(modules)

    def append(self, module):
        """Put a module at the end."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules):
        """Put several modules at the end."""
        for module in modules:
            self.append(module)
        return self

    def insert(self, index, module):
        """Put a module before the one at `index`; the later ones move on by one."""
        modules = list(self)
        modules.insert(index, module)
        self._renumber(modules)
        return self

    def pop(self, key):
        """Take out the module at a place, or those of a slice, and give it back."""
        taken = self[key]
        del self[key]
        return taken


class Sequential(_Row):
    """Modules one after the other: each gets what the one before it gave.

    Takes modules, or one OrderedDict of names and modules.
    """

    def __init__(self, *args):
        super().__init__()
        named = isinstance(args[0], OrderedDict) if len(args) == 1 else False
        for name, module in args[0].items() if named else enumerate(args):
            self.add_module(str(name), module)

    def forward(self, input):
        """The last module's output."""
        for module in self._modules.values():
            input = module(input)
        return input

    def _slice(self, places):
        return type(self)(OrderedDict(list(self._modules.items())[places]))

    def insert(self, index, module):
        """As in a list. Raises IndexError for a place that the row does not have."""
        if not -len(self) <= index <= len(self):
            raise IndexError(f"Index out of range: {index}")
        return super().insert(index, module)

    def __add__(self, other):
        return Sequential(*self, *_sequential(other))

    def __iadd__(self, other):
        return self.extend(_sequential(other))

    def __mul__(self, other):
        return Sequential(*list(self) * _times(self, other))

    def __imul__(self, other):
        return self.extend(list(self) * (_times(self, other) - 1))

    __rmul__ = __mul__


def _sequential(other):
    if not isinstance(other, Sequential):
        raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")
    return list(other)


def _times(row, n):
    if not isinstance(n, int):
        raise TypeError(f"unsupported operand type(s) for *: {type(row)} and {type(n)}")
    if n <= 0:
        raise ValueError(f"Non-positive multiplication factor {n} for {type(row)}")
    return n


class ModuleList(_Row):
    """Modules in a list that registers them, which a plain list does not; calling them is up to you."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def _slice(self, places):
        return type(self)(list(self)[places])

    def extend(self, modules):
        """Put several modules at the end."""
        return super().extend(iterable(modules, "ModuleList.extend", "iterable"))

    def insert(self, index, module):
        """Put a module before the one at `index`; the later ones move on by one."""
        super().insert(index, module)

    def __add__(self, other):
        return ModuleList(chain(self, other))

    def __iadd__(self, modules):
        return self.extend(modules)

    def __repr__(self):
        lines, start = [], 0
        for text, same in groupby(map(repr, self)):
            n = len(list(same))
            lines.append(f"({start}): {text}" if n == 1 else f"({start}-{start + n - 1}): {n} x {text}")
            start += n
        return bracketed(self._get_name(), [], lines)


class ModuleDict(Module):
    """Modules under keys, registered."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        delattr(self, self._existing(key))

    def _existing(self, key):
        if key not in self._modules:
            raise KeyError(key)
        return key

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def keys(self):
        """The keys in the order of their arrival."""
        return self._modules.keys()

    def items(self):
        """(key, module) in the order of their arrival."""
        return self._modules.items()

    def values(self):
        """The modules in the order of their arrival."""
        return self._modules.values()

    def update(self, modules):
        """Take modules from a mapping or from pairs; a key that is there already gets the new one."""
        for key, module in pairs(modules, "ModuleDict.update", "ModuleDict"):
            self[key] = module

    def pop(self, key):
        """Take out the module under `key` and give it back."""
        module = self[key]
        del self[key]
        return module

    def clear(self):
        """Take out all modules."""
        for key in list(self):
            del self[key]


def iterable(values, caller, what):
    """The values themselves. Raises TypeError, naming the caller, if they cannot be gone through."""
    if not isinstance(values, Iterable):
        raise TypeError(f"{caller} should be called with an {what}, but got {type(values).__name__}")
    return values


def pairs(values, caller, container):
    """(key, value) pairs of a mapping, a container of this module, or an iterable of pairs."""
    iterable(values, caller, "iterable of key/value pairs")
    if hasattr(values, "items"):
        return list(values.items())
    for i, pair in enumerate(values := list(values)):
        if not isinstance(pair, Iterable):
            raise TypeError(f"{container} update sequence element #{i} should be Iterable; is{type(pair).__name__}")
        if len(pair) != 2:
            raise ValueError(f"{container} update sequence element #{i} has length {len(pair)}; 2 is required")
    return values
