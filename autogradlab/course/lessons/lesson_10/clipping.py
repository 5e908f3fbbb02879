"""Lesson 10, gradients that are too long: where they are shortened, and to what."""

from autogradlab.course.checks.questions import Case, Number, Order, Signature

STEEP = """
w = ag.tensor(9., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=1.)
(50 * w).backward()
{first}
{second}
answer = w.item()
"""
CLIP, STEP = "ag.nn.utils.clip_grad_norm_([w], 2.)", "optimizer.step()"

C4 = Order(
    id="10-C4",
    task="`w` holds two weights, and no step may follow a gradient that is longer than 1. Put the lines of the loop "
    "into an order that does this.",
    lines=(
        "optimizer.zero_grad()",
        "loss = (w**2).sum()",
        "loss.backward()",
        "ag.nn.utils.clip_grad_norm_([w], 1.0)",
        "optimizer.step()",
    ),
    outcome="`w` after three rounds",
    program="""
w = ag.tensor([3., 4.], requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
for turn in range(3):
    # LINES
answer = [round(each, 3) for each in w.tolist()]
""",
    reason="Clipping reads and writes `.grad`. So it comes after the line that fills it, and before the one that uses "
    "it.",
    wrong=(
        Signature(
            "M64",
            "1 2 3 5 4",
            "**In this order every step follows the full gradient.** Clipping shortens what is in `.grad` at that "
            "moment. Who has to find it already shortened?",
            (
                Case("Step, then clip", STEEP.format(first=STEP, second=CLIP)),
                Case("Clip, then step", STEEP.format(first=CLIP, second=STEP)),
            ),
        ),
        Signature(
            "M07",
            "2 3 1 4 5",
            "**In this order `.grad` is empty when `step()` comes, and `w` stays where it is.** What happens between "
            "`backward()` and `step()`?",
        ),
    ),
    hints=(
        "Look at `clip_grad_norm_`. What does it read, and what does it write?",
        "It reads and writes `.grad`. One line fills that, one line clears it, and one line uses it.",
        "With an optimizer of your own it would be: work out the gradient, shorten it, subtract it. In the lines here "
        "...",
    ),
    reveal="Clear, compute, go back, shorten, step: {key}.",
)

TWO = """
u = ag.tensor(1., requires_grad=True)
v = ag.tensor(1., requires_grad=True)
loss = ${3*k} * u + ${4*k} * v
loss.backward()
ag.nn.utils.clip_grad_norm_([u, v], max_norm=$m.)
"""

C5 = Number(
    id="10-C5",
    task="What are `u.grad` and `v.grad` at the end? Answer with a list of two numbers.",
    listing=TWO,
    program=TWO + "answer = [u.grad.item(), v.grad.item()]",
    numbers={"k": 2, "m": 2},
    ranges={"k": (2, 3, 4, 5, 6), "m": (2, 4, 6, 8)},
    expected="two numbers that are $m long when taken together",
    reason="Together the two are ${5*k} long, the root of `${3*k}**2 + ${4*k}**2`. Both are multiplied by "
    "`$m / ${5*k}`.",
    wrong=(
        Signature(
            "each by itself",
            "[$m., $m.]",
            "**{answer} cuts each number off by itself.** That would turn the arrow. All gradients together are one "
            "arrow, and it is made shorter.",
        ),
        Signature(
            "sum for length",
            "[$m * 3 / 7, $m * 4 / 7]",
            "**{answer} makes the sum $m.** The length of an arrow is the root of the sum of squares.",
        ),
        Signature(
            "largest for length",
            "[$m * 3 / 4, $m * 1.]",
            "**{answer} makes the larger of the two $m.** The length of the arrow is more than its longest side.",
        ),
        Signature(
            "not clipped",
            "[3. * $k, 4. * $k]",
            "**{answer} is what `backward()` brought.** Together that is longer than $m.",
        ),
        Signature(
            "divided by the limit",
            "[3. * $k / $m, 4. * $k / $m]",
            "**{answer} divides by `max_norm`.** How long is the arrow then?",
        ),
        Signature(
            "length 1",
            "[0.6, 0.8]",
            "**{answer} is an arrow of length 1.** It may be as long as `max_norm`, and is made no shorter than that.",
        ),
        Signature(
            "limit shared out",
            "[$m / 2, $m / 2]",
            "**{answer} shares the limit out.** A clipped arrow keeps its direction: both numbers are "
            "multiplied by the same factor.",
        ),
    ),
    hints=(
        "Look at both gradients as one arrow with two sides. How long is it?",
        "The length is the root of the sum of squares. Then one factor makes both of them shorter.",
        "Sides of 30 and 40 are 50 long; for `max_norm=5` both are divided by 10: 3 and 4. Here the length is "
        "${5*k}, so both ...",
    ),
    reveal="Both times `$m / ${5*k}`: {key}.",
)
