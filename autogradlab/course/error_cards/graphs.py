"""E1 to E3: `backward()` itself raises, because of the graph that it was given."""

from autogradlab.course.error_cards.card import ErrorCard

COUNT = """
def nodes(tensor):
    seen, todo = set(), [tensor.grad_fn]
    while todo:
        node = todo.pop()
        if node is not None and node not in seen:
            seen.add(node)
            todo += [other for other, _ in node.next_functions]
    return len(seen)
"""

FREED = ErrorCard(
    id="E1",
    phrases=(r"backward through the graph a second time",),
    name="a graph that was freed",
    happened="A `backward()` walked this graph and freed the values that were saved in it. A second walk needs them.",
    cause="A tensor from an earlier round is still part of the new loss: a state that is carried over, or one trunk "
    "under two losses.",
    fix="Carry `state.detach()` from round to round. For two losses, add them and call `backward()` once.",
    popular="`retain_graph=True` in every round.",
    why_not="All old rounds stay in the graph, so each round walks a longer one, and memory grows.",
    lesson="07",
    tools=COUNT,
    start="w = ag.tensor(2., requires_grad=True)\nstate = ag.tensor(1.)",
    trouble="for _ in range(3):\n    state = state * w\n    loss = state ** 2\n    loss.backward()",
    sound="loss = (state * w) ** 2\nanswer = nodes(loss)",
    fixed="for _ in range(3):\n    state = state.detach() * w\n    loss = state ** 2\n    loss.backward()\n"
    "answer = nodes(loss)",
    tempting="for _ in range(3):\n    state = state * w\n    loss = state ** 2\n    loss.backward(retain_graph=True)\n"
    "answer = nodes(loss)",
)

CUT_OFF = ErrorCard(
    id="E2",
    phrases=(r"does not require grad and does not have a grad_fn", r"differentiated Tensors does not require grad"),
    name="a loss that is cut off from its weights",
    happened="Nothing was recorded between this loss and the tensors that it should teach, so there is no way back.",
    cause="`no_grad`, `argmax`, `.item()`, NumPy or frozen weights ended the path before the loss.",
    fix="Compute the loss from tracked tensors, and cut only what you print or plot.",
    popular="`loss.requires_grad = True`.",
    why_not="The loss becomes a leaf of its own. The message is gone, and the weights still get nothing.",
    lesson="03",
    start="w = ag.tensor(3., requires_grad=True)",
    trouble="pred = ag.tensor((2 * w).item())\nloss = (pred - 1) ** 2\nloss.backward()",
    sound="loss = (2 * w - 1) ** 2\nloss.backward()\nanswer = w.grad.item()",
    fixed="pred = 2 * w\nloss = (pred - 1) ** 2\nloss.backward()\nanswer = w.grad.item()",
    tempting="pred = ag.tensor((2 * w).item())\nloss = (pred - 1) ** 2\nloss.requires_grad = True\nloss.backward()\n"
    "answer = w.grad",
)

NOT_SCALAR = ErrorCard(
    id="E3",
    phrases=(r"implicitly created only for scalar outputs",),
    name="a loss with more than one number",
    happened="`backward()` starts from one number. This loss has several, and nothing says how much each counts.",
    cause="There is one loss for every sample, and nothing has made one number out of them.",
    fix="Decide: `loss.mean().backward()` or `loss.sum().backward()`.",
    popular="`loss.backward(ag.ones_like(loss))`, without deciding.",
    why_not="That is the sum. Compared with the mean, every step is as many times larger as there are samples.",
    lesson="06",
    start="w = ag.tensor(3., requires_grad=True)\nx = ag.tensor([1., 2., 3., 4.])",
    trouble="loss = (w * x) ** 2\nloss.backward()",
    sound="for sample in x:\n    ((w * sample) ** 2 / len(x)).backward()\nanswer = w.grad.item()",
    fixed="loss = (w * x) ** 2\nloss.mean().backward()\nanswer = w.grad.item()",
    tempting="loss = (w * x) ** 2\nloss.backward(ag.ones_like(loss))\nanswer = w.grad.item()",
)

CARDS = (FREED, CUT_OFF, NOT_SCALAR)
