"""Lesson 06, the bug: an error was silenced with ones, and since then large houses do not heat."""

from autogradlab.course.checks.questions import Bug, Case, Fix, Number, Signature

LOOP = """
def train(w, wishes):
    optimizer = ag.optim.SGD([w], lr=0.1)
    for step in range(5):
        losses = (w - wishes)**2
        optimizer.zero_grad()
        losses.backward(ag.ones(len(wishes)))
        optimizer.step()
"""

PROBE = """
def ends(times):
    w = ag.tensor(0., requires_grad=True)
    train(w, ag.tensor([18., 20., 22.] * times))
    return round(w.item(), 3)

answer = [ends(times) for times in (1, 4, 30)]
"""

STEP = """
def first_step(n):
    w = ag.tensor(0., requires_grad=True)
    wishes = 5 * ag.ones(n)
    ((w - wishes)**2).{}().backward()
    return -0.1 * w.grad.item()

answer = [first_step(2), first_step(10)]
"""
TWO_AND_TEN = (
    Case("Sum: a step for 2 wishes, for 10", STEP.format("sum")),
    Case("Mean: a step for 2 wishes, for 10", STEP.format("mean")),
)

B1 = Bug(
    id="06-B1",
    task="With 3 wishes this loop works; with 12 it runs away. A larger house should not need another learning rate. "
    "Which line is it, and which change fixes it?",
    program=LOOP,
    probe=PROBE,
    goal="answer = [round(20 * (1 - 0.8**5), 3)] * 3",
    reason="Ones add the slopes of all rooms, so the step grows with the house. A mean gives each its share.",
    fixes=(
        Fix("Take the mean: `losses.mean().backward()`", 6, "        losses.mean().backward()"),
        Fix(
            "Divide the rate by 4: `lr=0.025`",
            2,
            "    optimizer = ag.optim.SGD([w], lr=0.025)",
            "rate for one size",
            "**That fixes 12 wishes, but with 90 it runs away again.** What makes the step grow with their number?",
            TWO_AND_TEN,
        ),
        Fix(
            "Leave the ones out: `losses.backward()`",
            6,
            "        losses.backward()",
            "ones by themselves",
            "**Then the error is back: twelve losses, and nobody says how much they count.** The ones got rid of it. "
            "Which weights would be fair?",
        ),
        Fix(
            "Add up instead: `losses.sum().backward()`",
            6,
            "        losses.sum().backward()",
            "M33",
            "**A sum gives each loss the weight 1, as the ones do.** It runs away in the same way. Which weight does "
            "each loss have in a mean?",
            TWO_AND_TEN,
        ),
        Fix(
            "Never clear: take out `zero_grad`",
            5,
            "",
            "never cleared",
            "**Then every step follows all slopes so far.** That makes it worse: the steps are too long already.",
        ),
    ),
    hints=(
        "Look at the slope of one wish, and at what arrives in `w.grad` when there are 3, or 12, or 90.",
        "With ones the slopes are added. What would have to be done to them so that their number plays no part?",
        "For 10 wishes, each slope would have to count 1/10. There is a short word for giving each the same share, and "
        "it comes before `backward()`: ...",
    ),
    reveal="Line 6 adds the slopes of all wishes. Let each count its share: {key}.",
)

MENDED = """
def train(wishes, weights, lr=0.1):
    w = ag.tensor(0., requires_grad=True)
    optimizer = ag.optim.SGD([w], lr=lr)
    for step in range(5):
        losses = (w - wishes)**2
        optimizer.zero_grad()
        losses.backward(weights)
        optimizer.step()
    return w.item()

wishes = ag.tensor([18., 20., 22.] * 4)
"""

B2 = Number(
    id="06-B2",
    task="You fixed the line and ran both cells again. Where does `w` end for the house with 12 wishes?",
    program=MENDED + "answer = train(wishes, ag.ones(12) / 12)",
    expected="a temperature below the wishes, and the same for both houses",
    reason="Each step closes a fifth of the way to the mean of the wishes, however many there are.",
    wrong=(
        Signature(
            "the minimum itself",
            "20.",
            "**{answer} is where it would end after very many steps.** Five steps get closer, but do not arrive. Which "
            "number does your cell print?",
        ),
        Signature(
            "still ones",
            "train(wishes, ag.ones(12))",
            "**{answer} is where it ran away to before.** Have you run the fixed cell, and the one below it?",
        ),
        Signature(
            "rate for one size",
            "train(wishes, ag.ones(12), 0.025)",
            "**{answer} is where the small house ended before.** With the mean both houses end in the same place, "
            "after shorter steps. A rate that suits only one house is not a fix.",
            TWO_AND_TEN,
        ),
    ),
    hints=(
        "Look at the line that you changed, and at the last line of the cell below it.",
        "Run the cell with `train`, then the cell that calls it. Both houses should end in the same place.",
        "If the wishes were 8, 10 and 12, both would end at 6.72 after five steps from 0. With 18, 20 and 22: ...",
    ),
    reveal="With `losses.mean().backward()` both houses end at {key}.",
)
