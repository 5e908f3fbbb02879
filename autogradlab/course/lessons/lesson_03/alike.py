"""Lesson 03, four names that look alike: which of them does what, measured on one small program."""

from itertools import permutations

from autogradlab.course.checks.questions import Order, Signature


def _several_changed():
    """Yield a signature for each order in which more than two of the four names have changed places."""
    for order in permutations((1, 2, 3, 4)):
        if sum(name != wish for wish, name in enumerate(order, 1)) > 2:
            yield Signature(
                "M14",
                " ".join(map(str, order)),
                "**More than two names have changed places.** Take the wish about the `.grad` of one tensor first: "
                "which word says keep, and which word says of what?",
            )


C8 = Order(
    id="03-C8",
    task="Four wishes: **1** a plain number of the program is to be learned, **2** a tensor in the middle is to keep "
    "its `.grad`, **3** `backward()` is to go through the same graph once more, **4** the gradient itself is to have "
    "a slope. Put the names in the order of the wishes.",
    lines=("requires_grad_()", "retain_grad()", "retain_graph=True", "create_graph=True"),
    outcome="what the four wishes get",
    program="""
calls = ["requires_grad_()", "retain_grad()", "retain_graph=True", "create_graph=True"]

def wishes_granted(call):
    x = ag.tensor(5.)
    w = ag.tensor(3., requires_grad=True)
    if call == "requires_grad_()":
        x.requires_grad_()
    h = w * w
    if call == "retain_grad()":
        h.retain_grad()
    loss = h * h
    loss.backward(retain_graph=call == "retain_graph=True", create_graph=call == "create_graph=True")
    granted = {1: x.requires_grad, 2: h.grad is not None, 4: w.grad.grad_fn is not None}
    try:
        loss.backward()
        granted[3] = True
    except RuntimeError:
        granted[3] = False
    return granted

given = [calls[place - 1] for place in order]
answer = [wish if wishes_granted(call)[wish] else call for wish, call in enumerate(given, 1)]
""",
    reason="`requires_grad` asks for a gradient, `retain_grad` keeps one, `retain_graph` keeps what the graph needs to "
    "run again, and `create_graph` records the gradient's own computation.",
    wrong=(
        Signature(
            "M14",
            "2 1 3 4",
            "**The first two have changed places.** One asks for a gradient of a tensor that comes from you. The other "
            "keeps a gradient that would only pass through.",
        ),
        Signature(
            "M14",
            "1 3 2 4",
            "**`retain_grad` and `retain_graph` have changed places.** One is about the `.grad` of a single tensor, "
            "the other about the values of a whole graph.",
        ),
        Signature(
            "M14",
            "1 2 4 3",
            "**The last two have changed places.** To go once more through a graph, it has to be kept. To give the "
            "gradient a slope, a graph of the gradient has to be made.",
        ),
        Signature(
            "M14",
            "3 2 1 4",
            "**`requires_grad_` and `retain_graph` have changed places.** Which of them is about one tensor, and which "
            "about a graph?",
        ),
        Signature(
            "M14",
            "4 2 3 1",
            "**`requires_grad_` and `create_graph` have changed places.** Which of them is said to a tensor, before "
            "anything is computed?",
        ),
        Signature(
            "M14",
            "1 4 3 2",
            "**`retain_grad` and `create_graph` have changed places.** One keeps a number. The other makes a new "
            "graph.",
        ),
        *_several_changed(),
    ),
    hints=(
        "Look at the last word of each name: `grad` or `graph`. Which wishes are about a tensor, which about a graph?",
        "To require is to ask for something, to retain is to keep it, to create is to make it. Which wish asks, which "
        "keep, which makes?",
        "Wish 2 is about keeping one tensor's `.grad`: `retain` and `grad`. Wish 3 is about keeping, too, but it is "
        "the graph that is kept: ...",
    ),
    reveal="Ask, keep the gradient, keep the graph, make a graph: {key}.",
)
