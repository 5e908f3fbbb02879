"""Lesson 06, `backward` on a vector: an error without weights, or with too few of them."""

from autogradlab.course.checks.questions import Case, Print, Signature
from autogradlab.course.lessons.lesson_06.weighing import ARRIVES

#: Two outputs; the numbers are not those of a question.
PAIR = "x = ag.tensor([5., 6.], requires_grad=True)\ny = x**2\n"
CAUGHT = "try:\n    y.backward({})\nexcept RuntimeError as error:\n    print('error')"
ASKED = (
    Case("Two losses, nobody says how much they count", PAIR + CAUGHT.format("")),
    Case("Two losses, each counts 1", PAIR + "y.backward(ag.tensor([1., 1.]))\nprint(x.grad)"),
)
ENOUGH = (
    Case("One weight for two outputs", PAIR + CAUGHT.format("ag.tensor([1.])")),
    Case("A weight for each", PAIR + "y.backward(ag.tensor([1., 0.]))\nprint(x.grad)"),
)

P1 = Print(
    id="06-P1",
    predict=True,
    task="Before you run it: what does this program print? If you expect an error, write `error`.",
    program="""
x = ag.tensor([$a., $b., $c.], requires_grad=True)
y = x**2
y.backward()
print(x.grad)
""",
    numbers={"a": 1, "b": 2, "c": 3},
    reason="There are three losses, and nobody said how much each of them counts.",
    wrong=(
        Signature(
            "ones by themselves",
            "print(ag.tensor([${2*a}., ${2*b}., ${2*c}.]))",
            "**{answer} is what comes out when all three count 1.** `backward()` does not decide that for you. What "
            "does it do instead?",
            ASKED,
        ),
        Signature(
            "ones by themselves",
            "print([${2*a}, ${2*b}, ${2*c}])",
            "**{answer} is what comes out when all three count 1.** `backward()` does not decide that for you. What "
            "does it do instead?",
            ASKED,
        ),
        Signature(
            "M31",
            "print(ag.tensor([[${2*a}., 0., 0.], [0., ${2*b}., 0.], [0., 0., ${2*c}.]]))",
            "**That is the whole table of slopes.** It has nine numbers, and `x.grad` has room for three. What would "
            "the engine need to turn nine into three?",
            ASKED,
        ),
        Signature(
            "one number for three",
            "print(ag.tensor(${2*a+2*b+2*c}.))",
            "**{answer} is one number, and `x` has three entries.** A gradient has the shape of its tensor.",
        ),
    ),
    hints=(
        "Look at the shape of `y`. How many losses are there to go downhill on?",
        "`x.grad` should say how *the* loss changes. Which of the three is the loss?",
        "If `y` were `x.sum()`, there would be one number, and `x.grad` would be all ones. Here `y` is three numbers, "
        "so ...",
    ),
    reveal="The program stops at `backward()`: {key}.",
)

C3 = Print(
    id="06-C3",
    task="What does this program print? If you expect an error, write `error`.",
    program="""
x = ag.tensor([$a., $b., $c.], requires_grad=True)
y = x * x
y.backward(ag.tensor([$u., $v.]))
print(x.grad)
""",
    numbers={"a": 2, "b": 1, "c": 4, "u": 1, "v": 3},
    reason="Three outputs and two weights: the engine does not guess the third.",
    wrong=(
        Signature(
            "missing weight is 0",
            "print(ag.tensor([${2*a*u}., ${2*b*v}., 0.]))",
            "**{answer} leaves the third output out.** A weight of 0 would do that, but somebody has to write it. "
            "What does the engine do with two numbers for three outputs?",
            ENOUGH,
        ),
        Signature(
            "missing weight is 1",
            "print(ag.tensor([${2*a*u}., ${2*b*v}., ${2*c}.]))",
            "**{answer} lets the third output count 1.** Nobody wrote that 1. What does the engine do with two "
            "numbers for three outputs?",
            ENOUGH,
        ),
        Signature(
            "M32",
            "print(ag.tensor([${2*a}., ${2*b}., ${2*c}.]))",
            "**{answer} is what comes out when all outputs count 1.** The argument is read, entry by entry, and it "
            "has to fit `y`.",
            ENOUGH,
        ),
    ),
    hints=(
        "Look at two shapes: that of `y`, and that of the argument of `backward`.",
        "Each output of `y` needs a number that says how much it counts. Does each of them have one?",
        "With `y` of shape (2,) and an argument of shape (3,), one number would be left over, and the program would "
        "stop. With shape (3,) and ...",
    ),
    reveal="{key} is what `backward` says: the shapes do not fit.",
)

C9 = Print(
    id="06-C9",
    task="`y` is a vector with one entry. What does this program print? If you expect an error, write `error`.",
    program="""
x = ag.tensor([$a.], requires_grad=True)
y = $k * x**2
y.backward()
print(x.grad)
""",
    numbers={"a": 4, "k": 3},
    ranges={"a": range(2, 9), "k": range(2, 9)},
    reason="With one output there is nothing to weigh: it counts 1. The gradient has the shape of `x`.",
    wrong=(
        Signature(
            "every vector is refused",
            "raise RuntimeError('grad can be implicitly created only for scalar outputs')",
            "**For two outputs or more that is so.** Here there is only one. Is there anything to choose?",
            (
                Case("Two outputs", PAIR + CAUGHT.format("")),
                Case("One output", PAIR.replace("5., 6.", "5.") + "y.backward()\nprint(x.grad)"),
            ),
        ),
        Signature(
            "shape lost",
            "print(ag.tensor(${2*k*a}.))",
            "**The number is right, and the brackets are missing.** A gradient has the shape of its tensor. What shape "
            "does `x` have?",
        ),
        Signature(
            "M39",
            "print(ag.tensor([${2*a}.]))",
            "**{answer} is the slope of `x**2` alone.** It still has to be multiplied by what arrives there.",
            ARRIVES,
        ),
        Signature(
            "value for slope",
            "print(ag.tensor([${k*a*a}.]))",
            "**{answer} is `y` itself.** How fast does it grow when `x` grows?",
        ),
    ),
    hints=(
        "Look at how many outputs `y` has.",
        "The engine asks only where it would have to choose between several outputs. Is there a choice?",
        "For `7 * x**2` at 5, the slope is `7 * 2 * 5 = 70`, in the shape of `x`. Here ...",
    ),
    reveal="`$k * 2 * $a`, in the shape of `x`: {key}.",
)
