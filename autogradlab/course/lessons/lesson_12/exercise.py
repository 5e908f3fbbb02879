"""Exercise 12: four vital signs of a training function, and a patient planted on purpose."""

from numbers import Real

import autogradlab as ag
from autogradlab.course.exercise import call, passed, require
from autogradlab.course.lessons.lesson_12.exercise_training import train

nn = ag.nn
#: The patient is trained by the learner's own loop, not by one of this course; this module keeps its checks.
WITHHELD = ("autogradlab.course",)
SIGNS = ("falls", "all move", "no history", "as found")
MEANS = {
    "falls": "the last loss is below half of the first",
    "all move": "every weight has different numbers from before",
    "no history": "no loss in the list has a graph behind it",
    "as found": "the mode and the flags are as they were",
}


def clouds(size=20):
    """(x, y): two clouds of points that a straight line separates, of shape (2 * size, 2), and the cloud of each."""
    generator = ag.Generator().manual_seed(0)
    y = ag.tensor([0] * size + [1] * size)
    return ag.randn(2 * size, 2, generator=generator) + 4.0 * y.reshape(-1, 1) - 2.0, y


def network(seed=0):
    """The network that each examination begins with, or another one."""
    with ag.random.fork_rng():
        ag.manual_seed(seed)
        return nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 2))


def _frozen(model):
    model[0].weight.requires_grad_(False)


def _first_kept():
    """A way to note the losses that keeps the graph of the first one alone."""
    is_first = iter([True])
    return lambda loss: loss if next(is_first, False) else loss.item()


# ---- a: the signs ---------------------------------------------------------------------------------------------------


def check_healthy(vital_signs):
    """A healthy function has all four signs, whether it returns floats or detached tensors, in either mode."""
    _compare(vital_signs, "a healthy training function", {})
    _compare(vital_signs, "a healthy one that gives detached tensors", {}, number=lambda loss: loss.detach())
    _compare(vital_signs, "a healthy one, with a model that came in eval mode", {}, mode=False)
    passed("a healthy training function has all four signs")


def check_ill(vital_signs):
    """Each illness takes away its own sign and no other."""
    _compare(
        vital_signs,
        "a function that leaves out the first layer",
        {"all move"},
        weights=lambda model: list(model[2].parameters()),
    )
    _compare(vital_signs, "a function that goes uphill", {"falls"}, sign=-1)
    _compare(vital_signs, "a function that keeps its losses as they are", {"no history"}, number=lambda loss: loss)
    _compare(vital_signs, "a function that keeps its first loss as it is", {"no history"}, number=_first_kept())
    _compare(vital_signs, "a function that ends in eval mode", {"as found"}, after=lambda model: model.eval())
    _compare(vital_signs, "a function that ends with a weight that asks for no gradient", {"as found"}, after=_frozen)
    _compare(vital_signs, "a function whose losses are nan", {"falls"}, number=lambda loss: float("nan"))
    for losses, missing in (
        ([1.0] * 39 + [0.7], {"falls"}),
        ([4.0] + [1.0] * 38 + [3.0], {"falls"}),
        ([4.0] * 39 + [2.0], {"falls"}),
        ([4.0] * 39 + [1.5], set()),
        ([4.0] + [1.0] * 38 + [1.5], set()),
    ):
        said = iter(losses)
        what = f"a function whose loss goes from {losses[0]:g} over {losses[1]:g} to {losses[-1]:g}"
        _compare(vital_signs, what, missing, number=lambda loss: next(said, losses[-1]))
    _compare(
        vital_signs,
        "a function that leaves out the last layer",
        {"all move"},
        weights=lambda model: list(model[0].parameters()),
    )
    passed("each illness takes away its own sign, and no other")


def _compare(vital_signs, what, missing, mode=True, **illness):
    model, (x, y), calls = network(), clouds(), []
    model.train(mode)

    def ill(model, x, y, rounds):
        calls.append(rounds)
        return train(model, x, y, rounds, **illness)

    signs = call(vital_signs, ill, model, x, y, 40, name="vital_signs")
    require(
        len(calls) == 1,
        f"for {what}, `train` is called {len(calls)} times",
        "let it do its work once, and keep the list that it gives",
    )
    _require_signs(signs, what)
    for name in SIGNS:
        sign = signs[name].item() if hasattr(signs[name], "item") else signs[name]
        require(isinstance(sign, bool), f"for {what}, {name!r} is {signs[name]!r}", "make it True or False")
        require(sign == (name not in missing), f"for {what}, {name!r} is {sign}", _advice(name, missing))


def _require_signs(signs, what):
    require(
        isinstance(signs, dict) and set(signs) == set(SIGNS),
        f"for {what} you give {signs!r}",
        "give a dictionary with the keys " + ", ".join(map(repr, SIGNS)),
    )


def _advice(name, missing):
    if name == "all move" and name not in missing:
        return "keep the numbers of every weight before you train: p.tolist(), because p and p.detach() change as well"
    if name == "all move":
        return (
            "a single weight tensor that stands still is enough to make it False (and what parameters() gives can be "
            "gone through once: make it a list)"
        )
    if name == "falls" and missing == {"falls"}:
        return (
            "compare the last loss with half of the first; no number is smaller than nan, and nan is smaller than no "
            "number"
        )
    if name == "no history":
        return "it says that no loss in the list has a graph behind it: ask each of them for requires_grad"
    if name == "falls":
        return "it says that the last loss is below half of the first"
    return f"{name!r} says that {MEANS[name]}: compare what was before with what is afterwards"


# ---- b: the patient -------------------------------------------------------------------------------------------------


def check_treated(patient):
    """Treated, it does what the five healthy lines do."""
    model, twin, (x, y) = network(), network(), clouds()
    losses = call(lambda *given: patient(*given, True), model, x, y, 40, name="patient", without=WITHHELD)
    wanted = train(twin, x, y, 40)
    require(isinstance(losses, list), f"patient gave {losses!r:.60}", "give a list with one loss for each round")
    require(
        len(losses) == 40,
        f"for 40 rounds your list has {len(losses)} losses",
        "append the loss once in each round, and return the list below the loop",
    )
    require(
        all(isinstance(loss, float) for loss in losses),
        "treated, the losses are not plain numbers",
        "loss.item() takes the number alone",
    )
    require(
        _near(losses[0], wanted[0]),
        f"treated, the first loss is {losses[0]:.4f}, and {wanted[0]:.4f} is healthy",
        "compute cross_entropy(model(x), y), with no softmax before it, and note the loss before the step",
    )
    require(
        _near(losses[1], wanted[1]),
        f"treated, the second loss is {losses[1]:.4f}, and {wanted[1]:.4f} is healthy",
        "one plain step of ag.optim.SGD with lr=0.5 in each round",
    )
    require(
        _near(losses[-1], wanted[-1]),
        f"treated, the last loss is {losses[-1]:.4f}, and {wanted[-1]:.4f} is healthy",
        "is the gradient cleared in each round, does every weight move, and is there no momentum?",
    )
    require(
        model.training and all(p.requires_grad for p in model.parameters()),
        "treated, the model is not as it was found",
        "leave its mode and its flags alone",
    )
    passed("treated, it is as healthy as can be")


def check_patient(patient, card, vital_signs):
    """Untreated, it runs to its end, gives the losses of its rounds, in their order and the same twice, and lacks only
    the sign that its card names."""
    runs = [_losses(patient) for _ in range(2)]
    require(
        isinstance(card, dict) and {"complaint", "sign"} <= set(card),
        f"the card is {card!r:.60}",
        "write a dictionary with the keys 'complaint' and 'sign'",
    )
    require(card["sign"] in SIGNS, f"the card names the sign {card['sign']!r}", "choose among " + ", ".join(SIGNS))
    require(
        isinstance(card["complaint"], str) and len(card["complaint"].split()) >= 5,
        "the complaint on the card is too short",
        "let the owner say in a sentence what worries them",
    )
    require(
        repr(runs[0]) == repr(runs[1]),  # `==` would tell nan from nan
        "ill, it gives different losses in the second run",
        "an illness that comes and goes cannot be found: no random numbers, and nothing kept between two calls",
    )
    require(
        repr(_losses(patient, seed=1)) != repr(runs[0]),
        "ill, it gives the same losses for another model",
        "ill or not, the numbers are the losses of its rounds: note loss.item(), and make no number up",
    )
    short = _losses(patient, rounds=20)
    require(
        repr(short[0]) == repr(runs[0][0]),
        f"ill, its first loss is {runs[0][0]:.4f} in 40 rounds and {short[0]:.4f} in 20",
        "give the losses in the order of the rounds: a healthy training told backwards is not ill",
    )
    model, (x, y) = network(), clouds()
    untreated = lambda model, x, y, rounds: patient(model, x, y, rounds, False)
    signs = call(vital_signs, untreated, model, x, y, 40, name="vital_signs")
    _require_signs(signs, "your patient")
    gone = [name for name in SIGNS if not signs[name]]
    require(gone, "ill, it has all four signs", "plant something that one of your signs notices")
    require(len(gone) == 1, f"ill, it lacks {' and '.join(gone)}", "one cause, one sign: plant something smaller")
    require(
        gone == [card["sign"]],
        f"ill, it lacks {gone[0]!r}, and the card says {card['sign']!r}",
        "look at both, and correct the one that is off",
    )
    passed(f"ill, it lacks one sign, {gone[0]!r}, and the card says so")


def _losses(patient, rounds=40, seed=0):
    model, (x, y) = network(seed), clouds()
    losses = call(lambda *given: patient(*given, False), model, x, y, rounds, name="patient", without=WITHHELD)
    require(
        isinstance(losses, (list, tuple)) and losses,
        f"ill, patient gave {losses!r:.60}",
        "give a list with one loss for each round, ill or treated",
    )
    losses = [loss.item() if isinstance(loss, ag.Tensor) and loss.numel() == 1 else loss for loss in losses]
    require(
        all(isinstance(loss, Real) for loss in losses),
        "ill, the losses are not plain numbers",
        "loss.item() takes the number alone",
    )
    return losses


def _near(one, other):
    return abs(one - other) <= 1e-5 * max(1.0, abs(other))
