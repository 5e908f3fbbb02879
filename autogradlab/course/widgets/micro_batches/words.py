"""The micro-batches in words: which way of dividing meets the full batch, and the table of text."""

from autogradlab.draw.numbers import written

from .run import BY_COUNT, BY_SIZE, NOTHING, SAMPLES

PLAIN = {NOTHING: "without dividing", BY_COUNT: "dividing by k", BY_SIZE: "weighting by size"}


def meets(result, target):
    return abs(result.total - target) < 1e-6 * max(1.0, abs(target))


def finding(sizes, reduction, results, target):
    """The picture's title: what to divide by."""
    right = [PLAIN[result.way] for result in results if meets(result, target)]
    if reduction == "sum":
        return "A sum needs no dividing: the micro-batches add up to the full batch"
    if len(right) > 1:
        return f"{len(sizes)} micro-batches of {sizes[0]} make one batch of {SAMPLES}, if you divide by {len(sizes)}"
    return "Uneven micro-batches: only weighting by size meets the full batch"


def verdict(result, target):
    """What the arrow's length says: 'meets the full batch', '4 times as long'."""
    return "meets the full batch" if meets(result, target) else f"{result.total / target:.3g} times as long"


def named(way, sizes):
    """A way of dividing, with the number of micro-batches put in."""
    return way.replace("k", str(len(sizes)))


def description(sizes, reduction, results, target):
    """The finding, and where each of the three arrows ends; backticks mark code."""
    ends = "; ".join(
        f"{named(result.way, sizes)}: {written(result.total)}, {verdict(result, target)}" for result in results
    )
    return (
        f"{finding(sizes, reduction, results, target)}. Sizes {' + '.join(map(str, sizes))}, `{reduction}` loss: "
        f"the full batch gives {written(target)}. With {ends}."
    )


def text(sizes, reduction, results, target):
    """The whole picture as a table of text."""
    rows = [
        f"{named(result.way, sizes):22}{written(result.total):>9}   {' + '.join(map(written, result.parts))}"
        f"   {verdict(result, target)}"
        for result in results
    ]
    return "\n".join(
        [
            f"{finding(sizes, reduction, results, target)}.",
            "",
            f"{'':22}{'w.grad':>9}   what each of {' + '.join(map(str, sizes))} samples adds ({reduction})",
            f"{'full batch':22}{written(target):>9}",
            *rows,
        ]
    )
