"""Lesson 10, sentences from the web about arguments that sound alike: which of them does a run confirm?"""

from autogradlab.course.checks.questions import Choice, Option

W1 = Choice(
    id="10-W1",
    task="Spot the mistakes on the web: five sentences, in our words; most of them come from popular articles or "
    "answers. Which one does a run confirm?",
    program="""
def works(call):
    try:
        call()
    except RuntimeError:
        return False
    return True

def walks_again(**options):
    x = ag.tensor(5., requires_grad=True)
    y = x**3
    ag.autograd.grad(y, x, **options)
    return works(y.backward)

def bends(**options):
    x = ag.tensor(5., requires_grad=True)
    slope, = ag.autograd.grad(x**3, x, **options)
    return works(slope.backward)

def left_by_two_walks():
    x = ag.tensor(5., requires_grad=True)
    y = x**3
    slope, = ag.autograd.grad(y, x, create_graph=True)
    y.backward()
    slope.backward()
    return x.grad.item()

many = (ag.tensor([5., 6.], requires_grad=True))**2
holds = dict(
    both=walks_again(create_graph=True) and bends(create_graph=True),
    default=not walks_again() and not walks_again(create_graph=True),
    retain=bends(retain_graph=True),
    scalar=works(lambda: many.backward(retain_graph=True)),
    second=left_by_two_walks() == 30,
)
answer, = [name for name in holds if holds[name]]
""",
    options=(
        Option("both", "With `create_graph=True` the slope gets a history, and the graph can also be walked once more"),
        Option(
            "default",
            "`retain_graph` is `False` unless you set it, so the graph is always freed",
            "retain always false",
            "**If you do not set it, it follows `create_graph`.** Run `ag.autograd.grad(y, x, create_graph=True)` and "
            "then `y.backward()`: does it stop?",
        ),
        Option(
            "retain",
            "For a second derivative keep the graph with `retain_graph=True`, then go back from the gradient",
            "M51",
            "**`retain_graph` keeps the graph of the way forward.** The way back is recorded with another argument; "
            "without it, the gradient has no history.",
        ),
        Option(
            "scalar",
            "If the loss is not a single number, `backward(retain_graph=True)` gets round the error",
            "retain for vectors",
            "**The two have nothing to do with each other.** A loss of several numbers needs a sum, a mean, or "
            "weights, as in lesson 06.",
        ),
        Option(
            "second",
            "Call `backward()` on the loss and then on its slope, and `.grad` holds the second derivative",
            "M52",
            "**Then `.grad` holds the sum of both.** The second derivative alone comes from `autograd.grad`.",
        ),
    ),
    reason="`create_graph=True` records the way back, and keeps what the graph has saved. The other four sentences say "
    "one thing, and a run does another.",
    hints=(
        "Each sentence can be tried in three lines. Which of them have you tried above?",
        "Ask of each argument what it keeps or records: saved values, or the way back itself?",
        "With `y = x**3`, after `ag.autograd.grad(y, x, create_graph=True)`, the line `y.backward()` ...",
    ),
    reveal="{key}.",
)
