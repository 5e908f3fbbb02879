"""Lesson 07, sentences from articles about going back twice, tested by a run."""

from autogradlab.course.checks.questions import Choice, Option, Signature
from autogradlab.course.lessons.lesson_07.twice import ONE_OR_TWO, SAVED_OR_NOT

W1 = Choice(
    id="07-W1",
    several=True,
    task="Five sentences, in our words; some of them appear in popular articles. Which of them does a run confirm?",
    program="""
import warnings

def leaf():
    return ag.tensor([1., 2.], requires_grad=True)

def works(call):
    try:
        call()
    except RuntimeError:
        return False
    return True

def twice(make, **first):
    x = leaf()
    y = make(x)
    y.backward(**first)
    once = x.grad.tolist()
    return works(y.backward) and x.grad.tolist() == [2 * part for part in once]

def shared(make):
    y = make(leaf())
    (y + 0).backward()          # adding 0 keeps nothing: both walks go through the graph of y
    return works((y + 0).backward)

def anew():
    x = leaf()
    for k in (1, 2):
        (x**2).sum().backward()
    return x.grad.tolist() == [4., 8.]

square, total = (lambda x: (x**2).sum()), (lambda x: x.sum())
with warnings.catch_warnings(action="ignore"):
    found = {"doubles": twice(square), "always": not shared(total), "anew": anew(),
             "shape": works(lambda: (leaf()**2).backward(retain_graph=True)),
             "create": twice(square, create_graph=True)}
answer = [name for name in found if found[name]]
""",
    reason="A new forward line makes a new graph. And `retain_graph` takes the value of `create_graph`, unless you say "
    "otherwise.",
    options=(
        Option(
            "doubles",
            "“Call `backward()` twice on the same squared error, and its gradient is doubled”",
            "M10",
            "**The second call stops, and `.grad` stays as it was.** Run the square twice: what is printed?",
            ONE_OR_TWO,
        ),
        Option(
            "always",
            "“Without `retain_graph=True`, a second `backward()` on the same loss stops, whatever the loss is”",
            "M11",
            "**A graph that kept nothing can be walked again.** Run it with `x.sum()`: what does the second call do?",
            SAVED_OR_NOT,
        ),
        Option(
            "shape",
            "“If the loss is a vector, `retain_graph=True` makes `backward()` accept it”",
            "retain for shape",
            "**Keeping a graph does not make one number out of several.** Try it with "
            "`(x**2).backward(retain_graph=True)`: what does the message speak of?",
        ),
        Option("anew", "“Run the forward line again, and a second `backward()` adds its gradient to the first”"),
        Option("create", "“`create_graph=True` also keeps what the graph needs to be walked once more”"),
    ),
    wrong=(
        Signature(
            "M10",
            "",
            "**Two of the five hold, and two claim too much about the same graph.** A square keeps `x` for one walk. "
            "What can the second one do?",
            ONE_OR_TWO,
        ),
        Signature(
            "M11",
            "",
            "**Two of them hold, and one is too strong.** It speaks of every loss. Is there one whose graph kept "
            "nothing?",
            SAVED_OR_NOT,
        ),
    ),
    hints=(
        "Look at each sentence as a small program, and run it in a cell of your own.",
        "Ask of each graph whether a kept value is missing at the second walk, and of `retain_graph` what it keeps.",
        "“`retain_graph=True` leaves `.grad` empty” is tested in three lines: make `w`, call, print. It fails. The "
        "five sentences ...",
    ),
    reveal="A run confirms: {key}.",
)
