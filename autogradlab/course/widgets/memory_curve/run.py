"""Three rounds of a small loop, run and recorded under `ag.memory.timeline`."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import autogradlab as ag
from autogradlab import nn
from autogradlab.memory import timeline
from autogradlab.utils.checkpoint import checkpoint

WIDTH, ROUNDS = 32, 3

#: What the loop does -> how it is shown.
CASES = {
    "train": "training, plain",
    "keep_losses": "training, losses.append(loss)",
    "retain_graph": "training, backward(retain_graph=True)",
    "checkpoint": "training, checkpoint() every two layers",
    "evaluate": "evaluation, losses.append(loss)",
    "no_grad": "evaluation under no_grad()",
}
OWNERS = ("parameters", "optimizer state", "gradients", "saved values", "other tensors")
_OPTIMIZER = {"step()": "step", "zero_grad()": "clear"}
_KINDS = ("start", "mark", "backward")  # the events to record: the start, to subtract, and the moments of the picture


@dataclass(frozen=True)
class Moment:
    """The state just after an event: bytes alive by owner, and how many nodes are alive.

    kind    'forward', 'backward', 'step' or 'clear'
    """

    label: str
    kind: str
    bytes: dict
    nodes: int

    @cached_property
    def total(self):
        return sum(self.bytes.values())


@dataclass(frozen=True)
class Curve:
    """One loop: its moments in order. The first round is over before moment number `round_length`."""

    case: str
    batch: int
    layers: int
    moments: tuple

    @cached_property
    def peak(self):
        """The moment with the most bytes."""
        return max(self.moments, key=lambda moment: moment.total)

    @property
    def round_length(self):
        return len(self.moments) // ROUNDS


@lru_cache(64)
def run(case, batch, layers):
    """The Curve of one setting. The learner's generator stays untouched, and what else is alive is not counted."""
    with ag.random.fork_rng():
        ag.manual_seed(0)
        blocks = [nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.Tanh()) for _ in range(layers)]
        model = nn.Sequential(*blocks)
        optimizer = ag.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        with timeline(model, optimizer, _KINDS) as t:
            _loop(case, blocks, optimizer, ag.randn(batch, WIDTH), t)
    return Curve(case, batch, layers, tuple(_moments(t)))


def room(batch, layers):
    """More bytes than any loop needs at this size: the top of the picture, which the choice of a loop does not move."""
    parameters, saved = 4 * layers * (WIDTH * WIDTH + WIDTH), 4 * (layers + 1) * batch * WIDTH
    return max(parameters + ROUNDS * saved, 3.3 * parameters + 2 * saved)


def _loop(case, blocks, optimizer, x, t):
    losses = []
    for _ in range(ROUNDS):
        loss = _forward(case, blocks, x, t)
        if case in ("keep_losses", "evaluate"):
            losses.append(loss)
        if case not in ("evaluate", "no_grad"):
            loss.backward(retain_graph=case == "retain_graph")
            optimizer.step()
            t.mark("step()")
            optimizer.zero_grad()
            t.mark("zero_grad()")


def _forward(case, blocks, x, t):
    with ag.set_grad_enabled(case != "no_grad"):
        h, stride = x, 2 if case == "checkpoint" else 1
        for i in range(0, len(blocks), stride):
            part = nn.Sequential(*blocks[i : i + stride])
            h = checkpoint(part, h, use_reentrant=False) if case == "checkpoint" else part(h)
            t.mark(f"layer {i + stride}")
        loss = (h**2).mean()
        t.mark("loss")
    return loss


def _moments(t):
    """Forward's marks, backward's nodes, and the optimizer's two lines, each without what was alive at the start."""
    for event, owners, nodes in list(zip(t.events, t.owners, t.nodes))[1:]:
        kind = "backward" if event.kind == "backward" else _OPTIMIZER.get(event.label, "forward")
        yield Moment(event.label, kind, _own(owners, t.owners[0]), nodes - t.nodes[0])


def _own(owners, before):
    """Bytes by owner, without what was alive before, except the parameters and the optimizer's state."""
    return {owner: owners[owner] - (0 if owner in OWNERS[:2] else before[owner]) for owner in OWNERS}
