"""Lesson 11, one loss too many: what the name of the last round still holds while the next one is computed."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature
from autogradlab.course.lessons.lesson_11.batch import STATION

_WHILE = """
loss = "the old loss"

def forward():
    print("loss is", loss)
    return "the new loss"

{line}
"""

OVERLAP = (
    Case("While the right-hand side runs", _WHILE.format(line="loss = forward()")),
    Case("With `loss = None` before it", _WHILE.format(line="loss = None\nloss = forward()")),
)

P3 = Choice(
    id="11-P3",
    predict=True,
    task="In the first round the print says 49152. Nothing is put into a list, and the names `out` and `loss` are "
    "assigned again in each round. What does the second round print?",
    listing="scales = Scales(model)\nfor turn in range(2):\n    out = model(ag.randn(128, 32))\n    print(scales.saved)"
    "\n    loss = (out ** 2).mean()",
    program=STATION
    + """
model, printed, named = new_model(), [], []
for turn in range(2):
    out = model(ag.ones(128, 32))
    printed.append(held_by([*named, out], model)[1])
    loss = (out**2).mean()
    named = [loss]
answer = "one" if printed[1] == printed[0] else "two" if printed[1] > 1.9 * printed[0] else "none"
""",
    reason="While the second forward pass runs, the name `loss` still stands for the first one, with all that it "
    "keeps.",
    options=(
        Option("two", "About twice as much: 98816"),
        Option(
            "one",
            "The same, 49152: the new graph takes the place of the old one",
            "old graph forgotten",
            "**The right-hand side comes first.** While `model(...)` computes, `loss` is still the name of the old "
            "loss. The name moves on only when the line with `loss =` has run.",
            OVERLAP,
        ),
        Option(
            "none",
            "0: after the first round everything was freed",
            "freed without backward",
            "**Saved values are freed by `backward()`, or when nobody holds the graph any more.** Has either of these "
            "happened?",
        ),
    ),
    hints=(
        "Look at the moment of the print in round two: which values do the names `out` and `loss` have?",
        "`out` was assigned again a moment before. And `loss`?",
        "In round 50 it is the same as in round two: the new graph, and beside it ...",
    ),
    reveal="{key}. The old loss holds its graph until its name is given to the new one.",
)

_MOST = """
import weakref

def most(delete):
    w, loss, nodes, peak = ag.tensor(3., requires_grad=True), None, [], 0
    for turn in range($n):
        h = w * 2
        nodes.append(weakref.ref(h.grad_fn))
        for layer in range($m):
            h = h.sin()
            nodes.append(weakref.ref(h.grad_fn))
        peak = max(peak, sum(node() is not None for node in nodes))
        loss = h
        loss.backward()
        if delete:
            del h, loss
            loss = None
        else:
            del h
    return peak, sum(node() is not None for node in nodes)

peak, left = most(False)
answer = [peak, left, most(True)[0]]
"""

C2 = Number(
    id="11-C2",
    task="A forward pass makes ${m + 1} nodes. In $n rounds, what is the largest number of nodes alive at the same "
    "time? How many are alive after the loop? And what is the largest number if `del loss` is added as the last line "
    "of the loop? Give the three numbers.",
    listing="w = ag.tensor(3., requires_grad=True)\nfor turn in range($n):\n    loss = forward(w)      # makes "
    "${m + 1} nodes\n    loss.backward()",
    program=_MOST,
    numbers={"n": 4, "m": 6},
    ranges={"n": range(4, 9), "m": range(2, 12)},
    expected="three numbers; for the first, ask what `loss` stands for while the next `forward` runs",
    reason="While the next pass is computed, the old loss still has its name and holds its graph. `del loss` lets it "
    "go before.",
    wrong=(
        Signature(
            "M55",
            says="**That would be right if the old loss were gone when the next forward begins.** Its name moves on "
            "only after `forward(w)` has finished.",
            show_me=OVERLAP,
        ),
        Signature(
            "M53",
            says="**That would be right if a loss were one number after `backward()`.** It is a tensor that leads to "
            "its nodes; `backward()` empties them, and they stay. Which loss still has a name?",
            show_me=OVERLAP,
        ),
        Signature(
            "all rounds",
            "[$n * ($m + 1), $m + 1, $m + 1]",
            "**Right with `del`. Without it you let every round pile up.** But each loss loses its only name when the "
            "next one gets it.",
        ),
        Signature(
            "all rounds, both",
            "[$n * ($m + 1)] * 3",
            "**That would be right if somebody kept all the losses.** Here a loss has one name, and the next loss "
            "takes it.",
        ),
        Signature(
            "del does nothing",
            "[2 * ($m + 1), $m + 1, 2 * ($m + 1)]",
            "**Right for the first two.** `del loss` at the end of a round takes the name away before the next forward "
            "begins.",
        ),
        Signature(
            "graphs for nodes",
            "[2, 1, 1]",
            "**That counts graphs.** The question is about nodes, and each graph has ${m + 1}.",
        ),
        Signature(
            "left for largest",
            "[2 * ($m + 1), $m + 1, 0]",
            "**Right for the first two.** With `del loss` nothing is left after the loop, that is true. But the third "
            "question asks for the largest number on the way: how many nodes does a walk need?",
        ),
        Signature(
            "nothing left",
            "[2 * ($m + 1), 0, $m + 1]",
            "**Right for the first and the last. But after the loop `loss` still has its name,** and holds the graph "
            "of the last round.",
        ),
    ),
    hints=(
        "Look at the moment when `forward(w)` has made its last node, in round two. Which losses have a name?",
        "`loss = forward(w)`: first the right side is computed, then the name moves. How many graphs are there in "
        "between?",
        "With 100 nodes in a pass there are up to 200 of them at once, 100 after the loop, and with `del loss` never "
        "more than 100. With ${m + 1} ...",
    ),
    reveal="Two graphs at most, one at the end, and with `del` never more than one: {key}.",
)
