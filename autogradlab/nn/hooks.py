"""Hooks of a module: they see, and may change, what goes in and comes out, in forward and in backward.

For backward, inputs and outputs pass through an identity whose backward calls the hooks. That is why the output of
a module with backward hooks has `grad_fn=<BackwardHookFunctionBackward>`.
"""

import warnings
from collections import OrderedDict

from autogradlab.autograd.function import Function
from autogradlab.autograd.hooks import add, arguments_after, checked
from autogradlab.autograd.modes import mode
from autogradlab.autograd.tensor import Tensor
from autogradlab.autograd.trace import users_level


class ModuleHooks:
    """The hooks of one module in the order in which they run, and the call that runs them."""

    def __init__(self):
        self.before, self.after, self.backward_before, self.backward_after = (OrderedDict() for _ in range(4))
        self.with_kwargs = set()

    def add(self, place, hook, prepend, with_kwargs=False):
        """Register `hook` last among those of its `place`, first if `prepend`; returns the handle that removes it."""
        hooks = getattr(self, place)
        handle = add(hooks, hook)
        if prepend:
            hooks.move_to_end(handle.id, last=False)
        if with_kwargs:
            self.with_kwargs.add(handle.id)
        return handle

    def call(self, module, args, kwargs):
        """`module.forward(*args, **kwargs)` with every hook in its place."""
        for key, hook in list(self.before.items()):
            if key in self.with_kwargs:
                given = hook(module, args, kwargs)
                args, kwargs = arguments_after(given, args, kwargs, "forward pre-hook")
            else:
                given = hook(module, args)
                args = args if given is None else given if isinstance(given, tuple) else (given,)
        passage = _Passage(module, self) if self.backward_before or self.backward_after else None
        if passage:
            args = passage.enter(args)
        output = module.forward(*args, **kwargs)
        for key, hook in list(self.after.items()):
            given = hook(module, args, *((kwargs,) if key in self.with_kwargs else ()), output)
            output = output if given is None else given
        return passage.leave(output) if passage else output


class BackwardHookFunction(Function):
    """z = x; in backward, `ctx.seen(gradients)` returns the gradients to pass on."""

    @staticmethod
    def forward(ctx, *tensors):
        ctx.mark_non_differentiable(*(tensor for tensor in tensors if not tensor.requires_grad))
        return tensors

    @staticmethod
    def backward(ctx, *grads):
        return ctx.seen(grads)


class _Passage:
    """One call of a module with backward hooks: backward reaches its outputs first, then its inputs."""

    def __init__(self, module, hooks):
        self.module, self.grad_output = module, None
        self.before, self.after = list(hooks.backward_before.values()), list(hooks.backward_after.values())

    def enter(self, args):
        """The arguments, with their tensors watched if one of them is tracked."""
        self.inputs = len(args)
        watched, self.input_places = _watched(args, self._grad_input_arrived)
        return watched

    def leave(self, output):
        """The output, a tensor or a tuple with tensors in it, watched if one of them is tracked."""
        if not isinstance(output, (Tensor, tuple)):
            warnings.warn(
                "For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but "
                f"received {type(output)}",
                stacklevel=1,  # once, wherever the module is called, as in PyTorch
            )
        outputs = output if isinstance(output, tuple) else (output,)
        self.outputs = len(outputs)
        watched, self.output_places = _watched(outputs, self._grad_output_arrived, zeros_for_none=False)
        if hasattr(output, "_fields"):
            return type(output)(*watched)
        return watched if isinstance(output, tuple) else watched[0]

    def _grad_output_arrived(self, grads):
        grad_output = _spread(grads, self.output_places, self.outputs)
        for hook in self.before:
            grad_output = _as_many(hook(self.module, grad_output), grad_output, "Backward pre hook", "grad_output")
        if self.input_places:
            self.grad_output = grad_output
        else:
            self._run_without_grad_input(grad_output)
        return _checked(grad_output, self.output_places, grads)

    def _run_without_grad_input(self, grad_output):
        warnings.warn(NO_INPUT_TRACKED, stacklevel=users_level())
        for hook in self.after:
            given = hook(self.module, (None,) * self.inputs, grad_output)
            if given is not None and not (isinstance(given, tuple) and all(grad is None for grad in given)):
                raise RuntimeError(
                    "Backward hook for Modules where no input requires gradient should always return "
                    "None or None for all gradients."
                )

    def _grad_input_arrived(self, grads):
        if self.grad_output is None:  # the gradient bypassed the module's outputs
            return grads
        grad_input, grad_output = _spread(grads, self.input_places, self.inputs), self.grad_output
        for hook in self.after:
            grad_input = _as_many(hook(self.module, grad_input, grad_output), grad_input, "Backward hook", "grad_input")
        self.grad_output = None
        return _checked(grad_input, self.input_places, grads)


def _watched(values, seen, zeros_for_none=True):
    """The values with their tensors passed through the identity, and the tensors' places; none if nothing is tracked.

    `zeros_for_none`: whether `seen` gets zeros rather than None for a tensor that receives no gradient.
    """
    places = [i for i, x in enumerate(values) if isinstance(x, Tensor)]
    tracked = [i for i in places if values[i].requires_grad]
    if not (tracked and mode.recording):
        return values, []
    watched = list(values)
    for i, passed in zip(places, BackwardHookFunction.apply(*[values[i] for i in places])):
        watched[i] = passed
    node = watched[tracked[0]].grad_fn
    node.seen = seen
    node.set_materialize_grads(zeros_for_none)
    return tuple(watched), places


def _spread(grads, places, count):
    """`count` gradients: those of the watched values in their places, None in the others."""
    found = dict(zip(places, grads))
    return tuple(found.get(i) for i in range(count))


def _as_many(given, grads, hook, what):
    """The gradients that a hook returned, or `grads` if it returned None. Raises RuntimeError if the number differs."""
    if given is None:
        return grads
    if len(given) != len(grads):
        raise RuntimeError(f"{hook} returned an invalid number of {what}, got {len(given)}, but expected {len(grads)}")
    return given


def _checked(given, places, grads):
    """The hooks' replacement for each of `grads`. Raises TypeError or RuntimeError for one that is not a gradient."""

    def hook():
        """Never called: error messages quote its name, which is that of PyTorch's function around the hooks."""

    return tuple(
        given[i] if given[i] is None or given[i] is grad else checked(given[i], grad, hook)
        for i, grad in zip(places, grads)
    )


NO_INPUT_TRACKED = (
    "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs require "
    "gradients. See "
    "https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html#torch.nn.Module.register_full_backward_hook "
    "for more details."
)
