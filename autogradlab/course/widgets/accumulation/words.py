"""The accumulation mover in words: what the last call did, and the table of text."""

from autogradlab.draw.numbers import written

from .run import BACKWARD, CLEAR, STEP, ZERO

LONGEST = 7


def finding(notes):
    """The picture's title: what the last call did to `.grad`."""
    if len(notes) == 1:
        return "Before the first backward(), .grad is None"
    before, note = notes[-2:]
    if note.call == BACKWARD:
        return _added(before, note)
    if note.call == STEP:
        return _stepped(before, note)
    held = "" if before.grad is None else f": {written(before.grad)} is gone"
    emptied = "makes .grad None, not 0" if note.call == CLEAR else "writes 0 into .grad"
    if note.call == ZERO and before.grad is None:
        return "zero_grad(set_to_none=False) leaves None as it is"
    return f"{note.call} {emptied}{held}; w stays {written(note.w)}"


def _added(before, note):
    if before.grad is None:
        return f"backward() stores {written(note.grad)}: .grad was None"
    return f"backward() adds: {_sum(before.grad, note.parts[-1])} = {written(note.grad)}"


def _stepped(before, note):
    if before.grad is None:
        return "step() passes over w: its .grad is None"
    if note.w == before.w:
        return "step() moves w by 0.1 × 0: it stays where it is"
    if before.grad == 0:
        return f"step() moves w to {written(note.w)} although .grad is 0: momentum goes on"
    return f"step() moves w from {written(before.w)} to {written(note.w)}; .grad stays {written(note.grad)}"


def _sum(held, part):
    return f"{written(held)} {'−' if part < 0 else '+'} {written(abs(part))}"


def description(notes):
    """What the last call did, and what w and `.grad` are now; backticks mark code."""
    count = len(notes) - 1
    where = "Nothing has been called yet" if not count else f"After call {count}"
    parts = notes[-1].parts
    made = f", the sum of {len(parts)} gradients" if len(parts) > 1 else ""
    return f"{where}: {finding(notes)}. Now `w` is {written(notes[-1].w)} and `w.grad` is {held(notes[-1])}{made}."


def held(note):
    return "None" if note.grad is None else written(note.grad)


def made_of(note):
    """'6 + 6 + 3.6', or '' if there are no parts; of a long sum, only its beginning and its end."""
    if not note.parts:
        return ""
    first, *others = note.parts
    signed = [f" {'−' if part < 0 else '+'} {written(abs(part))}" for part in others]
    if len(signed) > LONGEST:
        signed[1:-2] = [f" + … ({len(signed) - 3} more) …"]
    return written(first) + "".join(signed)


def text(notes):
    """The whole picture as a table of text."""
    rows = [
        f"{place or '':>3}  {note.call or 'w = tensor(3.)':30}{written(note.w):>9}{held(note):>9}   {made_of(note)}"
        for place, note in enumerate(notes)
    ]
    head = f"{'':3}  {'call':30}{'w':>9}{'.grad':>9}   made of"
    return "\n".join([f"{finding(notes)}.", "", head, *(row.rstrip() for row in rows)])
