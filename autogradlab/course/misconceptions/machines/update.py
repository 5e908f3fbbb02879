"""Which call moves the weights, when, and where to."""

import weakref
from contextlib import contextmanager

import numpy as np

from autogradlab.autograd import derivatives
from autogradlab.autograd.modes import no_grad
from autogradlab.autograd.rules import rules
from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.versions import VersionCounter
from autogradlab.optim.optimizer import Optimizer

from .operations import RECIPE, Recipes, computed_again, seeing_results, tensors_in
from .patching import around_backward, patched, received, receiving, together

LR = 0.1  # where no optimizer says otherwise


@contextmanager
def backward_steps():
    """M01: `backward()` moves the weights: as their optimizer would, or by 0.1 times the gradient."""
    optimizers = weakref.WeakSet()
    make = Optimizer.__init__

    def made(optimizer, *arguments):
        make(optimizer, *arguments)
        optimizers.add(optimizer)

    def wrap(backward):
        def backward_and_step(*arguments):
            arrived = received(lambda: backward(*arguments))
            leaves = {key: leaf for key, (leaf, _) in arrived.items()}
            for optimizer in [x for x in optimizers if _optimizes(x, leaves)]:
                optimizer.step()
                leaves = {key: leaf for key, leaf in leaves.items() if not _optimizes(optimizer, [key])}
            for leaf in leaves.values():
                _moved_unnoticed(leaf, LR * leaf._grad._data)

        return backward_and_step

    with together(patched(Optimizer, "__init__", made), around_backward(wrap)):
        yield


def _optimizes(optimizer, ids):
    return any(id(param) in ids for group in optimizer.param_groups for param in group["params"])


def _moved_unnoticed(tensor, change):
    numbers = tensor._shared_array()
    numbers -= change


@contextmanager
def step_differentiates():
    """M02: `step()` computes missing gradients itself, from the newest loss."""
    newest = [None]
    update = Optimizer.step

    def see(result, inputs):
        if result._requires_grad and result._data.size == 1:
            newest[0] = weakref.ref(result)

    def remember(tensor, grad):
        tensor.__dict__["latest_gradient"] = grad.detach().clone()

    def step(optimizer, closure=None):
        missing = [p for group in optimizer.param_groups for p in group["params"] if p._grad is None]
        loss = newest[0] and newest[0]()
        for param, grad in zip(missing, _gradients(loss, missing)):
            param._grad = grad
        try:
            return update(optimizer, closure)
        finally:
            for param in missing:
                param._grad = None

    with together(seeing_results(see), receiving(remember), patched(Optimizer, "step", step)):
        yield


def _gradients(loss, params):
    """The gradients of the loss; if its graph is gone, the last ones that backward added to `.grad`."""
    try:
        if loss is not None and params:
            return list(derivatives.grad(loss, params, retain_graph=True, allow_unused=True))
    except RuntimeError:
        pass
    return [param.__dict__.get("latest_gradient") for param in params]


def clearing_can_wait():
    """M07: it does not matter where `zero_grad()` stands: a step still finds the gradient of the latest backward."""
    clear, update = rules.clear, Optimizer.step

    def note(tensor, grad):
        tensor.__dict__["waiting"] = None  # a gradient that no step has used yet

    def clear_later(tensor, set_to_none):
        if "waiting" in tensor.__dict__ and tensor._grad is not None:
            tensor.__dict__["waiting"] = tensor._grad.detach().clone()
        clear(tensor, set_to_none)

    def step(optimizer, closure=None):
        for param in (p for group in optimizer.param_groups for p in group["params"]):
            waiting = param.__dict__.pop("waiting", None)
            param._grad = param._grad if waiting is None else waiting
        return update(optimizer, closure)

    return together(receiving(note), rules.replaced(clear=clear_later), patched(Optimizer, "step", step))


def step_uses_up():
    """M61: `step()` uses up the gradient: `.grad` is None afterwards."""
    update = Optimizer.step

    def step(optimizer, closure=None):
        loss = update(optimizer, closure)
        for param in (p for group in optimizer.param_groups for p in group["params"]):
            param._grad = None
        return loss

    return patched(Optimizer, "step", step)


def uphill():
    """M40: a step goes in the direction of the gradient, uphill."""
    move = rules.move
    return rules.replaced(move=lambda tensor, change, rate=1.0: move(tensor, change, -rate))


@contextmanager
def jumps_to_minimum():
    """M41: one step lands at the minimum of a parabola that is fitted to the loss along its gradient."""
    recipes, move = Recipes(), rules.move

    def wrap(backward):
        def backward_and_aim(roots, *arguments):
            arrived = received(lambda: backward(roots, *arguments))
            if len(roots) == 1 and getattr(roots[0], "_data", np.empty(0)).size == 1:
                _aim(roots[0], list(arrived.values()))

        return backward_and_aim

    def jump(tensor, change, rate=1.0):
        minimum = tensor.__dict__.pop("minimum", None)
        if minimum is not None:
            change, rate = tensor._data - minimum, 1.0
        move(tensor, change, rate)

    with together(recipes.kept(), around_backward(wrap), rules.replaced(move=jump)):
        yield


def _aim(loss, leaves):
    """Store on each leaf where its minimum is; a loss that does not curve upwards along its gradient has none."""
    slope = sum(float((grad._data**2).sum()) for _, grad in leaves)
    moved = {id(leaf): Tensor._alias(leaf, None) for leaf, _ in leaves}
    for leaf, grad in leaves:
        moved[id(leaf)]._data = leaf._data - grad._data
    bend = computed_again(loss, moved).item() - loss.item() + slope
    if bend > 0:
        for leaf, grad in leaves:
            leaf.__dict__["minimum"] = leaf._data - slope / (2 * bend) * grad._data


@contextmanager
def refreshing():
    """M42: results that were computed from a weight are computed again when the weight is written to."""
    recipes, slot, busy = Recipes(), VersionCounter.value, []

    def written(counter, value):
        slot.__set__(counter, value)
        if value and not busy:
            busy.append(True)
            _refresh(recipes.alive(), counter)
            busy.clear()

    with together(recipes.kept(), patched(VersionCounter, "value", property(slot.__get__, written))):
        yield


def _refresh(results, counter):
    """Recompute, oldest first, the results that depend on the memory that was written to; not those in that memory."""
    fresh = set()
    for result in results:
        _, apply, inputs, settings = result.__dict__[RECIPE]
        if result._counter is counter:
            del result.__dict__[RECIPE]
        elif any(x._counter is counter or id(x) in fresh for x in tensors_in(inputs)):
            with no_grad():
                result._data = apply(*inputs, **settings)._data
            fresh.add(id(result))
