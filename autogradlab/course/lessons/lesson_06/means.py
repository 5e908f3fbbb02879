"""Lesson 06, sum or mean: the same direction, but a different length."""

from autogradlab.course.checks.questions import Case, Number, Signature

TWO = "w = ag.tensor(1., requires_grad=True)\nx = ag.tensor([5., 7.])\n"
SUM_AND_MEAN = (
    Case("Sum of two", TWO + "(w * x).sum().backward()\nanswer = w.grad"),
    Case("Mean of two", TWO + "(w * x).mean().backward()\nanswer = w.grad"),
)

LOSS = """
w = ag.tensor($w., requires_grad=True)
x = ag.tensor([1., 2., 3., 4.])
losses = (w * x - $c * x)**2
losses.mean().backward()
"""

C4 = Number(
    id="06-C4",
    task="Four samples, one loss for each. With `losses.sum()` this program would leave ${60*(w-c)} in `w.grad`. What "
    "does it leave as it stands?",
    listing=LOSS,
    program=LOSS + "answer = w.grad",
    numbers={"w": 2, "c": 3},
    ranges={"w": range(-3, 4), "c": range(4, 8)},
    expected="a negative number: the loss falls when `w` grows",
    reason="A mean gives each of the four losses the weight 1/4, where the sum gives it 1.",
    wrong=(
        Signature(
            "M34",
            "",
            "**{answer} is what the sum leaves.** Both are smallest at the same `w`, but a mean is four times flatter "
            "on the way there.",
            SUM_AND_MEAN,
        ),
        Signature(
            "times instead of divided",
            "${60*(w-c)} * 4",
            "**{answer} goes in the other direction.** Which is larger, the sum of four numbers or their mean?",
            SUM_AND_MEAN,
        ),
        Signature(
            "divided twice",
            "${60*(w-c)} / 16",
            "**{answer} divides by 4 twice.** The mean of four losses divides their sum once.",
        ),
    ),
    hints=(
        "Look at how much one loss counts: in a sum, and in a mean of four.",
        "A mean is the sum divided by how many there are. What happens to its slope?",
        "For two losses whose sum leaves 12, the mean leaves 6. For four whose sum leaves ${60*(w-c)}: ...",
    ),
    reveal="${60*(w-c)} divided by 4: {key}.",
)

C12 = Number(
    id="06-C12",
    task="Training by `SGD` with $n samples and the **sum** of their losses works well at the learning rate $lr. You "
    "change `.sum()` to `.mean()`. Which learning rate makes the steps as long as before?",
    program="""
def counts(reduce):
    losses = ag.ones($n, requires_grad=True)
    reduce(losses).backward()
    return losses.grad[0].item()

answer = $lr * counts(lambda losses: losses.sum()) / counts(lambda losses: losses.mean())
""",
    numbers={"n": 50, "lr": 0.002},
    ranges={"n": (20, 40, 80, 100), "lr": (0.001, 0.003, 0.005)},
    expected="a rate; ask yourself whether the gradient became longer or shorter",
    reason="The gradient of the mean is $n times shorter, so the rate has to be $n times larger for the same step.",
    wrong=(
        Signature(
            "M34",
            "",
            "**{answer} is the old rate.** With it, the direction stays the same, but the gradient and the step are "
            "not as long as before.",
            SUM_AND_MEAN,
        ),
        Signature(
            "divided instead of times",
            "$lr / $n",
            "**{answer} makes the step shorter still.** A mean has a shorter gradient than a sum. Which way must the "
            "rate go?",
            SUM_AND_MEAN,
        ),
        Signature(
            "the number of samples",
            "$n",
            "**{answer} is the number of samples.** That is the factor between the two gradients. What happens to the "
            "old rate?",
        ),
    ),
    hints=(
        "Look at one step: learning rate times gradient. Which of the two has changed?",
        "The gradient of a mean is the gradient of the sum divided by the number of samples. The product should stay "
        "the same.",
        "For 7 samples and rate 0.011, the mean needs 0.077. For $n samples and $lr: ...",
    ),
    reveal="`$lr * $n`: {key}.",
)
