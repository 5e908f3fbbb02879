"""Lesson 12, patient 9: a sum of losses that remembers how each of them was computed."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature

NODES = """
def nodes_behind(tensor):
    found = [tensor.grad_fn] if getattr(tensor, "requires_grad", False) else []
    for node in found:
        found += [after for after, _ in node.next_functions if after is not None and after not in found]
    return len([node for node in found if "Accumulate" not in node.name()])
"""

ALIVE = (
    NODES
    + """
w = ag.tensor(0.5, requires_grad=True)
def total_after(rounds, how):
    total = 0.0
    for step in range(rounds):
        loss = w**2
        loss.backward()
        total = total + how(loss)
    return total
"""
)

_ADDED_UP = """
w = ag.tensor(0.5, requires_grad=True)
total = 0.0
for step in range(3):
    loss = w**2
    loss.backward()
    total = total + {what}
print(total)
"""

KEPT = (
    Case("`total + loss` leads to three graphs", _ADDED_UP.format(what="loss")),
    Case("`total + loss.item()` is a number", _ADDED_UP.format(what="loss.item()")),
)

SUMMED = """
total = 0.0
for step in range($n):
    loss = w**2
    loss.backward()
    total = total + loss
"""

C14 = Number(
    id="12-C14",
    task="`w` is a weight. How many operations does the picture of `total` show after this loop, squares and sums "
    "together?",
    listing=SUMMED,
    program=NODES + "w = ag.tensor(0.5, requires_grad=True)" + SUMMED + "answer = nodes_behind(total)\n"
    "one_loss = nodes_behind(loss)",
    numbers={"n": 5},
    ranges={"n": (4, 6, 7, 8, 9, 12)},
    expected="the squares and the sums of all rounds together",
    reason="Every round adds a square and a sum, and `total` leads to all of them. What they had saved is freed, the "
    "nodes themselves are not.",
    wrong=(
        Signature(
            "M53",
            "0",
            "**{answer} takes `total` for a plain number.** It was computed from tensors that have a `grad_fn`, so it "
            "has one as well. Where does that lead?",
            KEPT,
        ),
        Signature(
            "last round alone",
            "2",
            "**{answer} counts the last round.** The sum of the last round leads to the one before it, and so on.",
            KEPT,
        ),
        Signature(
            "squares alone", "$n", "**{answer} counts one operation for each round.** A square and a sum are two."
        ),
        Signature("one node", "1", "**{answer} sees the last sum alone.** What are its `next_functions`?", KEPT),
        Signature(
            "first sum left out",
            "2 * $n - 1",
            "**{answer} is one short.** `0.0 + loss` is a sum as well, recorded like the others.",
        ),
        Signature(
            "weight counted", "2 * $n + 1", "**{answer} counts `w` too.** A weight is a leaf: nobody computed it."
        ),
    ),
    hints=(
        "Look at the picture that the cell of patient 9 draws. What comes with each further round?",
        "`total` leads to its last sum. That one leads to the loss of the round and to the `total` before it.",
        "After 2 rounds there are 2 squares and 2 sums, 4 operations. After $n rounds ...",
    ),
    reveal="$n squares and $n sums: {key}.",
)

C15 = Choice(
    id="12-C15",
    task="Which of these changes let the graph of a round go when the round is over?",
    several=True,
    program=ALIVE
    + """
import gc
def emptied(loss):
    gc.collect()
    return loss

def cleared(loss):
    w.grad = None
    return loss

ways = {"item": lambda loss: loss.item(), "detach": lambda loss: loss.detach(), "cache": emptied, "grad": cleared,
        "name": lambda loss: loss}
answer = [name for name, how in ways.items() if not nodes_behind(total_after(4, how))]
""",
    reason="A graph lives as long as something leads to it. `item()` and `detach()` take the number and leave the path "
    "behind.",
    options=(
        Option("item", "`total = total + loss.item()`"),
        Option("detach", "`total = total + loss.detach()`"),
        Option(
            "cache",
            "`torch.cuda.empty_cache()` at the end of each round: it hands spare memory back to the graphics card",
            "M54",
            "**Emptying a cache gives back what nobody uses any more.** `total` leads to every graph there ever was. "
            "Nothing that is in use can be given back.",
            KEPT,
        ),
        Option(
            "grad",
            "`optimizer.zero_grad()` at the end of each round",
            "clearing blamed",
            "**`zero_grad()` empties `.grad`, which is no part of a graph.** `total` leads to the nodes as before.",
        ),
        Option(
            "name",
            "`del loss` at the end of each round",
            "name for graph",
            "**`del` takes a name away.** The graph that was behind it stays as long as something else leads to it, "
            "and `total` does.",
        ),
    ),
    wrong=(
        Signature(
            "M53",
            '["item", "detach", "cache", "grad", "name"]',
            "**If `total` were a plain number, none of these would be needed.** It is a tensor with a past. After "
            "which of the changes is it not?",
            KEPT,
        ),
        Signature(
            "M54",
            '["item", "detach", "cache"]',
            "**Emptying a cache gives back what nobody uses any more.** `total` leads to every graph there ever was. "
            "Nothing that is in use can be given back.",
            KEPT,
        ),
    ),
    hints=(
        "Look at `total`, and ask for each change whether it still leads to the nodes of the round.",
        "What is held by `total` cannot be freed, whatever else is emptied, cleared or deleted.",
        "A list of the losses holds their graphs as well. It would be cured by `losses.append(loss.item())`. The sum "
        "...",
    ),
    reveal="{key}.",
)
