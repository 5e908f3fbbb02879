"""Lesson 05, which weights an optimizer knows: those that the model had when the optimizer was made, and no others."""

from autogradlab.course.checks.questions import Case, Number, Print, Signature

NET = """
class Net(ag.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = ag.nn.Linear(1, $k)
        self.middle = [ag.nn.Linear($k, $k), ag.nn.Linear($k, $k)]
        self.last = ag.nn.Linear($k, 1)
"""

NOTICED = """
layer = ag.nn.Linear(2, 2)
net = ag.nn.Module()
net.middle = {kept}
answer = len(list(net.parameters()))
"""

C8 = Number(
    id="05-C8",
    task="How many single numbers does `ag.optim.SGD(Net().parameters(), lr=0.1)` know? Count every entry of every "
    "weight and bias.",
    listing=NET,
    program=NET
    + """
net = Net()
count = lambda layer: layer.weight.numel() + layer.bias.numel()
middle = sum(count(layer) for layer in net.middle)
weights_only = net.first.weight.numel() + net.last.weight.numel()
answer = sum(parameter.numel() for parameter in net.parameters())
""",
    numbers={"k": 4},
    ranges={"k": (3, 5, 6, 7, 8)},
    expected="a whole number: the weights and biases of the layers that the module has noticed",
    reason="A module notices layers and parameters that are set as attributes. It does not look into a list, so the "
    "middle layers are not known. `ag.nn.ModuleList([...])` makes them known.",
    wrong=(
        Signature(
            "M65",
            "answer + middle",
            "**{answer} counts the layers in the list as well.** Python can find them there. A module only notes what "
            "is itself a layer or a parameter, and a list is neither.",
            (
                Case("A list: parameters known", NOTICED.format(kept="[layer]")),
                Case("A ModuleList", NOTICED.format(kept="ag.nn.ModuleList([layer])")),
            ),
        ),
        Signature(
            "tensors counted",
            "len(list(net.parameters()))",
            "**{answer} is the number of tensors.** Each of them holds several numbers: how many?",
        ),
        Signature(
            "biases left out",
            "weights_only",
            "**{answer} counts the weights and leaves out the biases.** A layer has one bias for each of its outputs.",
        ),
        Signature(
            "all weights, no biases",
            "weights_only + 2 * $k * $k",
            "**{answer} counts all weights and no bias.** Two more questions: where are the biases, and does the "
            "module know the layers in the list?",
        ),
        Signature(
            "one bias a layer",
            "weights_only + 2",
            "**{answer} counts one bias for each layer.** There is one for each output of the layer.",
        ),
    ),
    hints=(
        "Look at the three lines that set an attribute. Which of them set a layer?",
        "A module notes an attribute that is a layer or a parameter. `ag.nn.Linear(a, c)` has `a * c` weights and `c` "
        "biases.",
        "With `Linear(2, 20)` and `Linear(20, 1)` as attributes: `40 + 20` and `20 + 1`, 81 altogether. Here: `$k + "
        "$k` for the first, and ...",
    ),
    reveal="`first` has `$k + $k`, `last` has `$k + 1`, and the list is not noticed: {key}.",
)

C9 = Print(
    id="05-C9",
    task="The optimizer is made, and then somebody starts `w` anew. What does this program print?",
    program="""
w = ag.tensor(3., requires_grad=True)
b = ag.tensor(1., requires_grad=True)
optimizer = ag.optim.SGD([w, b], lr=0.1)
w = ag.tensor($w., requires_grad=True)
loss = (w + b - 2)**2
loss.backward()
optimizer.step()
print(round(w.item(), 2), round(b.item(), 2))
""",
    numbers={"w": 5},
    ranges={"w": (4, 7, 8, 9, 10)},
    reason="The optimizer holds the two tensors that it was given. The new `w` is a third one: it gets a gradient, and "
    "nobody moves it.",
    wrong=(
        Signature(
            "M66",
            "",
            "**{answer} lets the optimizer follow the name `w`.** It was given tensors, not names. Which tensor was "
            "called `w` when it was made?",
            (
                Case(
                    "A new weight after a step",
                    "w = ag.tensor(8., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n"
                    "w = ag.tensor(20., requires_grad=True)\n(5 * w).backward()\noptimizer.step()\nprint(w.item())",
                ),
                Case(
                    "With a new optimizer, too",
                    "w = ag.tensor(20., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n"
                    "(5 * w).backward()\noptimizer.step()\nprint(w.item())",
                ),
            ),
        ),
        Signature(
            "nothing moves",
            "print($w.0, 1.0)",
            "**{answer} is right about `w`.** And `b`? It is still the tensor that the optimizer knows.",
        ),
        Signature(
            "old w in the loss",
            "print($w.0, 0.6)",
            "**{answer} computes the loss from the old `w`.** The loss line comes after the new one was made. What is "
            "`w + b - 2` there?",
        ),
        Signature(
            "new w overlooked",
            "print(2.6, 0.6)",
            "**{answer} would be right without the line that starts `w` anew.** Which tensor is in the loss after it, "
            "and which one does the optimizer hold?",
        ),
        Signature(
            "old w shown",
            "print(3.0, round(1 - 0.2 * ${w-1}, 2))",
            "**{answer} shows the old `w`.** The optimizer still holds that one, but the name belongs to the new one.",
        ),
    ),
    hints=(
        "Look at the third and fourth lines. Which tensors does the optimizer get, and which one is made after it?",
        "`step()` goes through its list. Is the new `w` in it? Is `b`?",
        "With a new `w` of 21, `w + b - 2` is 20, so `b` gets the gradient 40 and goes to −3. `w` stays at 21. With a "
        "new `w` of $w: ...",
    ),
    reveal="The gradient of both is ${2*(w-1)}; only `b` is in the list: {key}.",
)
