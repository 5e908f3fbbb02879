"""Lesson 11, the bug: a validation that fills the memory, and three cures that were offered for it."""

from autogradlab.course.checks.questions import Choice, Option
from autogradlab.course.lessons.lesson_11.batch import STATION
from autogradlab.course.lessons.lesson_11.growing import HELD

VALIDATE = (
    STATION
    + """
import gc
import weakref
from contextlib import nullcontext

def validate(batches, size=128, entry=lambda loss: loss, recording=nullcontext, between=lambda: None):
    model = new_model().eval()
    losses, nodes, most = [], [], 0
    with recording():
        for batch in range(batches):
            loss = loss_of(model, size)
            most = max(most, held_by([loss], model)[1])
            nodes += [weakref.ref(loss.grad_fn)] if loss.requires_grad else []
            losses.append(entry(loss))
            between()
    del loss
    return sum(node() is not None for node in nodes), most

def grows(**settings):
    return validate(8, **settings)[0] > validate(4, **settings)[0]
"""
)

B1 = Choice(
    id="11-B1",
    task="Four people suggest a fix for `validate`. With which one does the memory stop growing from batch to batch?",
    program=VALIDATE
    + """
grown = {"eval": grows(between=lambda: None), "cache": grows(between=lambda: gc.collect(0)), "half": grows(size=64),
         "item": grows(entry=lambda loss: loss.item())}
answer = next(name for name in grown if not grown[name])
""",
    reason="The list held every loss, and every loss its graph with all that it had saved. A number holds nothing.",
    options=(
        Option("item", "`losses.append(loss.item())` instead of `losses.append(loss)`"),
        Option(
            "cache",
            "`torch.cuda.empty_cache()` as the last line of the loop",
            "M54",
            "**It frees what nobody holds. But the list holds every loss.** It is the most popular fix, and it costs "
            "time in every round.",
            HELD,
        ),
        Option(
            "half",
            "Batches of half the size",
            "slower growth",
            "**Then each batch adds half as much, and there are twice as many batches.** In the end it is as much as "
            "before. Who holds it?",
        ),
        Option(
            "eval",
            "`model.eval()` at the beginning of each round, so that nothing is recorded in it",
            "M28",
            "**`eval()` speaks to the layers, and they behave well.** The engine goes on recording, and somebody holds "
            "what it records.",
        ),
    ),
    hints=(
        "Look for the one thing in `validate` that lives longer than a batch.",
        "What does a loss lead to, as long as nobody called `backward()`? And who holds the losses?",
        "After 100 batches the list has 100 entries. Each leads to 5 nodes and 49,664 bytes. An entry that is a plain "
        "number ...",
    ),
    reveal="{key}.",
)

B2 = Choice(
    id="11-B2",
    task="Two ways to fix it: one puts `loss.item()` into the list, the other puts `with ag.no_grad():` around the "
    "loop and leaves the list as it is. Neither grows. Whose highest point is lower?",
    program=VALIDATE
    + """
most = {"item": validate(6, entry=lambda loss: loss.item())[1], "no_grad": validate(6, recording=ag.no_grad)[1]}
answer = "same" if most["item"] == most["no_grad"] else min(most, key=most.get)
""",
    reason="With `item()`, each forward pass still records and saves, and lets go afterwards. Under `no_grad` nothing "
    "is saved to begin with.",
    options=(
        Option("no_grad", "That of `no_grad`: nothing is saved at any moment"),
        Option(
            "item",
            "That of `item()`: its list holds plain numbers",
            "the list for the peak",
            "**The list is small in both.** Weigh at the end of a forward pass: what has the engine kept for a "
            "`backward()` that nobody will call?",
        ),
        Option(
            "same",
            "Neither: in the end nothing is kept in both",
            "end for peak",
            "**At the end they are the same.** But a card fills up at the highest point, in the middle of a forward "
            "pass. What is alive there?",
        ),
    ),
    hints=(
        "Look at the middle of a batch, not at its end.",
        "Which of the two stops the recording, and which throws away what was recorded?",
        "Print `scales.saved` right after the line of the loss, in both. One prints 0 each time, the other ...",
    ),
    reveal="{key}. Best of all is both: record nothing, and keep numbers.",
)
