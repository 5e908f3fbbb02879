"""Lesson 13, a product that is right for squares."""

from autogradlab.course.checks.questions import Bug, Fix, Number, Signature
from autogradlab.course.lessons.lesson_13.miniature import NUMBER, WALK

SQUARES = NUMBER.strip("\n").replace("(b.data, a.data)", "(a.data, b.data)")
USED = WALK + "\nx, y = Number(3.), Number(4.)\nwalk(mul(x, y))\n"
VALUE = "s = Number(2.)\nwalk(add(s, s))\n"

B1 = Bug(
    id="13-B1",
    task="When it was tried with `mul(x, x)`, all was well. For `mul(x, y)` at 3 and 4 it says 3 and 4, and it should "
    "be 4 and 3. Which line is at fault, and which change fixes it?",
    program=SQUARES,
    probe=USED + VALUE + "answer = [x.grad, y.grad, s.grad, mul(x, y).data]",
    goal="answer = [4., 3., 2., 12.]",
    fixes=(
        Fix(
            "`(a, b), (b.data, a.data)` at the end", 10, "    return Number(a.data * b.data, (a, b), (b.data, a.data))"
        ),
        Fix(
            "`(b, a), (b.data, a.data)` at the end",
            10,
            "    return Number(a.data * b.data, (b, a), (b.data, a.data))",
            "turned twice",
            "**Both rows are reversed, so the pairs are the same as before.** Which slope belongs to `a`?",
        ),
        Fix(
            "`(a, b), (1., 1.)` at the end",
            10,
            "    return Number(a.data * b.data, (a, b), (1., 1.))",
            "as in a sum",
            "**These are the slopes of a sum.** If `a` grows by 1, how much does `a * b` grow?",
        ),
        Fix(
            "`(b.data, a.data)` instead of `(1., 1.)`",
            7,
            "    return Number(a.data + b.data, (a, b), (b.data, a.data))",
            "another operation",
            "**That was the sum, and it was fine.** Which operation gives 3 and 4?",
        ),
        Fix(
            "`self.grad = 1.` at the beginning",
            3,
            "        self.data, self.grad = data, 1.",
            "the start blamed",
            "**Every `.grad` would be larger by 1.** Try it: 4 and 5, not 4 and 3.",
        ),
    ),
    reason="If `a` grows by 1, the product grows by `b`. For a square both factors are equal, so nobody notices.",
    hints=(
        "Look at the two rows at the end of an operation: inputs and slopes. Which belong together?",
        "The slope of `a * b` with respect to `a` is `b`.",
        "For `2 * a + 5 * b` the end would be `(a, b), (2., 5.)`. For `a * b` ...",
    ),
    reveal="Each factor gets the other one: {key}.",
)

B2 = Number(
    id="13-B2",
    task="You fixed `mul` and ran both cells again. What is the first number of the second line now?",
    program=NUMBER + WALK + "x, y = Number(5.), Number(4.)\nwalk(mul(mul(x, x), y))\nanswer = x.grad",
    expected="the slope of `x * x * y` with respect to `x`",
    reason="`2 * x * y` at 5 and 4.",
    wrong=(
        Signature(
            "as before",
            "250.",
            "**{answer} is what the cell printed before.** Run the cell with `mul` again, then the one that uses it.",
        ),
        Signature("M38", "20.", "**{answer} is one of two paths.** `x` is used twice, and what arrives is added."),
        Signature("value for slope", "100.", "**{answer} is the loss itself.** How fast does it grow with `x`?"),
        Signature(
            "second number",
            "25.",
            "**{answer} is what `y` gets, the second number.** The first one is asked for: how fast does `x * x "
            "* y` grow with `x`?",
        ),
        Signature(
            "line before",
            "10.",
            "**{answer} is in the line before.** Look at the second line: how fast does `x * x * y` grow with `x`?",
        ),
    ),
    hints=(
        "Look at what the second line of the output begins with, after the change.",
        "The loss is `x * x * y`. What is its slope with respect to `x`?",
        "At `x = 10` and `y = 3` it would be 60. At 5 and 4: `2 * 5 * ...`",
    ),
    reveal="`2 * 5 * 4`: {key}.",
)
