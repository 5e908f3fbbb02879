"""The names that the orientation introduces, and its items: four small questions that teach how a check behaves."""

from autogradlab.course.checks.questions import Case, Choice, Number, Option, Print, Signature

#: The names that the orientation explains.
INTRODUCES = ("check", "inventory", "progress", "registers", "tensor")

ITEMS = [
    Number(
        id="00-C1",
        task="An egg tray has 3 rows of 12 eggs. How many eggs is that? You may type the number, or the product "
        "itself, such as `2*6`.",
        program="rows, eggs = 3, 12\nanswer = rows * eggs",
        expected="the eggs of three full rows together",
        reason="Three rows of 12: `3*12`. A check reads numbers, fractions, products and lists.",
        wrong=(
            Signature(
                "added",
                "rows + eggs",
                "**{answer} is rows plus eggs.** That counts one egg for every row, and then one row of eggs. "
                "Every row brings a full row of eggs.",
                (
                    Case("Rows plus eggs, on a tray of 2 rows of 6", "answer = 2 + 6"),
                    Case("Row after row, on the same tray", "answer = sum([6, 6])"),
                ),
            ),
            Signature("one row", "eggs", "**{answer} is a single row.** The tray has more of them. How many?"),
        ),
        hints=(
            "Look at the tray. How many rows are there, and how many eggs are in each?",
            "Every row has the same number of eggs. So add that number once for every row.",
            "A tray with 2 rows of 6 has `6 + 6 = 2*6` eggs. With 3 rows of 12 it is `12 + ...`",
        ),
        reveal="`12 + 12 + 12 = 3*12`, so {key} eggs.",
    ),
    Choice(
        id="00-C2",
        task="You type `8,,0` into a check that asks for a number. What will it do?",
        program="""
from autogradlab.course.checks import Number
from autogradlab.course.checks.judging import judge

eight = Number(id="", task="", program="answer = 8", expected="", reason="", hints=("", "", ""), reveal="")
feedback = judge(eight, "8,,0")
answer = "counted" if feedback.counts else "not counted"
""",
        reason="What cannot be read is never an attempt: slips of the finger cost nothing.",
        options=(
            Option("not counted", "It says what it could not read, and counts nothing."),
            Option(
                "counted",
                "It counts this as a wrong answer.",
                "slip counted",
                "**That would make a slip of the finger cost something.** A check first looks at whether it can read "
                "your answer, and only then at whether the answer is right.",
            ),
            Option(
                "guessed",
                "It guesses that you meant 8.",
                "guessed for you",
                "**A check never guesses what you meant.** It could guess wrong, and you would not notice.",
            ),
            Option(
                "error",
                "It stops with a long red error.",
                "error page",
                "**A check never breaks on what you type.** Try it: the next check is a good place.",
            ),
        ),
        hints=(
            "Look at the two commas. Can anybody say for certain which number this is?",
            "A check does two things, one after the other: it reads your answer, then it compares. What can it "
            "compare here?",
            "When you type `six`, it says that `six` is a word and not a number. For two commas it says ...",
        ),
        reveal="It says: “Two commas in a row”, and nothing is counted. You can try it in the first "
        "check of this page.",
    ),
    Print(
        id="00-C3",
        task="`print(ag.tensor([5, 7]))` shows `tensor([5, 7])`. And what does this program print? Type it as you "
        "would see it.",
        program="print(ag.tensor([1, 2]) * 3)",
        reason="A product with a tensor multiplies every entry. Whole numbers have no dot, but `3.` is accepted, too.",
        wrong=(
            Signature(
                "list habit",
                "print(ag.tensor([1, 2] * 3))",
                "**{answer} repeats the entries, as a Python list does.** A tensor is made for arithmetic: its "
                "product with a number works on every entry.",
                (
                    Case("A list of 5 and 7, twice", "print([5, 7] * 2)"),
                    Case("A tensor of 5 and 7, twice", "print(ag.tensor([5, 7]) * 2)"),
                ),
            ),
            Signature(
                "bare list",
                "print([1, 2] * 3)",
                "**{answer} is what a Python list would do.** Here a tensor is multiplied. What happens to its "
                "entries, and which word comes before them?",
                (
                    Case("A list of 5 and 7, twice", "print([5, 7] * 2)"),
                    Case("A tensor of 5 and 7, twice", "print(ag.tensor([5, 7]) * 2)"),
                ),
            ),
            Signature(
                "unchanged",
                "print(ag.tensor([1, 2]))",
                "**{answer} is the tensor before the product.** The program prints what comes out of it.",
            ),
        ),
        hints=(
            "Look at the brackets: is the 3 inside them, or outside?",
            "A product with a tensor is done entry by entry, and the result is a tensor again.",
            "`ag.tensor([5, 7]) * 2` prints `tensor([10, 14])`. Here it is `tensor([1 * 3, ...`",
        ),
        reveal="Entry by entry, `1 * 3` and `2 * 3`. It prints {key}.",
    ),
    Choice(
        id="00-C4",
        task="`loss.backward()` has just run. Which of the four registers holds the gradient now?",
        program="""
w = ag.tensor(3., requires_grad=True)
loss = w**2
loss.backward()
places = {"tensors": w, "nodes": loss.grad_fn, "modes": ag.is_grad_enabled, "optimizer": 0.05}
answer = ", ".join(name for name, place in places.items() if getattr(place, "grad", None) is not None)
""",
        reason="The gradient of `w` is next to the value of `w`, in `w.grad`.",
        options=(
            Option("tensors", "Tensors: next to the value that it belongs to"),
            Option(
                "nodes",
                "Nodes: where `backward` found what it needed",
                "gradient in the nodes",
                "**Nodes hold what `backward` needs, not what it finds.** Press **Next line** under the picture until "
                "line 4. Where do the new numbers appear?",
            ),
            Option(
                "modes",
                "Modes: they say that a gradient is there",
                "gradient in the modes",
                "**Modes say only whether anything is recorded at all.** They are switches, on or off, and have no "
                "place for a number.",
            ),
            Option(
                "optimizer",
                "Optimizer and loss: the next step uses the gradient",
                "gradient in the optimizer",
                "**The optimizer reads the gradient, but another register keeps it.** Its own numbers are the "
                "learning rate and the last loss. Look at line 4 in the picture.",
            ),
        ),
        hints=(
            "Look at the picture at line 4. Which numbers does it mark as new?",
            "`backward` writes, and `step` reads later. A gradient belongs together with the thing it is about.",
            "When `b` is another weight, its gradient is in `b.grad`. For `w` it is in ...",
        ),
        reveal="{key}. The four registers have different jobs, and only this one holds `.grad`.",
    ),
]
