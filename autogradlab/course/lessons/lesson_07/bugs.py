"""Lesson 07, the bug: an area that is computed once, before the loop."""

from dataclasses import replace

from autogradlab.course.checks import near
from autogradlab.course.checks.questions import Case, Choice, Number, Option, Signature
from autogradlab.course.lessons.lesson_07.barrel import OLD_NODE

POND = """
def train(inside, detached=False, retain=False, clears=True, steps=3):
    r = ag.tensor(2., requires_grad=True)
    depth = ag.tensor(1., requires_grad=True)
    optimizer = ag.optim.SGD([r, depth], lr=0.01)
    area = r**2
    for step in range(steps):
        if clears:
            optimizer.zero_grad()
        if inside:
            area = r**2
        used = area.detach() if detached else area
        loss = (used * depth - 8)**2
        loss.backward(retain_graph=retain)
        optimizer.step()
    return r.item(), depth.item()

def runs(*args, **changes):
    try:
        train(*args, **changes)
    except RuntimeError:
        return False
    return True
"""

B1 = Choice(
    id="07-B1",
    task="The second round stops. Why?",
    program=POND
    + """
causes = {"clearing": runs(False, clears=False), "area": runs(True), "retain": runs(False, retain=True)}
answer = next((cause for cause in causes if causes[cause]), "loss")
""",
    reason="The line that computes `area` ran once. Its node kept `r` for one walk, and the first round made that "
    "walk.",
    options=(
        Option("area", "The second loss goes through the old `area`, whose node gave up its `r` in the first round"),
        Option(
            "loss",
            "`loss` is the same tensor in every round, and a loss can go back only once",
            "loss blamed",
            "**The line of `loss` runs in every round and makes a new tensor.** Look for a line that runs only once.",
            OLD_NODE,
        ),
        Option(
            "clearing",
            "`zero_grad()` took away the gradients that the second round needs",
            "clearing blamed",
            "**A walk needs what the nodes kept, not the old gradients.** Take the line out and run it: does the "
            "second round get through?",
            (
                Case(
                    "Cleared in between",
                    "v = ag.tensor(5., requires_grad=True)\nfor k in (1, 2):\n"
                    "    v.grad = None\n    (v**2).backward()\nprint(v.grad)",
                ),
                Case(
                    "Not cleared",
                    "v = ag.tensor(5., requires_grad=True)\nfor k in (1, 2):\n    (v**2).backward()\nprint(v.grad)",
                ),
            ),
        ),
        Option(
            "retain",
            "The graph was not retained: `loss.backward(retain_graph=True)` makes it run",
            "M12",
            "**Try it: the first error goes away, and another one comes.** `step()` has written into the `r` that the "
            "old node kept. And what would an area of the old `r` be good for?",
            OLD_NODE,
        ),
    ),
    hints=(
        "Look at which lines run in every round, and which one ran only once.",
        "The second loss goes back through everything it was made of. Which of these nodes have been walked before?",
        "In `k = v**2` in front of a loop and `loss = 3 * k` inside, the product is new each time, and the square is "
        "old. In `train` the old one is ...",
    ),
    reveal="{key}.",
)

B2 = Choice(
    id="07-B2",
    task="Two repairs run without an error. **One:** the line of `area` moves into the loop. **Two:** it stays before "
    "the loop and becomes `area = (r ** 2).detach()`. Which weights do they move?",
    program=POND
    + """
def moved(**way):
    r, depth = train(**way)
    return "+".join(name for name, now, start in (("r", r, 2.), ("depth", depth, 1.)) if now != start) or "none"

answer = f"{moved(inside=True)} | {moved(inside=False, detached=True)}"
""",
    reason="`detach()` cuts the path through `area` and no other. `r` no longer gets a gradient, and `step()` skips "
    "it.",
    options=(
        Option("r+depth | depth", "One moves `r` and `depth`, two moves `depth` alone"),
        Option(
            "r+depth | r+depth",
            "Both move `r` and `depth`",
            "a cut is harmless",
            "**Where should a gradient for `r` come from in repair two?** The only path from the loss to `r` leads "
            "through `area`.",
            (
                Case(
                    "The whole product",
                    "v = ag.tensor(5., requires_grad=True)\nk = ag.tensor(2., requires_grad="
                    "True)\n(v * k).backward()\nanswer = (v.grad, k.grad)",
                ),
                Case(
                    "One factor detached",
                    "v = ag.tensor(5., requires_grad=True)\nk = ag.tensor(2., requires_grad="
                    "True)\n(v.detach() * k).backward()\nanswer = (v.grad, k.grad)",
                ),
            ),
        ),
        Option(
            "r+depth | none",
            "One moves `r` and `depth`, two moves neither",
            "M25",
            "**`detach()` cuts one path, not the whole loss.** The path from the loss to `depth` does not lead through "
            "`area`.",
        ),
        Option(
            "depth | depth",
            "Both move `depth` alone",
            "recomputing cuts",
            "**A line that runs again makes a new graph, which leads to `r` as well.** Print `r` after repair one.",
        ),
    ),
    hints=(
        "Look at the paths from the loss: one to `depth`, one through `area` to `r`.",
        "A weight moves if a gradient comes to it. Which path does each repair leave whole?",
        "In `k.detach() * m`, a gradient comes to `m` and none to what is behind `k`. In repair two `area` is ...",
    ),
    reveal="{key}.",
)


STOPS = replace(near.AN_ERROR, says="**Your cell still stops.** Which line runs only once?")


class OwnCell(Number):
    """A number that the learner's own cell prints once it is repaired; until then it prints an error."""

    def near(self, answer, key):
        found = super().near(answer, key)
        return STOPS if found == near.AN_ERROR else found


B3 = OwnCell(
    id="07-B3",
    task="Put the repair that lets both weights learn into `train`, and run the cell again. Which number is printed "
    "for `r`?",
    program=POND + "r, depth = train(inside=True)\nanswer = r",
    expected="a number between 2 and 3: the radius has to grow",
    relative=2e-3,
    reason="Three rounds, each with an area of its own, and both weights have come closer to 8 cubic meters.",
    wrong=(
        Signature(
            "the weight began here",
            "2",
            "**{answer} is where the radius began.** Does its gradient arrive? Check whether `area` is still detached.",
        ),
        Signature("depth for radius", "depth", "**{answer} is the depth.** The radius is printed before it."),
        Signature(
            "one round",
            "train(inside=True, steps=1)[0]",
            "**{answer} is the radius after one round.** Is the line in the loop, indented as far as the others?",
        ),
    ),
    hints=(
        "Look at the line of `area`: it has to run in every round, before the loss.",
        "Cut the line out, paste it under `for step in range(3):`, and indent it like the other lines.",
        "After the change all rounds run, and both numbers are larger than at the start. The first of the two is ...",
    ),
    reveal="After three rounds the radius is {key}.",
)
