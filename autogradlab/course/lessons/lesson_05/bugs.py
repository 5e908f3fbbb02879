"""Lesson 05, the bug: a step by hand that the engine refuses."""

from autogradlab.course.checks.questions import Bug, Case, Fix, Number, Signature

LOOP = """
def three_steps():
    w = ag.tensor(3.0, requires_grad=True)
    for turn in range(3):
        loss = (w * 2 + 1 - 5) ** 2
        loss.backward()
        w -= 0.05 * w.grad
        w.grad = None
    return w.item()
"""

B1 = Bug(
    id="05-B1",
    task="Which line stops the program, and which change lets it make three steps downhill?",
    program=LOOP,
    probe="answer = three_steps()",
    goal="""
w = ag.tensor(3., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.05)
for turn in range(3):
    optimizer.zero_grad()
    loss = (w * 2 + 1 - 5)**2
    loss.backward()
    optimizer.step()
answer = w.item()
""",
    reason="Inside `no_grad()` the step is not recorded, so it may write into the weight. That is what `step()` does, "
    "too.",
    fixes=(
        Fix(
            "Put the step into a block: `with ag.no_grad(): w -= 0.05 * w.grad`",
            6,
            "        with ag.no_grad():\n            w -= 0.05 * w.grad",
        ),
        Fix(
            "Write it out: `w = w - 0.05 * w.grad`",
            6,
            "        w = w - 0.05 * w.grad",
            "M19",
            "**That makes a new tensor and calls it `w`.** It was computed, so it is not a leaf, and in the second "
            "round its `.grad` stays `None`.",
            (
                Case(
                    "The new tensor",
                    "w = ag.tensor(8., requires_grad=True)\n(5 * w).backward()\nw = w - 0.1 * w.grad\nprint(w.is_leaf)",
                ),
                Case(
                    "The written one",
                    "w = ag.tensor(8., requires_grad=True)\n(5 * w).backward()\nwith ag.no_grad():\n"
                    "    w -= 0.1 * w.grad\nprint(w.is_leaf)",
                ),
            ),
        ),
        Fix(
            "Do not track `w`: `w = ag.tensor(3.0)`",
            2,
            "    w = ag.tensor(3.0)",
            "no gradient asked for",
            "**Then the error is gone, and another one comes: the loss has no graph.** A weight that is to learn must "
            "ask for its gradient.",
            (
                Case("Not tracked", "w = ag.tensor(8.)\nprint((5 * w).requires_grad)"),
                Case("Tracked", "w = ag.tensor(8., requires_grad=True)\nprint((5 * w).requires_grad)"),
            ),
        ),
        Fix(
            "Put the result elsewhere: `moved = w - 0.05 * w.grad`",
            6,
            "        moved = w - 0.05 * w.grad",
            "result not stored",
            "**This runs through, and `w` never moves.** The result has a name of its own, and the next round reads "
            "`w` again.",
            (Case("Another name", "a = 8\nmoved = a - 1\nprint(a)"), Case("Written into", "a = 8\na -= 1\nprint(a)")),
        ),
    ),
    hints=(
        "Look at the error message: it speaks of a leaf, and of an in-place operation. Which line writes into a leaf?",
        "The engine refuses to record a write into a weight. A step is not part of the model, so it need not be "
        "recorded at all.",
        "For two weights, the lesson wrote both lines under `with ag.no_grad():`. Here there is one such line, and "
        "the block goes ...",
    ),
    reveal="The write into `w` belongs under `no_grad()`: {key}.",
)

MENDED = """
def end(turns, clear=True, rate=0.05):
    w = ag.tensor(3., requires_grad=True)
    for turn in range(turns):
        loss = (w * 2 + 1 - 5)**2
        loss.backward()
        with ag.no_grad():
            w -= rate * w.grad
        if clear:
            w.grad = None
    return w.item()
"""

B2 = Number(
    id="05-B2",
    task="You fixed the line. Run it with five rounds instead of three: where does `w` end, to two decimal places?",
    program=MENDED + "answer = end(5)",
    expected="a number a little above the price per kilometer that fits this ride exactly",
    digits=2,
    reason="Each round takes away two fifths of the distance to 2, the price per kilometer that fits.",
    wrong=(
        Signature(
            "three rounds",
            "end(3)",
            "**{answer} is where three rounds lead.** Write `range(5)` and run both cells again.",
        ),
        Signature(
            "never cleared",
            "end(5, clear=False)",
            "**{answer} is where five rounds lead when nobody clears.** The line `w.grad = None` belongs to the round.",
            (
                Case(
                    "Two backward calls, not cleared",
                    "w = ag.tensor(8., requires_grad=True)\n(5 * w).backward()\n(5 * w).backward()\nanswer = w.grad",
                ),
                Case(
                    "Cleared in between",
                    "w = ag.tensor(8., requires_grad=True)\n(5 * w).backward()\nw.grad = None\n"
                    "(5 * w).backward()\nanswer = w.grad",
                ),
            ),
        ),
        Signature("M40", "end(5, rate=-0.05)", "**{answer} is far uphill.** The step subtracts: `w -= ...`."),
        Signature("one round off", "end(4)", "**{answer} is where four rounds lead.** `range(5)` makes five."),
        Signature(
            "one round off",
            "end(6)",
            "**{answer} is where six rounds lead.** Did the loop go on from an old `w`? Run the whole cell, so that it "
            "starts at 3.",
        ),
        Signature(
            "there at once",
            "2.",
            "**{answer} is the price per kilometer that fits.** Each step goes a part of the way, and five of them do "
            "not yet go all of it.",
        ),
    ),
    hints=(
        "Look at two lines: `range(...)`, and the one that you fixed. Run both cells again.",
        "Each round multiplies the distance to the best `w` by the same factor. Which distance is left after five?",
        "With rate 0.025 the distance to 2 would go 1, 0.8, 0.64, 0.512, and so on. With rate 0.05 it goes 1, 0.6, ...",
    ),
    reveal="The distance to 2 is `0.6**5` after five rounds, so `w` ends at {key}.",
)
