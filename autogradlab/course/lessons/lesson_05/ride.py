"""Lesson 05, one ride: what five lines do to a loss, and what they leave as it was."""

from autogradlab.course.checks.questions import Case, Click, Number, Print, Signature

RIDE = """
x, y = ag.tensor(2.), ag.tensor($y.)
w = ag.tensor(3., requires_grad=True)
b = ag.tensor(1., requires_grad=True)
optimizer = ag.optim.SGD([w, b], lr=0.05)
"""

TWO_ROUNDS = """
for turn in range(2):
    optimizer.zero_grad()
    z = w * x + b
    loss = (z - y)**2
    loss.backward()
    optimizer.step()
"""

STEPPED = """w = ag.tensor(8., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
loss = 5 * w
loss.backward()
"""

FROZEN = (
    Case("`loss` after a step", STEPPED + "optimizer.step()\nprint(loss.item())"),
    Case("Its line run again", STEPPED + "optimizer.step()\nloss = 5 * w\nprint(loss.item())"),
)

P1 = Number(
    id="05-P1",
    predict=True,
    task="Before you run it: the first loss that this program prints is ${(7-y)**2}. What is the second?",
    listing=RIDE + TWO_ROUNDS + "    print(loss.item())",
    program=f"losses = []{RIDE}{TWO_ROUNDS}    losses.append(loss.item())\nanswer = losses[1]",
    numbers={"y": 5},
    ranges={"y": (1, 2, 3, 4, 6)},
    expected="a positive number, smaller than the first loss",
    relative=5e-3,
    reason="`w` goes to ${3-0.2*(7-y)} and `b` to ${1-0.1*(7-y)}. The price comes out as ${7-0.5*(7-y)}: half as far "
    "off as before.",
    wrong=(
        Signature(
            "M40",
            "",
            "**{answer} is the loss after a step uphill.** Both weights move against their gradients, so the price "
            "gets closer to the true one.",
        ),
        Signature(
            "M42",
            "",
            "**{answer} would be the loss after the second step.** The `print` is below the step, but `loss` was "
            "computed above it.",
            FROZEN,
        ),
        Signature(
            "only w moves",
            "(2 * (3 - 0.2 * (7 - $y)) + 1 - $y)**2",
            "**{answer} is what comes out if only `w` moves.** `b` has a gradient, too, and the optimizer knows it.",
        ),
        Signature(
            "only b moves",
            "(2 * 3 + 1 - 0.1 * (7 - $y) - $y)**2",
            "**{answer} is what comes out if only `b` moves.** `w` has a gradient, too, and the optimizer knows it.",
        ),
        Signature(
            "x left out",
            "(2 * (3 - 0.1 * (7 - $y)) + 1 - 0.1 * (7 - $y) - $y)**2",
            "**{answer} moves `w` as far as `b`.** `z` grows `x` times as fast as `w`, so the slope for `w` "
            "is `2*(z - y)*x`.",
        ),
        Signature(
            "factor left out",
            "(2 * (3 - 0.1 * (7 - $y)) + 1 - 0.05 * (7 - $y) - $y)**2",
            "**{answer} takes `z - y` for the slope of its square.** Both steps come out too short. Which factor is "
            "missing?",
        ),
        Signature(
            "learning rate left out",
            "(2 * (3 - 4 * (7 - $y)) + 1 - 2 * (7 - $y) - $y)**2",
            "**{answer} is what steps by the whole gradients lead to.** Which factor makes them shorter?",
        ),
        Signature(
            "price for loss",
            "7 - 0.5 * (7 - $y)",
            "**{answer} is the second price.** How far is it from the true one, and which loss is that?",
        ),
        Signature("lowest at once", "0.", "**{answer} would be a perfect price.** One step halves the distance."),
        Signature(
            "half the loss",
            "(7 - $y)**2 / 2",
            "**{answer} is half the loss.** It is the distance to the true price that is halved. The loss is its "
            "square.",
        ),
        Signature(
            "nothing moves",
            "(7. - $y)**2",
            "**{answer} is the loss of the first round again.** After its `step()` the weights are elsewhere, and the "
            "second round computes `z` from them.",
        ),
    ),
    hints=(
        "Look at the end of the first round. Where are `w` and `b` after `step()`?",
        "`w.grad` is `2 * (z - y) * x`, and `b.grad` is `2 * (z - y)`. Each weight moves by 0.05 times its gradient.",
        "With a true price of 17, `z` is 10 too small: `w.grad` is −40, `b.grad` −20. `w` becomes 5, `b` 2, the "
        "second `z` is 12, and its loss `5**2`. Here ...",
    ),
    reveal="`w` becomes ${3-0.2*(7-y)}, `b` ${1-0.1*(7-y)}. The second price is ${7-0.5*(7-y)}, and its loss {key}.",
)

ONE_ROUND = RIDE + "z = w * x + b\nloss = (z - y)**2\nloss.backward()\noptimizer.step()\n"

P2 = Print(
    id="05-P2",
    predict=True,
    task="Before you run it: the weights move in the line above the `print`. Which number does it print?",
    program=ONE_ROUND + "print(round(loss.item(), 2))",
    numbers={"y": 5},
    ranges={"y": (1, 2, 3, 4, 6)},
    reason="`loss` was computed before the step, from the old weights. A number does not change when the numbers that "
    "it was made from do.",
    wrong=(
        Signature(
            "M42",
            "",
            "**{answer} is the loss at the new weights, and nobody has computed that one yet.** `loss` holds what its "
            "line found when it ran. What were the weights then?",
            FROZEN,
        ),
        Signature(
            "difference for loss",
            "print(${7-y}.0)",
            "**{answer} is how far the price is off.** The loss is the square of that.",
        ),
        Signature(
            "lowest at once",
            "print(0.0)",
            "**{answer} would be a perfect price.** One step halves the distance, no more. And was `loss` computed "
            "again after it?",
        ),
    ),
    hints=(
        "Look for the line that gives `loss` its number. Does it run again after the step?",
        "A tensor is the result of a computation that has run. To get a new result, the line has to run again.",
        "After `a = 3`, `c = 2 * a`, `a = 10`, what does `print(c)` show? The loss here is the same case, so ...",
    ),
    reveal="The loss line ran once, with the old weights: {key}.",
)

P3 = Click(
    id="05-P3",
    predict=True,
    task="This picture shows the moment after `loss.backward()`. The optimizer was made with `[w]` only. Which of "
    "these tensors will `optimizer.step()` change?",
    among="tensors",
    shows=("gradients", "saved"),
    several=True,
    listing="""
w, b, _ = start()
optimizer = ag.optim.SGD([w], lr=0.05)
z = w * x + b
loss = (z - y) ** 2
loss.backward()
optimizer.step()
""",
    program="""
def one_round():
    x, y = ag.tensor(2.), ag.tensor(5.)
    w = ag.tensor(3., requires_grad=True)
    b = ag.tensor(1., requires_grad=True)
    optimizer = ag.optim.SGD([w], lr=0.05)
    z = w * x + b
    loss = (z - y)**2
    loss.backward()
    return x, y, w, b, z, loss, optimizer

x, y, w, b, z, loss, optimizer = one_round()
root = loss
other = one_round()
other[-1].step()
answer = [here for here, there in zip((x, y, w, b, z, loss), other) if here.item() != there.item()]
""",
    reason="`b.grad` is filled all the same, but `step()` skips `b`: it is not in the list.",
    wrong=(
        Signature(
            "every leaf moves",
            "[w, b]",
            "**`backward()` writes into both `.grad`, because the graph leads to both.** `step()` does not walk the "
            "graph. It goes through the list that the optimizer was made with.",
            (
                Case(
                    "In the list",
                    "a = ag.tensor(8., requires_grad=True)\noptimizer = ag.optim.SGD([a], lr=0.1)\n(5 * a).backward()\n"
                    "optimizer.step()\nanswer = a.item()",
                ),
                Case(
                    "Not in the list",
                    "a = ag.tensor(8., requires_grad=True)\nc = ag.tensor(1., requires_grad=True)\n"
                    "optimizer = ag.optim.SGD([c], lr=0.1)\n(5 * a).backward()\noptimizer.step()\nanswer = a.item()",
                ),
            ),
        ),
        Signature(
            "M42",
            "",
            "**`z` and `loss` were computed before the step.** They keep their numbers until somebody computes them "
            "again.",
            FROZEN,
        ),
        Signature(
            "all of them",
            "[w, b, z, loss]",
            "**A step writes to the weights in its list, and to nothing else.** `z` and `loss` were computed earlier, "
            "and `b` is not in the list.",
        ),
    ),
    hints=(
        "Look at the line that makes the optimizer. What was it told about?",
        "`step()` goes through a list of weights and moves each one that has a gradient. It knows of no graph and no "
        "loss.",
        "An optimizer that was made with `[b]` would move `b` and nothing else, although both weights have a gradient. "
        "This one ...",
    ),
    reveal="The list has one weight in it: {key}.",
)
