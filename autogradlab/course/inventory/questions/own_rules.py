"""I16 and I17: a backward rule of your own, and the derivative of a derivative."""

from autogradlab.course.inventory.question import Question, claim

FILLED = """
def fits(line):
    end = ran("return ...", "return " + line)
    return end["error"] is None and abs(end["$x"].grad.item() - truth) < 1e-4 * abs(truth)

$x = ag.tensor($start, requires_grad=True)
($outer * ($formula)).backward()
truth = $x.grad.item()
"""
RETURNS = {"grad_output * local, None": "", "local, None": "M46", "grad_output * local": "M47", "local": "M46 M47"}

I16 = Question(
    number=16,
    idea="the contract of a backward rule",
    lesson="09",
    task="How must the last line of `backward` continue so that `$x.grad` is right?",
    listing="""
class $Rule(ag.autograd.Function):
    @staticmethod
    def forward(ctx, $x, $n):
        ctx.save_for_backward($x)
        ctx.$n = $n
        return $formula_inside

    @staticmethod
    def backward(ctx, grad_output):
        $x, = ctx.saved_tensors
        $n = ctx.$n
        local = $local
        return ...

$x = ag.tensor($start, requires_grad=True)
$y = $outer * $Rule.apply($x, $number)
$y.backward()
""",
    measure=FILLED + f"answer = the_one({{line: fits(line) for line in {list(RETURNS)}}})",
    answers=tuple(claim(line, f"`return {line}`", idea) for line, idea in RETURNS.items()),
    reason="What arrives, `grad_output`, is multiplied by the local slope. And there is one result for each argument "
    "of `forward`; for a plain number it is `None`.",
    forms={
        "A": {
            "Rule": "Power",
            "x": "x",
            "n": "n",
            "formula_inside": "x**n",
            "formula": "x**2",
            "local": "n * x**(n - 1)",
            "start": 3.0,
            "y": "y",
            "outer": 5,
            "number": 2,
        },
        "B": {
            "Rule": "Grow",
            "x": "t",
            "n": "rate",
            "formula_inside": "(rate * t).exp()",
            "formula": "(2 * t).exp()",
            "local": "rate * (rate * t).exp()",
            "start": 0.5,
            "y": "loss",
            "outer": 4,
            "number": 2,
        },
    },
)

SECOND_ORDER = {
    "create": ("$first, = ag.autograd.grad($y, $x, create_graph=True)", "$second, = ag.autograd.grad($first, $x)"),
    "retain": ("$first, = ag.autograd.grad($y, $x, retain_graph=True)", "$second, = ag.autograd.grad($first, $x)"),
    "grad of grad": ("$y.backward(create_graph=True)", "$x.grad.backward()", "$second = $x.grad"),
    "twice": ("$y.backward(retain_graph=True)", "$y.backward()", "$second = $x.grad"),
}


def _then(name: str) -> str:
    """The lines of one of `SECOND_ORDER`, as one phrase."""
    return ", then ".join(f"`{line}`" for line in SECOND_ORDER[name])


I17 = Question(
    number=17,
    idea="the second derivative",
    lesson="10",
    task="Which lines put the second derivative of `$y` into `$second`?",
    listing="""
$x = ag.tensor($start., requires_grad=True)
$y = $x**$power
""",
    measure=f"""
truth = $power * ($power - 1) * $start ** ($power - 2)

def finds(lines):
    end = ran("**$power\\n", "**$power\\n" + "\\n".join(lines))
    return end["error"] is None and end["$second"].item() == truth

answer = the_one({{name: finds(lines) for name, lines in {SECOND_ORDER}.items()}})
""",
    answers=(
        claim("create", _then("create")),
        claim("retain", _then("retain"), "M51"),
        claim("grad of grad", _then("grad of grad"), "M52"),
        claim("twice", _then("twice"), "M52"),
    ),
    reason="`create_graph` records the first derivative, so that it has a derivative of its own. `retain_graph` keeps "
    "saved values only; and what `backward` finds is added to the `.grad` that is already there.",
    forms={
        "A": {"x": "x", "y": "y", "first": "d1", "second": "d2", "start": 3, "power": 3},
        "B": {"x": "t", "y": "way", "first": "speed", "second": "bend", "start": 2, "power": 4},
    },
)
