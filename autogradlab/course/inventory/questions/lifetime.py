"""I09, I10, I18, I20: what is kept between forward and backward, when it is freed, and what spoils it."""

from autogradlab.course.inventory.question import Question, claim, right, wrong

I09 = Question(
    number=9,
    idea="one loss, backward twice",
    lesson="07",
    task="What happens in this program?",
    listing="""
$x = ag.tensor($start., requires_grad=True)
$y = $x**$power
$y.backward()
$y.backward()
""",
    measure="""
end = ran()
grad = end["$x"].grad.item()
both = 2 * grad
told = lambda raised, grad: f"{'error' if raised else 'runs'}, {grad}"
answer = told(end["error"], grad)
""",
    answers=(
        right("The second call raises an error. `$x.grad` is {grad:g}"),
        wrong("M10", "told(False, both)", "Both calls run. `$x.grad` is {both:g}"),
        wrong(
            "M13",
            "told(False, grad)",
            "Both calls run, but without `retain_graph=True` the first gradient is not kept. `$x.grad` is {grad:g}",
        ),
        wrong(
            "M13",
            "told(True, None)",
            "The second call raises an error. Without `retain_graph=True` gradients are "
            "not kept, so `$x.grad` is `None`",
        ),
    ),
    reason="The power saved a value for `backward`, and the first call freed it. The second call raises, and `.grad` "
    "stays at {grad:g}.",
    forms={"A": {"x": "x", "y": "y", "start": 3, "power": 2}, "B": {"x": "w", "y": "loss", "start": 2, "power": 3}},
)

I10 = Question(
    number=10,
    idea="a state that is carried over",
    lesson="07",
    task="In the second round, `loss.backward()` raises “Trying to backward through the graph a second time”. Each "
    "round should learn from its own step and cost no more than the first. What do you change?",
    listing="""
$w = ag.tensor($start, requires_grad=True)
$state = ag.tensor(1.)
for $x in ($data):
    $state = ($w * $state + $x).$squash()
    loss = ($state - $goal)**2
    loss.backward()
""",
    measure="""
def size(node, seen):
    seen.add(node)
    return 1 + sum(size(next, seen) for next, _ in node.next_functions if next is not None and next not in seen)

first = size(ran("$data", "$x_only,")["$state"].grad_fn, set())

def mends(old="", new=""):
    end = ran(old, new)
    return end["error"] is None and size(end["$state"].grad_fn, set()) == first

begin, call = "    $state = (", "    loss.backward()"
claims = {
    "detach": mends(begin, "    $state = $state.detach()\\n" + begin),
    "retain": mends(call, "    loss.backward(retain_graph=True)"),
    "nothing": mends(),
    "del": mends(call, call + "\\n    del loss"),
}
answer = the_one(claims)
""",
    answers=(
        claim("detach", "Begin each round with `$state = $state.detach()`"),
        claim("retain", "Write `loss.backward(retain_graph=True)`", "M12"),
        claim(
            "nothing",
            "Nothing here: each round makes a new `loss`, and with it a new graph. The cause is elsewhere",
            "M15",
        ),
        claim("del", "End each round with `del loss`, so that the next one begins with a new graph", "M15"),
    ),
    reason="`$state` brings the graph of all earlier rounds along. `detach` lets the value go on without its history; "
    "`retain_graph` would let the graph grow.",
    forms={
        "A": {
            "w": "w",
            "state": "h",
            "x": "x",
            "start": 0.5,
            "data": "1., 2., 3.",
            "x_only": "1.",
            "squash": "tanh",
            "goal": 1,
        },
        "B": {
            "w": "decay",
            "state": "memory",
            "x": "signal",
            "start": 0.8,
            "data": "2., 0., 1.",
            "x_only": "2.",
            "squash": "sigmoid",
            "goal": 0,
        },
    },
)

I18 = Question(
    number=18,
    idea="what stays alive",
    lesson="11",
    task="Each round of this loop makes a graph. a) How many of these graphs are alive after the loop? b) With "
    "`$total = $total + loss.item()` instead: how many are alive at any one moment of the loop, at most?",
    listing="""
$w = ag.tensor($start., requires_grad=True)
$total = 0.
for $x in ($data):
    loss = ($w * $x - $goal)**2
    $total = $total + loss
""",
    measure="""
import weakref

class Saved:
    pass

def graphs(program):
    held, counts, names = weakref.WeakSet(), [], {"ag": ag}

    def pack(tensor):
        saved = Saved()
        saved.tensor, saved.round = tensor, names["$x"]
        held.add(saved)
        counts.append(len({one.round for one in held}))
        return saved

    with ag.autograd.graph.saved_tensors_hooks(pack, lambda saved: saved.tensor):
        exec(program, names)
    return len({one.round for one in held}), max(counts)

kept, _ = graphs(listing)
_, most = graphs(listing.replace("+ loss", "+ loss.item()"))
assert ran()["error"] is None
told = lambda kept, most: f"a) {kept}, b) {most}"
answer = told(kept, most)
""",
    answers=(
        right("{gives}"),
        wrong("M53", "told(1, most)", "{gives}"),
        wrong("M55", "told(kept, 1)", "{gives}"),
        wrong("M53 M55", "told(1, 1)", "{gives}"),
        wrong("M54", "told(0, 0)", "{gives}: in a loop like this, only the weights take memory"),
    ),
    reason="`$total` can reach every `loss`, so all {kept} graphs stay. A number holds no graph; but the `loss` of the "
    "round before lives until the new one takes its name, so for a moment there are {most}.",
    forms={
        "A": {"w": "w", "total": "total", "x": "x", "start": 2, "goal": 1, "data": "1., 2., 3., 4., 5."},
        "B": {"w": "scale", "total": "history", "x": "batch", "start": 3, "goal": 4, "data": "2., 4., 6., 8."},
    },
)

I20 = Question(
    number=20,
    idea="a write that spoils a saved value",
    lesson="07",
    task="`loss.backward()` raises an error about an in-place operation. What is true?",
    listing="""
$w = ag.tensor([0., 1.], requires_grad=True)
$a = $first
$b = $second
loss = $b.sum()
$spoiled += 1
loss.backward()
""",
    measure="""
truth = ran("$spoiled += 1\\n", "")["$w"].grad

def mends(old, new):
    end = ran(old, new)
    return end["error"] is None and bool((end["$w"].grad == truth).all())

write, call = "$spoiled += 1", "loss.backward()"
claims = {
    "out of place": mends(write, "$spoiled = $spoiled + 1"),
    "the call": mends(call, "loss.backward(retain_graph=True)"),
    "any write": ran(write, "loss += 1")["error"] is not None,
    "data": mends(write, "$spoiled.data += 1"),
}
assert ran()["error"] is not None
answer = the_one(claims)
""",
    answers=(
        claim(
            "out of place",
            "`$spoiled += 1` writes into a value that was saved for `backward`. `$spoiled = "
            "$spoiled + 1` instead would fix the program",
        ),
        claim(
            "the call",
            "The line that raises is at fault. `loss.backward(retain_graph=True)` would fix the program",
            "M21",
        ),
        claim(
            "any write",
            "In-place writes into recorded tensors always raise an error in `backward`: with "
            "`loss += 1` instead of `$spoiled += 1` there would be one too",
            "M20",
        ),
        claim(
            "data", "`$spoiled += 1` is seen as a write, `$spoiled.data += 1` is not. That would fix the program", "M22"
        ),
    ),
    reason="An earlier line saved `$spoiled` for `backward`. A new tensor leaves the saved one alone; `.data` hides "
    "the write, and the gradient is then off without any error.",
    forms={
        "A": {"w": "w", "a": "e", "b": "y", "first": "w.exp()", "second": "3 * e", "spoiled": "e"},
        "B": {"w": "x", "a": "shift", "b": "square", "first": "x + 2", "second": "shift**2", "spoiled": "shift"},
    },
)
