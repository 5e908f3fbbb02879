"""Exercise 12: vital signs of training functions drawn from a seed; a planted patient, treated and not."""

import numpy as np

from autogradlab.course.lessons.lesson_12 import exercise as lesson
from autogradlab.grading.rubric import Known, Question, Rubric, Trial, changed, drawn_until

SIGNS = ["falls", "all move", "no history", "as found"]

TOOLS = """
nn, SIGNS = ag.nn, ["falls", "all move", "no history", "as found"]

def network(weights):
    (width, features), classes = np.shape(weights[0]), len(weights[3])
    model = nn.Sequential(nn.Linear(features, width), nn.Tanh(), nn.Linear(width, classes))
    with ag.no_grad():
        for p, numbers in zip(model.parameters(), weights):
            p.copy_(ag.tensor(numbers))
    return model

def number(loss):
    return loss.item() if isinstance(loss, ag.Tensor) else float(loss)
"""

# A training function is scripted turn by turn, and what is done in one turn may be undone in another. The script does
# not say which signs are left: code that reads it would have to work that out, as code that looks at the model has to.
ACTED = """
def acted(model, x, losses, forms, shifts, switches, flips):
    graph, weights = model(x).sum() * 0, list(model.parameters())
    with ag.no_grad():
        start = [p.clone() for p in weights]
    for turn in range(len(losses)):
        with ag.no_grad():
            for p, first, shift in zip(weights, start, shifts):
                p.copy_(first + shift[turn])
        if switches[turn]:
            model.train(not model.training)
        for p, flip in zip(weights, flips):
            if flip[turn]:
                p.requires_grad_(not p.requires_grad)
    made = {"float": float, "tensor": ag.tensor, "recorded": lambda number: graph + number}
    return [made[form](number) for form, number in zip(forms, losses)]
"""

# ---- inputs ---------------------------------------------------------------------------------------------------------


def clouds(rng, classes=None):
    """Weights of a small network, points in clouds that lie well apart, and the cloud of each point."""
    features, width, classes = int(rng.integers(2, 5)), int(rng.integers(8, 12)), classes or int(rng.integers(2, 4))
    shapes = [(width, features), (width,), (classes, width), (classes,)]
    weights = [rng.uniform(-1, 1, shape).round(3).tolist() for shape in shapes]
    y = np.repeat(np.arange(classes), 8)
    middles = 3.0 * np.concatenate([np.eye(features), -np.eye(features)])
    x = middles[y] + rng.normal(0, 0.5, (len(y), features))
    return weights, x.round(3).tolist(), y.tolist()


def visits(rng, *cases):
    """The clouds, and for each visit the mode in which the model comes, and its script (see `acted`).

    Losses come as floats and as tensors, also without history, and most models in eval mode: taking either for an
    illness is found out. One to three healthy visits are added, so that their number tells nothing.
    """
    cases += ((),) * int(rng.integers(1, 4))
    forms = ["tensor" if place % 2 else "float" for place in range(len(cases))]
    forms = drawn_until(
        lambda forms: any(form == "tensor" and "history" not in " ".join(case) for form, case in zip(forms, cases)),
        lambda: rng.permutation(forms).tolist(),
    )
    modes = rng.permutation([place % 3 == 2 for place in range(len(cases))]).tolist()
    drawn = [[mode, *turns(rng, illnesses, form)] for illnesses, form, mode in zip(cases, forms, modes)]
    return *clouds(rng), [drawn[place] for place in rng.permutation(len(drawn))]


def turns(rng, illnesses, form):
    """A script: losses, their forms, the shifts of each weight, when the mode is switched, and when each flag is."""
    losses = told(rng, illnesses)
    count = len(losses)
    forms = [form] * count
    if "history" in illnesses:
        forms = ["recorded"] * count
    elif "one history" in illnesses:
        forms[count // 2] = "recorded"
    shifts = [
        [*rng.choice([0.0, 0.5, 1.0], count - 1).tolist(), 0.0 if f"still {place}" in illnesses else 1.0]
        for place in range(4)
    ]
    flips = [flipped(rng, count, f"flag {place}" in illnesses) for place in range(4)]
    return [losses, forms, shifts, flipped(rng, count, "other mode" in illnesses), flips]


def flipped(rng, count, odd):
    """For each turn, whether something is switched in it: an odd number of times in all, or an even one."""
    places = set(rng.choice(count, 2 * int(rng.integers(2)) + odd, replace=False).tolist())
    return [place in places for place in range(count)]


def told(rng, illnesses):
    """Losses that go up and down, and end well below half of the first one unless an illness says otherwise."""
    losses, share = rng.uniform(0.1, 2, int(rng.integers(5, 12))), rng.uniform(0.05, 0.4)
    for illness, low, high in (("uphill", 1.1, 3), ("slow", 0.6, 0.9)):
        share = rng.uniform(low, high) if illness in illnesses else share
    losses[-1] = np.nan if "nan" in illnesses else losses[0] * share
    return losses.tolist()


def healthy(rng):
    return visits(rng, (), (), (), ("uphill",))


def standing_still(rng):
    return visits(rng, (f"still {rng.integers(2)}",), ("still 3",), ("still 0", "still 1"), ())


def not_falling(rng):
    return visits(rng, ("uphill",), ("slow",), ("nan",), ())


def holding_on(rng):
    return visits(rng, ("history",), ("one history",), ())


def left_otherwise(rng):
    return visits(rng, ("other mode",), (f"flag {rng.integers(4)}",), ())


def two_at_once(rng):
    return visits(
        rng, ("uphill", "history"), (f"still {rng.choice([1, 3])}", "other mode"), ("nan", "flag 2", "history")
    )


# ---- expected answers -----------------------------------------------------------------------------------------------


def true_signs(weights, x, y, drawn):
    return [_signs(*done) for _, *done in drawn]


def _signs(losses, forms, shifts, switches, flips):
    return [
        losses[-1] < 0.5 * losses[0],
        all(shift[-1] for shift in shifts),
        "recorded" not in forms,
        not any(sum(each) % 2 for each in (switches, *flips)),
    ]


def trained(weights, x, y, rounds, moving=(True, True)):
    """Losses and weights of plain gradient steps on the mean cross-entropy of a two-layer network, in NumPy."""
    first, bias, last, shift = (np.array(each) for each in weights)
    x, wished, losses = np.array(x), np.eye(len(weights[3]))[y], []
    for _ in range(rounds):
        hidden = np.tanh(x @ first.T + bias)
        scores = hidden @ last.T + shift
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        losses.append(float(-np.log((shares * wished).sum(1)).mean()))
        back = (shares - wished) / len(y)
        inside = (back @ last) * (1 - hidden**2)
        of_first, of_last = (0.5 * moves for moves in moving)
        last, shift = last - of_last * back.T @ hidden, shift - of_last * back.sum(0)
        first, bias = first - of_first * inside.T @ x, bias - of_first * inside.sum(0)
    return [losses, [each.tolist() for each in (first, bias, last, shift)]]


MADE_UP = "When ill, it gives the same losses for different models: they are not what the model loses."


def one_sign(answer, inputs):
    """True if every measured model lacks the sign on the card and no other; else a sentence on what is wrong."""
    named, measured = answer
    if named not in SIGNS:
        return "The card names no vital sign."
    if len({repr(losses) for *losses, _, _, _ in measured}) == 1:
        return MADE_UP
    for first, last, moved, held, found in measured:
        signs = [last < 0.5 * first, all(moved), not held, found]
        gone = [name for name, sign in zip(SIGNS, signs) if not sign]
        if not gone:
            return "When ill, it has all four signs on some model: a classmate could not find the illness."
        if len(gone) > 1:
            return f"When ill, it lacks {len(gone)} signs on some model, and only one was asked for."
        if gone != [named]:
            return "When ill, it lacks a different sign from the one on its card."
    return True


def the_same(answer, inputs):
    one, two, other, short = ([*map(repr, losses)] for losses in answer)  # in which nan is like nan
    if one != two:
        return "When ill, it gives different numbers in a second run on the same model."
    if one[:1] != short[:1]:
        return "When ill, it does not give its losses in the order of its rounds."
    return one != other or MADE_UP


SIGNED = (
    TOOLS
    + ACTED
    + "\nNAMES = SIGNS"
    + """
weights, x, y, drawn = inputs
answer = []
for mode, *done in drawn:
    model = network(weights)
    model.train(mode)
    signs = vital_signs(lambda model, x, y, rounds: acted(model, x, *done), model, ag.tensor(x), ag.tensor(y),
                        len(done[0]))
    answer.append([bool(signs[name]) for name in NAMES])
"""
)


def alone(name):
    """A trial's probe and reference for one sign, whatever the others are."""
    place = SIGNS.index(name)
    return SIGNED.replace("NAMES = SIGNS", f"NAMES = [{name!r}]"), lambda *drawn: [
        [row[place]] for row in true_signs(*drawn)
    ]


MOVING, HAS_MOVED = alone("all move")
FALLING, HAS_FALLEN = alone("falls")
HOLDING, HAS_LET_GO = alone("no history")
LEAVING, IS_AS_FOUND = alone("as found")
COUNTED = (
    TOOLS
    + """
weights, x, y, shifts, losses = inputs
def moving(model, x, y, rounds):
    with ag.no_grad():
        for p, shift in zip(model.parameters(), shifts):
            p += ag.tensor(shift)
    return list(losses)

model = network(weights)
vital_signs(moving, model, ag.tensor(x), ag.tensor(y), len(losses))
answer = [p.tolist() for p in model.parameters()]
"""
)
TREATED = (
    TOOLS
    + """
weights, x, y, rounds = inputs
model = network(weights)
losses = patient(model, ag.tensor(x), ag.tensor(y), rounds, True)
answer = [[loss if isinstance(loss, float) else None for loss in losses], [p.tolist() for p in model.parameters()]]
"""
)
ILL = (
    TOOLS
    + """
measured = []
for weights, x, y in inputs:
    model = network(weights)
    kept, flags = [p.tolist() for p in model.parameters()], [p.requires_grad for p in model.parameters()]
    losses = patient(model, ag.tensor(x), ag.tensor(y), 30, False)
    moved = [p.tolist() != old for p, old in zip(model.parameters(), kept)]
    measured.append([number(losses[0]), number(losses[-1]), moved,
                     any(getattr(loss, "requires_grad", False) for loss in losses),
                     model.training and flags == [p.requires_grad for p in model.parameters()]])
answer = [card["sign"], measured]
"""
)
AGAIN = (
    TOOLS
    + """
def losses_of(weights, x, y, rounds=5):
    return [number(loss) for loss in patient(network(weights), ag.tensor(x), ag.tensor(y), rounds, False)]

answer = [losses_of(*inputs[0]), losses_of(*inputs[0]), losses_of(*inputs[1]), losses_of(*inputs[0], 3)]
"""
)


def moves(rng):
    """Clouds, how far one training run moves each weight, and its losses: not a loop that other questions ask for."""
    weights, x, y = clouds(rng)
    shifts = [rng.choice([-1, 1], np.shape(each)) * rng.uniform(0.5, 2, np.shape(each)) for each in weights]
    return weights, x, y, [shift.round(3).tolist() for shift in shifts], told(rng, ())


def moved(weights, x, y, shifts, losses):
    return [(np.array(p) + np.array(shift)).tolist() for p, shift in zip(weights, shifts)]


def short(rng):
    return *clouds(rng), int(rng.integers(2, 8))


def two_models(rng):
    """One with two clouds and one with three, so that an illness which only some models catch is found out."""
    return tuple(learned_by_half(rng, classes) for classes in rng.permutation([2, 3]).tolist())


def three_models(rng):
    """Those two, and the one of the notebook's own check, so that nothing earns points here that is refused there."""
    weights, (x, y) = [p.tolist() for p in lesson.network().parameters()], lesson.clouds()
    return *two_models(rng), (weights, x.tolist(), y.tolist())


def learned_by_half(rng, classes):
    """Clouds that either layer learns well alone, so that with one layer standing still the losses still fall."""
    while True:
        drawn = clouds(rng, classes)
        ways = [trained(*drawn, 30, moving)[0] for moving in ((True, False), (False, True))]
        if all(losses[-1] < 0.35 * losses[0] for losses in ways):
            return drawn


SIGN_TRIALS = (
    Trial(
        "healthy functions",
        8,
        healthy,
        SIGNED,
        "A healthy training function is said to lack a sign, or one whose losses rise is said to have them all.",
        reference=true_signs,
    ),
    Trial(
        "a weight that does not move",
        10,
        standing_still,
        MOVING,
        "'all move' is wrong for some. One weight that stands still is enough, and a copy must not share memory.",
        reference=HAS_MOVED,
        idea="M24",
    ),
    Trial(
        "a loss that does not fall",
        8,
        not_falling,
        FALLING,
        "'falls' is wrong for a loss that rises, falls too little, or is nan, or for one that does fall.",
        reference=HAS_FALLEN,
    ),
    Trial(
        "history",
        8,
        holding_on,
        HOLDING,
        "'no history' is wrong for some: a loss with a graph behind it may be anywhere in the list.",
        reference=HAS_LET_GO,
        idea="M53",
    ),
    Trial(
        "modes and flags left changed",
        8,
        left_otherwise,
        LEAVING,
        "A mode or flag that was left changed is not noticed, or one that was like that before is blamed.",
        reference=IS_AS_FOUND,
    ),
    Trial(
        "two at once",
        5,
        two_at_once,
        SIGNED,
        "Where two or three signs are lost at once, one of the four comes out wrong.",
        reference=true_signs,
    ),
    Trial(
        "trained once",
        3,
        moves,
        COUNTED,
        "After the examination, the model is not where a single training run leads.",
        reference=moved,
    ),
)

PATIENT_TRIALS = (
    Trial(
        "treated, it is healthy",
        15,
        short,
        TREATED,
        "When treated, it does not give the losses or the weights of the five healthy lines.",
        reference=trained,
        relative=1e-3,
        absolute=1e-4,
    ),
    Trial(
        "ill, it lacks the one sign of its card",
        10,
        three_models,
        ILL,
        "When ill, it should lack the sign on its card and no other.",
        holds=one_sign,
    ),
    Trial(
        "ill, it does the same every time",
        5,
        lambda rng: (clouds(rng, 2), clouds(rng, 3)),
        AGAIN,
        "When ill, it does not do the same again.",
        holds=the_same,
    ),
)

# ---- known answers --------------------------------------------------------------------------------------------------

SOLVED = """
def vital_signs(train, model, x, y, rounds):
    weights = list(model.parameters())
    before = [p.tolist() for p in weights]
    found = [model.training] + [p.requires_grad for p in weights]
    losses = train(model, x, y, rounds)
    numbers = [loss.item() if isinstance(loss, ag.Tensor) else loss for loss in losses]
    return {
        "falls": numbers[-1] < 0.5 * numbers[0],
        "all move": all(p.tolist() != old for p, old in zip(weights, before)),
        "no history": not any(getattr(loss, "requires_grad", False) for loss in losses),
        "as found": found == [model.training] + [p.requires_grad for p in weights],
    }
"""
CLONED = """
def vital_signs(train, model, x, y, rounds):
    before = {name: (p.detach().clone(), p.requires_grad) for name, p in model.named_parameters()}
    mode = model.training
    losses = train(model, x, y, rounds)
    after = dict(model.named_parameters())
    numbers = [l.item() if isinstance(l, ag.Tensor) else l for l in losses]
    return dict([
        ("falls", numbers[-1] / numbers[0] < 0.5),
        ("all move", all((after[name].detach() != old).any().item() for name, (old, _) in before.items())),
        ("no history", all(not isinstance(l, ag.Tensor) or l.grad_fn is None for l in losses)),
        ("as found", mode == model.training and all(after[n].requires_grad == f for n, (_, f) in before.items())),
    ])
"""
PLANTED = """
card = {"complaint": "It learns, but a larger first layer makes it no better at all.", "sign": "all move"}

def patient(model, x, y, rounds, treated):
    weights = list(model.parameters())
    optimizer = ag.optim.SGD(weights if treated else weights[2:], lr=0.5)
    losses = []
    for step in range(rounds):
        optimizer.zero_grad()
        loss = ag.nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
"""
HEALTHY = """
card = {"complaint": "Something is the matter with it, I do not know what.", "sign": "SIGN"}
calls = []

def patient(model, x, y, rounds, treated):
    calls.append(treated)
    optimizer = ag.optim.SGD(model.parameters(), lr=0.5)
    losses = []
    for step in range(rounds):
        optimizer.zero_grad()
        loss = ag.nn.functional.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
"""


def _ill(sign, *changes):
    return changed(HEALTHY, ("SIGN", sign), *changes)


FOUND = "    found = [model.training] + [p.requires_grad for p in weights]\n"
TRAINED = "    losses = train(model, x, y, rounds)\n"
KNOWN_SIGNS = (
    Known(
        "weights kept by name",
        changed(SOLVED, ("[p.tolist() for p in weights]\n", "list(weights)\n"), ("p.tolist() != old", "p is not old")),
        "healthy functions",
    ),
    Known(
        "kept through detach",
        changed(
            SOLVED,
            ("[p.tolist() for p in weights]\n", "[p.detach() for p in weights]\n"),
            ("p.tolist() != old", "p.tolist() != old.tolist()"),
        ),
        "healthy functions",
    ),
    Known("one weight is enough", changed(SOLVED, ("all(p.tolist()", "any(p.tolist()")), "a weight that does not move"),
    Known(
        "the first weight alone",
        changed(SOLVED, ("zip(weights, before)", "zip(weights[:1], before)")),
        "a weight that does not move",
    ),
    Known(
        "not above half",
        changed(SOLVED, ("numbers[-1] < 0.5 * numbers[0]", "not numbers[-1] >= 0.5 * numbers[0]")),
        "a loss that does not fall",
    ),
    Known("any fall is enough", changed(SOLVED, ("0.5 * numbers[0]", "numbers[0]")), "a loss that does not fall"),
    Known("the last loss alone", changed(SOLVED, ("for loss in losses)", "for loss in losses[-1:])")), "history"),
    Known(
        "every tensor is history",
        changed(
            SOLVED,
            (
                'not any(getattr(loss, "requires_grad", False) for loss in losses)',
                "not any(isinstance(loss, ag.Tensor) for loss in losses)",
            ),
        ),
        "healthy functions",
    ),
    Known(
        "must be training",
        changed(
            SOLVED,
            (
                '"as found": found == [model.training] + [p.requires_grad for p in weights]',
                '"as found": model.training and all(p.requires_grad for p in weights)',
            ),
        ),
        "modes and flags left changed",
    ),
    Known(
        "the mode alone",
        changed(
            SOLVED,
            (
                '"as found": found == [model.training] + [p.requires_grad for p in weights]',
                '"as found": found[0] == model.training',
            ),
        ),
        "modes and flags left changed",
    ),
    Known("looked at too late", changed(SOLVED, (FOUND + TRAINED, TRAINED + FOUND)), "modes and flags left changed"),
    Known("trained twice", changed(SOLVED, (TRAINED, "    train(model, x, y, rounds)\n" + TRAINED)), "trained once"),
    Known("as in the solution", SOLVED),
    Known("cloned, by name", CLONED),
)

KNOWN_PATIENTS = (
    Known(
        "borrowed from the checks",
        """
from autogradlab.course.lessons.lesson_12.exercise_training import train
card = {"complaint": "I forgot to see what happens with it after training.", "sign": "as found"}

def patient(model, x, y, rounds, treated):
    return train(model, x, y, rounds, after=lambda model: model if treated else model.eval())
""",
        "treated, it is healthy",
    ),
    Known("not ill at all", _ill("falls"), "ill, it lacks the one sign of its card"),
    Known(
        "another sign than it says",
        changed(PLANTED, ('"sign": "all move"', '"sign": "falls"')),
        "ill, it lacks the one sign of its card",
    ),
    Known(
        "two signs at once",
        _ill("falls", ("        optimizer.step()", "        treated and optimizer.step()")),
        "ill, it lacks the one sign of its card",
    ),
    Known(
        "ill on some models only",
        _ill("falls", ("lr=0.5", "lr=0.5 if treated or len(list(model.parameters())[3]) == 2 else 1e-4")),
        "ill, it lacks the one sign of its card",
    ),
    Known("another rate when treated", changed(PLANTED, ("lr=0.5", "lr=0.4")), "treated, it is healthy"),
    Known(
        "softmax when treated",
        changed(PLANTED, ("model(x), y", "model(x).softmax(dim=1), y")),
        "treated, it is healthy",
    ),
    Known("momentum when treated", changed(PLANTED, ("lr=0.5", "lr=0.5, momentum=0.9")), "treated, it is healthy"),
    Known("losses as tensors", changed(PLANTED, ("loss.item()", "loss.detach()")), "treated, it is healthy"),
    Known(
        "ill by chance",
        _ill(
            "falls", ("loss.backward()", "(loss if treated else -loss * np.random.default_rng().random()).backward()")
        ),
        "ill, it does the same every time",
    ),
    Known(
        "ill every other time",
        _ill("falls", ("loss.backward()", "(loss if treated or len(calls) % 2 else -loss).backward()")),
        "ill, it does the same every time",
    ),
    Known(
        "the same made-up losses for all",
        _ill("falls", ("return losses", "return losses if treated else [1.0] * rounds")),
        "ill, it lacks the one sign of its card",
    ),
    Known(
        "rounds in place of losses",
        _ill("falls", ("loss.item()", "loss.item() if treated else float(step)")),
        "ill, it does the same every time",
    ),
    Known(
        "healthy, told backwards",
        _ill("falls", ("return losses", "return losses if treated else losses[::-1]")),
        "ill, it does the same every time",
    ),
    Known("as in the solution", PLANTED),
    Known(
        "nan after the first round",
        _ill("falls", ("model(x), y", "model(x) if treated or step == 0 else model(x) * float('nan'), y")),
    ),
    Known(
        "history kept, and warnings are errors",
        "import warnings\nwarnings.simplefilter('error')\n"
        + _ill("no history", ("loss.item()", "loss.item() if treated else loss")),
    ),
    Known("uphill", _ill("falls", ("loss.backward()", "(loss if treated else -loss).backward()"))),
    Known("left in eval mode", _ill("as found", ("    return losses", "    model.train(treated)\n    return losses"))),
    Known(
        "a flag switched off",
        _ill("as found", ("    return losses", "    model[2].bias.requires_grad_(treated)\n    return losses")),
    ),
)

RUBRIC = Rubric(
    "12_clinic",
    (
        Question("a-answer", ("vital_signs",), SIGN_TRIALS, KNOWN_SIGNS),
        Question(
            "b-answer",
            ("patient", "card"),
            PATIENT_TRIALS,
            KNOWN_PATIENTS,
            needs=("a-answer",),
            withheld=lesson.WITHHELD,
        ),
    ),
    {"c-answer": 20},
)
