"""The loop in words: does this order learn, and which register is the first to be wrong?"""

from autogradlab.draw.numbers import written

from ..registers.words import HEADS, row_cells, starred
from .run import CODE, NAMES


def finding(run):
    """The picture's title: what this order of lines does."""
    losses = run.losses
    if run.stop:
        return f"Round {run.stop_round} stops at {CODE[run.stop_line]}: {run.stop.sentence}"
    if "step" not in run.order:
        return (
            f"Without step() the weights never move: the loss stays {written(losses[0])}"
            if losses
            else "Without step() the weights never move"
        )
    if all(event.before.grads == (None, None) for event in run.steps):
        return "step() always finds .grad None: the weights never move"
    event = first_wrong(run)
    if event is None:
        return f"This order learns: the loss falls from {written(losses[0])} to {written(losses[-1])}"
    if event.stale:
        return f"In round {event.round} step() uses a gradient from before the weights moved"
    return (
        f"In round {event.round} step() finds {_pair(event.before.grads)} in .grad; "
        f"this round's own gradient is {_pair(event.own)}"
    )


def first_wrong(run):
    """The first step() that uses anything but the latest gradient, computed at the current weights; or None."""
    return next(
        (
            event
            for event in run.steps
            if event.own is not None
            and event.before.grads != (None, None)
            and (event.stale or not _close(event.before.grads, event.own))
        ),
        None,
    )


def why(run):
    """What to notice about this order; backticks mark code."""
    if run.stop:
        return "A name exists only after its line has run: forward, then loss, then backward."
    if "step" not in run.order:
        return "`backward()` only fills `.grad`; moving the weights is the work of `step()`."
    if all(event.before.grads == (None, None) for event in run.steps):
        return (
            "`zero_grad()` comes between `backward()` and `step()`: the gradients are gone before they are used."
            if "zero_grad" in run.order and "backward" in run.order
            else "Nothing fills `.grad` without `backward()`."
        )
    event = first_wrong(run)
    if event is None:
        return "`zero_grad()` may come anywhere after `step()` and before the next `backward()`."
    if event.stale:
        return "Between a forward and its `step()` the weights must stay where they are."
    return "Nothing clears `.grad` between two `backward()` calls, so each one adds to the one before."


def description(run, number):
    """The finding, why it is so, the registers after this round, and the order of lines; backticks mark code."""
    number = run.shown(number)
    events = run.of_round(number)
    return " ".join(filter(None, (f"{finding(run)}.", why(run), _stands(number, events), _order(run))))


def _stands(number, events):
    if not events:
        return ""
    last = events[-1]
    named = zip(HEADS[1:], row_cells(last.before, last.after))
    return f"After round {number}: {'; '.join(f'{name}: {cell}' for name, cell in named)}."


def _order(run):
    return f"Order: {', '.join(run.order)}." if run.order else ""


def text(run, number):
    """The whole picture as a table of text; a star marks what a line wrote."""
    number = run.shown(number)
    events = run.of_round(number)
    rows = [_columns(CODE[event.line], *starred(event.before, event.after)) for event in events]
    missing = [_columns(CODE[line], run.missing(number, line)) for line in run.order[len(events) :]]
    return "\n".join(
        [
            f"{finding(run)}.",
            "",
            _columns(f"round {number}", *HEADS[1:]),
            *rows,
            *missing,
            "",
            "* written by this line",
            *([left_out(run)] if left_out(run) else []),
            f"loss, round by round: {', '.join(map(written, run.losses)) or 'none'}",
        ]
    )


def left_out(run):
    """'left out: optimizer.step()', or nothing."""
    missing = [CODE[line] for line in NAMES if line not in run.order]
    return f"left out: {', '.join(missing)}" if missing else ""


def _columns(*columns):
    return "".join(f"{cell:{width}}" for cell, width in zip(columns, (24, 16, 18, 14, 8))).rstrip()


def _close(held, own):
    return all(abs(a - b) <= 1e-6 * max(1.0, abs(b)) for a, b in zip(held, own))


def _pair(values):
    return "None" if values == (None, None) else ", ".join(written(round(value, 5)) for value in values)
