"""Exercise 11: relu(a*x + b) and its sum, fused in blocks, forward and backward; and an honest report on its speed."""

import tracemalloc
from functools import partial
from statistics import median

import numpy as np

import autogradlab as ag
from autogradlab.confine.withheld import withheld
from autogradlab.course.exercise import NotYet, call, passed, require
from autogradlab.course.exercise_values import listed
from autogradlab.course.lessons.lesson_11.recorded import TIMES

#: The way back through the blocks is the learner's own, not the engine's.
WITHHELD = ("autogradlab.autograd.engine",)

FORWARD, BACKWARD, MEASURE, REPORT = "fused_forward", "fused_backward", "measure", "report"


# ---- given ----------------------------------------------------------------------------------------------------------


def plain_forward(x, a, b):
    """One operation after another, with three temporary arrays as long as x."""
    scaled = a * x
    moved = scaled + b
    clipped = np.maximum(moved, 0.0)
    return float(clipped.sum())


def middle_half(times):
    """(lower quartile, median, upper quartile) of some times: half of them lie between the first and the last of these.

    >>> middle_half([5.0, 1.0, 2.0, 3.0, 4.0])
    (2.0, 3.0, 4.0)
    """
    ordered = sorted(times)
    return ordered[len(ordered) // 4], median(ordered), ordered[3 * len(ordered) // 4]


# ---- a: forward in blocks -------------------------------------------------------------------------------------------


def check_forward(fused_forward):
    """The sum is right, also for a block that is not full, and for factors of any sign."""
    x = np.array([-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0])
    got = _number(FORWARD, call(fused_forward, x, 2.0, 1.0, np.empty(3), name=FORWARD))
    require(x.tolist() == [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0], "x has changed", "write into the buffer, not into x")
    require(not _is(got, 25 - 4), "you give 21: a*x + b is not clipped at 0", "np.maximum(part, 0.0, out=part)")
    require(
        not _is(got, 16),
        "you give 16: the last entries, which do not fill a block, are missing",
        "range(0, len(x), size) also gives the start of the last block; its part of the buffer is shorter",
    )
    require(
        not (_is(got, 37) or _is(got, 39)),
        f"you give {got:g}: what an older block left in the buffer was added too",
        "the last block is shorter: add up only as many entries of the buffer as the block has",
    )
    require(
        not _is(got, 43),
        "you give 43: the one entry of the last block fills the whole buffer, and counts three times",
        "use only as much of the buffer as the block has entries: part = buffer[:len(block)]",
    )
    require(not _is(got, 20), "you give 20: b is left out", "after the product, add b into the same part")
    require(
        not (_is(got, 1) or _is(got, 9)),
        f"you give {got:g}, which is one block alone",
        "add up what each block gives, and return the total below the loop",
    )
    require(
        _is(got, 25),
        f"for seven entries you give {got:.6g}, and it should be 25",
        "in each block: times a, then plus b, then clipped at 0, then added to the total",
    )
    got = _number(FORWARD, call(fused_forward, x, -1.5, 0.5, np.empty(7), name=FORWARD))
    require(
        _is(got, 6),
        f"with a = -1.5 and one block for all you give {got:.6g}, and it should be 6",
        "multiply by a as it is: which entries are clipped depends on a*x + b, not on x",
    )
    got = _number(FORWARD, call(fused_forward, x, 2.0, 1.0, np.empty(100), name=FORWARD))
    require(
        _is(got, 25),
        f"with a buffer longer than x you give {got:.6g}, and it should be 25",
        "use only as much of the buffer as the block has entries: buffer[:len(block)]",
    )
    passed("25 for seven entries in blocks of 3, of 7 and of 100")


def check_room(fused_forward):
    """No array as long as x is made."""
    x = np.linspace(-1.0, 1.0, 200_000)
    peak = _peak(lambda: call(fused_forward, x, 2.0, 0.5, np.empty(1000), name=FORWARD))
    require(
        peak < x.nbytes / 4,
        f"x has {x.nbytes:,} bytes, and beside it you use up to {peak:,}",
        "each result goes into the buffer: np.multiply(block, a, out=part)",
    )
    passed(f"x has {x.nbytes:,} bytes, and beside it you use less than a quarter of that")


# ---- b: backward in blocks ------------------------------------------------------------------------------------------


def check_backward(fused_backward):
    """All three gradients, scaled by the incoming gradient; nothing flows where the result was clipped."""
    x = np.array([-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0])
    grad_x, grad_a, grad_b = _backward(fused_backward, x, 2.0, 1.0, 1.0, 3)
    require(
        not np.allclose(grad_x, 2.0),
        "in grad_x you have 2 everywhere, even where the result was clipped",
        "the slope of relu is 0 there: compute a*x + b once more and look at where it is above 0",
    )
    require(
        np.allclose(grad_x, [0, 0, 2, 2, 2, 2, 2]),
        f"in grad_x you have {listed(grad_x)}, and it should be [0, 0, 2, 2, 2, 2, 2]",
        "where a*x + b is above 0, a little more x adds a times as much to the sum",
    )
    require(
        not _is(grad_a, 7),
        "for a you give 7, which counts the clipped entries too",
        "only entries with a*x + b above 0 have a slope",
    )
    require(
        not (_is(grad_a, 5) and _is(grad_b, 10)),
        "the gradients of a and b have changed places",
        "return grad_a, grad_b",
    )
    require(
        _is(grad_a, 10),
        f"for a you give {grad_a:.6g}, and it should be 10",
        "every entry of x that is not clipped counts: add them up, over all blocks",
    )
    require(_is(grad_b, 5), f"for b you give {grad_b:.6g}, and it should be 5", "how many entries are not clipped?")
    for arrived in (3.0, -0.5):
        off = _off(
            _backward(fused_backward, x, 2.0, 1.0, arrived, 4),
            [arrived * np.array([0, 0, 2, 2, 2, 2, 2]), 10 * arrived, 5 * arrived],
        )
        require(not off, f"{arrived:g} arrives, and with that {off}", "multiply each of the three by grad_output")
    off = _off(_backward(fused_backward, x, -1.5, 0.5, 1.0, 4), [-1.5 * np.array([1, 1, 1, 0, 0, 0, 0]), -3, 3])
    require(not off, f"with a = -1.5 and b = 0.5 {off}", "clipped or not depends on a*x + b, and no slope has b in it")
    off = _off(_backward(fused_backward, x, 2.0, 0.0, 1.0, 4), [2.0 * (x > 0), 10, 4])
    require(not off, f"where a*x + b is exactly 0, {off}", "the slope of relu is 0 there as well: ask for `> 0`")
    passed("grad_x, grad_a and grad_b, whatever arrives")


def check_in_the_engine(fused_forward, fused_backward):
    """As a Function, it passes the gradient check of lesson 09."""
    x = ag.tensor([-2.3, -0.4, 0.7, 1.9, 3.1], dtype=ag.float64, requires_grad=True)
    a, b = (ag.tensor(value, dtype=ag.float64, requires_grad=True) for value in (1.7, 0.3))

    def both(x, a, b):
        return 2.5 * as_function(fused_forward, fused_backward)(x, a, b)

    out = call(both, x, a, b, name="your function")
    require(out.requires_grad, "nothing is recorded", "give numbers and arrays, and leave the recording to the engine")
    right = call(lambda: ag.autograd.gradcheck(both, (x, a, b), raise_exception=False), name="your function")
    require(
        right, "the gradient check finds a different slope from yours", "run the cell above once more: is all of it ✓?"
    )
    room = np.linspace(-1.0, 1.0, 200_000)
    grad_x = np.empty_like(room)
    with withheld(*WITHHELD):  # around the measurement, as it takes some memory itself
        peak = _peak(lambda: call(fused_backward, room, 2.0, 0.5, 1.0, np.empty(1000), grad_x, name=BACKWARD))
    require(
        peak < room.nbytes / 4,
        f"x has {room.nbytes:,} bytes, and beside x and grad_x you use up to {peak:,}",
        "compute block by block, and write each block of the result into grad_x[start:stop]",
    )
    passed("a node of its own: the gradient check passes, and backward needs no long array beside grad_x")


def as_function(fused_forward, fused_backward, block=4):
    """The learner's two functions as one operation of the engine."""

    class Fused(ag.autograd.Function):
        @staticmethod
        def forward(ctx, x, a, b):
            ctx.save_for_backward(x, a, b)
            return ag.tensor(fused_forward(x.detach().numpy(), a.item(), b.item(), np.empty(block)), dtype=x.dtype)

        @staticmethod
        def backward(ctx, grad_output):
            x, a, b = ctx.saved_tensors
            grad_x = np.zeros(len(x))
            grad_a, grad_b = fused_backward(
                x.detach().numpy(), a.item(), b.item(), grad_output.item(), np.empty(block), grad_x
            )
            return ag.tensor(grad_x), ag.tensor(grad_a, dtype=x.dtype), ag.tensor(grad_b, dtype=x.dtype)

    return Fused.apply


# ---- c: measure and report ------------------------------------------------------------------------------------------


class Stopwatch:
    """A clock that advances only in `run`: its calls take the given seconds, one after the other."""

    def __init__(self, seconds):
        self.seconds, self.now, self.runs = seconds, 100.0, 0

    def clock(self):
        return self.now

    def run(self):
        self.now += self.seconds[min(self.runs, len(self.seconds) - 1)]
        self.runs += 1


def check_measure(measure):
    """One run to warm up, which is not counted; then each run is timed by itself."""
    seconds = [9.0, *(1.0 + 0.125 * (i % 5) for i in range(30))]
    watch = Stopwatch(seconds)
    got = _times(call(measure, watch.run, watch.clock, 30, name=MEASURE))
    require(
        not (got and _is(got[0], 9)),
        "your first time is 9 seconds: the run that warms up is counted",
        "call run() once before the loop",
    )
    require(len(got) == 30, f"you give {len(got)} times, and 30 were asked for", "one time for each run that counts")
    require(
        watch.runs == 31,
        f"you call run() {watch.runs} times, and 31 are right",
        "one to warm up, then one for each time",
    )
    require(
        np.allclose(got, seconds[1:]),
        f"your first times are {listed(got[:3])}, and the clock says {listed(seconds[1:4])}",
        "clock() right before run(), clock() right after it, and the difference",
    )
    passed("30 times, the first run not among them")


def check_report(report):
    """The ratio of the medians, and a verdict that says no more than the times do."""
    eager, fused = [4.0, 4.2, 3.8] * 10, [2.0, 2.1, 1.9] * 10
    ratio, verdict = _report(report, eager, fused)
    require(
        not _is(ratio, 0.5), "your ratio is 0.5: it is upside down", "how many times as long as fused does eager take?"
    )
    require(_is(ratio, 2), f"your ratio is {ratio:.6g}, and that of the medians is 2", "middle_half(times)[1]")
    require(verdict != "too few", "for 30 times each your verdict is 'too few'", "30 are enough: ask for `< 30`")
    require(
        verdict == "faster",
        f"eager takes 4 and fused takes 2, and your verdict is {verdict!r}",
        "compare the middle halves: if all of one lies below the other, you can tell",
    )
    _, verdict = _report(report, fused, eager)
    require(
        verdict == "slower",
        f"with the times exchanged your verdict is {verdict!r}",
        "fusing may cost time: then the middle half of fused lies above",
    )
    wide = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0] * 5
    ratio, verdict = _report(report, [time + 1 for time in wide], wide)
    require(
        verdict == "cannot tell",
        f"middle halves of 3 to 6 and 2 to 5: your verdict is {verdict!r}",
        "where they overlap, another run might give the opposite",
    )
    _, verdict = _report(report, [3.0] * 10 + [5.0] * 20, [1.0] * 10 + [2.0] * 8 + [4.0] * 12)
    require(
        verdict == "cannot tell",
        f"middle halves of 3 to 5 and 1 to 4, the median of the second 2: your verdict is {verdict!r}",
        "the whole middle half has to lie below, and not only the median",
    )
    low, high = [2.0] * 15 + [3.0] * 15, [3.0] * 15 + [4.0] * 15
    verdicts = [_report(report, *times)[1] for times in ((high, low), (low, high))]
    require(
        verdicts == ["cannot tell"] * 2,
        f"middle halves of 3 to 4 and 2 to 3, and the other way round: your verdicts are {verdicts}",
        "they touch at 3, and where they touch nothing can be told: `<` and `>`, without `=`",
    )
    outlier = [2.0] * 29 + [500.0]
    ratio, verdict = _report(report, [4.0] * 30, outlier)
    require(
        _is(ratio, 2) and verdict == "faster",
        f"one run of 500 among 29 of 2: you give {ratio:.6g}, {verdict!r}",
        "a median does not care about a single bad run; a mean does",
    )
    for one, other in ((29, 29), (29, 30), (30, 29)):
        _, verdict = _report(report, eager[:one], fused[:other])
        require(
            verdict == "too few",
            f"for {one} and {other} times your verdict is {verdict!r}",
            'with fewer than 30 in either list, the verdict is "too few"',
        )
    passed("ratios of medians, and four verdicts")


def show_report(report, times=TIMES):
    """Print the learner's report on recorded times, a row for each size."""
    try:
        print(f"{'numbers':>10}{'one after another':>22}{'fused':>22}{'ratio':>8}  verdict")
        for size, (eager, fused) in times.items():
            ratio, verdict = _report(report, list(eager), list(fused))
            print(f"{size:10,}{_range(eager):>22}{_range(fused):>22}{ratio:8.2f}  {verdict}")
    except NotYet as not_yet:
        print(not_yet)


def measured_here(fused_forward, measure, sizes=tuple(TIMES), block=8192):
    """The same measurement on this computer, for `show_report(report, measured_here(...))`; about half a minute."""
    from time import perf_counter

    times = {}
    for size in sizes:
        x, buffer = np.linspace(-1.0, 1.0, size), np.empty(block)
        times[size] = (
            measure(lambda: plain_forward(x, 1.01, 0.1), perf_counter, 30),
            measure(lambda: fused_forward(x, 1.01, 0.1, buffer), perf_counter, 30),
        )
    return times


# ---- the learner's results ------------------------------------------------------------------------------------------


def _range(times):
    low, _, high = (1e6 * time for time in middle_half(times))
    return f"{low:,.0f} to {high:,.0f} µs"


_called = partial(call, name=BACKWARD, without=WITHHELD)


def _backward(function, x, a, b, arrived, block):
    grad_x, other = np.full(len(x), 99.0), np.full(len(x), -99.0)
    _called(function, x, a, b, arrived, np.empty(block), other)
    given = _called(function, x, a, b, arrived, np.empty(block), grad_x)
    require(
        isinstance(given, (tuple, list)) and len(given) == 2, f"`{BACKWARD}` gave {given!r}", "return grad_a, grad_b"
    )
    require(
        not (grad_x == 99.0).all(),
        "nothing was written into grad_x",
        "`grad_x = ...` gives the name to another array: write into this one, grad_x[start:stop] = ...",
    )
    require(
        not np.allclose(grad_x - other, 198.0),
        "what was in grad_x before the call is added to your gradients",
        "it must not count: write with `=`, and not with `+=`",
    )
    require(
        not (grad_x == 99.0).any(),
        "in grad_x some places were not written to",
        "write every block, the last one too: grad_x[start:stop] = ...",
    )
    return grad_x, *(_number(BACKWARD, one, given) for one in given)


def _off(got, wanted):
    """Which of the three gradients are not as wanted, in words; "" if all are."""
    named = zip(("grad_x", "grad_a", "grad_b"), got, wanted)
    wrong = [name for name, one, other in named if not np.allclose(one, other)]
    return f"{' and '.join(wrong)} {'is' if len(wrong) == 1 else 'are'} off" if wrong else ""


def _report(function, eager, fused):
    given = call(function, eager, fused, name=REPORT)
    require(isinstance(given, (tuple, list)) and len(given) == 2, f"`{REPORT}` gave {given!r}", "return ratio, verdict")
    return _number(REPORT, given[0], given), given[1]


def _times(given):
    require(isinstance(given, (list, tuple)), f"`{MEASURE}` gave {given!r}", "give a list of times")
    return [_number(MEASURE, time, given) for time in given]


def _number(name, given, whole=None):
    """The result of the learner's function, or one entry of its `whole` result, as one float."""
    require(
        isinstance(given, (int, float, np.number)) and not isinstance(given, bool),
        f"`{name}` gave {whole or given!r}",
        "give a plain number" if whole is None else "each number in it should be a plain one",
    )
    return float(given)


def _is(number, wanted):
    return abs(number - wanted) < 1e-6 * max(1.0, abs(wanted))


def _peak(run):
    """The most bytes that `run` has in use at once, besides those in use before it."""
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
