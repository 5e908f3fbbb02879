"""Writing into a tensor: `x.add_(y)`, `x += y`, `x.zero_()`.

The numbers change where they are, so views and `detach()`ed tensors change with them; the version goes up by one;
and the tensor's history becomes that of the operation, as in PyTorch.
"""
import numpy as np

from autogradlab.autograd.modes import mode
from autogradlab.autograd.operation import Elementwise, Operation
from autogradlab.autograd.rules import noted
from autogradlab.autograd.tensor import Tensor, new_tensor

from . import arithmetic, either
from .register import named


class FillBackward2(Operation):
    """z = a number everywhere,   ∂z/∂self = 0"""
    __slots__ = ()

    def forward(self, *, value):
        return np.full_like(self, value)

    def d_self(grad):
        return either.zeros_like(grad)


class ZeroBackward0(Operation):
    """z = 0 everywhere,   ∂z/∂self = 0"""
    __slots__ = ()

    def forward(self):
        return np.zeros_like(self)

    def d_self(grad):
        return either.zeros_like(grad)


class CopyBackwards(Elementwise):
    """z = src, in the shape and number type of self,   ∂z/∂self = 0,   ∂z/∂src = 1"""
    __slots__ = ()
    passes_through = True

    def name(self):
        return "torch::autograd::CopyBackwards"

    @classmethod
    def compute(cls, arrays, settings):
        return cls.forward(*arrays)

    def forward(self, src):
        return np.broadcast_to(src, self.shape).astype(self.dtype)

    def d_self(grad):
        return either.zeros_like(grad)

    def d_src(grad):
        return grad


def write(target, result):
    """Put `result`'s numbers and history into `target`. Raises RuntimeError where PyTorch forbids it."""
    if result.shape != target.shape:
        shapes = list(target.shape), list(result.shape)
        raise RuntimeError(f"output with shape {shapes[0]} doesn't match the broadcast shape {shapes[1]}")
    if result.dtype.is_floating_point and not target.dtype.is_floating_point:
        raise RuntimeError(f"result type {result.dtype.type_name} can't be cast to the desired output type "
                           f"{target.dtype.type_name}")
    if mode.recording and result.requires_grad and target._base is not None:
        raise _left_out()
    if isinstance(target._data, np.ndarray):
        _check_single(target._data)
        np.copyto(target._data, result._data, casting="same_kind")
    else:
        target._data = target._data.dtype.type(result._data)
    tracked = mode.recording and result.requires_grad
    target._share_counter().count(tracked)
    if tracked:
        target.grad_fn, target._requires_grad = result.grad_fn, True
    return target


def check_writable(target):
    """Refuse what would break the graph: writing into a leaf that wants a gradient, or into a view of one."""
    if not (mode.recording and target._requires_grad):
        return
    base = target._base
    if target.grad_fn is None or (base is not None and base.grad_fn is None):
        kind = "a view of a leaf" if base is not None else "a leaf"
        raise RuntimeError(f"{kind} Variable that requires grad is being used in an in-place operation.")
    if base is not None:
        raise _left_out()


def _left_out():
    return noted(NotImplementedError("writing into a part of a tracked tensor is left out of autogradlab"),
                 "help: build the result out of place, for example with where(), or write under no_grad()")


def _check_single(array):
    """Refuse an expanded tensor, in which one number stands for many entries."""
    if not array.flags.writeable:
        raise RuntimeError("unsupported operation: more than one element of the written-to tensor refers to a single "
                           "memory location. Please clone() the tensor before performing the operation.")


def _before(target):
    """The target as it is now: same history, and its own numbers, which the write will not touch."""
    snapshot = new_tensor(target._data.copy())
    snapshot.grad_fn, snapshot._requires_grad = target.grad_fn, target._requires_grad
    return snapshot


def _in_place(name, operator, compute):
    def function(self, *args):
        check_writable(self)
        result = compute(_before(self), *args)
        return NotImplemented if result is NotImplemented else write(self, result)
    function.__name__ = name
    function.__doc__ = f"`{name.rstrip('_')}`, written into this tensor."
    named(name, operators=operator)(function)


_in_place("add_", ("__iadd__",), arithmetic.add)
_in_place("sub_", ("__isub__",), arithmetic.sub)
_in_place("mul_", ("__imul__",), arithmetic.mul)
_in_place("div_", ("__itruediv__",), arithmetic.div)


@named("fill_")
def fill_(self, value):
    """Every entry becomes `value`; what was there before gets the gradient 0."""
    if isinstance(value, Tensor):
        return copy_(self, value)
    check_writable(self)
    return write(self, FillBackward2.apply(_before(self), value=value))


@named("zero_")
def zero_(self):
    """Every entry becomes 0; what was there before gets the gradient 0."""
    check_writable(self)
    return write(self, ZeroBackward0.apply(_before(self)))


@named("copy_")
def copy_(self, src):
    """The numbers of `src`, which may be broadcast; what was there before gets the gradient 0."""
    check_writable(self)
    return write(self, CopyBackwards.apply(_before(self), src))


def setitem(self, key, value):
    """`x[0] = 5.`, where no history is involved. Raises RuntimeError where the graph would have to follow the write."""
    if mode.recording and self._requires_grad:
        if self.is_leaf:
            raise RuntimeError("a view of a leaf Variable that requires grad is being used in an in-place operation.")
        raise _left_out()
    if mode.recording and isinstance(value, Tensor) and value._requires_grad:
        raise _left_out()
    _check_single(self._shared_array())
    self._data[_plain_key(key)] = value._data if isinstance(value, Tensor) else value
    self._share_counter().count(tracked=False)


def _plain_key(key):
    return tuple(map(_plain_key, key)) if isinstance(key, tuple) else key._data if isinstance(key, Tensor) else key


Tensor.__setitem__ = setitem
