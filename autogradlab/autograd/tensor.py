"""A tensor: numbers, a gradient, and the node that made it.

`_data` holds the numbers: an array or, for a result without dimensions, a NumPy scalar, which is five times
cheaper to compute with. Code that shares memory first turns such a scalar into an array (`_shared_array`).
This file knows no operations: `ops` adds each of them to this class under its names.
"""

import warnings

import numpy as np

from . import dtypes, hooks, sentences
from .graph import AccumulateGrad, Nowhere, Port, node_of
from .modes import inferring, mode
from .printing import tensor_text
from .size import size_of
from .versions import INFERENCE, DetachedCounter, VersionCounter
from .views import Viewed
from .wrong_type import check_switch, kind_of

#: Tensor and its subclasses: `type(x) in tensor_types` does the job of `isinstance(x, Tensor)`, in a third of the
#: time if x is not a Tensor.
tensor_types = set()


class TensorType(type):
    """The metaclass that makes `Tensor(...)` accept numbers and sizes (`ops.literals`) without a `Tensor.__new__`.

    Results are made by `blank()`, which is fast only because the class has no `__new__`.
    """

    def __init__(cls, name, bases, namespace):
        tensor_types.add(cls)
        cls._printed_as = namespace.get("_printed_as", name)

    def __call__(cls, *args, **settings):
        if cls.__new__ is not object.__new__:
            return super().__call__(*args, **settings)
        if cls.__init__ is object.__init__:
            return cls._from_arguments(object.__new__(cls), *args, **settings)
        made = cls._from_arguments(object.__new__(cls), *args)
        cls.__init__(made, *args, **settings)
        return made


class Tensor(Viewed, metaclass=TensorType):
    """Numbers that remember how they were computed. Make one with `tensor(...)`."""

    __slots__ = ("_data", "_requires_grad", "_edge", "_grad", "_counter", "_view_of", "__dict__", "__weakref__")
    _accumulator = _hooks = None
    _printed_as = "tensor"
    _edges = None  # a walk ends at a leaf: no edge leads on from it
    __array_priority__ = 1000.0  # makes NumPy leave array * tensor to the tensor

    # ---- the numbers ------------------------------------------------------------------------------------------

    @property
    def shape(self):
        """The length of each dimension, a tuple: `()` for one number, `(n, m)` for a matrix."""
        return size_of(self._data.shape)

    @property
    def ndim(self):
        """The number of dimensions; 0 if `shape` is `()`."""
        return self._data.ndim

    @property
    def dtype(self):
        """The type of its numbers, such as `float32`; all of them have the same."""
        return dtypes.from_numpy(self._data.dtype)

    def dim(self):
        """The number of dimensions, as `ndim`."""
        return self._data.ndim

    def detach(self):
        """The same numbers, in the same memory, without history."""
        return self._alias(self._share_counter())

    def detach_(self):
        """Drop the history: this tensor becomes a leaf that does not require grad. Raises RuntimeError for a view."""
        if self._view_of is not None:
            raise RuntimeError(sentences.VIEW_DETACHED)
        self._share_counter()  # so that a node that saved this result still notices later writes to it
        self._edge, self._requires_grad = None, False
        return self

    @property
    def data(self):
        """Like `detach()`, but backward does not notice writes made through it."""
        return self._alias(None)

    @data.setter
    def data(self, other):
        if not isinstance(other, Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {kind_of(other)}")
        if self._requires_grad and other._data.dtype.kind != "f":
            raise RuntimeError("data set to a tensor that requires gradients must be floating point or complex dtype")
        self._data = other._shared_array()
        if self._counter is not INFERENCE and (self.is_inference() or other.is_inference()):
            self._counter = DetachedCounter() if other.is_inference() else None

    @data.deleter
    def data(self):
        raise RuntimeError("Deleting tensor data is not allowed. Delete tensor instead!")

    def _alias(self, counter):
        alias = fill(blank(), self._shared_array())
        if self.is_inference():
            counter = INFERENCE if mode.inference else DetachedCounter()
        alias._counter = counter
        return alias

    def _shared_array(self):
        if not isinstance(self._data, np.ndarray):
            self._data = np.array(self._data)
            self._tell_maker()
        return self._data

    def _tell_maker(self):
        if self._edge is not None:
            node_of(self._edge)._result_shared(self)

    # ---- the version ------------------------------------------------------------------------------------------

    @property
    def _version(self):
        """How often the numbers have been written to in place."""
        if self._counter is INFERENCE:
            raise RuntimeError("Inference tensors do not track version counter.")
        return 0 if self._counter is None else self._counter.value

    @property
    def _base(self):
        """The tensor that this one is a view of, or None."""
        return None if self._view_of is None else self._view_of[0]

    def _is_view(self):
        return self._view_of is not None

    def is_inference(self):
        """Whether this tensor was made in inference mode: nothing may save it for backward."""
        return self._counter is INFERENCE or isinstance(self._counter, DetachedCounter)

    def _share_counter(self):
        if self._counter is None:
            self._counter = VersionCounter()
            self._tell_maker()
        return self._counter

    # ---- the gradient -----------------------------------------------------------------------------------------

    @property
    def grad_fn(self):
        """The node that made this tensor, None for a leaf. A view first brings its history up to date with its base."""
        if self._view_of is not None:
            self._follow_base(asked=True)
        return self._grad_fn

    @property
    def _grad_fn(self):
        """`grad_fn`, but a view's history is not brought up to date first."""
        edge = self._edge
        return edge.node if type(edge) is Port else None if edge is None or edge._hidden else edge

    @property
    def requires_grad(self):
        """Whether gradients are to be computed for this tensor; a view requires them if its base does."""
        if self._view_of is None:
            return self._requires_grad
        return (self._requires_grad and type(self._edge) is not Nowhere) or self._view_of[0]._requires_grad

    @requires_grad.setter
    def requires_grad(self, wanted):
        if not isinstance(wanted, bool):
            raise RuntimeError("requires_grad must be a bool")
        if self._grad_fn is not None:
            raise RuntimeError(sentences.FLAG_OF_A_RESULT + ("" if wanted else sentences.DETACH_INSTEAD))
        if wanted and self._data.dtype.kind != "f":
            raise RuntimeError("only Tensors of floating point and complex dtype can require gradients")
        if wanted and self.is_inference() and not mode.inference:
            raise RuntimeError("Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.")
        self._requires_grad = wanted
        if type(self._edge) is Nowhere:
            self._edge = None

    @requires_grad.deleter
    def requires_grad(self):
        raise RuntimeError("requires_grad must be a bool")

    def requires_grad_(self, requires_grad=True):
        """Set `requires_grad` and return this tensor. Raises TypeError for anything but True and False."""
        check_switch("requires_grad_", "requires_grad", 1, requires_grad)
        if requires_grad and self._data.dtype.kind != "f":
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        if requires_grad and type(self._edge) is Nowhere:
            self._edge = None
        elif self._edge is None or not requires_grad:
            self.requires_grad = requires_grad
        return self

    @property
    def output_nr(self):
        """Which of its node's results this tensor is, counted from 0."""
        return self._edge.number if type(self._edge) is Port else 0

    @property
    def is_leaf(self):
        """Whether no recorded operation made this tensor."""
        return self.grad_fn is None

    @property
    def grad(self):
        """The gradient that backward() has added up for this tensor, or None."""
        if self._grad_fn is not None and self._grad is None and not self.retains_grad:
            warnings.warn(sentences.NON_LEAF_GRAD, stacklevel=2)
        return self._grad

    @grad.setter
    def grad(self, value):
        if value is not None:
            _check_grad(self, value)
        self._grad = value

    @grad.deleter
    def grad(self):
        self._grad = None

    def retain_grad(self):
        """Have a computed tensor keep its gradient in `.grad`, as leaves do anyway."""
        if not self.requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        if self._grad_fn is not None:
            self._own_hooks().retain(self)

    @property
    def retains_grad(self):
        """Whether `retain_grad()` was called on this computed tensor."""
        own = self._grad_fn is not None and self._grad_fn._hooks and self._grad_fn._hooks.get(self.output_nr)
        return bool(own and own.retained_by and own.retained_by() is self)

    def register_hook(self, hook):
        """Call `hook(grad)` with the whole gradient of this tensor; a tensor that it returns replaces the gradient."""
        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        return hooks.add(self._own_hooks().before, hook)

    def register_post_accumulate_grad_hook(self, hook):
        """Call `hook(leaf)` each time backward has added to this leaf's `.grad`."""
        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        if self.grad_fn is not None:
            raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
        return hooks.add(self._own_hooks().after, hook)

    def _own_hooks(self):
        """The `Hooks` of this tensor: held by the leaf itself, or by a result's node, which a later write replaces."""
        node = self.grad_fn or AccumulateGrad.of(self)
        return node._own_hooks().setdefault(self.output_nr, hooks.Hooks())

    # ---- printing ---------------------------------------------------------------------------------------------

    def __repr__(self):
        return tensor_text(self)

    __hash__ = object.__hash__


#: `blank()` makes an empty tensor object, like `object.__new__(Tensor)` but in half the time.
blank = super(TensorType, Tensor).__call__


def new_tensor(data, requires_grad=False):
    """A leaf that holds `data` itself, without a copy."""
    return fill(blank(), data, requires_grad)


def with_history(data, edge):
    """A tensor that holds `data` itself, without a copy, and whose gradient arrives at `edge`."""
    tensor = new_tensor(data, requires_grad=True)
    tensor._edge = edge
    return tensor


def fill(tensor, data, requires_grad=False):
    """Make a bare tensor object a leaf that holds `data` itself."""
    tensor._data, tensor._requires_grad = data, requires_grad
    tensor._edge = tensor._grad = tensor._view_of = None
    tensor._counter = INFERENCE if inferring and mode.inference else None
    return tensor


def edge_of(tensor):
    """Where this tensor's gradient arrives: its node, the port of a node with several results, or the leaf itself."""
    return tensor._edge or tensor


def edge_into(tensor):
    """Where an operation on this tensor sends its gradient, None if it is untracked. Updates a view's history first."""
    if tensor._view_of is not None:
        tensor._follow_base()
    return (tensor._edge or tensor) if tensor._requires_grad else None


def versions_of(saved):
    """The version of each saved tensor, 0 for anything else; None if no tensor shares memory or was written to."""
    counters = [entry._counter if isinstance(entry, Tensor) else None for entry in saved]
    return None if counters == [None] * len(counters) else tuple([0 if c is None else c.when_saved for c in counters])


def _check_grad(tensor, value):
    if not isinstance(value, Tensor):
        raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {kind_of(value)}")
    if value is tensor:
        raise RuntimeError("can't assign Variable as its own grad")
    if value.dtype is not tensor.dtype:
        raise RuntimeError(sentences.OTHER_GRAD_DTYPE.format(value.dtype.c_name, tensor.dtype.type_name))
    if value.shape != tensor.shape:
        raise RuntimeError(sentences.OTHER_GRAD_SIZE.format(list(value.shape), list(tensor.shape)))


def attribute(name, show, doc):
    """Give tensors an attribute that `show` computes; assigning to it raises AttributeError, with PyTorch's message."""
    setattr(Tensor, name, sentences.read_only(name, show, "torch._C.TensorBase", doc))


for _name, _shown in list(vars(Tensor).items()):
    if isinstance(_shown, property) and _shown.fset is None:
        attribute(_name, _shown.fget, _shown.__doc__)

hooks.Tensor, hooks.as_tensor = Tensor, new_tensor
