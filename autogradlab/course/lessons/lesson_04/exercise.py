"""Exercise 04: gradients of one big batch from micro-batches of any size, with samples that may not count."""

import numpy as np

import autogradlab as ag
from autogradlab.course.exercise import call, passed, require

BIG, WEIGHTED, TRAIN = "big_batch_gradient", "weighted_gradient", "train"
NO_GRADIENT = "no gradient"
READINGS = [2.0, 1.0, 0.0, 2.0, 1.0, -1.0, -2.0, 0.0]


def mean_square(w, batch):
    """The mean over the samples of the batch of `(w - sample) ** 2`."""
    return ((w - batch) ** 2).mean()


def weighted_square(w, batch, weight):
    """The same mean, weighted: each sample counts by its weight."""
    return (weight * (w - batch) ** 2).sum() / weight.sum()


def two_squares(w, batch):
    """The sum of `mean_square` for the two entries of `w`."""
    return mean_square(w[0], batch) + mean_square(w[1], batch)


def cut(samples, sizes):
    """The samples, cut into micro-batches of these sizes.

    >>> cut([7.0, 8.0, 9.0], [2, 1])
    [tensor([7., 8.]), tensor([9.])]
    """
    ends = np.cumsum(sizes).tolist()
    return [ag.tensor(samples[end - size : end]) for end, size in zip(ends, sizes)]


def check_even(big_batch_gradient):
    """Four micro-batches of two give the gradient of one batch of eight."""
    got = _gradient(big_batch_gradient, cut(READINGS, [2] * 4))
    require(
        not _is(got, 21),
        "you give 21, four times too much: the means add up, and nobody divides",
        "each loss has to be scaled before backward() is called on it",
    )
    require(
        not (_is(got, 8) or _is(got, 2)),
        f"you give {got:.6g}, which is what the last micro-batch brings alone",
        "clear once, before the loop, and not inside it",
    )
    require(
        not _is(got, 42),
        "you give 42, the gradient of a sum over all eight samples",
        "a mean loss divides by the number of samples: which number goes below the line?",
    )
    require(
        not _is(got, -5.25),
        "you give -5.25: the size is right, the sign is not",
        "return w.grad as it is; it is the optimizer that subtracts",
    )
    require(
        not _is(got, 5.25 / 4),
        "you give 1.3125, a quarter of what it should be",
        "a mean has been divided already: is your scale n / total, and applied once?",
    )
    require(
        not _is(got, 10.5),
        "you give 10.5, as if each mean were divided by the size of its micro-batch",
        "a mean has been divided by that size already: multiply it by its share of the samples, n / total",
    )
    for what, number in (("w itself", 3), ("the loss of all eight samples", 8.625)):
        require(
            not _is(got, number), f"you give {got:.6g}, which is {what}", "its gradient is asked for: return w.grad"
        )
    require(_is(got, 5.25), f"four micro-batches of two: you give {got:.6g}", "one batch of all eight gives 5.25")
    passed("four micro-batches of two: 5.25, as one batch of eight")


def check_uneven(big_batch_gradient):
    """Sizes that differ, and a single micro-batch."""
    got = _gradient(big_batch_gradient, cut(READINGS, [5, 3]))
    require(
        not _is(got, 5.8),
        "for sizes 5 and 3 you give 5.8: both micro-batches have the same say",
        "each sample should have the same say: weight a mean by its share of the samples",
    )
    require(_is(got, 5.25), f"for sizes 5 and 3 you give {got:.6g}", "one batch of all eight gives 5.25")
    got = _gradient(big_batch_gradient, cut(READINGS, [1, 7]))
    require(
        _is(got, 5.25),
        f"for sizes 1 and 7 you give {got:.6g}, for 5 and 3 it was right",
        "where does your function take the sizes from? len(batch) is the size of a micro-batch",
    )
    got = _gradient(big_batch_gradient, cut(READINGS, [8]))
    require(_is(got, 5.25), f"for a single micro-batch you give {got:.6g}", "its share of the samples is 8/8")
    w = ag.tensor([3.0, 1.0], requires_grad=True)
    got = call(big_batch_gradient, two_squares, w, cut(READINGS, [5, 3]), name=BIG)
    require(
        w.grad is not None and _are(w.grad.tolist(), [5.25, 1.25]) and _are(got, [5.25, 1.25]),
        f"for a w with two entries you give {got!r}, and w.grad is {w.grad!r}",
        "return w.grad as it is, whatever its shape; here both are [5.25, 1.25]",
    )
    passed("sizes 5 and 3, 1 and 7, and a single micro-batch: 5.25 each time")


def check_clean(big_batch_gradient):
    """An old gradient does not count, the weight does not move, and one micro-batch is handled at a time."""
    w = ag.tensor(3.0, requires_grad=True)
    (100 * w).backward()
    got = _gradient(big_batch_gradient, cut(READINGS, [4, 4]), w)
    require(
        got < 90, f"with an old gradient of 100 in w.grad you give {got:.6g}", "clear before you add up: w.grad = None"
    )
    require(
        _is(got, 5.25), f"for two micro-batches of four you give {got:.6g}", "see the checks above: it should be 5.25"
    )
    require(
        _is(w.item(), 3),
        f"w was 3 before the call and is {w.item():.6g} after it",
        "only gradients are asked for: no step",
    )
    sizes, finished = _watched(big_batch_gradient)
    require(
        max(sizes, default=0) <= 5,
        "all samples went through mean_loss together",
        "there is room for one micro-batch at a time: call mean_loss on each of them",
    )
    require(
        finished,
        "the second forward ran before the first backward()",
        "call backward() inside the loop, so that a micro-batch makes room for the next one",
    )
    passed("old gradients are cleared, w stays, and one micro-batch is in memory at a time")


def check_weights(weighted_gradient):
    """Samples with weights, padding with weight 0, and a micro-batch in which nothing counts."""
    batches = [ag.tensor([2.0, 1.0, 9.0]), ag.tensor([0.0, 9.0, 9.0]), ag.tensor([-2.0, 0.0, 0.0])]
    weights = [ag.tensor(row) for row in ([1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.5, 0.5])]
    got = _weighted(weighted_gradient, batches, weights)
    require(
        not _is(got, 17 / 3),
        f"you give {got:.6g}: all three micro-batches have the same say",
        "weight each mean by what counts in its micro-batch: weight.sum()",
    )
    require(
        not _is(got, 17),
        f"you give {got:.6g}: the means are added up, and nothing is divided",
        "scale each loss by weight.sum() over the sum of all weights",
    )
    require(
        not _is(got, -5.6),
        "you give -5.6: the size is right, the sign is not",
        "return w.grad as it is; it is the optimizer that subtracts",
    )
    require(
        _is(got, 5.6),
        f"you give {got:.6g}, one big batch gives 5.6",
        "a sample with weight 0.5 counts half, one with weight 0 not at all: how much counts in all?",
    )
    empty = [*weights[:2], ag.tensor([0.0, 0.0, 0.0])]
    got = _weighted(weighted_gradient, batches, empty)
    require(
        not np.isnan(got),
        "a micro-batch in which nothing counts makes your result nan",
        "its mean would be 0 / 0: leave it out when weight.sum() is 0",
    )
    require(
        _is(got, 4),
        f"with a micro-batch in which nothing counts you give {got:.6g}, not 4",
        "leave it out, both from the losses and from the total",
    )
    again = ag.tensor(3.0, requires_grad=True)
    again.grad = ag.tensor(100.0)
    got = _weighted(weighted_gradient, batches, weights, again)
    require(_is(got, 5.6), f"with an old gradient of 100 in w.grad you give {got:.6g}", "clear first: w.grad = None")
    passed("weights of 1, 0.5 and 0, and a micro-batch in which nothing counts")


def check_train(train):
    """Groups of micro-batches, one step each, the incomplete last one too."""
    batches = cut([2.0, 1.0, 0.0, 2.0, 1.0, -1.0, -2.0, 0.0, -1.0, -3.0], [2] * 5)
    places, are_numbers = _places(train, batches, 2)
    require(
        set(places) != {3.0},
        "w stays where it began: every entry of your list is 3",
        "each group first brings its gradient, then optimizer.step() moves w",
    )
    require(
        are_numbers or len(places) < 2 or len(set(places)) > 1,
        f"all entries of your list are {places[0] if places else 0:.6g}",
        "they are one and the same tensor, which moves on: append the number, w.item()",
    )
    require(
        len(places) != 5,
        "your list has five entries, one for each micro-batch",
        "per_step micro-batches make one step together, and one entry",
    )
    require(
        len(places) != 2,
        "your list has two entries, and the fifth micro-batch makes a third group",
        "range(0, len(batches), per_step) also gives the start of an incomplete group",
    )
    require(
        len(places) == 3,
        f"five micro-batches, two for a step: the length of your list is {len(places)}, not 3",
        "append w.item() to a list after each step, and return the list",
    )
    require(
        not _is(places[0], 3),
        "the first entry of your list is 3, where w began",
        "an entry says where w is after a step: append it below optimizer.step()",
    )
    require(
        _is(places[0], 2.65),
        f"after the first step your w is {places[0]:.6g}, not 2.65",
        "the first step is that of one batch with the first four samples",
    )
    require(
        _is(places[1], 2.02),
        f"the first step is right, after the second your w is {places[1]:.6g}, not 2.02",
        "does the gradient of the first group still count in the second?",
    )
    require(
        _is(places[2], 1.216),
        f"the last step, of an incomplete group, leads to {places[2]:.6g}, not 1.216",
        "the last group has one micro-batch: its loss is not halved",
    )
    uneven = cut([4.0, 0.0, 1.0, 2.0, 5.0, 6.0], [3, 1, 2])
    places, _ = _places(train, uneven, 2)
    require(
        np.allclose(places, [2.75, 3.3], atol=1e-5),
        f"for sizes 3, 1 and 2 your w goes {places}, not [2.75, 3.3]",
        "within a group, each micro-batch counts by its share of the samples of that group",
    )
    passed("three steps for five micro-batches, each that of one big batch")


def _is(number, wanted):
    return np.isclose(number, wanted, rtol=1e-5, atol=1e-6)


def _are(given, wanted):
    given = np.asarray(given.tolist() if hasattr(given, "tolist") else given)
    return given.shape == np.shape(wanted) and given.dtype.kind in "fi" and bool(_is(given, wanted).all())


def _gradient(function, batches, w=None, loss=mean_square):
    w = ag.tensor(3.0, requires_grad=True) if w is None else w
    return _number(BIG, call(_or_none_yet(function, w), loss, w, batches, name=BIG))


def _watched(function):
    """The sizes that went through mean_loss, and whether each backward came before the next forward."""
    w, sizes, finished, arrived = ag.tensor(3.0, requires_grad=True), [], [], []
    w.register_hook(arrived.append)

    def mean_loss(w, batch):
        finished.append(len(arrived) == len(sizes))
        sizes.append(len(batch))
        return mean_square(w, batch)

    _gradient(function, cut(READINGS, [5, 3]), w, mean_loss)
    return sizes, all(finished)


def _weighted(function, batches, weights, w=None):
    w = ag.tensor(3.0, requires_grad=True) if w is None else w
    return _number(WEIGHTED, call(_or_none_yet(function, w), weighted_square, w, batches, weights, name=WEIGHTED))


def _or_none_yet(function, w):
    """The learner's function; where it gives None and w.grad is None, too, it gives `NO_GRADIENT` instead."""

    def called(*inputs):
        given = function(*inputs)
        return NO_GRADIENT if given is None and w.grad is None else given

    return called if callable(function) else function


def _places(function, batches, per_step):
    """Where w is after each step, and whether the learner's list holds numbers."""
    w = ag.tensor(3.0, requires_grad=True)
    optimizer = ag.optim.SGD([w], lr=0.1)
    given = call(function, mean_square, w, batches, per_step, optimizer, name=TRAIN)
    require(
        isinstance(given, (list, tuple)),
        f"`{TRAIN}` gave {given!r}",
        "give a list: where w is after each step, as w.item()",
    )
    places = [round(_number(TRAIN, place, given), 6) for place in given]
    return places, not any(hasattr(place, "tolist") for place in given)


def _number(name, given, whole=None):
    """The result of the learner's function, or one entry of its `whole` result, as one float."""
    require(
        given is not NO_GRADIENT,
        f"after `{name}`, w.grad is None",
        "which line brings a gradient into w.grad, and does it stay there until the end?",
    )
    plain = given.tolist() if hasattr(given, "tolist") else given
    require(
        isinstance(plain, (int, float)) and not isinstance(plain, bool),
        f"`{name}` gave {whole or given!r}",
        "append w.item()" if name == TRAIN else "return w.grad as it is",
    )
    return float(plain)
