"""Lesson 08, validation in the middle of training: both switches there, and the way back."""

from autogradlab.course.checks.questions import Bug, Fix, Order, Signature
from autogradlab.course.lessons.lesson_08.layers import TWO_MODES

BATCH_THEN_DAY = """
norm = ag.nn.BatchNorm1d(1)
batch, days = ag.tensor([[1.], [3.]]), ag.tensor([[7.], [9.]])
"""

STUCK = """
def validate(norm, days):
    norm.eval()
    with ag.no_grad():
        return norm(days).sum().item()

norm = ag.nn.BatchNorm1d(1)
for turn in range(3):
    norm(ag.tensor([[20.], [40.]]))
    validate(norm, ag.tensor([[1.], [3.]]))
"""

C8 = Bug(
    id="08-C8",
    task="Three rounds of training, each with a validation. The memory `norm.running_mean` should reach 8.13: a tenth "
    "of the way to 30, three times. It stops at 3. Which line do you change, and how?",
    program=STUCK,
    probe="answer = round(norm.running_mean.item(), 3)",
    goal="answer = round(30 * (1 - 0.9**3), 3)",
    fixes=(
        Fix(
            "Add `norm.train()` below this line, to wake the layer up again",
            7,
            "for turn in range(3):\n    norm.train()",
            also=9,
        ),
        Fix(
            "Leave this line out: the `no_grad` block is enough for a validation",
            2,
            "",
            "M29",
            "**Then the memory moves, and the days of the validation move it, too.** A layer does not look at "
            "`no_grad`.",
            TWO_MODES,
        ),
        Fix(
            "Write `if True:` here, so that training is recorded again",
            3,
            "    if True:",
            "block blamed",
            "**The block ends with its last line, and the rounds of training are recorded.** Which switch stays as it "
            "was left?",
        ),
        Fix(
            "Add `norm.requires_grad_()` below this line, to ask for gradients again",
            9,
            "    validate(norm, ag.tensor([[1.], [3.]]))\n    norm.requires_grad_()",
            "M27",
            "**The weights never stopped asking.** `no_grad` does not change their flags, and the memory is not "
            "learned by gradients.",
        ),
    ),
    reason="A block ends by itself. A mode stays until somebody sets it back.",
    hints=(
        "Look at the flag `norm.training` at the beginning of the first round, and of the second.",
        "A `with` block switches back at its end. Who switches back after `norm.eval()`?",
        "After `norm.eval()`, ten more rounds leave the memory where it is. A call that sets the flag to `True` again, "
        "before the batch comes, ...",
    ),
    reveal="From the second round on the layer was in eval mode: {key}.",
)

C10 = Order(
    id="08-C10",
    task="Put the four lines of a round into an order in which only the training batches move the memory of the layer, "
    "and all of them do.",
    program=BATCH_THEN_DAY + "for turn in range(3):\n    # LINES\nanswer = round(norm.running_mean.item(), 4)",
    lines=(
        "norm(batch)                      # a round of training",
        "norm.eval()",
        "with ag.no_grad(): norm(days)    # a validation",
        "norm.train()",
    ),
    outcome="the memory after three rounds",
    reason="Each batch meets the layer in training mode, and each validation meets it in eval mode.",
    wrong=(
        Signature(
            "M29",
            "1 3 2 4",
            "**In this order the days of the validation move the memory, too.** `no_grad` stops the recording. What "
            "puts the layer to rest?",
            TWO_MODES,
        ),
        Signature(
            "trained in eval mode",
            "2 1 3 4",
            "**In this order the batch meets a layer in eval mode,** so the layer learns nothing from it. Which line "
            "must come between a validation and the next batch?",
        ),
    ),
    hints=(
        "Look at the flag `training`: what must it be when the batch comes, and what when the days come?",
        "A mode stays until it is set again, even from one round to the next. Which line must come between validation "
        "and training?",
        "Two of the lines belong together: one switches, the next one uses it. `eval()` belongs right before ...",
    ),
    reveal="Train, switch, validate, switch back: {key}. The same round may also begin with `norm.eval()` or with "
    "`norm.train()`.",
)
