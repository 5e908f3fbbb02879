"""The surface in words: title, where the path went, the text version."""

from autogradlab.draw.numbers import written


def finding(r):
    """The title: how this learning rate and momentum behave."""
    if not r.steps or r.lr == 0:
        return "No step yet: the path has only its start" if not r.steps else "With learning rate 0 nothing moves"
    start, end = r.losses[0], r.losses[-1]
    steps = f"{r.steps} step{'s' * (r.steps != 1)}"
    if r.left or not end <= 1e9:
        return f"Too large a step: after {steps} the weights have flown away"
    if end > start:
        return f"Too large a step: after {steps} the loss is {written(end)}, higher than at the start"
    return f"After {steps} the loss is {written(end)}{_manner(r)}"


def _manner(r):
    if r.turns > r.seen / 2:
        return ": the path goes to and fro across the valley"
    if r.losses[-1] > 0.1 * r.losses[0]:
        return ": still on the way along the valley"
    return ": momentum carries it along the valley" if r.momentum else ": down the valley"


def turns_words(r):
    return f"{r.turns} time{'s' * (r.turns != 1)}"


def description(r):
    """Everything the picture shows, in words; backticks mark code."""
    (a, b), (u, v) = r.path[0], r.path[-1]
    return (
        f"{finding(r)}. `SGD(lr={written(r.lr)}, momentum={written(r.momentum)})` starts at a = {written(a)}, "
        f"b = {written(b)} with loss {written(r.losses[0])} and ends at a = {written(u)}, b = {written(v)} with "
        f"loss {written(r.losses[-1])}. The path turns back {turns_words(r)} and is "
        f"{written(r.length)} long."
    )


def text(r):
    """The path as a table of text."""
    rows = [
        f"{i:4}{written(a):>16}{written(b):>16}{written(loss):>16}"
        for i, ((a, b), loss) in enumerate(zip(r.path, r.losses))
    ]
    return "\n".join([f"{finding(r)}.", "", f"{'step':>4}{'a':>16}{'b':>16}{'loss':>16}", *rows])
