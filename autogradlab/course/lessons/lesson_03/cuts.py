"""Lesson 03, what cuts a weight off from its loss, and repairs that only silence the error."""

from autogradlab.course.checks.questions import Bug, Case, Fix, Print, Signature

V = "v = ag.tensor(5., requires_grad=True)\n"
THROUGH = Case("The loss as it was computed", V + "loss = (v - 1)**2\nloss.backward()\nanswer = v.grad")
SWITCHED_ON = Case(
    "Its number in a new tensor, switched on",
    V + "loss = ag.tensor(((v - 1)**2).item())\nloss.requires_grad_()\nloss.backward()\nprint(v.grad)",
)
REWRAPPED = Case(
    "Through a number and back", V + "m = ag.tensor(v.item(), requires_grad=True)\n(m * 2).backward()\nprint(v.grad)"
)
DIRECT = Case("Without the detour", V + "(v * 2).backward()\nanswer = v.grad")

P4 = Print(
    id="03-P4",
    predict=True,
    task="The third line takes the number out of the loss and makes a tensor of it again. What does the program "
    "print? If you expect an error, write `error`.",
    program="""
w = ag.tensor(3., requires_grad=True)
loss = (w * 2 + 1)**2
loss = ag.tensor(loss.item())
loss.backward()
print(w.grad)
""",
    reason="The new tensor holds the same number and knows nothing of `w`: it neither asks for a gradient nor leads to "
    "a tensor that does.",
    wrong=(
        Signature(
            "M57",
            says="**That would need a path from the new tensor back to `w`.** `item()` gives a plain Python number, "
            "and a number has no history.",
            show_me=(DIRECT, REWRAPPED),
        ),
        Signature(
            "a cut is silent",
            "print(None)",
            "**Right: nothing can reach `w`.** But here nothing at all waits for a gradient, not even some other "
            "tensor. Does `backward()` keep silent about that?",
        ),
        Signature(
            "zero for none",
            "print(ag.tensor(0.))",
            "**A gradient of 0 would be an answer: a small change of `w` changes nothing.** Here nobody can even ask "
            "the question. What can `backward()` do without any way back?",
        ),
    ),
    hints=(
        "Look at the third line. What type is `loss.item()`, a tensor or a number?",
        "`backward()` starts at the new tensor and follows its `grad_fn`. Does it have one?",
        "After `loss = ag.tensor(9.)`, `loss.grad_fn` is `None` and `loss.requires_grad` is `False`. Told to go back "
        "from there, the engine ...",
    ),
    reveal="Nothing leads back from the new tensor, and `backward()` says so: {key}.",
)

P5 = Print(
    id="03-P5",
    predict=True,
    follow_up="03-C5",
    task="Somebody adds the fourth line to get rid of the error. What does the program print now? If you expect an "
    "error, write `error`.",
    program="""
w = ag.tensor($w., requires_grad=True)
loss = (w * 2 + 1)**2
loss = ag.tensor(loss.item())
loss.requires_grad_()
loss.backward()
print(loss.item(), w.grad)
""",
    numbers={"w": 3},
    ranges={"w": range(2, 10)},
    reason="Now the new tensor is itself the leaf that waits. It gets the gradient, and `w` is as far away as before.",
    wrong=(
        Signature(
            "M57",
            says="**`item()` gives a plain number.** The tensor made of it has the same value and no path back to `w`.",
            show_me=(DIRECT, REWRAPPED),
        ),
        Signature(
            "M56",
            says="**`requires_grad_()` asks for a gradient from now on.** It cannot bring back what happened before: "
            "the new tensor still has no path to `w`.",
            show_me=(THROUGH, SWITCHED_ON),
        ),
        Signature(
            "still an error",
            "raise RuntimeError('element 0 of tensors does not require grad and does not have a grad_fn')",
            "**The error needs two things: no `requires_grad` and no `grad_fn`.** The first of them is fixed now, so "
            "`backward()` runs. For whom?",
        ),
        Signature(
            "zero for none",
            "print(${(2*w+1)**2}., ag.tensor(0.))",
            "**A 0 would have to be written by somebody.** Nothing ever reaches `w` here.",
        ),
        Signature(
            "gradient of the loss itself",
            "print(${(2*w+1)**2}., ag.tensor(1.))",
            "**The 1 is real, and it lands in `loss.grad`.** Does anything lead on to `w`?",
        ),
        Signature(
            "square left out",
            "print(${2*w+1}., None)",
            "**Right for `w`. But {answer} begins with what is squared.** What is the loss?",
        ),
    ),
    hints=(
        "Look at where `backward()` starts, and at what is behind that tensor.",
        "The new line changes one fact about one tensor. Does it build a path from there to `w`?",
        "If a letter does not arrive because the street is missing, a bigger letterbox does not help. `w.grad` was "
        "never written, so it is still ...",
    ),
    reveal="`backward()` runs, the gradient lands in `loss` itself, and `w.grad` is still `None`. It prints {key}.",
)

HELD = """
w = ag.tensor($w., requires_grad=True)
h = (w * $k).detach()
h.requires_grad_()
loss = (h - $t)**2
loss.backward()
print(w.grad)
print(h.grad)
"""

C4 = Print(
    id="03-C4",
    task="What does this program print?",
    program=HELD,
    numbers={"w": 4, "k": 3, "t": 10},
    ranges={"w": range(2, 8), "k": range(2, 6), "t": range(30, 50)},
    reason="`detach()` dropped the history, and no switch brings it back. `h` is a leaf of its own now, and the "
    "gradient lands there.",
    wrong=(
        Signature(
            "M56",
            says="**A switch cannot bring back a path that was cut.** `h` asks for a gradient from now on. It does not "
            "know what it was computed from.",
            show_me=(THROUGH, SWITCHED_ON),
        ),
        Signature(
            "cut overlooked",
            "print(ag.tensor(${2*(k*w-t)*k}.))\nprint(ag.tensor(${2*(k*w-t)}.))",
            "**These would be the slopes if the path were whole.** Where does it end when you walk from `loss` towards "
            "`w`?",
            (
                Case("`(v * 2)`", V + "(v * 2).backward()\nanswer = v.grad"),
                Case(
                    "`(v * 2).detach()`, switched on",
                    V + "m = (v * 2).detach().requires_grad_()\nm.backward()\nprint(v.grad)",
                ),
            ),
        ),
        Signature(
            "nothing anywhere",
            "print(None)\nprint(None)",
            "**Right for `w`. But `backward()` ran without an error,** so somebody got a gradient. Which tensor asks "
            "for one and has no operation behind it?",
        ),
        Signature(
            "an error",
            "raise RuntimeError('element 0 of tensors does not require grad and does not have a grad_fn')",
            "**Without the third line there would be one.** With it, one tensor on the way asks for a gradient. Which "
            "one?",
        ),
        Signature(
            "zero for none",
            "print(ag.tensor(0.))\nprint(ag.tensor(${2*(k*w-t)}.))",
            "**Right for `h`. A 0 for `w` would have to be written by somebody.** Does anything ever reach `w`?",
        ),
        Signature(
            "gradient of the leaf",
            "print(None)\nprint(ag.tensor(${2*(k*w-t)*k}.))",
            "**The second number is what `w` would get if the path were whole.** For `(h - $t)**2`, how fast does the "
            "loss change when `h` changes?",
        ),
    ),
    hints=(
        "Look at the second line: what is dropped there? And what does the third line ask for?",
        "A gradient lands in leaves that ask for it and that the loss leads to. Which tensors are leaves of that kind?",
        "With `m = (v * 2).detach()` and `m.requires_grad_()`, the slope of `(m - 1)**2` lands in `m`: at `m = 7` it "
        "is `2 * 6`. Here `h` is ${k*w}, and ...",
    ),
    reveal="The path ends at `h`, which is ${k*w}: `2 * (${k*w} - $t)` lands there, and `w` gets nothing. It prints "
    "{key}.",
)

CUT_INSIDE = """
def squared(error):
    return ag.tensor(error.item()**2)

w = ag.tensor(4., requires_grad=True)
error = w * 3 - 10
loss = squared(error)
loss.backward()
"""

C5 = Bug(
    id="03-C5",
    task="This program stops with `element 0 of tensors does not require grad`, and `w` is to be learned. Which line "
    "do you change, and how?",
    program=CUT_INSIDE,
    probe="answer = None if w.grad is None else w.grad.item()",
    goal="w = ag.tensor(4., requires_grad=True)\n((w * 3 - 10)**2).backward()\nanswer = w.grad.item()",
    fixes=(
        Fix("Compute with the tensor itself: `return error**2`", 2, "    return error**2"),
        Fix(
            "Ask for a gradient inside: `return ag.tensor(error.item()**2, requires_grad=True)`",
            2,
            "    return ag.tensor(error.item()**2, requires_grad=True)",
            "M57",
            "**The error goes away, and `w.grad` stays `None`.** The new tensor is a leaf of its own: the path to `w` "
            "ended at `item()`.",
            (DIRECT, REWRAPPED),
        ),
        Fix(
            "Switch it on afterwards: add `loss.requires_grad_()`",
            6,
            "loss = squared(error)\nloss.requires_grad_()",
            "M56",
            "**That silences the error, and `w.grad` stays `None`.** A switch asks only from now on. It builds no path "
            "back to `w`.",
            (THROUGH, SWITCHED_ON),
        ),
        Fix(
            "Let the middle keep its gradient: add `error.retain_grad()`",
            5,
            "error = w * 3 - 10\nerror.retain_grad()",
            "M14",
            "**`error` would keep a gradient if one came.** None comes: the path between `loss` and `error` is cut, "
            "and `backward()` still stops.",
        ),
    ),
    reason="`error**2` is recorded, so the path from `loss` to `w` is whole again.",
    hints=(
        "Look along the path from `loss` to `w`. At which line does a tensor become a plain number?",
        "The message says where `backward()` noticed it, not where the path was cut. What has to be true of every step "
        "between `w` and `loss`?",
        "`m = ag.tensor(v.item() + 1)` cuts, and `m = v + 1` does not: the same sum, done by the tensor. In `squared` "
        "...",
    ),
    reveal="The path is cut by `item()` inside `squared`: {key}.",
)
