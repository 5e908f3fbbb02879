"""A tensor: numbers, a gradient, and the node that made it.

`_data` holds the numbers: an array, or a plain NumPy number for a result without dimensions, which is five times
cheaper to compute with. Whatever shares memory first turns such a number into an array (`_shared_array`).
Operations are not known here: `ops` gives each of them its names on this class.
"""
import warnings

import numpy as np

from . import dtypes
from .engine import walk
from .graph import Port, node_of
from .hooks import Hooks
from .modes import enable_grad, mode, set_grad_enabled
from .printing import tensor_text
from .rules import noted, rules
from .size import Size
from .views import NO_GRAD, CopySlices, refusal


class VersionCounter:
    """How often a storage has been written to; views and `detach()` share it with their base."""
    __slots__ = ("value",)

    def __init__(self):
        self.value = 0


class Tensor:
    """Numbers that remember how they were computed. Make one with `tensor(...)`."""
    __slots__ = ("_data", "_requires_grad", "_edge", "_grad", "_counter", "_view_of", "__dict__", "__weakref__")
    _accumulator = _hooks = None
    edges = None                            # a leaf stands at the end of the graph: no edge leads on from it
    __array_priority__ = 1000.0             # array * tensor is the tensor's business

    def __init__(self, data=()):
        _fill(self, np.array(data, dtype=np.float32))

    # ---- the numbers ------------------------------------------------------------------------------------------

    @property
    def shape(self):
        return Size(self._data.shape)

    @property
    def ndim(self):
        return self._data.ndim

    @property
    def dtype(self):
        return dtypes.from_numpy(self._data.dtype)

    def size(self, dim=None):
        """The shape, or the length of one dimension."""
        if dim is None:
            return self.shape
        ndim = self._data.ndim
        if not ndim:
            raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
        if not -ndim <= dim < ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got {dim})")
        return self._data.shape[dim]

    def dim(self):
        return self._data.ndim

    def numel(self):
        return self._data.size

    def item(self):
        """The one number as a Python number. Raises RuntimeError if there are more."""
        if self._data.size != 1:
            raise RuntimeError(f"a Tensor with {self._data.size} elements cannot be converted to Scalar")
        return self._data.item()

    def tolist(self):
        return self._data.tolist()

    def numpy(self):
        """The numbers as an array that shares memory with this tensor."""
        if self._requires_grad:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        return self._shared_array()

    def __array__(self, dtype=None, copy=None):
        return np.array(self.numpy(), dtype=dtype, copy=copy)

    def detach(self):
        """The same numbers, in the same memory, without history."""
        return self._alias(self._share_counter())

    def detach_(self):
        """Forget the history: from now on this tensor is a leaf that does not require grad. Views refuse."""
        if self._view_of is not None:
            raise RuntimeError(VIEW_DETACHED)
        self._share_counter()                           # a node that saved this result follows it from here on
        self._edge, self._requires_grad = None, False
        return self

    @property
    def data(self):
        """As `detach()`, but writes through it are not noticed by backward."""
        return self._alias(None)

    @data.setter
    def data(self, other):
        self._data = other._data

    def _alias(self, counter):
        alias = _fill(object.__new__(Tensor), self._shared_array())
        alias._counter = counter
        return alias

    def _shared_array(self):
        if not isinstance(self._data, np.ndarray):
            self._data = np.array(self._data)
            self._tell_maker()
        return self._data

    def _tell_maker(self):
        if self._edge is not None:
            node_of(self._edge).result_shared(self)

    # ---- the version ------------------------------------------------------------------------------------------

    @property
    def _version(self):
        """How often the numbers have been written to in place."""
        return 0 if self._counter is None else self._counter.value

    @property
    def _base(self):
        """The tensor that this one is a view of, or None."""
        return None if self._view_of is None else self._view_of[0]

    def _is_view(self):
        return self._view_of is not None

    def _become_view_of(self, other, step, reason=None):
        """Share `other`'s memory and version, and remember how this view came about, as (base, version, steps, reason).

        step    the operation and its settings that lead from `other` to here
        reason  why recorded writes through this view are refused, a sentence of `views`; None if they are not
        """
        base, _, steps, inherited = other._view_of or (other, 0, (), None)
        self._counter = other._share_counter()
        self._view_of = (base, self._counter.value, (*steps, step),
                         inherited or (reason if mode.recording else NO_GRAD))

    def _is_stale(self):
        """Whether this view's base, which is tracked, was written to since the view was taken."""
        base, version, _, _ = self._view_of
        return self._counter.value != version and base._requires_grad

    def _follow_base(self):
        """Take a stale view's history anew, from the base's."""
        if not self._is_stale():
            return
        base, _, steps, reason = self._view_of
        if reason is not None:
            if not mode.recording:
                return
            raise refusal(self._grad_fn, self.output_nr, reason, through_base=True)
        self._view_of = base, self._counter.value, steps, None
        with enable_grad():
            self._hang_on(base._as_strided(steps)._grad_fn)

    def _take_history(self, node, output_nr=0):
        """Become a result of `node`, which has just written into this tensor. A view's base gets the history."""
        if self._view_of is None:
            self._hang_on(node, output_nr)
        else:
            base, _, steps, _ = self._view_of
            base._hang_on(CopySlices(edge_of(base) if base._requires_grad else None, steps, node))
            self._follow_base()

    def _hang_on(self, node, output_nr=0):
        """Have another node as history. What `retain_grad()` asked for moves along; hooks stay with the old node."""
        retained = self.retains_grad
        if retained:
            self._grad_fn.hooks[self.output_nr].retained_by = None
        self._edge, self._requires_grad = node if node.outputs == 1 else Port(node, output_nr), True
        if retained:
            self._own_hooks().retain(self)

    def _share_counter(self):
        if self._counter is None:
            self._counter = VersionCounter()
            self._tell_maker()
        return self._counter

    # ---- the gradient -----------------------------------------------------------------------------------------

    @property
    def grad_fn(self):
        """The node that made this tensor, None for a leaf. A view asks its base first."""
        if self._view_of is not None:
            self._follow_base()
        return self._grad_fn

    @property
    def _grad_fn(self):
        """The node without asking the base."""
        edge = self._edge
        return edge.node if type(edge) is Port else edge

    @property
    def requires_grad(self):
        return self._requires_grad or (self._view_of is not None and self._view_of[0]._requires_grad)

    @requires_grad.setter
    def requires_grad(self, wanted):
        if not self.is_leaf:
            raise RuntimeError("you can only change requires_grad flags of leaf variables." + (
                "" if wanted else " If you want to use a computed variable in a subgraph that doesn't require "
                "differentiation use var_no_grad = var.detach()."))
        if wanted and self._data.dtype.kind != "f":
            raise RuntimeError("only Tensors of floating point and complex dtype can require gradients")
        self._requires_grad = bool(wanted)

    def requires_grad_(self, requires_grad=True):
        """Set `requires_grad` and give the tensor back."""
        if requires_grad and self._data.dtype.kind != "f":
            raise RuntimeError("only Tensors of floating point dtype can require gradients")
        if self.is_leaf or not requires_grad:
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
        """What backward() has added up for this leaf, or None."""
        if self.grad_fn is not None and self._grad is None and not self.retains_grad:
            warnings.warn(NON_LEAF_GRAD, UserWarning, stacklevel=2)
        return self._grad

    @grad.setter
    def grad(self, value):
        if value is not None:
            _check_grad(self, value)
        self._grad = value

    def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
        """Add the derivative of this tensor to the `.grad` of every leaf that it depends on.

        gradient      d(loss)/d(this tensor), same shape; may be left out for a single number
        retain_graph  keep the saved values for another backward; as create_graph unless given
        create_graph  record the backward pass, so that gradients have gradients
        inputs        only these tensors get a `.grad`
        """
        backward([self], [gradient], retain_graph, create_graph, inputs)

    def retain_grad(self):
        """Have a computed tensor keep its gradient in `.grad`, as leaves do anyway."""
        if not self.requires_grad:
            raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
        if self.grad_fn is not None:
            self._own_hooks().retain(self)

    @property
    def retains_grad(self):
        """Whether `retain_grad()` was called on this computed tensor."""
        hooks = self._grad_fn is not None and self._grad_fn.hooks and self._grad_fn.hooks.get(self.output_nr)
        return bool(hooks and hooks.retained_by and hooks.retained_by() is self)

    def register_hook(self, hook):
        """Call `hook(grad)` with the whole gradient of this tensor; what it returns, if anything, takes its place."""
        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        hooks = self._own_hooks()
        return hooks.add(hooks.before, hook)

    def register_post_accumulate_grad_hook(self, hook):
        """Call `hook(leaf)` each time after backward has added to this leaf's `.grad`."""
        if not self.requires_grad:
            raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
        if self.grad_fn is not None:
            raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
        hooks = self._own_hooks()
        return hooks.add(hooks.after, hook)

    def _own_hooks(self):
        """A leaf's hooks hang on the leaf, those of a result on its node: a later write to it starts without them."""
        if self.grad_fn is None:
            self._hooks = self._hooks or Hooks(new_tensor)
            return self._hooks
        node = self.grad_fn
        node.hooks = {} if node.hooks is None else node.hooks
        return node.hooks.setdefault(self.output_nr, Hooks(new_tensor))

    # ---- how it looks -----------------------------------------------------------------------------------------

    def __repr__(self):
        return tensor_text(self._data, _suffixes(self))

    def __format__(self, spec):
        if self._data.ndim == 0:
            return format(self._data.item(), spec)
        if spec:
            raise TypeError("unsupported format string passed to Tensor.__format__")
        return repr(self)

    def __len__(self):
        if self._data.ndim == 0:
            raise TypeError("len() of a 0-d tensor")
        return len(self._data)

    def __bool__(self):
        if self._data.size != 1:
            raise RuntimeError("Boolean value of Tensor with " + (
                "more than one value is ambiguous" if self._data.size else "no values is ambiguous"))
        return bool(self._data.item())

    def __float__(self):
        return float(self.item())

    def __int__(self):
        return int(self.item())

    __hash__ = object.__hash__


NON_LEAF_GRAD = (
    "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be "
    "populated during autograd.backward(). If you indeed want the .grad field to be populated for a non-leaf Tensor, "
    "use .retain_grad() on the non-leaf Tensor. If you access the non-leaf Tensor by mistake, make sure you access the "
    "leaf Tensor instead. See github.com/pytorch/pytorch/pull/30531 for more information.")

VIEW_DETACHED = (
    "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for training, and "
    "gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() cannot be called on "
    "these gradients. To fix this error, please refer to the Optimizer.zero_grad() function in torch/optim/optimizer.py "
    "as the solution.")

REFERENCE_CYCLE = (
    "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient "
    "which can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If you "
    "have to use this function, make sure to reset the .grad fields of your parameters to None after use to break the "
    "cycle and avoid the leak.")


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None):
    """`Tensor.backward` from several tensors at once: the leaves get the sum of what comes from each."""
    if create_graph:
        warnings.warn(REFERENCE_CYCLE, UserWarning, stacklevel=3)
    tensors = _several(tensors)
    grad_tensors = [None] * len(tensors) if grad_tensors is None else _several(grad_tensors)
    starts = [(root, _first_gradient(root, given)) for root, given in zip(tensors, grad_tensors, strict=True)]
    targets = None if inputs is None else {edge_of(x): x for x in _backward_inputs(_several(inputs))}
    found = _walk(starts, retain_graph, create_graph, targets)
    with set_grad_enabled(create_graph):
        arrived = []
        for edge, grad in found.items():
            receiver = edge if targets is None else targets[edge]
            if receiver._requires_grad:
                arrived.append((receiver, _hooked(receiver, _as_tensor(grad), create_graph)))
        for receiver, grad in arrived:              # every hook has run: one that raises changes no .grad
            _receive(receiver, grad)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=None,
         materialize_grads=False):
    """The derivatives of `outputs` with respect to `inputs`, as a tuple; no `.grad` is touched.

    An input that was not used is an error, or None with `allow_unused`, or zeros with `materialize_grads`.
    """
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: "
                         "allow_unused=False.")
    outputs, inputs = _several(outputs), _grad_inputs(_several(inputs))
    grad_outputs = [None] * len(outputs) if grad_outputs is None else _several(grad_outputs)
    starts = [(output, _first_gradient(output, given)) for output, given in zip(outputs, grad_outputs, strict=True)]
    found = _walk(starts, retain_graph, create_graph, {edge_of(x) for x in inputs})
    return tuple(_found_or_unused(x, found.get(edge_of(x)), i, create_graph, allow_unused, materialize_grads)
                 for i, x in enumerate(inputs))


def new_tensor(data, requires_grad=False):
    """A leaf that holds `data` itself, without a copy."""
    return _fill(object.__new__(Tensor), data, requires_grad)


def _fill(tensor, data, requires_grad=False):
    tensor._data, tensor._requires_grad = data, requires_grad
    tensor._edge = tensor._grad = tensor._counter = tensor._view_of = None
    return tensor


def edge_of(tensor):
    """Where this tensor's gradient arrives: its node, the port of a node with several results, or the leaf itself."""
    return tensor._edge or tensor


def versions_of(saved):
    """The version of each saved tensor, 0 for anything else; None if no tensor shares memory or was written to."""
    counters = [entry._counter if isinstance(entry, Tensor) else None for entry in saved]
    return None if counters == [None] * len(counters) else tuple([0 if c is None else c.value for c in counters])


def _walk(starts, retain_graph, create_graph, targets):
    keep = create_graph if retain_graph is None else retain_graph
    if not create_graph:
        return walk([(edge_of(t), g._data) for t, g in starts], keep=keep, recorded=False, targets=targets)
    with enable_grad():
        return walk([(edge_of(t), g) for t, g in starts], keep=keep, recorded=True, targets=targets)


def _as_tensor(grad):
    return grad if isinstance(grad, Tensor) else new_tensor(grad)


def _first_gradient(root, gradient):
    """The gradient that backward starts with: what was given, or 1 for a single number."""
    if root._view_of is not None:
        root._follow_base()
    if not root._requires_grad:
        no_graph = RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
        raise noted(no_graph, NO_GRAPH_HELP)
    if gradient is None:
        if root._data.size != 1:
            raise noted(RuntimeError("grad can be implicitly created only for scalar outputs"),
                        f"help: this tensor has shape {tuple(root.shape)}. Reduce it first, as in y.sum().backward(), "
                        f"or pass a gradient of that shape")
        return new_tensor(np.ones_like(root._data) if root._data.ndim else root._data.dtype.type(1))
    if not isinstance(gradient, Tensor):
        raise TypeError(f"gradients can be either Tensors or None, but got {type(gradient).__name__}")
    if gradient.shape != root.shape:
        raise RuntimeError(f"Mismatch in shape: grad_output[0] has a shape of {gradient.shape} and output[0] has a "
                           f"shape of {root.shape}.")
    return gradient.to(root.dtype)


NO_GRAPH_HELP = ("help: nothing here was recorded. Make a leaf with requires_grad=True and compute the loss from it, "
                 "outside no_grad and without item(), detach() or numpy() on the way")


def _backward_inputs(inputs):
    if not inputs:
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    if not all(x._requires_grad for x in inputs):
        raise RuntimeError("can't retain_grad on Tensor that has requires_grad=False")
    return inputs


def _grad_inputs(inputs):
    if not inputs:
        raise ValueError("grad requires non-empty inputs.")
    if not all(x._requires_grad for x in inputs):
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    return inputs


def _several(tensors):
    return [tensors] if isinstance(tensors, Tensor) else list(tensors)


def _hooked(tensor, grad, recorded):
    """A leaf's gradient after its hooks; a result's hooks have seen theirs during the walk."""
    if tensor._hooks is None or tensor._edge is not None:
        return grad
    return grad if not tensor._hooks.before else _as_tensor(
        tensor._hooks.changed(grad if recorded else grad._data, recorded))


def _receive(tensor, grad):
    """Add to a tensor's `.grad`, then tell who asked to be told."""
    rules.accumulate(tensor, grad)
    if tensor._hooks is not None:
        for hook in list(tensor._hooks.after.values()):
            hook(tensor)


def _found_or_unused(tensor, grad, index, create_graph, allow_unused, materialize_grads):
    if grad is None:
        if materialize_grads:
            return new_tensor(np.zeros_like(tensor._data))
        if not allow_unused:
            raise RuntimeError(f"The differentiated Tensor at index {index} appears to not have been used in the "
                               "graph. Set allow_unused=True if this is the desired behavior.")
        return None
    return _hooked(tensor, _as_tensor(grad), create_graph)


def _check_grad(tensor, value):
    if not isinstance(value, Tensor):
        raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}")
    if value.shape != tensor.shape:
        raise RuntimeError(
            f"attempting to assign a gradient of size '{list(value.shape)}' to a tensor of size '{list(tensor.shape)}'"
            ". Please ensure that the gradient and the tensor are the same size")


def _suffixes(tensor):
    data = tensor._data
    if data.size == 0 and data.ndim > 1:
        yield f"size={tuple(data.shape)}"
    if data.dtype != dtypes.Default.numpy and (data.size == 0 or data.dtype.name not in ("int64", "bool")):
        yield f"dtype={tensor.dtype}"
    if tensor._view_of is not None and tensor._view_of[3] is not None and tensor._is_stale():
        yield "grad_fn=<Invalid>"
    elif tensor.grad_fn is not None:
        yield f"grad_fn=<{type(tensor._grad_fn).__name__}>"
    elif tensor.requires_grad:
        yield "requires_grad=True"
