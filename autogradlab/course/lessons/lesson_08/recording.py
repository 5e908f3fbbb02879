"""Lesson 08, the engine's switch: what no_grad changes, and what it leaves as it is."""

from autogradlab.course.checks.questions import Case, Choice, Option, Print, Signature
from autogradlab.course.lessons.lesson_08.layers import IN_EVAL

V = "v = ag.tensor(5., requires_grad=True)\n"

INSIDE = (
    Case("A weight inside", V + "with ag.no_grad():\n    print(v.requires_grad)"),
    Case("A result made inside", V + "with ag.no_grad():\n    print((v + 1).requires_grad)"),
)

WHOLE = (
    "**The flag is right. And the graph of `loss` is whole:** it was recorded before the block. `no_grad` does not "
    "keep `backward()` from walking it."
)

P3 = Print(
    id="08-P3",
    predict=True,
    task="The loss was computed before the block. What does the program print? If you expect an error, write `error` "
    "in its place.",
    program="""
w = ag.tensor(3., requires_grad=True)
loss = w * w
with ag.no_grad():
    print(w.requires_grad)
    loss.backward()
print(w.grad)
""",
    reason="The flag belongs to `w`, and the graph was there before the block. `no_grad` only keeps the engine from "
    "recording anything new.",
    wrong=(
        Signature(
            "M27",
            says="**That would be so if `no_grad` switched off what exists already.** It changes nothing in `w`, and "
            "nothing in the graph of `loss`. It is about what is computed inside.",
            show_me=INSIDE,
        ),
        Signature(
            "M27",
            "print(False)\nprint(ag.tensor(6.))",
            "**The gradient is right. The flag would be off if `no_grad` changed the weight.** It is about what is "
            "computed inside the block.",
            INSIDE,
        ),
        Signature(
            "M27",
            "print(False)\nprint(None)",
            "**That would be so if `no_grad` switched off what exists already.** The weight keeps its flag, and the "
            "graph of `loss` was there before the block. What is left to switch off?",
            INSIDE,
        ),
        Signature("M27", "print(True)\nprint(None)", WHOLE, INSIDE),
        Signature("M27", "print(True)\nraise RuntimeError('element 0 does not require grad')", WHOLE, INSIDE),
    ),
    hints=(
        "Look at what was there before the block: a weight with its flag, and a loss with its graph.",
        "`no_grad` keeps the engine from recording. Does `backward()` have to record anything to walk a graph that is "
        "already there?",
        "At `w = 5` the program would print `True`, and then `tensor(10.)`. At 3 ...",
    ),
    reveal="The flag stays, and the graph can be walked. It prints {key}.",
)

RECORDED = """
def recorded(way):
    layer, x = ag.nn.Linear(1, 1), ag.ones(1, 1)
    if way == "train":
        return layer.train()(x).requires_grad
    if way == "eval":
        return layer.eval()(x).requires_grad
    if way == "frozen":
        return layer.requires_grad_(False)(x).requires_grad
    with (ag.no_grad if way == "no_grad" else ag.inference_mode)():
        return layer(x).requires_grad

answer = [way for way in ("train", "eval", "no_grad", "inference_mode", "frozen") if recorded(way)]
"""

P7 = Choice(
    id="08-P7",
    predict=True,
    several=True,
    keep_order=True,
    task="Five settings for one `Linear` layer and plain data `x`. In which of them is `layer(x)` recorded?",
    program=RECORDED,
    reason="The two modes of a layer do not affect the recording. The two blocks stop it. And where no tensor asks for "
    "a gradient, there is nothing to record.",
    options=(
        Option("train", "`layer.train()` was called"),
        Option("eval", "`layer.eval()` was called"),
        Option("no_grad", "`with ag.no_grad():` around it"),
        Option("inference_mode", "`with ag.inference_mode():` around it"),
        Option("frozen", "`layer.requires_grad_(False)` was called"),
    ),
    wrong=(
        Signature(
            "M28",
            "",
            "**That counts `eval()` among the switches of the engine.** It speaks to the layers only.",
            IN_EVAL,
        ),
        Signature(
            "recorded for nobody",
            '["train", "eval", "frozen"]',
            "**Two of the three are right.** If no weight asks and the data does not, who would want the record?",
        ),
        Signature(
            "inference is a mode of layers",
            '["train", "eval", "inference_mode"]',
            "**`inference_mode` is a block around a computation, like `no_grad`.** What is computed inside is not "
            "recorded.",
        ),
    ),
    hints=(
        "Look at each setting: does it speak to the layer, to the engine, or to the weights?",
        "A result is recorded if the engine records, and if something behind it asks for a gradient. Which settings "
        "take one of the two away?",
        "Data times data is not recorded in any setting, because nobody asks. A `Linear` layer asks as long as its "
        "weights do ...",
    ),
    reveal="{key}. In the others the engine does not record, or nobody asks.",
)

C6 = Print(
    id="08-C6",
    task="What does this program print? If you expect an error, write `error`.",
    program="""
v = ag.tensor($v., requires_grad=True)
loss = $k * v
with ag.no_grad():
    h = v * 2
    loss.backward()
print(v.grad.item(), v.requires_grad, h.requires_grad)
""",
    numbers={"v": 2, "k": 7},
    ranges={"v": range(2, 10), "k": range(3, 12)},
    reason="The graph of `loss` was there before the block, and the flag belongs to `v`. Only `h` was computed inside.",
    wrong=(
        Signature(
            "M27",
            says="**That would be so if `no_grad` kept `backward()` from walking.** The graph of `loss` was recorded "
            "before the block. What would have to be recorded to walk it?",
        ),
        Signature(
            "M27",
            "print($k., False, False)",
            "**The number is right. The flag of `v` would be off only if `no_grad` changed tensors that exist "
            "already.**",
        ),
        Signature(
            "the block is ignored",
            "print($k., True, True)",
            "**Right for what was there before the block.** But `h` was computed inside it.",
        ),
        Signature(
            "old and new mixed up",
            "print($k., False, True)",
            "**The number is right, the two flags have changed places.** Which of the two tensors was made inside the "
            "block?",
        ),
    ),
    hints=(
        "Look at what was there before the block, and at what is made inside.",
        "`no_grad` keeps new results from being recorded. Which of the three words is about a new result?",
        "With `loss = 30 * v` and no other change, the first word would be `30.0`. The other two do not depend on "
        "numbers ...",
    ),
    reveal="The old graph is walked, the flag stays, and `h` has no history: {key}.",
)

X = "x = ag.tensor(5., requires_grad=True)\n"

C7 = Print(
    id="08-C7",
    task="What does this program print? If you expect an error, write `error`.",
    program="""
x = ag.tensor($x., requires_grad=True)
with ag.no_grad():
    y = x * x
y.backward()
print(x.grad)
""",
    numbers={"x": 4},
    reason="Nothing of the product was recorded, so there is no way back from `y`, on either of the two paths.",
    wrong=(
        Signature(
            "M26",
            "print(ag.tensor($x.))",
            "**That would be right for `x * x.detach()`: one path cut, one left.** The block leaves no path: nothing "
            "that is computed in it is recorded.",
            (
                Case("`x * x.detach()`", X + "(x * x.detach()).backward()\nprint(x.grad)"),
                Case("`x * x` in a `no_grad` block", X + "with ag.no_grad():\n    y = x * x\nprint(y.grad_fn)"),
            ),
        ),
        Signature(
            "the block is ignored",
            "print(ag.tensor(${2*x}.))",
            "**That would be right without the block.** Inside it, the product is computed but not recorded.",
        ),
        Signature(
            "a cut is silent",
            "print(None)",
            "**Right: nothing can come to `x`.** But `backward()` does not have a single path to walk here. Does it "
            "stay silent?",
        ),
        Signature(
            "zero for none",
            "print(ag.tensor(0.))",
            "**A 0 would have to come along some path.** Does one lead from `y` back to `x`?",
        ),
    ),
    hints=(
        "Look at the product: on how many of its two paths is there a record?",
        "`y` was made inside the block. What are its `requires_grad` and its `grad_fn`?",
        "For `y = x * x.detach()` without a block, one path is left. With the block, `y.grad_fn` is `None`, and "
        "`y.backward()` ...",
    ),
    reveal="`y` has no history, and `backward()` says so: {key}.",
)
