"""Lesson 09, sentences from the web: which of them does a run confirm?"""

from autogradlab.course.checks.questions import Choice, Option
from autogradlab.course.lessons.lesson_09.precision import KINDS
from autogradlab.course.lessons.lesson_09.upstream import FORGOTTEN, rule

W1 = Choice(
    id="09-W1",
    task="Five sentences, in our words; most of them come from popular articles or questions. Which one does a run "
    "confirm?",
    program=f"""
def names_of(backward, arguments="x"):
    names = dict(ag=ag)
    exec({rule("Rule", "x**2", "BACK")!r}.replace("BACK", backward).replace("(ctx, x)", f"(ctx, {{arguments}})"), names)
    return names["Rule"]

x = ag.tensor(7., requires_grad=True)
good = names_of("grad_output * 2 * x")
y = good.apply(x)

def slope(apply, *more):
    x = ag.tensor(7., requires_grad=True)
    try:
        (3 * apply(x, *more)).backward()
    except RuntimeError:
        return None
    return x.grad.item()

def check(kind):
    return ag.autograd.gradcheck(good.apply, ag.tensor([7., 2.], dtype=kind, requires_grad=True),
                                 raise_exception=False)

holds = dict(
    node=y.grad_fn.saved_tensors[0] is x,
    builtin=all(hasattr(made.grad_fn, "saved_tensors") for made in (x**2, x + 1)),
    derivative=slope(names_of("2 * x").apply) == 42,
    fewer=slope(names_of("grad_output * 2 * x", "x, n").apply, 2) is not None,
    single=check(ag.float32),
)
answer, = [name for name in holds if holds[name]]
""",
    options=(
        Option(
            "node", "For an operation of your own, `ctx` is the node itself: what was kept can be read from `y.grad_fn`"
        ),
        Option(
            "builtin",
            "The operations that come with the engine keep their inputs in a `ctx`, every one of them",
            "ctx everywhere",
            "**`ctx` belongs to operations of your own.** The nodes that come with the engine keep what they need "
            "under names with `_saved`, as in lesson 07, and that of `x + 1` keeps no tensor.",
        ),
        Option(
            "derivative",
            "`backward` returns the derivative of `forward`; the chain rule is the engine's business",
            "M46",
            "**Each rule does its own step of the chain rule.** The engine brings `grad_output`, and does not multiply "
            "afterwards.",
            FORGOTTEN,
        ),
        Option(
            "fewer",
            "Arguments that need no gradient may be left out of what `backward` returns",
            "M47",
            "**Their place has to be there, with `None` in it.** Otherwise: an incorrect number of gradients.",
        ),
        Option(
            "single",
            "If the formula is right, `gradcheck` passes in single precision too",
            "M50",
            "**Its differences need more digits than single precision has.** The right rule fails there.",
            KINDS,
        ),
    ),
    reason="`ctx` and `y.grad_fn` are one and the same object. The other four stop, or give another number, when they "
    "are run.",
    hints=(
        "Each sentence can be tried in two or three lines. Which of them have you tried above?",
        "Look again at the box with the locker: what belongs to the node, what to the rule, what to the engine?",
        "For `y = Braking.apply(x)`, `print(y.grad_fn.saved_tensors)` shows ...",
    ),
    reveal="{key}.",
)
