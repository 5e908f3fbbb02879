"""Lesson 11, a list of losses: what every entry holds, and what the number alone holds."""

from autogradlab.course.checks.questions import Bug, Case, Fix, Number, Signature
from autogradlab.course.lessons.lesson_11.batch import STATION

_LOG = """
w = ag.tensor(3., requires_grad=True)
total = 0.
for day in range(40):
    loss = w * day
    loss.backward()
    total = total + {entry}
print(total)
"""

HELD = (
    Case("`total + loss` leads to all 40 graphs", _LOG.format(entry="loss")),
    Case("`total + loss.item()` is a number", _LOG.format(entry="loss.item()")),
)

P2 = Number(
    id="11-P2",
    predict=True,
    task="One loss has 5 nodes behind it. The program below trains for $n rounds and keeps every loss in a list. At "
    "the end, how many nodes are alive, and how many bytes of saved values? Give both numbers, nodes first.",
    program=STATION
    + """
model, losses = new_model(), []
for turn in range($n):
    loss = loss_of(model, 128)
    loss.backward()
    losses.append(loss)
answer = held_by(losses, model)
one = 4 * 128 * (32 + 64 + 1)
""",
    listing="losses = []\nfor turn in range($n):\n    loss = loss_of(model, days=128)\n    loss.backward()\n"
    "    losses.append(loss)",
    numbers={"n": 5},
    ranges={"n": range(6, 12)},
    expected="two numbers: first nodes, then bytes of saved values; ask for each who lets it go",
    reason="Every loss in the list holds its 5 nodes. What the nodes had saved was freed by `backward()`.",
    wrong=(
        Signature(
            "M53",
            says="**That would be right if a loss were one number.** It is a tensor, and its `grad_fn` leads to all "
            "its nodes. The list holds the losses. Who holds the nodes?",
            show_me=HELD,
        ),
        Signature(
            "last round only",
            "[5, 0]",
            "**{answer} is what the last round holds.** The list still has the losses of the rounds before it.",
            HELD,
        ),
        Signature(
            "saved values kept",
            "[5 * $n, $n * one]",
            "**Right for the nodes.** But each round calls `backward()`. What does a node give up when the walk passes "
            "it?",
        ),
        Signature(
            "saved values of one",
            "[5 * $n, one]",
            "**Right for the nodes.** The bytes would be those of one forward pass. In the last round `backward()` was "
            "called too.",
        ),
        Signature(
            "nodes freed, values kept",
            "[5, $n * one]",
            "**It is the other way round.** `backward()` makes nodes give up what they saved; the nodes stay as long "
            "as somebody holds the loss.",
        ),
        Signature(
            "one forward pass",
            "[5, one]",
            "**{answer} is what one forward pass makes.** The list holds all the losses, and every round calls "
            "`backward()`.",
        ),
    ),
    hints=(
        "Look at two things separately: what `backward()` frees, and what a name or a list holds.",
        "A loss holds its nodes, and `backward()` takes the saved values out of them. Which does the list keep alive?",
        "With 100 rounds there would be 500 nodes, all of them empty. With $n rounds ...",
    ),
    reveal="Five nodes for each of the $n losses, and nothing in them: {key}.",
)

C1 = Number(
    id="11-C1",
    task="This loop runs three times: once as it is, once with `loss.item()` in its fifth line, once with "
    "`loss.detach()`. After each loop, how many of the $n square nodes are alive? Give the three numbers in this "
    "order.",
    listing="w, total = ag.tensor(3., requires_grad=True), 0.\nfor turn in range($n):\n    loss = (w - turn)**2\n"
    "    loss.backward()\n    total = total + loss\ndel loss",
    program="""
import weakref

def alive_after(entry):
    w, total, nodes = ag.tensor(3., requires_grad=True), 0., []
    for turn in range($n):
        loss = (w - turn)**2
        nodes.append(weakref.ref(loss.grad_fn))
        loss.backward()
        total = total + entry(loss)
    del loss
    return sum(node() is not None for node in nodes)

answer = [alive_after(entry) for entry in (lambda loss: loss, lambda loss: loss.item(), lambda loss: loss.detach())]
""",
    numbers={"n": 8},
    ranges={"n": range(4, 20)},
    expected="three numbers, one for each loop: how many square nodes can still be reached from `total`",
    reason="The sum has a node for each addition, and behind it all the losses. `item()` and `detach()` hand on the "
    "value without its history.",
    wrong=(
        Signature(
            "M53",
            says="**That would be right if `total` were a plain number.** In the first loop it is a tensor with a "
            "`grad_fn`, and you could call `total.backward()` on it. What would the walk go through?",
            show_me=HELD,
        ),
        Signature(
            "last round only",
            "[1, 0, 0]",
            "**The last graph, you say. But `total` was made of the sum before it,** and that of the sum before it. "
            "Each addition has a node.",
            HELD,
        ),
        Signature(
            "detach keeps",
            "[$n, 0, $n]",
            "**Right for two of them.** `detach()` gives a tensor, but one without history: its `grad_fn` is `None`.",
        ),
        Signature(
            "item keeps",
            "[$n, $n, 0]",
            "**Right for two of them.** `item()` gives a plain number of Python's. What could that be connected with?",
        ),
        Signature(
            "nothing helps",
            "[$n] * 3",
            "**Right for the first.** What do `item()` and `detach()` leave behind: the value, or the history?",
        ),
        *(
            Signature(
                "other nodes counted",
                f"[{each} * $n, 0, 0]",
                f"**Right for two of them. {{answer}} counts {which}, too.** Only the squares are asked for.",
            )
            for each, which in ((2, "the sums"), (3, "the sums and the differences"))
        ),
        Signature(
            "last one stays",
            "[$n, 1, 1]",
            "**Nearly: one graph stays as long as the name `loss` holds it.** What does the last line do?",
        ),
    ),
    hints=(
        "Look at the fifth line: what kind of thing is `total` after it, a number or a tensor with a `grad_fn`?",
        "What can be reached from `total` is alive. With `item()`, is there a path from `total` to a node?",
        "After 40 rounds as it stands, 40 square nodes would be alive. With `item()`, and `del loss` at the end, ...",
    ),
    reveal="The sum holds all of them, the value alone holds none: {key}.",
)

_BEHIND = """
def behind(total):
    seen, waiting = set(), [getattr(total, "grad_fn", None)]
    while waiting:
        node = waiting.pop()
        if node is not None and node not in seen:
            seen.add(node)
            waiting += [before for before, _ in node.next_functions]
    return len(seen)

answer = [behind(total), round(float(mean), 4)]
"""

C8 = Bug(
    id="11-C8",
    task="The program needs more memory in every round, although each round calls `backward()`. Which line do you "
    "change, and how? The mean that it reports must stay.",
    program="""
w = ag.tensor(3., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
total = 0.
for turn in range(6):
    optimizer.zero_grad()
    loss = (w - turn)**2
    loss.backward()
    optimizer.step()
    total = total + loss
mean = total / 6
""",
    probe=_BEHIND,
    goal="""
w, total = ag.tensor(3., requires_grad=True), 0.
optimizer = ag.optim.SGD([w], lr=0.1)
for turn in range(6):
    optimizer.zero_grad()
    loss = (w - turn)**2
    loss.backward()
    optimizer.step()
    total += loss.item()
answer = [0, round(total / 6, 4)]
""",
    fixes=(
        Fix("Write `total = total + loss.item()` here", 9, "    total = total + loss.item()"),
        Fix(
            "Add `del loss` below this line",
            9,
            "    total = total + loss\n    del loss",
            "name gone, graph held",
            "**Then the name is gone, but not the graph.** `total` was made of that loss and leads to it.",
            HELD,
        ),
        Fix(
            "Collect Python's garbage below this line, with `gc.collect`",
            8,
            "    optimizer.step()\n    import gc; gc.collect(0)",
            "M54",
            "**Garbage is what nobody holds.** These nodes are held: there is a path to them from `total`.",
            HELD,
        ),
        Fix(
            "Put `with ag.no_grad():` around this line",
            10,
            "with ag.no_grad():\n    mean = total / 6",
            "recording stopped too late",
            "**Then the mean has no history. `total` has one all the same:** it was made in the loop, where everything "
            "is recorded.",
        ),
        Fix(
            "Write `loss.backward(retain_graph=False)` here",
            7,
            "    loss.backward(retain_graph=False)",
            "freed anyway",
            "**That is what it does anyway: it frees the saved values.** What grows here is the number of nodes. Who "
            "holds them?",
        ),
    ),
    reason="`item()` takes the number out, and nothing leads from `total` to a node any more.",
    hints=(
        "Look for a name that lives through all rounds and knows more each time.",
        "A sum of tensors is a tensor with a history. Which line makes one in every round?",
        "If `total` were a list and the line `total.append(loss)`, each entry would hold its graph. A plain number ...",
    ),
    reveal="`total` led to the graphs of all rounds: {key}.",
)
