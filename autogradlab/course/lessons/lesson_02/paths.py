"""Lesson 02, several paths: each brings its own product of slopes, and where they meet they add."""

from autogradlab.course.checks.questions import Case, Number, Signature
from autogradlab.course.lessons.lesson_02.chain import gradient


def cafe(price: str) -> str:
    """The program of the café, at a price such as "3."."""
    return f"""
price = ag.tensor({price}, requires_grad=True)
seats = ag.tensor(16.)
guests = seats - 2 * price
income = price * guests
"""


CAFE = cafe("${str(float(price))}")

TWO_PATHS = (
    Case("One of the two paths: `(a + 1) * a` at 5", "a = 5\nanswer = a + 1"),
    Case("What `backward` finds: `(a + 1) * a` at 5", gradient("(a + 1) * a", a=5)),
)

ONE_CENT = 0.011  # how far off, relative to the key, an honest count over one cent is at most

P1 = Number(
    id="02-P1",
    predict=True,
    task="`price` is $price. If it grows a little, how fast does `income` change, in euros for each euro of `price`?",
    listing=CAFE,
    program=CAFE + "income.backward()\nanswer = price.grad",
    expected="less than the number of guests: those who come pay more, but somebody else stays away",
    relative=ONE_CENT,
    reason="The guests who come pay more, and some stay away. Both count, so both are added.",
    numbers={"price": 3},
    ranges={"price": (2.5, 3.5, 5, 5.5, 6.5)},
    wrong=(
        Signature(
            "M38",
            "guests",
            "**{answer} counts the guests who come and pay more.** That is one path from `price` to `income`. There is "
            "a second one: who stays away when the price rises?",
            TWO_PATHS,
        ),
        Signature(
            "M38",
            "-2 * price",
            "**{answer} counts the guests who stay away.** That is one path from `price` to `income`. There is a "
            "second one: what do those who still come pay?",
            TWO_PATHS,
        ),
        Signature(
            "M38",
            "-2 * price * guests",
            "**{answer} multiplies the two paths.** Two effects of one cause do not multiply: what one brings and what "
            "the other takes are added up.",
            TWO_PATHS,
        ),
        Signature(
            "M39",
            "guests - 2",
            "**{answer} forgets what a guest is worth.** Two guests per euro stay away, and each of them would have "
            "paid the whole price.",
        ),
        Signature(
            "one guest for each euro",
            "guests - price",
            "**{answer} lets one guest stay away for each euro.** How many are there in the line of `guests`?",
        ),
        Signature(
            "M39",
            "guests + 2",
            "**{answer} counts neither the price nor the minus.** Two guests per euro stay away. What does each of "
            "them take away?",
        ),
        Signature(
            "sign on a path",
            "guests + 2 * price",
            "**{answer} lets nobody stay away, or counts those who do as a gain.** How many guests come, and what do "
            "the others take away with them?",
        ),
        Signature(
            "secant for tangent",
            "guests - 2 * price - 2",
            "**{answer} is what a whole euro more brings.** Over so large a step, the slope changes. Let the price "
            "grow by one cent, and count per euro.",
            (
                Case("One more: `(30 - x) * x` at 10", "answer = (30 - 11) * 11 - 200"),
                Case("0.01 more, per 1", "h = 0.01\nanswer = ((20 - h) * (10 + h) - 200) / h"),
            ),
        ),
        Signature(
            "change for slope",
            "0.01 * (guests - 2 * price)",
            "**{answer} is what one cent more brings.** The question is for each euro of `price`. How many such cents "
            "make a euro?",
        ),
        Signature(
            "guests for price",
            "-2 * guests",
            "**{answer} lets two guests stay away, and multiplies them by those who come.** What does the café lose "
            "with each guest who stays away?",
        ),
        Signature(
            "loss for slope",
            "income",
            "**{answer} is the income itself.** The question is how fast it changes when `price` grows.",
        ),
        Signature(
            "M39",
            "-2",
            "**{answer} is how fast `guests` changes.** That is a step on the way. How does `income` follow?",
        ),
    ),
    hints=(
        "Look for every line in which `price` appears. Along how many paths does it reach `income`?",
        "Let the price grow by one cent. How much more do the guests who come pay? What is lost with those who stay "
        "away?",
        "For `(30 - price) * price` at 10, one cent more: 20 guests pay it, and 0.01 guests stay away, each of whom "
        "would have paid 1000 cents. Together `20 - 10`. Here: ...",
    ),
    reveal="The guests who come pay more: `16 - 2*$price`. Two guests per euro stay away, and each would have paid "
    "$price. Together {key}.",
)

C2 = Number(
    id="02-C2",
    task="Which number does `backward()` put into `a.grad`?",
    listing="""
a = ag.tensor($a., requires_grad=True)
p = $k * a
q = a**2
y = p * q
y.backward()
""",
    program="a = ag.tensor($a., requires_grad=True)\np = $k * a\nq = a**2\ny = p * q\ny.backward()\nanswer = a.grad",
    expected="the sum of two products, one for the path through `p`, one for the path through `q`",
    reason="Through `p`: `q * $k`, that is ${k*a*a}. Through `q`: `p * 2*a`, that is ${2*k*a*a}. At `a` they add up.",
    also={"value": "y"},
    numbers={"a": 4, "k": 3},
    ranges={"a": (3, 4, 5, 6, 7, 8), "k": (2, 3, 4, 5, 6)},
    wrong=(
        Signature(
            "M38",
            "q * $k",
            "**{answer} is what comes through `p`.** It is right for that path. But `a` is used twice: what comes "
            "through `q`?",
            TWO_PATHS,
        ),
        Signature(
            "M38",
            "p * 2*a",
            "**{answer} is what comes through `q`.** It is right for that path. But `a` is used twice: what comes "
            "through `p`?",
            TWO_PATHS,
        ),
        Signature(
            "M38",
            "q * $k * p * 2*a",
            "**{answer} multiplies the two paths.** Multiply along a path. Where two paths meet, each brings its own "
            "share, and shares add up.",
            (
                Case("Paths multiplied: `(a + 1) * a` at 5", "answer = 5 * 6"),
                Case("Rise over run, at 5", "h = 0.001\nanswer = ((5 + h + 1) * (5 + h) - 30) / h"),
            ),
        ),
        Signature(
            "slopes of the factors multiplied",
            "$k * 2*a",
            "**{answer} multiplies the slope of `p` by the slope of `q`.** A product does not grow like that: when `a` "
            "moves, `p` grows while `q` is there, and `q` grows while `p` is there. The two shares add up.",
        ),
        Signature(
            "M39",
            "$k + 2*a",
            "**{answer} adds the slopes of the last steps before `a`.** Each of them has to be multiplied by what "
            "arrives there: `q` on one path, `p` on the other.",
            (
                Case("Slopes next to `a` alone: `(2*a) * (3*a)` at 5", "answer = 2 + 3"),
                Case("What `backward` finds", gradient("(2*a) * (3*a)", a=5)),
            ),
        ),
        Signature(
            "M39",
            "q + p",
            "**{answer} adds what arrives at `p` and at `q`.** Both still have a step to go, from there to `a`. Which "
            "slope has each of these steps?",
            (
                Case("Stopped halfway: `(2*a) * (3*a)` at 5", "a = 5\nanswer = 3*a + 2*a"),
                Case("What `backward` finds", gradient("(2*a) * (3*a)", a=5)),
            ),
        ),
    ),
    hints=(
        "Look for the paths from `y` back to `a`. How many are there?",
        "Multiply along each path, then add where they meet. The slope of a product for one factor is the other "
        "factor.",
        "For `(2*a) * (3*a)` at 5: through the first factor `15 * 2 = 30`, through the second `10 * 3 = 30`, together "
        "60. Here: through `p` it is `q * $k = ` ...",
    ),
    reveal="Through `p` comes ${k*a*a}, through `q` comes ${2*k*a*a}. They meet at `a` and add up: {key}.",
)

C3 = Number(
    id="02-C3",
    task="Now `x` appears three times in one line. Which number does `backward()` put into `x.grad`?",
    listing="x = ag.tensor($x., requires_grad=True)\ny = x * x + $k * x\ny.backward()",
    program="x = ag.tensor($x., requires_grad=True)\ny = x * x + $k * x\ny.backward()\nanswer = x.grad",
    expected="a sum with one part for each time that `x` is used",
    reason="Three paths lead back to `x`: they bring $x, $x and $k.",
    also={"value": "y"},
    numbers={"x": 5, "k": 3},
    ranges={"x": range(4, 11), "k": (3, 5, 7, 9, 11, 12)},
    wrong=(
        Signature(
            "M38",
            "x + $k",
            "**{answer} counts `x * x` once.** A product has two factors. Here both are `x`, and each of them leads "
            "back to it.",
            (Case("One factor: `w * w` at 10", "answer = 10"), Case("What `backward` finds", gradient("w * w", w=10))),
        ),
        Signature(
            "M38",
            "2 * x",
            "**{answer} is what comes back through `x * x`.** There is one more path to `x`, through the other part of "
            "the sum.",
            TWO_PATHS,
        ),
        Signature(
            "M38",
            "$k",
            "**{answer} is what comes back through `$k * x`.** The other part of the sum uses `x`, too.",
            TWO_PATHS,
        ),
        Signature(
            "uses counted",
            "2 + $k",
            "**{answer} counts that `x * x` has two factors.** Each of them brings the other factor. Which number is "
            "that here?",
            (
                Case("Factors counted: `w * w` at 10", "answer = 1 + 1"),
                Case("What `backward` finds", gradient("w * w", w=10)),
            ),
        ),
        Signature(
            "value for slope in one part",
            "x * x + $k",
            "**{answer} takes the value of `x * x` for its slope.** What does each of the two factors bring?",
        ),
        Signature(
            "M38",
            "2 * x * $k",
            "**{answer} multiplies what the parts of the sum bring.** Each part has its own way back to `x`. Where "
            "paths meet, they add.",
            TWO_PATHS,
        ),
    ),
    hints=(
        "Look at how often `x` appears in the second line. Each time is a path back.",
        "A sum passes on to both parts what it receives: the slope of a sum is 1 for each part. What do the parts do?",
        "For `w * w + 6 * w` at 10: the two factors bring 10 and 10, the other part brings 6, together 26. "
        "Here: `$x + ...`",
    ),
    reveal="The first factor brings $x, the second factor $x, the other part $k: {key}.",
)
