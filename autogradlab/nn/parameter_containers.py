"""Parameters in a list or under keys, all registered."""
from collections import OrderedDict
from collections.abc import Mapping
from operator import index

from autogradlab.autograd.tensor import Tensor

from .containers import iterable, pairs
from .module import Module
from .parameter import Parameter
from .registry import typename


class _Parameters(Module):
    """What lists and dictionaries of parameters share: a tensor becomes a parameter, anything else stays as it is."""

    def _keep(self, name, value):
        plain = isinstance(value, Tensor) and not isinstance(value, Parameter)
        setattr(self, name, Parameter(value) if plain else value)

    def __call__(self, *args, **kwargs):
        raise RuntimeError(f"{self._get_name()} should not be called.")

    def _lines(self, items, kind_of):
        return "\n".join(f"  ({name}): " + (
            f"Parameter containing: [{kind_of(value)} of size {'x'.join(map(str, value.shape))}]"
            if isinstance(value, Tensor) else f"Object of type: {type(value).__name__}") for name, value in items)


class ParameterList(_Parameters):
    """Parameters in a list that registers them, as "0", "1", ..."""

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def __len__(self):
        return self._size

    def __iter__(self):
        return (getattr(self, str(i)) for i in range(self._size))

    def __getitem__(self, idx):
        return type(self)(list(self)[idx]) if isinstance(idx, slice) else getattr(self, self._name_at(idx))

    def __setitem__(self, idx, value):
        self._keep(self._name_at(idx), value)

    def _name_at(self, idx):
        idx = index(idx)
        if not -self._size <= idx < self._size:
            raise IndexError(f"index {idx} is out of range")
        return str(idx % self._size)

    def append(self, value):
        """Put a value at the end."""
        self._size += 1
        self[self._size - 1] = value
        return self

    def extend(self, values):
        """Put several values at the end."""
        if isinstance(values, Tensor):
            raise TypeError(f"ParameterList.extend should be called with an iterable, but got {type(values).__name__}")
        for value in iterable(values, "ParameterList.extend", "iterable"):
            self.append(value)
        return self

    __iadd__ = extend

    def extra_repr(self):
        return self._lines(enumerate(self), lambda value: value.dtype)


class ParameterDict(_Parameters):
    """Parameters under keys, registered."""

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key):
        return getattr(self, self._name_of(key))

    def __setitem__(self, key, value):
        self._keys[self._name_of(key)] = None
        self._keep(key, value)

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, key)

    def _name_of(self, key):
        if not isinstance(key, str):
            raise TypeError("Index given to ParameterDict cannot be used as a key as it is not a string (type is "
                            f"'{type(key).__name__}'). Open an issue on github if you need non-string keys.")
        return key

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __contains__(self, key):
        return key in self._keys

    def keys(self):
        """The keys in the order of their arrival."""
        return self._keys.keys()

    def values(self):
        """The values in the order of their arrival."""
        return (self[key] for key in self._keys)

    def items(self):
        """(key, value) in the order of their arrival."""
        return ((key, self[key]) for key in self._keys)

    def get(self, key, default=None):
        """The value under `key`, or `default`."""
        return self[key] if key in self else default

    def pop(self, key):
        """Take out the value under `key` and give it back."""
        value = self[key]
        del self[key]
        return value

    def update(self, parameters):
        """Take values from a mapping or from pairs; a plain dict is read in the order of its sorted keys."""
        given = pairs(parameters, "ParametersDict.update", "ParameterDict")
        plain = isinstance(parameters, Mapping) and not isinstance(parameters, OrderedDict)
        for key, value in sorted(given) if plain else given:
            self[key] = value

    def extra_repr(self):
        return self._lines(self.items(), typename)
