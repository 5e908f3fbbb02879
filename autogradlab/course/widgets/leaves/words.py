"""The leaves mover in words: the finding, why each `.grad` is what it is, and the table of text."""

from autogradlab.draw.numbers import written

from .run import NAMES

HEADS = ("is_leaf", "requires_grad", "grad_fn", ".grad")
HELP = {
    "retain_grad": "call it on a tensor that was computed from one that requires grad.",
    "backward": "something on the way to the loss must require grad, and nothing may cut it off.",
}


def finding(run):
    """The picture's title: where gradients land, or what keeps them away."""
    if run.stop:
        line = run.lines[run.stop.line][0]
        return (
            "retain_grad() stops: h does not require grad"
            if "retain" in line
            else "backward() stops: no path leads from the loss to a leaf"
        )
    if run.choices.loss_cut:
        return "backward() runs, and nothing is learned: the new loss is a leaf by itself"
    holders = [name for name in NAMES if name in run.facts and run.facts[name].grad is not None]
    if run.grads.get("w") == 0:
        return "A gradient of 0 reaches w: round() is flat between its steps"
    missed = _cut_off(run)
    if missed:
        return (
            f"Cut at h: {_and(missed)} {'gets' if len(missed) == 1 else 'get'} nothing, {_and(holders)} still "
            f"{'gets' if len(holders) == 1 else 'get'} a gradient"
        )
    if run.choices.scaled and "raw" in run.facts:
        return "The scaled w is not a leaf: the gradient lands in an unnamed tensor"
    return f"Gradients land in {_and(holders)}" + (
        ", because h was asked to keep its own" if run.grads.get("h") is not None else ", not in what lies between"
    )


def why(name, run):
    """One sentence on this tensor's `.grad`."""
    facts = run.facts[name]
    said = f"`{name}.grad` is {'`None`' if facts.grad is None else written(facts.grad)}"
    if facts.grad is not None:
        return f"{said}."
    if not facts.requires_grad:
        return f"{said}: {name} does not require grad."
    if not facts.is_leaf:
        return f"{said}: {name} is not a leaf and was not asked to retain its gradient."
    if run.stop:
        return f"{said}: backward never ran."
    return f"{said}: no path leads from the loss to {name}."


def description(run):
    """The finding, the error if there is one, and why each `.grad` is what it is; backticks mark code."""
    return " ".join([f"{finding(run)}.", *_stopped(run), *(why(name, run) for name in _asked(run))])


def _asked(run):
    """The tensors whose `.grad` is worth a sentence: the loss only if it is a leaf."""
    return [name for name in NAMES if name in run.facts and (name != "loss" or run.facts[name].is_leaf)]


def _stopped(run):
    if not run.stop:
        return []
    line = run.lines[run.stop.line][0]
    advice = HELP["retain_grad" if "retain" in line else "backward"]
    return [f"`{line}` raises {run.stop.kind}: {run.stop.sentence}; help: {advice}"]


def cells(place, run):
    """The cells to the right of a line: the four facts of the tensor it makes, 'stops here', 'not reached', or none."""
    name = run.lines[place][1]
    if run.stop and place == run.stop.line:
        return ("stops here",)
    if run.stop and place > run.stop.line:
        return ("not reached",)
    return run.by_line[place].cells if name else ()


def text(run):
    """The whole picture as a table of text."""
    widest = max(len(code) for code, _ in run.lines) + 2
    rows = [
        f"{code:{widest}}" + "".join(f"{cell:17}" for cell in cells(place, run))
        for place, (code, _) in enumerate(run.lines)
    ]
    raw = run.facts.get("raw")
    unnamed = [f"the leaf 300 behind w has no name; its .grad is {raw.cells[3]}"] if raw else []
    return "\n".join(
        [
            f"{finding(run)}.",
            "",
            " " * widest + "".join(f"{head:17}" for head in HEADS).rstrip(),
            *(row.rstrip() for row in rows),
            "",
            *unnamed,
            *_plain(_stopped(run)),
            values(run),
        ]
    )


def values(run):
    """The values, and the gradient that passed through h."""
    shown = ", ".join(f"{name} = {written(run.facts[name].value)}" for name in NAMES if name in run.facts)
    passing = run.facts.get("h") and run.facts["h"].arrived
    return shown + (f"; gradient that reached h: {written(passing)}" if passing is not None else "")


def _cut_off(run):
    """The names of leaves that require a gradient and got none."""
    asking = [
        "w" if name == "raw" else name
        for name in ("raw", *NAMES)
        if name in run.facts
        and run.facts[name].is_leaf
        and run.facts[name].requires_grad
        and run.facts[name].grad is None
    ]
    return sorted(asking, key=NAMES.index)


def _and(names):
    *others, last = names or ["nothing"]
    return f"{', '.join(others)} and {last}" if others else last


def _plain(sentences):
    return [sentence.replace("`", "").replace("; help:", "\n  help:") for sentence in sentences]
