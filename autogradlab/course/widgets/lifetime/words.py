"""The lifetime mover in words: what happens at each moment, the finding, and the table of text."""

from autogradlab.draw.numbers import vector

from .run import SAVED, program

KEEPS = {"Exp": "its result", "Pow": "its input"}


def finding(run):
    """The picture's title: what became of the saved values."""
    choices, last = run.choices, run.moments[-1]
    if run.silently_wrong:
        return f".data hides the write: w.grad is {vector(run.grad)}, and {vector(run.right)} would be right"
    if last.stops and last.kind == "node":
        return f"{last.code} stops: {_write(run)} changed the value that it kept"
    if last.stops:
        return "The second backward() finds the lockers empty: the first one freed them"
    if choices.write:
        return f"{_write(run)} does no harm: no node kept {_write(run)[0]}"
    if choices.retain_graph:
        return f"retain_graph=True keeps the lockers full{': the second call adds its gradient' * choices.second}"
    return "backward() frees each saved value as soon as it is used"


def happens(run, place):
    """What one moment does, in a few words."""
    moment, before = run.moments[place], run.moments[place - 1] if place else None
    if moment.stops:
        return _stops(moment)
    if moment.kind == "write":
        return _writes(run, moment)
    if moment.kind == "backward":
        return "starts at loss" + (", keeps the lockers" if "retain" in moment.code else "")
    if moment.kind == "node":
        return _node(moment, before)
    return {"a = w * x": "Mul puts x in its locker", "loss = b.sum()": "Sum keeps nothing"}.get(
        moment.code, f"{_operation(run)} keeps {KEEPS[_operation(run)]}, {SAVED[run.choices.operation]}"
    )


def _stops(moment):
    if moment.kind == "node":
        locker = moment.lockers[moment.code]
        return f"stops: {locker.tensor} is at version {locker.now}, not {locker.saved_at}"
    gone = " and ".join(f"{name}'s {locker.tensor}" for name, locker in moment.lockers.items())
    return f"stops: {gone} are gone"


def _writes(run, moment):
    tensor, kept = _write(run)[0], SAVED[run.choices.operation]
    if run.choices.write == "data":
        return f"changes the kept {tensor}; its version stays {moment.lockers[_operation(run)].now}"
    if tensor != kept:
        return f"writes into {tensor}, which no node kept"
    return f"writes into the kept {tensor}: version {moment.lockers[_operation(run)].now}"


def _node(moment, before):
    locker = moment.lockers.get(moment.code)
    used = (
        "passes the gradient on"
        if locker is None
        else (f"used {locker.tensor}, freed it" if locker.freed else f"used {locker.tensor} and keeps it")
    )
    return used + (f"; w.grad = {vector(moment.grad)}" if moment.grad != before.grad else "")


def description(run, number):
    """The finding, the error if there is one, and what is in the lockers at this moment; backticks mark code."""
    moment = run.moments[number - 1]
    here = f"Moment {number} of {len(run.moments)}, `{moment.code}`: {happens(run, number - 1)}"
    return " ".join(
        filter(
            None,
            (
                f"{finding(run)}.",
                _error(run),
                f"{here}.",
                f"Lockers: {lockers(moment)}.",
                f"`w.grad` is {'None' if moment.grad is None else vector(moment.grad)}.",
            ),
        )
    )


def _error(run):
    if not run.stop:
        return ""
    if run.moments[-1].kind == "node":
        line = next(i for i, (_, kind) in enumerate(program(run.choices), 1) if kind == "write")
        return (
            f"The error comes from backward(), and the culprit is line {line}, `{_write(run)}`; help: write "
            f"`{_write(run)[0]} = {_write(run)[0]} + 1` instead."
        )
    return (
        f"{run.stop.kind}: {run.stop.sentence}; help: run the forward lines again, or pass retain_graph=True to "
        "the first call."
    )


def lockers(moment):
    """What each node's locker holds at this moment."""
    return "; ".join(f"{name}: {state(locker)}" for name, locker in moment.lockers.items())


def state(locker):
    if locker.freed:
        return f"{locker.tensor} freed"
    if locker.spoiled:
        return f"{locker.tensor} version {locker.now}, saved as {locker.saved_at}"
    return f"{locker.tensor} version {locker.now}" + (", changed unseen" if locker.changed else "")


def text(run, number):
    """The whole picture as a table of text, as far as this moment."""
    rows = [_row(">" if place == number - 1 else "", run, place) for place in range(number)]
    later = [f"  {'  ' * (moment.kind == 'node')}{moment.code}" for moment in run.moments[number:]]
    plain = _error(run).replace("`", "").replace("; help:", "\n  help:")
    return "\n".join(
        [
            f"{finding(run)}.",
            "",
            *rows,
            *(["", "still to come:", *later] if later else []),
            *(["", plain] if plain else []),
        ]
    )


def _row(mark, run, place):
    moment = run.moments[place]
    code = f"{mark:2}{'  ' * (moment.kind == 'node')}{moment.code}"
    return f"{code:38}{happens(run, place):48}{lockers(moment)}".rstrip()


def _operation(run):
    return "Exp" if run.choices.operation == "exp" else "Pow"


def _write(run):
    return next((line for line, kind in program(run.choices) if kind == "write"), "")
