"""Lesson 08, the bug: an evaluation with only one of the two switches, first the one, then the other."""

from autogradlab.course.checks.questions import Choice, Number, Option, Signature
from autogradlab.course.lessons.lesson_08.layers import TWO_MODES

MODEL = """
def new_model():
    ag.manual_seed(8)
    return ag.nn.Sequential(ag.nn.BatchNorm1d(1), ag.nn.Linear(1, 4), ag.nn.Dropout(0.5), ag.nn.Linear(4, 1))

degrees = ag.tensor([[1.], [2.], [2.], [3.]])
portions = ag.tensor([[3.], [4.], [5.], [7.]])

def evaluate(model, recording=ag.no_grad, layers="train"):
    model.train(layers == "train")
    with recording():
        loss = ((model(degrees) - portions)**2).mean()
    return loss

def spread(**settings):
    model = new_model()
    return len({round(evaluate(model, **settings).item(), 3) for _ in range(3)}) > 1
"""

B1 = Choice(
    id="08-B1",
    task="One model, the same four days, three numbers. Why do they differ?",
    program=MODEL
    + """
model = new_model()
weights = [weight.tolist() for weight in model.parameters()]
evaluate(model)
suspects = {
    "weights": weights != [weight.tolist() for weight in model.parameters()],
    "graph": spread(recording=ag.enable_grad) is False,
    "training": spread() and not spread(layers="eval"),
    "untrained": spread(layers="eval")}
answer = next(name for name, guilty in suspects.items() if guilty)
""",
    reason="The model is still in training mode, so `Dropout` leaves out different values each time. "
    "(`BatchNorm1d` also moves its memory, but does not read it in this mode.)",
    options=(
        Option("training", "The layers behave as in training, and `no_grad` does not change that"),
        Option(
            "weights",
            "Under `no_grad` the weights move a little each time",
            "no_grad moves weights",
            "**`evaluate` writes into no weight.** Print `model[1].weight` before and after. What else in the model "
            "can differ from call to call?",
        ),
        Option(
            "graph",
            "The graphs of the earlier calls are still there and get in the way",
            "leftover graph",
            "**Under `no_grad` there are no graphs.** And a graph that is kept costs memory. It does not change a "
            "number.",
        ),
        Option(
            "untrained",
            "The model was never trained, so its forecasts are random",
            "untrained",
            "**Its weights are random, but they are the same in all three calls.** What is drawn anew at every call?",
        ),
    ),
    hints=(
        "Look at `model.training`, before and after the calls. And which layers read that flag?",
        "Which layer draws at random, and in which mode? Does it look at `no_grad`?",
        "`drop = ag.nn.Dropout(0.5)` gives a different result at every `drop(ag.ones(8))`, inside a `no_grad` block as "
        "well. In this model ...",
    ),
    reveal="{key}. So chance has a say in the number, and every call moves what `BatchNorm1d` remembers.",
)

B2 = Number(
    id="08-B2",
    task="You fixed `evaluate`. The cell prints the same number three times, then `True`, and the memory is still 0. "
    "Which number?",
    program=MODEL + "answer = round(evaluate(new_model(), layers='eval').item(), 3)",
    expected="a positive number that does not depend on chance",
    relative=3e-4,
    reason="In eval mode nothing is dropped, and `BatchNorm1d` uses its memory: the model alone decides.",
    wrong=(
        Signature(
            "M29",
            "round(evaluate(new_model()).item(), 3)",
            "**{answer} is what the first call printed before.** The layers still behave as in training. Which line of "
            "`evaluate` puts them to rest?",
            TWO_MODES,
        ),
        Signature(
            "fixed too late",
            "(lambda model: [evaluate(model) for _ in range(3)] and "
            "round(evaluate(model, layers='eval').item(), 3))(new_model())",
            "**{answer} comes from a model whose memory has moved.** Run the cell from its first line, so that the "
            "model is new.",
        ),
        Signature(
            "M29",
            "(lambda model: [round(evaluate(model).item(), 3) for _ in range(3)][1])(new_model())",
            "**{answer} is what the second call printed before.** The layers still behave as in training. Which "
            "line of `evaluate` puts them to rest?",
        ),
        Signature(
            "M29",
            "(lambda model: [round(evaluate(model).item(), 3) for _ in range(3)][2])(new_model())",
            "**{answer} is what the third call printed before.** The layers still behave as in training. Which "
            "line of `evaluate` puts them to rest?",
        ),
    ),
    hints=(
        "Look at the flag of the model when `model(x)` runs inside `evaluate`.",
        "One line before the block puts the layers to rest. One line after it wakes them up.",
        "`model.eval()` above the `with`, `model.train()` below it. Then run the cell from its top, and copy ...",
    ),
    reveal="With `model.eval()` before the block: {key}.",
)

B3 = Choice(
    id="08-B3",
    task="Somebody else has `model.eval()` in `evaluate`, no `no_grad` block, and `return loss` in place of `return "
    "loss.item()`. The losses of 50 batches are kept in a list. What goes wrong?",
    program=MODEL
    + """
from contextlib import nullcontext
model = new_model()
memory = model[0].running_mean.item()
losses = [evaluate(model, nullcontext, "eval") for _ in range(5)]
graphs = sum(loss.grad_fn is not None for loss in losses)
found = {"metric": len({loss.item() for loss in losses}) > 1, "moved": model[0].running_mean.item() != memory,
         "memory": graphs > 0, "nothing": graphs == 0}
answer = next(name for name in found if found[name])
""",
    reason="`eval()` leaves the recording on. Every loss in the list holds its graph, and every graph what it kept.",
    options=(
        Option("memory", "The losses are right, but every loss keeps its whole graph in memory"),
        Option(
            "metric",
            "The losses depend on chance",
            "metric blamed",
            "**In eval mode nothing is left to chance.** The numbers are right. What is attached to each of them?",
        ),
        Option(
            "moved",
            "The validation moves the memory of `BatchNorm1d`",
            "memory moved",
            "**In eval mode the layer reads its memory and does not write it.** What is attached to each loss in the "
            "list?",
        ),
        Option(
            "nothing",
            "Nothing: `eval()` has stopped the recording",
            "M28",
            "**`eval()` speaks to the layers only.** Ask one of the losses for its `grad_fn`.",
        ),
    ),
    hints=(
        "Look at the two lamps: which of them is right in this program, and which is not?",
        "A loss that was recorded holds its graph as long as somebody holds the loss. Who holds it here?",
        "For one batch it hardly matters. For `losses = [evaluate(batch) for batch in batches]`, each entry has a "
        "`grad_fn`, and behind it ...",
    ),
    reveal="{key}. Every number is right, and the graphs pile up behind them.",
)
