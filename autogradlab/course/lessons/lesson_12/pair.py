"""Lesson 12, patient 8: a step that writes into what another loss has saved."""

from autogradlab.course.checks.questions import Bug, Case, Choice, Option, Signature

PAIR = """
def patient_8(g, d):
    for_g, for_d = ag.optim.SGD([g], lr=0.1), ag.optim.SGD([d], lr=0.1)
    for step in range(3):
        d_loss = (d * g.detach() - 1) ** 2
        g_loss = (d * g + 1) ** 2
        learn(for_d, d_loss)
        learn(for_g, g_loss)
"""

STEP_BETWEEN = (
    Case(
        "A step in between",
        "v = ag.tensor(4., requires_grad=True)\noptimizer = ag.optim.SGD([v], lr=0.1)\n"
        "one, two = 3 * v, v**2\none.backward()\noptimizer.step()\ntry:\n    two.backward()\n"
        "except RuntimeError:\n    print('stops')",
    ),
    Case(
        "Both walks, then the step",
        "v = ag.tensor(4., requires_grad=True)\n"
        "optimizer = ag.optim.SGD([v], lr=0.1)\none, two = 3 * v, v**2\none.backward()\ntwo.backward()\n"
        "optimizer.step()\nprint(v.grad)",
    ),
)

C12 = Bug(
    id="12-C12",
    task="The walk of `g_loss` finds a number that was overwritten. Which line does the writing? Its number is enough.",
    program=PAIR,
    goal="""
def after(*lines):
    g, d = ag.tensor(0.5, requires_grad=True), ag.tensor(0.8, requires_grad=True)
    for_d = ag.optim.SGD([d], lr=0.1)
    before = d._version
    d_loss = (d * g.detach() - 1)**2
    g_loss = (d * g + 1)**2
    for line in lines:
        line(for_d, d_loss)
    return d._version - before

def learn(optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

answer = 6 if after(learn) and not after() else 5
""",
    reason="`learn` ends with a step, and a step writes into `d`. `g_loss` was computed before it and has saved the "
    "old `d` for the slope of `d * g`.",
    wrong=(
        Signature(
            "M21",
            "7",
            "**The error is raised here, but the harm was done earlier.** Some line before this one has written into a "
            "saved number.",
        ),
        Signature(
            "M23",
            "5",
            "**This line reads `d` and saves it. It writes into nothing.** The step of the other optimizer looks "
            "harmless: into which tensor does it write?",
            STEP_BETWEEN,
        ),
        Signature(
            "detach blamed",
            "4",
            "**This line makes a loss that does not lead to `g`, and that is intended.** It writes into nothing. Which "
            "line changes a weight?",
        ),
    ),
    hints=(
        "Look at the versions: print `d._version` below each line. Where does it go up?",
        "The message says “in place”. Which of the three calls in `learn` writes into a weight?",
        "For `one, two = 3 * v, v**2`, a `one.backward()` writes into no weight, and a step after it does. In patient "
        "8 that step is hidden in ...",
    ),
    reveal="The step of the detective's optimizer hides in `learn`: {key}.",
)

CURES = """
def ran(change):
    g, d = ag.tensor(0.5, requires_grad=True), ag.tensor(0.8, requires_grad=True)
    for_d = ag.optim.SGD([d], lr=0.1)
    d_loss = (d * g.detach() - 1)**2
    used = {"data": d.data, "detach": d.detach()}.get(change, d)
    g_loss = (used * g + 1)**2
    old = d.item()
    d_loss.backward(retain_graph=change == "retain")
    for_d.step()
    if change == "anew":
        g_loss = (d * g + 1)**2
    try:
        g_loss.backward(retain_graph=change == "retain")
    except RuntimeError:
        return "stops"
    slopes = [2 * (e * g.item() + 1) * e for e in (old, d.item())]
    return "right" if any(abs(g.grad.item() - slope) < 1e-5 for slope in slopes) else "hidden"

answer = next(change for change in ("data", "retain", "detach", "anew") if ran(change) == "hidden")
"""

C13 = Choice(
    id="12-C13",
    task="Four changes that people recommend for this message. One of them silences it and leaves a gradient that "
    "belongs neither to the old `d` nor to the new one. Which one?",
    program=CURES,
    reason="`.data` does not share the version counter. The walk takes half of its numbers from before the step and "
    "half from after it, and nobody notices.",
    options=(
        Option("data", "In line 5, `d.data * g` instead of `d * g`"),
        Option(
            "retain",
            "`loss.backward(retain_graph=True)` in `learn`",
            "M12",
            "**It silences nothing here.** What was saved is still there. It was overwritten, and the walk sees that.",
        ),
        Option(
            "detach",
            "In line 5, `d.detach() * g` instead of `d * g`",
            "M22",
            "**`detach()` shares the memory and the version counter, so the walk still stops.** Which way of writing "
            "shares only the memory?",
            (
                Case(
                    "Through detach()",
                    "x = ag.tensor([1., 2.], requires_grad=True)\nb = x.exp()\nb.detach().zero_()\nprint(b._version)",
                ),
                Case(
                    "Through .data",
                    "x = ag.tensor([1., 2.], requires_grad=True)\nb = x.exp()\nb.data.zero_()\nprint(b._version)",
                ),
            ),
        ),
        Option(
            "anew",
            "Line 5 moves below line 6",
            "cure refused",
            "**That is the cure: the forger's loss is computed after the detective has made its step.** Its gradient "
            "belongs to the new `d`.",
        ),
    ),
    hints=(
        "Look at who shares what: memory, version counter, both, or neither.",
        "A change hides the illness if no error comes and the slope belongs to no `d` that ever existed.",
        "A `clone()` would give the slope of the old `d`, which is at least a slope. What is left without an error and "
        "without a copy is ...",
    ),
    reveal="{key}.",
)
