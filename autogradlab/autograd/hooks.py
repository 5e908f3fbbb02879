"""Hooks: looking at a gradient on its way, or changing it.

A hook on a tensor sees the whole gradient of that tensor, before a leaf adds it to `.grad`; what it returns takes
the gradient's place. They run in the order of their registration; what `retain_grad()` keeps comes after all of them.
"""
import itertools
import weakref

from .modes import set_grad_enabled
from .rules import rules

_keys = itertools.count()


class RemovableHandle:
    """What registering a hook gives; `remove()` takes the hook away again. Works in a `with` block too."""

    def __init__(self, hooks):
        self.id, self._hooks = next(_keys), hooks

    def remove(self):
        """Take the hook away; a second time does nothing."""
        self._hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.remove()


class Hooks:
    """The hooks of one tensor: those that see its gradient, those that run after accumulation, and who retains it."""
    __slots__ = ("before", "after", "retained_by", "as_tensor")

    def __init__(self, as_tensor):
        self.before, self.after, self.retained_by, self.as_tensor = {}, {}, None, as_tensor

    def add(self, hooks, hook):
        """Register `hook` in `hooks`, which is `self.before` or `self.after`."""
        handle = RemovableHandle(hooks)
        hooks[handle.id] = hook
        return handle

    def retain(self, tensor):
        """Have `tensor` keep its gradient. The hooks hang on the tensor's node, so they hold the tensor weakly."""
        self.retained_by = weakref.ref(tensor)

    def changed(self, grad, recorded):
        """A gradient, array or Tensor, after every hook has seen it. Hooks are recorded if backward is."""
        with set_grad_enabled(recorded):
            seen = self._seen_by_all(grad if recorded else self.as_tensor(grad))
        return seen if recorded else seen._data

    def _seen_by_all(self, grad):
        for hook in list(self.before.values()):
            given = hook(grad)
            if given is not None:
                if given.shape != grad.shape:
                    raise RuntimeError(f"hook '{getattr(hook, '__name__', hook)}' has changed the size of value")
                grad = given
        tensor = self.retained_by and self.retained_by()
        if tensor is not None:
            rules.accumulate(tensor, grad.clone())
        return grad
