"""Lesson 09, the mean distance of a row of cars: a rule that is right for one car."""

from autogradlab.course.checks.questions import Bug, Fix, Number, Signature
from autogradlab.course.lessons.lesson_09.upstream import FORGOTTEN, rule

MEAN = rule("MeanDistance", "(x**2).mean()", "grad_output * 2 * x").strip("\n")
RIGHT = MEAN.replace("2 * x", "2 * x / len(x)")
USED = "\nx = ag.tensor([3., 1., 2., 4.], requires_grad=True)\n(10 * MeanDistance.apply(x)).backward()\n"

B1 = Bug(
    id="09-B1",
    task="The rule is right for one car, and four times too large for four. Which line is at fault, and which change "
    "fixes it?",
    program=MEAN,
    probe=USED + "answer = [x.grad.tolist(), MeanDistance.apply(x).item()]",
    goal="answer = [[10 * 2 * x / 4 for x in (3., 1., 2., 4.)], 7.5]",
    fixes=(
        Fix("`return grad_output * 2 * x / len(x)`", 10, "        return grad_output * 2 * x / len(x)"),
        Fix(
            "`return 2 * x / len(x)`",
            10,
            "        return 2 * x / len(x)",
            "M46",
            "**Divided as it should be, but now what arrives is lost.** With `10 * ...` after the mean, every slope "
            "would be ten times too small.",
            FORGOTTEN,
        ),
        Fix(
            "`return (grad_output * 2 * x).mean()`",
            10,
            "        return (grad_output * 2 * x).mean()",
            "mean of slopes",
            "**A mean of the slopes is a single number.** Each car has a slope of its own; which share of the mean is "
            "its own?",
        ),
        Fix(
            "`return (x**2).sum()`",
            5,
            "        return (x**2).sum()",
            "another question",
            "**Now rule and forward agree, but the answer is a different one.** The mean was asked for, not the sum.",
        ),
    ),
    reason="In a mean of `n`, each entry counts `1/n`, so its slope is divided by `n` too. For one car, `n` is 1.",
    hints=(
        "Look at the shapes first: they are right. What does `.mean()` do to each of the four squares?",
        "The slope of a mean with respect to one of its entries is 1 divided by their number.",
        "For a rule of `(3 * x).mean()`: `return grad_output * 3 * ag.ones(len(x)) / len(x)`. Here ...",
    ),
    reveal="Each car has a share of the mean: {key}.",
)

MENDED = "\n".join(
    ["speeds = ag.tensor([3., 1., 2., 4.], requires_grad=True)", "(10 * MeanDistance.apply(speeds)).backward()"]
)

B2 = Number(
    id="09-B2",
    task="You fixed the line and ran both cells again. What is the first number of the second line now?",
    program=RIGHT + "\n" + MENDED + "\nanswer = speeds.grad[0]",
    expected="a quarter of what it was",
    reason="`10 * 2 * 3 / 4`: what arrives, times the slope of the square, divided by the number of cars.",
    wrong=(
        Signature(
            "as before",
            "60.",
            "**{answer} is what the rule gave before.** Run the cell with the class again, then the one that uses it.",
        ),
        Signature(
            "M46", "1.5", "**{answer} has lost what arrives.** The mean is multiplied by 10 afterwards.", FORGOTTEN
        ),
        Signature("divided twice", "3.75", "**{answer} is divided once too often.** There are four cars."),
    ),
    hints=(
        "Look at what the cell prints for four cars, at the first entry.",
        "It is what arrives, times the slope of the square, divided by the number of cars.",
        "For the third car: `10 * 2 * 2 / 4 = 10`. For the first: `10 * 2 * 3 / ...`",
    ),
    reveal="`10 * 2 * 3 / 4`: {key}.",
)
