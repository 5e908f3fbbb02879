"""The switches: eval, no_grad, inference_mode, detach."""

from contextlib import contextmanager

from autogradlab.autograd import derivatives
from autogradlab.autograd.modes import become, inference_mode, mode, no_grad
from autogradlab.autograd.tensor import Tensor
from autogradlab.nn.module import Module

from .operations import around, tensors_in
from .patching import patched, together
from .program import called_by_learner


def eval_stops_recording():
    """M28: a module in eval mode records nothing, as under `no_grad`."""
    call = Module.__call__

    def unrecorded(module, *arguments, **words):
        if module.training:
            return call(module, *arguments, **words)
        with no_grad():
            return call(module, *arguments, **words)

    return patched(Module, "__call__", unrecorded)


def no_grad_means_eval():
    """M29: under `no_grad`, layers behave as in eval mode."""
    call = Module.__call__

    def evaluated(module, *arguments, **words):
        if mode.enabled or not module.training:
            return call(module, *arguments, **words)
        module.training = False
        try:
            return call(module, *arguments, **words)
        finally:
            module.training = True

    return patched(Module, "__call__", evaluated)


def detach_copies():
    """M24: `detach()` returns a copy in memory of its own."""
    detach = Tensor.detach

    def copied(tensor):
        alone = detach(tensor)
        return alone.clone() if called_by_learner() else alone

    return patched(Tensor, "detach", copied)


@contextmanager
def detach_stops_all():
    """M25: once a tensor was detached somewhere, no gradient passes it on any path."""
    detach, handles = Tensor.detach, []

    def stopped(tensor):
        if called_by_learner() and tensor.requires_grad:
            handles.append(tensor.register_hook(lambda grad: grad * 0))
        return detach(tensor)

    try:
        with patched(Tensor, "detach", stopped):
            yield
    finally:
        for handle in handles:
            handle.remove()


def detach_is_no_grad():
    """M26: operations with a detached input are not recorded at all, as under `no_grad`."""
    detach = Tensor.detach

    def marked(tensor):
        result = detach(tensor)
        if called_by_learner():
            result.__dict__["switches_off"] = True
        return result

    def wrap(operation, apply):
        def unrecorded(*inputs, **settings):
            if not any("switches_off" in x.__dict__ for x in tensors_in(inputs)):
                return apply(*inputs, **settings)
            with no_grad():
                return apply(*inputs, **settings)

        return unrecorded

    return together(around(wrap), patched(Tensor, "detach", marked))


def no_grad_flips_flags():
    """M27: under `no_grad` no tensor requires grad, so backward cannot start either."""
    flag, starts = vars(Tensor)["requires_grad"], derivatives._starts

    def requires_grad(tensor):
        return mode.enabled and flag.fget(tensor)

    def refuse(roots, gradients):
        found = starts(roots, gradients)
        if not mode.enabled:
            raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
        return found

    return together(
        patched(Tensor, "requires_grad", property(requires_grad, flag.fset)), patched(derivatives, "_starts", refuse)
    )


def inference_is_no_grad():
    """M30: `inference_mode` is `no_grad` under another name."""

    def enter(switch):
        switch.prev = mode.inference, mode.enabled
        become(enabled=not switch.mode)

    return patched(inference_mode, "__enter__", enter)
