"""What a wrong diagnosis would leave behind, and what this patient shows instead.

What is found comes from the program and from its run. What only a probe could tell is said once that was asked for.
"""

import re
from math import isfinite

from autogradlab.draw.numbers import written

from .run import STEPS


def missing_sign(chart):
    """A sentence for the diagnosis chosen: the sign that it would leave, and what is there in its place."""
    sign, found = SIGNS[chart.diagnosis]
    here = found(chart)
    return f"{sign}; here {here}." if here else f"{sign}."


def _not_cleared(chart):
    clears = re.compile(r"zero_grad\(|\.grad = None")
    lines = [number for number, line in enumerate(chart.case.broken.splitlines(), 1) if clears.search(line)]
    if not lines:
        return f"round {len(chart.vitals.losses) + 1} stops before anything adds up"
    last = "".join(f" and {number}" for number in lines[1:])
    return f"line{'s' * (len(lines) > 1)} {lines[0]}{last} clear{'s' * (len(lines) == 1)} it"


def _moved(chart):
    vitals = chart.vitals
    if vitals.error:
        return "it stops with an error"
    first, last = vitals.losses[0], vitals.losses[-1]
    return f"the loss changes: {written(first)} → {written(last)}" if isfinite(last) else f"it is {written(last)}"


def _error(chart):
    return "the error says something else" if chart.vitals.error else f"all {STEPS} rounds run"


def _finite(chart):
    return "it stops with an error" if chart.vitals.error else f"each of the {STEPS} losses is a number"


def _layers(chart):
    return "the model is one layer" if "nn.Linear" in chart.case.broken else "there is no layer"


def _softmax(chart):
    return "nothing calls `softmax`"


def _nodes(chart):
    if "nodes" not in chart.asked:
        return ""
    counts = chart.vitals.nodes
    if not counts:
        return "no round was finished"
    return f"it is {counts[-1]} after {'every' if len(counts) > 1 else 'the only'} round"


def _shapes(chart):
    if "shapes" not in chart.asked:
        return ""
    return ", ".join(f"`{name}` is {sign.shape}" for name, sign in chart.vitals.tensors.items())


#: cause -> (the sign that it would leave, what the patient shows instead, or '' if only a probe could tell)
SIGNS = {
    "cleared before the step": ("Cleared too early would leave `step()` no `.grad`, and the loss as it was", _moved),
    "state carried across rounds": ("Carried state would stop round 2: the graph behind it is freed", _error),
    "step between two backwards": ("A step in between would stop the second backward: a value was modified", _error),
    "gradients not cleared": ("Not cleared would leave a `.grad` that grows", _not_cleared),
    "nan behind a mask": ("A nan behind a mask would make the loss nan after the first step", _finite),
    "layers not registered": ("Layers not registered would keep their `version`, step after step", _layers),
    "softmax twice": ("A second softmax would keep a classifier's loss high while its answers get better", _softmax),
    "history kept": ("Kept history would let `nodes kept` rise", _nodes),
    "shapes broadcast": ("Shapes that broadcast would make a tensor larger than those it is made of", _shapes),
    "parameter rebound": ("A rebound parameter would stop round 2: nothing requires grad any more", _error),
}
