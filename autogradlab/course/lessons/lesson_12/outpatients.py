"""Lesson 12, the outpatients: three short complaints with ideas from lessons 04, 08 and 10."""

from autogradlab.course.checks.questions import Bug, Case, Fix, Number, Order, Signature

CLIPPED = """
w = ag.tensor(2., requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
for turn in range(3):
    # LINES
answer = [round(w.item(), 4)]
if answer != [1.7]:                             # was it shortened too late, or too early?
    answer.append(w.grad and w.grad.item())
"""
CLIP = "ag.nn.utils.clip_grad_norm_([w], 1.0)"

ONE_CLIP = "w = ag.tensor(8., requires_grad=True)\noptimizer = ag.optim.SGD([w], lr=0.1)\n(50 * w).backward()\n"

C17 = Order(
    id="12-C17",
    task="“Now and then a batch throws my weights far away, although I clip.” `clip_grad_norm_` shortens what is in "
    "`.grad` to the length 1, if it is longer. Put the lines into an order in which, with `lr=0.1`, "
    "every round makes a step, and none is longer than 0.1.",
    lines=("optimizer.zero_grad()", "loss = 50 * w", "loss.backward()", CLIP, "optimizer.step()"),
    outcome="`[w]` after three rounds",
    program=CLIPPED,
    reason="Clipping changes `.grad`, and only `step()` reads `.grad`. So its place is between `backward()`, which "
    "writes, and `step()`.",
    wrong=(
        Signature(
            "M64",
            "1 2 3 5 4",
            "**In this order the step has already been made when its gradient is shortened.** Who reads `.grad` after "
            "that? The next round clears it.",
            (
                Case(
                    "Step, then clip",
                    ONE_CLIP + "optimizer.step()\nag.nn.utils.clip_grad_norm_([w], 1.0)\nanswer = w.item()",
                ),
                Case(
                    "Clip, then step",
                    ONE_CLIP + "ag.nn.utils.clip_grad_norm_([w], 1.0)\noptimizer.step()\nanswer = w.item()",
                ),
            ),
        ),
        Signature(
            "clipped before it was there",
            "1 2 4 3 5",
            "**In this order there is nothing to shorten yet.** Which line writes the long gradient?",
        ),
    ),
    hints=(
        "Look at who writes `.grad` and who reads it. What is to be shortened in between?",
        "First the gradient has to be there, then it is shortened, then it is used.",
        "Any other change to a gradient, such as dividing it by 4, belongs between `backward()` and `step()`. Clipping "
        "...",
    ),
    reveal="Clear, compute, go back, clip, step: {key}.",
)

PILED = """
w = ag.tensor(0., requires_grad=True)
for batch in ([$a., $b.], [$c., $d.]):
    loss = (w * ag.tensor(batch)).mean()
    loss.backward()
"""

ADDED = (
    Case(
        "Two halves, as they are",
        "w = ag.tensor(0., requires_grad=True)\nfor half in ([1., 3.], [5., 7.]):\n"
        "    batch = ag.tensor(half)\n    (w * batch).mean().backward()\nanswer = w.grad",
    ),
    Case(
        "The whole batch",
        "w = ag.tensor(0., requires_grad=True)\nbatch = ag.tensor([1., 3., 5., 7.])\n"
        "(w * batch).mean().backward()\nanswer = w.grad",
    ),
)

C18 = Number(
    id="12-C18",
    follow_up="04-F3",
    task="“My batch is too large for the machine, so I send it in two halves and clear afterwards. Since then the "
    "training leaps.” The whole batch would leave ${(a+b+c+d)/4} in `w.grad`. What do the halves leave?",
    listing=PILED,
    program=PILED + "answer = w.grad",
    numbers={"a": 2, "b": 4, "c": 6, "d": 12},
    ranges={"a": (2, 4), "b": (6, 8, 10), "c": (14, 16), "d": (20, 24, 28)},
    expected="a number; ask what each half leaves, and what becomes of the first when the second comes",
    reason="Each half leaves the mean of two, and the two means add up. Each loss has to be divided by 2.",
    wrong=(
        Signature(
            "M35",
            "${(a+b+c+d)/4}",
            "**{answer} is what the whole batch leaves.** Each half leaves the mean of its two, and `backward()` adds. "
            "By what factor does it come out too large?",
            ADDED,
        ),
        Signature(
            "M03",
            "${(c+d)/2}",
            "**{answer} is what the second half leaves by itself.** Nobody clears between the two. What becomes of the "
            "first?",
        ),
        Signature(
            "M04", "", "**{answer} is the mean of what the two halves leave.** `.grad` takes no mean, it adds.", ADDED
        ),
        Signature(
            "all four added", "${a+b+c+d}", "**{answer} adds all four.** Each half takes the mean of its two first."
        ),
        Signature(
            "first half alone",
            "($a + $b) / 2",
            "**{answer} is what the first half leaves.** What does the second one do to it?",
        ),
    ),
    hints=(
        "Look at each half on its own: what does its mean leave?",
        "The first half leaves a mean. The second `backward()` adds its own to it.",
        "For the halves 100, 200 and 300, 400 it is 150 + 350 = 500, where the whole batch has 250. Here ...",
    ),
    reveal="${(a+b)/2} and ${(c+d)/2} add up to {key}, twice what the whole batch leaves.",
)

FORGOTTEN = """
def three_rounds(norm, batch, later):
    for turn in range(3):
        norm(batch)
        norm.eval()
        with ag.no_grad(): norm(later)
        norm.training
    return norm.running_mean.item()
"""

C19 = Bug(
    id="12-C19",
    task="“Since I began to look at the validation in every round, my training has got worse.” `norm` should learn the "
    "mean of `batch` in all three rounds, and nothing of `later`. Which line do you change, and how?",
    program=FORGOTTEN,
    probe="answer = three_rounds(ag.nn.BatchNorm1d(1), ag.tensor([[10.], [30.]]), ag.tensor([[1.], [3.]]))",
    goal="answer = 20 * (1 - 0.9**3)",
    fixes=(
        Fix("Back to training: `norm.train()`", 6, "        norm.train()"),
        Fix(
            "Take `eval()` out: `no_grad` is there already",
            4,
            "        pass",
            "M29",
            "**Then the layer learns from the validation too.** `no_grad` stops the recording, and a layer does not "
            "look at it.",
        ),
        Fix(
            "Take `no_grad` out: `norm(later)`",
            5,
            "        norm(later)",
            "M28",
            "**That changes what is recorded, not which mode the layer is in.** Who sets the mode back when the next "
            "round begins?",
        ),
        Fix(
            "Set the flag: `ag.set_grad_enabled(True)`",
            6,
            "        ag.set_grad_enabled(True)",
            "other switch",
            "**The block ends by itself, so the recording is on again.** It is the other switch that was left where it "
            "was.",
        ),
    ),
    reason="A mode stays until somebody sets it back. `norm.training` asks for it and changes nothing.",
    hints=(
        "Look at `norm.training` when the second round begins.",
        "Line 6 asks for the mode. Does it set it?",
        "After `model.eval()` a dropout layer lets everything through for ever, unless somebody calls the opposite. "
        "Here ...",
    ),
    reveal="The mode was asked for, and not set: {key}.",
)
