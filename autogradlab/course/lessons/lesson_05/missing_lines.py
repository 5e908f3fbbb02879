"""Lesson 05, the loop with a line missing."""

from autogradlab.course.checks.questions import Case, Choice, Option, Print, Signature

OPTIMIZED = "w = ag.tensor(8., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n"

SHOW = "print(round(w.item(), 2))"

STEP_ALONE = (
    Case("Step, no backward", OPTIMIZED + "loss = 5 * w\noptimizer.step()\n" + SHOW),
    Case("Backward, then step", OPTIMIZED + "loss = 5 * w\nloss.backward()\noptimizer.step()\n" + SHOW),
)

WITHOUT = """
LINES = {
    "zero_grad": "optimizer.zero_grad()", "forward": "z = w * x + b", "loss": "loss = (z - y)**2",
    "backward": "loss.backward()", "step": "optimizer.step()"}

def losses_without(missing):
    w, b = ag.tensor(3., requires_grad=True), ag.tensor(1., requires_grad=True)
    names = {"w": w, "b": b, "x": ag.tensor(2.), "y": ag.tensor(5.), "optimizer": ag.optim.SGD([w, b], lr=0.05)}
    losses = []
    for turn in range(6):
        for name, line in LINES.items():
            if name != missing:
                exec(line, names)
        losses.append(names["loss"].item())
    return losses

def is_stuck(missing):
    try:
        return len(set(losses_without(missing))) == 1
    except (NameError, KeyError):
        return False

answer = [name for name in LINES if is_stuck(name)]
"""

STOPS = (
    "**Without this line there is a name that nobody has made.** Python stops in the first round, and you notice at "
    "once. The question asks for the quiet cases."
)

P4 = Choice(
    id="05-P4",
    predict=True,
    several=True,
    keep_order=True,
    task="Take one line out of the loop, a different one each time. Without which of them does the program run through "
    "all its rounds, while the loss stays at 4 for ever?",
    program=WITHOUT,
    reason="Without `backward()` there is never a gradient; without `step()` nobody uses it. Neither is an error.",
    options=(
        Option(
            "zero_grad",
            "`optimizer.zero_grad()`",
            "no clearing, no move",
            "**Without clearing, the weights do move.** The gradients pile up, as in lesson 04, and the steps go "
            "astray.",
        ),
        Option("forward", "`z = w * x + b`", "silent without a name", STOPS),
        Option("loss", "`loss = (z - y) ** 2`", "silent without a name", STOPS),
        Option("backward", "`loss.backward()`"),
        Option("step", "`optimizer.step()`"),
    ),
    wrong=(
        Signature(
            "M01",
            "",
            "**Without `step()`, too, the weights stay where they are.** `backward()` only writes into `.grad`.",
            (
                Case("backward alone", OPTIMIZED + "(5 * w).backward()\n" + SHOW),
                Case("backward, then step", OPTIMIZED + "(5 * w).backward()\noptimizer.step()\n" + SHOW),
            ),
        ),
        Signature(
            "M02",
            "",
            "**Without `backward()` there is nothing to step along.** `step()` finds `None` in `.grad` and skips the "
            "weight.",
            (
                Case("step alone", OPTIMIZED + "loss = 5 * w\noptimizer.step()\n" + SHOW),
                Case("backward, then step", OPTIMIZED + "(5 * w).backward()\noptimizer.step()\n" + SHOW),
            ),
        ),
    ),
    hints=(
        "Look at two things for each line: does Python stop without it? And if not, do `w` and `b` still move?",
        "A name that was never made stops Python. A `.grad` that was never filled does not.",
        "In a loop of three lines, `a = 1`, `c = 2 * a`, `print(c)`, taking out the first stops Python, and taking out "
        "the last does not. Here, for each of the five ...",
    ),
    reveal="{key}: there the loop runs, and learns nothing.",
)

C3 = Print(
    id="05-C3",
    task="What does this program print?",
    program="""
w = ag.tensor($w., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
for turn in range(3):
    optimizer.zero_grad()
    loss = w**2
    optimizer.step()
print(round(w.item(), 2), w.grad)
""",
    numbers={"w": 5},
    ranges={"w": (2, 4, 6, 7, 8, 9)},
    reason="Nobody calls `backward()`, so `.grad` stays `None`, and `step()` skips `w`, three times.",
    wrong=(
        Signature(
            "M02",
            "",
            "**{answer} lets `step()` find the gradient by itself.** The optimizer was given `w` and a learning rate. "
            "Nobody told it about a loss.",
            STEP_ALONE,
        ),
        Signature(
            "M02",
            """
w = ag.tensor($w., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
for turn in range(3):
    optimizer.zero_grad()
    (w**2).backward()
    optimizer.step()
print(round(w.item(), 2), w.grad)
""",
            "**{answer} lets `step()` find the gradient by itself, and leave it in `.grad`.** Which line measures a "
            "slope, and is it in this program?",
            STEP_ALONE,
        ),
        Signature(
            "one step",
            "print(round(0.8 * $w, 2), None)",
            "**{answer} lets `w` take a step.** With which gradient? Look for the line that would write it.",
        ),
        Signature(
            "one step",
            "print(round(0.8 * $w, 2), ag.tensor(${2*w}.))",
            "**{answer} has a gradient, and a step along it.** Which line of this program would have written the "
            "gradient?",
        ),
        Signature(
            "M06",
            "print($w.0, ag.tensor(0.))",
            "**{answer} has the right `w`, but the number 0 in `.grad`.** Cleared means that nothing is there.",
            (
                Case("Cleared to 0", OPTIMIZED + "optimizer.zero_grad()\nw.grad = ag.tensor(0.)\nprint(w.grad)"),
                Case("Cleared", OPTIMIZED + "optimizer.zero_grad()\nprint(w.grad)"),
            ),
        ),
        Signature(
            "slope without backward",
            "print($w.0, ag.tensor(${2*w}.))",
            "**{answer} has a gradient in it.** Which line of this program would have written that?",
        ),
    ),
    hints=(
        "Look for the five lines of the loop. Which one is not there?",
        "`step()` reads `.grad`. What is in there if no line has written it?",
        "With a single `loss.backward()` in the first round, `w` would make one step, and `.grad` would be cleared in "
        "the second. Here there is no `backward()`, so ...",
    ),
    reveal="No gradient, no step: {key}.",
)
