"""Lesson 05, the beginning: two questions from earlier lessons, and five lines that are out of order."""

from autogradlab.course.checks.questions import Case, Order, Recall, Signature

R1 = Recall(id="05-R1", of=("04-C4", "04-C1", "04-C3"))

R2 = Recall(id="05-R2", of=("02-C2", "02-C1", "02-C3"))

TWO_STEPS = """
w = ag.tensor(8., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
"""

C1 = Order(
    id="05-C1",
    task="These five lines are one round of training: `x` and `y` belong to a ride, `w` and `b` are the weights, and "
    "the optimizer knows both. No gradient is stored yet. Put the lines into an order in which every round takes `w` "
    "and `b` one step downhill. More than one order works.",
    lines=("optimizer.zero_grad()", "z = w * x + b", "loss = (z - y)**2", "loss.backward()", "optimizer.step()"),
    outcome="`[w, b]` after three rounds",
    program="""
x, y = ag.tensor(2.), ag.tensor(5.)
w = ag.tensor(3., requires_grad=True)
b = ag.tensor(1., requires_grad=True)
optimizer = ag.optim.SGD([w, b], lr=0.05)
for turn in range(3):
    # LINES
answer = [round(w.item(), 4), round(b.item(), 4)]
if answer == [3, 1]:                            # nothing moved: was it cleared too early, or stepped too early?
    answer.append(w.grad and w.grad.item())
""",
    reason="Each line needs what an earlier one wrote: a result, a loss, a gradient. Clearing may go anywhere except "
    "between `backward()` and `step()`.",
    wrong=(
        Signature(
            "M07",
            "2 3 4 1 5",
            "**Here the gradient is cleared just before it is needed.** `step()` reads `.grad` of `w` and `b`. What "
            "does it find there?",
            (
                Case(
                    "Clear, backward, step",
                    TWO_STEPS + "optimizer.zero_grad()\n(5 * w).backward()\noptimizer.step()\nanswer = w.item()",
                ),
                Case(
                    "Backward, clear, step",
                    TWO_STEPS + "(5 * w).backward()\noptimizer.zero_grad()\noptimizer.step()\nanswer = w.item()",
                ),
            ),
        ),
        Signature(
            "M02",
            "1 2 3 5 4",
            "**Here the step comes before the gradient, and `step()` does not work one out.** It moves the weights by "
            "what it finds in `.grad`. Which line writes that?",
            (
                Case("Step, with nothing in `.grad`", TWO_STEPS + "loss = 5 * w\noptimizer.step()\nanswer = w.item()"),
                Case(
                    "Backward, then step",
                    TWO_STEPS + "loss = 5 * w\nloss.backward()\noptimizer.step()\nanswer = w.item()",
                ),
            ),
        ),
        Signature(
            "old gradient",
            "2 3 5 1 4",
            "**Here each step uses the gradient of the round before.** It was measured where the weights no longer "
            "are. Which line should come right before `step()`?",
        ),
        Signature(
            "one step behind",
            "5 1 2 3 4",
            "**This nearly works: it is one step behind.** In the first round `step()` finds nothing, and after the "
            "last one there is a gradient that nobody uses. Let a round finish what it began.",
        ),
    ),
    hints=(
        "Look at each line and ask: which name or which `.grad` does it read? Some other line has to write that first.",
        "`step()` reads `.grad`, `backward()` writes it. `backward()` needs `loss`, `loss` needs `z`. And clearing "
        "must not take away what is still needed.",
        "For one weight: `optimizer.zero_grad()`, `loss = w**2`, `loss.backward()`, `optimizer.step()`. Here the "
        "second of these is split in two, so ...",
    ),
    reveal="Clear, compute, compare, go back, step: {key}. Clearing may also come later, as long as it is before "
    "`backward()` or after `step()`.",
)
