"""Paths that were cut, and attempts to reconnect them."""

from contextlib import contextmanager

import numpy as np

import autogradlab
from autogradlab.autograd.modes import enable_grad
from autogradlab.autograd.tensor import Tensor

from .operations import around, tensors_in
from .patching import patched, together
from .program import called_by_learner

ORIGIN = "_origin"


def flag_reconnects():
    """M56: `loss.requires_grad = True` reconnects a loss with the weights that it was computed from."""
    flag, method = vars(Tensor)["requires_grad"], Tensor.requires_grad_

    def set_flag(tensor, wanted):
        flag.fset(tensor, wanted)
        _reconnect(tensor, wanted)

    def requires_grad_(tensor, requires_grad=True):
        method(tensor, requires_grad)
        _reconnect(tensor, requires_grad)
        return tensor

    return together(
        _origins_remembered(lambda tensor: _reconnect(tensor, tensor._requires_grad)),
        patched(Tensor, "requires_grad", property(flag.fget, set_flag)),
        patched(Tensor, "requires_grad_", requires_grad_),
    )


def copies_stay_connected():
    """M57: `tensor(loss)`, `item()` and a detour through NumPy keep the graph."""
    return _origins_remembered(lambda tensor: _reconnect(tensor, True))


def _reconnect(tensor, wanted):
    origin = tensor.__dict__.get(ORIGIN)
    if wanted and origin is not None and tensor._edge is None:
        with enable_grad():
            tensor._edge, tensor._requires_grad = origin.clone()._edge, True


@contextmanager
def _origins_remembered(made):
    """Inside, a tensor without history remembers the tracked tensor that it was computed from, its origin;
    `made(tensor)` is called for each that is made from numbers taken out of a tracked tensor."""
    taken = []  # [(a number or an array, the tensor that it came from)]

    def origin_of(x):
        if isinstance(x, Tensor):
            return x if x._requires_grad else x.__dict__.get(ORIGIN)
        return next((tensor for number, tensor in taken if number is x), None)

    def taking(method):
        def take(tensor, *arguments):
            result, origin = method(tensor, *arguments), origin_of(tensor)
            if origin is not None and called_by_learner():
                taken.append((result, origin))
            return result

        return take

    def cutting(cut):
        def detach(tensor):
            result, origin = cut(tensor), origin_of(tensor)
            if origin is not None:
                result.__dict__[ORIGIN] = origin
            return result

        return detach

    def making(make):
        def maker(data, *arguments, **words):
            result, origin = make(data, *arguments, **words), _joined(data, origin_of)
            if origin is not None and result._data.dtype.kind == "f" and origin.shape == result.shape:
                result.__dict__[ORIGIN] = origin
                made(result)
            return result

        return maker

    def wrap(operation, apply):
        def remembering(*inputs, **settings):
            result = apply(*inputs, **settings)
            if isinstance(result, Tensor) and not result._requires_grad and result._data.dtype.kind == "f":
                origins = {id(x): origin_of(x) for x in tensors_in(inputs)}
                if any(origin is not None for origin in origins.values()):
                    with enable_grad():
                        result.__dict__[ORIGIN] = apply(*_exchanged(inputs, origins), **settings)
            return result

        return remembering

    data = vars(Tensor)["data"]
    with together(
        around(wrap),
        patched(Tensor, "detach", cutting(Tensor.detach)),
        patched(Tensor, "data", property(cutting(data.fget), data.fset)),
        *(patched(Tensor, name, taking(getattr(Tensor, name))) for name in ("item", "numpy", "__float__")),
        *(
            patched(autogradlab, name, making(getattr(autogradlab, name)))
            for name in ("tensor", "as_tensor", "from_numpy")
        ),
    ):
        yield


def _joined(data, origin_of):
    """The tensor that `data` came from; for a list of numbers that came from tensors, a stack of those."""
    if isinstance(data, (list, tuple)) and data:
        origins = [_joined(entry, origin_of) for entry in data]
        return autogradlab.stack(origins) if all(x is not None for x in origins) else None
    return origin_of(data) if isinstance(data, (Tensor, float, np.ndarray)) else None


def _exchanged(inputs, origins):
    return [
        _exchanged(x, origins)
        if isinstance(x, (list, tuple))
        else x
        if not isinstance(x, Tensor) or origins.get(id(x)) is None
        else origins[id(x)]
        for x in inputs
    ]
