"""Lesson 04, two questions from earlier lessons: where gradients land, and where a step lands."""

from autogradlab.course.checks.questions import Case, Number, Recall, Signature

R1 = Recall(id="04-R1", of=("03-C2", "03-C3", "03-C7"))

DOWNHILL = (
    Case("Plus the gradient, from `w = 2`", "w, grad, lr = 2, 5, 0.1\nanswer = w + lr * grad"),
    Case("Minus the gradient, from `w = 2`", "w, grad, lr = 2, 5, 0.1\nanswer = w - lr * grad"),
)

R2 = Number(
    id="04-R2",
    task="From lesson 01: `w` is $w, the learning rate is $lr, and `loss.backward()` put $grad into `w.grad`. Where "
    "is `w` after one step?",
    program="w, lr, grad = $w, $lr, $grad\nanswer = w - lr * grad",
    numbers={"w": 5, "lr": 0.1, "grad": -20},
    ranges={"w": range(3, 10), "lr": (0.1, 0.2, 0.5), "grad": (-40, -30, -20, -10)},
    expected="a place to the right of where `w` was, because the loss falls to the right",
    reason="`$w - $lr * ($grad)`: minus a negative number goes to the right, where the loss falls.",
    wrong=(
        Signature(
            "M40",
            "w + lr * grad",
            "**{answer} is a step uphill.** A negative gradient says that the loss falls when `w` grows. A step goes "
            "against the gradient.",
            DOWNHILL,
        ),
        Signature(
            "learning rate left out",
            "w - grad",
            "**{answer} is a step by the whole gradient.** The learning rate makes it shorter: multiply first.",
        ),
        Signature(
            "M41",
            "w * 0.",
            "**{answer} would be the minimum, if that were at 0.** A step does not know where the minimum is. It moves "
            "`w` by the learning rate times the gradient.",
            (
                Case("To the place 0, from `w = 2`", "answer = 2 - 2"),
                Case("A step with gradient 5 and rate 0.1", "answer = 2 - 0.1 * 5"),
            ),
        ),
        Signature("step for place", "-lr * grad", "**{answer} is how far `w` goes.** Where did it start?"),
    ),
    hints=(
        "Look at the sign of the gradient. In which direction does the loss fall?",
        "One step is `w - lr * grad`. What is `lr * grad` here, sign included?",
        "From 50 with gradient −300 and rate 0.1: `50 - 0.1 * (-300) = 50 + 30`. From $w: `$w - $lr * ($grad) = ...`",
    ),
    reveal="`$w - $lr * ($grad)` is {key}.",
)
