"""Lesson 10, the bug: a ramp that should be high and not too steep, but the second wish has no effect."""

from autogradlab.course.checks.questions import Bug, Case, Fix, Number, Signature

RAMP = """
def loss_of(w):
    height = w * x**2
    steep, = ag.autograd.grad(height, x, retain_graph=True)
    return (height - 4)**2 + (steep - 2)**2

x = ag.tensor(2., requires_grad=True)
w = ag.tensor(0., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.01)
for turn in range(20):
    optimizer.zero_grad()
    loss_of(w).backward()
    optimizer.step()
"""

KEPT = (
    "x = ag.tensor(5., requires_grad=True)\nsteep, = ag.autograd.grad(\n    x**4, x, {keep}=True)\n"
    "answer = steep.requires_grad"
)

B1 = Bug(
    id="10-B1",
    task="At `x = 2` the ramp should be 4 high, with a slope of only 2. `w` should find a compromise between the two "
    "wishes. It goes to 1, where the first wish is met in full and the second is not heard. Which line is at fault, "
    "and which change fixes it?",
    program=RAMP,
    probe="answer = round(w.item(), 4)",
    goal="w = 0.\nfor turn in range(20):\n    w -= 0.01 * (2 * 4 * (4 * w - 4) + 2 * 4 * (4 * w - 2))\n"
    "answer = round(w, 4)",
    fixes=(
        Fix(
            "`create_graph=True` instead of `retain_graph=True`",
            3,
            "    steep, = ag.autograd.grad(height, x, create_graph=True)",
        ),
        Fix(
            "`loss_of(w).backward(retain_graph=True)`",
            11,
            "    loss_of(w).backward(retain_graph=True)",
            "M51",
            "**Keeping more does not record more.** When this line runs, `steep` is a plain number already. Where was "
            "it made?",
            (
                Case("`retain_graph`", KEPT.format(keep="retain_graph")),
                Case("`create_graph`", KEPT.format(keep="create_graph")),
            ),
        ),
        Fix(
            "`loss_of(w).backward(create_graph=True)`",
            11,
            "    loss_of(w).backward(create_graph=True)",
            "create too late",
            "**The right argument, one call too late.** This records the walk back from the loss. The way back that "
            "gave `steep` was a different one.",
        ),
        Fix(
            "After line 3: `steep.requires_grad_()`",
            3,
            "    steep, = ag.autograd.grad(height, x, retain_graph=True)\n    steep.requires_grad_()",
            "M56",
            "**This makes `steep` a new leaf.** The walk ends there, as in lesson 03: `w` hears nothing about it.",
        ),
        Fix(
            "A weight of 10 for the wish: `10 * (steep - 2)**2`",
            4,
            "    return (height - 4)**2 + 10 * (steep - 2)**2",
            "shout louder",
            "**Ten times nothing.** The value of the loss grows, and its slope stays as it was. Which path leads from "
            "`steep` to `w`?",
        ),
    ),
    reason="`retain_graph` keeps saved values. `steep` had no history, so for the walk `(steep - 2)**2` is constant.",
    hints=(
        "Look at `steep`: print it in `loss_of`. Is there a `grad_fn`?",
        "A wish is heard if a path leads from it to `w`. For `steep` that path would be the recorded way back.",
        "For a bend it was: `slope, = ag.autograd.grad(height, x, create_graph=True)`. Here the line that makes "
        "`steep` ...",
    ),
    reveal="The way back has to be recorded where `steep` is made: {key}.",
)

B2 = Number(
    id="10-B2",
    task="You fixed the line and ran both cells again. Where does `w` end up now?",
    program=RAMP.replace("retain_graph", "create_graph") + "answer = w if abs(w.item()) < 100 else None",
    expected="a number between what the two wishes ask for",
    reason="The height is `4 * w`, and so is the slope. One wish wants 4, the other 2, and halfway between them is 3.",
    wrong=(
        Signature(
            "as before",
            "1.",
            "**{answer} is where `w` went before.** Run the cell with `loss_of` again, then the one with the loop.",
        ),
        Signature(
            "second wish alone",
            "0.5",
            "**{answer} meets the second wish in full.** Both wishes are heard now. Where is the sum of the two "
            "squares smallest?",
        ),
        Signature(
            "slope for w", "3.", "**{answer} is the height and the slope in between.** Which `w` gives them at `x = 2`?"
        ),
    ),
    hints=(
        "Look at what the second cell prints after the change.",
        "At `x = 2`, the height is `4 * w`, and so is the slope. What lies fairly between the wishes?",
        "For the wishes 8 and 4 it would be `4 * w = 6`, so 1.5. Here: `4 * w = ...`",
    ),
    reveal="`4 * w` goes to 3: {key}.",
)
