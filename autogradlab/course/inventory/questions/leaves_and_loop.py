"""I05 to I08: which tensors are leaves, which have `.grad`, how gradients add, who changes a weight."""

from autogradlab.course.inventory.question import Question, claim, right, wrong

I05 = Question(
    number=5,
    idea="which tensors are leaves",
    lesson="03",
    task="Which of the five tensors are leaves?",
    listing="""
$data = ag.tensor([1., 2.])
$w = ag.tensor([3., 4.], requires_grad=True)
$scaled = ag.tensor([5., 6.], requires_grad=True) * $scale
$y = $w * $data
$d = $y.detach()
""",
    measure="""
tensors = {"$data": $data, "$w": $w, "$scaled": $scaled, "$y": $y, "$d": $d}
named = lambda test: ", ".join(name for name, tensor in tensors.items() if test(name, tensor))
answer = named(lambda name, tensor: tensor.is_leaf)
""",
    answers=(
        right(),
        wrong("M17", "named(lambda name, tensor: tensor.is_leaf and tensor.requires_grad)"),
        wrong("M17", "named(lambda name, tensor: name in ('$data', '$w'))"),
        wrong("M18", "named(lambda name, tensor: tensor.is_leaf or name == '$scaled')"),
        wrong("M18", "named(lambda name, tensor: name in ('$w', '$scaled'))"),
    ),
    reason="A leaf has no history: it was made directly, or it needs no gradient, or `detach` cut it off. `$scaled` "
    "is the result of a product.",
    forms={
        "A": {"data": "x", "w": "w", "scaled": "v", "y": "y", "d": "d", "scale": 0.01},
        "B": {"data": "image", "w": "weight", "scaled": "bias", "y": "output", "d": "copy", "scale": 0.1},
    },
)

I06 = Question(
    number=6,
    idea="the gradient of a value in the middle",
    lesson="03",
    task="What does `print($y.grad)` show after this program?",
    listing="""
$x = ag.tensor($start., requires_grad=True)
$y = $factor * $x
$z = $y**2
$z.backward()
""",
    measure="""
call, line = "$z.backward()", "$z = $y**2"

def kept(old="", new=""):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ran(old, new)["$y"].grad is not None

middle = 2 * ran()["$y"].item()
claims = {
    "retain_grad": kept(line, line + "\\n$y.retain_grad()"),
    "retain_graph": kept(call, "$z.backward(retain_graph=True)"),
    "requires_grad": kept(line, line + "\\n$y.requires_grad_(True)"),
}
answer = "as it stands" if kept() else the_one(claims)
""",
    answers=(
        claim("retain_grad", "`None`. With `$y.retain_grad()` before `backward` it would be {middle:g}"),
        claim("as it stands", "{middle:g}, as it stands", "M16"),
        claim("retain_graph", "`None`. With `$z.backward(retain_graph=True)` it would be {middle:g}", "M14"),
        claim(
            "requires_grad", "`None`. With `$y.requires_grad_(True)` before `backward` it would be {middle:g}", "M14"
        ),
    ),
    reason="Only leaves keep their gradient. `retain_grad` asks for one more; `retain_graph` keeps saved values, and "
    "`requires_grad` is already on.",
    forms={
        "A": {"x": "x", "y": "y", "z": "z", "start": 2, "factor": 3},
        "B": {"x": "w", "y": "middle", "z": "loss", "start": 1, "factor": 4},
    },
)

I07 = Question(
    number=7,
    idea="several gradients for one weight",
    lesson="04",
    task="What does `$w.grad` hold at the end?",
    listing="""
$w = ag.tensor($start., requires_grad=True)
loss = $w**2
loss.backward()
loss = $factor * $w
loss.backward()
loss = $w * 1
loss.backward()
""",
    measure="answer = $w.grad.item()",
    answers=(right(), wrong("M03", "1.0"), wrong("M04", "answer / 3")),
    reason="Each `backward` adds to what `.grad` already holds. The three slopes add up to {answer:g}.",
    forms={"A": {"w": "w", "start": 3, "factor": 2}, "B": {"w": "k", "start": 4, "factor": 3}},
)

I08 = Question(
    number=8,
    idea="who changes the weight",
    lesson="05",
    task="Which values does `seen` hold at the end? (They are rounded.)",
    listing="""
$w = ag.tensor($start., requires_grad=True)
optimizer = ag.optim.SGD([$w], lr=$lr)
loss = $slope * $w
seen = []
for call in (optimizer.step, loss.backward, optimizer.step, optimizer.step):
    call()
    seen = seen + [$w.item()]
""",
    measure="""
answer = [round(value, 4) for value in seen]
start, _, first, second = answer
move = start - first
""",
    answers=(
        right(),
        wrong("M01", "[start, *(round(value - move, 4) for value in answer[1:])]"),
        wrong("M02", "[first, first, second, round(second - move, 4)]"),
        wrong("M61", "[start, start, first, first]"),
    ),
    reason="Without a gradient `step` has nothing to do. `backward` fills `.grad` and leaves the weight alone. `step` "
    "reads `.grad` and leaves it there, so the last step goes just as far.",
    forms={"A": {"w": "w", "start": 3, "lr": 0.1, "slope": 6}, "B": {"w": "t", "start": 10, "lr": 0.5, "slope": 2}},
)
