"""I13 to I15, I19: switches such as `no_grad`, cuts such as `detach`, and what each of them leaves alone."""

from autogradlab.course.inventory.question import Question, claim, right, wrong

I13 = Question(
    number=13,
    idea="eval and no_grad",
    lesson="08",
    task="Which of the two results is recorded for `backward`, and in which of them is dropout at work?",
    listing="""
$model = ag.nn.Sequential($layers)
x = ag.ones(50, $width)

$model.eval()
$first = $model(x)

$model.train()
with ag.no_grad():
    $second = $model(x)
""",
    measure="""
def which(first, second):
    return {(1, 0): "only `$first`", (0, 1): "only `$second`", (1, 1): "both", (0, 0): "neither"}[first, second]

def told(recorded, dropped):
    return f"Recorded: {which(*recorded)}. Dropout at work: {which(*dropped)}"

dropped = lambda out: bool((out == 0).any())
answer = told(($first.requires_grad, $second.requires_grad), (dropped($first), dropped($second)))
""",
    answers=(
        right("{gives}"),
        wrong("M28", "told((0, 0), (0, 1))", "{gives}"),
        wrong("M29", "told((1, 0), (0, 0))", "{gives}"),
        wrong("M28 M29", "told((0, 0), (0, 0))", "{gives}"),
    ),
    reason="They are two switches. `eval` changes what layers such as dropout do; `no_grad` turns the recording off. "
    "Neither does the other's job.",
    forms={
        "A": {
            "model": "model",
            "layers": "ag.nn.Linear(4, 4), ag.nn.Dropout(0.5)",
            "width": 4,
            "first": "a",
            "second": "b",
        },
        "B": {
            "model": "net",
            "layers": "ag.nn.Linear(3, 6), ag.nn.Dropout(0.4)",
            "width": 3,
            "first": "before",
            "second": "after",
        },
    },
)

I14 = Question(
    number=14,
    idea="one factor detached",
    lesson="08",
    task="What do `$x.grad` and `$x` hold at the end?",
    listing="""
$x = ag.tensor([$start.], requires_grad=True)
$d = $x.detach()
$y = $x * $d
$y.backward()
$d[0] = $late.
""",
    measure="""
told = lambda grad, value: f"`$x.grad` holds {grad:g}, `$x` holds {value:g}"
answer = told($x.grad.item(), $x.item())
""",
    answers=(
        right("{gives}"),
        wrong("M24", "told($start, $start)", "{gives}"),
        wrong("M24", "told(2 * $start, $start)", "{gives}"),
        wrong("M25", "told(0, $late)", "{gives}"),
        claim("an error", "An error: `$y` was not recorded, so `backward` has nowhere to go", "M26"),
    ),
    reason="`detach` cuts one path, and the other one still counts. It copies nothing: both names share one memory, so "
    "the last line changes `$x` too.",
    forms={
        "A": {"x": "x", "d": "d", "y": "y", "start": 3, "late": 9},
        "B": {"x": "w", "d": "frozen", "y": "loss", "start": 5, "late": 1},
    },
)

I15 = Question(
    number=15,
    idea="results of inference_mode, used later",
    lesson="08",
    task="What happens in this program?",
    listing="""
$w = ag.tensor($start., requires_grad=True)
with ag.inference_mode():
    $features = ag.tensor($x.) * $factor
loss = $w * $features
loss.backward()
""",
    measure="""
early = ran("loss.backward()", "")
tracked = ran("inference_mode", "no_grad")["$w"].grad.item()
answer = "the product" if early["error"] else "the call" if ran()["error"] else "runs"
""",
    answers=(
        claim("the product", "The line `loss = $w * $features` raises an error"),
        claim("runs", "No error: as with `no_grad`, `$w.grad` is {tracked:g}", "M30"),
        claim(
            "untracked",
            "No error: `$features` has no history, so `loss` has none either, and `$w.grad` is `None`",
            "M60",
        ),
        claim(
            "the call",
            "The line `loss.backward()` raises an error: the block has switched off `$w.requires_grad`",
            "M27",
        ),
    ),
    reason="The product must save `$features` for the gradient of `$w`, and tensors made in `inference_mode` may not "
    "be saved. Tensors made under `no_grad` may, and `$w.grad` would be {tracked:g}.",
    forms={
        "A": {"w": "w", "features": "features", "start": 3, "x": 2, "factor": 5},
        "B": {"w": "scale", "features": "frozen", "start": 4, "x": 3, "factor": 2},
    },
)

I19 = Question(
    number=19,
    idea="where the path is cut",
    lesson="03",
    task="`loss.backward()` raises “element 0 of tensors does not require grad and does not have a grad_fn”. Which "
    "change lets `$w` learn from this loss?",
    listing="""
$w = ag.tensor($start., requires_grad=True)
$y = $factor * $w
$p = ag.tensor(float(round($y.item())))
loss = ($p - $goal)**2
loss.backward()
""",
    measure="""
def teaches(old, new):
    end = ran(old, new)
    grad = end["$w"].grad
    return end["error"] is None and grad is not None and grad.item() != 0

cut, call = "ag.tensor(float(round($y.item())))", "loss.backward()"
claims = {
    "uncut": teaches(cut, "$y"),
    "flag": teaches(call, "loss.requires_grad_(True)\\n" + call),
    "wrapped": teaches(cut, cut[:-1] + ", requires_grad=True)"),
    "rounded": teaches(cut, "$y.round()"),
}
assert ran()["error"] is not None
answer = the_one(claims)
""",
    answers=(
        claim("uncut", "`$p = $y`, and rounding only where the number is shown"),
        claim("flag", "`loss.requires_grad_(True)` before `loss.backward()`", "M56"),
        claim("wrapped", "`$p = ag.tensor(float(round($y.item())), requires_grad=True)`", "M57"),
        claim("rounded", "`$p = $y.round()`, which stays within PyTorch", "M58"),
    ),
    reason="`item()` gives a plain number, and there the path to `$w` ends. A flag on a later tensor begins a new "
    "path; rounding has slope 0 wherever it has one.",
    forms={
        "A": {"w": "w", "y": "y", "p": "p", "start": 2, "factor": 3.4, "goal": 5},
        "B": {"w": "speed", "y": "way", "p": "meters", "start": 3, "factor": 1.2, "goal": 2},
    },
)
