"""Lesson 06, shapes: a gradient has the shape of its tensor, and what was used in many places gets the sum."""

from autogradlab.course.checks.questions import Case, Number, Signature

ADDED = "b = ag.tensor(0., requires_grad=True)\nx = ag.tensor([{}])\n(x + b).sum().backward()\nanswer = b.grad"
USED = (Case("Used once", ADDED.format("5.")), Case("Used four times", ADDED.format("5., 6., 7., 8.")))
MATRIX = "A = ag.ones(2, 2, requires_grad=True)\nB = ag.tensor([[5., 6.], [8., 0.]])\n"
TURNED = (
    Case("B, added up row by row", MATRIX + "answer = B.sum(dim=1)"),
    Case("`A.grad`", MATRIX + "(A @ B).sum().backward()\nanswer = A.grad"),
)

DAYS = """
feels = ag.tensor([[$a., $b., $c.], [$d., $e., $f.]])
shift = ag.tensor([0., 0., 0.], requires_grad=True)
loss = ((feels + shift)**2).sum()
loss.backward()
"""

P4 = Number(
    id="06-P4",
    predict=True,
    task="Before you run it: two days, three rooms, and one `shift` for each room, the same on both days. What will "
    "`shift.grad` be?",
    listing=DAYS,
    program=DAYS + "answer = shift.grad",
    numbers={"a": 1, "b": 2, "c": 3, "d": 4, "e": 0, "f": 5},
    ranges={name: range(1, 8) for name in "abcdef"},
    expected="three numbers, one for each room: what both days ask for together",
    batch=2,
    reason="`shift` has three entries, so its gradient has three. Each was used on both days, and both days are added.",
    wrong=(
        Signature(
            "M71",
            "",
            "**{answer} is what the first day asks for.** The same `shift` was used on the second day as well.",
            USED,
        ),
        Signature(
            "M71",
            "(2 * feels)",
            "**A row for each day is one row too many.** `shift` has three entries, and a gradient has the shape of "
            "its tensor. What happens to the two rows?",
            USED,
        ),
        Signature(
            "half of it",
            "feels.sum(dim=0)",
            "**{answer} is half of it.** Is the 2 of the square missing, or did you average the days? Nothing is "
            "divided here.",
        ),
        Signature(
            "the second day alone",
            "2 * feels[1]",
            "**{answer} is what the second day asks for.** The same `shift` was used on the first day as well.",
            USED,
        ),
        Signature(
            "all in one",
            "(2 * feels).sum()",
            "**{answer} adds up over the rooms, too.** Each room has a `shift` of its own, and so a slope of its own.",
        ),
    ),
    hints=(
        "Look at the shape of `shift`. How many numbers can its gradient have?",
        "Each entry of `shift` is used on two days. Where paths meet, what they bring is added.",
        "For a room that feels 10 on one day and 20 on the other: `2*10 + 2*20 = 60`. For the first room here: "
        "`2*$a + ...`",
    ),
    reveal="`[2*$a + 2*$d, 2*$b + 2*$e, 2*$c + 2*$f]`: {key}.",
)

BIAS = """
x = ag.ones($rows, $columns)
b = ag.tensor(1., requires_grad=True)
loss = ($k * (x + b)).sum()
loss.backward()
"""

C5 = Number(
    id="06-C5",
    task="`x` has $rows rows of $columns ones; `b` is a single number, added to each of them. What is `b.grad`?",
    listing=BIAS,
    program=BIAS + "answer = b.grad",
    numbers={"rows": 3, "columns": 2, "k": 5},
    ranges={"rows": range(2, 6), "columns": range(2, 6), "k": range(2, 8)},
    expected="a positive number: something comes back to `b` from several places",
    batch=6,
    reason="`b` was used in ${rows*columns} places, and each of them sends back $k.",
    wrong=(
        Signature(
            "M71",
            "",
            "**{answer} is what comes back from one place.** `b` was added to every entry of `x`. What comes back "
            "from all of them is added.",
            USED,
        ),
        Signature(
            "M71",
            "[[$k.] * $columns] * $rows",
            "**That is what comes back from each place, in the shape of `x`.** `b` is a single number, and a gradient "
            "has the shape of its tensor. What happens to the table?",
            USED,
        ),
        Signature(
            "rows only", "$k * $rows", "**{answer} counts the rows.** In each row `b` was used more than once.", USED
        ),
        Signature("columns only", "$k * $columns", "**{answer} counts one row.** There are $rows of them.", USED),
        Signature(
            "factor left out",
            "$rows * $columns",
            "**{answer} counts the places.** How much comes back from each of them?",
        ),
        Signature(
            "one place, factor left out",
            "1",
            "**{answer} is the slope of `x + b` in one place.** What is done with it afterwards, and in how many "
            "places was `b` used?",
            USED,
        ),
        Signature("loss for slope", "loss", "**{answer} is the loss.** How much does it grow when `b` grows by 1?"),
    ),
    hints=(
        "Look at the shape of `x + b`. In how many places was the one `b` used?",
        "When `b` grows by 1, every entry grows by 1. What does that do to the loss?",
        "For 11 rows of 13 and a factor of 17: `11 * 13` places, 17 from each: 2431. Here ...",
    ),
    reveal="`$rows * $columns * $k`: {key}.",
)

PRODUCT = """
A = ag.tensor([[1., 2.], [3., 4.]], requires_grad=True)
B = ag.tensor([[$p., $q.], [$r., $s.]])
loss = (A @ B).sum()
loss.backward()
"""

C6 = Number(
    id="06-C6",
    task="In `A @ B`, the entry in row i and column k is `A[i, 0] * B[0, k] + A[i, 1] * B[1, k]`. What is `A.grad`?",
    listing=PRODUCT,
    program=PRODUCT + "answer = A.grad",
    numbers={"p": 1, "q": 4, "r": 2, "s": 0},
    ranges={name: range(0, 7) for name in "pqrs"},
    expected="a matrix with the shape of `A`, and two rows that are alike",
    reason="`A[i, 0]` is multiplied by every entry of row 0 of `B`, and `A[i, 1]` by every entry of row 1.",
    wrong=(
        Signature(
            "M71",
            "[[$p + $q, $p + $q], [$r + $s, $r + $s]]",
            "**Rows and columns have changed places.** Ask one entry: by which entries of `B` is `A[0, 1]` multiplied?",
            TURNED,
        ),
        Signature(
            "columns of B",
            "[[$p + $r, $q + $s], [$p + $r, $q + $s]]",
            "**{answer} adds up the columns of `B`.** `A[0, 0]` meets `B[0, 0]` and `B[0, 1]`: both are in one row.",
            TURNED,
        ),
        Signature(
            "upstream copied",
            "[[1, 1], [1, 1]]",
            "**{answer} is what arrives at the product.** On the way to `A`, it is multiplied by entries of `B`.",
        ),
        Signature(
            "factor for slope",
            "B",
            "**{answer} is `B` itself.** `A[0, 0]` meets more than one entry of `B`, and what they bring is added.",
            TURNED,
        ),
        Signature(
            "factor for slope",
            "[[$p, $r], [$q, $s]]",
            "**{answer} is `B` with rows and columns exchanged.** `A[0, 0]` meets more than one entry of `B`, and what "
            "they bring is added.",
            TURNED,
        ),
    ),
    hints=(
        "Look at one entry, `A[0, 0]`. Which entries of the product is it in, and what is it multiplied by there?",
        "Each entry of `A` gets the sum of all entries of `B` that it was multiplied by. Which row of `B` is that?",
        "If `B` were `[[5, 6], [8, 0]]`, each row of `A.grad` would be `[5 + 6, 8 + 0]`. Here ...",
    ),
    reveal="Both rows are `[$p + $q, $r + $s]`: {key}.",
)

COLUMN = """
guess = ag.tensor([[$g.], [$g.], [$g.], [$g.]], requires_grad=True)
wish = ag.tensor([$a., $b., $c., $d.])
loss = ((guess - wish)**2).mean()
loss.backward()
"""
TWO_WISHES = "guess = ag.tensor([[0.], [0.]])\nwish = ag.tensor([5., 7.])\n"

C7 = Number(
    id="06-C7",
    task="Four guesses, four wishes. But `guess` has the shape (4, 1), a column, and `wish` has the shape (4,). What "
    "is the first entry of `guess.grad`?",
    listing=COLUMN,
    program=COLUMN + "answer = guess.grad[0, 0]",
    numbers={"g": 0, "a": 1, "b": 2, "c": 3, "d": 4},
    ranges={"a": range(1, 10), "b": range(1, 10), "c": range(1, 10), "d": range(1, 10)},
    expected="a negative number; first find out the shape of `guess - wish`",
    reason="`guess - wish` has the shape (4, 4): each guess is compared with every wish, and pulled towards their "
    "mean.",
    wrong=(
        Signature(
            "M63",
            "",
            "**{answer} would be right if guess 0 met only wish 0.** A column and a row are stretched to a square "
            "before they are subtracted. Which wishes does guess 0 meet?",
            (
                Case("(2, 1) minus (2,)", TWO_WISHES + "answer = guess - wish"),
                Case("(2,) minus (2,)", TWO_WISHES + "answer = guess[:, 0] - wish"),
            ),
        ),
        Signature(
            "mean of four",
            "-2 * ($a + $b + $c + $d) / 4",
            "**{answer} has all four wishes in it, as it should, and divides by 4.** How many differences does the "
            "mean run over?",
        ),
        Signature(
            "own wish, not divided",
            "-2 * $a",
            "**{answer} compares guess 0 with wish 0 alone, and divides by nothing.** What is the shape of `guess - "
            "wish`, and what does the mean do?",
        ),
        Signature(
            "not divided",
            "-2 * ($a + $b + $c + $d)",
            "**{answer} is what a sum would leave.** The loss is a mean: over how many differences?",
        ),
    ),
    hints=(
        "Look at the shape of `guess - wish`. It is not (4,).",
        "Guess 0 meets every wish, and the mean divides by the number of all differences. How many are there?",
        "With 2 guesses of 0 and the wishes 5 and 7 there are 4 differences: `2 * (-5 - 7) / 4 = -6`. With 4 ...",
    ),
    reveal="`2 * (-$a - $b - $c - $d) / 16`: {key}.",
)
