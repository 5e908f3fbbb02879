"""E4 to E8: a tensor is written to, read or shaped in a way that its gradient cannot follow."""

from autogradlab.course.error_cards.card import ErrorCard

OVERWRITTEN = ErrorCard(
    id="E4",
    phrases=(r"modified by an inplace operation",),
    name="a saved value that was overwritten",
    happened="An operation saved this tensor for `backward()`, and then something wrote into it. The two versions in "
    "the message count the writes.",
    cause="`+=`, `y[0] = ...` or the `step()` of an optimizer between forward and backward.",
    fix="Make a new tensor, `y = y + 1`; or call `backward()` before `step()`.",
    popular="Write through `.data`, which the check does not see.",
    why_not="`backward()` then computes with the overwritten value: no message, and a different gradient.",
    lesson="07",
    start="x = ag.tensor([0., 1.], requires_grad=True)",
    trouble="y = x.exp()\ny += 1\ny.sum().backward()",
    sound="answer = x.exp().tolist()  # the derivative of exp",
    fixed="y = x.exp()\ny = y + 1\ny.sum().backward()\nanswer = x.grad.tolist()",
    tempting="y = x.exp()\ny.data += 1\ny.sum().backward()\nanswer = x.grad.tolist()",
)

LEAF_CHANGED = ErrorCard(
    id="E5",
    phrases=(r"leaf Variable that requires grad.* in-place",),
    name="a weight that was changed while recording was on",
    happened="A leaf was changed in place while recording was on. A graph starts at a leaf, so a leaf cannot be "
    "a result in it.",
    cause="An update or a first value written by hand, outside `no_grad`.",
    fix="Put the change inside `with ag.no_grad():`.",
    popular="An older version of the library, or `w = w - lr * w.grad`.",
    why_not="This rule is not new. And the new `w` is a result, not a leaf: its `.grad` stays `None`.",
    lesson="05",
    start="w = ag.tensor(3., requires_grad=True)\n(w ** 2).backward()",
    trouble="w -= 0.1 * w.grad",
    sound="v = (w - 0.1 * w.grad).detach().requires_grad_()\n(v ** 2).backward()\nanswer = v.grad.item()",
    fixed="with ag.no_grad():\n    w -= 0.1 * w.grad\nw.grad = None\n(w ** 2).backward()\nanswer = w.grad.item()",
    tempting="w = w - 0.1 * w.grad\n(w ** 2).backward()\nanswer = w.grad",
)

NOT_FOR_NUMPY = ErrorCard(
    id="E6",
    phrases=(r"Can't call numpy\(\)",),
    name="an array that cannot hold a history",
    happened="A NumPy array has no place for a graph, so a tracked tensor is not turned into one by accident.",
    cause="A tracked prediction or loss goes to a plot or a metric.",
    fix="Write `.detach().numpy()` where you plot, after the loss has been computed.",
    popular="Detach the prediction before the loss.",
    why_not="Then the loss itself is cut off from the weights: error card E2.",
    lesson="08",
    start="w = ag.tensor(3., requires_grad=True)",
    trouble="pred = 2 * w\nplotted = pred.numpy()\nloss = (pred - 1) ** 2\nloss.backward()",
    sound="loss = (2 * w - 1) ** 2\nloss.backward()\nanswer = w.grad.item()",
    fixed="pred = 2 * w\nplotted = pred.detach().numpy()\nloss = (pred - 1) ** 2\nloss.backward()\n"
    "answer = w.grad.item()",
    tempting="pred = (2 * w).detach()\nplotted = pred.numpy()\nloss = (pred - 1) ** 2\nloss.backward()\n"
    "answer = w.grad.item()",
)

NEVER_ARRIVED = ErrorCard(
    id="E7",
    phrases=(
        r"grad attribute of a Tensor that is not a leaf",
        r"'NoneType' object has no attribute 'zero_'",
        r"not have been used in the graph",
        r"can't optimize a non-leaf Tensor",
    ),
    name="a gradient that never arrived",
    happened="There is no gradient for this tensor: none arrived, or it was cleared to `None`.",
    cause="It is not a leaf, the loss does not use it, the path to it is cut, or `zero_grad()` came last.",
    fix="Read `.grad` of a leaf. For a tensor in between, call `retain_grad()` before `backward()`.",
    popular="`requires_grad_()` on every tensor.",
    why_not="A tensor in between requires grad already. What it lacks is a place to store it.",
    lesson="03",
    start="x = ag.tensor(2., requires_grad=True)",
    trouble="y = 3 * x\n(y ** 2).backward()\nanswer = y.grad",
    sound="y = (3 * x).detach().requires_grad_()\n(y ** 2).backward()\nanswer = y.grad.item()",
    fixed="y = 3 * x\ny.retain_grad()\n(y ** 2).backward()\nanswer = y.grad.item()",
    tempting="y = 3 * x\ny.requires_grad_()\n(y ** 2).backward()\nanswer = y.grad",
)

SHAPES = ErrorCard(
    id="E8",
    phrases=(r"Mismatch in shape: grad_output", r"Using a target size"),
    name="two shapes that do not match",
    happened="A gradient must have the shape of its tensor, and a target must have the shape of its prediction.",
    cause="`gradient=` of a different shape, or a target of shape `(N,)` beside a prediction of shape `(N, 1)`.",
    fix="Give the target the prediction's shape: `target.reshape(pred.shape)`.",
    popular="Ignore the warning, because the loss is still a number.",
    why_not="Every prediction is compared with every target. The loss comes out different, and so do its gradients.",
    lesson="06",
    start="w = ag.tensor(2., requires_grad=True)\nx = ag.tensor([[1.], [2.], [3.]])\ntarget = ag.tensor([2., 4., 7.])\n"
    "mse_loss = ag.nn.functional.mse_loss",
    trouble="loss = mse_loss(w * x, target)\nloss.backward()",
    sound="loss = mse_loss(w * x.flatten(), target)\nloss.backward()\nanswer = w.grad.item()",
    fixed="pred = w * x\nloss = mse_loss(pred, target.reshape(pred.shape))\nloss.backward()\nanswer = w.grad.item()",
    tempting="loss = mse_loss(w * x, target)\nloss.backward()\nanswer = w.grad.item()",
)

CARDS = (OVERWRITTEN, LEAF_CHANGED, NOT_FOR_NUMPY, NEVER_ARRIVED, SHAPES)
