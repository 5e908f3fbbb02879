"""Exercise 05: two optimizers, on weights, rates and gradients drawn from a seed."""

import numpy as np

from autogradlab.course.lessons.lesson_05.exercise import WITHHELD
from autogradlab.grading.rubric import Known, Question, Rubric, Trial, changed

SHAPES = ((), (1,), (3,), (2, 3), (2, 1, 2))


# ---- inputs ---------------------------------------------------------------------------------------------------------


def numbers(rng, shape):
    return rng.normal(0, 2, shape).round(3).tolist()


def walk(rng):
    """Two weights of different shapes, how steep the loss is for each, a learning rate, and a number of rounds."""
    shapes = [SHAPES[place] for place in rng.choice(len(SHAPES), 2, replace=False)]
    return (
        [numbers(rng, shape) for shape in shapes],
        [0.5, 1.5],
        float(rng.choice([0.05, 0.1, 0.3])),
        int(rng.integers(2, 6)),
    )


def with_settings(rng, momenta=(0.5, 0.9, 0.99), decays=(0.0,)):
    return *walk(rng), float(rng.choice(momenta)), float(rng.choice(decays))


def with_decay(rng):
    return with_settings(rng, (0.5, 0.9), (0.01, 0.2))


def as_plain(rng):
    return with_settings(rng, (0.0,), (0.0,))


def script(rng):
    """(gradients, rate, momentum): in six steps, each of two weights gets a number first, then numbers, 0 and None."""
    rows = [[float(rng.integers(1, 9)), float(rng.integers(-9, 0))]]
    rows += [[0.0, None], [None, 0.0], *([float(g) for g in rng.integers(-9, 9, 2)] for _ in range(3))]
    later = rows[1:]
    rng.shuffle(later)
    return [rows[0], *later], float(rng.choice([0.1, 0.2])), float(rng.choice([0.5, 0.9]))


def seeds(rng):
    return (int(rng.integers(1000)), float(rng.choice([0.01, 0.1])))


def one_weight(rng):
    return float(rng.integers(2, 9)), float(rng.choice([-6, 4, 10])), float(rng.choice([0.1, 0.25]))


# ---- expected answers -----------------------------------------------------------------------------------------------


def walked(starts, steep, lr, rounds, momentum=0.0, decay=0.0):
    """Where each weight ends up with the loss steep * (w**2).sum(), in NumPy."""
    ends = []
    for start, factor in zip(starts, steep):
        w, speed = np.array(start), 0.0
        for _ in range(rounds):
            speed = momentum * speed + 2 * factor * w + decay * w
            w = w - lr * speed
        ends.append(w.tolist())
    return ends


def scripted(rows, lr, momentum):
    places = []
    for place in range(2):
        w, speed = 1.0, None
        for grad in (row[place] for row in rows):
            if grad is not None:
                speed = grad if speed is None else momentum * speed + grad
                w -= lr * speed
        places.append(w)
    return places


def still_weights(answer, inputs):
    same, leaves, moved, recorded = answer
    if not moved:
        return "The tensors that the model computes with have not moved."
    if not same:
        return "After the step, the model holds different tensors."
    if recorded:
        return "A step was recorded: a tensor that your optimizer keeps has a graph behind it."
    return True if leaves else "After the step, a weight is no longer a leaf that asks for gradients."


def cleared(answer, inputs):
    after_step, after_clearing = answer
    if after_step != inputs[1]:
        return "step() changes the gradient, or clears it."
    return True if after_clearing == [None, None] else "After zero_grad(), a gradient is not None."


# ---- trials ---------------------------------------------------------------------------------------------------------

ROUNDS = """
starts, steep, lr, rounds, *settings = inputs
weights = [ag.tensor(start, dtype=ag.float64, requires_grad=True) for start in starts]
optimizer = {make}(weights, lr, *settings)
for turn in range(rounds):
    optimizer.zero_grad()
    sum(factor * (w ** 2).sum() for factor, w in zip(steep, weights)).backward()
    optimizer.step()
answer = [w.tolist() for w in weights]
"""
MODEL = """
seed, lr = inputs
ag.manual_seed(seed)
model = ag.nn.Sequential(ag.nn.Linear(2, 3), ag.nn.Tanh(), ag.nn.Linear(3, 1))
optimizer = {make}
before, ids = [p.tolist() for p in model.parameters()], [id(p) for p in model.parameters()]
for turn in range(3):
    optimizer.zero_grad()
    (model(ag.ones(4, 2)) - 1).pow(2).mean().backward()
    optimizer.step()

def recorded(kept):
    if isinstance(kept, dict):
        return any(map(recorded, kept.values()))
    if isinstance(kept, (list, tuple)):
        return any(map(recorded, kept))
    return getattr(kept, "grad_fn", None) is not None

weights = list(model.parameters())
answer = [[id(p) for p in weights] == ids, all(p.is_leaf and p.requires_grad for p in weights),
          all(p.tolist() != old for p, old in zip(weights, before)), recorded(vars(optimizer))]
"""
SOME_NONE = """
start, grad, lr = inputs
weights = [ag.tensor(start, requires_grad=True) for _ in range(3)]
weights[1].grad = ag.tensor(grad)
PlainSGD(weights, lr).step()
answer = [w.item() for w in weights]
"""
CLEARED = """
start, grad, lr = inputs
used, unused = ag.tensor(start, requires_grad=True), ag.tensor(start, requires_grad=True)
used.grad = ag.tensor(grad)
optimizer = {make}([used, unused], lr)
optimizer.step()
after_step = used.grad and used.grad.item()
optimizer.zero_grad()
optimizer.zero_grad()
answer = [after_step, [used.grad, unused.grad]]
"""
TWICE = """
start, grad, lr = inputs
shared, other = ag.tensor(start, requires_grad=True), ag.tensor(start, requires_grad=True)
optimizer = {make}([shared, other, shared], lr)
shared.grad, other.grad = ag.tensor(grad), ag.tensor(grad)
optimizer.step()
answer = [shared.item(), other.item()]
"""
SCRIPT = """
rows, lr, momentum = inputs
weights = [ag.tensor(1.0, dtype=ag.float64, requires_grad=True) for _ in range(2)]
optimizer = MomentumSGD(weights, lr, momentum)
for row in rows:
    for w, grad in zip(weights, row):
        w.grad = None if grad is None else ag.tensor(grad, dtype=ag.float64)
    optimizer.step()
answer = [w.item() for w in weights]
"""
UNTOUCHED = """
start, grad, lr = inputs
w = ag.tensor([start, 1.0], requires_grad=True)
w.grad = ag.tensor([grad, 3.0])
optimizer = MomentumSGD([w], lr, 0.9, 0.1)
kept = []
for turn in range(3):
    optimizer.step()
    kept.append(w.grad.tolist())
answer = kept
"""

PLAIN_START = """
class PlainSGD:
    def __init__(self, params, lr):
        self.params, self.lr = list(dict.fromkeys(params)), lr
    def zero_grad(self):
        for p in self.params:
            p.grad = None
"""
EACH_ONCE = (
    PLAIN_START
    + """
    def step(self):
        with ag.no_grad():
            for p in self.params:
                if p.grad is not None:
                    p -= self.lr * p.grad
"""
)

PLAIN = Question(
    cell="plain-sgd",
    entry=("PlainSGD",),
    withheld=WITHHELD,
    trials=(
        Trial(
            "several rounds",
            10,
            walk,
            ROUNDS.format(make="PlainSGD"),
            "After several rounds, the weights are not where plain steps lead.",
            reference=walked,
            idea="M19",
        ),
        Trial(
            "weights of a model",
            10,
            seeds,
            MODEL.format(make="PlainSGD(list(model.parameters()), lr)"),
            "The weights of a model do not stay the tensors they were.",
            holds=still_weights,
            idea="M19",
        ),
        Trial(
            "parameters that can be listed only once",
            5,
            seeds,
            MODEL.format(make="PlainSGD(model.parameters(), lr)"),
            "model.parameters() can be walked through only once.",
            holds=still_weights,
        ),
        Trial(
            "gradients that are None",
            6,
            one_weight,
            SOME_NONE,
            "Of three weights, the one with a gradient should move, and the two without one should not.",
            reference=lambda start, grad, lr: [start, start - lr * grad, start],
            idea="M09",
        ),
        Trial(
            "clearing",
            4,
            one_weight,
            CLEARED.format(make="PlainSGD"),
            "zero_grad() or step() does too much.",
            holds=cleared,
            idea="M06",
        ),
        Trial(
            "listed twice",
            5,
            one_weight,
            TWICE.format(make="PlainSGD"),
            "Of two weights, one of them listed twice, each should move once, by a plain step.",
            reference=lambda start, grad, lr: [start - lr * grad] * 2,
        ),
    ),
    known=(
        Known("a name for a new tensor", changed(EACH_ONCE, ("p -= self", "p = p - self")), "several rounds"),
        Known(
            "a list of new tensors",
            PLAIN_START
            + """
    def step(self):
        self.params = [p if p.grad is None else (p - self.lr * p.grad).detach().requires_grad_() for p in self.params]
""",
            "weights of a model",
        ),
        Known(
            "recorded",
            PLAIN_START
            + """
    def step(self):
        for p in self.params:
            if p.grad is not None:
                p -= self.lr * p.grad
""",
            "several rounds",
        ),
        Known(
            "params kept as they came",
            changed(EACH_ONCE, ("list(dict.fromkeys(params))", "params")),
            "parameters that can be listed only once",
        ),
        Known(
            "stops at None",
            changed(
                EACH_ONCE,
                (
                    "                if p.grad is not None:\n                    p -=",
                    "                if p.grad is None:\n                    return\n                p -=",
                ),
            ),
            "gradients that are None",
        ),
        Known(
            "expects a gradient everywhere",
            changed(
                EACH_ONCE, ("                if p.grad is not None:\n                    p -=", "                p -=")
            ),
            "gradients that are None",
        ),
        Known(
            "zeros for None",
            changed(
                EACH_ONCE,
                ("            p.grad = None", "            if p.grad is not None:\n                p.grad.zero_()"),
            ),
            "clearing",
        ),
        Known(
            "the step clears",
            changed(EACH_ONCE, ("p -= self.lr * p.grad\n", "p -= self.lr * p.grad\n        self.zero_grad()\n")),
            "clearing",
        ),
        Known(
            "each listing steps", changed(EACH_ONCE, ("list(dict.fromkeys(params))", "list(params)")), "listed twice"
        ),
        Known("uphill", changed(EACH_ONCE, ("p -= self", "p += self")), "several rounds"),
        Known(
            "copied into the weight",
            """
class PlainSGD:
    def __init__(self, params, lr):
        self.lr, self.params = lr, []
        for p in params:
            if not any(p is known for known in self.params):
                self.params.append(p)
    def zero_grad(self):
        for p in self.params:
            p.grad = None
    @ag.no_grad()
    def step(self):
        for p in self.params:
            if p.grad is None:
                continue
            p.copy_(p - self.lr * p.grad)
""",
        ),
        Known(
            "through detach",
            """
class PlainSGD:
    def __init__(self, params, lr):
        self.params, self.lr = {id(p): p for p in params}, lr
    def zero_grad(self):
        for p in self.params.values():
            p.grad = None
    def step(self):
        for p in self.params.values():
            if p.grad is not None:
                numbers = p.detach()
                numbers -= self.lr * p.grad
""",
        ),
        Known(
            "borrowed",
            """
class PlainSGD(ag.optim.SGD):
    def __init__(self, params, lr):
        super().__init__(list(dict.fromkeys(params)), lr)
""",
            "several rounds",
        ),
        Known(
            "borrowed from the package's base class",
            """
class PlainSGD(ag.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(list(dict.fromkeys(params)), {"lr": lr})
    def _update_one(self, p, group):
        p.data -= group["lr"] * p.grad
""",
            "several rounds",
        ),
        Known(
            "on the package's base class",
            """
class PlainSGD(ag.optim.Optimizer):
    def __init__(self, params, lr):
        super().__init__(list(dict.fromkeys(params)), {"lr": lr})
    @ag.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None:
                    p.sub_(group["lr"] * p.grad)
""",
        ),
    ),
)

START = """
class MomentumSGD:
    def __init__(self, params, lr, momentum=0.0, weight_decay=0.0):
        self.params, self.lr = list(dict.fromkeys(params)), lr
        self.momentum, self.weight_decay, self.speeds, self.speed = momentum, weight_decay, {}, None
    def zero_grad(self):
        for p in self.params:
            p.grad = None
"""


def stepping(body):
    """The class whose `step` runs this body, in `no_grad`, for each weight `p` that has a gradient."""
    lines = "\n".join(f"                    {line}" for line in body.strip().splitlines())
    return (
        f"{START}    def step(self):\n        with ag.no_grad():\n            for p in self.params:\n"
        f"                if p.grad is not None:\n{lines}\n"
    )


MOMENTUM = Question(
    cell="momentum-sgd",
    entry=("MomentumSGD",),
    withheld=WITHHELD,
    needs=("plain-sgd",),
    trials=(
        Trial(
            "momentum",
            10,
            with_settings,
            ROUNDS.format(make="MomentumSGD"),
            "With momentum, the weights are not where they should be.",
            reference=walked,
        ),
        Trial(
            "weight decay",
            8,
            with_decay,
            ROUNDS.format(make="MomentumSGD"),
            "With weight decay, the weights are not where they should be.",
            reference=walked,
        ),
        Trial(
            "neither",
            4,
            as_plain,
            ROUNDS.format(make="MomentumSGD"),
            "With momentum and weight decay at 0, the steps are not plain ones.",
            reference=walked,
        ),
        Trial(
            "zeros and None",
            6,
            script,
            SCRIPT,
            "A gradient of 0 takes part, and momentum carries on; None leaves the weight and its speed as they are.",
            reference=scripted,
            idea="M09",
        ),
        Trial(
            "gradients untouched",
            4,
            one_weight,
            UNTOUCHED,
            "step() changes what is in .grad.",
            reference=lambda start, grad, lr: [[grad, 3.0]] * 3,
            reported=True,
        ),
        Trial(
            "weights of a model",
            6,
            seeds,
            MODEL.format(make="MomentumSGD(model.parameters(), lr, 0.9, 0.01)"),
            "The weights of a model do not stay the tensors they were.",
            holds=still_weights,
            idea="M19",
        ),
        Trial(
            "listed twice",
            2,
            one_weight,
            TWICE.format(make="MomentumSGD"),
            "Of two weights, one of them listed twice, each should move once, by a plain step.",
            reference=lambda start, grad, lr: [start - lr * grad] * 2,
        ),
    ),
    known=(
        Known(
            "one speed for all",
            stepping("""
g = p.grad + self.weight_decay * p
self.speed = g if self.speed is None else self.momentum * self.speed + g
p -= self.lr * self.speed
"""),
            "zeros and None",
        ),
        Known(
            "damped first speed",
            stepping("""
g = p.grad + self.weight_decay * p
self.speeds[p] = self.momentum * self.speeds.get(p, 0.0) + (1 - self.momentum) * g
p -= self.lr * self.speeds[p]
"""),
            "momentum",
        ),
        Known(
            "no memory",
            stepping("""
g = p.grad + self.weight_decay * p
speed = self.momentum * 0.0 + g
p -= self.lr * speed
"""),
            "momentum",
        ),
        Known(
            "pull beside the speed",
            stepping("""
self.speeds[p] = self.momentum * self.speeds.get(p, 0.0) + p.grad
p -= self.lr * (self.speeds[p] + self.weight_decay * p)
"""),
            "weight decay",
        ),
        Known(
            "pull away from 0",
            stepping("""
g = p.grad - self.weight_decay * p
self.speeds[p] = self.momentum * self.speeds.get(p, 0.0) + g
p -= self.lr * self.speeds[p]
"""),
            "weight decay",
        ),
        Known(
            "the speed is the gradient itself",
            stepping("""
if p in self.speeds:
    self.speeds[p] *= self.momentum
    self.speeds[p] += p.grad + self.weight_decay * p
else:
    self.speeds[p] = p.grad
    self.speeds[p] += self.weight_decay * p
p -= self.lr * self.speeds[p]
"""),
            "gradients untouched",
        ),
        Known(
            "pull written into the gradient",
            stepping("""
p.grad += self.weight_decay * p
self.speeds[p] = self.momentum * self.speeds.get(p, 0.0) + p.grad
p -= self.lr * self.speeds[p]
"""),
            "gradients untouched",
        ),
        Known(
            "0 taken for None",
            stepping("""
if p.grad.abs().sum().item() > 0:
    g = p.grad + self.weight_decay * p
    self.speeds[p] = self.momentum * self.speeds.get(p, 0.0) + g
    p -= self.lr * self.speeds[p]
"""),
            "zeros and None",
        ),
        Known(
            "None taken for 0",
            START
            + """
    def step(self):
        with ag.no_grad():
            for p in self.params:
                g = (0.0 if p.grad is None else p.grad) + self.weight_decay * p
                self.speeds[p] = self.momentum * self.speeds.get(p, 0.0) + g
                p -= self.lr * self.speeds[p]
""",
            "zeros and None",
        ),
        Known(
            "speeds recorded",
            START
            + """
    def step(self):
        for p in self.params:
            if p.grad is not None:
                g = p.grad + self.weight_decay * p
                self.speeds[p] = self.momentum * self.speeds.get(p, 0.0) + g
                with ag.no_grad():
                    p -= self.lr * self.speeds[p]
""",
            "weights of a model",
        ),
        Known(
            "built on the plain one",
            PLAIN_START
            + """
class MomentumSGD(PlainSGD):
    def __init__(self, params, lr, momentum=0.0, weight_decay=0.0):
        super().__init__(params, lr)
        self.momentum, self.weight_decay = momentum, weight_decay
        self.speeds = [None] * len(self.params)
    @ag.no_grad()
    def step(self):
        for i, p in enumerate(self.params):
            if p.grad is None:
                continue
            g = p.grad + self.weight_decay * p
            if self.speeds[i] is None:
                self.speeds[i] = g.clone()
            else:
                self.speeds[i].mul_(self.momentum).add_(g)
            p.sub_(self.lr * self.speeds[i])
""",
        ),
        Known(
            "a speed of 0 to begin with",
            stepping("""
g = p.grad + self.weight_decay * p
self.speeds[p] = self.momentum * self.speeds.get(p, 0.0) + g
p -= self.lr * self.speeds[p]
"""),
        ),
        Known(
            "speeds by id",
            stepping("""
g = p.grad.clone()
g += self.weight_decay * p
speed = self.speeds.setdefault(id(p), ag.zeros(p.shape, dtype=p.dtype))
speed *= self.momentum
speed += g
p.copy_(p - self.lr * speed)
"""),
        ),
        Known(
            "borrowed",
            """
class MomentumSGD:
    def __init__(self, params, lr, momentum=0.0, weight_decay=0.0):
        ready = ag.optim.SGD(dict.fromkeys(params), lr, momentum, weight_decay=weight_decay)
        self.step, self.zero_grad = ready.step, ready.zero_grad
""",
            "momentum",
        ),
    ),
)

RUBRIC = Rubric("05_loop", (PLAIN, MOMENTUM), {"explain": 20})
