"""Lesson 07, two losses on one trunk: apart, or as a sum."""

from autogradlab.course.checks.questions import Choice, Option

TRUNK = """
def leaves_in_w(way):
    w = ag.tensor(3., requires_grad=True)
    h = w**2
    first, second = h**2, 5 * h
    if way == "apart":
        first.backward(retain_graph=True)
        second.backward()
    else:
        (first + second).backward()
    return w.grad.item()

apart, together = leaves_in_w("apart"), leaves_in_w("together")
answer = "same" if apart == together else "half" if together == apart / 2 else "other"
"""

C5 = Choice(
    id="07-C5",
    task="Two losses share `h = w**2`. One program calls `first.backward(retain_graph=True)`, then "
    "`second.backward()`. Another calls `(first + second).backward()`. Compare what they leave in `w.grad`.",
    program=TRUNK,
    reason="The slope of a sum is the sum of the slopes. The sum walks through `h` once, so there is nothing "
    "to retain.",
    options=(
        Option("same", "The same number; and the second program needs no `retain_graph`"),
        Option(
            "mixed",
            "Different numbers: only apart does each loss get its own gradient",
            "M72",
            "**`.grad` has one place for both.** Apart, they meet there; as a sum, they meet a little earlier. What is "
            "the slope of a sum?",
        ),
        Option(
            "joined",
            "Different numbers: only the sum is right, because the first walk spoils the second",
            "M72",
            "**With `retain_graph=True` the first walk spoils nothing.** Both slopes arrive and are added. What does "
            "one walk through the sum bring?",
        ),
        Option(
            "half",
            "Apart gives twice as much: `h` is walked through twice",
            "trunk counted twice",
            "**`h` is walked through twice, each time with a part of the gradient.** The sum brings both parts at "
            "once. Compute both ways for `h = w` to see it.",
        ),
    ),
    hints=(
        "Look at what arrives at `h`: in the first program in two portions, in the second in one.",
        "Several `backward()` calls leave what one `backward()` of the sum would leave. You met this sentence in "
        "lesson 04.",
        "For `first = 2*w` and `second = 7*w`, apart leaves `2 + 7`, and the sum `9*w` has the slope 9. With a square "
        "before them ...",
    ),
    reveal="{key}.",
)
