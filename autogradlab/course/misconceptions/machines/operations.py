"""Wrappers around operations: they can see and change the inputs and the result of each, wherever it is called from."""

import weakref
from contextlib import contextmanager
from itertools import count

import numpy as np

from autogradlab.autograd.modes import no_grad
from autogradlab.autograd.operation import every_operation
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.joining import CatBackward0, StackBackward0

from .patching import patched, together

RECIPE = "_recipe"


def around(wrap, of=lambda operation: True):
    """Inside, `wrap(operation, apply)` replaces `apply` of each operation that `of` chooses, and its operators (`*`).

    An operator may return NotImplemented. If it has to convert an input it calls `apply`, so `wrap` acts twice then.
    """
    return together(*(patched(owner, name, function) for owner, name, function in _wrapped(wrap, of)))


def _wrapped(wrap, of):
    for operation in filter(of, [*every_operation(), CatBackward0, StackBackward0]):
        yield operation, "apply", staticmethod(wrap(operation, operation.apply))
        for name in vars(operation).get("operators", ()):
            yield Tensor, name, wrap(operation, getattr(Tensor, name))


def tensors_in(inputs):
    """The tensors among an operation's inputs; joining takes a list of them."""
    for x in inputs:
        if isinstance(x, Tensor):
            yield x
        elif isinstance(x, (list, tuple)):
            yield from tensors_in(x)


def seeing_results(see):
    """Inside, `see(result, inputs)` is called for every tensor that an operation returns."""

    def wrap(operation, apply):
        def seeing(*inputs, **settings):
            result = apply(*inputs, **settings)
            if isinstance(result, Tensor):
                see(result, inputs)
            return result

        return seeing

    return around(wrap)


def ones_like(grad):
    """Ones in the shape of a gradient: a tensor where the backward pass is recorded, else an array or a number."""
    return grad.new_ones(grad.shape) if isinstance(grad, Tensor) else np.ones_like(grad)[()]


class Recipes:
    """How each result was computed, kept on the result, so that it can be computed again from other numbers."""

    def __init__(self):
        self._results, self._number = [], count()

    @contextmanager
    def kept(self):
        """Inside, every result keeps its recipe."""
        with around(self._noting):
            yield

    def _noting(self, operation, apply):
        def noting(*inputs, **settings):
            result = apply(*inputs, **settings)
            if isinstance(result, Tensor):
                result.__dict__[RECIPE] = next(self._number), apply, inputs, settings
                self._results.append(weakref.ref(result))
            return result

        return noting

    def alive(self):
        """The results that still exist and have a recipe, oldest first."""
        found = [(ref, ref()) for ref in self._results]
        self._results = [ref for ref, result in found if result is not None]
        return [result for _, result in found if result is not None and RECIPE in result.__dict__]


def behind(result):
    """The result and the tensors that it was computed from, as far as they have recipes, oldest first."""
    seen, waiting = {}, [result]
    while waiting:
        tensor = waiting.pop()
        if id(tensor) not in seen and RECIPE in tensor.__dict__:
            seen[id(tensor)] = tensor
            waiting += tensors_in(tensor.__dict__[RECIPE][2])
    return sorted(seen.values(), key=lambda tensor: tensor.__dict__[RECIPE][0])


def computed_again(result, others):
    """The result, computed again from its recipe with some tensors replaced: {id of a tensor: its replacement}."""
    others = dict(others)
    with no_grad():
        for tensor in behind(result):
            _, apply, inputs, settings = tensor.__dict__[RECIPE]
            others[id(tensor)] = apply(*(_exchanged(x, others) for x in inputs), **settings)
    return others.get(id(result), result)


def _exchanged(x, others):
    return [_exchanged(y, others) for y in x] if isinstance(x, (list, tuple)) else others.get(id(x), x)
