"""One forward pass under each setting of the switches, run for real, and what its result can be used for afterwards."""

from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache

import autogradlab as ag
from autogradlab import nn
from autogradlab.draw.walk import nodes_behind

BATCH, INPUTS, HIDDEN = 64, 8, 16
LAYERS = ("train", "eval")

#: Setting of the recording switch -> how it is shown.
RECORDS = {
    "grad": "grad (as usual)",
    "no_grad": "no_grad()",
    "enable_grad": "enable_grad() inside no_grad()",
    "inference_mode": "inference_mode()",
}

ALL, LAST, CONSTANT, REFUSED = "all weights", "the last layer", "no weights", "an error"


@dataclass(frozen=True)
class Fact:
    """What one forward pass did, and what a backward through its result reaches afterwards.

    records         whether the result has a history
    saved           bytes kept for backward, each array once, without the weights and the input data
    zeroed          how many of the hidden values Dropout set to 0
    running_mean    BatchNorm's, after the pass; it was 0, and the batch's mean is 2
    reaches         ALL, LAST, CONSTANT or REFUSED: which weights a loss made of the result gives a gradient
    message         the engine's error message if it refused
    """

    records: bool
    saved: int
    zeroed: int
    running_mean: float
    reaches: str
    message: str = ""


class Network(nn.Module):
    """BatchNorm, a hidden layer with Dropout, one output. `zeroed` counts what Dropout set to 0."""

    def __init__(self, detach):
        super().__init__()
        self.norm, self.hidden, self.drop = nn.BatchNorm1d(INPUTS), nn.Linear(INPUTS, HIDDEN), nn.Dropout(0.5)
        self.out, self.detach = nn.Linear(HIDDEN, 1), detach

    def forward(self, x):
        h = ag.sigmoid(self.hidden(self.norm(x)))
        dropped = self.drop(h)
        self.zeroed = int((dropped == 0).sum().item())
        return self.out(dropped.detach() if self.detach else dropped)


@cache
def run(record, layers, detach):
    """The Fact of one setting. The learner's generator stays untouched."""
    with ag.random.fork_rng():
        ag.manual_seed(0)
        model, x = Network(detach), _batch_of_mean_2()
        model.train(layers == "train")
        with _recording(record):
            out = model(x)
        saved = _saved_bytes(out, [*model.parameters(), x])
        reaches, message = _trained_through(model, out)
        return Fact(
            out.requires_grad, saved, model.zeroed, round(model.norm.running_mean.mean().item(), 4), reaches, message
        )


def _batch_of_mean_2():
    x = ag.randn(BATCH, INPUTS)
    return x - x.mean(dim=0) + 2


def _recording(record):
    stack = ExitStack()
    for name in {"grad": (), "enable_grad": ("no_grad", "enable_grad")}.get(record, (record,)):
        stack.enter_context(getattr(ag, name)())
    return stack


def _trained_through(model, out):
    """(which weights get a gradient if the result is used in training now, the error message if that is refused)."""
    scale = ag.tensor(1.0, requires_grad=True)
    try:
        (scale * out).sum().backward()
    except RuntimeError as refusal:
        return REFUSED, str(refusal)
    reached = [p.grad is not None for p in model.parameters()]
    return (ALL if all(reached) else LAST if any(reached) else CONSTANT), ""


def _saved_bytes(out, elsewhere):
    """Bytes of all arrays that the nodes behind `out` keep, without those of the tensors in `elsewhere`."""
    counted = {
        id(array): array.nbytes
        for node in nodes_behind(out.grad_fn)
        for array in _arrays(node._saved[: node._tensors_saved])
    }
    for tensor in elsewhere:
        counted.pop(id(_whole(tensor)), None)
    return sum(counted.values())


def _arrays(saved):
    return [_whole(entry) for entry in saved if entry is not None]


def _whole(entry):
    """The array that owns the numbers of a saved tensor or of a view."""
    array = entry.detach().numpy() if isinstance(entry, ag.Tensor) else entry
    return array if array.base is None else array.base
