"""I11 and I12: what `backward` does with a vector, and how small batches make a large one."""

from autogradlab.course.inventory.question import Question, claim, right, wrong

I11 = Question(
    number=11,
    idea="backward from a vector",
    lesson="06",
    task="What does `$x.grad` hold at the end?",
    listing="""
$x = ag.tensor($start, requires_grad=True)
$y = $x**2
$y.backward(gradient=ag.tensor($v))
""",
    measure="""
answer = $x.grad.tolist()
slopes = [2. * value for value in $start]
""",
    answers=(
        right(),
        claim("an error", "An error: only a single number has a gradient", "M31"),
        wrong("M31", "ag.tensor(answer).diag().tolist()"),
        wrong("M32", "slopes"),
        wrong("M33", "[value / len(answer) for value in answer]"),
    ),
    reason="The argument says how much the loss depends on each entry of `$y`. Each entry's slope is multiplied by "
    "its number; nothing is averaged.",
    forms={
        "A": {"x": "x", "y": "y", "start": [1.0, 2.0, 3.0], "v": [1.0, 10.0, 100.0]},
        "B": {"x": "w", "y": "losses", "start": [2.0, 3.0, 5.0], "v": [1.0, 5.0, 20.0]},
    },
)

I12 = Question(
    number=12,
    idea="small batches of different sizes",
    lesson="04",
    task="The loss is a **mean** over samples. These are the gradients of $count samples, in two small batches. You "
    "call `backward` for one batch after the other. What must `.grad` hold at the end, so that one step does the same "
    "as with one large batch?",
    listing="""
first_batch = $first
second_batch = $second
""",
    measure="""
def grad(*losses):
    w = ag.tensor(1., requires_grad=True)
    for loss in losses:
        loss(w).backward()
    return w.grad.item()

everything = ag.tensor(first_batch + second_batch)
one, two = ag.tensor(first_batch), ag.tensor(second_batch)
answer = grad(lambda w: (w * everything).mean())
undivided = grad(lambda w: (w * one).mean(), lambda w: (w * two).mean())
divided = grad(lambda w: (w * one).mean() / 2, lambda w: (w * two).mean() / 2)
summed = grad(lambda w: (w * everything).sum())
""",
    answers=(right(), wrong("M36", "divided"), wrong("M35", "undivided"), wrong("M34", "summed")),
    reason="The mean over all samples is {answer:g}. The mean of two means would give each sample of the smaller batch "
    "a larger say.",
    forms={
        "A": {"count": "four", "first": [2.0, 4.0, 6.0], "second": [20.0]},
        "B": {"count": "six", "first": [3.0, 9.0], "second": [6.0, 6.0, 6.0, 30.0]},
    },
)
