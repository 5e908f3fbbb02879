"""Lesson 01, the bug: a walk downhill that climbs."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature

WALK = """
def loss_and_slope(at):
    w = ag.tensor(at, requires_grad=True)
    loss = w**2
    loss.backward()
    return loss.item(), w.grad.item()

def descend(w, lr=0.1, direction=1, slope_of=lambda at: loss_and_slope(at)[1], steps=5):
    losses = []
    for step in range(steps):
        losses.append(round(loss_and_slope(w)[0], 2))
        w = w + direction * lr * slope_of(w)
    return losses
"""

B1 = Choice(
    id="01-B1",
    task="The losses in the list grow, and they grow faster and faster. Why?",
    program=WALK
    + """
def measured(at, h=0.001):
    return ((at + h)**2 - (at - h)**2) / (2 * h)

repairs = {
    "sign": descend(3., direction=-1),
    "rate": descend(3., lr=0.01),
    "slope": descend(3., slope_of=measured),
    "fresh": [round(loss_and_slope(3.)[0], 2) for step in range(5)]}
answer = next(name for name, losses in repairs.items() if losses[-1] < losses[0])
""",
    reason="Every step goes uphill, and higher up the curve is steeper, so the next step is longer still.",
    options=(
        Option("sign", "`w` moves uphill, and further up the slope is larger"),
        Option(
            "rate",
            "The learning rate is too large",
            "rate for direction",
            "**A smaller rate makes the steps shorter, but it does not turn them round.** Try `lr=0.01`: do the losses "
            "fall then?",
            (
                Case("From 5, rate 0.1, with this program's step", "answer = (5 + 0.1 * 10)**2"),
                Case("From 5, rate 0.01, with this program's step", "answer = (5 + 0.01 * 10)**2"),
            ),
        ),
        Option(
            "slope",
            "`loss_and_slope` gives a wrong slope",
            "slope blamed",
            "**The slope is right: measure it.** Two points near 3 give the same number by subtraction. So look at "
            "what is done with the slope.",
            (
                Case("Measured at 5", "answer = (5.001**2 - 4.999**2) / 0.002"),
                Case(
                    "From `backward` at 5", "w = ag.tensor(5., requires_grad=True)\n(w**2).backward()\nanswer = w.grad"
                ),
            ),
        ),
        Option(
            "fresh",
            "The gradients of the five steps pile up in `w.grad`",
            "M03 feared",
            "**Here nothing can pile up.** `loss_and_slope` makes a new tensor for every step, and a new tensor has no "
            "gradient yet.",
        ),
    ),
    hints=(
        "Look at the line that changes `w`. Where does it go from 3?",
        "A positive slope says that the loss grows to the right. In which direction does this program go?",
        "From 5 the slope is 10, and `5 + 0.1 * 10 = 6`: the loss goes from 25 to 36. The first step from 3 goes ...",
    ),
    reveal="{key}: one sign is the other way round.",
)

B2 = Number(
    id="01-B2",
    task="You fixed the one character in `descend`. It starts at `descend($w.0)`. What is the last number of the "
    "list now?",
    program=WALK + "losses = descend($w., direction=-1)\nanswer = losses[-1]",
    expected="a loss, positive and smaller than the first number of the list",
    reason="Each step makes `w` 0.8 times as large, so each loss is 0.64 times the one before.",
    wrong=(
        Signature(
            "M40",
            "descend($w.)[-1]",
            "**{answer} is the end of the climb.** In this list the losses still grow. Which way should `w` go when "
            "the slope is positive?",
            (
                Case("Plus, five steps from 1", "w = 1\nfor step in range(5):\n    w = w + 0.1 * 2 * w\nanswer = w**2"),
                Case(
                    "Minus, five steps from 1", "w = 1\nfor step in range(5):\n    w = w - 0.1 * 2 * w\nanswer = w**2"
                ),
            ),
        ),
        Signature("first for last", "losses[0]", "**{answer} is the first number.** Read the list from its other end."),
        Signature(
            "one step more",
            "descend($w., direction=-1, steps=6)[-1]",
            "**{answer} is the loss after the fifth step.** The list notes each loss before its step, so its last "
            "number comes after four steps.",
        ),
        Signature(
            "M41",
            "0.",
            "**{answer} would be the minimum.** On the way there, every step is shorter than the one before, because "
            "the slope gets smaller. Five of them come near, but not all the way.",
        ),
    ),
    hints=(
        "Look at the line that changes `w`. Which character decides whether it goes up or down the slope?",
        "The step goes against the slope. Change that character, run the cell, and read the last number.",
        "From 5 the list would begin with 25 and 16, and each number is 0.64 times the one before. From $w it begins "
        "with ${w**2} and ${round(0.64 * w**2, 2)}, and ends with ...",
    ),
    reveal="With `w = w - lr * slope` the list ends with {key}.",
    numbers={"w": 3},
    ranges={"w": (2, 4, 6, 7)},
)
