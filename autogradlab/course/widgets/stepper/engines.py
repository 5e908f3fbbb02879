"""How to run one node of a backward graph by itself, in our engine and in PyTorch: its own rule and nothing else.

No `.grad` is touched, no saved value is freed, and no hook is called.
"""

import numpy as np

from autogradlab.autograd.graph import AccumulateGrad, Node
from autogradlab.autograd.rules import rules


def engine_of(root):
    """`Ours` or `PyTorch`, whichever made this tensor."""
    return Ours() if isinstance(root.grad_fn, Node) else PyTorch()


class Ours:
    """Gradients are arrays, as in the engine's own walk."""

    def first(self, root):
        """The 1 that backward starts with."""
        return np.ones_like(root._data)[()]

    def run(self, node, grads):
        """The contribution to each input, from one gradient per result (None where none arrived)."""
        rules.check_freed([node])
        return node._contributions(grads[0] if node._outputs == 1 else grads, False, node._edges)

    def ones(self, grad):
        return np.ones_like(grad) if grad.ndim else grad.dtype.type(1)

    def joined(self, so_far, contribution):
        return rules.sum_paths(so_far, contribution)

    def added_to_grad(self, leaf, total):
        """What `.grad` of a leaf will hold once the total has been accumulated."""
        return total if leaf.grad is None else leaf.grad._data + total

    def number(self, node):
        """A node's rank; of those ready, the highest runs first: younger nodes rank higher, ends of paths above all."""
        return float("inf") if isinstance(node, AccumulateGrad) else node._number


class PyTorch:
    """Gradients are torch tensors."""

    def __init__(self):
        import torch  # installed, because the root is one of its tensors

        self.torch = torch

    def first(self, root):
        return self.torch.ones_like(root).detach()

    def run(self, node, grads):
        rule = node.apply if hasattr(node, "apply") else node  # a Function's node is not callable
        with self.torch.no_grad():
            given = rule(*grads)
        given = given if isinstance(given, tuple) else (given,)
        return [self._fitted(part, *edge) for part, edge in zip(given, node.next_functions)]

    def _fitted(self, part, node, number):
        """A contribution summed to the shape of its receiver: PyTorch's engine does this between two nodes."""
        if part is None or node is None:
            return None
        return part.sum_to_size(node._input_metadata[number].shape)

    def ones(self, grad):
        return self.torch.ones_like(grad)

    def joined(self, so_far, contribution):
        return so_far + contribution

    def added_to_grad(self, leaf, total):
        return total if leaf.grad is None else leaf.grad.detach() + total

    def number(self, node):
        return node._sequence_nr()
