"""Lesson 02, one path: the slopes along it multiply."""

from autogradlab.course.checks.questions import Case, Number, Signature


def gradient(result: str, **place: int) -> str:
    """A program for one side of a contrast: the gradient of a result, such as "x**2", at a place, such as `x=6`."""
    ((name, number),) = place.items()
    return f"{name} = ag.tensor({number}., requires_grad=True)\n({result}).backward()\nanswer = {name}.grad"


C1 = Number(
    id="02-C1",
    task="Which number does `backward()` put into `x.grad`?",
    listing="""
x = ag.tensor($x., requires_grad=True)
z = $a * x + $b
y = z**2
y.backward()
""",
    program="x = ag.tensor($x., requires_grad=True)\nz = $a * x + $b\ny = z**2\ny.backward()\nanswer = x.grad",
    expected="larger than the slope of either step, because the two slopes multiply",
    reason="The square has the slope `2*z` at `z = ${a*x+b}`, the inner step has the slope $a: `2*${a*x+b} * $a`.",
    numbers={"x": 1, "a": 4, "b": 2},
    ranges={"x": (1, 2, 3), "a": (3, 4, 5, 6), "b": (1, 2, 3, 4, 5)},
    wrong=(
        Signature(
            "M39",
            "$a",
            "**{answer} is the slope of the inner step alone.** It says how fast `z` changes. And how fast does `y` "
            "change when `z` does?",
            (
                Case("Slope of `2*x + 1`", gradient("2*x + 1", x=6)),
                Case("Slope of its square, at 6", gradient("(2*x + 1)**2", x=6)),
            ),
        ),
        Signature(
            "M39",
            "2 * z",
            "**{answer} is the slope of the square alone.** It says how fast `y` changes with `z`. But `z` is faster "
            "than `x`: by which factor?",
            (
                Case("Slope of `z**2` at `z = 13`", gradient("z**2", z=13)),
                Case("Slope of `(2*x + 1)**2` at `x = 6`", gradient("(2*x + 1)**2", x=6)),
            ),
        ),
        Signature(
            "slopes added",
            "2 * z + $a",
            "**{answer} adds the two slopes.** They follow each other on one path: the first makes a change larger, "
            "and the second makes the result larger again.",
            (
                Case("Slopes added: `(2*x + 1)**2` at 6", "answer = 2 * 13 + 2"),
                Case("Rise over run, at 6", "h = 0.001\nanswer = ((2*(6 + h) + 1)**2 - 13**2) / h"),
            ),
        ),
        Signature(
            "slope taken at another place",
            "2 * $x * $a",
            "**{answer} takes the slope of the square at `x`.** What is squared is `z`. At which number is the slope "
            "of the square needed?",
            (
                Case("`2*6 * 2`, for `(2*x + 1)**2` at 6", "answer = 2*6 * 2"),
                Case("What `backward` finds", gradient("(2*x + 1)**2", x=6)),
            ),
        ),
        Signature(
            "square of the sum",
            "2 * $a**2 * $x",
            "**{answer} is the slope of `${a*a}*x**2 + ${b*b}`.** The square of a sum has a third part: "
            "`(a + b)**2 = a**2 + 2*a*b + b**2`.",
        ),
        Signature("half way", "z", "**{answer} is `z`, halfway there.** How fast does `y` change when `x` does?"),
        Signature("loss for slope", "y", "**{answer} is `y` itself.** The question is how fast it changes with `x`."),
    ),
    hints=(
        "Look at the two steps one by one: from `x` to `z`, and from `z` to `y`.",
        "Along a path slopes multiply. How fast does `z` follow `x`, and how fast does `y` follow `z`?",
        "For `(2*x + 1)**2` at 6, `z` is 13: the square has the slope `2*13`, the inner step 2, together `26 * 2`. "
        "Here `z` is ...",
    ),
    reveal="`z` is ${a*x+b}, so the square has the slope ${2*(a*x+b)}. The inner step has the slope $a. Along the path "
    "they multiply: {key}.",
)
