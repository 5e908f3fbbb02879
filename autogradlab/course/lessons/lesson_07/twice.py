"""Lesson 07, going back twice: what is freed, what is kept on request, and graphs that saved nothing."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Print, Signature

V = "v = ag.tensor(5., requires_grad=True)\n"

ONE_OR_TWO = (
    Case(
        "`v**2`, called twice",
        V + "y = v**2\ny.backward()\ntry:\n    y.backward()\nexcept RuntimeError:\n    print('stops')\nprint(v.grad)",
    ),
    Case("Computed anew in between", V + "(v**2).backward()\n(v**2).backward()\nprint(v.grad)"),
)

SAVED_OR_NOT = (
    Case("`v + 3`, called twice", V + "y = v + 3\ny.backward()\ny.backward()\nprint(v.grad)"),
    Case(
        "`v * 3`, called twice",
        V + "y = v * 3\ny.backward()\ntry:\n    y.backward()\nexcept RuntimeError:\n    print('stops')\nprint(v.grad)",
    ),
)

KEPT = (
    Case("Not retained: `.grad` is there", V + "y = v**2\ny.backward()\nprint(v.grad)"),
    Case("Retained, once more: it adds", V + "y = v**2\ny.backward(retain_graph=True)\ny.backward()\nprint(v.grad)"),
)

TAKEN_ALONG = (
    "**It stops, but what the first call brought stays.** The second call does not reach `x`, so it writes nothing "
    "into `x.grad`."
)

P2 = Print(
    id="07-P2",
    predict=True,
    task="Before you run it: what does the program print?",
    program="""
x = ag.tensor($x., requires_grad=True)
y = x**2
try:
    y.backward()
    y.backward()
except RuntimeError:
    print("stops")
print(x.grad.item())
""",
    numbers={"x": 3},
    ranges={"x": range(4, 10)},
    reason="The first call brings ${2*x} and gives up the kept `x`. The second call finds nothing to compute with, and "
    "stops before it writes anything.",
    wrong=(
        Signature(
            "M10",
            "",
            "**Gradients do add up, if the second walk can be made.** This graph kept `x` for one walk only. What is "
            "left for the second one?",
            ONE_OR_TWO,
        ),
        Signature(
            "the second call is ignored",
            "print(${2*x}.0)",
            "**Right about the number. But the second call is not silently ignored.** What does it do when it finds "
            "the graph used up?",
        ),
        Signature(
            "it stops too late",
            'print("stops")\nprint(${4*x}.0)',
            "**It stops, and before anything is added.** The only path to `x` leads through the square, and the square "
            "has nothing left to go on with.",
        ),
        Signature("it takes the gradient along", 'print("stops")\nprint(0.0)', TAKEN_ALONG),
        Signature("it takes the gradient along", 'print("stops")\nprint(None)', TAKEN_ALONG),
        Signature(
            "nobody catches it",
            'raise RuntimeError("Trying to backward through the graph a second time")',
            "**It does raise.** Who catches it, and what is printed then?",
        ),
    ),
    hints=(
        "Look at what the first call leaves behind: in `x.grad`, and in the graph.",
        "A second walk through a square needs the value of `x` that the node kept. Is it still there?",
        "For `v**3` at 2 the first call brings 12, the second one stops, and 12 is still there. For `x**2` at $x ...",
    ),
    reveal="The second call stops, and the first one's gradient stays: {key}.",
)

FOUR_GRAPHS = """
graphs = {
    "square": lambda x: (x**2).sum(),
    "line": lambda x: (2*x + 1).sum(),
    "shift": lambda x: (x + 1).sum(),
    "sum": lambda x: x.sum()}

def stops(graph):
    y = graph(ag.tensor([1., 2.], requires_grad=True))
    (y + 0).backward()          # adding 0 keeps nothing: both walks go through the graph of y
    try:
        (y + 0).backward()
    except RuntimeError:
        return True
    return False

answer = [name for name in graphs if stops(graphs[name])]
"""

P3 = Choice(
    id="07-P3",
    predict=True,
    several=True,
    keep_order=True,
    task="Four losses of `x = ag.tensor([1., 2.], requires_grad=True)`. For which of them does a second `backward()` "
    "stop? Ask of each operation: which value does its slope need?",
    program=FOUR_GRAPHS,
    reason="The square keeps `x`, the product keeps the 2. Adding 1 and summing up have slopes that need no value, so "
    "there is nothing to give up.",
    options=(
        Option("square", "`(x**2).sum()`"),
        Option("line", "`(2*x + 1).sum()`"),
        Option(
            "shift",
            "`(x + 1).sum()`",
            "adding keeps something",
            "**The slope of `x + 1` is 1, whatever `x` is.** No value is needed, so none is kept, and none can be "
            "missing.",
            SAVED_OR_NOT,
        ),
        Option(
            "sum",
            "`x.sum()`",
            "summing keeps something",
            "**The slope of a sum is 1 for each entry, whatever its value.** No value is needed, so none is kept.",
        ),
    ),
    wrong=(
        Signature(
            "M11",
            "",
            "**A second call stops only where a kept value is gone.** Two of these graphs kept none: all they do is "
            "add.",
            SAVED_OR_NOT,
        ),
        Signature(
            "a constant is not kept",
            "['square']",
            "**One is missing.** On the way back through `2*x` a gradient is multiplied. By which number, and where "
            "does that number wait?",
            SAVED_OR_NOT,
        ),
    ),
    hints=(
        "Look at the operations one by one: what is the slope of each?",
        "If the slope needs a tensor, or a factor that you multiplied by, the node has to keep it. The slope of adding "
        "needs neither.",
        "The slope of `v * 7` is 7: the 7 is kept, and a second call stops. The slope of `-v` is always -1: it can be "
        "walked twice. Now the four: ...",
    ),
    reveal="A kept value is needed on the way back through {key}.",
)

P4 = Number(
    id="07-P4",
    predict=True,
    follow_up="07-C3",
    task="Before you run it: what does `x.grad` hold at the end?",
    listing="x = ag.tensor($x., requires_grad=True)\ny = x**2\ny.backward(retain_graph=True)\ny.backward()",
    program="x = ag.tensor($x., requires_grad=True)\ny = x**2\ny.backward(retain_graph=True)\ny.backward()\n"
    "answer = x.grad.item()",
    numbers={"x": 3},
    ranges={"x": range(4, 10)},
    calls=2,
    expected="what two whole walks leave together",
    reason="Now both walks can be made, each brings ${2*x}, and `.grad` adds up as always.",
    wrong=(
        Signature(
            "M13", "", "**`retain_graph` keeps the graph, it does not hold on to `.grad`.** Two walks were made.", KEPT
        ),
        Signature(
            "M03", "", "**Both walks bring a gradient.** What does `backward()` do with one that is already there?"
        ),
        Signature("M04", "", "**Both walks bring a gradient.** Nobody divides by the number of walks."),
    ),
    hints=(
        "Look at the two calls. Can both of them walk through the whole graph?",
        "Each walk brings the slope of `x**2`. What does `backward()` do with a gradient that is already there?",
        "For `v**3` at 1 one walk brings 3, and two walks leave 6. For `x**2` at $x: ...",
    ),
    reveal="Two walks, ${2*x} from each: {key}.",
)
