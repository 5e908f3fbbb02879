"""Exercise 03: the leaves behind a loss, why a weight gets no gradient, where the way is cut."""

from autogradlab.grading.rubric import Known, Question, Rubric, Trial, changed

LEAF = "def leaf(value):\n    return ag.tensor(value, requires_grad=True)\n"

# ---- a: leaves behind a loss ----------------------------------------------------------------------------------------

MIXTURE = (
    LEAF
    + """
values, asks = inputs
tensors = [ag.tensor(value, requires_grad=ask) for value, ask in zip(values, asks)]
loss = tensors[0] * 2.0
for place, tensor in enumerate(tensors[1:]):
    loss = loss * tensor if place % 2 else ag.exp(tensor) + loss
answer = sorted(round(found.item(), 4) for found in leaves_behind(loss))
"""
)

SHARED = (
    LEAF
    + """
value, times = inputs
a, b = leaf(value), leaf(value)
loss = a * b
for _ in range(times):
    loss = loss * a + loss
found = leaves_behind(loss)
answer = [len(found), sum(t is a for t in found), sum(t is b for t in found)]
"""
)

CHAIN = (
    LEAF
    + """
length, value = inputs
a = leaf(value)
loss = a
for _ in range(length):
    loss = loss + 1.0
try:
    found = leaves_behind(loss)
    answer = [len(found), any(t is a for t in found)]
except RecursionError:
    answer = "too deep"
"""
)

ALONE = (
    LEAF
    + """
value, = inputs
own, switched = leaf(value), ag.tensor(leaf(value).item()).requires_grad_()
lists = [leaves_behind(t) for t in (ag.tensor(value), leaf(value).detach(), own, switched)]
answer = [len(found) for found in lists] + [any(t is own for t in lists[2]), any(t is switched for t in lists[3])]
"""
)


def _mixture(rng):
    """Values, and which of them ask for a gradient: two at least, so that more than one way has to be followed."""
    count = int(rng.integers(3, 7))
    asks = [True, True, False, *(bool(rng.integers(2)) for _ in range(count - 3))]
    return [float(round(value, 2)) for value in rng.uniform(-1, 1, count)], [asks[i] for i in rng.permutation(count)]


def _asking(values, asks):
    return sorted(round(value, 4) for value, ask in zip(values, asks) if ask)


LEAVES = (
    Trial(
        "several leaves and constants",
        8,
        _mixture,
        MIXTURE,
        "Some leaves behind the loss are missing, or something is in the list that does not ask for a gradient.",
        reference=_asking,
        absolute=1e-3,
    ),
    Trial(
        "a leaf on many ways, and its equal",
        6,
        lambda rng: (float(rng.integers(-4, 5)), int(rng.integers(2, 9))),
        SHARED,
        "A leaf that is reached on many ways belongs into the list once, and another leaf of the same value as well.",
        reference=lambda value, times: [2, 1, 1],
    ),
    Trial(
        "a chain of thousands",
        5,
        lambda rng: (int(rng.integers(4000, 6000)), float(rng.normal())),
        CHAIN,
        "A long graph needs a loop with a list of nodes still to visit; a function that calls itself gets stuck.",
        reference=lambda length, value: [1, True],
    ),
    Trial(
        "a loss that stands alone",
        6,
        lambda rng: (float(rng.integers(-3, 4)),),
        ALONE,
        "A loss without grad_fn has no leaves, unless it requires grad: then it is its own only leaf.",
        reference=lambda value: [0, 0, 1, 1, True, True],
        idea="M17",
    ),
)

# ---- b: the cause ---------------------------------------------------------------------------------------------------

FROZEN = (
    LEAF
    + """
value, = inputs
param = ag.tensor(value)
lone = (param * 2.0) ** 2
answer = [why_no_grad((param * leaf(2.0)) ** 2, param), why_no_grad(lone, param),
          why_no_grad(leaf(1.0) * 2.0, leaf(value).detach())]
"""
)

COMPUTED = (
    LEAF
    + """
value, factor = inputs
scaled, moved, several = leaf(value) * factor, leaf(value).double(), leaf([value, factor]) * 0.01
answer = [why_no_grad((t * 2.0).sum(), t) for t in (scaled, moved, several)]
"""
)

NO_HISTORY = (
    LEAF
    + """
value, which = inputs
w = leaf(value)

def helper(t):
    ways = [lambda: ag.tensor((t * 3.0).item()), lambda: (t * 3.0).detach() ** 2, lambda: t * 3.0 > 1.0,
            lambda: ag.tensor([t.item(), 2.0]).sum()]
    return ways[which]()

answer = why_no_grad(helper(w), w)
"""
)

SWITCHED = (
    LEAF
    + """
value, = inputs
w = leaf(value)
loss = ag.tensor(((w - 1.0) ** 2).item())
loss.requires_grad = True
answer = [why_no_grad(loss, w), why_no_grad(((w * 2.0) ** 2).detach().requires_grad_(), w)]
"""
)

PAST = (
    LEAF
    + """
value, = inputs
param, twin = leaf(value), leaf(value)
unused = (twin * 2.0) ** 2
cut = (param * 2.0).detach() * twin + twin
rewrapped = (leaf((param * 2.0).item()) - 1.0) ** 2
answer = [why_no_grad(loss, param) for loss in (unused, cut, rewrapped)]
"""
)

FINE = (
    LEAF
    + """
value, = inputs
w, many = leaf(value), leaf([value, 1.0, -2.0])
losses = [(w, w), (w * 2.0, w), (w * w.detach(), w), ((w * 2.0).round(), w), (w * 0.0 + leaf(1.0), w),
          ((many * many).sum(), many), ((many - w).mean(), many)]
answer = [why_no_grad(loss, param) for loss, param in losses]
"""
)


def _number(rng):
    return (float(rng.integers(-5, 6)),)


CAUSES = (
    Trial(
        "frozen",
        5,
        _number,
        FROZEN,
        "A parameter that does not require grad is frozen, whatever the loss is like.",
        reference=lambda value: ["frozen"] * 3,
    ),
    Trial(
        "computed",
        6,
        lambda rng: (float(rng.integers(2, 400)), float(rng.uniform(0.001, 0.1))),
        COMPUTED,
        "A parameter that was scaled or moved after the asking is computed: it is no leaf.",
        reference=lambda value, factor: ["computed"] * 3,
        idea="M18",
    ),
    Trial(
        "no history, cut inside a helper",
        6,
        lambda rng: (float(rng.integers(-5, 6)), int(rng.integers(4))),
        NO_HISTORY,
        "A loss that does not require grad has no history.",
        reference=lambda value, which: "no history",
        idea="M57",
    ),
    Trial(
        "switched on",
        6,
        _number,
        SWITCHED,
        "A loss that requires grad and has no grad_fn was switched on by hand.",
        reference=lambda value: ["switched on"] * 2,
        idea="M56",
    ),
    Trial(
        "unused, or cut on the way",
        6,
        _number,
        PAST,
        "The loss leads to other leaves, and the parameter is not among them. A leaf of the same value is not it.",
        reference=lambda value: ["not reached"] * 3,
    ),
    Trial(
        "no false alarm",
        6,
        _number,
        FINE,
        "Here the gradient arrives, and your function says something else.",
        reference=lambda value: ["reached"] * 7,
    ),
)

# ---- c: the place ---------------------------------------------------------------------------------------------------

STEPS = (
    LEAF
    + """
count, cuts, value = inputs
param, steps = leaf(value), {}
h = param
for number in range(count):
    h = (h * 1.5).detach() + leaf(value) if number in cuts else h * 1.5
    steps[f"s{number}"] = h
answer = first_cut(steps, param)
"""
)


def _cut_at(how_many):
    def inputs(rng):
        count = int(rng.integers(4, 9))
        return count, [int(place) for place in rng.choice(count, how_many, replace=False)], float(rng.integers(1, 5))

    return inputs


def _first(count, cuts, value):
    return f"s{min(cuts)}" if cuts else "no cut"


PLACES = (
    Trial("one cut", 8, _cut_at(1), STEPS, "The step that was made without history is another one.", reference=_first),
    Trial(
        "two cuts",
        6,
        _cut_at(2),
        STEPS,
        "Of two cuts, name the one that comes first on the way from the parameter.",
        reference=_first,
    ),
    Trial("no cut", 6, _cut_at(0), STEPS, 'The way is whole: the answer is the text "no cut".', reference=_first),
)

# ---- what is known --------------------------------------------------------------------------------------------------

WALK = """
def leaves_behind(loss):
    if loss.grad_fn is None:
        return [loss] if loss.requires_grad else []
    leaves, seen, waiting = [], set(), [loss.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        if hasattr(node, "variable"):
            leaves.append(node.variable)
        else:
            waiting += [following for following, _ in node.next_functions]
    return leaves
"""

RECURSIVE = """
def leaves_behind(loss):
    leaves = []
    def visit(node):
        if node is None:
            return
        if hasattr(node, "variable"):
            if not any(node.variable is found for found in leaves):
                leaves.append(node.variable)
        for following, _ in node.next_functions:
            visit(following)
    visit(loss.grad_fn)
    return leaves or ([loss] if loss.requires_grad else [])
"""

BY_LAYERS = """
def leaves_behind(loss):
    if not loss.requires_grad:
        return []
    if loss.is_leaf:
        return [loss]
    layer, known = {loss.grad_fn}, {loss.grad_fn}
    while layer:
        layer = {n for node in layer for n, _ in node.next_functions if n is not None} - known
        known |= layer
    return [node.variable for node in known if type(node).__name__ == "AccumulateGrad"]
"""

CAUSE = """
def why_no_grad(loss, param):
    if not param.requires_grad:
        return "frozen"
    if not param.is_leaf:
        return "computed"
    if not loss.requires_grad:
        return "no history"
    if any(leaf is param for leaf in leaves_behind(loss)):
        return "reached"
    return "switched on" if loss.grad_fn is None else "not reached"
"""

BY_ID = """
def why_no_grad(loss, param):
    checks = {"frozen": param.requires_grad, "computed": param.grad_fn is None, "no history": loss.requires_grad,
              "switched on": loss.grad_fn is not None or loss is param,
              "not reached": id(param) in {id(leaf) for leaf in leaves_behind(loss)}}
    return next((word for word, fine in checks.items() if not fine), "reached")
"""

CUT = """
def first_cut(steps, param):
    for name, tensor in steps.items():
        if not any(leaf is param for leaf in leaves_behind(tensor)):
            return name
    return "no cut"
"""

CUT_BY_CAUSE = """
def first_cut(steps, param):
    cut = [name for name in steps if why_no_grad(steps[name], param) != "reached"]
    return cut[0] if cut else "no cut"
"""

STEP_BEFORE = """
def first_cut(steps, param):
    before = "no cut"
    for name, tensor in steps.items():
        if not any(leaf is param for leaf in leaves_behind(tensor)):
            return before
        before = name
    return "no cut"
"""

LAST_CUT = """
def first_cut(steps, param):
    for name in reversed(list(steps)):
        if steps[name].grad_fn.next_functions[0][0] is None:
            return name
    return "no cut"
"""


RUBRIC = Rubric(
    "03_leaves",
    (
        Question(
            "a-answer",
            ("leaves_behind",),
            LEAVES,
            (
                Known(
                    "first entry only",
                    changed(
                        WALK,
                        (
                            "waiting += [following for following, _ in node.next_functions]",
                            "waiting.append(node.next_functions[0][0])",
                        ),
                    ),
                    "several leaves and constants",
                ),
                Known(
                    "once for each way", changed(WALK, ("seen.add(node)", "pass")), "a leaf on many ways, and its equal"
                ),
                Known(
                    "told apart by value",
                    changed(RECURSIVE, ("node.variable is found", "node.variable == found")),
                    "a leaf on many ways, and its equal",
                ),
                Known("calls itself", RECURSIVE, "a chain of thousands"),
                Known(
                    "a switched-on loss forgotten",
                    changed(WALK, ("[loss] if loss.requires_grad else []", "[]")),
                    "a loss that stands alone",
                ),
                Known(
                    "every lone loss is a leaf",
                    changed(WALK, ("[loss] if loss.requires_grad else []", "[loss]")),
                    "a loss that stands alone",
                ),
                Known("layer by layer", BY_LAYERS),
                Known("as in the solution", WALK),
            ),
        ),
        Question(
            "b-answer",
            ("why_no_grad",),
            CAUSES,
            (
                Known("the loss asked first", changed(CAUSE, ("if not param.requires_grad:", "if False:")), "frozen"),
                Known("scaled is a leaf", changed(CAUSE, ("if not param.is_leaf:", "if False:")), "computed"),
                Known(
                    "no history is not reached",
                    changed(CAUSE, ('"no history"', '"not reached"')),
                    "no history, cut inside a helper",
                ),
                Known(
                    "a switch reconnects",
                    changed(CAUSE, ('"switched on" if loss.grad_fn is None else ', "")),
                    "switched on",
                ),
                Known(
                    "equal is the same",
                    changed(
                        CAUSE, ("any(leaf is param for leaf in leaves_behind(loss))", "param in leaves_behind(loss)")
                    ),
                    "unused, or cut on the way",
                ),
                Known(
                    "every cut is an alarm",
                    changed(
                        CAUSE,
                        (
                            "any(leaf is param for leaf in leaves_behind(loss))",
                            "all(leaf is param for leaf in leaves_behind(loss)) and loss.grad_fn is not None",
                        ),
                    ),
                    "no false alarm",
                ),
                Known("a table of questions", BY_ID),
                Known("as in the solution", CAUSE),
            ),
            needs=("a-answer",),
        ),
        Question(
            "c-answer",
            ("first_cut",),
            PLACES,
            (
                Known("the last cut", LAST_CUT, "two cuts"),
                Known("the step before", STEP_BEFORE, "one cut"),
                Known("None for no cut", changed(CUT, ('return "no cut"', "return None")), "no cut"),
                Known("by its cause", CUT_BY_CAUSE),
                Known("as in the solution", CUT),
            ),
            needs=("a-answer", "b-answer"),
        ),
    ),
    written={"d-answer": 20},
)
