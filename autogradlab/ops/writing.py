"""How a write happens: what may be written, and how a result and its node move into a tensor.

The result is computed as always; then its numbers are copied into the target's memory, so that views and `detach()`ed
tensors change as well; the version counter goes up by one; and the target takes over the result's history.
"""

import numpy as np

from autogradlab.autograd.dtypes import CATEGORY
from autogradlab.autograd.layout import is_dense, is_expanded
from autogradlab.autograd.modes import mode, no_grad
from autogradlab.autograd.quiet import quiet
from autogradlab.autograd.saved_hooks import saved_tensors_hooks
from autogradlab.autograd.tensor import Tensor, new_tensor
from autogradlab.autograd.wrong_type import wrong_type

from .arguments import number_last
from .gates import gated
from .memory_format import steps_of
from .register import named, takes_no_more, titled

# ---- what may be written --------------------------------------------------------------------------------------


def check_history(target):
    """Refuse a recorded write that would break the graph: into a leaf that requires grad, or into a view of one."""
    if target._view_of is not None:
        target._check_view()
    if target.requires_grad and target._grad_fn is None:  # also a view that was not used since its base became tracked
        raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
    if target._view_of is not None:
        target._follow_base()


def check_result(target, data):
    """Refuse a result that does not fit into the target: shared entries, another shape, a higher category."""
    check_shape(target, data)
    check_cast(target, data)


def check_cast(target, data):
    """Refuse a result of a higher number category than the target's (bool < integer < float)."""
    if CATEGORY[data.dtype.kind] > CATEGORY[target._data.dtype.kind]:
        raise RuntimeError(
            f"result type {new_tensor(data).dtype.type_name} can't be cast to the desired output type "
            f"{target.dtype.type_name}"
        )


def output_shape_error(shape, broadcast):
    return RuntimeError(f"output with shape {list(shape)} doesn't match the broadcast shape {list(broadcast)}")


def check_single(array):
    """Refuse an expanded tensor, in which one number stands for many entries."""
    if is_expanded(array):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a single "
            "memory location. Please clone() the tensor before performing the operation."
        )


def _owner(array):
    """The array that the memory of this one belongs to."""
    return array if array.base is None else array.base


def check_apart(written, read):
    """Refuse to write into memory that is also read, unless both arrays have the same entries in the same places."""
    places = [(x.__array_interface__["data"], x.shape, steps_of(x)) for x in (written, read)]
    if places[0] != places[1]:
        check_wholly_apart(written, read)


def check_wholly_apart(written, read):
    """Refuse to write into memory that is also read."""
    if np.may_share_memory(written, read) and is_dense(written) and is_dense(read):
        raise RuntimeError(
            "unsupported operation: some elements of the input tensor and the written-to tensor refer "
            "to a single memory location. Please clone() the tensor before performing the operation."
        )


def check_shape(target, data):
    """Refuse a result of another shape, or a target with shared entries; the numbers may be of any type."""
    check_single(target._data)
    if data.shape != target._data.shape:
        raise output_shape_error(target.shape, data.shape)


def check_anything(target, data):
    """Refuse nothing: a fill writes the same into every entry, even if entries share memory or are read."""


# ---- the write ------------------------------------------------------------------------------------------------


def write(target, compute, *args, check=check_result, check_read=check_apart, **settings):
    """Write the numbers and the history of `compute(target, *args)` into `target`, and return `target`.

    check       refuses a result
    check_read  refuses arguments that share memory with the target
    """
    others = [x for x in (*args, *settings.values()) if isinstance(x, Tensor)]
    tracked = mode.recording and (target.requires_grad or any([x.requires_grad for x in others]))
    if tracked:
        try:
            check_history(target)
        except RuntimeError:
            if _takes(compute, target, args, settings):
                raise
            return NotImplemented
    for other in others:
        if _owner(other._data) is _owner(target._data):
            check_read(target._data, other._data)
    packing = [hooks for hooks in mode.observers if isinstance(hooks, saved_tensors_hooks)] if tracked else []
    if not packing:
        before = _as_it_is(target, target._data) if tracked else target
        return _written(target, before, compute, args, settings, check)
    with packing[0].results_after_the_write():
        before = _as_it_is(target, target._shared_array().copy())  # hooks pack the numbers from before the write
        return _written(target, before, compute, args, settings, check)


def _written(target, before, compute, args, settings, check):
    result = compute(before, *args, **settings)
    if result is NotImplemented:
        return result
    check(target, result._data)
    if not result._requires_grad or target._data.dtype.kind != "f":
        put_numbers(target, result._data)
        return target
    if any(entry is before for entry in result._grad_fn._saved):  # whose numbers the write would destroy
        before._data = before._data.copy()
    put_numbers(target, result._data)
    target._take_history(result._grad_fn)
    result._grad_fn._result_shared(target)
    return target


def _takes(compute, target, args, settings):
    """Whether `compute` takes arguments of these kinds. Raises its TypeError, which comes first in PyTorch, too."""
    try:
        with no_grad():
            return compute(target.detach(), *args, **settings) is not NotImplemented
    except TypeError as error:
        raise error from None
    except Exception:
        return True


def put_numbers(target, data):
    """Write `data` over the target's numbers, and increment its version counter."""
    if isinstance(target._data, np.ndarray):
        quiet.run(np.copyto, target._data, data, casting="unsafe")
    else:
        target._data = quiet.run(target._data.dtype.type, data)
    target._share_counter().value += 1


def _as_it_is(target, data):
    """A tensor with the target's history from before the write."""
    before = new_tensor(data, target._requires_grad)
    before._edge = target._edge
    return before


def in_place(name, of, *operators, fast=None, check_read=check_apart):
    """Publish the in-place form of the function `of`, as a method and behind `operators`.

    fast        the NumPy function that writes the same result straight into an array if nothing is to be recorded
    check_read  see `write`
    """
    function = getattr(of, "__wrapped__", of)
    of = gated(function, name, method=True)

    def operator(self, *args, **settings):
        if fast is not None and not settings and _written_straight(fast, self, *args):
            return self
        return write(self, of, *args, check_read=check_read, **settings)

    def method(self, *args, **settings):
        if len(args) > 1:
            args, settings = number_last(name, args, settings)
        result = operator(self, *args, **settings)
        if result is NotImplemented:
            second = "exponent" if name == "pow_" else "other"
            raise wrong_type(name, second, 1, "Tensor", args[0] if args else settings[second])
        return result

    def alone(self):
        return operator(self)

    made = alone if takes_no_more(function) else method
    named(name, function=False)(titled(made, name, f"`{of.__name__}`, written into this tensor."))
    named(operators=operators)(operator)


def _written_straight(function, target, other=None, *surplus):
    """Whether `function` did the whole write: nothing to record, floats of one type, one shape or a number."""
    array = target._data
    if surplus or type(array) is not np.ndarray or array.dtype.kind != "f":
        return False
    if mode.recording and target.requires_grad:
        return False
    if isinstance(other, Tensor):
        data = other._data
        alike = data.dtype is array.dtype and data.shape == array.shape
        if not alike or other.requires_grad or _owner(data) is _owner(array):
            return False
        other = data
    elif type(other) is not float and not (type(other) is int and -(2**63) < other < 2**63):
        return False
    check_single(array)
    quiet.run(function, array, other, array)
    target._share_counter().value += 1
    return True
