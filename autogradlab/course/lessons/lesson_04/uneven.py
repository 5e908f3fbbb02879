"""Lesson 04, micro-batches of different sizes: how much does each of them count?"""

from autogradlab.course.checks.questions import Case, Number, Signature
from autogradlab.course.lessons.lesson_04.batches import FULL, UNDIVIDED

UNEVEN = """
first, second = $first, $second
w = ag.tensor(1., requires_grad=True)
(w * (ag.tensor([float(gradient) for gradient in first + second]) / len(first + second))).sum().backward()
answer = w.grad

def mean(gradients):
    return sum(gradients) / len(gradients)
"""

WEIGHTS = (
    Case("Half and half: means 10 (of 2) and 50 (of 8)", "answer = 1/2 * 10 + 1/2 * 50"),
    Case("By their share of 10 samples", "answer = 2/10 * 10 + 8/10 * 50"),
)

_UNEVEN_RANGES = {
    "first": [[2, 4, 6], [1, 3], [5, 1, 3, 7], [2, 8, 2, 4, 9], [3, 3, 6, 0, 8], [10, 2]],
    "second": [[20], [12, 16], [30], [7, 9, 11, 21, 2, 4], [15, 5, 1, 3, 6, 12, 2, 20], [18, 6, 9]],
}

C6 = Number(
    id="04-C6",
    task="Two micro-batches. The samples have the gradients ${', '.join(map(str, first))} in the first and "
    "${', '.join(map(str, second))} in the second, and the loss is a mean. What must `.grad` hold so that one step "
    "equals that of the full batch of ${len(first + second)}?",
    program=UNEVEN,
    numbers={"first": [2, 4, 6], "second": [20]},
    ranges=_UNEVEN_RANGES,
    expected="a number between the two means, nearer to the mean of the larger micro-batch",
    reason="Each mean counts by its share of the samples: `${len(first)}/${len(first + second)}` of the first, "
    "`${len(second)}/${len(first + second)}` of the second.",
    wrong=(
        Signature(
            "M36",
            "(mean(first) + mean(second)) / 2",
            "**{answer} is the mean of the two batch means.** That gives a sample of the smaller micro-batch more say "
            "than a sample of the larger one. Weight each batch mean by its share of the samples.",
            WEIGHTS,
        ),
        Signature(
            "M35",
            "mean(first) + mean(second)",
            "**{answer} adds up both batch means, and nothing is divided.** The full batch has a mean loss, so its "
            "gradient lies between the two.",
            UNDIVIDED,
        ),
        Signature(
            "M34",
            "sum(first + second)",
            "**{answer} is the sum over all samples.** That belongs to a sum loss. A mean loss divides it. By what?",
            (
                Case("A sum loss", FULL + "(w * samples).sum().backward()\nanswer = w.grad"),
                Case("A mean loss", FULL + "(w * samples).mean().backward()\nanswer = w.grad"),
            ),
        ),
        Signature(
            "M03",
            "mean(second)",
            "**{answer} is what the second micro-batch brings.** Nobody cleared in between, and the first one is part "
            "of the full batch, too.",
            UNDIVIDED,
        ),
        Signature(
            "first batch only",
            "mean(first)",
            "**{answer} is what the first micro-batch brings.** The second one is part of the full batch, too.",
        ),
        Signature(
            "divided twice",
            "(mean(first) + mean(second)) / 2 / len(first + second)",
            "**{answer} is divided once too often.** A mean has been divided already.",
        ),
    ),
    hints=(
        "Look at the two means. How many samples are behind each of them?",
        "The mean of the full batch is total divided by count. Write the total with the two means and the two sizes.",
        "Sizes 2 and 6 with means 10 and 30: the total is `2*10 + 6*30 = 200`, over `2 + 6` samples. So the mean is "
        "...",
    ),
    reveal="`${len(first)}/${len(first + second)}` of the first mean and `${len(second)}/${len(first + second)}` of "
    "the second: {key}.",
)
