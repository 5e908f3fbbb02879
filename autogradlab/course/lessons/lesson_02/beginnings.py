"""Lesson 02, before anything new: a slope and a step, from lesson 01."""

from autogradlab.course.checks.questions import Case, Number, Recall, Signature

R1 = Recall(id="02-R1", of=("01-C1", "01-C3"))

R2 = Number(
    id="02-R2",
    task="`w` is $w, and `backward()` has left $grad in `w.grad`. Do one step of gradient descent with learning rate "
    "$lr. Where is `w` now?",
    program="w, grad, lr = $w, $grad, $lr\nanswer = w - lr * grad",
    expected="a number near $w: the step is the learning rate times the gradient",
    reason="The step goes against the gradient: `$w - $lr * ($grad)`.",
    numbers={"w": 1, "grad": -3, "lr": 0.2},
    ranges={"w": range(2, 9), "grad": (-6, -4, -2, 3, 4, 6, 7), "lr": (0.1, 0.2, 0.3)},
    wrong=(
        Signature(
            "M40",
            "w + lr * grad",
            "**{answer} is a step uphill.** A gradient of $grad says how the loss changes when `w` grows. To bring the "
            "loss down, subtract.",
            (
                Case("Plus, with `w = 10` and gradient −20", "w, grad = 10, -20\nanswer = w + 0.1 * grad"),
                Case("Minus, with `w = 10` and gradient −20", "w, grad = 10, -20\nanswer = w - 0.1 * grad"),
            ),
        ),
        Signature(
            "M41",
            "w - grad",
            "**{answer} is a step by the whole gradient.** The gradient is a steepness, not a distance. The learning "
            "rate says what part of it the step takes.",
            (
                Case("The whole gradient, from 10", "w, grad = 10, -20\nanswer = w - grad"),
                Case("A tenth of it, from 10", "w, grad = 10, -20\nanswer = w - 0.1 * grad"),
            ),
        ),
        Signature(
            "learning rate is the step",
            "w - lr",
            "**{answer} is a step by the learning rate alone.** The rate is a factor: multiply it by the gradient.",
        ),
        Signature("step for place", "-lr * grad", "**{answer} is the step.** Where does `w` start?"),
        Signature(
            "step for place",
            "lr * grad",
            "**{answer} is the learning rate times the gradient.** It is subtracted from `w`.",
        ),
    ),
    hints=(
        "Look at the sign of the gradient. Does the loss rise or fall when `w` grows?",
        "One step is `w - lr * grad`. What happens when you subtract a negative number?",
        "From 10 with gradient −20 and rate 0.1: `10 - 0.1 * (-20) = 10 + 2`. Here: `$w - $lr * ($grad)`, so ...",
    ),
    reveal="`$w - $lr * ($grad)` is {key}.",
)
