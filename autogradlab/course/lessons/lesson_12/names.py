"""Lesson 12, patient 5: weights that the optimizer does not know."""

from autogradlab.course.checks.questions import Bug, Case, Fix
from autogradlab.course.lessons.lesson_12.ward import WARD

HEAD = """
def patient_5(model):
    optimizer = ag.optim.SGD(model.parameters(), lr=0.5, momentum=0.9)
    model[2] = ag.nn.Linear(16, 2)
    for step in range(20):
        loss = cross_entropy(model(points), side)
        learn(optimizer, loss)
        print(f"{loss.item():.2f}", end=" ")
"""

HELD = (
    Case(
        "A new weight after the optimizer",
        "w = ag.tensor(8., requires_grad=True)\n"
        "optimizer = ag.optim.SGD([w], lr=0.1)\nw = ag.tensor(20., requires_grad=True)\n(5 * w).backward()\n"
        "optimizer.step()\nprint(w.item())",
    ),
    Case(
        "The optimizer after the new weight",
        "w = ag.tensor(20., requires_grad=True)\n"
        "optimizer = ag.optim.SGD([w], lr=0.1)\n(5 * w).backward()\noptimizer.step()\nprint(w.item())",
    ),
)

C6 = Bug(
    id="12-C6",
    task="The network gets a new last layer, and all of it should learn. Which line do you change, and how?",
    program=HEAD,
    probe=WARD + "patient_5(net())",
    goal=WARD
    + """
model = net()
model[2] = ag.nn.Linear(16, 2)
optimizer = ag.optim.SGD(model.parameters(), lr=0.5, momentum=0.9)
for step in range(20):
    loss = cross_entropy(model(points), side)
    learn(optimizer, loss)
    print(f"{loss.item():.2f}", end=" ")
""",
    reason="An optimizer holds the tensors that it was given. Those of the new layer came later, so the optimizer has "
    "to be made after them.",
    fixes=(
        Fix(
            "Below this line, make the optimizer anew",
            3,
            "    model[2] = ag.nn.Linear(16, 2)\n"
            "    optimizer = ag.optim.SGD(model.parameters(), lr=0.5, momentum=0.9)",
        ),
        Fix(
            "Below this line, `optimizer.zero_grad()`, so that it looks at the model again",
            3,
            "    model[2] = ag.nn.Linear(16, 2)\n    optimizer.zero_grad()",
            "M66",
            "**The optimizer does not look at the model at all.** It goes through a list of tensors, the one from the "
            "day it was made. Is the new layer in it?",
            HELD,
        ),
        Fix(
            "Train twice as long: `range(40)`",
            4,
            "    for step in range(40):",
            "more rounds",
            "**More rounds let the first layer learn on, and it makes up for something. That hides the illness.** The "
            "new layer has not moved at all. Compare its weights before and after.",
            HELD,
        ),
        Fix(
            "A larger rate: `lr=2.0`",
            2,
            "    optimizer = ag.optim.SGD(model.parameters(), lr=2.0, momentum=0.9)",
            "rate blamed",
            "**A rate multiplies the gradients of the weights in the list.** For a weight that is not in the list it "
            "does nothing. Which weights are these?",
            HELD,
        ),
        Fix(
            "Ask for gradients: `model.requires_grad_()` below this line",
            3,
            "    model[2] = ag.nn.Linear(16, 2)\n    model.requires_grad_()",
            "flags blamed",
            "**The new weights ask for gradients already, and get them.** Print `model[2].weight.grad`. Who should "
            "have used it?",
        ),
    ),
    hints=(
        "Look at which lines come before which. What did the model have when the optimizer was made?",
        "Print a weight of each layer before and after the training. Which layer has not moved?",
        "If `b = ag.tensor(1., requires_grad=True)` is made after `SGD([w, b], lr=0.1)`, then nobody moves the new "
        "`b`. Here the new one is ...",
    ),
    reveal="The optimizer's list is older than the layer: {key}.",
)

LISTED = """
class Deep(ag.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = [ag.nn.Linear(2, 8), ag.nn.Linear(8, 8)]
        self.last = ag.nn.Linear(8, 2)

    def forward(self, x):
        for layer in self.first:
            x = layer(x).relu()
        return self.last(x)
"""

C7 = Bug(
    id="12-C7",
    task="The sister of patient 5 is no better. Its optimizer is made after the model, and two of its three layers "
    "stay as they were. Which line do you change, and how?",
    program=LISTED,
    probe="answer = len(list(Deep().parameters()))",
    goal="answer = sum(len(list(layer.parameters())) for layer in (ag.nn.Linear(2, 8), ag.nn.Linear(8, 8), "
    "ag.nn.Linear(8, 2)))",
    reason="A module notices layers, and a `ModuleList` is one. A Python list is not, so `parameters()` does not look "
    "into it.",
    fixes=(
        Fix(
            "Wrap the list: `ag.nn.ModuleList([...])`",
            4,
            "        self.first = ag.nn.ModuleList([ag.nn.Linear(2, 8), ag.nn.Linear(8, 8)])",
        ),
        Fix(
            "Make the list first: put it in front of `super().__init__()`",
            3,
            "        self.first = [ag.nn.Linear(2, 8), ag.nn.Linear(8, 8)]\n        super().__init__()",
            "M65",
            "**Wherever it is made, a list is a list, and a module does not look into lists.** What could you put "
            "around it that the module does notice?",
        ),
        Fix(
            "Name them one by one: `for layer in (self.first[0], self.first[1])`",
            8,
            "        for layer in (self.first[0], self.first[1]):",
            "use is enough",
            "**The layers were used all along, and `backward()` fills their `.grad`.** The optimizer asks "
            "`parameters()`, and that goes by what was set as an attribute.",
        ),
        Fix(
            "Make the last layer larger: `ag.nn.Linear(8, 4)`",
            5,
            "        self.last = ag.nn.Linear(8, 4)",
            "size blamed",
            "**A larger layer that nobody moves learns no more.** Count: `len(list(Deep().parameters()))` should be 6, "
            "two for each layer.",
        ),
    ),
    hints=(
        "Look at what is set as an attribute of `self`. Which of the two is a layer?",
        "Count the tensors of `Deep().parameters()`. Three layers have six.",
        "In a model with `self.parts = [ag.nn.Linear(1, 1)]` and nothing else, `parameters()` is empty. With "
        "something around the list that the module notices, ...",
    ),
    reveal="The list needs a wrapper that the module can see: {key}.",
)
