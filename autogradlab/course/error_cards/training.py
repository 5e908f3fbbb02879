"""E9 and E10: the loop runs, but memory grows or nothing is learned."""

from autogradlab.course.error_cards.card import ErrorCard
from autogradlab.course.error_cards.graphs import COUNT

MEMORY = ErrorCard(
    id="E9",
    phrases=(r"out of memory", r"MemoryError", r"can't allocate memory", r"Unable to allocate"),
    name="memory that grows, or is not enough",
    happened="More is held than there is room for. A loss holds its whole graph for as long as something holds it.",
    cause="Losses kept in a list or a sum, a graph kept by `retain_graph`, or validation without `no_grad`.",
    fix="Keep numbers, `total += loss.item()`, and validate inside `no_grad`. Then try smaller batches.",
    popular="`empty_cache()` or `gc.collect()` in the loop.",
    why_not="They give back what nobody holds, but the sum still holds the graph of every round.",
    lesson="11",
    tools=COUNT,
    start="import gc\nw = ag.tensor(2., requires_grad=True)",
    trouble="total = 0.\nfor x in (1., 2., 3.):\n    loss = (w * x) ** 2\n    loss.backward()\n    total += loss",
    sound="answer = nodes(ag.tensor(0.))  # a number holds no graph",
    fixed="total = 0.\nfor x in (1., 2., 3.):\n    loss = (w * x) ** 2\n    loss.backward()\n    total += loss.item()\n"
    "answer = nodes(ag.tensor(total))",
    tempting="total = 0.\nfor x in (1., 2., 3.):\n    loss = (w * x) ** 2\n    loss.backward()\n    total += loss\n"
    "    gc.collect()\nanswer = nodes(total)",
)

NOTHING_LEARNED = ErrorCard(
    id="E10",
    phrases=(),
    name="no error, and nothing learned",
    happened="Every line runs, and the loss stays where it is or becomes `nan`.",
    cause="`step()` or `zero_grad()` is missing or out of place, a weight is not registered, softmax is taken twice, "
    "or a `nan` hides.",
    fix="Take one round by hand. Does each weight have a `.grad`, neither 0 nor `nan`? Did `step()` move it?",
    popular="Try other learning rates.",
    why_not="No rate moves a weight whose gradient is gone before `step()`.",
    lesson="12",
    start="w = ag.tensor(3., requires_grad=True)\nSGD = ag.optim.SGD",
    trouble="optimizer = SGD([w], lr=0.1)\n(w ** 2).backward()\noptimizer.zero_grad()\noptimizer.step()",
    sound="(w ** 2).backward()\nanswer = (w - 0.1 * w.grad).item()",
    fixed="optimizer = SGD([w], lr=0.1)\noptimizer.zero_grad()\n(w ** 2).backward()\noptimizer.step()\n"
    "answer = w.item()",
    tempting="optimizer = SGD([w], lr=10.)\n(w ** 2).backward()\noptimizer.zero_grad()\noptimizer.step()\n"
    "answer = w.item()",
)

CARDS = (MEMORY, NOTHING_LEARNED)
