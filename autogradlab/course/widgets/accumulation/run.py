"""A sequence of calls on one weight, run for real: the values of w and of `.grad` after each."""

from dataclasses import dataclass

import autogradlab as ag

W, LR = 3.0, 0.1
BACKWARD, CLEAR, ZERO, STEP = "loss.backward()", "zero_grad()", "zero_grad(set_to_none=False)", "step()"
CALLS = (BACKWARD, CLEAR, ZERO, STEP)


@dataclass(frozen=True)
class Note:
    """The state after one call.

    grad    what `.grad` holds, or None
    parts   the contributions that `.grad` is the sum of, oldest first; the last is this call's own if it is a backward
    """

    call: str
    w: float
    grad: float | None
    parts: tuple = ()


def run(calls, momentum=0.0):
    """One Note before anything is called, and one after each of the calls."""
    w = ag.tensor(W, requires_grad=True)
    optimizer = ag.optim.SGD([w], lr=LR, momentum=momentum)
    notes = [Note("", w.item(), None)]
    for call in calls:
        _call(call, w, optimizer)
        notes.append(_note(call, w, notes[-1]))
    return notes


def _call(call, w, optimizer):
    if call == BACKWARD:
        loss = w**2  # a fresh forward each time
        loss.backward()
    elif call == STEP:
        optimizer.step()
    else:
        optimizer.zero_grad(set_to_none=call == CLEAR)


def _note(call, w, before):
    grad = None if w.grad is None else round(w.grad.item(), 6)
    parts = {CLEAR: (), ZERO: (), STEP: before.parts}.get(call)
    if parts is None:
        parts = (*before.parts, round(grad - (before.grad or 0.0), 6))
    return Note(call, round(w.item(), 6), grad, parts)
