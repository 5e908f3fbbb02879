"""Exercise 08: modes remembered, a validation that leaves no trace, a rounding that learns."""

import numpy as np

import autogradlab as ag
from autogradlab.grading.rubric import Known, Question, Rubric, Trial, changed

# A model's output reveals the modes of its parts: BatchNorm1d and Dropout compute something different in each mode. So
# modes are also compared by outputs, which depend on random weights, and not only by the flags that a program reports.
TOOLS = """
nn = ag.nn
ag.set_default_dtype(ag.float32)  # in which weights are drawn, whatever a cell has set

def nested(seed):
    ag.manual_seed(seed)
    inner = nn.Sequential(nn.Linear(1, 2), nn.BatchNorm1d(2), nn.Sequential(nn.Dropout(0.5), nn.BatchNorm1d(2)))
    return nn.Sequential(nn.BatchNorm1d(1), inner, nn.Dropout(0.5), nn.Linear(2, 1))

class Beside(nn.Module):
    def __init__(self, seed):
        super().__init__()
        self.mixed, self.straight = nested(seed), nn.Linear(1, 1)
    def forward(self, x):
        return ag.cat([self.mixed(x), self.straight(x)], dim=1)

def given(model):
    ag.manual_seed(1)
    with ag.no_grad():
        return model(ag.tensor([[-1.5], [0.25], [1.0], [2.0], [3.5]])).tolist()

def flags_of(model):
    return [part.training for part in model.modules()]

def square(out, y):
    return ((out - y) ** 2).mean()

def straight(out, y):
    return square(out[:, 1:], y)

def pairs(sizes):
    for size in sizes:
        x = ag.tensor([[1.0 + day] for day in range(size)])
        yield x, 3.0 * x
"""
PARTS, MORE_PARTS = 10, 12  # modules in `nested`, and in `Beside`
# The right functions: a reference is the probe's answer with them, and known mistakes are changed copies of them.
FLAGS = """
def modes_of(model):
    return [part.training for part in model.modules()]

def set_modes(model, modes):
    for part, mode in zip(model.modules(), modes):
        part.training = mode
"""
EVALUATE = """
def evaluate(model, loss_of, batches):
    modes, total, samples = modes_of(model), 0.0, 0
    try:
        model.eval()
        with ag.no_grad():
            for x, y in batches:
                total += loss_of(model(x), y).item() * len(x)
                samples += len(x)
    finally:
        set_modes(model, modes)
    return total / samples
"""

_tools = {"ag": ag}
exec(TOOLS + FLAGS + EVALUATE, _tools)


def as_here(program):
    """A reference: from the inputs to the answer of a program with the right functions."""
    code = compile(TOOLS + FLAGS + EVALUATE + program, "<reference>", "exec")

    def reference(*inputs):
        names = {"ag": ag, "inputs": inputs}
        exec(code, names)
        return names["answer"]

    return reference


def compared(name, points, inputs, program, message, **more):
    """A trial whose reference is the same program, run with the right functions."""
    return Trial(name, points, inputs, TOOLS + program, message, reference=as_here(program), relative=1e-4, **more)


# ---- a: modes -------------------------------------------------------------------------------------------------------

SEEN = """
seed, calls = inputs
model = nested(seed)
for place, mode in calls:
    list(model.modules())[place].train(mode)
answer = list(modes_of(model))
"""
PUT_BACK = """
seed, flags, others = inputs
model = nested(seed)
for part, flag in zip(model.modules(), others):
    part.training = flag
set_modes(model, flags)
first = [given(model), flags_of(model)]
model.train()
set_modes(model, flags)
answer = [first, given(model), flags_of(model)]
"""
ROUND_TRIP = """
seed, calls, others = inputs
model, untouched = nested(seed), nested(seed)
for each in (model, untouched):
    for place, mode in calls:
        list(each.modules())[place].train(mode)
modes = modes_of(model)
for part, flag in zip(model.modules(), others):
    part.training = flag
set_modes(model, modes)
answer = [given(model), flags_of(model), given(untouched)]
"""


def _mixed(rng, parts=PARTS):
    flags = [bool(rng.integers(2)) for _ in range(parts)]
    flags[0], flags[2], flags[-1] = True, False, True
    return flags


def _calls(rng):
    """[place of a part, mode] for successive calls of `train`, which also reach all that is in the part: the model
    first, then inner parts, so that not all modes are alike."""
    places = [0, 2, 5, *rng.integers(1, PARTS, 6).tolist()]
    return [[place, bool(rng.integers(2)) if place else True] for place in places]


def _seed(rng):
    return int(rng.integers(2**31))


def _told(rng):
    """Calls after which the model is in train mode, its inner block in eval mode, their first BatchNorm1d layers in
    different modes, and two to four of the last six parts in train mode."""
    model = _tools["nested"](0)
    while True:
        calls = _calls(rng)
        for place, mode in calls:
            list(model.modules())[place].train(mode)
        flags = _tools["modes_of"](model)
        if flags[0] and not flags[2] and flags[1] != flags[4] and flags[4:].count(True) in (2, 3, 4):
            return calls


def one_model(rng):
    return _seed(rng), _told(rng)


def two_settings(rng):
    flags = _mixed(rng)
    return _seed(rng), flags, [not flag if rng.integers(4) else flag for flag in flags]


def told_and_set(rng):
    return _seed(rng), _told(rng), _mixed(rng)[::-1]


MODES = (
    compared(
        "every part is seen",
        5,
        one_model,
        SEEN,
        "The flags of all parts are not returned in order: some parts lie deeper, and the model itself has a flag.",
    ),
    compared(
        "every part is set",
        5,
        two_settings,
        PUT_BACK,
        "Not every part gets its own flag back: model.train() and model.eval() set all parts alike.",
    ),
    compared(
        "there and back",
        5,
        told_and_set,
        ROUND_TRIP,
        "modes_of and set_modes do not fit together, or touch something else.",
    ),
)

# ---- b: a validation ------------------------------------------------------------------------------------------------

MEAN = """
samples, sizes, weight, bias = inputs
layer = nn.Linear(1, 1)
with ag.no_grad():
    layer.weight.fill_(weight)
    layer.bias.fill_(bias)

def batches():
    start = 0
    for size in sizes:
        rows = samples[start:start + size]
        yield ag.tensor([[x] for x, _ in rows]), ag.tensor([[y] for _, y in rows])
        start += size

answer = evaluate(nn.Sequential(nn.Dropout(0.5), layer), square, batches())
"""
MIXED = """
def mixed(seed, flags):
    model = Beside(seed)
    for part, flag in zip(model.modules(), flags):
        part.training = flag
    return model
"""
RECORDING = (
    MIXED
    + """
seed, flags, sizes = inputs
def dear_if_recorded(part, given, out):
    return out + 100.0 * out.requires_grad

model = mixed(seed, flags)
model.register_forward_hook(dear_if_recorded)
loss = evaluate(model, straight, pairs(sizes))
answer = [float(loss), isinstance(loss, float)]
"""
)
AT_REST = (
    MIXED
    + """
seed, flags, sizes = inputs
model = mixed(seed, flags)
loss = float(evaluate(model, square, pairs(sizes)))
model.eval()
answer = [loss, given(model)]
"""
)
RESTORED = (
    MIXED
    + """
seed, flags, sizes = inputs
answer = []
for modes in (flags, [False] * len(flags), [True] * len(flags)):
    model = mixed(seed, modes)
    loss = float(evaluate(model, straight, pairs(sizes)))
    as_left = [given(model), flags_of(model)]
    answer.append([loss, as_left])
"""
)
TROUBLE = (
    MIXED
    + """
seed, flags, sizes, late = inputs
class Broken(Exception):
    pass

def loader():
    yield from pairs(sizes)
    raise Broken("the last file cannot be read")

calls = []
def fails(out, y):
    calls.append(straight(out, y).item())
    if len(calls) == len(sizes):
        raise Broken("the loss is not finite")
    return straight(out, y)

model, passed_on = mixed(seed, flags), False
first = float(evaluate(model, straight, pairs(sizes)))
try:
    evaluate(model, straight if late else fails, loader() if late else pairs(sizes))
except Broken:
    passed_on = True
answer = [first, calls, passed_on, ag.is_grad_enabled(), given(model), flags_of(model)]
"""
)
UNDER = (
    MIXED
    + """
seed, flags, sizes = inputs
with ag.no_grad():
    first = evaluate(mixed(seed, flags), straight, pairs(sizes))
    inside = ag.is_grad_enabled()
outside = ag.is_grad_enabled()
second = evaluate(mixed(seed + 1, flags), straight, pairs(sizes))
answer = [float(first), float(second), inside, outside, ag.is_grad_enabled()]
"""
)


def uneven(rng):
    """The sample that is a batch by itself lies far off the line, so that a mean of batch means is far off, too."""
    sizes = [1, 4, *(int(size) for size in rng.integers(1, 7, 3))]
    samples, (weight, bias) = rng.normal(0, 2, (sum(sizes), 2)).round(3), rng.normal(size=2).tolist()
    samples[0, 1] = round(weight * samples[0, 0] + bias + 30, 3)
    return samples.tolist(), sizes, weight, bias


def model_and_batches(rng):
    """(seed, modes, sizes): all batches have one size, as a wrong mean costs points in another trial. One BatchNorm1d
    is in eval mode, and another in train mode."""
    flags = _mixed(rng, MORE_PARTS)
    flags[1], flags[2], flags[5] = False, False, True
    return _seed(rng), flags, [int(rng.integers(2, 5))] * int(rng.integers(2, 5))


def mean_of_samples(samples, sizes, weight, bias):
    x, y = np.array(samples).T
    return float(((weight * x + bias - y) ** 2).mean())


VALIDATION = (
    Trial(
        "mean over the samples, from a generator",
        8,
        uneven,
        TOOLS + MEAN,
        "The number is not the mean over all samples: batches differ in size, and layers may still drop entries.",
        reference=mean_of_samples,
        relative=1e-4,
        idea="M29",
    ),
    compared(
        "nothing recorded",
        8,
        model_and_batches,
        RECORDING,
        "The computation was recorded, or the answer is not the mean loss as a float.",
        idea="M28",
    ),
    compared(
        "layers at rest",
        8,
        model_and_batches,
        AT_REST,
        "The loss is off, layers behaved as in training, or the memory of a BatchNorm1d moved.",
        idea="M29",
    ),
    compared(
        "mixed modes put back",
        9,
        model_and_batches,
        RESTORED,
        "The loss is off, or some parts are not in the mode they were in. Not every part was in training mode before.",
    ),
    compared(
        "an error in the loss",
        4,
        lambda rng: (*model_and_batches(rng), False),
        TROUBLE,
        "The loss is off; or an error in it was hidden, or left modes that are not as they were before.",
    ),
    compared(
        "an error in the loader",
        4,
        lambda rng: (*model_and_batches(rng), True),
        TROUBLE,
        "The loss is off; or an error in the loader was hidden, or left modes that are not as they were before.",
        reported=True,
    ),
    compared(
        "called under no_grad",
        4,
        model_and_batches,
        UNDER,
        "The loss is off, or recording is not on or off as it was before the call.",
        idea="M27",
        reported=True,
    ),
)

# ---- c: a rounding --------------------------------------------------------------------------------------------------

# What arrives depends on the rounded numbers and stands in no input, and what the call left in `.grad` does not count.
VALUE = "numbers, = inputs\nanswer = round_through(ag.tensor(numbers, requires_grad=True)).tolist()"
SLOPE = """
numbers, factors = inputs
x = ag.tensor(numbers, requires_grad=True)
out = round_through(x)
x.grad = None
if out.requires_grad:
    ((out * out + out) * ag.tensor(factors)).sum().backward()
answer = [out.tolist(), None if x.grad is None else x.grad.tolist()]
"""
INSIDE = """
value, factor = inputs
w = ag.tensor(value, requires_grad=True)
rounded = round_through(w * 2.0)
w.grad = None
out = rounded * rounded * factor + w
out.backward()
answer = [out.item(), w.grad.item()]
"""
UNTOUCHED = """
numbers, = inputs
x = ag.tensor(numbers, requires_grad=True)
out = round_through(x)
plain = round_through(ag.tensor(numbers))
answer = [x.tolist(), x.requires_grad, x.grad is None, plain.requires_grad]
"""


def table(rng):
    """Numbers well away from the jumps of the staircase, exact in float32."""
    return ((rng.integers(-5, 6, (2, 3)) + rng.choice([-0.375, 0.25, 0.125], (2, 3))).tolist(),)


def place_and_factor(rng):
    return float(rng.integers(1, 5)) + 0.125, float(rng.integers(2, 9))


ROUNDING = (
    Trial(
        "the value",
        5,
        table,
        VALUE,
        "The value is not that of round().",
        reference=lambda numbers: np.round(numbers).tolist(),
        absolute=1e-5,
    ),
    Trial(
        "the slope",
        7,
        lambda rng: (*table(rng), rng.integers(2, 9, (2, 3)).astype(float).tolist()),
        SLOPE,
        "What arrives does not reach x unchanged.",
        reference=lambda numbers, factors: [
            np.round(numbers).tolist(),
            ((2 * np.round(numbers) + 1) * factors).tolist(),
        ],
        absolute=1e-5,
    ),
    Trial(
        "in the middle of a computation",
        4,
        place_and_factor,
        INSIDE,
        "Between other operations, the slope is not that of x.",
        reference=lambda value, factor: [round(2 * value) ** 2 * factor + value, 4 * round(2 * value) * factor + 1],
    ),
    Trial(
        "x unchanged",
        4,
        table,
        UNTOUCHED,
        "x has different numbers or a different flag: what detach() returns shares its memory with x.",
        reference=lambda numbers: [numbers, True, True, False],
        idea="M24",
        reported=True,
    ),
)

# ---- known answers --------------------------------------------------------------------------------------------------

BY_NAME = """
def modes_of(model):
    return [part.training for name, part in model.named_modules()]

def set_modes(model, modes):
    parts = list(model.modules())
    for place in range(len(parts)):
        parts[place].train(modes[place])
"""
IN_INFERENCE = """
@ag.inference_mode()
def evaluate(model, loss_of, batches):
    modes = modes_of(model)
    model.eval()
    losses, sizes = [], []
    try:
        for x, y in batches:
            losses.append(float(loss_of(model(x), y)))
            sizes.append(x.shape[0])
    finally:
        set_modes(model, modes)
    return float(np.average(losses, weights=sizes))
"""
SWITCHED_BY_HAND = """
def evaluate(model, loss_of, batches):
    modes, total, samples = modes_of(model), 0.0, 0
    ag.set_grad_enabled(False)
    model.eval()
    try:
        for x, y in batches:
            total += loss_of(model(x), y).item() * len(x)
            samples += len(x)
    finally:
        set_modes(model, modes)
        ag.set_grad_enabled(True)
    return total / samples
"""


def _through(line):
    return f"def round_through(x):\n    {line}\n"


RUBRIC = Rubric(
    "08_switches",
    (
        Question(
            "a-answer",
            ("modes_of", "set_modes"),
            MODES,
            (
                Known(
                    "own flag only",
                    changed(FLAGS, ("[part.training for part in model.modules()]", "[model.training]")),
                    "every part is seen",
                ),
                Known(
                    "first floor only", changed(FLAGS, ("model.modules()]", "model.children()]")), "every part is seen"
                ),
                Known(
                    "model.train for all",
                    changed(
                        FLAGS,
                        (
                            "for part, mode in zip(model.modules(), modes):\n        part.training = mode",
                            "model.train(modes[0])",
                        ),
                    ),
                    "every part is set",
                ),
                Known(
                    "children override",
                    changed(
                        FLAGS,
                        ("zip(model.modules(), modes)", "reversed(list(zip(model.modules(), modes)))"),
                        ("part.training = mode", "part.train(mode)"),
                    ),
                    "every part is set",
                ),
                Known("by name, with train()", BY_NAME),
                Known("as in the solution", FLAGS),
                Known("in double precision", f"ag.set_default_dtype(ag.float64)\n{FLAGS}"),
            ),
        ),
        Question(
            "b-answer",
            ("evaluate",),
            VALIDATION,
            (
                Known("no eval", changed(EVALUATE, ("        model.eval()\n", "")), "layers at rest"),
                Known("no no_grad", changed(EVALUATE, ("with ag.no_grad():", "if True:")), "nothing recorded"),
                Known(
                    "cut off behind the model",
                    changed(EVALUATE, ("with ag.no_grad():", "if True:"), ("model(x),", "model(x).detach(),")),
                    "nothing recorded",
                ),
                Known(
                    "eval is enough",
                    changed(EVALUATE, ("with ag.no_grad():", "if True:"), ("set_modes(model, modes)", "model.train()")),
                    "nothing recorded",
                ),
                Known(
                    "back to train()",
                    changed(EVALUATE, ("set_modes(model, modes)", "model.train()")),
                    "mixed modes put back",
                ),
                Known(
                    "the model's own flag",
                    changed(EVALUATE, ("set_modes(model, modes)", "model.train(modes[0])")),
                    "mixed modes put back",
                ),
                Known("never back", changed(EVALUATE, ("set_modes(model, modes)", "pass")), "mixed modes put back"),
                Known(
                    "no finally",
                    changed(
                        EVALUATE, ("    finally:\n", "    except ZeroDivisionError:\n        pass\n    if True:\n")
                    ),
                    "an error in the loss",
                ),
                Known(
                    "error hidden",
                    changed(EVALUATE, ("    finally:", "    except Exception:\n        samples = 1\n    finally:")),
                    "an error in the loader",
                ),
                Known(
                    "loader outside",
                    changed(
                        EVALUATE,
                        ("    try:\n        model.eval()", "    model.eval()\n    batches = list(batches)\n    try:"),
                    ),
                    "an error in the loader",
                ),
                Known(
                    "a mean of means",
                    changed(EVALUATE, ("* len(x)", ""), ("samples += len(x)", "samples += 1")),
                    "mean over the samples, from a generator",
                ),
                Known(
                    "gone through twice",
                    changed(
                        EVALUATE,
                        (
                            "modes, total, samples = modes_of(model), 0.0, 0",
                            "modes, total = modes_of(model), 0.0\n    samples = sum(len(x) for x, y in batches)",
                        ),
                        ("                samples += len(x)\n", ""),
                    ),
                    "mean over the samples, from a generator",
                ),
                Known("a tensor", changed(EVALUATE, (".item()", "")), "nothing recorded"),
                Known("switched by hand", SWITCHED_BY_HAND, "called under no_grad"),
                Known("in inference mode", IN_INFERENCE),
                Known("as in the solution", EVALUATE),
                Known("in double precision", f"ag.set_default_dtype(ag.float64)\n{EVALUATE}"),
            ),
            needs=("a-answer",),
        ),
        Question(
            "c-answer",
            ("round_through",),
            ROUNDING,
            (
                Known("a staircase", _through("return x.round()"), "the slope"),
                Known("all detached", _through("return x.detach().round()"), "the slope"),
                Known("not rounded", _through("return x"), "the value"),
                Known("a slope of two", _through("return x + x + (x.round() - x - x).detach()"), "the slope"),
                Known(
                    "written through detach",
                    _through("d = x.detach()\n    d[...] = d.round()\n    return x"),
                    "x unchanged",
                ),
                Known("switched on again", _through("return x.detach().round().requires_grad_()"), "the slope"),
                Known("the other way round", _through("return x - (x - x.round()).detach()")),
                Known("scaled", _through("return x.round().detach() + (x - x.detach())")),
                Known("as in the solution", _through("return x + (x.round() - x).detach()")),
            ),
        ),
    ),
    written={"d-answer": 20},
)
