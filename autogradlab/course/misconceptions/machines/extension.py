"""Custom backward rules, second derivatives, hooks."""

import warnings
from contextlib import contextmanager

from autogradlab.autograd import derivatives, function, hooks
from autogradlab.autograd.function import FunctionCtx
from autogradlab.autograd.modes import mode
from autogradlab.autograd.observers import Observer, observing
from autogradlab.autograd.rules import rules

from .operations import ones_like
from .patching import patched, together


def upstream_ignored():
    """M46: the backward of a custom Function returns the local derivative, whatever `grad_output` is."""
    contributions = FunctionCtx._contributions

    def one(grad):
        return None if grad is None else ones_like(grad)

    def alone(ctx, grad, recorded, edges):
        return contributions(ctx, [one(g) for g in grad] if ctx._outputs > 1 else one(grad), recorded, edges)

    return patched(FunctionCtx, "_contributions", alone)


def missing_returns_allowed():
    """M47: a custom backward may leave out gradients at the end."""
    find = function._rule

    def padded(cls):
        rule = find(cls)

        def with_nones(ctx, *grads):
            given = rule(ctx, *grads)
            given = given if isinstance(given, tuple) else (given,)
            return (*given, *[None] * (len(ctx._edges) - len(given)))

        return with_nones

    return patched(function, "_rule", padded)


def retain_is_create():
    """M51: with `retain_graph=True`, gradients are recorded and have gradients of their own."""
    backward, grad = derivatives._backward, derivatives._grad

    def recorded_backward(roots, gradients, retain_graph, create_graph, inputs):
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Using backward\\(\\) with create_graph=True")
            backward(roots, gradients, retain_graph, create_graph or bool(retain_graph), inputs)

    def recorded_grad(outputs, grad_outputs, wanted, retain_graph, create_graph, *others):
        return grad(outputs, grad_outputs, wanted, retain_graph, create_graph or bool(retain_graph), *others)

    return together(patched(derivatives, "_backward", recorded_backward), patched(derivatives, "_grad", recorded_grad))


class _SecondOrder(Observer):
    """Marks the nodes that are recorded during a backward pass."""

    def made(self, node):
        if mode.walk is not None:
            node.metadata["second_order"] = True


@contextmanager
def second_replaces_first():
    """M52: backward from a gradient leaves only the second derivative in `.grad`."""
    check, add, replaces = rules.check_freed, rules.accumulate, [False]

    def look(nodes):
        check(nodes)
        replaces[0] = any("second_order" in node.metadata for node in nodes)

    def accumulate(tensor, grad):
        if replaces[0]:
            tensor._grad = None
        add(tensor, grad)

    with together(observing(_SecondOrder()), rules.replaced(check_freed=look, accumulate=accumulate)):
        yield


def hook_result_ignored():
    """M67: the return value of a hook is ignored."""
    return patched(hooks, "checked", lambda given, grad, hook: grad)
