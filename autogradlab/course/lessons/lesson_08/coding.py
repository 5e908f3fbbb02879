"""Lesson 08, detach at work: one side of a comparison learns, the other is held still."""

from autogradlab.course.checks.questions import Code, Probe, Signature
from autogradlab.course.lessons.lesson_08.cuts import TENSOR_OR_BLOCK

PULL = """
def pull(student, teacher):
    return (student - teacher.detach())**2
"""

C11 = Code(
    id="08-C11",
    entry="pull",
    task="A student model is to come closer to a teacher model. Write `pull(student, teacher)`: the squared "
    "difference of two tensors, entry by entry. Its `backward()` is to give the student a gradient, and the teacher "
    "none.",
    starter='''
def pull(student, teacher):
    """The squared difference; only the student learns from it."""
'''.strip("\n"),
    program=PULL,
    probes=(
        Probe(
            "the value of `pull` at 5 and 3",
            "s, t = (ag.tensor(v, requires_grad=True) for v in (5., 3.))\nanswer = pull(s, t).item()",
        ),
        Probe(
            "`pull` of [5, 1] and [3, 2]",
            "answer = ag.as_tensor(pull(ag.tensor([5., 1.]), ag.tensor([3., 2.]))).tolist()",
        ),
        Probe(
            "the student's gradient at 5 and 3",
            """
s, t = (ag.tensor(v, requires_grad=True) for v in (5., 3.))
try:
    pull(s, t).backward()
    answer = None if s.grad is None else s.grad.item()
except RuntimeError:
    answer = "no way back" if s.grad is None else "a second walk"
""",
        ),
        Probe(
            "the teacher's gradient at -1 and 4",
            """
s, t = (ag.tensor(v, requires_grad=True) for v in (-1., 4.))
try:
    pull(s, t).backward()
except RuntimeError:
    pass
answer = t.grad is None
""",
        ),
        Probe(
            "whether the teacher still asks afterwards",
            "s, t = (ag.tensor(v, requires_grad=True) for v in (5., 3.))\npull(s, t)\nanswer = t.requires_grad",
        ),
    ),
    reason="The teacher's number is needed and its history is not: one `detach()`, on the teacher's path.",
    wrong=(
        Signature(
            "M26",
            "def pull(student, teacher):\n    with ag.no_grad():\n        return (student - teacher)**2",
            "**The teacher is left alone, and so is the student: no way leads back.** A `no_grad` block leaves no path "
            "at all, nor does a `detach()` of the whole result. Take one tensor out of one path.",
            TENSOR_OR_BLOCK,
        ),
        Signature(
            "averaged",
            "def pull(student, teacher):\n    return ((student - teacher.detach())**2).mean()",
            "**Only the teacher's history is cut, as it should be, but this is one number.** Of two tensors with two "
            "entries each, `pull` gives two squares; adding or averaging them is up to the caller.",
        ),
        Signature(
            "walked inside",
            "def pull(student, teacher):\n    loss = (student - teacher.detach())**2\n    loss.backward()\n"
            "    return loss",
            "**Here `pull` calls `backward()` itself, and whoever calls it once more finds a graph that is used up.** "
            "Leave the walk to the caller: give back the loss alone.",
        ),
        Signature(
            "teacher learns",
            "def pull(student, teacher):\n    return (student - teacher)**2",
            "**The value is right, and both learn from it.** The teacher should get no gradient.",
        ),
        Signature(
            "the other one",
            "def pull(student, teacher):\n    return (student.detach() - teacher)**2",
            "**Here the student is the one that is left alone.** Whose history is not wanted?",
        ),
        Signature(
            "teacher switched off",
            "def pull(student, teacher):\n    teacher.requires_grad_(False)\n    return (student - teacher)**2",
            "**The teacher gets no gradient now, and never will again:** the flag stays off after the call. Leave the "
            "tensor as it is, and use a second one.",
        ),
    ),
    hints=(
        "Look at the two paths from the result: one leads to the student, one to the teacher. Which is to be cut?",
        "You want the teacher's number without its history. Which method gives that, and leaves the teacher as it is?",
        "For the product of two weights of which only the first learns: `first * second.detach()`. For the squared "
        "difference ...",
    ),
    reveal="`return (student - teacher.detach())**2`.",
)
