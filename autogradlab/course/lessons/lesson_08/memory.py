"""Lesson 08, detach and the memory: two tensors over one list of numbers, or over two."""

from autogradlab.course.checks.questions import Case, Print, Signature

P5 = Print(
    id="08-P5",
    predict=True,
    task="Somebody writes into the detached tensor. What does the program print?",
    program="""
x = ag.tensor([1., 2.])
d = x.detach()
d[0] = 9.
print(x)
""",
    reason="`d` is a second tensor over the same numbers in memory. A write through one name shows under the other.",
    wrong=(
        Signature(
            "M24",
            says="**That would be right if `d` had numbers of its own.** `detach()` drops the history and keeps the "
            "memory.",
            show_me=(
                Case("`detach()`", "x = ag.tensor([4., 5.])\nd = x.detach()\nd[1] = 0.\nprint(x)"),
                Case("`detach().clone()`", "x = ag.tensor([4., 5.])\nd = x.detach().clone()\nd[1] = 0.\nprint(x)"),
            ),
        ),
        Signature(
            "the whole tensor",
            "print(ag.tensor([9., 9.]))",
            "**Only one entry was written.** Which one does `d[0]` mean?",
        ),
    ),
    hints=(
        "Look at the second line: how many lists of numbers are in memory after it, one or two?",
        "`detach()` gives a tensor without history. Does it have to copy the numbers for that?",
        "After `d[1] = 0.` instead, the program would print `tensor([1., 0.])`. After `d[0] = 9.` ...",
    ),
    reveal="One memory, two names: {key}.",
)

C5 = Print(
    id="08-C5",
    task="What does this program print?",
    program="""
x = ag.tensor([$a., $b.])
d = x.detach()
c = x.detach().clone()
d[1] = $p.
c[0] = $q.
print(x)
""",
    numbers={"a": 3, "b": 4, "p": 7, "q": 8},
    ranges={"a": range(1, 5), "b": range(5, 9), "p": range(10, 15), "q": range(15, 20)},
    reason="`d` shares the memory of `x`. The clone has memory of its own, and a write into it stays there.",
    wrong=(
        Signature(
            "M24",
            says="**That would be right if `detach()` made a copy.** It keeps the memory. Which of the two writes goes "
            "into the memory of `x`?",
        ),
        Signature(
            "a clone shares",
            "print(ag.tensor([$q., $p.]))",
            "**Right for `d`. But `clone()` is the one that copies:** what is written into `c` stays in `c`.",
        ),
        Signature(
            "the other way round",
            "print(ag.tensor([$q., $b.]))",
            "**That takes `clone()` for the one that shares.** Which of the two methods copies the numbers?",
        ),
    ),
    hints=(
        "Look at how many lists of numbers there are after the third line.",
        "`detach()` drops the history, `clone()` copies the numbers. Which of the two names writes into `x`?",
        "If only `d[0] = 30.` were written, `x` would begin with 30. If only `c[0] = 30.` were written, it would not. "
        "Here ...",
    ),
    reveal="Only the write through `d` reaches `x`: {key}.",
)
