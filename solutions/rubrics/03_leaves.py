"""Exercise 03: the leaves behind a loss, why a weight gets no gradient, where the way is cut."""

from typing import NamedTuple

import autogradlab as ag
from autogradlab.course.lessons.lesson_03.exercise import WALKERS, WITHHELD
from autogradlab.grading.rubric import Known, Question, Rubric, Trial, changed, drawn_until

# Computations as plain data, one step per line: a word, and the places of its operands. The same lines are executed
# with tensors in the learner's process, and followed here without them. They contain no answer, and the cases of a
# trial are mixed: code that peeks at the lines would have to follow them, too, and a constant earns nothing.
BUILD = """
def build(steps):
    made = []
    for word, *given in steps:
        if word == "tensor":
            made.append(ag.tensor(given[0], requires_grad=given[1]))
        elif word == "+":
            made.append(made[given[0]] + made[given[1]])
        else:
            t = made[given[0]]
            made.append({"scaled": lambda: t * 0.5, "rounded": lambda: t.round(), "summed": lambda: t.sum(),
                         "moved": lambda: t.double() if t.dtype == ag.float32 else t.float(),
                         "times its number": lambda: t * t.detach(),
                         "detached": lambda: t.detach(), "wrapped": lambda: ag.tensor(t.tolist()),
                         "asked": lambda: (t > 1.0) * 2.0, "switched on": lambda: t.detach().requires_grad_()}[word]())
    return made

def counted(found, tensors):
    return [len(found), [sum(each is t for each in found) for t in tensors]]
"""
_built = {"ag": ag}
exec(BUILD, _built)
ON, CUTS = ("scaled", "rounded", "summed", "moved", "times its number"), ("detached", "wrapped", "asked")
REACHED, LEAVES_MADE = "reached", 5


class Followed(NamedTuple):
    """What is known of a tensor: `requires_grad`, `is_leaf`, and {place: paths to it} for leaves that require grad."""

    requires_grad: bool
    is_leaf: bool
    ways: dict


def followed(steps):
    """What is known of the tensor that each step makes."""
    made = []
    for place, (word, *given) in enumerate(steps):
        if word == "switched on" or (word == "tensor" and given[1]):
            made.append(Followed(True, True, {place: 1}))
        elif word == "tensor" or word in CUTS:
            made.append(Followed(False, True, {}))
        else:
            made.append(_result([made[each] for each in given]))
    return made


def _result(operands):
    asks, ways = any(each.requires_grad for each in operands), {}
    for operand in operands:
        for leaf, count in operand.ways.items():
            ways[leaf] = ways.get(leaf, 0) + count
    return Followed(asks, not asks, ways)


def values_at(steps, places):
    """The different values at these places."""
    made = _built["build"](steps)
    return {str(made[place].tolist()) for place in places}


def computation(rng, length=10, equal=False):
    """Steps: first some leaves, three of which require grad, then results; with `equal`, the leaves have one value."""
    value, asks = float(rng.integers(-4, 5)), [True, True, True, False, False]
    value = [value] * 3 if equal and rng.integers(2) else value
    steps = [["tensor", value if equal else float(rng.integers(-9, 10)), asks[i]] for i in rng.permutation(LEAVES_MADE)]
    words, shares = ["+", *ON, *CUTS, "switched on"], [0.4] + [0.07] * 5 + [0.05] * 3 + [0.1]
    for place in range(LEAVES_MADE, LEAVES_MADE + length):
        word = str(rng.choice(words, p=shares))
        near = int(rng.integers(max(0, place - 3), place))
        steps.append([word, near, int(rng.integers(place))] if word == "+" else [word, near])
    return steps


# ---- a: leaves behind a loss ----------------------------------------------------------------------------------------

BEHIND = BUILD + "\nmade = build(inputs[0])\nanswer = counted(leaves_behind(made[-1]), made)\n"

CHAIN = (  # no two leaves have the same value: telling them apart by value costs points in another trial
    BUILD
    + """
length, cut, places = inputs
loss, leaves = ag.tensor(1.0), []
for place in range(length):
    loss = loss + 1.0
    if place == cut:
        loss = loss.detach()
    if place in places:
        leaves.append(ag.tensor(float(place), requires_grad=True))
        loss = loss + leaves[-1]
try:
    answer = counted(leaves_behind(loss), leaves)
except RecursionError:
    answer = "too deep"
"""
)

ALONE = BUILD + "\nanswer = [counted(leaves_behind(t), [t]) for t in build(inputs[0]) if t.grad_fn is None]\n"


def mixture(rng):
    """At least two leaves that require grad are behind the last result, each on one path and with its own value, and at
    least one is not."""

    def fits(steps):
        made = followed(steps)
        asking = sum(each.is_leaf and each.requires_grad for each in made)
        ways = made[-1].ways
        return 2 <= len(ways) < asking and set(ways.values()) == {1} and len(values_at(steps, ways)) == len(ways)

    return (drawn_until(fits, lambda: computation(rng)),)


def shared(rng):
    """Behind the last result are two of the first leaves, equal in value, and several paths lead to some leaf."""

    def fits(steps):
        ways = followed(steps)[-1].ways
        return sum(steps[place][0] == "tensor" for place in ways) == 2 and 2 <= max(ways.values()) < 100

    return (drawn_until(fits, lambda: computation(rng, equal=True)),)


def thousands(rng):
    """(length, place of the cut, places of leaves): before the cut, soon behind it, and often further on."""
    length, cut = int(rng.integers(4000, 6000)), int(rng.integers(600, 1400))
    before, behind = rng.integers(0, cut, 2), rng.integers(cut + 1, length, rng.integers(0, 5))
    return length, cut, sorted({int(place) for place in (*before, cut + rng.integers(1, 100), *behind)})


def standing_alone(rng):
    def fits(steps):
        made = followed(steps)
        lone = [(step[0], each.requires_grad) for step, each in zip(steps, made) if each.is_leaf]
        return len(lone) < 11 and ("switched on", True) in lone and any(word in CUTS for word, _ in lone)

    return (drawn_until(fits, lambda: computation(rng)),)


def _behind(steps):
    made = followed(steps)
    return [len(made[-1].ways), [int(place in made[-1].ways) for place in range(len(made))]]


def _alone(steps):
    return [[int(each.requires_grad), [int(each.requires_grad)]] for each in followed(steps) if each.is_leaf]


def _behind_the_cut(length, cut, places):
    found = [int(place > cut) for place in places]
    return [sum(found), found]


LEAVES = (
    Trial(
        "several leaves and constants",
        8,
        mixture,
        BEHIND,
        "Some leaves behind the loss are missing, or the list contains something that is not behind it.",
        reference=_behind,
    ),
    Trial(
        "a leaf on many paths, and one equal to it",
        6,
        shared,
        BEHIND,
        "A leaf that many paths reach belongs in the list once, and so does another leaf with the same value.",
        reference=_behind,
    ),
    Trial(
        "a chain of thousands",
        5,
        thousands,
        CHAIN,
        "In a graph of thousands of nodes, leaves are missing, or your function calls itself too often.",
        reference=_behind_the_cut,
    ),
    Trial(
        "a loss without a graph",
        6,
        standing_alone,
        ALONE,
        "A loss without grad_fn has no leaves, unless it requires grad: then its only leaf is itself.",
        reference=_alone,
        idea="M17",
    ),
)

# ---- b: the cause ---------------------------------------------------------------------------------------------------

CAUSED = (
    BUILD
    + """
answer = []
for steps, loss, param in inputs[0]:
    made = build(steps)
    answer.append(why_no_grad(made[loss], made[param]))
"""
)

LEFT = (
    BUILD
    + """
answer = []
for steps, loss, param in inputs[0]:
    made = build(steps)
    asking = [t for t in made if t.is_leaf and t.requires_grad]
    for t in asking:
        t.grad = t.detach() * 0 + 7
    word = why_no_grad(made[loss], made[param])
    answer.append([word, all(t.grad is not None and bool((t.grad == 7).all()) for t in asking)])
"""
)


def cause(steps, loss, param):
    """Why the gradient of a loss does not arrive at a parameter; REACHED if it does."""
    made = followed(steps)
    if not made[param].requires_grad:
        return "frozen"
    if not made[param].is_leaf:
        return "computed"
    if not made[loss].requires_grad:
        return "no history"
    if param in made[loss].ways:
        return REACHED
    return "switched on" if made[loss].is_leaf else "not reached"


def case(rng, kind):
    """(steps, loss, parameter) with this cause. Telling leaves apart by value is found out where it is "not reached",
    and only there; taking every loss that is a leaf for one that was switched on is found out by `itself` alone.
    """

    def fits(drawn):
        steps, loss, param = drawn
        made = followed(steps)
        if cause(*drawn) != kind:
            return False
        if kind == "switched on":
            return steps[loss][0] == "switched on" and len(values_at(steps, [loss, param])) == 2
        if kind == "not reached":
            return any(steps[leaf][0] == "tensor" for leaf in made[loss].ways)
        return kind != REACHED or not made[loss].is_leaf

    def draw():
        steps = computation(rng, equal=kind == "not reached")
        return steps, int(rng.integers(LEAVES_MADE, len(steps))), int(rng.integers(len(steps)))

    return drawn_until(fits, draw)


def cases(*kinds):
    """Inputs: cases of these kinds, in any order; one of the last kind has several leaves behind its loss."""

    def inputs(rng):
        drawn = [case(rng, kind) for kind in kinds]
        drawn[-1] = drawn_until(lambda each: _has_other_leaves(*each), lambda: case(rng, kinds[-1]))
        return ([drawn[place] for place in rng.permutation(len(drawn))],)

    return inputs


def no_alarms(rng):
    """Cases in which the gradient arrives, one of them with the parameter itself as its loss; and two frozen ones."""
    drawn = [*cases("frozen", "frozen", *[REACHED] * 4)(rng)[0], itself(rng)]
    return ([drawn[place] for place in rng.permutation(len(drawn))],)


def itself(rng):
    steps = computation(rng)
    asking = [place for place, each in enumerate(followed(steps)) if each.is_leaf and each.requires_grad]
    place = int(rng.choice(asking))
    return steps, place, place


def _has_other_leaves(steps, loss, param):
    return len(followed(steps)[loss].ways) > 1


def _causes(drawn):
    return [cause(*each) for each in drawn]


def _causes_and_old_gradients(drawn):
    return [[cause(*each), True] for each in drawn]


def caused(name, points, kind, message, **more):
    """A trial with cases of one kind among others in which the gradient arrives, so that no constant is right."""
    drawn = cases(kind, kind, kind, REACHED, REACHED)
    return Trial(name, points, drawn, CAUSED, message, reference=_causes, **more)


CAUSES = (
    caused("frozen", 4, "frozen", "A parameter that does not require grad is frozen, whatever the loss is like."),
    caused(
        "computed",
        5,
        "computed",
        "A parameter that was scaled or moved after its gradient was asked for is computed: it is not a leaf.",
        idea="M18",
    ),
    caused(
        "no history, cut inside a helper",
        6,
        "no history",
        "A loss that does not require grad has no history.",
        idea="M57",
    ),
    caused(
        "switched on",
        6,
        "switched on",
        "A loss that requires grad and has no grad_fn was switched on by hand.",
        idea="M56",
    ),
    caused(
        "unused, or cut on the way",
        5,
        "not reached",
        "The loss leads to other leaves, but not to the parameter. A leaf with the same value does not count.",
    ),
    Trial(
        "no false alarm",
        5,
        no_alarms,
        CAUSED,
        "Here the gradient arrives (the loss may be the parameter itself), but your function says something else.",
        reference=_causes,
    ),
    Trial(
        "old gradients",
        4,
        cases("not reached", "not reached", REACHED, REACHED),
        LEFT,
        "With an old .grad, the answer is another one, or .grad is changed: your function should only look.",
        reference=_causes_and_old_gradients,
    ),
)

# ---- c: the place ---------------------------------------------------------------------------------------------------

PLACED = (
    BUILD
    + """
answer = []
for steps, places in inputs[0]:
    made = build(steps)
    answer.append(first_cut({f"s{number}": made[place] for number, place in enumerate(places)}, made[0]))
"""
)


def way(rng, cuts):
    """(steps of a chain that starts at a parameter, place 0, and is cut `cuts` times; places of its results)"""
    count = int(rng.integers(4, 9))
    cut = set(rng.choice(count, cuts, replace=False).tolist())
    steps, places = [["tensor", float(rng.integers(1, 5)), True]], []
    for number in range(count):
        words = CUTS if number in cut else ("scaled", "times its number", "moved")
        steps.append([str(rng.choice(words)), len(steps) - 1])
        if number in cut or rng.integers(3) == 0:
            steps += [["tensor", float(rng.integers(1, 5)), True], ["+", len(steps) - 1, len(steps)]]
        places.append(len(steps) - 1)
    return steps, places


def ways(*cuts):
    """Inputs: chains with these numbers of cuts, in any order, which do not all have the same answer."""

    def inputs(rng):
        drawn = drawn_until(
            lambda each: len(set(_first(each))) > 1, lambda: [way(rng, each) for each in rng.permutation(cuts).tolist()]
        )
        return (drawn,)

    return inputs


def _first(drawn):
    return [_first_cut(*each) for each in drawn]


def _first_cut(steps, places):
    made = followed(steps)
    return next((f"s{number}" for number, place in enumerate(places) if 0 not in made[place].ways), "no cut")


PLACES = (
    Trial(
        "one cut", 8, ways(1, 1), PLACED, "The step that was made without history is a different one.", reference=_first
    ),
    Trial(
        "two cuts",
        6,
        ways(2, 2),
        PLACED,
        "Of two cuts, name the one that comes first on the way from the parameter.",
        reference=_first,
    ),
    Trial(
        "no cut",
        6,
        ways(0, 0, 1, 1),
        PLACED,
        'Where the path is whole, the answer should be the text "no cut".',
        reference=_first,
    ),
)

# ---- known answers --------------------------------------------------------------------------------------------------

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

BY_WALKING = changed(
    CAUSE,
    (
        "    if any(leaf is param for leaf in leaves_behind(loss)):",
        "    if loss.grad_fn is None and loss is not param:",
    ),
    ('        return "reached"', '        return "switched on"\n    loss.sum().backward(retain_graph=True)'),
    ('"switched on" if loss.grad_fn is None else "not reached"', '"not reached" if param.grad is None else "reached"'),
)

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

BORROWED = """
from autogradlab.draw.walk import is_end, reached_from
def leaves_behind(loss):
    return [node.variable for node in reached_from(loss.grad_fn) if is_end(node)]
"""

BORROWED_NODES = """
from autogradlab.memory.holdings import nodes_behind
def leaves_behind(loss):
    ends = [end for node in nodes_behind([loss]) for end, _ in node.next_functions if hasattr(end, "variable")]
    return [end.variable for end in dict.fromkeys(ends)]
"""
BORROWED_ORDER = changed(
    BORROWED_NODES,
    ("from autogradlab.memory.holdings import nodes_behind", "from autogradlab.autograd.engine import _reachable"),
    ("nodes_behind([loss])", "_reachable([loss.grad_fn])[0]"),
)


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
                    "once for each way",
                    changed(WALK, ("seen.add(node)", "pass")),
                    "a leaf on many paths, and one equal to it",
                ),
                Known(
                    "told apart by value",
                    changed(RECURSIVE, ("node.variable is found", "node.variable == found")),
                    "a leaf on many paths, and one equal to it",
                ),
                Known("calls itself", RECURSIVE, "a chain of thousands"),
                Known(
                    "a switched-on loss forgotten",
                    changed(WALK, ("[loss] if loss.requires_grad else []", "[]")),
                    "a loss without a graph",
                ),
                Known(
                    "every lone loss is a leaf",
                    changed(WALK, ("[loss] if loss.requires_grad else []", "[loss]")),
                    "a loss without a graph",
                ),
                Known("layer by layer", BY_LAYERS),
                Known("as in the solution", WALK),
                Known("borrowed from the drawing", BORROWED, "several leaves and constants"),
                Known("borrowed from the count of bytes", BORROWED_NODES, "several leaves and constants"),
                Known("borrowed from the engine", BORROWED_ORDER, "several leaves and constants"),
            ),
            withheld=WALKERS,
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
                Known(
                    "a loss that stands alone was switched on",
                    changed(
                        CAUSE,
                        ("    if any(", '    if loss.grad_fn is None:\n        return "switched on"\n    if any('),
                        ('"switched on" if loss.grad_fn is None else ', ""),
                    ),
                    "no false alarm",
                ),
                Known("walked back", BY_WALKING, "old gradients"),
                Known("a table of questions", BY_ID),
                Known("as in the solution", CAUSE),
            ),
            needs=("a-answer",),
            withheld=WITHHELD,
        ),
        Question(
            "c-answer",
            ("first_cut",),
            PLACES,
            (
                Known("the last cut", LAST_CUT, "two cuts"),
                Known("the same for all", 'def first_cut(steps, param):\n    return "s0"', "two cuts"),
                Known("the step before", STEP_BEFORE, "one cut"),
                Known("None for no cut", changed(CUT, ('return "no cut"', "return None")), "no cut"),
                Known("by its cause", CUT_BY_CAUSE),
                Known("as in the solution", CUT),
            ),
            needs=("a-answer", "b-answer"),
            withheld=WITHHELD,
        ),
    ),
    written={"d-answer": 20},
)
