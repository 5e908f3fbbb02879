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
import inspect

import numpy as np

from . import dtypes
from .graph import Node
from .modes import mode
from .rules import rules
from .tensor import Tensor, _node, new_tensor


class Operation(Node):
    """Base of all operations. A subclass is the node that its results carry as `grad_fn`."""
    __slots__ = ()

    #: Whether the result shares memory with the first input.
    view = False

    def __init_subclass__(cls):
        if "forward" not in vars(cls):
            return
        parameters = inspect.signature(cls.forward).parameters.values()
        cls.input_names = tuple(p.name for p in parameters if p.kind is not p.KEYWORD_ONLY)
        found = [getattr(cls, "d_" + name, None) for name in cls.input_names]
        wanted = [tuple(inspect.signature(rule).parameters)[1:] if rule else () for rule in found]
        cls._plan(found, wanted)

    @classmethod
    def _plan(cls, found, wanted):
        """Fix what is saved, and where each rule finds its values."""
        tensors = [name for name in (*cls.input_names, "result") if any(name in names for names in wanted)]
        others = [name for name in dict.fromkeys(sum(wanted, ())) if name not in tensors]
        cls.saved_names, cls.tensors_saved = (*tensors, *others), len(tensors)
        cls.partials = tuple((rule, [cls.saved_names.index(name) for name in names])
                             for rule, names in zip(found, wanted))
        cls.needed_by = tuple([i for i, names in enumerate(wanted) if name in names] for name in cls.saved_names)

    # ---- forward ----------------------------------------------------------------------------------------------

    @classmethod
    def apply(cls, *inputs, **settings):
        """Compute on the inputs (Tensors or numbers) and record a node if one of them is tracked."""
        out = new_tensor(cls.compute([x._data if isinstance(x, Tensor) else x for x in inputs], settings))
        if cls.view:
            base = inputs[0]._base
            out._base, out._counter = inputs[0] if base is None else base, inputs[0]._share_counter()
        if mode.recording:
            tracked = [isinstance(x, Tensor) and x._requires_grad for x in inputs]
            if any(tracked):
                cls._record(out, inputs, tracked, settings)
        return out

    @classmethod
    def compute(cls, arrays, settings):
        """The result's numbers. Division by zero and the like give inf and nan without a warning, as in PyTorch."""
        with np.errstate(all="ignore"):
            return cls.forward(*arrays, **settings)

    @classmethod
    def _record(cls, out, inputs, tracked, settings):
        node = object.__new__(cls)
        saved = tuple(cls._value_to_save(name, out, inputs, settings) if any(tracked[i] for i in users) else None
                      for name, users in zip(cls.saved_names, cls.needed_by))
        versions = tuple(entry._version if isinstance(entry, Tensor) else 0 for entry in saved)
        edges = tuple(_node(x) if track else None for x, track in zip(inputs, tracked))
        node.start(edges, cls._repairs(out, inputs), saved, versions if any(versions) else None)
        out.grad_fn, out._requires_grad = node, True

    @classmethod
    def _value_to_save(cls, name, out, inputs, settings):
        if name in settings:
            return settings[name]
        if name == "result":                       # not `out` itself: out holds the node, and the node must not hold out
            kept = new_tensor(out._data)
            kept._counter = out._share_counter()
            return kept
        if name.endswith("_shape"):
            return inputs[cls.input_names.index(name.removesuffix("_shape"))].shape
        return inputs[cls.input_names.index(name)]

    @classmethod
    def _repairs(cls, out, inputs):
        return None

    def result_moved(self, array):
        if not self.freed and "result" in self.saved_names:
            kept = self.saved[self.saved_names.index("result")]
            if kept is not None:
                kept._data = array

    # ---- backward ---------------------------------------------------------------------------------------------

    def saved_values(self, recorded):
        """What the rules want, in the order of `saved_names`: arrays, or Tensors if backward is `recorded` itself."""
        values = list(self.saved)
        for k in range(self.tensors_saved):
            if isinstance(values[k], Tensor):
                rules.check_version(values[k], self.versions[k] if self.versions else 0, self._maker(k))
                values[k] = self._saved_tensor(k) if recorded else values[k]._data
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
        rules.check_freed(self)
        k = self.saved_names.index(saved_name)
        return self._saved_tensor(k) if isinstance(self.saved[k], Tensor) else self.saved[k]


class Elementwise(Operation):
    """An operation entry by entry: inputs are stretched to a common shape and number type."""
    __slots__ = ()

    @classmethod
    def compute(cls, arrays, settings):
        if len(arrays) == 2:
            arrays = dtypes.promote(*arrays)
        try:
            with np.errstate(all="ignore"):
                out = cls.forward(*arrays, **settings)
        except ValueError as error:
            raise _broadcast_error(*arrays) or RuntimeError(str(error)) from None
        return out.astype(np.float32) if out.dtype.char == "d" and not _has_double(arrays) else out

    @classmethod
    def _repairs(cls, out, inputs):
        shape, numbers = out._data.shape, out._data.dtype
        if all(x._data.shape == shape and x._data.dtype == numbers for x in inputs if isinstance(x, Tensor)):
            return None
        return tuple((tuple(x.shape), x.dtype) if isinstance(x, Tensor) else None for x in inputs)


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
