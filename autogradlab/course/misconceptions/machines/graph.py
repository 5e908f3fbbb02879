"""The gradients that travel through the graph, and where they arrive."""

from contextlib import contextmanager

import numpy as np

from autogradlab.autograd import derivatives
from autogradlab.autograd.rules import rules
from autogradlab.autograd.tensor import Tensor, new_tensor

from .operations import around, ones_like, tensors_in
from .patching import patched, together


def one_path():
    """M38: a value that is used twice gets the contribution of one path, the first to arrive."""
    return rules.replaced(sum_paths=lambda so_far, contribution, into=None: so_far)


def paths_multiply():
    """M38, another way: where two paths meet, their contributions are multiplied."""
    return rules.replaced(sum_paths=lambda so_far, contribution, into=None: so_far * contribution)


def local_only():
    """M39: the local derivative is the gradient; the gradient that arrives at a node is ignored."""
    chain = rules.chain
    return rules.replaced(chain=lambda partial, grad, values: chain(partial, ones_like(grad), values))


@contextmanager
def outermost_only():
    """M39, another way: only the last operation's derivative counts; the inner ones are ignored."""
    chain, check = rules.chain, rules.check_freed
    first = []

    def check_and_begin(nodes):
        check(nodes)
        first[:] = [True]

    def once(partial, grad, values):
        given = chain(partial, grad, values)
        if first or np.shape(given) != np.shape(grad):
            first.clear()
            return given
        return grad * 1

    with rules.replaced(chain=once, check_freed=check_and_begin):
        yield


@contextmanager
def data_gets_gradients():
    """M60: the data that a tracked tensor is combined with gets a gradient as well."""
    walk = derivatives._walk

    def wrap(operation, apply):
        def tracking(*inputs, **settings):
            tensors = list(tensors_in(inputs))
            data = [x for x in tensors if _is_data(x)] if any(x._requires_grad for x in tensors) else []
            try:
                for x in data:
                    x._requires_grad = True
                return apply(*inputs, **settings)
            finally:
                for x in data:
                    x._requires_grad = False

        return tracking

    def walk_and_store(*arguments, **purpose):
        found = walk(*arguments, **purpose)
        for edge, grad in found.items() if purpose.get("accumulates") else ():
            if isinstance(edge, Tensor) and not edge._requires_grad:
                rules.accumulate(edge, grad if isinstance(grad, Tensor) else new_tensor(grad))
        return found

    with together(around(wrap, _has_all_rules), patched(derivatives, "_walk", walk_and_store)):
        yield


def _is_data(x):
    return not x._requires_grad and x._edge is None and x._view_of is None and x._data.dtype.kind == "f"


def _has_all_rules(operation):
    return all(rule is not None for rule in getattr(operation, "rules_found", ()))
