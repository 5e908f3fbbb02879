"""A tensor as Python and NumPy see it: as a number, lists or an array, with a length and a truth value, in a copy."""

import warnings
from copy import deepcopy

import numpy as np

from autogradlab.autograd.modes import mode
from autogradlab.autograd.sentences import HOOK_NOT_PICKLED, NOT_A_LEAF_COPIED
from autogradlab.autograd.tensor import Tensor, fill

from .register import named, titled


@named("item", function=False)
def item(self):
    """The only entry as a Python number. Raises RuntimeError unless there is exactly one."""
    if self._data.size != 1:
        raise RuntimeError(f"a Tensor with {self._data.size} elements cannot be converted to Scalar")
    return self._data.item()


@named("tolist", function=False)
def tolist(self):
    """The numbers as nested Python lists; for a tensor without dimensions, a plain number."""
    return self._data.tolist()


def numpy(self, *, force=False):
    """The numbers as an array that shares memory with this tensor.

    Raises RuntimeError if it requires grad while operations are recorded, unless `force` is True.
    """
    if self.requires_grad and mode.recording and not force:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    return self._shared_array().view()


def __array__(self, dtype=None, copy=None):
    return np.array(self.numpy(), dtype=dtype, copy=copy)


def __format__(self, spec):
    if self._data.ndim == 0 and type(self) is Tensor:
        return format(self._data.item(), spec)
    return object.__format__(self, spec)


def __len__(self):
    if self._data.ndim == 0:
        raise TypeError("len() of a 0-d tensor")
    return len(self._data)


def __delitem__(self, key):
    raise TypeError("Tensor does not support deleting items")


def __bool__(self):
    if self._data.size != 1:
        how_many = "more than one value" if self._data.size else "no values"
        raise RuntimeError(f"Boolean value of Tensor with {how_many} is ambiguous")
    return bool(self._data.item())


# ---- copies ---------------------------------------------------------------------------------------------------


def __deepcopy__(self, memo):
    """A leaf with copies of the numbers and of the gradient, without hooks. Raises RuntimeError for a non-leaf."""
    if not self.is_leaf:
        raise RuntimeError(NOT_A_LEAF_COPIED)
    copied = memo[id(self)] = _leaf_of(type(self), self._data.copy("K"), self._requires_grad)
    copied._grad = deepcopy(self._grad, memo)
    copied.__dict__.update(deepcopy(_learners_own(self), memo))
    return copied


def __reduce__(self):
    """Copy or pickle this tensor as a leaf with the same numbers, without gradient, history and hooks."""
    hung = self._hooks if self._grad_fn is None else self._grad_fn._hooks
    if hung and self.output_nr in hung and type(self) is Tensor:
        for hook in hung[self.output_nr].before.values():
            warnings.warn(HOOK_NOT_PICKLED.format(hook), stacklevel=2)
    return _leaf_of, (type(self), self._shared_array(), self.requires_grad), _learners_own(self) or None


def _learners_own(tensor):
    """The attributes that users have set on a tensor."""
    ours = ("_hooks", "_accumulator", "_turns", "_turns_back")
    return {name: value for name, value in tensor.__dict__.items() if name not in ours}


def _leaf_of(kind, data, requires_grad):
    """A copy of class `kind`: a leaf that holds `data` itself, which counts as its first write, as in PyTorch."""
    leaf = fill(object.__new__(kind), data, requires_grad)
    leaf._share_counter().value += 1
    return leaf


# ---- their names ----------------------------------------------------------------------------------------------

# What tensors can do by themselves, published so that it refuses arguments in PyTorch's words.
named("dim", "ndimension", function=False)(Tensor.dim)
_is_inference = Tensor.is_inference
named("is_inference")(titled(lambda input: _is_inference(input), "is_inference", _is_inference.__doc__))
for _name in ("detach", "detach_", "retain_grad"):
    named(_name, function=False)(getattr(Tensor, _name))
for _method in (numpy, __array__, __format__, __len__, __delitem__, __bool__, __deepcopy__, __reduce__):
    setattr(Tensor, _method.__name__, _method)
