"""The five lines of a training loop, run for real, and what the registers hold after each line."""

from dataclasses import dataclass

import autogradlab as ag
from autogradlab.draw.numbers import written
from autogradlab.draw.walk import nodes_behind

LINES = ("optimizer.zero_grad()", "z = w * x + b", "loss = (z - y)**2", "loss.backward()", "optimizer.step()")
X, Y, LR = 2.0, 5.0, 0.05
LAST_Y = 6.0  # the target of the round before, so that its gradients differ from those of this one


@dataclass(frozen=True)
class NodeNote:
    """A node of the graph: its PyTorch name, and what it saved: a number as text, 'freed', or '' for nothing."""

    name: str
    saved: str


@dataclass(frozen=True)
class Moment:
    """The four registers after one line."""

    weights: tuple
    grads: tuple
    versions: tuple
    nodes: tuple = ()
    recording: bool = True
    loss: float | None = None

    @property
    def saved_count(self):
        return sum(node.saved not in ("", "freed") for node in self.nodes)


def run(w=3.0, b=1.0):
    """Six Moments: before the round, then after each of the five lines."""
    x, y = ag.tensor(X), ag.tensor(Y)
    weights = [ag.tensor(w, requires_grad=True), ag.tensor(b, requires_grad=True)]
    ((weights[0] * x + weights[1] - LAST_Y) ** 2).backward()  # the round before left its gradients behind
    optimizer = ag.optim.SGD(weights, lr=LR)
    moments = [note(weights)]
    optimizer.zero_grad()
    moments.append(note(weights))
    z = weights[0] * x + weights[1]
    moments.append(note(weights, z))
    loss = (z - y) ** 2
    moments.append(note(weights, loss, loss))
    loss.backward()
    moments.append(note(weights, loss, loss))
    optimizer.step()
    moments.append(note(weights, loss, loss))
    return moments


def note(weights, root=None, loss=None):
    """The Moment now; `root` is the newest result, whose graph is the one to show."""
    return Moment(
        weights=tuple(weight.item() for weight in weights),
        grads=tuple(None if weight.grad is None else weight.grad.item() for weight in weights),
        versions=tuple(weight._version for weight in weights),
        nodes=tuple(_nodes(root)) if root is not None else (),
        recording=ag.is_grad_enabled(),
        loss=None if loss is None else loss.item(),
    )


def _nodes(root):
    """The chain of nodes in the order of the forward pass: each operation here has at most one before it."""
    return [NodeNote(node.name(), _saved(node)) for node in reversed(nodes_behind(root.grad_fn))]


def _saved(node):
    """The one tensor that a node of this chain saved, as text; 'freed' if it is gone, '' if there was none."""
    try:
        kept = [getattr(node, name, None) for name in ("_saved_self", "_saved_other")]
    except RuntimeError:
        return "freed"
    return next((written(tensor.item()) for tensor in kept if tensor is not None), "")
