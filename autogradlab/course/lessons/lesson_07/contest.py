"""Lesson 07, two optimizers: a step that writes into what another loss has kept."""

from autogradlab.course.checks.questions import Case, Order, Signature

CONTEST = """\
v = ag.tensor(4., requires_grad=True)
optimizer = ag.optim.SGD([v], lr=0.1)
one, two = 3 * v, v**2
one.backward()
{lines}
print(v.grad)
"""

STEP_BETWEEN = (
    Case(
        "A step in between",
        CONTEST.format(lines="optimizer.step()\ntry:\n    two.backward()\nexcept RuntimeError:\n    print('stops')"),
    ),
    Case("Both walks, then the step", CONTEST.format(lines="two.backward()\noptimizer.step()")),
)

SAYS = (
    "**The step writes into a weight that the other loss has kept.** That loss was computed with the old weight, and "
    "its walk finds a version that is too new. Which calls must come before any step?"
)

C9 = Order(
    id="07-C9",
    task="A forger `f` and a detective `d` learn against each other. Both losses are computed first; `detach()` makes "
    "sure that each loss gives a gradient to only one of the two. Put the four lines into an order in which both are "
    "moved.",
    listing="f_loss = (f * d.detach() - 5)**2\nd_loss = (f.detach() * d - 1)**2",
    program="f, d = ag.tensor(2., requires_grad=True), ag.tensor(3., requires_grad=True)\n"
    "f_optimizer, d_optimizer = ag.optim.SGD([f], lr=0.01), ag.optim.SGD([d], lr=0.01)\n"
    "f_loss = (f * d.detach() - 5)**2\nd_loss = (f.detach() * d - 1)**2\n# LINES\n"
    "answer = [round(f.item(), 4), round(d.item(), 4)]",
    lines=("d_loss.backward()", "f_loss.backward()", "d_optimizer.step()", "f_optimizer.step()"),
    outcome="where the two end",
    wrong=(
        Signature("M23", "1 3 2 4", SAYS, STEP_BETWEEN),
        Signature(
            "step without a gradient",
            "3 4 1 2",
            "**In this order nothing moves: each step comes before its gradient.** And both steps could have spoiled "
            "something. Which lines fill `.grad`?",
        ),
    ),
    reason="A step writes in place. It may come as soon as no walk is left that needs the old weight.",
    hints=(
        "Look at the two losses: which of `f` and `d` did each of them keep?",
        "A step writes into a weight. Every walk that needs the old weight must be made before that.",
        "With one weight `v` and the losses `3 * v` and `v**2`, both `backward()` calls come first, then the step. "
        "With two weights: first ...",
    ),
    reveal="First both walks, then both steps, as in {key}.",
)
