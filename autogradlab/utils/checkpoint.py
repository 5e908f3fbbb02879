"""Checkpointing: discard what a part of the forward pass saved, and recompute it when backward needs it.

Peak memory falls from all parts together to the largest one, but forward is computed twice. Source: Chen, Xu, Zhang and
Guestrin, Training Deep Nets with Sublinear Memory Cost (2016).
"""

from __future__ import annotations

import warnings
import weakref
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from autogradlab.autograd.derivatives import backward
from autogradlab.autograd.function import Function
from autogradlab.autograd.modes import enable_grad, mode, no_grad
from autogradlab.autograd.rules import rules
from autogradlab.autograd.saved_hooks import saved_tensors_hooks
from autogradlab.autograd.tensor import Tensor
from autogradlab.ops.generator import get_rng_state, set_rng_state
from autogradlab.ops.left_out import lacking, option_left_out

Result = TypeVar("Result")


__all__ = ["CheckpointError", "checkpoint", "checkpoint_sequential"]


class CheckpointError(RuntimeError):
    """Raised in backward if the second forward pass saved other tensors than the first."""


def checkpoint(
    function: Callable[..., Result],
    *args: Any,
    use_reentrant: bool | None = None,
    preserve_rng_state: bool = True,
    **kwargs: Any,
) -> Result:
    """`function(*args, **kwargs)`, whose saved tensors are discarded and recomputed in backward.

    use_reentrant       False (recommended): each saved tensor is replaced by a promise; True: the part is one node,
                        whose backward runs the function again, now recorded, and calls backward() inside
    preserve_rng_state  draw the same random numbers the second time
    """
    if use_reentrant is None:
        warnings.warn(SAY_WHICH.format("", FROM_2_9), stacklevel=1)
        use_reentrant = True
    for option in {"context_fn", "determinism_check", "debug", "early_stop"}.intersection(kwargs):
        raise option_left_out(f"checkpoint({option}=)")
    if use_reentrant:
        if kwargs:
            raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
        return CheckpointFunction.apply(function, preserve_rng_state, *args)
    run = lambda: function(*args, **kwargs)
    if not mode.enabled:
        return run()
    part = _Part(run, args, preserve_rng_state)
    with saved_tensors_hooks(part.promise, part.kept):
        return run()


def checkpoint_sequential(
    functions: Iterable[Callable[[Any], Any]],
    segments: int,
    input: Any,
    use_reentrant: bool | None = None,
    preserve_rng_state: bool = True,
    **kwargs: Any,
) -> Any:
    """The functions (or the modules of a `Sequential`) one after the other, all segments but the last checkpointed."""
    if use_reentrant is None:
        warnings.warn(SAY_WHICH.format(".checkpoint_sequential", IN_2_9), stacklevel=2)
        use_reentrant = True
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    functions = list(functions.children() if hasattr(functions, "children") else functions)
    length, done = len(functions) // segments, 0
    for start in range(0, length * (segments - 1), length):
        done = start + length
        part = partial(_chained, functions[start:done])
        input = checkpoint(part, input, use_reentrant=use_reentrant, preserve_rng_state=preserve_rng_state)
    return _chained(functions[done:], input)


def _chained(functions, input):
    for function in functions:
        input = function(input)
    return input


@contextmanager
def _replayed(state):
    """Inside, draw again the numbers that follow `state`, then put the shared stream back; do nothing for None."""
    if state is None:
        yield
        return
    now = get_rng_state()
    set_rng_state(state)
    try:
        yield
    finally:
        set_rng_state(now)


# ---- not reentrant: promises in place of saved tensors ----------------------------------------------------------


class _StopRecomputationError(Exception):
    """Raised to end a second run: every saved tensor is recomputed."""


class _Part:
    """One checkpointed call: how to run it again, and what it saves the first and the second time."""

    def __init__(self, run, args, preserve_rng_state):
        self.run, self.state = run, get_rng_state() if preserve_rng_state else None
        self.versions = [(x, x._share_counter().when_saved) for x in args if isinstance(x, Tensor)]
        self.forms, self.again, self.walk = [], {}, None

    def promise(self, tensor):
        """Pack: keep only the form of a saved tensor and return its number, the promise."""
        self.forms.append(_form(tensor))
        return len(self.forms) - 1

    def kept(self, promise):
        """Unpack: the recomputed tensor, once. The first time in each walk, all are recomputed: run the part again.

        What an earlier walk has left over does not count, because a parameter may have changed since.
        """
        if mode.walk is None or self.walk is None or self.walk() is not mode.walk:
            self._run_again()
            self.walk = mode.walk and weakref.ref(mode.walk)
        if promise not in self.again:
            raise CheckpointError(UNPACKED_TWICE)
        return self.again.pop(promise)

    def _run_again(self):
        self.again = {}
        for tensor, version in self.versions:
            rules.check_version(tensor, version, tensor.grad_fn)
        try:
            with enable_grad(), saved_tensors_hooks(self._saved_again, lambda tensor: tensor), _replayed(self.state):
                self.run()
        except _StopRecomputationError:
            pass
        self._check()

    def _saved_again(self, tensor):
        tensor = tensor.detach() if tensor.requires_grad else tensor
        self.again[len(self.again)] = tensor
        if len(self.again) == len(self.forms):
            raise _StopRecomputationError
        return tensor

    def _check(self):
        if len(self.again) != len(self.forms):
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the original "
                "forward and recomputation.\nNumber of tensors saved during forward: "
                f"{len(self.forms)}\nNumber of tensors saved during recomputation: {len(self.again)}."
            )
        others = [(i, form, now) for i, form in enumerate(self.forms) if (now := _form(self.again[i])) != form]
        if others:
            raise CheckpointError(
                "torch.utils.checkpoint: Recomputed values for the following tensors have different "
                "metadata than during the forward pass.\n"
                + "".join(
                    f"tensor at position {i}:\nsaved metadata: {form}\nrecomputed metadata: {now}\n"
                    for i, form, now in others
                )
                + "."
            )


UNPACKED_TWICE = (
    "torch.utils.checkpoint: Unpack is being triggered for a tensor that was already unpacked once. If you are calling "
    "ctx.saved_tensors in backward, make sure to do so only once. Otherwise please open an issue with details on your "
    "use case."
)


def _form(tensor):
    return {"shape": tensor.shape, "dtype": tensor.dtype, "device": tensor.device}


# ---- reentrant: the part is one node ----------------------------------------------------------------------------


class CheckpointFunction(Function):
    """A node that runs the part unrecorded; its backward runs it again, recorded, and calls backward() inside."""

    @staticmethod
    def forward(ctx, function, preserve_rng_state, *args):
        if not any(isinstance(x, Tensor) and x.requires_grad for x in args):
            # As in PyTorch, both warnings name a line of this file, so that they come once, wherever they are caused.
            warnings.warn("None of the inputs have requires_grad=True. Gradients will be None", stacklevel=1)
        ctx.function, ctx.state = function, get_rng_state() if preserve_rng_state else None
        ctx.others = [None if isinstance(x, Tensor) else x for x in args]
        ctx.save_for_backward(*[x if isinstance(x, Tensor) else None for x in args])
        with no_grad():
            return function(*args)

    @staticmethod
    def backward(ctx, *grads):
        if mode.walk.targets:
            raise RuntimeError(REENTRANT_TOWARD_INPUTS)
        inputs = [
            other if x is None else x.detach().requires_grad_(x.requires_grad)
            for x, other in zip(ctx.saved_tensors, ctx.others)
        ]
        with enable_grad(), _replayed(ctx.state):
            outputs = ctx.function(*inputs)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        pairs = [(out, g) for out, g in zip(outputs, grads) if isinstance(out, Tensor) and out.requires_grad]
        if not pairs:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        backward(*map(list, zip(*pairs)))
        return None, None, *[x.grad if isinstance(x, Tensor) else None for x in inputs]


SAY_WHICH = (
    "torch.utils.checkpoint{}: the use_reentrant parameter should be passed explicitly. {} use_reentrant=False is "
    "recommended, but if you need to preserve the current default behavior, you can pass use_reentrant=True. Refer to "
    "docs for more details on the differences between the two variants."
)
FROM_2_9 = "Starting in PyTorch 2.9, calling checkpoint without use_reentrant will raise an exception."
IN_2_9 = "In version 2.9 we will raise an exception if use_reentrant is not passed."
REENTRANT_TOWARD_INPUTS = (
    "When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or passing an `inputs` parameter to "
    ".backward(). To resolve this error, you can either set use_reentrant=False, or call .backward() without passing "
    "the `inputs` argument."
)

__getattr__ = lacking("torch.utils.checkpoint")
