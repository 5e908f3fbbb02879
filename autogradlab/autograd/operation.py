"""What every operation is: a node class that says how to compute and how each input's gradient follows.

    class MulBackward0(Elementwise):
        '''z = self · other,   ∂z/∂self = other,   ∂z/∂other = self'''
        def forward(self, other):   return self * other
        def d_self(grad, other):    return grad * other
        def d_other(grad, self):    return grad * self

`forward` works on arrays; its keyword-only parameters are settings such as `dim`. Each `d_input` gives that input's
gradient from the incoming one and from whatever else it names: an input, `result`, a setting, or `input_shape`.
What a node must save is read from those names, so it saves nothing that no rule needs. Rules use operators
and the helpers of `ops/either.py`, which take arrays and Tensors alike: one text serves both orders.
"""
from operator import itemgetter

import numpy as np

from . import dtypes
from .graph import Node
from .modes import mode
from .quiet import quiet
from .rules import rules
from .tensor import Tensor, edge_of, new_tensor

_INPUT, _SHAPE, _RESULT, _SETTING = range(4)


class Operation(Node):
    """Base of all operations. A subclass is the node that its results carry as `grad_fn`."""
    __slots__ = ()

    #: Whether the result shares memory with the first input.
    view = False

    def __init_subclass__(cls):
        if "forward" not in vars(cls):
            return
        cls.input_names, settings = _parameters(cls.forward)
        found = [getattr(cls, "d_" + name, None) for name in cls.input_names]
        wanted = [_parameters(rule)[0][1:] if rule else () for rule in found]
        cls._plan(found, wanted, settings)

    @classmethod
    def _plan(cls, found, wanted, settings):
        """Fix once per class what is saved, where it comes from, whose rules need it, and where they find it."""
        tensors = [name for name in (*cls.input_names, "result") if any(name in names for names in wanted)]
        others = [name for name in dict.fromkeys(sum(wanted, ())) if name not in tensors]
        cls.saved_names, cls.tensors_saved = (*tensors, *others), len(tensors)
        cls.partials = tuple((rule, _taker([cls.saved_names.index(name) for name in names]))
                             for rule, names in zip(found, wanted))
        users = [sum(1 << i for i, names in enumerate(wanted) if name in names) for name in cls.saved_names]
        cls.sources = tuple((bits, *cls._source(name, settings)) for bits, name in zip(users, cls.saved_names))

    @classmethod
    def _source(cls, name, settings):
        """Where a saved value comes from: its kind, and its place among the inputs or its name among the settings."""
        if name in cls.input_names:
            return _INPUT, cls.input_names.index(name)
        if name == "result" or name in settings:
            return (_RESULT, 0) if name == "result" else (_SETTING, name)
        return _SHAPE, cls.input_names.index(name.removesuffix("_shape"))

    # ---- forward ----------------------------------------------------------------------------------------------

    @classmethod
    def apply(cls, *inputs, **settings):
        """Compute on the inputs (Tensors or numbers) and record a node if one of them is tracked."""
        arrays, tracked, bit = [], 0, 1                                   # `tracked` has a bit for each input
        for x in inputs:
            if isinstance(x, Tensor):
                arrays.append(x._data)
                if x._view_of is not None:
                    x._follow_base()
                if x._requires_grad:
                    tracked |= bit
            else:
                arrays.append(x)
            bit += bit
        out = new_tensor(cls.compute(arrays, settings))
        if cls.view:
            out._become_view_of(inputs[0], (cls, settings))
        if tracked and mode.recording:
            cls._record(out, inputs, arrays, tracked, settings)
        return out

    @classmethod
    def compute(cls, arrays, settings):
        """The result's numbers."""
        return quiet.run(cls.forward, *arrays, **settings)

    @classmethod
    def _record(cls, out, inputs, arrays, tracked, settings):
        node = object.__new__(cls)
        saved, versions = [], None
        for users, kind, place in cls.sources:
            if not users & tracked:
                saved.append(None)
            elif kind == _INPUT:
                entry = inputs[place]
                if isinstance(entry, Tensor) and entry._counter is not None:
                    versions = versions or {}
                    versions[len(saved)] = entry._version
                saved.append(entry)
            elif kind == _RESULT:
                saved.append(_without_history(out))
            else:
                saved.append(settings[place] if kind == _SETTING else inputs[place].shape)
        edges, bit = [], 1
        for x in inputs:
            edges.append(edge_of(x) if tracked & bit else None)
            bit += bit
        node.start(tuple(edges), cls._repairs(out._data, arrays), tuple(saved), versions)
        out.grad_fn, out._requires_grad = node, True

    @classmethod
    def _repairs(cls, data, arrays):
        """Each input's own (shape, dtype) if its gradient will come in another; None if that cannot happen."""
        return None

    def result_moved(self, array):
        if "result" in self.saved_names:
            kept = self.saved[self.saved_names.index("result")]
            if kept is not None:
                kept._data = array

    # ---- backward ---------------------------------------------------------------------------------------------

    def saved_values(self, recorded):
        """What the rules want, in the order of `saved_names`: arrays, or Tensors if backward is `recorded` itself."""
        if not self.tensors_saved:
            return self.saved
        values = list(self.saved)
        for k in range(self.tensors_saved):
            entry = values[k]
            if isinstance(entry, Tensor):
                if entry._counter is not None:
                    rules.check_version(entry, self.versions.get(k, 0) if self.versions else 0, self._maker(k))
                values[k] = self._saved_tensor(k) if recorded else entry._data
        return values

    def _maker(self, k):
        return self if self.saved_names[k] == "result" else self.saved[k].grad_fn

    def _saved_tensor(self, k):
        entry = self.saved[k]
        if self.saved_names[k] != "result":
            return entry
        result = new_tensor(entry._data)
        result._counter, result.grad_fn, result._requires_grad = entry._counter, self, True
        return result

    def __getattr__(self, name):
        """`_saved_self`, `_saved_result`, `_saved_exponent`, ...: what this node keeps for its rules."""
        saved_name = name.removeprefix("_saved_")
        if saved_name == name or saved_name not in self.saved_names:
            raise AttributeError(f"'{self.name()}' object has no attribute '{name}'")
        k = self.saved_names.index(saved_name)
        if self.saved[k] is None:
            rules.check_freed(self)
        return self._saved_tensor(k) if isinstance(self.saved[k], Tensor) else self.saved[k]


def _parameters(function):
    """The names of a function's positional and of its keyword-only parameters."""
    code = function.__code__
    n = code.co_argcount
    return code.co_varnames[:n], code.co_varnames[n:n + code.co_kwonlyargcount]


def _taker(places):
    """A function that takes the values at `places` out of a sequence; itemgetter is C, a comprehension is not."""
    first = places[0] if places else 0
    return itemgetter(*places) if len(places) > 1 else itemgetter(slice(first, first + len(places)))


def _without_history(out):
    """A result as its own node may hold it: the same numbers and version, but not the tensor that holds the node."""
    kept = new_tensor(out._data)
    kept._counter = out._share_counter()
    return kept


class Elementwise(Operation):
    """An operation entry by entry: inputs are stretched to a common shape and number type."""
    __slots__ = ()

    @classmethod
    def compute(cls, arrays, settings):
        if len(arrays) == 2 and not _alike(*arrays):
            arrays = dtypes.promote(*arrays)
        try:
            out = quiet.run(cls.forward, *arrays, **settings)
        except ValueError as error:
            raise _broadcast_error(*arrays) or RuntimeError(str(error)) from None
        if type(out) is not np.float32 and out.dtype.char == "d" and not _has_double(arrays):
            return out.astype(np.float32)
        return out

    @classmethod
    def _repairs(cls, data, arrays):
        kind = type(data)
        for x in arrays:
            if type(x) is kind:
                if kind is np.ndarray and (x.shape != data.shape or x.dtype is not data.dtype):
                    return own_forms(arrays)
            elif type(x) is not int and type(x) is not float:
                return own_forms(arrays)
        return None


def own_forms(arrays):
    """Each input's own (shape, dtype), None for a plain number: what its gradient must come back in."""
    return tuple((x.shape, dtypes.from_numpy(x.dtype)) if isinstance(x, (np.ndarray, np.generic)) else None
                 for x in arrays)


def _alike(a, b):
    """Whether two operands already have one number type."""
    kind = type(a)
    return kind is type(b) and (kind is np.float32 or (kind is np.ndarray and a.dtype is b.dtype))


def _has_double(arrays):
    """Whether an input is float64 itself: NumPy makes float64 of integers, where PyTorch makes float32."""
    return any(x.dtype.char == "d" for x in arrays if isinstance(x, (np.ndarray, np.generic)))


def _broadcast_error(*arrays):
    """PyTorch's sentence for shapes that cannot be stretched to one, or None; it counts dimensions from the left."""
    ndim = max(map(np.ndim, arrays))
    for i in range(-1, -ndim - 1, -1):
        sizes = [n for n in dict.fromkeys(x.shape[i] for x in arrays if -i <= np.ndim(x)) if n != 1]
        if len(sizes) > 1:
            return RuntimeError(f"The size of tensor a ({sizes[0]}) must match the size of tensor b ({sizes[1]}) at "
                                f"non-singleton dimension {ndim + i}")
