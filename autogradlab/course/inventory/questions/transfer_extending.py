"""Transfer, programs 3 and 4: switches and batches, and a rule of your own."""

from autogradlab.course.inventory.question import Question, claim, right, wrong
from autogradlab.course.inventory.questions.transfer_training import BLOCK

OUTSIDE = """
p = ag.tensor(4., requires_grad=True)
loss = p**2
with ag.no_grad():
    loss.backward()
    flag = p.requires_grad
"""
ODD_RULE = """
class Odd(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * x

    @staticmethod
    def backward(ctx, grad_output):
        return 100 * grad_output

x = ag.tensor(3., requires_grad=True)
"""
SAVING = """
class Square(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, grad_output):
        x, = ctx.saved_tensors
        return grad_output * 2 * x

w = ag.tensor(3., requires_grad=True)
middle = w * 1
y = Square.apply(middle)
middle += 1
"""

T09 = Question(
    prefix="",
    forms=BLOCK,
    number=9,
    idea="what no_grad does not touch",
    lesson="08",
    task="Program 3. What do `flag` and `p.grad` hold at the end?",
    listing=OUTSIDE,
    measure="""
told = lambda flag, grad: f"`flag` is {flag}, `p.grad` is {grad:g}"
answer = told(flag, p.grad.item())
""",
    answers=(
        right("{gives}"),
        wrong("M27", "told(False, p.grad.item())", "{gives}"),
        claim("none", "`flag` is False, `p.grad` is None", "M27"),
        claim("an error", "An error: within `no_grad` there is no `backward`", "M27"),
    ),
    reason="`no_grad` keeps new results from being recorded. Flags stay, and backward through a graph "
    "made outside still works.",
)

T10 = Question(
    prefix="",
    forms=BLOCK,
    number=10,
    idea="where small batches are not the same",
    lesson="04",
    task="Program 3, second part. Each net gets 8 samples at once, or in two batches of 4 with each mean loss divided "
    "by 2. For which nets do the gradients of the `Linear` weight differ?",
    listing="""
plain = ag.nn.Sequential(ag.nn.Linear(3, 2), ag.nn.Tanh())
layer = ag.nn.Sequential(ag.nn.Linear(3, 2), ag.nn.LayerNorm(2), ag.nn.Tanh())
batch = ag.nn.Sequential(ag.nn.Linear(3, 2), ag.nn.BatchNorm1d(2), ag.nn.Tanh())
""",
    measure="""
x = ag.arange(24.).reshape(8, 3).sin()
with ag.no_grad():
    for net in (plain, layer, batch):
        net[0].weight.copy_(ag.arange(6.).reshape(2, 3).cos())
        net[0].bias.zero_()

def grad(net, *batches):
    net.zero_grad()
    for rows in batches:
        ((net(rows) - 0.3)**2).mean().div(len(batches)).backward()
    return net[0].weight.grad

nets = {"plain": plain, "layer": layer, "batch": batch}
differs = lambda net: bool((grad(net, x) - grad(net, x[:4], x[4:])).abs().max() > 1e-4)
answer = ", ".join(name for name, net in nets.items() if differs(net))
""",
    answers=(
        right("Only for `{gives}`"),
        claim("none", "For none: adding up small batches gives the same sum", "M37"),
        claim(
            "plain, layer, batch", "For all: two means do not make the mean of all, even if each is divided by 2", "M35"
        ),
    ),
    reason="`BatchNorm1d` uses the mean and spread of the batch that it sees, so a sample's result depends on its "
    "company.",
)

T11 = Question(
    prefix="",
    forms=BLOCK,
    number=11,
    idea="how a rule of your own is called",
    lesson="09",
    task="Program 4. With which line does `y.backward()` follow the odd rule?",
    listing=ODD_RULE,
    measure="""
def follows(line):
    names = ran()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(line, names)
        names["y"].backward()
    except Exception:
        return False
    return names["x"].grad.item() == 100

lines = ["y = Odd.apply(x)", "y = Odd.forward(None, x)", "y = Odd()(x)"]
answer = the_one({line: follows(line) for line in lines})
""",
    answers=(right(), wrong("M48", "lines[1]"), wrong("M48", "lines[2]")),
    reason="Only `apply` makes a node for the rule. `forward`, called directly, is a plain function of recorded "
    "operations.",
)

T12 = Question(
    prefix="",
    forms=BLOCK,
    number=12,
    idea="where a rule keeps tensors",
    lesson="09",
    task="Program 4, second part: `middle` is written to after it was saved. Now compare `y.backward()` here with the "
    "same class when it keeps `x` as `ctx.x = x`.",
    listing=SAVING,
    measure="""
def outcome(*changes):
    program = listing
    for old, new in changes:
        assert old in program
        program = program.replace(old, new)
    names = {"ag": ag}
    try:
        exec(program + "y.backward()", names)
    except RuntimeError:
        return "error"
    return "right" if names["w"].grad.item() == 6 else "off"

answer = f"{outcome()}, {outcome(('ctx.save_for_backward(x)', 'ctx.x = x'), ('x, = ctx.saved_tensors', 'x = ctx.x'))}"
""",
    answers=(
        claim(
            "error, off", "`save_for_backward` raises an error. `ctx.x` gives a gradient that is off, and says nothing"
        ),
        claim("error, error", "Both raise an error: a tensor knows where it was saved", "M49"),
        claim("right, right", "Both give the right gradient: what was saved is a copy", "M49"),
    ),
    reason="`save_for_backward` remembers the version of a tensor and sees that it was written to. An attribute is "
    "only a name for the changed tensor.",
)

T13 = Question(
    prefix="",
    forms=BLOCK,
    number=13,
    idea="a check that fails",
    lesson="09",
    task="The rule of `Square` is checked by `gradcheck` with this `x`, and the check fails. What is the first thing "
    "to change?",
    listing=SAVING.replace(
        "w = ag.tensor(3., requires_grad=True)\nmiddle = w * 1\ny = Square.apply(middle)\nmiddle += 1\n",
        "x = ag.tensor([3.], requires_grad=True)\n",
    ),
    measure="""
def passes(old="", new="", dtype=ag.float32):
    rule = ran(old, new)["Square"]
    x = ag.tensor([3.], requires_grad=True, dtype=dtype)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ag.autograd.gradcheck(rule.apply, (x,), raise_exception=False)

formula = "grad_output * 2 * x"
assert not passes()
claims = {
    "double": passes(dtype=ag.float64),
    "formula": passes(formula, "grad_output * x"),
    "no upstream": passes(formula, "2 * x"),
}
answer = the_one(claims)
""",
    answers=(
        claim("double", "The kind of number: with `dtype=torch.float64` the check passes"),
        claim("formula", "The formula in `backward`: a failing check means that it is not right", "M50"),
        claim("no upstream", "`return 2 * x`: the check wants the derivative alone", "M46"),
    ),
    reason="The check compares with small differences, and in single precision the rounding is as large as those.",
)
