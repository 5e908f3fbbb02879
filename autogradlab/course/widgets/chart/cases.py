"""The ten patients of lesson 12 as data: for each a broken program that can be run, and the same program treated.

Lines before `for` are run once, the indented lines after it twenty times.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Patient:
    """One broken training loop.

    symptom     what its owner complains of
    cause       the diagnosis, one of a closed list: the causes of all patients
    telling     the probe that shows the cause best
    watch       Python names of the tensors to look at
    why         what goes wrong, in a sentence
    tempting    the popular fix that would only hide it
    """

    symptom: str
    cause: str
    telling: str
    watch: tuple
    broken: str
    healthy: str
    why: str
    tempting: str


_HEAD = "w = tensor(3.0, requires_grad=True)\noptimizer = SGD([w], lr=0.1)\nfor step in range(20):\n"

_NET = """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = {first}
        self.last = nn.Linear(4, 1)
    def forward(self, x):
        return self.last(self.first[0](x).tanh())
model, x = Net(), randn(16, 2)
y = 3 * x[:, :1].sin()
optimizer = SGD(model.parameters(), lr=0.1)
for step in range(20):
    loss = ((model(x) - y)**2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""

_CLASSES = """\
model, x = nn.Linear(2, 3), randn(30, 2)
y = (x[:, 0] > 0).long() + (x[:, 1] > 0).long()
optimizer = SGD(model.parameters(), lr=1.0)
for step in range(20):
    scores = {scores}
    loss = cross_entropy(scores, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""

_FIT = """\
x = tensor([[-1.0], [0.0], [1.0], [2.0]])
y = tensor([-2.0, 0.0, 2.0, 4.0])
model = nn.Linear(1, 1)
optimizer = SGD(model.parameters(), lr=0.2)
for step in range(20):
    pred = {pred}
    error = pred - y
    loss = (error**2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""

_RIVALS = """\
d = tensor(0.5, requires_grad=True)
g = tensor(0.8, requires_grad=True)
opt_d, opt_g = SGD([d], lr=0.1), SGD([g], lr=0.1)
for step in range(20):
    score = d * g
    loss = (score - 1)**2
    loss_g = (score + 1)**2
    opt_d.zero_grad()
    opt_g.zero_grad()
    loss.backward(retain_graph=True, inputs=[d])
{rest}"""

_ROOTS = """\
x = tensor([4.0, 1.0, 0.0])
w = tensor(3.0, requires_grad=True)
optimizer = SGD([w], lr=0.1)
for step in range(20):
{safe}    root = where(x > 0, (w * {inside}).sqrt(), 0.0)
    loss = ((root - x)**2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""

#: In a different order than the lesson's ten, who had the same illnesses: the number must not reveal the diagnosis.
PATIENTS = (
    Patient(
        "The loss has the same value after twenty steps.",
        "cleared before the step",
        "gradients",
        ("w",),
        _HEAD + "    loss = w**2\n    loss.backward()\n    optimizer.zero_grad()\n    optimizer.step()\n",
        _HEAD + "    loss = w**2\n    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n",
        "zero_grad() between backward() and step() sets .grad to None, and step() skips what is None.",
        "A larger learning rate changes nothing: it multiplies a gradient that is not there.",
    ),
    Patient(
        "The second round stops with an error.",
        "state carried across rounds",
        "nodes",
        ("w", "h"),
        "w = tensor(0.5, requires_grad=True)\noptimizer = SGD([w], lr=0.1)\nh = tensor(0.0)\nfor step in range(20):\n"
        "    h = (w * h + 1).tanh()\n    loss = (h - 0.3)**2\n    optimizer.zero_grad()\n    loss.backward()\n"
        "    optimizer.step()\n",
        "w = tensor(0.5, requires_grad=True)\noptimizer = SGD([w], lr=0.1)\nh = tensor(0.0)\nfor step in range(20):\n"
        "    h = (w * h.detach() + 1).tanh()\n    loss = (h - 0.3)**2\n    optimizer.zero_grad()\n    loss.backward()\n"
        "    optimizer.step()\n",
        "h brings along the nodes of the last round, whose saved values are gone.",
        "retain_graph=True keeps every round alive: the graph grows, and an in-place error follows.",
    ),
    Patient(
        "The second backward of a pair complains of an in-place operation.",
        "step between two backwards",
        "flags",
        ("d", "g"),
        _RIVALS.format(rest="    opt_d.step()\n    loss_g.backward(inputs=[g])\n    opt_g.step()\n"),
        _RIVALS.format(rest="    loss_g.backward(inputs=[g])\n    opt_d.step()\n    opt_g.step()\n"),
        "step() writes into d, which the graph has saved for the backward that is still to come.",
        ".data or clone() silence the check; the gradient is then wrong or that of an older d.",
    ),
    Patient(
        "The loss swings up and down like a pendulum and does not settle.",
        "gradients not cleared",
        "gradients",
        ("w",),
        _HEAD + "    loss = w**2\n    loss.backward()\n    optimizer.step()\n",
        _HEAD + "    loss = w**2\n    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n",
        "Each backward adds to .grad, so every step is made with the sum of all gradients so far.",
        "A smaller learning rate makes the swings slower; they stay.",
    ),
    Patient(
        "The loss is fine once, then nan.",
        "nan behind a mask",
        "gradients",
        ("w", "root"),
        _ROOTS.format(safe="", inside="x"),
        _ROOTS.format(safe="    safe = where(x > 0, x, 1.0)\n", inside="safe"),
        "where() picks the good value, but backward also visits the other branch: 0 times inf is nan.",
        "Clipping keeps nan as it is.",
    ),
    Patient(
        "The network learns, but worse than its friends with as many layers.",
        "layers not registered",
        "flags",
        ("model.first[0].weight", "model.last.weight"),
        _NET.format(first="[nn.Linear(2, 4)]"),
        _NET.format(first="nn.ModuleList([nn.Linear(2, 4)])"),
        "A plain list hides its layers from parameters(): the optimizer never moves the first layer.",
        "More training moves the last layer only.",
    ),
    Patient(
        "The classifier gets better and better, yet its loss stays high.",
        "softmax twice",
        "loss",
        ("scores", "model.weight"),
        _CLASSES.format(scores="model(x).softmax(dim=1)"),
        _CLASSES.format(scores="model(x)"),
        "cross_entropy takes raw scores and does the softmax itself; a second one squashes the gradient.",
        "A larger learning rate hides it for a while; the loss cannot go down to 0.",
    ),
    Patient(
        "Training slows down and memory fills, round after round.",
        "history kept",
        "nodes",
        ("w", "total"),
        _HEAD.replace("for", "total = tensor(0.0)\nfor") + "    loss = w**2\n    total = total + loss\n"
        "    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n",
        _HEAD.replace("for", "total = 0.0\nfor") + "    loss = w**2\n    total = total + loss.item()\n"
        "    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n",
        "total remembers how it was computed, so the graph of every round stays alive.",
        "Emptying a cache frees nothing that is still held.",
    ),
    Patient(
        "A straight line cannot be fitted by a straight line.",
        "shapes broadcast",
        "shapes",
        ("pred", "y", "error", "model.weight"),
        _FIT.format(pred="model(x)"),
        _FIT.format(pred="model(x).squeeze(1)"),
        "(4, 1) minus (4,) is (4, 4): each prediction is compared with every target.",
        "A deeper network fits the mean of the targets just as well.",
    ),
    Patient(
        "The second round says that nothing requires grad.",
        "parameter rebound",
        "flags",
        ("w",),
        "w = tensor(3.0, requires_grad=True)\nfor step in range(20):\n    loss = w**2\n    loss.backward()\n"
        "    with no_grad():\n        w = w - 0.1 * w.grad\n",
        "w = tensor(3.0, requires_grad=True)\nfor step in range(20):\n    loss = w**2\n    loss.backward()\n"
        "    with no_grad():\n        w -= 0.1 * w.grad\n    w.grad = None\n",
        "w = w - ... under no_grad makes a new tensor that requires no grad; w -= ... changes the old one.",
        "Switching requires_grad on for the loss ends the error, and the learning.",
    ),
)
