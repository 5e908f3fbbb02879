"""Lesson 08, a mistake on the web: sentences about the switches, each tried out."""

from autogradlab.course.checks.questions import Case, Choice, Option

V = "v = ag.tensor(5., requires_grad=True)\n"

W1 = Choice(
    id="08-W1",
    task="Four sentences from articles on the web, in our words. Three of them do not hold. Which one does?",
    program="""
w = ag.tensor(3., requires_grad=True)
with ag.no_grad():
    flag = w.requires_grad
    inside = w * 2
with ag.inference_mode():
    fast = ag.tensor(2.) * 1

def kept(c):
    try:
        return (w * c).requires_grad
    except RuntimeError:
        return False

layer, drop = ag.nn.Linear(1, 1).eval(), ag.nn.Dropout(0.5)
with ag.no_grad():
    dropped = (drop(ag.ones(64)) == 0).any().item()
holds = {
    "flags": not flag,
    "eval": not layer(ag.ones(1, 1)).requires_grad,
    "swap": kept(fast),
    "two": dropped and layer(ag.ones(1, 1)).requires_grad}
answer = next(name for name in holds if holds[name])
""",
    reason="The layers look at their mode, the engine at its own switch. That is why a validation needs both.",
    options=(
        Option(
            "flags",
            "Inside a `no_grad` block the weights have `requires_grad` set to `False`.",
            "M27",
            "**The weights keep their flags.** It is the results made inside the block that do not require grad.",
            (
                Case("A weight inside", V + "with ag.no_grad():\n    print(v.requires_grad)"),
                Case("A result made inside", V + "with ag.no_grad():\n    print((v + 1).requires_grad)"),
            ),
        ),
        Option(
            "eval",
            "`model.eval()` switches off the computation of gradients.",
            "M28",
            "**It changes how layers such as `Dropout` behave.** Ask the output of a model in eval mode whether it "
            "requires grad.",
        ),
        Option(
            "swap",
            "`inference_mode` does what `no_grad` does, only faster, so one can always replace the other.",
            "M30",
            "**Not always: its results may not be kept for a later `backward()`.** A product with one of them is "
            "refused.",
        ),
        Option("two", "`model.eval()` and `no_grad` are independent of each other, and a validation needs both."),
    ),
    hints=(
        "Look for one small program that each sentence gets wrong. Most of them are in this lesson.",
        "Ask each sentence: does it speak of the layers, of the engine, or of a tensor? And is that what the switch "
        "changes?",
        "“`detach()` copies the numbers” is ruled out by one write through the detached tensor. Try the four in the "
        "same way ...",
    ),
    reveal="{key}.",
)
