"""Lesson 04, where accumulation stops being exact, and sentences from the web that a run can test."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature
from autogradlab.course.lessons.lesson_04.batches import UNDIVIDED
from autogradlab.course.lessons.lesson_04.clearing import NONE_OR_ZERO

#: If the losses of the micro-batches add up to the loss of the big batch, so do their slopes: a test checks both.
NETWORK = """
def added_up(layer, size):
    total = 0.
    for start in range(0, 8, size):
        part = slice(start, start + size)
        total = total + ((layer(x[part]) - target[part])**2).mean() * size / 8
    return total
"""

C8 = Choice(
    id="04-C8",
    twin="04-T8",
    task="A network is trained in equal micro-batches, each mean loss divided by their number. With one of these "
    "layers in it, `.grad` is still not that of the big batch. With which one?",
    program=NETWORK
    + """
with ag.random.fork_rng():          # the learner's own random numbers go on as if nothing had happened
    ag.manual_seed(0)
    x, target = ag.randn(8, 3), ag.randn(8, 3)
    layers = {"linear": ag.nn.Linear(3, 3), "relu": ag.nn.ReLU(), "layer": ag.nn.LayerNorm(3),
              "batch": ag.nn.BatchNorm1d(3)}
    inexact = [name for name in layers if abs(added_up(layers[name], 2) - added_up(layers[name], 8)) > 1e-3]
answer = inexact[0] if inexact else "none"
""",
    reason="What a sample becomes depends on the others in its batch, and a smaller batch has fewer of them.",
    options=(
        Option("batch", "`BatchNorm1d`: subtracts from each number its mean over the samples of the batch"),
        Option(
            "layer",
            "`LayerNorm`: subtracts from each number the mean of all numbers of the same sample",
            "any mean",
            "**This mean is taken inside one sample.** Whoever else is in the batch makes no difference to it. Which "
            "mean does ask the neighbors?",
        ),
        Option(
            "linear",
            "`Linear`: multiplies each sample by the weights and adds a bias",
            "shared weights",
            "**All samples share its weights, but each is multiplied on its own.** That gradients from all samples "
            "meet in one weight is what adding up is for.",
        ),
        Option(
            "relu",
            "`ReLU`: replaces negative numbers by 0",
            "not a straight line",
            "**It bends, but it bends each number on its own.** Adding up needs no straight lines, only samples that "
            "do not look at each other.",
        ),
        Option(
            "none",
            "With none of them: divided correctly, accumulation is exact for every network",
            "M37",
            "**It is exact as long as no sample looks at its neighbors.** One of these layers does. Then a sample "
            "means one thing in a batch of 16, and another in a batch of 64.",
            (
                Case(
                    "Each minus the mean of all: 1, 3, 5, 7",
                    "batch = ag.tensor([1., 3., 5., 7.])\nanswer = batch - batch.mean()",
                ),
                Case("The first two alone: 1, 3", "batch = ag.tensor([1., 3.])\nanswer = batch - batch.mean()"),
            ),
        ),
    ),
    hints=(
        "Look at what each layer needs to know: one sample, or several?",
        "Adding up is exact if the loss of a sample is the same number in every batch. Which layer makes it a "
        "different one?",
        "A layer that subtracts the largest number of the whole batch would break it, because a small batch has a "
        "different largest number. Now look for ...",
    ),
    reveal="{key}: that mean is different in every micro-batch.",
)

SPREAD = """
samples = ag.tensor([$low., $high.])

def loss_of(w, batch):
    return ((w * (batch - batch.mean()))**2).mean()

def gradient(size):
    w = ag.tensor($w., requires_grad=True)
    for start in range(0, 2, size):
        (loss_of(w, samples[start:start + size]) * size / 2).backward()
    return w.grad
"""

T8 = Number(
    id="04-T8",
    task="Two samples, $low and $high, and `w` is $w. The loss first subtracts the mean of the batch, then takes the "
    "mean of the squares of `w` times what is left. Each sample makes a micro-batch of its own, and its loss is "
    "halved. What does `.grad` hold after both?",
    listing="""
def loss_of(w, batch):
    return ((w * (batch - batch.mean()))**2).mean()
""",
    program=SPREAD + "answer = gradient(1)",
    numbers={"low": 1, "high": 3, "w": 3},
    expected="what is left of a single number when its own mean is subtracted",
    reason="In a batch of one, the mean is the sample itself. Nothing is left of it, whatever `w` is.",
    wrong=(
        Signature(
            "M37",
            "gradient(2)",
            "**{answer} is what one batch of two gives.** Here each sample is alone in its batch. What is the mean of "
            "a single number?",
            (
                Case("Two together", "batch = ag.tensor([10., 30.])\nanswer = batch - batch.mean()"),
                Case("One alone", "batch = ag.tensor([10.])\nanswer = batch - batch.mean()"),
            ),
        ),
        Signature(
            "mean left out",
            "$w. * ($low**2 + $high**2)",
            "**{answer} forgets to subtract the mean.** What is left of $low when the mean of its batch is taken away?",
        ),
    ),
    hints=(
        "Look at one micro-batch. How many samples are in it, and what is their mean?",
        "First subtract the mean of the batch, then go on. What is there to go on with?",
        "A batch with the single number 8 has the mean 8, and `8 - 8` leaves ...",
    ),
    reveal="$low minus $low, and $high minus $high: no loss, no slope. `.grad` holds {key}.",
)

W1 = Choice(
    id="04-W1",
    several=True,
    task="Four sentences, in our words; some of them appear in popular articles. Which of them does a run confirm?",
    program="""
def cleared():
    w = ag.tensor(2., requires_grad=True)
    optimizer = ag.optim.SGD([w], lr=0.1)
    (w**2).backward()
    optimizer.zero_grad()
    return w.grad

def gradient(size, reduce):
    w, samples = ag.tensor(0., requires_grad=True), ag.arange(64.)
    for start in range(0, 64, size):
        reduce((w - samples[start:start + size])**2).backward()
    return w.grad.item()

mean, total = (lambda losses: losses.mean()), (lambda losses: losses.sum())
one_mean, one_sum = -2 * 31.5, -2 * 31.5 * 64      # of 0, 1, ... 63, whose mean is 31.5
found = {"zeros": cleared() is not None, "mean": gradient(16, mean) == one_mean,
         "sum": gradient(16, total) == one_sum, "half": gradient(32, mean) == 2 * one_mean}
answer = [name for name in found if found[name]]
""",
    reason="Sums add up by themselves. Means have to be divided, two halves by two. And cleared means `None`.",
    options=(
        Option(
            "zeros",
            "“`zero_grad()` writes zeros into every `.grad`”",
            "M06",
            "**That was so before PyTorch 2.0.** Print `w.grad` after `zero_grad()`: what is there now?",
        ),
        Option(
            "mean",
            "“Four mean losses of 16 samples each, not cleared, give the gradient of one mean loss of 64”",
            "means not divided",
            "**Four means of 16 are added up, and nobody has divided by 4.** The eight readings on this page show the "
            "same: how much too large did they come out?",
        ),
        Option("sum", "“Four sum losses of 16 samples each, not cleared, give the gradient of one sum loss of 64”"),
        Option(
            "half", "“Two mean losses of 32 samples each, not cleared, give twice the gradient of one mean loss of 64”"
        ),
    ),
    wrong=(
        Signature(
            "M35",
            "['mean', 'sum']",
            "**For sums that is so, for means it is not.** Four means of 16 are added up, and nobody has divided by 4. "
            "How much too large did the eight readings come out?",
            UNDIVIDED,
        ),
        Signature(
            "M06",
            "['zeros', 'sum', 'half']",
            "**Three of them fit. `zero_grad()` wrote zeros before PyTorch 2.0.** Print `w.grad` after it: what is "
            "there now?",
            NONE_OR_ZERO,
        ),
    ),
    hints=(
        "Look at each sentence as a small program: which two numbers does it compare?",
        "Ask of each loss: what is a sample divided by, in the small batch and in the big one?",
        "For 8 micro-batches of 8 samples with a mean, the sum is 8 times too large. With a sum, nothing is divided, "
        "so ...",
    ),
    reveal="Those that hold: {key}.",
)
