"""Lesson 01, questions about a step of gradient descent: where it goes, how far, and what becomes of the loss."""

from autogradlab.course.checks.questions import Case, Number, Signature
from autogradlab.course.lessons.lesson_01.slopes import backward


def step(learning_rate, wanted: str = "new_w", place=3) -> str:
    """A program that makes one step of gradient descent on `w**2` and asks for `wanted`."""
    return f"{backward(place=place)}lr = {learning_rate}\nnew_w = w.detach() - lr * grad\nanswer = {wanted}"


def listing(learning_rate) -> str:
    """The same step as the learner reads it."""
    return f"""
w = ag.tensor(3., requires_grad=True)
loss = w**2
loss.backward()
new_w = w.item() - {learning_rate} * w.grad.item()
new_loss = new_w**2
"""


DOWNHILL = (
    Case("Plus the gradient, from `w = 5`", "w, grad, lr = 5, 10, 0.1\nanswer = (w + lr * grad)**2"),
    Case("Minus the gradient, from `w = 5`", "w, grad, lr = 5, 10, 0.1\nanswer = (w - lr * grad)**2"),
)

DOWNHILL_FROM_THE_LEFT = (
    Case("Plus the gradient, from `w = -5`", "w, grad, lr = -5, -10, 0.1\nanswer = (w + lr * grad)**2"),
    Case("Minus the gradient, from `w = -5`", "w, grad, lr = -5, -10, 0.1\nanswer = (w - lr * grad)**2"),
)

RATE_ALONE = (
    Case("The rate alone, from `w = 5`", "w, lr = 5, 0.1\nanswer = w - lr"),
    Case("Rate times slope, from `w = 5`", "w, grad, lr = 5, 10, 0.1\nanswer = w - lr * grad"),
)

NO_LANDING = (
    Case("Learning rate 0.5, from `w = 5`", "w, grad = 5, 10\nanswer = w - 0.5 * grad"),
    Case("Learning rate 0.2, from `w = 5`", "w, grad = 5, 10\nanswer = w - 0.2 * grad"),
)

C2 = Number(
    id="01-C2",
    task="The loss is `w**2`, `w` is $w, and the learning rate is $lr. Do one step of gradient descent. "
    "Where is `w` afterwards?",
    program=step("$lr", place="$w"),
    expected="a number between the lowest point of the curve and where `w` started",
    reason="The gradient is `2*w`, here ${2 * w}. The step goes against it: `$w - $lr * (${2 * w})`.",
    wrong=(
        Signature(
            "M40",
            "w + lr * grad",
            "**{answer} is a step uphill.** The gradient is negative here: the loss falls when `w` grows. Minus a "
            "negative number takes `w` to the right.",
            DOWNHILL_FROM_THE_LEFT,
        ),
        Signature(
            "M41",
            "0.",
            "**{answer} is the place of the minimum.** One step does not know where that is. It only knows the slope "
            "here, and moves `w` by the learning rate times that slope.",
            NO_LANDING,
        ),
        Signature(
            "learning rate left out",
            "w - grad",
            "**{answer} is a step by the whole gradient.** The learning rate makes it shorter: multiply it by the "
            "gradient before you subtract.",
            (
                Case("The whole gradient, from `w = 5`", "w, grad = 5, 10\nanswer = w - grad"),
                Case("A tenth of it, from `w = 5`", "w, grad = 5, 10\nanswer = w - 0.1 * grad"),
            ),
        ),
        Signature(
            "learning rate is the step",
            "w - lr",
            "**{answer} is a step by the learning rate alone.** The learning rate is a factor: how far `w` goes "
            "depends on the slope, too, and so does the direction.",
            RATE_ALONE,
        ),
        Signature(
            "learning rate is the step",
            "w + lr",
            "**{answer} goes the right way, by the learning rate alone.** The learning rate is a factor: how far `w` "
            "goes depends on the slope, too.",
            RATE_ALONE,
        ),
        Signature(
            "factor left out",
            "w - lr * w",
            "**{answer} steps by the learning rate times `w`.** The step is the learning rate times the slope, and the "
            "slope of `w**2` is not `w`.",
        ),
        Signature(
            "slope for place",
            "grad",
            "**{answer} is the gradient.** It says which way to go. Where does a step of the learning rate times that "
            "lead, from where `w` is?",
        ),
        Signature(
            "loss for place",
            "(w - lr * grad)**2",
            "**{answer} is the loss after the step.** The question asks for `w` itself. Which number did you square?",
        ),
        Signature(
            "step for place",
            "-lr * grad",
            "**{answer} is the length of the step.** Where did it start, and in which direction did it go?",
        ),
        Signature(
            "step for place",
            "lr * grad",
            "**{answer} is the learning rate times the gradient.** That is subtracted from `w`. Where did `w` start?",
        ),
    ),
    hints=(
        "Look at two numbers: the slope at `w = $w`, and the learning rate. Which sign does the slope have?",
        "One step is `w - lr * grad`. What is `grad` for `w**2`?",
        "From `w = -5`: `grad` is −10, so the new `w` is `-5 - 0.1 * (-10) = -5 + 1`. From `w = $w`: `grad` is "
        "−${-2 * w}, so ...",
    ),
    reveal="`w.grad` is ${2 * w}, so `w` becomes `$w - $lr * (${2 * w})`, which is {key}.",
    numbers={"w": -4, "lr": 0.1},
    ranges={"w": (-3, -6, -7, -8), "lr": (0.1, 0.2, 0.3)},
)

C3 = Number(
    id="01-C3",
    task="Again the loss is `w**2`, but now `w` is $w and the learning rate is $lr. Where is `w` after one step?",
    program=step("$lr", place="$w"),
    expected="what `w - lr * grad` gives; it need not lie on the same side of the minimum",
    reason="`$w - $lr * ${2 * w}`: the step goes past the minimum, to the other side of the valley. It still ends "
    "lower than "
    "it began.",
    wrong=(
        Signature(
            "M41",
            "0.",
            "**{answer} is the place of the minimum.** A step does not stop there by itself. It is the rate times the "
            "slope, and the slope is not the distance.",
            (
                Case("Distance to the minimum from `w = 5`", "w = 5\nanswer = w - 0"),
                Case("Step from `w = 5` with rate 0.9", "w, grad = 5, 10\nanswer = 0.9 * grad"),
            ),
        ),
        Signature(
            "M40",
            "w + lr * grad",
            "**{answer} is a step uphill.** The gradient points to where the loss grows. The step goes the other way.",
            DOWNHILL,
        ),
        Signature(
            "learning rate left out",
            "w - grad",
            "**{answer} is a step by the whole gradient.** The learning rate makes it a bit shorter: multiply first.",
            (
                Case("The whole gradient, from `w = 5`", "w, grad = 5, 10\nanswer = w - grad"),
                Case("0.9 times the gradient, from `w = 5`", "w, grad = 5, 10\nanswer = w - 0.9 * grad"),
            ),
        ),
        Signature(
            "learning rate is the step",
            "w - lr",
            "**{answer} is a step by the learning rate alone.** The rate is a factor: multiply it by the slope at `w = "
            "$w`.",
            (
                Case("The rate alone, from `w = 5`", "w, lr = 5, 0.9\nanswer = w - lr"),
                Case("Rate times slope, from `w = 5`", "w, grad, lr = 5, 10, 0.9\nanswer = w - lr * grad"),
            ),
        ),
        Signature(
            "same side",
            "lr * grad - w",
            "**{answer} is as far from the minimum as it should be, but on the wrong side.** The step is longer than "
            "the distance to the minimum. Where does it end?",
            (
                Case("Distance to the minimum from `w = 5`", "w = 5\nanswer = w - 0"),
                Case("Step from `w = 5` with rate 0.9", "w, grad = 5, 10\nanswer = 0.9 * grad"),
            ),
        ),
        Signature(
            "loss for place",
            "(w - lr * grad)**2",
            "**{answer} is the loss after the step.** The question asks for `w` itself. Which number did you square, "
            "and which sign did it have?",
        ),
        Signature(
            "step for place",
            "lr * grad",
            "**{answer} is the length of the step.** Where did it start, and in which direction did it go?",
        ),
        Signature(
            "loss takes the step",
            "loss - lr * grad",
            "**{answer} takes the step from the loss.** It is `w` that moves: subtract from `w`.",
        ),
        Signature(
            "factor left out",
            "w - lr * w",
            "**{answer} steps by the learning rate times `w`.** The step is the learning rate times the slope, and the "
            "slope of `w**2` is not `w`.",
        ),
        Signature(
            "slope for place",
            "grad",
            "**{answer} is the gradient where `w` starts.** How long is a step of the learning rate times that, and "
            "where does it end?",
        ),
    ),
    hints=(
        "Look at the length of the step, and at the distance from `w = $w` to the minimum. Which one is larger?",
        "The rule stays `w - lr * grad`, even when the step jumps over the minimum. What is `lr * grad` now?",
        "From `w = 5` with learning rate 0.9: `5 - 0.9 * 10 = -4`. From `w = $w`: `$w - $lr * ...`",
    ),
    reveal="`w.grad` is ${2 * w}, so `w` becomes `$w - $lr * ${2 * w}`, which is {key}: on the other side, and a "
    "little lower.",
    numbers={"w": 2, "lr": 0.9},
    ranges={"w": (3, 4, 6, 7), "lr": (0.7, 0.8, 0.9)},
)

AS_HIGH_IS_ALLOWED = (
    "**{answer} is harmless, but a slightly larger rate is harmless too.** The loss must not become larger; it is "
    "allowed to stay the same."
)

C5 = Number(
    id="01-C5",
    task="The loss is `$a*w**2` and `w` is $w. What is the largest learning rate for which one step does not make the "
    "loss larger?",
    program=backward("$a*w**2", "$w")
    + """
start, slope = w.item(), grad.item()
rates = [rate / 1000 for rate in range(3001)]
def loss_after(rate):
    return $a * (start - rate * slope)**2
answer = max(rate for rate in rates if loss_after(rate) <= loss_after(0))
""",
    expected="a positive number: the rate, and not the length of the step",
    reason="With {key} the step ends at the mirror point −$w, as high as before. A larger rate ends higher.",
    wrong=(
        Signature(
            "M41",
            "min(rates, key=loss_after)",
            "**{answer} is the rate that lands at the minimum.** That is the best step, but not the longest harmless "
            "one. Go past the minimum: how far until the loss is as large as before?",
            (
                Case("`w**2` after rate 0.6, from `w = 3`", "answer = (3 - 0.6 * 6)**2"),
                Case("`w**2` after rate 0.8, from `w = 3`", "answer = (3 - 0.8 * 6)**2"),
            ),
        ),
        Signature(
            "the limit of another loss",
            "1.",
            "**{answer} is the limit for `w**2`.** This loss is $a times as steep, so the same rate makes a longer "
            "step. "
            "Where does it end?",
            (
                Case("`w**2` from 3 with rate 1", "answer = 3 - 1 * 6"),
                Case("`2*w**2` from 3 with rate 1", "answer = 3 - 1 * 12"),
            ),
        ),
        Signature("just below", "${0.98 / a}", AS_HIGH_IS_ALLOWED),
        Signature("just below", "${0.998 / a}", AS_HIGH_IS_ALLOWED),
        Signature(
            "one rate for all",
            "0.1",
            "**{answer} is a careful rate.** Many programs use it, but this loss allows longer steps. How long may "
            "the step be at most?",
        ),
        Signature(
            "slope is the limit",
            "grad",
            "**{answer} is the gradient at the start.** The learning rate is multiplied by it. How large may the "
            "product be, if the loss is not to grow?",
        ),
        Signature(
            "step for rate",
            "2 * start",
            "**{answer} is the length of the longest harmless step.** The step is the rate times the gradient. Which "
            "rate makes it that long?",
            (
                Case("The longest step for `w**2` from 5", "answer = 5 - (-5)"),
                Case("Divided by its gradient", "answer = (5 - (-5)) / 10"),
            ),
        ),
    ),
    hints=(
        "Look at both sides of the curve. Where else is the loss as high as at `w = $w`? Call it the mirror point.",
        "A step may go past the minimum, as long as it ends no higher than it started. How long is that step at most, "
        "and how large is the gradient?",
        "For `w**2` at 5 the gradient is 10, the mirror point is −5, and the longest step is 10: rate 1. For "
        "`$a*w**2` at $w the gradient is ${2 * a * w}, and the mirror point is ...",
    ),
    reveal="From $w to the mirror point −$w is a step of ${2 * w}. The gradient is `$a * 2*$w = ${2 * a * w}`, so "
    "the rate is "
    "`${2 * w} / ${2 * a * w}`: "
    "{key}.",
    numbers={"a": 2, "w": 3},
    ranges={"a": (4, 5, 8), "w": (2, 3, 6, 7)},
)

#: What may go wrong on the way from a place to the loss after the step.
SLIPS = (
    Signature(
        "learning rate is the step",
        "(w - lr)**2",
        "**{answer} steps by the learning rate alone.** It is a factor. By what is it multiplied?",
        RATE_ALONE,
    ),
    Signature(
        "factor left out", "(w - lr * w)**2", "**{answer} takes `w` for the slope.** The slope of `w**2` is not `w`."
    ),
    Signature(
        "step for loss",
        "lr * grad",
        "**{answer} is the length of the step.** Where does it end, and how high is the curve there?",
    ),
    Signature(
        "loss takes the step",
        "loss - lr * grad",
        "**{answer} takes the step from the loss.** It is `w` that moves. Then the loss is computed from the new `w`.",
    ),
    Signature("place for loss", "new_w", "**{answer} is `new_w`, the place.** The last line turns it into a loss."),
    Signature(
        "slope for loss",
        "grad",
        "**{answer} is the gradient at the start.** The learning rate times that is the step. Where does it end, and "
        "how high is the curve there?",
    ),
)

P1 = Number(
    id="01-P1",
    predict=True,
    task="Before you run it: with learning rate $lr, what is `new_loss`? The old loss was 9.",
    listing=listing("$lr"),
    program=step("$lr", "new_w**2"),
    expected="a number below 9 if the step helps; and `w**2` is never negative",
    reason="`w` goes from 3 to `3 - $lr * 6`, and the loss is the square of that.",
    wrong=(
        Signature(
            "M40",
            "(w + lr * grad)**2",
            "**{answer} is the loss after a step uphill.** The step has a minus: it goes against the gradient.",
            DOWNHILL,
        ),
        Signature(
            "M41",
            "0.",
            "**{answer} is the loss at the minimum.** One step moves `w` by the learning rate times the slope; it does "
            "not know where the minimum is.",
            NO_LANDING,
        ),
        Signature(
            "M42",
            "loss",
            "**{answer} is where the loss began, and where a step by the whole gradient would end.** The last line "
            "computes a new one. How far does `w` go with a rate of $lr?",
        ),
        *SLIPS,
    ),
    hints=(
        "Look at the line of `new_w`. Where does `w` go?",
        "First the gradient, then the step, then the loss at the new place. What is the gradient of `w**2` at 3?",
        "From 10 with 0.2: the gradient is 20, `new_w` is `10 - 0.2 * 20 = 6`, and `new_loss` is `6**2`. From 3: ...",
    ),
    reveal="`new_w` is `3 - $lr * 6 = ${3 - lr * 6}`, and its square is {key}.",
    numbers={"lr": 0.2},
    ranges={"lr": (0.1, 0.3, 0.4)},
)

P2 = Number(
    id="01-P2",
    predict=True,
    task="Before you run it: now the learning rate is $lr. What is `new_loss`? The old loss was 9.",
    listing=listing("$lr"),
    program=step("$lr", "new_w**2"),
    expected="the side of the minimum where `new_w` is, and its distance; `w**2` is never negative",
    reason="The step is longer than the distance from 3 to −3, so the loss grows: the learning rate is too large.",
    wrong=(
        Signature(
            "M41",
            "0.",
            "**{answer} is the loss at the minimum.** A long step does not stop there. It goes as far as the rate "
            "times the slope.",
            (
                Case("Distance to the minimum from `w = 5`", "answer = 5 - 0"),
                Case("Step from `w = 5` with rate 1.1", "answer = 1.1 * 10"),
            ),
        ),
        Signature(
            "M40",
            "(w + lr * grad)**2",
            "**{answer} is the loss after a step uphill.** The step has a minus. It still goes too far, but on the "
            "other side.",
            DOWNHILL,
        ),
        Signature(
            "M42",
            "loss",
            "**{answer} is the loss before the step.** With a learning rate of 1, the step ends at that height, at −3. "
            "Where does this step end?",
        ),
        *SLIPS,
        Signature(
            "place for loss",
            "-new_w",
            "**{answer} is how far `new_w` is from the minimum.** The last line turns the place into a loss.",
        ),
    ),
    hints=(
        "Look at how long this step is: $lr times the gradient. How far away is the minimum?",
        "The step goes past the minimum. Where does it end, and how high is the curve there?",
        "From 5 with 1.1: the gradient is 10, `new_w` is `5 - 1.1 * 10 = -6`, and `new_loss` is 36. From 3: ...",
    ),
    reveal="`new_w` is `3 - $lr * 6 = ${3 - lr * 6}`, and its square is {key}: higher than before.",
    numbers={"lr": 1.1},
    ranges={"lr": (1.2, 1.3, 1.4)},
)
