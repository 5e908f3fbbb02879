"""Exercise 07: one walk through a series, windows of k inputs, several states carried over."""

from itertools import pairwise

from autogradlab.grading.rubric import Known, Question, Rubric, Trial, changed, drawn_until

# ---- code shared by the probes --------------------------------------------------------------------------------------

BARREL = """
import weakref

def leaf(value):
    return ag.tensor(value, requires_grad=True)

class Barrel:
    def __init__(self, w):
        self.w, self.made, self.most = w, [], 0

    def __call__(self, level, day):
        self.most = max(self.most, sum(node() is not None for node in self.made))
        rain, measured = day
        level = self.w * level + rain
        self.made.append(weakref.ref(level.grad_fn))
        return level, (level - measured) ** 2

def number(value):
    return value.item() if hasattr(value, "item") else value
"""

VALUES = (
    BARREL
    + """
share, start, days, k = inputs
w = leaf(share)
last = windows(Barrel(w), ag.tensor(start), days, k)
answer = [number(w.grad), number(last), last.requires_grad]
"""
)


def _days(rng, count):
    return [[float(value) for value in rng.uniform(-3, 3, 2).round(2)] for _ in range(count)]


def _drawn(rng, limit):
    return round(float(rng.uniform(-limit, limit)), 2)


def _share(rng):
    """The share that is left from one day to the next: never so small that a cut would go unnoticed."""
    return round(float(rng.uniform(0.3, 0.9) * rng.choice([-1, 1])), 2)


def _series(rng, count, k):
    """(share, start, days, k); windows of k days, of one day and of all days have gradients that differ clearly."""

    def clear(drawn):
        found = sorted(_barrel(*drawn[:3], length)[0] for length in {1, min(k, count), count})
        return all(high - low > 0.01 * (1 + abs(low) + abs(high)) for low, high in pairwise(found))

    return drawn_until(clear, lambda: (_share(rng), _drawn(rng, 3), _days(rng, count), k))


def _barrel(share, start, days, k):
    """(gradient, last level, gradient for the start), without an engine: slopes are carried forward, day by day."""
    level, of_share, of_start, gradient, start_gradient = start, 0.0, 1.0, 0.0, 0.0
    for place, (rain, measured) in enumerate(days):
        if place and place % k == 0:
            of_share, of_start = 0.0, 0.0
        of_share, of_start = level + share * of_share, share * of_start
        level = share * level + rain
        gradient += 2 * (level - measured) * of_share
        start_gradient += 2 * (level - measured) * of_start
    return gradient, level, start_gradient


def _with_windows(share, start, days, k):
    gradient, level, _ = _barrel(share, start, days, k)
    return [gradient, level, False]


CLOSE = dict(relative=1e-3, absolute=1e-3)

# ---- a: one walk ----------------------------------------------------------------------------------------------------

ALL_DAYS = (
    BARREL
    + """
share, start, days, k = inputs
w = leaf(share)
last = whole(Barrel(w), ag.tensor(start), days)
answer = [number(w.grad), number(last)]
"""
)

OTHER_STEP = (
    BARREL
    + """
share, start, values = inputs
w = leaf([share, 2 * share])

def step(state, x):
    state = ag.tanh(w * state + x)
    return state, (state * state).sum()

last = whole(step, ag.tensor([start, -start]), values)
answer = [*w.grad.tolist(), *last.tolist()]
"""
)

ONE_WALK = (
    BARREL
    + """
share, start, days, k = inputs
w, walks = leaf(share), []
w.register_hook(lambda grad: walks.append(1))
last = whole(Barrel(w), ag.tensor(start), days)
answer = [len(walks), last.requires_grad]
"""
)


def _tanh_series(rng):
    count = int(rng.integers(2, 9))
    return float(rng.uniform(-0.9, 0.9)), float(rng.normal()), [float(value) for value in rng.normal(size=count)]


def _tanh(share, start, values):
    """The series of OTHER_STEP in NumPy: its gradient by central differences, in double precision, and last state."""
    import numpy as np

    def run(w):
        state, total = np.array([start, -start]), 0.0
        for x in values:
            state = np.tanh(w * state + x)
            total += (state**2).sum()
        return total, state

    w, h = np.array([share, 2 * share]), 1e-5
    slopes = [(run(w + h * unit)[0] - run(w - h * unit)[0]) / (2 * h) for unit in np.eye(2)]
    return [*slopes, *run(w)[1]]


WHOLE = (
    Trial(
        "all days",
        6,
        lambda rng: _series(rng, int(rng.integers(2, 12)), 1),
        ALL_DAYS,
        "The gradient should be that of the sum of all losses, and the state should be the last one.",
        reference=lambda share, start, days, k: list(_barrel(share, start, days, len(days))[:2]),
        **CLOSE,
    ),
    Trial(
        "another step function",
        5,
        _tanh_series,
        OTHER_STEP,
        "Your function has to work with any step that returns a state and a loss.",
        reference=_tanh,
        **CLOSE,
    ),
    Trial(
        "one backward(), and no history",
        4,
        lambda rng: _series(rng, int(rng.integers(3, 12)), 1),
        ONE_WALK,
        "backward() should be called once, after the loop, and the last state should come back detached.",
        reference=lambda *inputs: [1, False],
        reported=True,
    ),
)

# ---- b: windows -----------------------------------------------------------------------------------------------------

ADDED = (
    BARREL
    + """
share, start, days, k = inputs
w = leaf(share)
w.grad = ag.tensor(100.)
windows(Barrel(w), ag.tensor(start), days, k)
once = w.grad.item()
windows(Barrel(w), ag.tensor(start), days, k)
answer = [once - 100., w.grad.item() - 100., w.item()]
"""
)

LEARNED_START = (
    BARREL
    + """
share, start, days, k = inputs
first = leaf(start)
windows(Barrel(leaf(share)), first, days, k)
answer = first.grad.item() if first.grad is not None else None
"""
)

ALIVE = (
    BARREL
    + """
short, long, k = inputs
answer = []
for days in (short, long):
    barrel = Barrel(leaf(0.5))
    windows(barrel, ag.tensor(1.), days, k)
    answer.append(barrel.most)
"""
)


def _added(share, start, days, k):
    gradient, *_ = _barrel(share, start, days, k)
    return [gradient, 2 * gradient, share]


def _two_lengths(rng):
    k = int(rng.integers(1, 6))
    return _days(rng, 4 * k), _days(rng, 20 * k), k


def _flat(answer, inputs):
    short, long = answer
    if long != short:
        return f"With a series five times as long, {long} days are in memory at once, not {short}."
    return long <= inputs[2] + 1 or f"With k = {inputs[2]}, {long} days are in memory at once."


def _between(rng):
    k = int(rng.integers(2, 6))
    return _series(rng, k * int(rng.integers(2, 4)) + int(rng.integers(1, k)), k)


def _exact(rng):
    k = int(rng.integers(2, 5))
    return _series(rng, 3 * k, k)


WINDOWS = (
    Trial(
        "windows of one",
        5,
        lambda rng: _series(rng, int(rng.integers(2, 9)), 1),
        VALUES,
        "With k = 1, each walk should go through its own day only.",
        reference=_with_windows,
        **CLOSE,
    ),
    Trial(
        "windows that fit",
        6,
        _exact,
        VALUES,
        "No walk should go back further than its own window, and each window should be walked once.",
        reference=_with_windows,
        idea="M12",
        **CLOSE,
    ),
    Trial(
        "a shorter last window",
        7,
        _between,
        VALUES,
        "What is left over at the end is a window too.",
        reference=_with_windows,
        **CLOSE,
    ),
    Trial(
        "a window longer than the series",
        5,
        lambda rng: _series(rng, int(rng.integers(2, 7)), int(rng.integers(7, 99))),
        VALUES,
        "A window longer than the series is one walk through all of it.",
        reference=_with_windows,
        **CLOSE,
    ),
    Trial(
        "memory does not grow", 8, _two_lengths, ALIVE, "Older days must not stay in memory.", holds=_flat, idea="M12"
    ),
    Trial(
        "adds up, clears nothing, moves nothing",
        5,
        _between,
        ADDED,
        "Gradients should be added to what is there, and the weight should stay where it is.",
        reference=_added,
        **CLOSE,
    ),
    Trial(
        "a learned start",
        4,
        _between,
        LEARNED_START,
        "The state that is handed in must not be cut off: it gets the gradient of the first window.",
        reference=lambda *inputs: _barrel(*inputs)[2],
        **CLOSE,
    ),
)

# ---- c: several states ----------------------------------------------------------------------------------------------

POND = (
    BARREL
    + """
share, leak, levels, days, k = inputs
w, v = leaf(share), leaf(leak)

def step(states, day):
    level, pond = states
    pond = v * pond + (1 - w) * level
    level = w * level + day[0]
    return (level, pond), (level - day[1]) ** 2 + (pond - 1) ** 2

last = windows_of_many(step, tuple(ag.tensor(level) for level in levels), days, k)
answer = [w.grad.item(), v.grad.item(), *(number(state) for state in last),
          isinstance(last, tuple) and not any(state.requires_grad for state in last)]
"""
)

ANY_NUMBER = (
    BARREL
    + """
def carried(share, levels, days, k):
    w, made, most = leaf(share), [], [0]

    def step(states, day):
        most[0] = max(most[0], sum(node() is not None for node in made))
        states = tuple(w * state + day[0] * place for place, state in enumerate(states))
        made.extend(weakref.ref(state.grad_fn) for state in states)
        return states, sum((state - day[1]) ** 2 for state in states)

    last = windows_of_many(step, tuple(ag.tensor(level) for level in levels), days, k)
    return [w.grad.item(), [number(state) for state in last], most[0] <= len(levels) * (k + 1)]

answer = [carried(*each) for each in inputs]
"""
)


def _pond_series(rng, count, k):
    return _share(rng), _share(rng), [_drawn(rng, 2), _drawn(rng, 2)], _days(rng, count), k


def _pond(share, leak, levels, days, k):
    """Both gradients and both last levels, by carrying the slopes forward."""
    (level, pond), gradient, leak_gradient = levels, 0.0, 0.0
    for place, (rain, measured) in enumerate(days):
        if place % k == 0:
            level_w = pond_w = pond_v = 0.0
        pond_w = leak * pond_w - level + (1 - share) * level_w
        pond_v = pond + leak * pond_v
        level_w = level + share * level_w
        pond = leak * pond + (1 - share) * level
        level = share * level + rain
        gradient += 2 * (level - measured) * level_w + 2 * (pond - 1) * pond_w
        leak_gradient += 2 * (pond - 1) * pond_v
    return [gradient, leak_gradient, level, pond, True]


def _states(rng, count):
    """(share, levels, days, k); cutting every day changes the gradient clearly."""
    k = int(rng.integers(2, 4))

    def clear(drawn):
        gradient, daily = (_apart(*drawn[:3], length)[0] for length in (k, 1))
        return abs(gradient - daily) > 0.01 * (1 + abs(gradient))

    return drawn_until(clear, lambda: (_share(rng), [_drawn(rng, 2) for _ in range(count)], _days(rng, 5 * k), k))


def _any_number(rng):
    """One state, and three or four, in any order."""
    return tuple(_states(rng, count) for count in rng.permutation([1, int(rng.integers(3, 5))]).tolist())


def _apart(share, levels, days, k):
    """Each state is a barrel of its own, with more rain the further back it stands in the tuple."""
    barrels = [
        _barrel(share, level, [(place * rain, measured) for rain, measured in days], k)
        for place, level in enumerate(levels)
    ]
    return [sum(barrel[0] for barrel in barrels), [barrel[1] for barrel in barrels], True]


MANY = (
    Trial(
        "two states, windows in between",
        10,
        lambda rng: _pond_series(rng, int(rng.integers(5, 12)), 3),
        POND,
        "Both states should be carried over, and both should be cut at the end of a window.",
        reference=_pond,
        **CLOSE,
    ),
    Trial(
        "two states, one window",
        6,
        lambda rng: _pond_series(rng, int(rng.integers(2, 6)), 50),
        POND,
        "In one long window, nothing should be cut, and one state acts on the other.",
        reference=_pond,
        **CLOSE,
    ),
    Trial(
        "any number of states",
        9,
        _any_number,
        ANY_NUMBER,
        "It should work for one state as well as for four, and old days must not stay in memory.",
        reference=lambda *cases: [_apart(*each) for each in cases],
        **CLOSE,
    ),
)

# ---- known answers --------------------------------------------------------------------------------------------------

ONE = """
def whole(step, state, inputs):
    total = 0.0
    for x in inputs:
        state, loss = step(state, x)
        total = total + loss
    total.backward()
    return state.detach()
"""

LISTED = """
def whole(step, state, inputs):
    losses = []
    for x in inputs:
        state, loss = step(state, x)
        losses.append(loss)
    sum(losses).backward()
    return ag.tensor(state.tolist())
"""

CUT = """
def windows(step, state, inputs, k):
    total = 0.0
    for count, x in enumerate(inputs, 1):
        state, loss = step(state, x)
        total = total + loss
        if count % k == 0 or count == len(inputs):
            total.backward()
            state, total = state.detach(), 0.0
    return state
"""

SLICED = """
def windows(step, state, inputs, k):
    for start in range(0, len(inputs), k):
        losses = []
        for x in inputs[start:start + k]:
            state, loss = step(state, x)
            losses.append(loss)
        sum(losses).backward()
        state = state.detach()
    return state
"""

WITHIN = """
def windows(step, state, inputs, k):
    for count, x in enumerate(inputs, 1):
        state, loss = step(state, x)
        loss.backward(retain_graph=True)
        if count % k == 0:
            state = state.detach()
    return state.detach()
"""

KEEPING = """
def windows(step, state, inputs, k):
    total, history = 0.0, []
    for count, x in enumerate(inputs, 1):
        state, loss = step(state, x)
        total = total + loss
        history.append(loss)
        if count % k == 0 or count == len(inputs):
            total.backward()
            state, total = state.detach(), 0.0
    return state
"""

TUPLES = """
def windows_of_many(step, states, inputs, k):
    total = 0.0
    for count, x in enumerate(inputs, 1):
        states, loss = step(states, x)
        total = total + loss
        if count % k == 0 or count == len(inputs):
            total.backward()
            states, total = tuple(state.detach() for state in states), 0.0
    return states
"""

SLICED_TUPLES = """
def windows_of_many(step, states, inputs, k):
    for start in range(0, len(inputs), k):
        total = 0.0
        for x in inputs[start:start + k]:
            states, loss = step(states, x)
            total = loss + total
        total.backward()
        states = tuple(map(lambda state: state.detach(), states))
    return states
"""


ALL_CUT = "tuple(state.detach() for state in states)"
CUT_DAILY = ("total = total + loss", "total, state = total + loss, state.detach()")
BOTH_CUT_DAILY = ("total = total + loss", "total, states = total + loss, tuple(s.detach() for s in states)")
WALK_DAILY = ("total = total + loss", "loss.backward(retain_graph=True)")
STEPPED = ("total.backward()", "total.backward()\n            step.w.data.sub_(0.1 * step.w.grad)")
CLEARED = ("    total = 0.0\n    for", "    step.w.grad, total = None, 0.0\n    for")

WHOLE_KNOWN = (
    Known("the last loss alone", changed(ONE, ("total + loss", "loss")), "all days"),
    Known("a mean of the losses", changed(ONE, ("total.backward()", "(total / len(inputs)).backward()")), "all days"),
    Known(
        "a walk each day, retained",
        changed(ONE, WALK_DAILY, ("    total.backward()\n", "")),
        "one backward(), and no history",
    ),
    Known("the history given along", changed(ONE, ("state.detach()", "state")), "one backward(), and no history"),
    Known(
        "the state as one number",
        changed(ONE, ("state.detach()", "ag.tensor(state.sum().item())")),
        "another step function",
    ),
    Known("a list of losses", LISTED),
    Known("as in the solution", ONE),
)

WINDOWS_KNOWN = (
    Known("cut every day", changed(CUT, CUT_DAILY), "windows that fit"),
    Known(
        "never cut, retained",
        changed(CUT, ("backward()", "backward(retain_graph=True)"), ("state.detach()", "state")),
        "windows that fit",
    ),
    Known("never cut", changed(CUT, ("state.detach()", "state")), "windows that fit"),
    Known("left-over days forgotten", changed(CUT, (" or count == len(inputs)", "")), "a shorter last window"),
    Known(
        "total never begun anew",
        changed(CUT, ("state, total = state.detach(), 0.0", "state = state.detach()")),
        "windows that fit",
    ),
    Known("losses kept in a list", KEEPING, "memory does not grow"),
    Known(
        "the start cut off",
        changed(SLICED, ("        losses = []", "        state, losses = state.detach(), []")),
        "a learned start",
    ),
    Known("a step inside", changed(CUT, STEPPED), "adds up, clears nothing, moves nothing"),
    Known("cleared first", changed(CUT, CLEARED), "adds up, clears nothing, moves nothing"),
    Known("slices", SLICED),
    Known("retained inside a window", WITHIN),
    Known("as in the solution", CUT),
)

MANY_KNOWN = (
    Known(
        "only the first cut",
        changed(TUPLES, (ALL_CUT, "(states[0].detach(), *states[1:])")),
        "two states, windows in between",
    ),
    Known(
        "two states only",
        changed(TUPLES, (ALL_CUT, "(states[0].detach(), states[1].detach())")),
        "any number of states",
    ),
    Known("cut every day", changed(TUPLES, BOTH_CUT_DAILY), "two states, one window"),
    Known(
        "a list for a tuple",
        changed(TUPLES, (ALL_CUT, "[state.detach() for state in states]")),
        "two states, windows in between",
    ),
    Known("slices", SLICED_TUPLES),
    Known("as in the solution", TUPLES),
)

RUBRIC = Rubric(
    "07_lifetime",
    (
        Question("a-answer", ("whole",), WHOLE, WHOLE_KNOWN),
        Question("b-answer", ("windows",), WINDOWS, WINDOWS_KNOWN),
        Question("c-answer", ("windows_of_many",), MANY, MANY_KNOWN),
    ),
    written={"d-answer": 20},
)
