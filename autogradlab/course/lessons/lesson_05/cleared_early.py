"""Lesson 05, the loop with all its lines, and the clearing in the one place where it does harm."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature
from autogradlab.course.lessons.lesson_05.missing_lines import OPTIMIZED, SHOW

WHO_MOVES = """
def start():
    w = ag.tensor(3., requires_grad=True)
    return w, ag.optim.SGD([w], lr=0.1)

def places():
    w, optimizer = start()
    loss = (w - 1)**2
    found = [w.item()]
    for line in (loss.backward, optimizer.zero_grad, optimizer.step):
        line()
        found.append(w.item())
    return found

def step_alone():
    w, optimizer = start()
    loss = (w - 1)**2
    optimizer.step()
    return w.item()

first, after_backward, after_clearing, last = places()
answer = ("backward" if after_backward != first else "clearing" if after_clearing != first else
          "same" if last == first else "step" if step_alone() != first else "kept")
"""

CLEARED = (
    Case("Clear, backward, step", OPTIMIZED + "optimizer.zero_grad()\n(5 * w).backward()\noptimizer.step()\n" + SHOW),
    Case("Backward, clear, step", OPTIMIZED + "(5 * w).backward()\noptimizer.zero_grad()\noptimizer.step()\n" + SHOW),
)

C4 = Choice(
    id="05-C4",
    twin="05-T4",
    task="`w` starts at 3, and the optimizer knows it. What do you expect of the losses of these rounds?",
    listing="""
for turn in range(5):
    loss = (w - 1)**2
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
""",
    program=WHO_MOVES,
    reason="Every round, the gradient is thrown away before `step()` can read it. No error says so.",
    options=(
        Option("same", "They are all the same: `w` never moves"),
        Option(
            "kept",
            "They fall: `step()` uses what `backward()` found, and clearing is for the next round",
            "M07",
            "**What counts is what comes between them.** Here the gradient is cleared after it was written and before "
            "it is read. What does `step()` find?",
            CLEARED,
        ),
        Option(
            "backward",
            "They fall: `w` moves in `backward()`, before anything is cleared",
            "M01",
            "**`backward()` moves no weight.** It writes into `.grad`, and here the next line clears exactly that.",
            (
                Case("backward alone", OPTIMIZED + "(5 * w).backward()\n" + SHOW),
                Case("backward, then step", OPTIMIZED + "(5 * w).backward()\noptimizer.step()\n" + SHOW),
            ),
        ),
        Option(
            "step",
            "They fall: `step()` works out the gradient that it needs",
            "M02",
            "**`step()` only reads what is in `.grad`.** It knows weights and a learning rate, but no loss to work "
            "anything out from.",
            (
                Case("step alone", OPTIMIZED + "loss = 5 * w\noptimizer.step()\n" + SHOW),
                Case("backward, then step", OPTIMIZED + "(5 * w).backward()\noptimizer.step()\n" + SHOW),
            ),
        ),
        Option(
            "error",
            "There is one loss, and then an error: `step()` finds no gradient",
            "None stops the step",
            "**`step()` does not complain about `None`.** It skips weights without a gradient. In a large network "
            "there may well be some.",
        ),
    ),
    hints=(
        "Look at `.grad` line by line: when is it filled, and when is it empty?",
        "Here clearing may go anywhere except in one gap. Which two lines must have nothing between them that takes "
        "the gradient away?",
        "With `step()` before `zero_grad()`, the first two losses are 4 and 2.56. With the two exchanged, `step()` "
        "finds ...",
    ),
    reveal="{key}, because `step()` never finds a gradient.",
)

T4 = Number(
    id="05-T4",
    task="The loss is `(w - 1)**2`, `w` starts at $w, and the learning rate is 0.1. Where is `w` after these two "
    "rounds?",
    listing="""
for turn in range(2):
    loss = (w - 1)**2
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
""",
    program="""
w = ag.tensor($w., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
for turn in range(2):
    loss = (w - 1)**2
    loss.backward()
    optimizer.zero_grad()
    optimizer.step()
answer = w.item()
""",
    numbers={"w": 4},
    ranges={"w": (2, 5, 6, 7, 8, 9)},
    expected="where `w` is after two steps, each of which goes by what it finds in `.grad`",
    reason="Both times `step()` comes right after the clearing and finds `None`.",
    wrong=(
        Signature(
            "two ordinary rounds",
            "1 + 0.64 * ($w - 1)",
            "**{answer} is where two ordinary rounds lead.** Here the gradient is cleared before `step()` can read it.",
            CLEARED,
        ),
        Signature(
            "M07",
            "",
            "**{answer} is where two steps would lead if they used all gradients so far.** Here they are cleared "
            "before `step()` can read them.",
            CLEARED,
        ),
        Signature(
            "one ordinary round",
            "1 + 0.8 * ($w - 1)",
            "**{answer} is where one step leads.** In which of the two rounds does `step()` find a gradient?",
            CLEARED,
        ),
        Signature(
            "M05",
            "",
            "**{answer} would be right if clearing set the weight to zero.** It empties `.grad` and touches no weight.",
        ),
    ),
    hints=(
        "Look at `.grad` line by line: when is it filled, and when is it empty?",
        "`step()` moves a weight by what is in its `.grad` at that moment. What has the line above left there?",
        "In the order backward, step, clear, starting from 21: `.grad` is 40 when `step()` runs, and `w` goes to 17. "
        "In the order here `.grad` is ...",
    ),
    reveal="`step()` finds `None` both times, so `w` is still at {key}.",
)
