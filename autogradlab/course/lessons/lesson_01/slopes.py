"""Lesson 01, questions about the slope: what number it is, what it measures, where it is zero."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Print, Signature
from autogradlab.course.lessons.lesson_01.four_tangents import POINTS, four_tangents


def backward(loss: str = "w**2", place=3) -> str:
    """The lines that most programs begin with: place `w`, compute the loss and its gradient."""
    return f"""
w = ag.tensor({place}., requires_grad=True)
loss = {loss}
loss.backward()
grad = w.grad
"""


def gradient(loss: str, place: int) -> str:
    """A program for one side of a contrast: the gradient of a loss at a place."""
    return f"w = ag.tensor({place}., requires_grad=True)\n({loss}).backward()\nanswer = w.grad"


HEIGHT_AND_SLOPE = (
    Case("How high: `2*w**2` at 5", "answer = 2 * 5**2"),
    Case("How steep: rise over run at 5", "h = 0.001\nanswer = (2 * (5 + h)**2 - 2 * 5**2) / h"),
)

C1 = Number(
    id="01-C1",
    task="The loss is `$a*w**2`, and `w` is $w. Which number does `loss.backward()` put into `w.grad`?",
    program=backward("$a*w**2", "$w") + "answer = grad",
    expected="a negative number, because the curve falls at this place",
    reason="The slope of `w**2` is `2*w`, and the factor makes the curve $a times as steep: `$a * 2*($w)`. For a "
    "small change of `w`, the loss changes about {key} times as much.",
    wrong=(
        Signature(
            "loss for slope",
            "loss",
            "**{answer} is the loss itself.** It says how high the curve is at `w = $w`. The gradient says how steep "
            "it is there: how much the loss changes for a small change of `w`.",
            HEIGHT_AND_SLOPE,
        ),
        Signature(
            "sign lost",
            "-grad",
            "**{answer} is how steep the curve is, but not which way.** Left of its lowest point, does the curve rise "
            "or fall when `w` grows?",
            (
                Case("Right of the minimum: `2*w**2` at 5", gradient("2*w**2", 5)),
                Case("Left of the minimum: `2*w**2` at −5", gradient("2*w**2", -5)),
            ),
        ),
        Signature(
            "factor left out",
            "2 * w",
            "**{answer} is the slope of `w**2`.** This loss has a factor in front of the square. What does it do to "
            "every rise of the curve?",
            (Case("`w**2` at 5", gradient("w**2", 5)), Case("`2*w**2` at 5", gradient("2*w**2", 5))),
        ),
        Signature(
            "factor squared",
            "2 * $a**2 * w",
            "**{answer} is the slope of `($a*w)**2`.** In `$a*w**2` only `w` is squared. The power comes first, then "
            "the "
            "product.",
            (Case("`2*w**2` at 5", gradient("2*w**2", 5)), Case("`(2*w)**2` at 5", gradient("(2*w)**2", 5))),
        ),
        Signature(
            "secant for tangent",
            "$a*(w + 1)**2 - $a*w**2",
            "**{answer} is the slope of a line through two points,** `w = $w` and `w = ${w + 1}`. The gradient "
            "belongs to "
            "one point only. Let the second point come closer and closer.",
            (
                Case("`2*w**2`, from 5 to 6", "h = 1\nanswer = (2 * (5 + h)**2 - 2 * 5**2) / h"),
                Case("`2*w**2`, from 5 to 5.001", "h = 0.001\nanswer = (2 * (5 + h)**2 - 2 * 5**2) / h"),
            ),
        ),
        Signature(
            "place for slope",
            "w",
            "**{answer} is where `w` stands.** The gradient answers another question: standing there, how steep is "
            "the loss?",
            (Case("Where", "w = 5\nanswer = w"), HEIGHT_AND_SLOPE[1]),
        ),
    ),
    hints=(
        "Look at the curve at `w = $w`: is that left or right of its lowest point? Does it rise or fall there?",
        "Let `w` grow by 0.01. How much does `$a*w**2` change, divided by 0.01? Mind the sign.",
        "For `2*w**2` at `w = 5` the slope is `2 * 2*5 = 20`, and at `w = -5` it is −20. For `$a*w**2` at `w = $w` "
        "it is `$a * ...`",
    ),
    reveal="The slope of `w**2` is `2*w`; at $w that is ${2 * w}. Every rise of `$a*w**2` is $a times as large, so the "
    "slope is {key}.",
    numbers={"a": 3, "w": -3},
    ranges={"a": (3, 4, 5, 7), "w": (-2, -4, -6, -7)},
)

C4 = Choice(
    id="01-C4",
    task="At one of the four points, `loss.backward()` gives `w.grad = -2`. Which point is it?",
    picture=four_tangents,
    keep_order=True,
    program=f"""
def grad_at(place):
    w = ag.tensor(float(place), requires_grad=True)
    (w**2).backward()
    return w.grad.item()

answer = next(name for name, place in {POINTS}.items() if grad_at(place) == -2)
""",
    reason="At `w = -1` the tangent falls, and it falls by 2 for each 1 to the right.",
    options=(
        Option(
            "P",
            "Point P",
            "place for slope",
            "**At P it is `w` that is −2.** The gradient does not say where `w` is, but how steep the tangent is "
            "there. This tangent falls twice as fast.",
            (Case("Where: `w` at P", "answer = -2"), Case("How steep: the gradient at P", gradient("w**2", -2))),
        ),
        Option("Q", "Point Q"),
        Option(
            "R",
            "Point R",
            "M40",
            "**The tangent at R rises.** The steepness fits, but a negative gradient says: when `w` grows, the loss "
            "gets smaller. On which side of the minimum does that happen?",
            (
                Case("Right of the minimum, at 3", gradient("w**2", 3)),
                Case("Left of the minimum, at −3", gradient("w**2", -3)),
            ),
        ),
        Option(
            "S",
            "Point S",
            "size and sign",
            "**The tangent at S rises, and steeply.** A gradient of −2 belongs to a tangent that falls, by 2 for "
            "each 1 to the right.",
        ),
    ),
    hints=(
        "Look at the sign first: which tangents fall from left to right?",
        "A gradient of −2 means: one to the right, two down. Which tangent does that?",
        "The tangent at R goes one to the right and two up, so its gradient is 2. Now find the one that goes ...",
    ),
    reveal="Two tangents fall, those at P and Q. The one at P falls by 4 for each 1 to the right, the one at Q by 2. "
    "So it is {key}.",
)

C6 = Print(
    id="01-C6",
    task="Here the slope at `w = $w` is measured with a step of `h = $h`. What does this program print?",
    program="def loss(w):\n    return w**2\n\nh = $h\nprint((loss($w + h) - loss($w)) / h)",
    reason="It is the slope of the line through `w = $w` and `w = ${w + h}`, a secant. The tangent at $w is less "
    "steep.",
    wrong=(
        Signature(
            "tangent for secant",
            "print(2 * $w.0)",
            "**{answer} is the slope of the tangent at $w.** This program measures with a second point at a distance "
            "of "
            "`h`. The curve bends on the way, so its line is steeper.",
            (
                Case("Second point very near, at 4", "h = 0.001\nprint(round(((4 + h)**2 - 4**2) / h, 2))"),
                Case("Second point at a distance, at 4", "h = 2\nprint(((4 + h)**2 - 4**2) / h)"),
            ),
        ),
        Signature(
            "tangent at the other end",
            "print(2 * ${w + h}.0)",
            "**{answer} is the slope of the tangent at ${w + h}.** The program never asks how steep the curve is "
            "there. It "
            "takes two heights and divides their difference by `h`.",
        ),
        Signature(
            "rise for slope",
            "print(${w + h}.0**2 - $w**2)",
            "**{answer} is the whole rise from $w to ${w + h}.** The program divides it by the run. How large is "
            "the run?",
            (
                Case("The rise from 4 to 6", "print(6**2 - 4**2)"),
                Case("Rise over run, from 4 to 6", "print((6**2 - 4**2) / 2)"),
            ),
        ),
        Signature(
            "loss for slope",
            "print(${w + h}.0**2)",
            "**{answer} is the loss at `w = ${w + h}`.** The program then subtracts the loss at $w, and divides by "
            "`h`.",
        ),
        Signature(
            "step for slope",
            "print($h.0)",
            "**{answer} is `h`, the run.** The program divides the rise by it. How much does the loss rise from $w to "
            "${w + h}?",
        ),
    ),
    hints=(
        "Look at the two calls of `loss`. Which two places on the curve do they visit?",
        "Rise over run: the difference of the two losses, divided by the distance of the two places.",
        "From 4 with `h = 2`: `(6**2 - 4**2) / 2 = (36 - 16) / 2 = 10.0`. From $w with `h = $h`: `(${w + h}**2 - "
        "$w**2) / ...`",
    ),
    reveal="`(${(w + h)**2} - ${w**2}) / $h`: it prints {key}. With a smaller `h` it comes closer to ${2 * w}, the "
    "slope of the tangent at $w.",
    numbers={"w": 1, "h": 3},
    ranges={"w": (1, 2, 3), "h": (3, 4, 5)},
)

C7 = Choice(
    id="01-C7",
    task="A loss is measured in euros, and `w` in meters. What is the unit of `w.grad`?",
    program="""
def slope(euro=1, meter=1):
    rise = (4**2 - 2**2) / euro
    run = (4 - 2) / meter
    return rise / run

euro = "euro" if slope(euro=2) == slope() / 2 else ""
meter = "meter" if slope(meter=2) == slope() * 2 else ""
answer = " per ".join(filter(None, (euro, meter)))
""",
    reason="It says by how many euros the loss changes per meter, for a small move of `w`.",
    options=(
        Option("euro per meter", "Euros per meter"),
        Option(
            "share",
            "No unit: it is the share of the error that comes from `w`",
            "share of the error",
            "**A share would stay the same in every currency.** Count the loss in cents: every loss is 100 times as "
            "large, and so is every change in it. The gradient is about a change.",
            (Case("Loss in euros", gradient("w**2", 3)), Case("The same loss in cents", gradient("100 * w**2", 3))),
        ),
        Option(
            "meter",
            "Meters: it is the distance to the best `w`",
            "M41",
            "**A gradient is not a distance.** At `w = 3` the minimum of `w**2` is 3 away, and the minimum of `5 * "
            "w**2` is just as far away. Their gradients differ.",
            (Case("`w**2` at 3", gradient("w**2", 3)), Case("`5 * w**2` at 3", gradient("5 * w**2", 3))),
        ),
        Option(
            "euro",
            "Euros: it is the part of the loss that `w` causes",
            "part of the loss",
            "**A gradient is not a part of the loss.** At the minimum of `w**2 + 7` it is 0, and the loss is not. Rise "
            "over run: both have a unit.",
        ),
    ),
    hints=(
        "Look at the triangle under the tangent. In which unit is its height, and in which its width?",
        "A slope is rise divided by run. What is the unit of a quotient?",
        "When a taxi's price is in euros and the distance in kilometers, the slope is in euros per kilometer. Here the "
        "run is in meters, so ...",
    ),
    reveal="The rise is in euros, the run is in meters, and the slope is their quotient: {key}.",
)

P3 = Choice(
    id="01-P3",
    predict=True,
    task="For one of these losses the slope at `w = 0` is 0, and yet `w = 0` is not a minimum. Which one?",
    program="""
def slope(curve, place=0.):
    w = ag.tensor(place, requires_grad=True)
    eval(curve, {"w": w}).backward()
    return w.grad.item()

def is_lowest(curve):
    here, left, right = (eval(curve, {"w": w}) for w in (0., -0.1, 0.1))
    return here <= min(left, right)

curves = ["w**2", "w**3", "2*w + 1", "(w - 1)**2"]
answer = next(curve for curve in curves if slope(curve) == 0 and not is_lowest(curve))
""",
    reason="Its slope is `3 * w**2`: 0 at that place, positive on both sides. The curve only pauses there.",
    options=(
        Option(
            "w**2",
            "`w**2`",
            "flat means lowest",
            "**`w**2` is flat at 0, and 0 is its lowest point.** A slope of 0 is found at a minimum, but in other "
            "places, too. Look for a curve that is flat and then goes on in the same direction.",
            (Case("Just left of 0", "answer = (-0.1)**2"), Case("Just right of 0", "answer = 0.1**2")),
        ),
        Option("w**3", "`w**3`"),
        Option(
            "2*w + 1",
            "`2*w + 1`",
            "no minimum means flat",
            "**A straight line has no minimum, but it is not flat either.** Its slope is 2 everywhere.",
        ),
        Option(
            "(w - 1)**2",
            "`(w - 1)**2`",
            "minimum elsewhere",
            "**Here 0 is not a minimum, but the curve is not flat there.** Its lowest point is at 1, and at 0 it still "
            "falls.",
            (Case("At 0", "answer = (0 - 1)**2"), Case("Just right of 0", "answer = (0.1 - 1)**2")),
        ),
    ),
    hints=(
        "Look at each curve just left of 0 and just right of 0.",
        "Flat at 0 leaves two possibilities: the curve turns round there, or it goes on as before. Which curve goes "
        "on?",
        "For `w**2`, left and right of 0 are both higher: it turns round. Now find a curve that is lower on one "
        "side and higher on the other, and ...",
    ),
    reveal="{key} is negative left of 0 and positive right of it, and its slope `3 * w**2` is 0 at 0.",
)
