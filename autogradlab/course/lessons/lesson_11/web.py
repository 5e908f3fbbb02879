"""Lesson 11, a mistake on the web: sentences about memory and fusing, each tried out."""

from autogradlab.course.checks.questions import Case, Choice, Option
from autogradlab.course.lessons.lesson_11.fusion import TRIPS
from autogradlab.course.lessons.lesson_11.growing import HELD

_CALLS = """
runs = []

def double(x):
    runs.append("run")
    return x * 2 + 1

fast = ag.compile(double)
fast(ag.ones(9))
"""

W1 = Choice(
    id="11-W1",
    task="Four sentences from pages on the web, in our words. Three of them do not hold up. Which one does?",
    program="""
import gc, weakref

def chain(x):
    return (x * 1.01 + 0.1).relu() - 0.2

fused = ag.compile(chain)
fused(ag.ones(1000))

def alive_after(entry):
    w = ag.ones(100, requires_grad=True)
    loss = (w**2).sum()
    node, log = weakref.ref(loss.grad_fn), [entry(loss)]
    del loss
    gc.collect(0)
    return node() is not None

runs = []

def double(x):
    runs.append("run")
    return x * 2 + 1

fast = ag.compile(double)
first = (fast(ag.ones(9)), len(runs))[1]
later = (fast(ag.ones(9)), len(runs))[1] - first
holds = {"less": len(fused.explain().forward.operations) < 4, "cache": not alive_after(lambda loss: loss),
         "item": not alive_after(lambda loss: loss.item()), "first": first < later}
answer = next(name for name in holds if holds[name])
""",
    reason="A plain number has no `grad_fn`, so nothing leads from the list to a graph.",
    options=(
        Option("item", "For a list of losses, `loss.item()` keeps the number and lets the graph go."),
        Option(
            "less",
            "Fusing operations makes a program faster because fewer calculations are done.",
            "M70",
            "**Each entry gets the same sums and products.** What is saved is trips to memory. On a small array, which "
            "fits into the cache anyway, that is little.",
            TRIPS,
        ),
        Option(
            "cache",
            "A call of `empty_cache()` in every round fixes a program that runs out of memory.",
            "M54",
            "**It frees nothing that somebody still holds.** It hands unused memory back to the graphics card, for "
            "other programs. What is held stays.",
            HELD,
        ),
        Option(
            "first",
            "With one line, `compile`, a function is faster from the first call on.",
            "M69",
            "**The first call does more, not less.** It looks at what the function does and writes a new program. Only "
            "later calls can be faster.",
            (
                Case("How often the function itself runs in the first call", _CALLS + "answer = len(runs)"),
                Case(
                    "In ten more calls",
                    _CALLS + "runs.clear()\nfor turn in range(10):\n    fast(ag.ones(9))\nanswer = len(runs)",
                ),
            ),
        ),
    ),
    hints=(
        "For each sentence, look for one small program that it gets wrong. Most of them are in this lesson.",
        "Ask each sentence: who holds the memory? What is computed, how often, and when?",
        "“`del loss` frees the graph” is ruled out by a list that still has the loss. Try the four in the same way ...",
    ),
    reveal="{key}.",
)
