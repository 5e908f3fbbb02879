"""Exercise 08: modes remembered and put back, a validation that leaves no trace, and a rounding that learns."""

import numpy as np

import autogradlab as ag
from autogradlab.course.exercise import NotYet, call, passed, recording, require
from autogradlab.course.exercise_values import listed

nn = ag.nn
ONCE = "`batches` can be gone through once: count the samples in the loop that adds up their losses"


class Trouble(Exception):
    """The error that is raised in a batch on purpose."""


def forecast():
    """A model whose first part is in eval mode for good, so that its `training` flags are mixed."""
    ag.manual_seed(0)
    scale = nn.Sequential(nn.BatchNorm1d(1), nn.Linear(1, 3))
    scale.eval()
    return nn.Sequential(scale, nn.Dropout(0.5), nn.BatchNorm1d(3), nn.Linear(3, 1))


def days(sizes=(2, 4, 3), start=1.0):
    """Pairs of degrees and boxes, one batch after the other, as a generator that can be gone through once."""
    for size in sizes:
        x = ag.tensor([[start + day] for day in range(size)])
        yield x, 2 * x + 1
        start += size


def square_loss(out, y):
    """The mean of the squared differences."""
    return ((out - y) ** 2).mean()


# ---- a: modes -------------------------------------------------------------------------------------------------------


def check_modes(modes_of, set_modes):
    """The flag of every part is read, and each is set back to what it was."""
    model = forecast()
    wanted = [part.training for part in model.modules()]
    got = call(modes_of, model, name="modes_of")
    are_flags = isinstance(got, (list, tuple)) and all(isinstance(flag, int) for flag in got)
    require(are_flags, f"modes_of gave {got!r:.60}", "give a list of True and False")
    require(
        len(got) == len(wanted),
        f"you give {len(got)} flags, and the model has {len(wanted)} parts",
        "go through model.modules(): that is the model itself, its layers, and the layers of those",
    )
    require(
        list(got) == wanted,
        f"you give {list(got)}, and the flags are {wanted}",
        "give part.training of every part, in the order of model.modules()",
    )
    for setting in (model.eval, model.train):
        setting()
        _call_for_effect(set_modes, model, got, name="set_modes")
        now = [part.training for part in model.modules()]
        require(
            now == wanted,
            f"after model.{setting.__name__}() and set_modes the flags are {now}, and not {wanted}",
            "go through the parts and the flags side by side, and set part.training of each",
        )
    require(
        list(got) == wanted, "the list from modes_of changes together with the model", "make a new list of the flags"
    )
    passed("every part has its mode back, even where the modes are mixed")


# ---- b: a validation without a trace --------------------------------------------------------------------------------


@recording
def check_mean(evaluate):
    """One number: the mean over all samples, with batches of different sizes from a generator."""
    model = forecast()
    model.eval()
    with ag.no_grad():
        losses = [(square_loss(model(x), y).item(), len(x)) for x, y in days()]
    wanted = sum(loss * size for loss, size in losses) / 9
    model, in_training = forecast(), []
    for part in model.modules():  # a copy of the model has these hooks, too
        part.register_forward_hook(lambda part, given, out: in_training.append(part.training))
    got = call(evaluate, model, square_loss, days(), name="evaluate")
    require(not isinstance(got, ag.Tensor), "evaluate gives a tensor", "take its number out: item()")
    require(isinstance(got, (float, np.floating)), f"evaluate gave {got!r}", "give one float")
    require(got != 0, "your number is 0: when you measured, no batch was left", ONCE)
    of_batches = sum(loss for loss, _ in losses) / 3
    require(
        not abs(got - of_batches) <= 1e-4,
        "your number gives a batch of 2 as much say as a batch of 4",
        "multiply each batch's mean loss by len(x), add up, and divide by the number of all samples",
    )
    right, sentence = (
        abs(got - wanted) < 1e-4,
        f"your number is {got:.4f}, and the mean over all 9 samples is {wanted:.4f}",
    )
    require(right or not any(in_training), sentence, "which behavior should the layers show while you measure?")
    require(
        not abs(got - 9 * wanted) <= 1e-2,
        "your number is the sum of all 9 losses, not their mean",
        "divide by the number of samples at the end",
    )
    require(right, sentence, "add up loss * len(x) over every batch, beginning with 0, and divide by the sum of len(x)")
    passed(f"the mean over all 9 samples is {got:.4f}")


@recording
def check_traces(evaluate):
    """While it measures: layers in eval mode, nothing recorded. Afterwards: modes, flags, memory and recording as
    before."""
    model, modes_run, recorded = forecast(), [], []
    model[0].requires_grad_(False)
    modes, memory = [part.training for part in model.modules()], _memory(model)
    asks = [weight.requires_grad for weight in model.parameters()]

    def spy(part, given, out):
        modes_run.append(part.training)
        recorded.append(out.requires_grad)

    for part in model.modules():  # a copy of the model has these hooks, too
        part.register_forward_hook(spy)
    call(evaluate, model, square_loss, days(), name="evaluate")
    require(modes_run, "no batch is measured", ONCE)
    require(
        not any(modes_run),
        "while you measure, some layers behave as in training",
        "call model.eval() before the first batch",
    )
    require(
        not any(recorded), "while you measure, everything is recorded", "compute inside a `with ag.no_grad():` block"
    )
    now = [part.training for part in model.modules()]
    require(
        now == modes,
        f"the modes were {modes}, and afterwards they are {now}",
        "remember them with modes_of at the beginning, and put them back with set_modes",
    )
    require(
        [weight.requires_grad for weight in model.parameters()] == asks,
        "some weights ask for a gradient that did not before, or no longer do",
        "leave requires_grad alone: a `with ag.no_grad():` block stops the recording and changes no flag",
    )
    require(_memory(model) == memory, "the memory of a BatchNorm1d has moved", "which mode leaves it alone?")
    with ag.no_grad():
        call(evaluate, model, square_loss, days(), name="evaluate")
    passed("at rest while you measure, and as before afterwards")


@recording
def check_trouble(evaluate):
    """An exception in the middle passes through, and the modes are put back all the same."""
    model, count = forecast(), []
    modes = [part.training for part in model.modules()]

    def fails(out, y):
        count.append(1)
        if len(count) == 2:
            raise Trouble("the second batch is broken")
        return square_loss(out, y)

    def measured(*args):
        try:
            return evaluate(*args)
        except Trouble as trouble:
            return trouble

    went_through = isinstance(
        call(measured if callable(evaluate) else evaluate, model, fails, days(), name="evaluate"), Trouble
    )
    require(
        len(count) > 1,
        "your loop does not come to the second batch",
        "is `return` below the loop? And `batches` can be gone through once",
    )
    require(
        went_through,
        "the second batch raises an error, and evaluate hides it",
        "let it pass on: an `except` hides it, and so does a `return` inside `finally`: put the `return` below",
    )
    now = [part.training for part in model.modules()]
    require(
        now == modes,
        "after an error in the second batch, the modes are not as before",
        "put set_modes into `finally:`, which runs whatever happens in `try:`",
    )
    passed("an error passes through, and the modes are as before")


# ---- c: rounding that learns ----------------------------------------------------------------------------------------


@recording
def check_rounding(round_through):
    """The value is rounded, the gradient goes through as if it were not, and x stays as it is."""
    x = ag.tensor([1.2, -0.7, 2.6], requires_grad=True)
    before = x.tolist()
    out = call(round_through, x, name="round_through")
    require(isinstance(out, ag.Tensor), f"round_through gave {out!r}", "give a tensor")
    require(
        out.shape == x.shape,
        f"x has the shape {tuple(x.shape)}, and your result {tuple(out.shape)}",
        "every entry is rounded by itself: no sum, no mean, no new dimension",
    )
    require(
        x.tolist() == before,
        f"x was {listed(before)}, and now it is {listed(x.tolist())}",
        "a tensor from detach() shares the memory of x: compute a new one, and write into none",
    )
    require(
        _near(out.tolist(), [1.0, -1.0, 3.0]),
        f"for {listed(before)} you give {listed(out.tolist())}",
        "the value should be x.round()",
    )
    require(out.requires_grad, "nothing leads back to x", "only a part may be detached: x itself must stay in the sum")
    (out * ag.tensor([10.0, 20.0, 30.0])).sum().backward()
    require(x.grad is not None, "nothing leads back to x", "x itself must stay in the sum")
    grad = x.grad.tolist()
    require(
        grad != [0.0, 0.0, 0.0],
        "what comes back to x is 0: the staircase is flat",
        "write the rounded value as x plus a difference, and detach the difference",
    )
    require(
        _near(grad, [10.0, 20.0, 30.0]),
        f"[10, 20, 30] arrives at your result, and {listed(grad)} comes to x",
        "which parts of your sum lead back to x? One should be left, with the slope 1",
    )
    passed("rounded on the way forward, and a slope of 1 on the way back")


@recording
def show_rounding(round_through):
    """Print ten steps towards a whole number of boxes, with round() and with the learner's function."""
    try:
        for name, rounded in (("round()      ", lambda x: x.round()), ("round_through", round_through)):
            print(name, " ".join(f"{w:4.1f}" for w in _walk(rounded)))
    except NotYet as not_yet:
        print(not_yet)


def _walk(rounded):
    """The values of w in ten steps, whose aim is that the rounded w is 5."""
    w, places = ag.tensor(2.2, requires_grad=True), []
    for _ in range(10):
        places.append(w.item())
        loss = (call(rounded, w, name="round_through") - 5.0) ** 2
        w.grad = None
        if loss.requires_grad:
            loss.backward()
        with ag.no_grad():
            w -= 0.1 * (w.grad if w.grad is not None else 0.0)
    return places


# ---- the learner's results ------------------------------------------------------------------------------------------


def _call_for_effect(function, *args, name):
    """As `call`, for a function that need not return anything."""
    if not callable(function):
        call(function, *args, name=name)
    call(lambda *given: (function(*given), True)[1], *args, name=name)


def _memory(model):
    return [part.running_mean.tolist() for part in model.modules() if isinstance(part, nn.BatchNorm1d)]


def _near(got, wanted):
    return len(got) == len(wanted) and all(abs(a - b) < 1e-4 for a, b in zip(got, wanted))
