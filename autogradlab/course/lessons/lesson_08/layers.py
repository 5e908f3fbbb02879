"""Lesson 08, the layers' switch: what eval() changes, and what it leaves to the engine."""

from autogradlab.course.checks.questions import Case, Number, Print, Signature

EVALUATED = """
model = ag.nn.Sequential(ag.nn.Linear(1, 4), ag.nn.Dropout(0.5), ag.nn.Linear(4, 1))
model.eval()
out = model(ag.tensor([[2.]]))
print(model.training, out.requires_grad)
"""

IN_EVAL = (
    Case("In eval mode", "layer = ag.nn.Linear(2, 1)\nlayer.eval()\nprint(layer(ag.ones(1, 2)).requires_grad)"),
    Case(
        "Under `no_grad`",
        "layer = ag.nn.Linear(2, 1)\nwith ag.no_grad():\n    out = layer(ag.ones(1, 2))\nprint(out.requires_grad)",
    ),
)

P1 = Print(
    id="08-P1",
    predict=True,
    task="The model is in eval mode. Which two words does the last line print?",
    program=EVALUATED,
    reason="`eval()` set the flag `training` of the model and of its layers. Whether something is recorded was never "
    "its business.",
    wrong=(
        Signature(
            "M28",
            says="**That would be so if `eval()` stopped the recording.** It speaks to the layers only. The weights "
            "still ask for gradients, so the engine records.",
            show_me=IN_EVAL,
        ),
        Signature(
            "flag forgotten",
            "print(True, True)",
            "**The second word is right.** What else would `eval()` be for, if not to change the flag that the layers "
            "read?",
        ),
        Signature(
            "the other way round",
            "print(True, False)",
            "**Those are the two lamps the other way round.** Which of the two does a layer look at?",
        ),
    ),
    hints=(
        "Look at the two facts one by one: in which mode are the layers, and do the weights ask for gradients?",
        "A result requires grad if something behind it does and the engine records. Which line of the program tells "
        "the engine to stop?",
        "After `model.train()` the line would print `True True`. `eval()` changes one of the two words: the one that "
        "is about the layers ...",
    ),
    reveal="The layers are in eval mode, and the computation is recorded: {key}.",
)

UNDER_NO_GRAD = """
norm = ag.nn.BatchNorm1d(1)
with ag.no_grad():
    out = norm(ag.tensor([[1.], [3.]]))
print(out.requires_grad, norm.running_mean)
"""

TWO_MODES = (
    Case(
        "In training mode",
        "norm = ag.nn.BatchNorm1d(1)\nwith ag.no_grad():\n    norm(ag.tensor([[4.], [6.]]))\nprint(norm.running_mean)",
    ),
    Case(
        "In eval mode",
        "norm = ag.nn.BatchNorm1d(1)\nnorm.eval()\nwith ag.no_grad():\n"
        "    norm(ag.tensor([[4.], [6.]]))\nprint(norm.running_mean)",
    ),
)

P2 = Print(
    id="08-P2",
    predict=True,
    task="A new `BatchNorm1d` remembers the mean 0, and nobody called `eval()`. What does the last line print?",
    program=UNDER_NO_GRAD,
    reason="Nothing was recorded. But the layer is in training mode, so its memory went a tenth of the way to 2, the "
    "mean of the batch.",
    wrong=(
        Signature(
            "M29",
            says="**That would be so if `no_grad` put the layers to rest.** A layer does not look at `no_grad`. It "
            "looks at its own flag `training`, and that is still `True`.",
            show_me=TWO_MODES,
        ),
        Signature(
            "the whole way",
            "print(False, ag.tensor([2.]))",
            "**The memory moves, but not the whole way.** One batch may be unusual, so it counts for a tenth.",
        ),
        Signature(
            "recorded all the same",
            "print(True, ag.tensor([0.2]))",
            "**The memory did move. The result is another matter:** it was computed inside the `no_grad` block.",
        ),
        Signature(
            "both lamps",
            "print(True, ag.tensor([0.]))",
            "**Those are the two lamps the other way round.** Which of them does `no_grad` control, and in which mode "
            "is a new layer?",
        ),
        Signature(
            "shares swapped",
            "print(False, ag.tensor([1.8]))",
            "**The memory moves, and less far.** One batch may be unusual: how much of its mean is taken in?",
        ),
    ),
    hints=(
        "Look at the two facts one by one: is the result recorded, and in which mode is the layer?",
        "A layer reads its own flag `training`. Does any line of the program change it?",
        "If the batch had the mean 5, the memory would go from 0 to 0.5. Here the mean is 2, and ...",
    ),
    reveal="Not recorded, and the memory has moved by a tenth of 2: {key}.",
)

C1 = Print(
    id="08-C1",
    task="What does this program print? If you expect an error, write `error`.",
    program="""
layer = ag.nn.Linear(1, 1)
layer.eval()
out = layer(ag.tensor([[$x.]]))
out.sum().backward()
print(layer.weight.grad)
""",
    numbers={"x": 7},
    ranges={"x": range(2, 20)},
    reason="`eval()` changes the behavior of layers like `Dropout`. The engine recorded as always, and the slope with "
    "respect to the weight is the input.",
    wrong=(
        Signature(
            "M28",
            says="**That would be so if `eval()` stopped the recording.** `layer.eval()` sets the layer's flag "
            "`training`. Does the engine look at it?",
            show_me=IN_EVAL,
        ),
        Signature(
            "M28",
            "print(None)",
            "**`None` would mean that nothing was recorded for the weight.** But `eval()` speaks to the layers, not to "
            "the engine.",
        ),
        Signature(
            "M28",
            "print(ag.tensor([[0.]]))",
            "**A 0 would mean that the weight has no influence on the result.** It has one, in eval mode, too.",
        ),
    ),
    hints=(
        "Look for a line that tells the engine to stop recording. Is there one?",
        "The layer computes `weight * x + bias`. What is the slope of that with respect to the weight?",
        "With an input of 30 the program would print `tensor([[30.]])`, in training mode and in eval mode. Here ...",
    ),
    reveal="Recorded as always, and the slope is the input: {key}.",
)

PASSES = """
norm = ag.nn.BatchNorm1d(1)
with ag.no_grad():
    norm(ag.tensor([[$a.], [${a+2}.]]))
norm.eval()
norm(ag.tensor([[$b.], [${b+2}.]]))
"""

C2 = Number(
    id="08-C2",
    task="A new `BatchNorm1d` remembers the mean 0. Two batches pass. What is `norm.running_mean.item()` at the end?",
    listing=PASSES,
    program=PASSES + "answer = norm.running_mean.item()",
    numbers={"a": 5, "b": 19},
    ranges={"a": range(2, 10), "b": range(15, 40, 2)},
    expected="a small number: each batch that counts moves the memory a tenth of the way to its mean",
    reason="The first batch meets a layer in training mode, and `no_grad` does not change that. The second meets it in "
    "eval mode, where the memory stands still.",
    wrong=(
        Signature(
            "M29",
            "",
            "**{answer} would be right if `no_grad` kept the memory still.** A layer does not look at `no_grad`. In "
            "which mode was it when the first batch came?",
            TWO_MODES,
        ),
        Signature(
            "M29",
            "0.1 * ($b + 1)",
            "**{answer} counts the second batch and not the first.** What makes the memory stand still: that nothing "
            "is recorded, or the mode of the layer?",
            TWO_MODES,
        ),
        Signature(
            "every batch counts",
            "0.09 * ($a + 1) + 0.1 * ($b + 1)",
            "**{answer} counts both batches.** In which mode was the layer when the second one came?",
        ),
        Signature(
            "the whole way",
            "$a + 1.",
            "**{answer} is the mean of the first batch.** The memory goes a tenth of the way from where it was.",
        ),
        Signature(
            "shares swapped",
            "0.9 * ($a + 1)",
            "**{answer} goes nine tenths of the way.** One batch may be unusual: how much of the new mean is taken in?",
        ),
        Signature(
            "mean of all",
            "($a + $b) / 2 + 1",
            "**{answer} is the mean of all four numbers.** The memory moves batch by batch, a tenth of the way "
            "each time, and in one mode only.",
        ),
    ),
    hints=(
        "Look at the flag `training` at each of the two calls. Which lines change it?",
        "In training mode the memory goes a tenth of the way to the batch's mean. In eval mode it is only read.",
        "A batch with the mean 30 moves the memory from 0 to 3. A batch in eval mode moves it by 0. Here ...",
    ),
    reveal="Only the first batch counts, with a tenth of ${a+1}: {key}.",
)
