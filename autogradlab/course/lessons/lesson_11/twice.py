"""Lesson 11, checkpoint: what is not kept has to be computed again."""

from autogradlab.course.checks.questions import Case, Number, Signature

COUNTED = """
calls = []

class Part(ag.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = ag.nn.Linear(4, 4)

    def forward(self, h):
        calls.append("forward")
        return self.layer(h).tanh()

def step(parts, inside):
    calls.clear()
    h = ag.ones(3, 4)
    for place in range(parts):
        part = Part()
        h = ag.utils.checkpoint.checkpoint(part, h, use_reentrant=False) if place < inside else part(h)
    (h**2).mean().backward()
    return len(calls)
"""

_TWENTY = """
checkpoint = ag.utils.checkpoint.checkpoint
runs = []

def part(h):
    runs.append("run")
    return h.sin()

h = ag.ones(3, requires_grad=True)
for turn in range(20):
    h = {call}
h.sum().backward()
answer = len(runs)
"""

_KEPT_LITTLE = "checkpoint(part, h,\n                   use_reentrant=False)"

AGAIN = (
    Case("20 parts: runs in one step", _TWENTY.format(call="part(h)")),
    Case("20 parts, each in a checkpoint", _TWENTY.format(call=_KEPT_LITTLE)),
)

C5 = Number(
    id="11-C5",
    task="A model has $k parts, and $c of them are in a `checkpoint`, each by itself. One training step: one forward "
    "pass, one `backward()`. How often does the `forward` of a part run in all?",
    program=COUNTED + "answer = step($k, $c)",
    numbers={"k": 7, "c": 3},
    ranges={"k": range(5, 14), "c": range(2, 5)},
    expected="a number between the number of parts and twice that",
    reason="Each of the $k parts runs once on the way forward. The $c that kept nothing run once more on the way back.",
    wrong=(
        Signature(
            "no second run",
            "$k",
            "**{answer} is the forward pass alone.** A part in a checkpoint has saved nothing in between. Where does "
            "`backward()` get the rest from?",
            AGAIN,
        ),
        Signature(
            "all run twice",
            "2 * $k",
            "**{answer} would be right if all parts were in a checkpoint.** The others have kept what they need.",
            AGAIN,
        ),
        Signature(
            "checkpoints only",
            "2 * $c",
            "**{answer} counts the parts in a checkpoint.** The others run as well, once each.",
        ),
        Signature(
            "only the others",
            "$k - $c",
            "**{answer} leaves out the parts in a checkpoint.** They run on the way forward like all the others, and "
            "then ...?",
        ),
        Signature(
            "three runs",
            "$k + 2 * $c",
            "**{answer} lets a part in a checkpoint run three times.** It runs on the way forward. How often "
            "does it run on the way back?",
        ),
    ),
    hints=(
        "Look at the way forward first: how many parts run there?",
        "On the way back, a part in a checkpoint has to get its saved values from somewhere. How often does it run "
        "for that?",
        "With 20 parts, 5 of them in a checkpoint: `20 + 5 = 25`. Here: `$k + ...`",
    ),
    reveal="$k on the way forward, $c more on the way back: {key}.",
)
