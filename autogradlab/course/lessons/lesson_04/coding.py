"""Lesson 04, a function to write: from the means of micro-batches to the gradient of the big batch."""

from autogradlab.course.checks.questions import Case, Code, Probe, Signature


def returning(expression: str) -> str:
    """A complete answer that returns `expression`."""
    return f"def big_batch(means, sizes):\n    return {expression}"


C10 = Code(
    id="04-C10",
    entry="big_batch",
    task="Write `big_batch(means, sizes)`. The list `means` holds the gradients of the mean losses of some "
    "micro-batches, and `sizes` says how many samples each has. Return the gradient of the mean loss of all samples "
    "together.",
    starter="def big_batch(means, sizes):\n    ...",
    program=returning("sum(mean * n for mean, n in zip(means, sizes)) / sum(sizes)"),
    probes=(
        Probe("sizes that differ", "answer = big_batch([4., 20.], [3, 1])"),
        Probe("sizes that are equal", "answer = big_batch([1., 2., 3., 6.], [16, 16, 16, 16])"),
        Probe("a single micro-batch", "answer = big_batch([7.], [5])"),
        Probe("negative gradients", "answer = big_batch([-3., 9., 0.], [1, 2, 61])"),
    ),
    reason="Mean times size is a total; all totals together, divided by the number of all samples, give the mean of "
    "the big batch.",
    wrong=(
        Signature(
            "M36",
            returning("sum(means) / len(means)"),
            "**This is the mean of the means.** It is right as long as all sizes are equal. How much should a "
            "micro-batch with one sample count beside one with 63?",
            (
                Case("Half and half: means 10 (of 2) and 50 (of 8)", "answer = 1/2 * 10 + 1/2 * 50"),
                Case("By their share of 10 samples", "answer = 2/10 * 10 + 8/10 * 50"),
            ),
        ),
        Signature(
            "M35",
            returning("sum(means)"),
            "**This is what `.grad` holds when nothing is divided.** A mean of all samples cannot be larger than the "
            "largest of the means.",
            (
                Case("The sum of means 10 and 50", "answer = 10 + 50"),
                Case("The mean of all, for sizes 2 and 8", "answer = (2 * 10 + 8 * 50) / 10"),
            ),
        ),
        Signature(
            "M34",
            returning("sum(mean * n for mean, n in zip(means, sizes))"),
            "**This is the total over all samples.** It belongs to a sum loss. One division is missing.",
            (
                Case("The total, for sizes 2 and 8", "answer = 2 * 10 + 8 * 50"),
                Case("The mean", "answer = (2 * 10 + 8 * 50) / 10"),
            ),
        ),
        Signature(
            "M03",
            returning("means[-1]"),
            "**This is the last micro-batch alone.** The others belong to the big batch, too.",
            (
                Case("The last one, of means 10 and 50", "answer = 50"),
                Case("Both, for sizes 2 and 8", "answer = (2 * 10 + 8 * 50) / 10"),
            ),
        ),
        Signature(
            "divided by the count of batches",
            returning("sum(mean * n for mean, n in zip(means, sizes)) / len(means)"),
            "**This divides the total by the number of micro-batches.** It is a total over samples. How many of them "
            "are there?",
        ),
    ),
    hints=(
        "Look at one micro-batch: how do you get from its mean back to the total of its samples?",
        "The mean of everything is the total of everything, divided by the count of everything.",
        "For means 10 and 50 with sizes 2 and 8: the total is `2*10 + 8*50 = 420`, the count is 10. In Python, "
        "`zip(means, sizes)` gives the pairs, so ...",
    ),
    reveal="Add up `mean * n` over all pairs and divide by `sum(sizes)`: {key}.",
)
