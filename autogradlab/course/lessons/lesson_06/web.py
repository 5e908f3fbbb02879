"""Lesson 06, sentences from the web that a run can test."""

from autogradlab.course.checks.questions import Case, Choice, Option, Signature

PAIR = "x = ag.tensor([5., 6.], requires_grad=True)\ny = x**2\n"

W1 = Choice(
    id="06-W1",
    several=True,
    task="Five sentences, in our words; most of them appear in popular articles. Which of them does a run confirm?",
    program="""
def runs(make, *weights, **options):
    x = ag.tensor([2., 3.], requires_grad=True)
    try:
        make(x).backward(*weights, **options)
        return x.grad.tolist()
    except RuntimeError:
        return "error"

layer = ag.nn.Linear(3, 1, bias=False)
layer(ag.ones(2, 3)).sum().backward()
square, single = (lambda x: x**2), (lambda x: x[:1]**2)
found = {"retain": runs(square, retain_graph=True) != "error",
         "ones": runs(square, ag.ones(2)) == runs(lambda x: square(x).sum()),
         "single": runs(single) != "error",
         "as one": runs(single, ag.tensor(1.)) == runs(single),
         "per sample": tuple(layer.weight.grad.shape) == (2, 3)}
answer = [name for name in found if found[name]]
""",
    reason="Ones are the weights of a sum. One entry needs no weight, and a weight that is given has the shape of `y`.",
    options=(
        Option(
            "retain",
            "“If your loss is a vector, call `backward(retain_graph=True)`”",
            "unrelated switch",
            "**`retain_graph` is about calling `backward` twice.** You meet it in lesson 07. A vector still needs "
            "weights, or a sum, or a mean.",
        ),
        Option("ones", "“For a vector `y`, `y.backward(ag.ones(len(y)))` leaves what `y.sum().backward()` leaves”"),
        Option("single", "“A `y` with one entry, of shape (1,), needs no argument in `y.backward()`”"),
        Option(
            "as one",
            "“For a `y` of shape (1,), `y.backward()` is short for `y.backward(ag.tensor(1.))`”",
            "shape of the weight",
            "**`ag.tensor(1.)` has no brackets, and `y` has the shape (1,).** The argument must have the shape of `y`: "
            "run it.",
        ),
        Option(
            "per sample",
            "“A layer that makes 1 number from 3, fed with 2 samples: its weight gradient has 2 rows”",
            "M71",
            "**The weight has one row of three, whatever the number of samples.** Its gradient has that shape, and the "
            "samples are added up in it.",
        ),
    ),
    wrong=(
        Signature(
            "M71",
            "['ones', 'single', 'per sample']",
            "**Two of them hold; the one about rows does not.** A gradient has the shape of its tensor: one row of "
            "three. What the two samples bring is added.",
        ),
        Signature(
            "M31",
            "",
            "**That one holds, and so does another one.** No `.grad` holds a table: with ones, its rows are added up. "
            "Compare with `y.sum()`.",
        ),
        Signature(
            "M33",
            "['single']",
            "**That one holds, and so does another one.** Do ones average, or do they add? Compare with `y.sum()`.",
            (
                Case("Ones", PAIR + "y.backward(ag.ones(2))\nanswer = x.grad"),
                Case("Sum", PAIR + "y.sum().backward()\nanswer = x.grad"),
            ),
        ),
    ),
    follow_up="06-C2",
    hints=(
        "Look at each sentence as a program of three lines. All five can be run.",
        "Two rules decide: a weight for each entry of `y`, in the shape of `y`; and a gradient has the shape of its "
        "tensor.",
        "For example: a bias with 4 entries, fed with 100 samples, has a gradient with 4 entries. Now the layer: its "
        "weight has ...",
    ),
    reveal="These hold: {key}.",
)
