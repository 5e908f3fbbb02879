"""How exercise 11 is graded: sums and gradients against NumPy in one go, the memory used, and reports on times."""

from statistics import median

import numpy as np

from autogradlab.course.lessons.lesson_11.exercise import WITHHELD, middle_half
from autogradlab.grading.rubric import Known, Question, Rubric, Trial, drawn_until

PRELUDE = """
import numpy as np
import autogradlab as ag
from autogradlab.course.lessons.lesson_11.exercise import middle_half, plain_forward
"""

# ---- a: forward -----------------------------------------------------------------------------------------------------

SUM = """
x, a, b, block = inputs
answer = float(fused_forward(np.array(x), a, b, np.full(block, 7.0)))
"""
SUMS = "answer = [float(fused_forward(np.array(x), a, b, np.full(block, 7.0))) for x, a, b, block in inputs]"
STAYS = """
x, a, b, block = inputs
array = np.array(x)
first = fused_forward(array, a, b, np.full(block, 7.0))
answer = [float(first), float(fused_forward(array, a, b, np.full(block, -7.0))), array.tolist()]
"""
ROOM = """
import tracemalloc
size, block = inputs
x, buffer = np.linspace(-1.0, 2.0, size), np.empty(block)
tracemalloc.start()
total = {call}
answer = [tracemalloc.get_traced_memory()[1], {given}]
tracemalloc.stop()
"""


def _drawn(rng, size, heights=None):
    """(x, a, b) with a * x + b > 0 somewhere; among several entries, also < 0, and somewhere of another sign than x.

    heights   values that a * x + b has to have, by place
    """
    while True:
        a, b = (round(float(rng.choice([-1, 1]) * rng.uniform(0.3, most)), 3) for most in (3, 1))
        x = rng.normal(size=size).round(3)
        for place, height in (heights or {}).items():
            x[place] = (height - b) / a
        all_heights = a * x + b
        on_both_sides = all_heights.min() < -0.1 and ((all_heights > 0) != (x > 0)).any()
        if all_heights.max() > 0.1 and (size == 1 or on_both_sides):
            return x.tolist(), a, b


def uneven(rng):
    """The last block is not full; its last entry counts in the sum, and so does that of the block before it."""
    block = int(rng.integers(2, 9))
    return *_drawn(rng, 4 * block + int(rng.integers(1, block)), {-1: 2.0, 4 * block - 1: 3.0}), block


def even(rng):
    block = int(rng.integers(1, 9))
    return *_drawn(rng, 5 * block), block


def edges(rng):
    """Buffers longer than x, which has one entry and three, in any order."""
    return tuple((*_drawn(rng, int(size)), int(rng.integers(4, 50))) for size in rng.permutation([1, 3]))


def large(rng):
    return int(rng.integers(60_000, 90_000)), int(rng.integers(500, 1000))


def total(x, a, b, block):
    return float(np.maximum(a * np.array(x) + b, 0).sum())


def little_room(answer, inputs):
    used, length = answer[0], 8 * inputs[0]
    return used < length / 4 or f"x takes {length:,} bytes, and besides it up to {used:,} were in use."


FORWARD = (
    Trial(
        "a shorter last block",
        9,
        uneven,
        SUM,
        "The entries of the last block do not count as they should.",
        reference=total,
    ),
    Trial("full blocks", 4, even, SUM, "The sum is not that of relu(a * x + b).", reference=total),
    Trial(
        "short arrays",
        4,
        edges,
        SUMS,
        "With a buffer longer than x, the sum is off.",
        reference=lambda *cases: [total(*each) for each in cases],
    ),
    Trial(
        "x unchanged, whatever the buffer holds",
        3,
        uneven,
        STAYS,
        "What the buffer holds at first must not count, and x must stay as it is.",
        reference=lambda x, a, b, block: [total(x, a, b, block)] * 2 + [x],
    ),
    Trial(
        "little memory",
        5,
        large,
        ROOM.format(call="float(fused_forward(x, 1.5, 0.25, buffer))", given="total"),
        "Your function makes arrays as long as x.",
        holds=little_room,
        idea="M70",
    ),
)

# ---- b: backward ----------------------------------------------------------------------------------------------------

GRADIENTS = """
def gradients(x, a, b, block, arrived):
    grad_x = np.full(len(x), np.nan)
    grad_a, grad_b = fused_backward(np.array(x), a, b, arrived, np.empty(block), grad_x)
    return [grad_x.tolist(), float(grad_a), float(grad_b)]

answer = {answer}
"""
ONCE, EACH = (GRADIENTS.format(answer=each) for each in ("gradients(*inputs)", "[gradients(*each) for each in inputs]"))
TWICE = """
x, a, b, block, arrived = inputs
grad_x, buffer, array = np.full(len(x), 5.0), np.full(block, 5.0), np.array(x)
fused_backward(array, a, b, arrived, buffer, grad_x)
grad_a, grad_b = fused_backward(array, a, b, arrived, buffer, grad_x)
answer = [grad_x.tolist(), float(grad_a), float(grad_b), array.tolist()]
"""


def one(draw):
    return lambda rng: (*draw(rng), 1.0)


def scaled(rng):
    return *uneven(rng), round(float(rng.choice([-1, 1]) * rng.uniform(1.5, 4)), 3)


def at_the_bend(rng):
    """Some entries with a * x + b = 0, where relu has slope 0, and some on either side."""
    beside = [*rng.choice([-3.0, -2.0, -1.0], 2), *rng.choice([1.0, 2.0, 4.0], 2)]
    x = rng.permutation([0.0, 0.0, 0.0, *beside]).tolist()
    return x, float(rng.choice([-2, -0.5, -1.5, -3])), 0.0, int(rng.integers(2, 5)), float(rng.integers(2, 9))


def gradients(x, a, b, block, arrived):
    x = np.array(x)
    passes = (a * x + b > 0) * arrived
    return [(passes * a).tolist(), float((passes * x).sum()), float(passes.sum())]


BACKWARD = (
    Trial(
        "the three gradients", 7, one(uneven), ONCE, "At least one of the three gradients is off.", reference=gradients
    ),
    Trial(
        "the incoming gradient counts",
        6,
        scaled,
        ONCE,
        "What arrives must scale all three gradients.",
        reference=gradients,
        idea="M46",
    ),
    Trial(
        "short arrays",
        3,
        lambda rng: tuple((*each, -1.5) for each in edges(rng)),
        EACH,
        "With a buffer longer than x, the gradients are off.",
        reference=lambda *cases: [gradients(*each) for each in cases],
    ),
    Trial("at the bend", 2, at_the_bend, ONCE, "Where a * x + b is 0, nothing should flow back.", reference=gradients),
    Trial(
        "called twice",
        2,
        scaled,
        TWICE,
        "A second call has to give the same result, and x has to stay as it is.",
        reference=lambda x, *rest: [*gradients(x, *rest), x],
    ),
    Trial(
        "little memory",
        5,
        large,
        "grad_x = np.empty(inputs[0])\n"
        + ROOM.format(call="fused_backward(x, 1.5, 0.25, 1.0, buffer, grad_x)", given="0"),
        "Besides grad_x, your function makes arrays as long as x.",
        holds=little_room,
    ),
)

# ---- c: measure and report ------------------------------------------------------------------------------------------

# How long the next run takes follows from how long the last one took; the first takes 20 seconds more. So times cannot
# be read anywhere, only measured. The class has names of its own, in which no trial's inputs are.
WATCH = """
class Watch:
    def __init__(self, state, factor, step):
        self.now, self.runs, self.state, self.factor, self.step = 50.0, 0, state, factor, step

    def run(self):
        self.state = (self.factor * self.state + self.step) % 1999
        self.now += self.state / 1000 + (0.1 if self.runs else 20.0)
        self.runs += 1

    def clock(self):
        return self.now
"""
CLOCK = f"""
names = {{}}
exec({WATCH!r}, names)
*drawn, repeats = inputs
watch = names["Watch"](*drawn)
times = measure(watch.run, watch.clock, repeats)
answer = [[float(time) for time in times], watch.runs]
"""
REPORT = """
ratio, verdict = report(*inputs)
answer = [float(ratio), verdict]
"""
BOTH_WAYS = """
answer = []
for long, short in inputs:
    for ratio, verdict in (report(long, short), report(short, long)):
        answer.append([float(ratio), verdict])
"""


def seconds(rng):
    """(what the watch begins with, how many runs count)"""
    state, factor, step = (int(each) for each in rng.integers(2, 1998, 3))
    stands_still = (factor * state + step) % 1999 == state  # then no time would differ from another
    return state, factor, step + stands_still, int(rng.integers(3, 40))


def watched(state, factor, step, repeats):
    """The times of all runs but the first, and the number of runs."""
    times = []
    for _ in range(repeats + 1):
        state = (factor * state + step) % 1999
        times.append(state / 1000 + 0.1)
    return [times[1:], repeats + 1]


def timed(rng, middle, spread, count=31):
    """Times around a middle, three of them far off."""
    times = (middle + spread * rng.uniform(-1, 1, count)).round(4)
    times[:3] += 40 * middle
    return rng.permutation(times).tolist()


def faster(rng):
    return timed(rng, 6.0, 0.5), timed(rng, 2.0, 0.5)


def slower(rng):
    return timed(rng, 2.0, 0.5), timed(rng, 3.5, 0.5)


def unclear(rng):
    """Middle halves with each other's median in them."""

    def holds(drawn):
        (low, mid, high), (low2, mid2, high2) = map(middle_half, drawn)
        return low <= mid2 <= high and low2 <= mid <= high2 and mid != mid2

    return drawn_until(holds, lambda: (timed(rng, 4.0, 2.0), timed(rng, 3.7, 2.0)))


def beside_clear(pair_of):
    """Inputs of a trial: a pair of runs, and a pair with a clear verdict, so that no constant verdict is right."""
    return lambda rng: (pair_of(rng), (timed(rng, 6.0, 0.5), timed(rng, 2.0, 0.5)))


def touching(rng):
    """(long, short): the middle half of one begins with the number with which that of the other ends."""
    edge, half = round(float(rng.uniform(2, 4)), 3), int(rng.integers(16, 21))
    return tuple(rng.permutation([edge + step] * half + [edge] * half).tolist() for step in (1.0, -1.0))


def overlapping(rng):
    """(long, short): the short median is below the long middle half, and the short middle half reaches into that."""
    edge = round(float(rng.uniform(3, 5)), 3)
    long, short = [edge] * 12 + [edge + 2.0] * 20, [edge - 2.0] * 10 + [edge - 1.0] * 9 + [edge + 1.0] * 13
    return rng.permutation(long).tolist(), rng.permutation(short).tolist()


def just_enough(rng):
    return timed(rng, 6.0, 0.5, 30), timed(rng, 2.0, 0.5, int(rng.integers(30, 40)))


def one_list_too_short(rng):
    return timed(rng, 6.0, 0.5), timed(rng, 2.0, 0.5, int(rng.integers(5, 30)))


def both_ways(*pairs):
    return [said(*each) for long, short in pairs for each in ((long, short), (short, long))]


def said(eager, fused):
    ratio = median(eager) / median(fused)
    if min(len(eager), len(fused)) < 30:
        return [ratio, "too few"]
    (low, high), (other_low, other_high) = (
        (sorted(times)[len(times) // 4], sorted(times)[3 * len(times) // 4]) for times in (eager, fused)
    )
    return [ratio, "faster" if other_high < low else "slower" if other_low > high else "cannot tell"]


MEASURE = (
    Trial(
        "each run timed alone, the first discarded",
        15,
        seconds,
        CLOCK,
        "Your times are not those of the runs after the first.",
        reference=watched,
        relative=1e-6,
    ),
)
VERDICTS = (
    Trial("faster", 2, faster, REPORT, "Fused is clearly faster, but the report says something else.", reference=said),
    Trial(
        "slower",
        3,
        slower,
        REPORT,
        "Fused is clearly slower, but the report says something else.",
        reference=said,
        idea="M69",
    ),
    Trial(
        "too close to call",
        3,
        unclear,
        REPORT,
        "The middle halves overlap: you cannot tell.",
        reference=said,
        idea="M69",
    ),
    Trial(
        "halves that touch",
        2,
        beside_clear(touching),
        BOTH_WAYS,
        "Where the middle halves touch, you cannot tell.",
        reference=both_ways,
    ),
    Trial(
        "a median outside",
        2,
        beside_clear(overlapping),
        BOTH_WAYS,
        "The middle halves overlap, though a median lies outside: you cannot tell.",
        reference=both_ways,
    ),
    Trial(
        "thirty runs",
        1,
        lambda rng: (just_enough(rng),),
        BOTH_WAYS,
        "With 30 runs of one version and 30 or more of the other, there should be a verdict.",
        reference=both_ways,
    ),
    Trial(
        "too few runs",
        2,
        beside_clear(one_list_too_short),
        BOTH_WAYS,
        "If one of the two versions has fewer than 30 runs, there should be no verdict.",
        reference=both_ways,
    ),
)

# ---- known answers --------------------------------------------------------------------------------------------------

BLOCKS = """
def fused_forward(x, a, b, buffer):
    total, size = 0.0, len(buffer)
    for start in range(0, {end}, size):
        block = x[start:start + size]
        part = buffer[:len(block)]
        np.multiply(block, a, out=part)
        np.add(part, b, out=part)
        {clip}
        total += part.sum()
    return total
"""
CLIP = "np.maximum(part, 0.0, out=part)"
BACK = """
def fused_backward(x, a, b, grad_output, buffer, grad_x):
    grad_a, grad_b, size = 0.0, 0.0, len(buffer)
    for start in range(0, len(x), size):
        block = x[start:start + size]
        part = buffer[:len(block)]
        np.multiply(block, a, out=part)
        np.add(part, b, out=part)
        passes = {passes}
        grad_x[start:start + size] = {slope}
        grad_a += (block * passes).sum(){scale}
        grad_b += passes.sum(){scale}
    return grad_a, grad_b
"""
GOOD = dict(passes="part > 0", slope="passes * (a * grad_output)", scale=" * grad_output")
TIMING = """
def measure(run, clock, repeats):
    {warm}
    times = []
    for _ in range(repeats):
        start = clock()
        run()
        times.append(clock() - start)
    return {result}
"""
SAYING = """
def report(eager, fused):
    (low, mid, high), (low2, mid2, high2) = middle_half(eager), middle_half(fused)
    if {few}:
        return {ratio}, "too few"
    if {clear}:
        return {ratio}, "faster" if mid2 < mid else "slower"
    return {ratio}, "cannot tell"
"""
FAIR = dict(few="len(eager) < 30 or len(fused) < 30", ratio="mid / mid2", clear="high2 < low or low2 > high")

KNOWN_FORWARD = (
    Known("last block lost", BLOCKS.format(end="len(x) - len(buffer) + 1", clip=CLIP), "a shorter last block"),
    Known("not clipped", BLOCKS.format(end="len(x)", clip="pass"), "full blocks"),
    Known(
        "all in one go",
        "def fused_forward(x, a, b, buffer):\n    return np.maximum(a * x + b, 0).sum()",
        "little memory",
    ),
    Known(
        "the whole buffer counts",
        """
def fused_forward(x, a, b, buffer):
    total, size = 0.0, len(buffer)
    for start in range(0, len(x), size):
        block = x[start:start + size]
        np.multiply(block, a, out=buffer[:len(block)])
        np.add(buffer, b, out=buffer)
        np.maximum(buffer, 0.0, out=buffer)
        total += buffer.sum()
    return total
""",
        "a shorter last block",
    ),
    Known(
        "written into x",
        """
def fused_forward(x, a, b, buffer):
    total, size = 0.0, len(buffer)
    for start in range(0, len(x), size):
        part = x[start:start + size]
        part *= a
        part += b
        np.maximum(part, 0.0, out=part)
        total += part.sum()
    return total
""",
        "x unchanged, whatever the buffer holds",
    ),
    Known(
        "copied into the buffer first",
        """
def fused_forward(x, a, b, buffer):
    start, total = 0, 0.0
    while start < len(x):
        part = buffer[:min(len(buffer), len(x) - start)]
        part[:] = x[start:start + len(part)]
        part *= a
        part += b
        part[part < 0] = 0
        total += float(np.sum(part))
        start += len(part)
    return total
""",
    ),
    Known(
        "short arrays for each block",
        """
def fused_forward(x, a, b, buffer):
    size = len(buffer)
    return float(sum(np.maximum(a * x[i:i + size] + b, 0).sum() for i in range(0, len(x), size)))
""",
    ),
)
KNOWN_BACKWARD = (
    Known(
        "what arrives is forgotten",
        BACK.format(**GOOD | {"slope": "passes * a", "scale": ""}),
        "the incoming gradient counts",
    ),
    Known("clipped entries count", BACK.format(**GOOD | {"passes": "np.ones(len(part))"}), "the three gradients"),
    Known("looks at x instead", BACK.format(**GOOD | {"passes": "block > 0"}), "the three gradients"),
    Known("the bend flows", BACK.format(**GOOD | {"passes": "part >= 0"}), "at the bend"),
    Known(
        "added to what is there",
        BACK.format(**GOOD | {"slope": "grad_x[start:start + size] + passes * a"}),
        "called twice",
    ),
    Known(
        "all in one go",
        """
def fused_backward(x, a, b, grad_output, buffer, grad_x):
    passes = (a * x + b > 0) * grad_output
    grad_x[:] = passes * a
    return (passes * x).sum(), passes.sum()
""",
        "little memory",
    ),
    Known(
        "with the buffer as a mask",
        """
def fused_backward(x, a, b, grad_output, buffer, grad_x):
    grad_a = grad_b = 0.0
    for start in range(0, len(x), len(buffer)):
        block, out = x[start:start + len(buffer)], grad_x[start:start + len(buffer)]
        part = buffer[:len(block)]
        np.multiply(block, a, out=part)
        part += b
        np.greater(part, 0, out=part)
        part *= grad_output
        grad_a += block @ part
        grad_b += part.sum()
        np.multiply(part, a, out=out)
    return grad_a, grad_b
""",
    ),
    Known(
        "borrowed from the engine",
        """
import autogradlab as ag
def fused_backward(x, a, b, grad_output, buffer, grad_x):
    a, b = (ag.tensor(value, dtype=ag.float64, requires_grad=True) for value in (a, b))
    for start in range(0, len(x), len(buffer)):
        block = ag.tensor(x[start:start + len(buffer)], requires_grad=True)
        ((block * a + b).relu().sum() * grad_output).backward()
        grad_x[start:start + len(buffer)] = block.grad.numpy()
    return a.grad.item(), b.grad.item()
""",
        "the three gradients",
    ),
    Known("through masks and choosing", BACK.format(**GOOD | {"slope": "np.where(passes, a * grad_output, 0.0)"})),
)
KNOWN_MEASURE = (
    Known(
        "read, not measured",
        """
def measure(run, clock, repeats):
    watch, given = run.__self__, run.__globals__.get("inputs", [[]])
    watch.runs = repeats + 1
    return [watch.state / 1000 + 0.1] * repeats or given[0][1:]
""",
        "each run timed alone, the first discarded",
    ),
    Known("warm-up counted", TIMING.format(warm="pass", result="times"), "each run timed alone, the first discarded"),
    Known(
        "first time thrown away, one too few",
        TIMING.format(warm="pass", result="times[1:]"),
        "each run timed alone, the first discarded",
    ),
    Known(
        "the mean of all",
        TIMING.format(warm="run()", result="[sum(times) / repeats] * repeats"),
        "each run timed alone, the first discarded",
    ),
    Known(
        "one more, and the first cut off",
        """
def measure(run, clock, repeats):
    marks = [clock()]
    for _ in range(repeats + 1):
        run()
        marks.append(clock())
    return [after - before for before, after in zip(marks[1:], marks[2:])]
""",
    ),
    Known("warmed up first, then listed", TIMING.format(warm="run()", result="list(times)")),
)
KNOWN_REPORT = (
    Known("whatever is smaller wins", SAYING.format(**FAIR | {"clear": "True"}), "too close to call"),
    Known("means", SAYING.format(**FAIR | {"ratio": "np.mean(eager) / np.mean(fused)"}), "faster"),
    Known("never slower", SAYING.format(**FAIR | {"clear": "high2 < low"}), "slower"),
    Known("touching is enough", SAYING.format(**FAIR | {"clear": "high2 <= low or low2 >= high"}), "halves that touch"),
    Known(
        "the median of fused alone", SAYING.format(**FAIR | {"clear": "mid2 < low or mid2 > high"}), "a median outside"
    ),
    Known("more than thirty", SAYING.format(**FAIR | {"few": "min(len(eager), len(fused)) <= 30"}), "thirty runs"),
    Known("any number of runs", SAYING.format(**FAIR | {"few": "False"}), "too few runs"),
    Known("only one list counted", SAYING.format(**FAIR | {"few": "len(eager) < 30"}), "too few runs"),
    Known("ratio turned round", SAYING.format(**FAIR | {"ratio": "mid2 / mid"}), "faster"),
    Known("both ends compared", SAYING.format(**FAIR)),
    Known(
        "overlap asked first",
        """
def report(eager, fused):
    a, b = middle_half(eager), middle_half(fused)
    verdict = "slower" if b[0] > a[2] else "faster"
    if max(a[0], b[0]) <= min(a[2], b[2]):
        verdict = "cannot tell"
    if any(len(times) < 30 for times in (eager, fused)):
        verdict = "too few"
    return a[1] / b[1], verdict
""",
    ),
)

RUBRIC = Rubric(
    "11_memory",
    (
        Question("fused-forward", ("fused_forward",), FORWARD, KNOWN_FORWARD, prelude=PRELUDE),
        Question("fused-backward", ("fused_backward",), BACKWARD, KNOWN_BACKWARD, prelude=PRELUDE, withheld=WITHHELD),
        Question("measure", ("measure",), MEASURE, KNOWN_MEASURE, prelude=PRELUDE),
        Question("report", ("report",), VERDICTS, KNOWN_REPORT, prelude=PRELUDE),
    ),
    {"explain": 20},
)
