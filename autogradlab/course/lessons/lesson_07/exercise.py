"""Exercise 07: learning from a long series, in one walk, in windows, and with several tensors carried over."""

import weakref

import numpy as np

import autogradlab as ag
from autogradlab.course.exercise import NotYet, call, passed, require

START = 4.0
DAYS = [(2.0, 5.0), (3.0, 7.0), (1.5, 6.0)]  # the barrel of the lesson: rain and measured level
ADDED = "each loss is added to the total: total = total + loss"
CUT, BEGUN = "cut the carried state off: state.detach()", "begin a new total"
WITHIN = "inside a window nothing is cut"
LEFT_OVER = "a window that the series does not fill is walked at the end of the series"
AVERAGED = "the losses of a window are added, not averaged"
#: What else `windows` may leave in `w.grad`, for each k, and what to say to that.
SLIPS = {
    1: {-64: f"after each window, {CUT}", -76: f"after each window, {BEGUN}"},
    2: {
        -64: f"after each window, {CUT}",
        -84: f"after each window, {BEGUN}",
        -44: f"{WITHIN}, and the loss of every day is added",  # cut each day, or only the last loss of a window
        -32: "the third day is a window of its own",
        -36: AVERAGED,  # over the days of a window
        -26: AVERAGED,  # over k
    },
    3: {-44: WITHIN, -64 / 3: AVERAGED, -32: ADDED},
}
AGAIN = (("second time", f"after each window, {BEGUN}, and cut off with detach() whatever goes on into the next"),)


def weight(value=0.5):
    """A share of water that is to be learned."""
    return ag.tensor(value, requires_grad=True)


class Barrel:
    """A step function that records how many of its earlier days are alive, at most, when a day begins, and from which
    levels the days begin."""

    def __init__(self, w):
        self.w, self.made, self.most, self.begins = w, [], 0, []

    def __call__(self, level, day):
        self.begins.append(level.item() if isinstance(level, ag.Tensor) else level)
        self.most = max(self.most, sum(node() is not None for node in self.made))
        rain, measured = day
        level = self.w * level + rain
        self.made.append(weakref.ref(level.grad_fn))
        return level, (level - measured) ** 2


# ---- a: one walk ----------------------------------------------------------------------------------------------------


def check_whole(whole):
    """All three days count, and there is one walk."""
    w, walks = weight(), []
    w.register_hook(lambda grad: walks.append(1))
    _run(whole, "whole", Barrel(w), helps=(("second time", "call backward() once, after the loop, on the total"),))
    got = _grad(w, "whole")
    require(got != -32, "w.grad is -32: that is the loss of the last day alone", "add up the losses of all days")
    require(
        not np.isclose(got, -64 / 3), "w.grad is a third of what it should be", "the losses are added, not averaged"
    )
    require(
        got != -44,
        "w.grad is -44, as if each day were cut off from the day before it",
        "inside the loop nothing is cut: detach() only what you return",
    )
    require(
        np.isclose(got, -64),
        f"w.grad is {got:g}, and for the three days of the lesson it is -64",
        "start with total = 0.0, add each loss, and call backward() on the total",
    )
    require(len(walks) == 1, f"backward() was called {len(walks)} times", "call it once, after the loop")
    passed("one walk, and all days count")


def check_whole_state(whole):
    """The last state is returned without its history, also one of two numbers."""
    w = weight()
    level = _run(whole, "whole", Barrel(w))
    _plain_state(level, 4.0)
    two_barrels = lambda levels, day: (w * levels, (w * levels).sum())
    levels = call(whole, two_barrels, ag.ones(2), DAYS, name="whole")
    require(
        getattr(levels, "shape", None) == (2,),
        f"for a state of two levels you give back {levels!r}",
        "give back the tensor that step gave, whatever is in it: state.detach()",
    )
    passed("the last level comes back without its history")


# ---- b: windows -----------------------------------------------------------------------------------------------------


def check_windows(windows):
    """Windows of one, two and three days: -44, -52 and -64."""
    for k, wanted in ((1, -44), (2, -52), (3, -64)):
        w, walks = weight(), []
        w.register_hook(walks.append)
        level = _run(windows, "windows", Barrel(w), k, helps=AGAIN)
        got = _grad(w, "windows")
        require(
            not np.isclose(got, -wanted), f"with k = {k}, w.grad is {got:g}: the size is right, the sign is not", ADDED
        )
        walk = f"a window of {k} is one walk through {'its day' if k == 1 else 'all its days'}, at its end"
        told = f"with k = {k}, w.grad is {got:g}, and {wanted} is right"
        require(np.isclose(got, wanted), told, _help(k, got) or walk)
        require(len(walks) == -(-len(DAYS) // k), f"with k = {k}, backward() was called {len(walks)} times", walk)
        _plain_state(level, 4.0)
    passed("windows of 1, 2 and 3 days bring -44, -52 and -64")


def check_windows_long(windows):
    """A window longer than the series, and a start that gets a gradient itself."""
    w, start = weight(), ag.tensor(START, requires_grad=True)
    call(windows, Barrel(w), start, DAYS, 10, name="windows", helps=AGAIN)
    got = _grad(w, "windows", LEFT_OVER)
    require(np.isclose(got, -64), f"with k = 10 and three days, w.grad is {got:g}", _help(3, got) or LEFT_OVER)
    require(
        start.grad is not None,
        "the state that was handed in got no gradient, though it asks for one",
        "cut the state at the end of a window, not at its beginning",
    )
    require(
        np.isclose(start.grad.item(), -2.5),
        f"the state handed in got {start.grad.item():g}, and -2.5 is right",
        "every day of the first window counts",
    )
    passed("a long window is one walk, and a start that asks gets its gradient")


def check_windows_memory(windows):
    """The number of days that are alive does not depend on the length of the series."""
    short, long = _most_alive(windows, 12), _most_alive(windows, 60)
    require(
        short == long,
        f"out of 12 days {short} are alive at once, out of 60 days {long}",
        "after each window, begin a new total, and carry over the detached state only",
    )
    require(long <= 4, f"with k = 3, {long} days are alive at once", "detach the state after every k days")
    passed("as many days in memory for 60 days as for 12")


def show_memory(windows):
    """Print how many days are in memory at most, or say once that the answer is not written yet."""
    try:
        for length in (30, 120):
            alive = ", ".join(f"k = {k}: {_most_alive(windows, length, k)}" for k in (1, 7, length))
            print(f"{length:4} days, at most in memory when a day begins:  {alive}")
    except NotYet as not_yet:
        print(not_yet)


def _most_alive(windows, length, k=3):
    w = weight()
    barrel = Barrel(w)
    call(windows, barrel, ag.tensor(START), [(1.0, 2.0 + i % 3) for i in range(length)], k, name="windows", helps=AGAIN)
    return barrel.most


# ---- c: several states ----------------------------------------------------------------------------------------------


class BarrelAndPond:
    """A barrel that loses its water to a pond, which leaks as well."""

    def __init__(self, w, v):
        self.w, self.v = w, v

    def __call__(self, states, day):
        level, pond = states
        rain, measured = day
        pond = self.v * pond + (1 - self.w) * level
        level = self.w * level + rain
        return (level, pond), (level - measured) ** 2 + (pond - 3) ** 2


def check_many(windows_of_many):
    """Two tensors are carried over, in windows of two days and in one."""
    for k, wanted in ((2, [-68.5, 12.75]), (9, [-78.0, 17.75])):
        w, v = weight(), weight()
        start = ag.tensor(START), ag.tensor(2.0)
        got = call(windows_of_many, BarrelAndPond(w, v), start, DAYS, k, name="windows_of_many", helps=AGAIN)
        require(
            isinstance(got, tuple) and len(got) == 2,
            f"windows_of_many gave {got!r}",
            "give the states back as a tuple: tuple(state.detach() for state in states)",
        )
        _plain_state(got[0], 4.0)
        require(not got[1].requires_grad, "the second state still has its history", "detach each of the states")
        found = [_grad(w, "windows_of_many"), _grad(v, "windows_of_many")]
        require(
            not np.allclose(found, [-each for each in wanted]),
            f"with k = {k} the gradients are {found}: their size is right, the sign is not",
            ADDED,
        )
        require(
            np.allclose(found, wanted),
            f"with k = {k} the gradients are {found}, and {wanted} is right",
            "detach every state at the end of a window, and none of them before",
        )
    passed("both states are carried over, and both are cut")


# ---- the learner's results ------------------------------------------------------------------------------------------


def _run(function, name, barrel, *k, helps=()):
    """The last level that the learner's function gives for the three days."""
    level = call(function, barrel, ag.tensor(START), DAYS, *k, name=name, helps=helps)
    require(
        barrel.begins[1:2] != [1.0],  # the first day's loss
        "the second day begins with the loss of the first",
        "step gives the state first: state, loss = step(state, x)",
    )
    require(
        barrel.begins != [START] * len(DAYS),
        "each day begins with the state that was handed in",
        "a day goes on from the state of the day before: state, loss = step(state, x)",
    )
    return level


def _help(k, got):
    """What to say to this gradient in windows of `k` days; "" if it comes from no known slip."""
    return next((help for slip, help in SLIPS[k].items() if np.isclose(got, slip)), "")


def _grad(tensor, name, help="is backward() called?"):
    require(tensor.grad is not None, f"after {name} a weight has no gradient", help)
    return tensor.grad.item()


def _plain_state(level, value):
    require(isinstance(level, ag.Tensor), f"the last state is {level!r}", "give the state back as a tensor")
    require(
        np.isclose(level.item(), value),
        f"the last state is {level.item():g}, and {value:g} is right",
        "give back what the last call of step gave",
    )
    require(not level.requires_grad, "the state that you give back still has its history", "return state.detach()")
