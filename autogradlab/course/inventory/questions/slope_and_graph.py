"""I01 to I04: what a gradient says, how paths add up, which branch counts, where nodes lead."""

from autogradlab.course.inventory.question import Question, claim, right, wrong

I01 = Question(
    number=1,
    idea="the sign of a gradient, and one step",
    lesson="01",
    task="`$w` is $start before this program. What is it afterwards?",
    listing="""
$w = ag.tensor($start., requires_grad=True)
optimizer = ag.optim.SGD([$w], lr=$lr)
loss = $w**2
loss.backward()
optimizer.step()
""",
    measure="answer = round($w.item(), 4)",
    answers=(
        right(),
        wrong("M40", "round($start + $lr * $w.grad.item(), 4)"),
        wrong("M41", "0.0"),
        wrong("M41", "$start - $w.grad.item()"),
    ),
    reason="The loss rises with `$w` here, so a step goes down: by the learning rate times the gradient, to "
    "{answer:g}.",
    forms={"A": {"w": "w", "start": 3, "lr": 0.1}, "B": {"w": "t", "start": 5, "lr": 0.2}},
)

I02 = Question(
    number=2,
    idea="a value that is used twice",
    lesson="02",
    task="What does `$a.grad` hold at the end?",
    listing="""
$a = ag.tensor($start., requires_grad=True)
$p = $factor * $a
$q = $a**2
$y = $p * $q
$y.backward()
""",
    measure="answer = $a.grad.item()",
    answers=(
        right(),
        wrong("M38", "$factor * $q.item()"),
        wrong("M38", "$p.item() * 2 * $a.item()"),
        wrong("M38", "$factor * $q.item() * $p.item() * 2 * $a.item()"),
        wrong("M39", "$factor + 2 * $a.item()"),
    ),
    reason="Each path brings its own product of slopes, and where the paths meet they add up to {answer:g}.",
    forms={
        "A": {"a": "a", "p": "p", "q": "q", "y": "y", "start": 2, "factor": 3},
        "B": {"a": "side", "p": "edge", "q": "area", "y": "size", "start": 3, "factor": 2},
    },
)

I03 = Question(
    number=3,
    idea="the branch that was taken",
    lesson="02",
    task="What does `$x.grad` hold at the end?",
    listing="""
def $f(value):
    if value $test 0:
        return $taken_first * value
    return $taken_last * value

$f(ag.tensor($first., requires_grad=True)).backward()

$x = ag.tensor($last., requires_grad=True)
$f($x).backward()
""",
    measure="answer = $x.grad.item()",
    answers=(
        right(),
        wrong("M43", "$taken_first. + $taken_last"),
        wrong("M43", "$taken_first."),
        wrong("M43", "($taken_first + $taken_last) / 2"),
    ),
    reason="A new graph is made in every call, from the operations that actually ran. For `$x` only the second "
    "`return` ran, so the slope is {answer:g}.",
    forms={
        "A": {"x": "x", "f": "f", "test": ">", "taken_first": 2, "taken_last": 5, "first": 1, "last": -2},
        "B": {"x": "t", "f": "price", "test": "<", "taken_first": 3, "taken_last": 8, "first": -1, "last": 2},
    },
)

I04 = Question(
    number=4,
    idea="where the nodes of the graph lead",
    lesson="02",
    task="Every result has a node, its `grad_fn`. A node has links to other nodes, its `next_functions`. Where does "
    "the first link of `$y.grad_fn` lead?",
    listing="""
$w = ag.tensor(3., requires_grad=True)
$c = ag.tensor(2., requires_grad=True)
$z = $w $before $c
$y = $z**2
loss = $y $after
""",
    measure="""
answer = $y.grad_fn.next_functions[0][0].name()
after = loss.grad_fn.name()
""",
    answers=(
        right("To the node that made `$z`, {gives}"),
        wrong("M44", "after", "To the node that made `loss`, {gives}"),
        claim("a number", "To the gradient of `$y`, a number", "M45"),
        claim("the leaf's", "To `$w.grad_fn`, which holds the gradient of `$w`", "M45"),
    ),
    reason="Links point the way that `backward` goes: from a result to what it was made of. A `grad_fn` holds no "
    "gradient, and a leaf has none.",
    forms={
        "A": {"w": "w", "c": "x", "z": "z", "y": "y", "before": "*", "after": "+ 1"},
        "B": {"w": "a", "c": "b", "z": "total", "y": "square", "before": "+", "after": "* 4"},
    },
)
