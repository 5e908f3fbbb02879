"""Lesson 02, the order in which nodes run: each one once, after all that it will receive has arrived."""

from autogradlab.course.checks.questions import Choice, Option, Order, Signature
from autogradlab.course.lessons.lesson_02.paths import cafe

CAFE_AT_3 = cafe("3.")

P2 = Choice(
    id="02-P2",
    predict=True,
    task="There are three operations: a doubling, a difference and a product. In which order does `income.backward()` "
    "run them?",
    listing=CAFE_AT_3,
    program=CAFE_AT_3.replace("guests = seats - 2 * price", "doubled = 2 * price\nguests = seats - doubled")
    + """
ran = []
def note(name):
    return lambda grads: ran.append(name)

for name, result in {"doubling": doubled, "difference": guests, "product": income}.items():
    result.grad_fn.register_prehook(note(name))
income.backward()
answer = ", ".join(ran)
""",
    reason="It begins where the question begins, at `income`. Each one needs what the one before it sends.",
    options=(
        Option("product, difference, doubling", "First the product, then the difference, then the doubling"),
        Option(
            "doubling, difference, product",
            "First the doubling, then the difference, then the product",
            "order of the forward pass",
            "**That is the order in which they were computed.** Going back, what can the doubling send on before it "
            "knows how much its result matters for `income`?",
        ),
        Option(
            "product, doubling, difference",
            "First the product, then the doubling, then the difference",
            "one node too early",
            "**The doubling waits for a number.** Who sends it? Follow the path from `income` back to it.",
        ),
        Option(
            "all at once",
            "All at once: each knows its own slope",
            "M39",
            "**Its own slope is only half of what an operation sends.** The other half is what arrives, and that has "
            "to be there first.",
        ),
    ),
    hints=(
        "Look at the picture. From which number does backward start?",
        "An operation can send something on when something has arrived. Where does each of them get it from?",
        "For `a`, then `b = a + 1`, then `c = b * 5`, backward begins with the operation of `c`, and after it comes "
        "that of ...",
    ),
    reveal="{key}: from the result back to what it was made of.",
)

C7 = Order(
    id="02-C7",
    task='Here `run("u")` lets the operation that made `u` run: it takes what has arrived at `u` and sends a share to '
    "each of its inputs. Put the four calls into an order in which `x` gets the whole gradient.",
    listing="""
s = 2 * x
u = 3 * s
v = s**2
y = u + v
""",
    program="""
slopes = {"y": {"u": 1, "v": 1}, "u": {"s": 3}, "v": {"s": 8}, "s": {"x": 2}, "x": {}}
grad = {"y": 1, "u": 0, "v": 0, "s": 0, "x": 0}

def run(result):
    for source, slope in slopes[result].items():
        grad[source] += slope * grad[result]

# LINES
answer = grad["x"]
""",
    lines=('run("y")', 'run("u")', 'run("v")', 'run("s")'),
    outcome="what `x` gets",
    reason="`y` starts, and `s` comes last, because two others send to it. `u` and `v` may change places.",
    wrong=(
        Signature(
            "M38",
            "1 2 4 3",
            "**In this order `x` misses what comes through `v`.** When `s` ran, that share had not arrived at it. "
            "Which call came too early?",
        ),
        Signature(
            "M38",
            "1 3 4 2",
            "**In this order `x` misses what comes through `u`.** When `s` ran, that share had not arrived at it. "
            "Which call came too early?",
        ),
        Signature(
            "order of the forward pass",
            "4 2 3 1",
            "**In this order nothing reaches `x`.** When `s` runs, nothing has arrived at it, so it has nothing to "
            "send. Where does the first number come from?",
        ),
    ),
    hints=(
        "Look at `s`: how many others send something to it?",
        "Each operation runs once. So it has to wait until everything that will arrive has arrived.",
        "For `s`, `u = s + 1` and `y = u * s` the order is `y`, `u`, `s`: both `u` and `y` send to `s`. Here two "
        "send to `s`, and both wait for ...",
    ),
    reveal="`y` comes first, then `u` and `v` in either order, and `s` at the end. Then `x` gets everything.",
)
