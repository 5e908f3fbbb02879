"""The base of every operation: a node class that says how to compute the result and each input's gradient.

    class MulBackward0(Elementwise):
        '''z = self · other,   ∂z/∂self = other,   ∂z/∂other = self'''
        forward = lambda self, other: self * other
        d_self = lambda grad, other: grad * other
        d_other = lambda grad, self: grad * self

`forward` works on arrays; its keyword-only parameters are settings such as `dim`. Each `d_<input>` is a rule:
it computes that input's gradient from the incoming one and from what its other parameters name: an input, `result`,
a setting, or `<input>_shape`. These names determine what a node saves: nothing that no rule needs. Rules use operators
and the helpers of `ops/either.py`, which take arrays and Tensors alike: one rule serves first and second derivatives.
Where PyTorch's node shows as `_saved_<name>` something else, `shows_<name>` computes it of what is saved when it is
asked for, or is None where PyTorch shows nothing of that name.

Read `apply_any` and `_contributions`; `written.py` generates code that does the same for one operation, faster.
"""

from __future__ import annotations

import weakref
from functools import partial

import numpy as np

from . import dtypes, inline, written
from .engine import repaired, run
from .graph import Node, NodeType, node_of
from .modes import announce, mode, no_grad
from .quiet import quiet
from .rules import rules
from .saved_hooks import Packed
from .sentences import SAVED_DETACHED, read_only
from .tensor import Tensor, edge_into, new_tensor, versions_of, with_history
from .written import SETTING, SHAPE, TENSOR


class OperationType(NodeType):
    """The metaclass that keeps `__dict__` out of nodes, which lack it in PyTorch too: there may be 100,000 of them."""

    def __new__(cls, name, bases, namespace):
        return super().__new__(cls, name, bases, {"__slots__": (), **namespace})


class Operation(Node, metaclass=OperationType):
    """The base of all operations. An instance of a subclass is the node that its result carries as `grad_fn`."""

    __slots__ = (*inline.EDGES, *inline.SAVED)
    passes_through = False
    #: With `passes_through`: whether it passes on only the incoming array itself, no view of it or array that it keeps.
    hands_on = False
    #: Whether the result shares memory with the first input.
    view = False
    #: Whether inputs are broadcast to a common shape.
    entrywise = False
    #: For a class with a `compute` of its own: whether that does no more than `forward` for float32 inputs.
    plain_on_float32 = False

    def __init_subclass__(cls):
        if hasattr(cls, "forward"):
            cls._run, cls.apply = run, vars(Operation)["apply"]

    @classmethod
    def apply(cls, *inputs, **settings):
        """Compute and record. The first call gives the operation an `apply` of its own, as most are never used."""
        make_ready(cls)
        return cls.apply(*inputs, **settings)

    @classmethod
    def prepare(cls):
        """Determine, once per class, what is saved, where it comes from, which rules need it and where they find it."""
        cls.input_names, cls.setting_names = parameters_of(cls.forward)
        cls.rules_found = [getattr(cls, "d_" + name, None) for name in cls.input_names]
        wanted = [parameters_of(rule)[0][1:] if rule else () for rule in cls.rules_found]
        used = [name for name in (*sorted(cls.input_names), "result") if any(name in names for names in wanted)]
        others = [name for name in dict.fromkeys(sum(wanted, ())) if name not in used]
        cls.saved_names, cls._tensors_saved = (*used, *others), len(used)
        cls._edges = inline.as_tuple(inline.EDGES, len(cls.input_names)) or Node._edges
        cls._saved = inline.as_tuple(inline.SAVED, len(cls.saved_names)) or Node._saved
        cls.places = [[cls.saved_names.index(name) for name in names] for names in wanted]
        users = [sum(1 << i for i, names in enumerate(wanted) if name in names) for name in cls.saved_names]
        cls.sources = tuple((bits, *cls._source(name)) for bits, name in zip(users, cls.saved_names))
        cls.result_place = used.index("result") if "result" in used else None
        cls._publish()

    @classmethod
    def _publish(cls):
        """The `_saved_...` properties: what is saved under its own name, or what a `shows_...` makes of it.

        They are no work for `__getattr__`, which would slow down every access to a node.
        """
        found = {name.replace("_shape", "_sym_sizes"): (None, [k]) for k, name in enumerate(cls.saved_names)}
        for name in dir(cls):
            if name.startswith("shows_"):
                word, show = name.removeprefix("shows_"), getattr(cls, name)
                found[word] = show and (show, [cls.saved_names.index(taken) for taken in parameters_of(show)[0]])
        for word, how in found.items():
            if how:
                setattr(cls, "_saved_" + word, read_only("_saved_" + word, partial(_told, *how)))

    @classmethod
    def _source(cls, name):
        """(kind, place) of a saved value: its index among the inputs, with the result last, or its setting's name."""
        if name == "result":
            return TENSOR, len(cls.input_names)
        if name in cls.setting_names:
            return SETTING, name
        return (TENSOR if name in cls.input_names else SHAPE), cls.input_names.index(name.removesuffix("_shape"))

    # ---- forward ----------------------------------------------------------------------------------------------

    @classmethod
    def apply_any(cls, *inputs, **settings):
        """Compute on the inputs (Tensors or numbers) and record a node if one of them is tracked."""
        arrays, edges, tracked, bit = [], [], 0, 1  # `tracked` has a bit for each input
        for x in inputs:
            edge = None
            if isinstance(x, Tensor):
                edge = edge_into(x)
                tracked |= bit * (edge is not None)
                arrays.append(x._shared_array() if cls.view else x._data)
            else:
                arrays.append(x)
            edges.append(edge)
            bit += bit
        data = cls.compute(arrays, settings)
        out = new_tensor(data)
        if tracked and mode.recording:
            node = object.__new__(cls)
            saved = cls.keep(tracked, inputs, arrays, data, settings)
            node._start(tuple(edges), cls._to_repair(data, arrays), saved, versions_of(saved))
            out._edge, out._requires_grad = node, True
            if mode.observers and cls.result_place is not None:
                out._shared_array()  # an observer may keep the result
            announce(node)
        if cls.view:
            out._become_view_of(inputs[0], (cls, settings))
        return out

    @classmethod
    def compute(cls, arrays, settings):
        """The result's numbers."""
        return quiet.run(cls.forward, *arrays, **settings)

    @classmethod
    def keep(cls, tracked, inputs, arrays, data, settings):
        """The values that a node saves, None in place of those that no rule of a tracked input needs.

        The result is saved as bare numbers: its tensor holds the node, so holding the tensor would make a cycle.
        """
        saved = []
        for users, kind, place in cls.sources:
            if not users & tracked:
                saved.append(None)
            elif kind == TENSOR:
                saved.append(inputs[place] if place < len(inputs) else data)
            else:
                saved.append(settings[place] if kind == SETTING else arrays[place].shape)
        return tuple(saved)

    @classmethod
    def _to_repair(cls, data, arrays):
        """Each input's own (shape, dtype), where its gradient may come in another; None if that cannot happen."""
        return None

    def _result_shared(self, result):
        """From now on hold the result's memory and version counter, but not the tensor, which holds this node."""
        k = self.result_place
        if k is not None and self._saved[k] is not None and not isinstance(self._saved[k], Packed):
            kept = new_tensor(result._data)
            if result._counter is not None:
                kept._counter = result._counter
                if result._view_of is not None:  # PyTorch's messages name the view's node as long as it lives
                    kept._maker = weakref.ref(result._grad_fn)
                if getattr(self._saved[k], "_counter", None) is not result._counter:  # else it was noted before a write
                    versions = self._versions or (0,) * len(self._saved)
                    self._versions = (*versions[:k], result._counter.value, *versions[k + 1 :])
            self._saved = (*self._saved[:k], kept, *self._saved[k + 1 :])

    # ---- backward ---------------------------------------------------------------------------------------------

    def _listed(self):
        return [i for i, rule in enumerate(self.rules_found) if rule is not None]

    def _contributions(self, grad, recorded, edges):
        """The gradient of each input, in the input's shape and number type; None where `edges` has None."""
        values, received = self.saved_values(recorded), []
        for i, edge in enumerate(edges):
            given = None
            if edge is not None:
                given = rules.chain(self.rules_found[i], grad, [values[k] for k in self.places[i]])
                if self._repairs is not None and self._repairs[i] is not None:
                    given = repaired(given, *self._repairs[i])
            received.append(given)
        return received

    def saved_values(self, recorded):
        """The values for the rules, in the order of `saved_names`: arrays, or Tensors if backward is `recorded`."""
        values = []
        for k, entry in enumerate(self._saved):
            if recorded and k < self._tensors_saved:
                entry = self._as_saved(k)
            elif isinstance(entry, Tensor):
                if entry._counter is not None:
                    self.check_version(k)
                entry = entry._data
            elif isinstance(entry, Packed):
                with no_grad():
                    entry = entry.tensor(self)._data
            values.append(entry)
        return values

    def check_version(self, k):
        """Raise RuntimeError if a saved tensor was written to since it was saved, or an input detached in place."""
        saved, is_result = self._saved[k], k == self.result_place
        maker = getattr(saved, "_maker", lambda: None)() or self if is_result else saved.grad_fn
        if not is_result and saved._edge is None:
            before = node_of(self._edges[self.sources[k][2]])
            if isinstance(before, Node) and not before._hidden:
                raise RuntimeError(SAVED_DETACHED)
        rules.check_version(saved, self._version_of(k), maker)

    def _as_saved(self, k):
        """The tensor saved at index `k`, unless it was written to; for the result, a new one with this history."""
        entry = self._saved[k]
        if isinstance(entry, Packed):
            return entry.tensor(self)
        if isinstance(entry, Tensor) and entry._counter is not None:
            self.check_version(k)
        if k != self.result_place or entry is None:
            return entry
        result = with_history(entry._data if isinstance(entry, Tensor) else entry, self)
        result._counter = entry._counter if isinstance(entry, Tensor) else None
        return result

    def _shown(self, k):
        """A saved value as its `_saved_...` property shows it. Raises RuntimeError once it is freed or overwritten."""
        users = self.sources[k][0]
        if self._saved[k] is None and any(users >> i & 1 and edge is not None for i, edge in enumerate(self._edges)):
            rules.check_freed([self])
        shown = self._as_saved(k)
        if k < self._tensors_saved and type(shown) in (int, float, bool):  # a plain number given in place of a tensor
            shown = new_tensor(np.array(shown))
        return shown


def _told(show, places, node):
    values = map(node._shown, places)
    return show(*values) if show else next(values)


def parameters_of(function):
    """The names of a function's positional and keyword-only parameters; a ufunc's are `self` and `other`."""
    if isinstance(function, np.ufunc):
        return ("self", "other")[: function.nin], ()
    code = function.__code__
    n = code.co_argcount
    return code.co_varnames[:n], code.co_varnames[n : n + code.co_kwonlyargcount]


def make_ready(cls):
    """Prepare an operation and generate its `apply` and `_run`, unless that has been done."""
    if cls._run is run:
        cls.prepare()
        written.write(cls)


def every_operation(base=Operation):
    """All operations that have been defined so far, each once, ready to be applied."""
    found = {}
    for cls in base.__subclasses__():
        if hasattr(cls, "forward"):
            make_ready(cls)
            found[cls] = None
        found.update(dict.fromkeys(every_operation(cls)))
    return list(found)


class Elementwise(Operation):
    """An operation on each entry: its inputs are brought to a common shape and number type."""

    entrywise = True

    #: Brings two inputs of different types to one type; an operation that refuses some types has its own.
    promote = staticmethod(dtypes.promote)

    @classmethod
    def compute(cls, arrays, settings):
        if len(arrays) == 2 and not _alike(*arrays):
            arrays = quiet.run(cls.promote, *arrays)
        try:
            out = quiet.run(cls.forward, *arrays, **settings)
        except ValueError as error:
            raise broadcast_error(*map(np.shape, arrays)) or RuntimeError(str(error)) from None
        if type(out) is not np.float32 and out.dtype.char == "d" and not _has_double(arrays):
            return out.astype(dtypes.Default.numpy)
        return out

    @classmethod
    def _to_repair(cls, data, arrays):
        kind, shape, forms = data.dtype, data.shape, None
        for i, x in enumerate(arrays):
            if type(x) is np.ndarray or isinstance(x, np.generic):
                if x.dtype is not kind:
                    return own_forms(arrays)
                if x.shape != shape:
                    forms = forms or [None] * len(arrays)
                    forms[i] = x.shape, dtypes.from_numpy(kind)
            elif type(x) is not int and type(x) is not float:
                return own_forms(arrays)
        return forms


def own_forms(arrays):
    """Each input's own (shape, dtype), which its gradient must have in the end; None for a plain number."""
    return tuple(
        (x.shape, dtypes.from_numpy(x.dtype)) if isinstance(x, (np.ndarray, np.generic)) else None for x in arrays
    )


def _alike(a, b):
    """Whether two operands have the same number type, by a quick test: False may also mean that it cannot tell."""
    kind = type(a)
    return kind is type(b) and (kind is np.float32 or (kind is np.ndarray and a.dtype is b.dtype))


def _has_double(arrays):
    """Whether an input is itself float64: NumPy turns integers into float64, PyTorch into the default dtype."""
    return any(x.dtype.char == "d" for x in arrays if isinstance(x, (np.ndarray, np.generic)))


def common_shape(*shapes):
    """The shape that all of these broadcast to. Raises RuntimeError in PyTorch's words if there is none."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise broadcast_error(*shapes) from None


def broadcast_error(*shapes):
    """PyTorch's error for shapes that do not broadcast, or None.

    Shapes are joined one after the other; the message counts dimensions from the left, of the two that do not fit.
    """
    joined = shapes[0]
    for shape in shapes[1:]:
        ndim = max(len(joined), len(shape))
        for i, a, b in zip(range(ndim - 1, -1, -1), joined[::-1], shape[::-1]):
            if a != b and 1 not in (a, b):
                return RuntimeError(
                    f"The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton dimension {i}"
                )
        joined = np.broadcast_shapes(joined, shape)
