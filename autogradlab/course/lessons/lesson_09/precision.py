"""Lesson 09, the gradient check: what it compares, and what it needs."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature
from autogradlab.course.lessons.lesson_09.upstream import FORGOTTEN, rule

CUBE = rule("Cube", "x**3", "grad_output * 3 * x**2")

DIFFERENCE = """
h = 1e-6
x = ag.tensor(5., dtype=ag.{kind})
change = (x + h)**2 - (x - h)**2
answer = change / (2 * h)
"""
KINDS = (
    Case("float32, where the slope is 10", DIFFERENCE.format(kind="float32")),
    Case("float64", DIFFERENCE.format(kind="float64")),
)

C5 = Choice(
    id="09-C5",
    task="This check raises an error: its differences say one thing, the rule another. What do you change first?",
    listing=CUBE + "\nx = ag.tensor([2., 5.], requires_grad=True)\nag.autograd.gradcheck(Cube.apply, x)",
    program=f"""
def passes(backward="grad_output * 3 * x**2", kind=ag.float32):
    names = dict(ag=ag)
    exec({CUBE!r}.replace("grad_output * 3 * x**2", backward), names)
    x = ag.tensor([2., 5.], dtype=kind, requires_grad=True)
    return ag.autograd.gradcheck(names["Cube"].apply, x, raise_exception=False)

tried = dict(double=passes(kind=ag.float64), formula=passes("grad_output * x**2"), alone=passes("3 * x**2"),
             again=passes())
answer, = [name for name in tried if tried[name]]
""",
    options=(
        Option("double", "The numbers: `x` gets `dtype=ag.float64`"),
        Option(
            "formula",
            "The formula in `backward`, because the check has caught it",
            "M50",
            "**The formula is the slope of `x**3`.** The check subtracts two numbers that are nearly equal. How many "
            "digits of their difference are left in single precision?",
            KINDS,
        ),
        Option(
            "alone",
            "The last line: `return 3 * x**2`, because a check wants the slope alone",
            "M46",
            "**A check tries several incoming gradients, 0 among them.** A rule that does not look at them cannot "
            "pass, in any precision.",
            FORGOTTEN,
        ),
        Option(
            "again",
            "Nothing: run it once more, differences are a matter of luck",
            "luck",
            "**The same numbers come out each time.** Rounding is not chance: it takes away the same digits again.",
        ),
    ),
    reason="The rule was right. In single precision, rounding is as large as the small differences that the check "
    "divides.",
    hints=(
        "Look at the line that makes `x`. How many digits do its numbers have?",
        "The check divides the difference of two nearly equal numbers by `2e-6`, and the rounding with it.",
        "By hand for `x**2` at 5, once in each precision: single precision gives 9.5, where it should be 10. So first "
        "...",
    ),
    reveal="{key}: then the same rule passes.",
)

C10 = Number(
    id="09-C10",
    task="A check works with small differences. Do one by hand: what is `(f(x + h) - f(x - h)) / (2 * h)` for `f(x) = "
    "x**3` at `x = $x`, with `h = $h`?",
    program="x, h = $x, $h\nanswer = ((x + h)**3 - (x - h)**3) / (2 * h)",
    numbers={"x": 3, "h": 2},
    ranges={"x": range(4, 9), "h": (2, 3)},
    expected="a number near the slope, not the slope itself",
    reason="The true slope is ${3*x**2}. With a large `h` the difference is off by `h**2`; with a small one it is "
    "close.",
    wrong=(
        Signature(
            "slope itself",
            "3. * x**2",
            "**{answer} is the true slope.** A difference over a distance of ${2*h} comes near it. Put the numbers in.",
        ),
        Signature(
            "one side only",
            "((x + h)**3 - x**3) / h",
            "**{answer} looks at one side only.** Here you go `h` to the right and `h` to the left.",
        ),
        Signature(
            "not halved",
            "((x + h)**3 - (x - h)**3) / h",
            "**{answer} is divided by `h`.** From `x - h` to `x + h` it is twice as far.",
        ),
        Signature(
            "difference alone",
            "1. * ((x + h)**3 - (x - h)**3)",
            "**{answer} is how much `f` changes.** Divided by the step in `x`, it becomes a slope.",
        ),
        Signature(
            "lower side only",
            "(x**3 - (x - h)**3) / h",
            "**{answer} looks at the lower side only.** Here you go `h` to the right and `h` to the left.",
        ),
        Signature(
            "one side, not divided",
            "1. * ((x + h)**3 - x**3)",
            "**{answer} is how much `f` changes on one side.** Take both sides, and divide by the whole distance.",
        ),
    ),
    hints=(
        "Look at the two places `x + h` and `x - h`. What is `f` at each of them?",
        "A slope is a change divided by a step in `x`. How far apart are the two places?",
        "For `x = 10` and `h = 1`: `(1331 - 729) / 2 = 301`, where the slope is 300. For `x = $x`: "
        "`(${(x+h)**3} - ${(x-h)**3}) / ...`",
    ),
    reveal="`(${(x+h)**3} - ${(x-h)**3}) / ${2*h}`: {key}.",
)
