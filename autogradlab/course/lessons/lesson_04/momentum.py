"""Lesson 04, no gradient and a gradient of 0: how an optimizer with momentum treats them."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature

TWO_STEPS = """
def after_second_step(none, w=3.):
    w = ag.tensor(w, requires_grad=True)
    optimizer = ag.optim.SGD([w], lr=0.1, momentum=0.9)
    (w**2).backward()
    optimizer.step()
    first = w.item()
    (w**2).backward()
    optimizer.zero_grad(set_to_none=none)
    optimizer.step()
    return first, w.item()
"""

TWO_STEPS_FROM_20 = """
w = ag.tensor(20., requires_grad=True)
optimizer = ag.optim.SGD(
    [w], lr=0.1, momentum=0.9)
(w**2).backward()
optimizer.step()
first = w.item()
optimizer.zero_grad(%s)
optimizer.step()
answer = [first, round(w.item(), 2)]
"""

STILL = (
    Case("Two steps from 20, `None` in between", TWO_STEPS_FROM_20 % ""),
    Case("Two steps from 20, 0 in between", TWO_STEPS_FROM_20 % "set_to_none=False"),
)

C7 = Choice(
    id="04-C7",
    twin="04-T7",
    task="Two weights, each with an optimizer that has momentum 0.9, have made one step downhill. `backward()` is "
    "called again, and then the `.grad` of one is cleared to `None`, that of the other to 0. Now comes `step()`. Does "
    "either weight move, or do both?",
    program=TWO_STEPS
    + """
moved = {name: first != second for name, (first, second) in
         {"none": after_second_step(True), "zero": after_second_step(False)}.items()}
answer = ", ".join(name for name in moved if moved[name]) or "neither"
""",
    reason="A gradient of 0 still takes part in the step, and momentum carries the weight on. A weight without a "
    "gradient is passed over.",
    options=(
        Option("zero", "Only the one whose `.grad` is 0"),
        Option(
            "neither",
            "Neither: there is no slope, so there is no step",
            "M09",
            "**For the optimizer, 0 and `None` are two messages.** `None` says: leave this weight out. 0 says: the "
            "slope is zero, go on as usual, momentum included.",
            STILL,
        ),
        Option(
            "none, zero",
            "Both: momentum carries them on",
            "None takes part",
            "**Momentum belongs to a step, and the optimizer makes none for a weight whose `.grad` is `None`.** It "
            "passes over that weight.",
            STILL,
        ),
        Option(
            "none",
            "Only the one whose `.grad` is `None`",
            "skipped the other way round",
            "**It is one of the two, but the other one.** Which of them does the optimizer have a number for?",
            STILL,
        ),
    ),
    hints=(
        "Look at what the optimizer reads from each weight: in one place a number, in the other none.",
        "`step()` passes over weights without a gradient. What does it compute for a gradient of 0, with momentum?",
        "In the picture of the calls, switch momentum on and call backward, step, then each way of clearing and step. "
        "The one that was cleared with ...",
    ),
    reveal="{key}: 0 is a gradient, `None` is not.",
)

T7 = Number(
    id="04-T7",
    task="With momentum, a step goes by `lr` times a speed. The first speed is the gradient; later it is 0.9 times the "
    "old speed plus the new gradient. `w` starts at $w, the loss is `w**2`, `lr` is 0.1. After one step, `.grad` is "
    "set to 0. Where is `w` after another `step()`?",
    program=TWO_STEPS + "first, answer = after_second_step(False, $w.)",
    numbers={"w": 10},
    ranges={"w": (2, 4, 5, 6, 7, 8)},
    expected="a number below the place after the first step",
    reason="The first step goes by `0.1 * ${2*w}`. The second goes by 0.9 times that, although the gradient is 0.",
    wrong=(
        Signature(
            "M09",
            "first",
            "**{answer} is the place after the first step.** `w` would stay there if `.grad` were `None`. A gradient "
            "of 0 is a number: the speed becomes 0.9 times the old one plus 0.",
            STILL,
        ),
        Signature(
            "full speed",
            "first - 0.2 * $w",
            "**{answer} goes on at full speed.** The second speed is 0.9 times the first.",
        ),
        Signature(
            "gradient not cleared",
            "first - 0.1 * (0.9 * 2 * $w + 2 * $w)",
            "**{answer} uses the old gradient once more.** It was cleared: the new gradient is 0.",
        ),
    ),
    hints=(
        "Look at the speed. What is it after the first step, and what becomes of it when the gradient is 0?",
        "The second speed is `0.9 * old + 0`. The step is `lr` times that.",
        "From 20: the first speed is 40, and `w` goes to 16. The second is 36, and `w` goes to 12.4. From $w: ...",
    ),
    reveal="First to ${0.8*w}, then further by `0.1 * 0.9 * ${2*w}`: {key}.",
)
