"""How exercise 04 is graded: big batches from micro-batches, compared with gradients worked out by hand in NumPy."""

import numpy as np

from autogradlab.grading.rubric import Known, Question, Rubric, Trial, changed, drawn_until

TOOLS = """
def cut(samples, sizes):
    ends = np.cumsum(sizes).tolist()
    return [ag.tensor(samples[end - size:end], dtype=ag.float64) for end, size in zip(ends, sizes)]

def weight_at(start):
    return ag.tensor(start, dtype=ag.float64, requires_grad=True)

def number(given):
    return given.item() if hasattr(given, "item") else given

def mean_square(w, batch):
    return ((w - batch) ** 2).mean()

def weighted_square(w, batch, weight):
    return (weight * (w - batch) ** 2).sum() / weight.sum()
"""


# ---- inputs ---------------------------------------------------------------------------------------------------------


def samples_in(rng, sizes):
    """(samples, sizes, start of w): w starts away from the samples' mean, so that the gradient is far from 0."""
    samples = (rng.normal(size=sum(sizes)) * 3 + np.repeat(rng.uniform(-5, 5, len(sizes)), sizes)).round(3)
    return samples.tolist(), list(sizes), float(samples.mean().round(3) + rng.choice([-4, 3]))


def not_eight(draw):
    """Inputs with sizes that are drawn until they are not 8 together: dividing by 8 is wrong for all of them."""
    return lambda rng: samples_in(rng, drawn_until(lambda sizes: sum(sizes) != 8, lambda: draw(rng)))


@not_eight
def even(rng):
    return [int(rng.integers(1, 9))] * int(rng.integers(2, 7))


@not_eight
def uneven(rng):
    sizes = [1, 63] if rng.random() < 0.3 else rng.choice([1, 2, 3, 5, 8, 13], int(rng.integers(2, 6)), replace=False)
    return [int(size) for size in rng.permutation(sizes)]


def alone(rng):
    return samples_in(rng, [int(rng.integers(9, 20))])


def rows(rng):
    """Two weights and samples with two numbers each: (rows, sizes, start of w)."""
    sizes = [int(size) for size in rng.choice([1, 2, 4, 7], 3, replace=False)]
    return rng.normal(size=(sum(sizes), 2)).round(3).tolist(), sizes, rng.uniform(1, 3, 2).round(3).tolist()


def padded(rng):
    """(samples, sizes, start of w, weights of 0 and 1): in every micro-batch some samples count, and weighting the
    micro-batches by their lengths gives another mean."""
    while True:
        samples, sizes, start = samples_in(rng, rng.choice([4, 5, 6, 7, 9], 3, replace=False).tolist())
        counted = [1 + int(rng.integers(0, size)) for size in sizes]
        means = [np.mean(piece[:count]) for piece, count in zip(np.split(samples, np.cumsum(sizes)[:-1]), counted)]
        if abs(np.average(means, weights=sizes) - np.average(means, weights=counted)) > 0.01:
            weights = [[1.0] * count + [0.0] * (size - count) for count, size in zip(counted, sizes)]
            return samples, sizes, start, weights


def partly(rng):
    """As `padded`, with weights from 0.1 to 2: weighting the micro-batches by their lengths gives another mean."""
    while True:
        samples, sizes, start, weights = padded(rng)
        weights = [(rng.uniform(0.1, 2, len(row))).round(3).tolist() for row in weights]
        parts = np.split(samples, np.cumsum(sizes)[:-1])
        means = [np.average(part, weights=row) for part, row in zip(parts, weights)]
        if abs(np.average(means, weights=sizes) - np.average(samples, weights=np.concatenate(weights))) > 0.05:
            return samples, sizes, start, weights


def nothing_counts(rng):
    samples, sizes, start, weights = padded(rng)
    weights[int(rng.integers(len(weights)))] = None
    return samples, sizes, start, [row or [0.0] * size for row, size in zip(weights, sizes)]


def run_of(rng, count, per_step, size=3):
    return (*samples_in(rng, [size] * count), per_step)


def incomplete(rng):
    per_step = int(rng.integers(2, 5))
    return run_of(rng, 2 * per_step + int(rng.integers(1, per_step)), per_step)


def one_uneven_group(rng):
    """All micro-batches make one step together: cutting groups at the wrong places costs points in other trials."""
    while True:
        samples, sizes, start = uneven(rng)
        means = [np.mean(part) for part in np.split(samples, np.cumsum(sizes)[:-1])]
        if abs(np.mean(means) - np.mean(samples)) > 0.05:
            return samples, sizes, start, len(sizes)


def edges(rng):
    """(a run with a step for each micro-batch, two with a single step), each with micro-batches of one size."""
    return tuple(run_of(rng, 3, per_step, int(rng.integers(1, 5))) for per_step in (1, 3, int(rng.integers(6, 9))))


# ---- expected answers -----------------------------------------------------------------------------------------------


def mean_gradient(samples, sizes, start):
    return 2 * (start - np.mean(samples))


def row_gradient(samples, sizes, start):
    """The gradient of the mean of (row @ w - 1)**2."""
    x, w = np.array(samples), np.array(start)
    return (2 * x * (x @ w - 1)[:, None]).mean(axis=0)


def weighted(samples, sizes, start, weights):
    return 2 * (start - np.average(samples, weights=np.concatenate(weights)))


def groups(samples, sizes, per_step):
    """The samples of each step."""
    ends = np.cumsum([0, *sizes])
    return [samples[ends[i] : ends[min(i + per_step, len(sizes))]] for i in range(0, len(sizes), per_step)]


def sgd(samples, sizes, start, per_step):
    places = [start]
    for group in groups(samples, sizes, per_step):
        places.append(places[-1] - 0.1 * 2 * (places[-1] - np.mean(group)))
    return places[1:]


def adam(samples, sizes, start, per_step):
    w, mean, square, places = start, 0.0, 0.0, []
    for step, group in enumerate(groups(samples, sizes, per_step), start=1):
        gradient = 2 * (w - np.mean(group))
        mean, square = 0.9 * mean + 0.1 * gradient, 0.999 * square + 0.001 * gradient**2
        w -= 0.1 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        places.append(w)
    return places


def no_mean_of_means(answer, inputs):
    """Whether the answer is a gradient, but not that in which all micro-batches have the same say."""
    samples, sizes, start = inputs
    means = [np.mean(part) for part in np.split(samples, np.cumsum(sizes)[:-1])]
    return isinstance(answer, (int, float)) and bool(
        np.isfinite(answer) and not np.isclose(answer, 2 * (start - np.mean(means)))
    )


def no_step_of_means(answer, inputs):
    """The same for the place after one step of all micro-batches, at a rate of 0.1."""
    samples, sizes, start, _ = inputs
    return not answer or no_mean_of_means((start - answer[0]) / 0.1, (samples, sizes, start))


def one_at_a_time(answer, inputs):
    largest, finished = answer
    if largest > max(inputs[1]):
        return "Several micro-batches went through mean_loss together; only one fits into memory."
    return True if finished else "A second forward pass ran before the first backward()."


# ---- trials ---------------------------------------------------------------------------------------------------------

GRADIENT = (
    TOOLS
    + """
samples, sizes, start = inputs
w = weight_at(start)
answer = number(big_batch_gradient(mean_square, w, cut(samples, sizes)))
"""
)
ROWS = (
    TOOLS
    + """
samples, sizes, start = inputs
w = weight_at(start)
answer = big_batch_gradient(lambda w, x: ((x @ w - 1) ** 2).mean(), w, cut(samples, sizes)).tolist()
"""
)
TWICE = (
    TOOLS
    + """
samples, sizes, start = inputs
w = weight_at(start)
(100 * w).backward()
first = number(big_batch_gradient(mean_square, w, cut(samples, sizes)))
second = number(big_batch_gradient(mean_square, w, cut(samples, sizes)))
answer = [first, second, w.grad.item(), w.item()]
"""
)
WATCHED = (
    TOOLS
    + """
samples, sizes, start = inputs
w, sizes_seen, finished, arrived = weight_at(start), [], [], []
w.register_hook(lambda grad: arrived.append(grad))
def watched(w, batch):
    finished.append(len(arrived) == len(sizes_seen))
    sizes_seen.append(len(batch))
    return mean_square(w, batch)

big_batch_gradient(watched, w, cut(samples, sizes))
answer = [max(sizes_seen), all(finished)]
"""
)
WEIGHTED = (
    TOOLS
    + """
samples, sizes, start, weights = inputs
w = weight_at(start)
weights = [ag.tensor(row, dtype=ag.float64) for row in weights]
answer = number(weighted_gradient(weighted_square, w, cut(samples, sizes), weights))
"""
)
RUN = (
    TOOLS
    + """
samples, sizes, start, per_step = inputs
w = weight_at(start)
answer = [float(place) for place in train(mean_square, w, cut(samples, sizes), per_step, {make}([w], lr=0.1))]
"""
)
RUNS = (
    TOOLS
    + """
answer = []
for samples, sizes, start, per_step in inputs:
    w = weight_at(start)
    places = train(mean_square, w, cut(samples, sizes), per_step, ag.optim.SGD([w], lr=0.1))
    answer.append([float(place) for place in places])
"""
)
SGD, ADAM = RUN.format(make="ag.optim.SGD"), RUN.format(make="ag.optim.Adam")

ONE_BY_ONE = """
def big_batch_gradient(mean_loss, w, batches):
    total = sum(len(batch) for batch in batches)
    w.grad = None
    for batch in batches:
        (mean_loss(w, batch) * len(batch) / total).backward()
    return w.grad
"""

BIG_BATCH = Question(
    cell="big-batch-gradient",
    entry=("big_batch_gradient",),
    trials=(
        Trial(
            "equal sizes",
            8,
            even,
            GRADIENT,
            "With equal sizes, the gradient is not that of the big batch.",
            reference=mean_gradient,
            idea="M35",
        ),
        Trial(
            "sizes that differ",
            8,
            uneven,
            GRADIENT,
            "With sizes that differ, the gradient is not that of the big batch.",
            reference=mean_gradient,
        ),
        Trial(
            "each sample counts the same",
            4,
            uneven,
            GRADIENT,
            "With sizes that differ, a sample in a small micro-batch has more say than one in a large one.",
            holds=no_mean_of_means,
            idea="M36",
        ),
        Trial(
            "a single micro-batch",
            4,
            alone,
            GRADIENT,
            "The gradient of a single micro-batch should stay as it is.",
            reference=mean_gradient,
        ),
        Trial(
            "two weights",
            6,
            rows,
            ROWS,
            "For a w with two entries, the gradient is not that of the big batch.",
            reference=row_gradient,
        ),
        Trial(
            "called twice",
            5,
            alone,
            TWICE,
            "With an old gradient, or in a second call, the result is off, or w has moved.",
            reference=lambda samples, sizes, start: [mean_gradient(samples, sizes, start)] * 3 + [start],
        ),
        Trial("one at a time", 5, uneven, WATCHED, "Micro-batches are not handled one at a time.", holds=one_at_a_time),
    ),
    known=(
        Known(
            "nothing divided",
            """
def big_batch_gradient(mean_loss, w, batches):
    w.grad = None
    for batch in batches:
        mean_loss(w, batch).backward()
    return w.grad
""",
            "equal sizes",
        ),
        Known(
            "cleared inside",
            """
def big_batch_gradient(mean_loss, w, batches):
    for batch in batches:
        w.grad = None
        (mean_loss(w, batch) / len(batches)).backward()
    return w.grad
""",
            "equal sizes",
        ),
        Known(
            "divided by the number of micro-batches",
            """
def big_batch_gradient(mean_loss, w, batches):
    w.grad = None
    for batch in batches:
        (mean_loss(w, batch) / len(batches)).backward()
    return w.grad
""",
            "sizes that differ",
        ),
        Known(
            "sizes taken from the first",
            changed(ONE_BY_ONE, ("* len(batch) /", "* len(batches[0]) /")),
            "sizes that differ",
        ),
        Known(
            "divided by 8",
            """
def big_batch_gradient(mean_loss, w, batches):
    w.grad = None
    for batch in batches:
        (mean_loss(w, batch) * len(batch) / 8).backward()
    return w.grad
""",
            "a single micro-batch",
        ),
        Known(
            "never cleared",
            """
def big_batch_gradient(mean_loss, w, batches):
    total = sum(len(batch) for batch in batches)
    for batch in batches:
        (mean_loss(w, batch) * len(batch) / total).backward()
    return w.grad
""",
            "called twice",
        ),
        Known(
            "one mean over everything",
            """
def big_batch_gradient(mean_loss, w, batches):
    w.grad = None
    mean_loss(w, ag.cat(batches)).backward()
    return w.grad
""",
            "one at a time",
        ),
        Known(
            "one backward at the end",
            """
def big_batch_gradient(mean_loss, w, batches):
    total = sum(len(batch) for batch in batches)
    w.grad = None
    sum(mean_loss(w, batch) * len(batch) / total for batch in batches).backward()
    return w.grad
""",
            "one at a time",
        ),
        Known(
            "only one number",
            """
def big_batch_gradient(mean_loss, w, batches):
    total, grad = sum(len(batch) for batch in batches), 0.0
    for batch in batches:
        w.grad = None
        mean_loss(w, batch).backward()
        grad += w.grad.sum().item() * len(batch) / total
    w.grad = ag.tensor(grad, dtype=w.dtype)
    return w.grad
""",
            "two weights",
        ),
        Known(
            "a number for one weight",
            changed(ONE_BY_ONE, ("return w.grad", "return w.grad.item() if w.dim() == 0 else w.grad")),
        ),
        Known(
            "scaled at the end",
            """
def big_batch_gradient(mean_loss, w, batches):
    w.grad = None
    for batch in batches:
        (len(batch) * mean_loss(w, batch)).backward()
    w.grad = w.grad / sum(len(batch) for batch in batches)
    return w.grad
""",
        ),
        Known(
            "added up by hand",
            """
def big_batch_gradient(mean_loss, w, batches):
    total, sum_so_far = 0, 0
    for batch in batches:
        w.grad = None
        mean_loss(w, batch).backward()
        sum_so_far = sum_so_far + w.grad * len(batch)
        total += len(batch)
    w.grad = sum_so_far / total
    return w.grad
""",
        ),
    ),
)

WEIGHTS = Question(
    cell="weighted-gradient",
    entry=("weighted_gradient",),
    trials=(
        Trial("padding", 8, padded, WEIGHTED, "With samples of weight 0, the gradient is off.", reference=weighted),
        Trial(
            "any weights",
            8,
            partly,
            WEIGHTED,
            "With weights between 0 and 2, the gradient is not that of one batch.",
            reference=weighted,
        ),
        Trial(
            "nothing counts",
            4,
            nothing_counts,
            WEIGHTED,
            "A micro-batch in which nothing counts spoils the result.",
            reference=weighted,
        ),
    ),
    known=(
        Known(
            "counted by length",
            """
def weighted_gradient(mean_loss, w, batches, weights):
    total = sum(len(batch) for batch in batches)
    w.grad = None
    for batch, weight in zip(batches, weights):
        if weight.sum() > 0:
            (mean_loss(w, batch, weight) * len(batch) / total).backward()
    return w.grad
""",
            "padding",
        ),
        Known(
            "counted without weighing",
            """
def weighted_gradient(mean_loss, w, batches, weights):
    counts = [(weight > 0).sum().item() for weight in weights]
    w.grad = None
    for batch, weight, count in zip(batches, weights, counts):
        if count:
            (mean_loss(w, batch, weight) * count / sum(counts)).backward()
    return w.grad
""",
            "any weights",
        ),
        Known(
            "nan let in",
            """
def weighted_gradient(mean_loss, w, batches, weights):
    total = sum(weight.sum().item() for weight in weights)
    w.grad = None
    for batch, weight in zip(batches, weights):
        (mean_loss(w, batch, weight) * weight.sum().item() / total).backward()
    return w.grad
""",
            "nothing counts",
        ),
        Known(
            "padding cut off first",
            """
def weighted_gradient(mean_loss, w, batches, weights):
    total = sum(float(weight.sum()) for weight in weights)
    w.grad = None
    for batch, weight in zip(batches, weights):
        keep = weight > 0
        if keep.any():
            (mean_loss(w, batch[keep], weight[keep]) * (weight.sum() / total)).backward()
    return w.grad
""",
        ),
        Known(
            "scaled at the end",
            """
def weighted_gradient(mean_loss, w, batches, weights):
    w.grad = None
    for batch, weight in zip(batches, weights):
        if weight.sum().item() != 0:
            (mean_loss(w, batch, weight) * weight.sum()).backward()
    w.grad /= sum(weight.sum() for weight in weights)
    return w.grad
""",
        ),
    ),
)

STEPS = Question(
    cell="train",
    entry=("train",),
    needs=("big-batch-gradient",),
    trials=(
        Trial(
            "an incomplete group",
            8,
            incomplete,
            SGD,
            "The micro-batches left at the end do not make the right step.",
            reference=sgd,
        ),
        Trial(
            "sizes that differ",
            4,
            one_uneven_group,
            SGD,
            "With sizes that differ within a group, w does not go where it should.",
            reference=sgd,
        ),
        Trial(
            "each sample counts the same",
            2,
            one_uneven_group,
            SGD,
            "Within a group, micro-batches do not count according to their sizes.",
            holds=no_step_of_means,
            idea="M36",
        ),
        Trial("another optimizer", 3, incomplete, ADAM, "With Adam, w does not go where it should.", reference=adam),
        Trial(
            "small and large groups",
            3,
            edges,
            RUNS,
            "With groups of 1, or groups larger than the list, w does not go where it should.",
            reference=lambda *runs: [sgd(*run) for run in runs],
        ),
    ),
    known=(
        Known(
            "last group lost",
            """
def train(mean_loss, w, batches, per_step, optimizer):
    places = []
    for i in range(len(batches) // per_step):
        big_batch_gradient(mean_loss, w, batches[i * per_step:(i + 1) * per_step])
        optimizer.step()
        places.append(w.item())
    return places
""",
            "an incomplete group",
        ),
        Known(
            "last group divided by per_step",
            """
def train(mean_loss, w, batches, per_step, optimizer):
    places = []
    for i, batch in enumerate(batches, start=1):
        (mean_loss(w, batch) / per_step).backward()
        if i % per_step == 0 or i == len(batches):
            optimizer.step()
            optimizer.zero_grad()
            places.append(w.item())
    return places
""",
            "an incomplete group",
        ),
        Known(
            "divided by the number in the group",
            """
def train(mean_loss, w, batches, per_step, optimizer):
    places = []
    for start in range(0, len(batches), per_step):
        group = batches[start:start + per_step]
        optimizer.zero_grad()
        for batch in group:
            (mean_loss(w, batch) / len(group)).backward()
        optimizer.step()
        places.append(w.item())
    return places
""",
            "sizes that differ",
        ),
        Known(
            "one micro-batch too many in each group",
            """
def train(mean_loss, w, batches, per_step, optimizer):
    places = []
    for start in range(0, len(batches), per_step):
        big_batch_gradient(mean_loss, w, batches[start:start + per_step + 1])
        optimizer.step()
        places.append(w.item())
    return places
""",
            "small and large groups",
        ),
        Known(
            "own step instead of the optimizer's",
            """
def train(mean_loss, w, batches, per_step, optimizer):
    places = []
    for start in range(0, len(batches), per_step):
        big_batch_gradient(mean_loss, w, batches[start:start + per_step])
        w.data -= 0.1 * w.grad
        places.append(w.item())
    return places
""",
            "another optimizer",
        ),
        Known(
            "one loop with a running count",
            """
def train(mean_loss, w, batches, per_step, optimizer):
    places, group = [], []
    for i, batch in enumerate(batches):
        group.append(batch)
        if len(group) == per_step or i == len(batches) - 1:
            big_batch_gradient(mean_loss, w, group)
            optimizer.step()
            places.append(w.item())
            group = []
    return places
""",
        ),
        Known(
            "groups made first",
            """
def train(mean_loss, w, batches, per_step, optimizer):
    groups = [batches[i:i + per_step] for i in range(0, len(batches), per_step)]
    places = []
    for group in groups:
        optimizer.zero_grad()
        total = sum(len(batch) for batch in group)
        for batch in group:
            (mean_loss(w, batch) * len(batch) / total).backward()
        optimizer.step()
        places.append(float(w))
    return places
""",
        ),
    ),
)

RUBRIC = Rubric("04_accumulate", (BIG_BATCH, WEIGHTS, STEPS), {"explain": 20})
