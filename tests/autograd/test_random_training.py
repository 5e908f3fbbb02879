"""Random programs that train a model: both engines must print the same after every statement.

Each program is made from a seed: layers, one of them of the program's own class; hooks on modules, tensors and
gradients; a loader; a loss; an optimizer, perhaps with groups and a schedule; then statements as training scripts have
them, in an order that the dice say. What raises is noted, and the program goes on.
`python tests/autograd/test_random_training.py 1000 2000` tries other seeds and prints the first program that differs.
"""

import itertools
import math
import re
import sys

import pytest
from drawn import Dice, printed

import autogradlab

TOOLS = '''
import copy, math
nn, F = ag.nn, ag.nn.functional


def number(value):
    return "%.6g" % (value + 0.0)


def shown(value):
    if isinstance(value, ag.Tensor):
        numbers = " ".join(map(number, value.detach().double().flatten().tolist()))
        made = value.grad_fn.name() if value.grad_fn else ("leaf" if value.requires_grad else "plain")
        return f"<{numbers} {tuple(value.shape)} {made}>"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {shown(each)}" for key, each in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(map(shown, value)) + ")"
    return number(value) if isinstance(value, float) else str(value)


def tried(name, attempt):
    """What `attempt()` gives, shown, or None; its error, shown."""
    try:
        result = attempt()
        print(name, shown(result))
        return result
    except Exception as error:
        print(name, type(error).__name__, str(error).splitlines()[0])
        if "modified by an inplace operation" in str(error) or "a second time" in str(error):
            raise SystemExit  # PyTorch notices half-way, when some leaves already have their gradient


def state():
    print("gradients", {name: p.grad is not None and shown(p.grad) for name, p in model.named_parameters()})


def told(word):
    """A hook that prints what it is given and gives nothing back."""
    return lambda *given: print(word, shown([each for each in given if not isinstance(each, nn.Module)]))


def emptied(p):
    p.grad.zero_()


class Block(nn.Module):
    def __init__(self, width, kind):
        super().__init__()
        self.inner = nn.Linear(width, width)
        self.scale = nn.Parameter(ag.full((width,), 0.5))
        self.register_buffer("calls", ag.zeros(()))
        self.kind = kind

    def forward(self, x):
        self.calls += 1
        y = self.inner(x) * self.scale
        return {"residual": lambda: x + y.tanh(), "gate": lambda: x * y.sigmoid(), "no_grad": lambda: quiet(self, x),
                "checkpoint": lambda: ag.utils.checkpoint.checkpoint(self.inner, x, use_reentrant=False) + x,
                "inplace": lambda: y.relu_().add_(1)}[self.kind]()


def quiet(block, x):
    with ag.no_grad():
        frozen = block.inner(x)
    return x + frozen * block.scale
'''


def listed(text):
    return [line.strip() for line in text.strip().splitlines()]


#: How a linear layer may be made, then layers of three kinds that keep the width {a}.
LAYERS = [
    listed("""
        nn.Linear({a}, {b})
        nn.Linear({a}, {b}, bias=False)
    """),
    listed("""
        nn.Tanh()
        nn.ReLU()
        nn.ReLU(inplace=True)
        nn.Sigmoid()
        nn.GELU()
        nn.GELU('tanh')
        nn.LeakyReLU(0.2)
        nn.Softmax(dim=-1)
        nn.LogSoftmax(1)
        nn.Identity()
    """),
    listed("""
        nn.BatchNorm1d({a})
        nn.BatchNorm1d({a}, momentum=None)
        nn.LayerNorm({a})
        nn.Dropout(0.25)
        nn.BatchNorm1d({a}, affine=False)
        nn.LayerNorm({a}, elementwise_affine=False)
        nn.Dropout(0.5, True)
        nn.BatchNorm1d({a}, track_running_stats=False)
    """),
    listed("""
        Block({a}, 'residual')
        Block({a}, 'gate')
        Block({a}, 'no_grad')
        Block({a}, 'checkpoint')
        Block({a}, 'inplace')
        nn.Sequential(Block({a}, 'gate'), nn.Tanh())
    """),
]
CLASSES = listed("""
    nn.CrossEntropyLoss()
    nn.CrossEntropyLoss(label_smoothing=0.1)
    nn.CrossEntropyLoss(reduction='sum')
    nn.CrossEntropyLoss(weight=ag.tensor([1., 2., 0.5]))
    nn.CrossEntropyLoss(ignore_index=1)
    lambda out, y: F.nll_loss(F.log_softmax(out, 1), y)
    lambda out, y: -out.log_softmax(1)[range(len(y)), y].mean()
    lambda out, y: F.cross_entropy(out, y, reduction='none').mean()
""")
VALUES = listed("""
    nn.MSELoss()
    nn.L1Loss()
    lambda out, y: nn.MSELoss(reduction='sum')(out, y) / 9
    F.smooth_l1_loss
    F.huber_loss
    lambda out, y: ((out - y) ** 2).mean()
    lambda out, y: (out - y).abs().sum(1).mean()
    lambda out, y: F.binary_cross_entropy_with_logits(out, (y > 0).float())
    nn.BCEWithLogitsLoss(pos_weight=ag.tensor([2.]))
""")
OPTIMIZERS = listed("""
    SGD({p}, lr=0.1)
    SGD({p}, lr=0.1, momentum=0.9)
    SGD({p}, lr=0.05, momentum=0.9, nesterov=True)
    SGD({p}, 0.01, weight_decay=0.1, maximize=True)
    SGD({p}, lr=0.1, momentum=0.5, dampening=0.2)
    SGD({p})
    Adam({p}, lr=0.05)
    Adam({p}, 0.05, betas=(0.5, 0.9), weight_decay=0.1)
    Adam({p}, lr=0.1, amsgrad=True)
    AdamW({p}, lr=0.05)
    AdamW({p}, lr=0.1, weight_decay=0.5)
    Adam({p}, lr=ag.tensor(0.1))
""")
PARAMETERS = listed("""
    model.parameters()
    [p for p in model.parameters() if p.requires_grad]
    list(model.named_parameters())
    [{'params': list(model.parameters())[:1], 'lr': 0.01}, {'params': list(model.parameters())[1:]}]
    [{'params': list(model[0].parameters())}, {'params': list(model[-1].parameters()), 'weight_decay': 0.2}]
""")
SCHEDULES = listed("""
    StepLR(optimizer, 2, gamma=0.5)
    ExponentialLR(optimizer, 0.9)
    StepLR(optimizer, step_size=1)
    LambdaLR(optimizer, lambda epoch: 1 / (1 + epoch))
""")
HOOKS = listed("""
    {m}.register_forward_hook(lambda m, args, out: print('forward', shown(args), shown(out)))
    {m}.register_forward_hook(lambda m, args, out: out * 2)
    {m}.register_forward_pre_hook(lambda m, args: (args[0] + 1,))
    {m}.register_forward_pre_hook(lambda m, args: args[0] * 0.5)
    {m}.register_full_backward_hook(told('backward'))
    {m}.register_full_backward_hook(lambda m, into, out: tuple(g if g is None else g * 2 for g in into))
    {m}.register_full_backward_pre_hook(lambda m, out: (out[0] * 3,))
    {m}.register_full_backward_pre_hook(told('before backward'))
    {p}.register_hook(lambda g: g * 0.5)
    {p}.register_hook(told('gradient'))
    {p}.register_hook(lambda g: g.clamp(-0.01, 0.01))
    {p}.register_post_accumulate_grad_hook(lambda p: print('landed', shown(p.grad)))
    {p}.register_post_accumulate_grad_hook(emptied)
    optimizer.register_step_pre_hook(lambda o, args, words: print('step', args, words))
    optimizer.register_step_post_hook(lambda o, args, words: print('stepped', o.param_groups[0]['lr']))
""")
ANYTIME = listed("""
    optimizer.zero_grad()
    optimizer.zero_grad(set_to_none=False)
    model.zero_grad()
    model.eval()
    model.train()
    {m}.eval()
    {m}.requires_grad_(False)
    {p}.requires_grad_(True)
    {p}.requires_grad_(False)
    nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    nn.utils.clip_grad_value_(model.parameters(), 0.05)
    nn.utils.clip_grad_norm_([{p}], 1.0, norm_type=math.inf)
    model.state_dict()
    optimizer.state_dict()
    model.load_state_dict(kept)
    model.load_state_dict({{'nothing': ag.ones(1)}}, strict=False)
    optimizer.load_state_dict(optimizer.state_dict())
    optimizer.load_state_dict(kept_steps)
    model
    optimizer
    copy.deepcopy(model)(x)
    nn.init.xavier_uniform_({p})
    nn.init.normal_({p}, 0, 0.1)
    nn.init.zeros_({p})
    nn.init.kaiming_uniform_({p}, a=math.sqrt(5))
    setattr({p}, 'grad', None)
    {p}.grad
    {p}.data.mul_(0.5)
    {p}.mul_(0.5)
    [(n, p.requires_grad) for n, p in model.named_parameters()]
    dict(model.named_buffers())
    [name for name, _ in model.named_modules()]
    handle.remove()
    {m}.weight
    {m}.bias
    {m}.extra_repr()
    {m}.training
    [type(each).__name__ for each in model.children()]
    sum(p.numel() for p in model.parameters())
    nn.utils.parameters_to_vector(model.parameters())
    ag.no_grad()(lambda: model(x))()
    ag.inference_mode()(lambda: model(x).sum().item())()
    optimizer.add_param_group({{'params': [ag.nn.Parameter(ag.ones(2))], 'lr': 0.5}})
    scheduler.get_last_lr()
    scheduler.state_dict()['last_epoch']
    {m}.apply(lambda m: print(type(m).__name__))
    model.get_parameter('0.weight')
    setattr(optimizer.param_groups[0], 'lr', 1)
    optimizer.param_groups[0].update(lr=0.02)
    setattr(model[0], 'weight', nn.Parameter(ag.ones(4, 3)))
    setattr(model[0], 'weight', ag.ones(4, 3))
    model.insert(0, nn.Identity())
    model.append(nn.Tanh())
    model.pop(0)
    len(model)
    model[-1]
    model[1:]
""")
STEPS = listed("""
    out = tried('out', lambda: model(x))
    out = tried('out', lambda: model(x.requires_grad_()))
    loss = tried('loss', lambda: loss_of(out, y))
    loss = tried('loss', lambda: loss_of(model(x), y) + 0.01 * sum((p ** 2).sum() for p in model.parameters()))
    tried('backward', lambda: loss.backward())
    tried('backward', lambda: (loss / 2).backward(retain_graph=True))
    tried('grad', lambda: ag.autograd.grad(loss, list(model.parameters()), retain_graph=True, allow_unused=True))
    tried('step', lambda: optimizer.step())
    tried('step', lambda: optimizer.step(closure))
    tried('schedule', lambda: scheduler.step())
    x, y = tried('batch', lambda: next(iter(loader)))
    out = loss = tried('other numbers', lambda: type(model.double()).__name__)
    out = loss = tried('other numbers', lambda: type(model.float()).__name__)
""")
ROUND = listed("""
    x, y = tried('batch', lambda: next(batches))
    tried('zero_grad', lambda: optimizer.zero_grad())
    loss = tried('loss', lambda: loss_of(model(x), y))
    tried('backward', lambda: loss.backward())
    tried('step', lambda: optimizer.step())
""")
END = """
for epoch in range(2):
    for x, y in loader:
        tried("round", closure)
        tried("step", optimizer.step)
    tried("schedule", scheduler.step)
    state()
tried("state", model.state_dict)
tried("steps", optimizer.state_dict)
"""


def filled(dice, templates):
    """One of the templates, with a module for {m} and a parameter for {p}."""
    module = dice.choice(["model", "model[0]", "model[1]", "model[-1]"])
    return dice.choice(templates).format(m=module, p=f"list(model.parameters())[{dice.choice([0, 0, 1, -1])}]")


def program(seed):
    """The source of a random program, with an engine called `ag`."""
    dice = Dice(seed)
    classifies = dice.says(0.5)
    layers = f"nn.Sequential({', '.join(_layers(dice))})"
    lines = [TOOLS, f"ag.manual_seed({seed})"]
    if "Norm" in layers or dice.says(0.3):  # before a normalization Adam would turn noise into steps
        lines.append("ag.set_default_dtype(ag.float64)")
    lines += [*_data(dice, classifies), f"model = {layers}"]
    lines.append(f"loss_of = {dice.choice(CLASSES if classifies else VALUES)}")
    made = dice.choice(OPTIMIZERS).format(p=dice.choice(PARAMETERS[:1] * 4 + PARAMETERS))
    lines.append(f"optimizer = tried('optimizer', lambda: ag.optim.{made})")
    lines.append(f"scheduler = tried('scheduler', lambda: ag.optim.lr_scheduler.{dice.choice(SCHEDULES)})")
    lines.append("def closure(): optimizer.zero_grad(); loss = loss_of(model(x), y); loss.backward(); return loss")
    lines.append("kept, kept_steps = copy.deepcopy(model.state_dict()), copy.deepcopy(optimizer.state_dict())")
    lines += ["handle = None", "batches = iter(list(loader) * 9)", "x, y = next(batches)"]
    for _ in range(dice.randint(0, 3)):
        lines.append(f"handle = {filled(dice, HOOKS)}")
    for _ in range(dice.randint(3, 8)):
        if dice.says(0.3):
            lines += ROUND
        elif dice.says(0.5):
            lines.append(dice.choice(STEPS))
        else:
            said = filled(dice, ANYTIME)
            lines.append(f"tried({said!r}, lambda: {said})")
        lines.append("state()")
    return "\n".join([*lines, END])


def _data(dice, classifies):
    n = dice.randint(5, 9)
    kind = "ag.randint(0, 3, (n,))" if classifies else dice.choice(["ag.randn(n, 3)", "ag.randn(n, 3).sign()"])
    words = ["batch_size=" + dice.choice(["2", "3", "4"])]
    words += [word for word, chance in (("shuffle=True", 0.6), ("drop_last=True", 0.5)) if dice.says(chance)]
    return [f"n = {n}", f"x, y = ag.randn(n, 3), {kind}",
            f"loader = ag.utils.data.DataLoader(ag.utils.data.TensorDataset(x, y), {', '.join(words)})"]  # fmt: skip


def _layers(dice):
    """Layers from width 3 to width 3: a linear one, others that keep the width, a linear one."""
    width = dice.choice([3, 4, 4])
    layers = [dice.choice(LAYERS[0]).format(a=3, b=width)]
    for kind in dice.sample(LAYERS[1:], dice.randint(0, 3)):
        layers.append(dice.choice(kind).format(a=width))
    return [*layers, dice.choice(LAYERS[0]).format(a=width, b=3)]


NUMBER = re.compile(r"-?\b\d+(?:\.\d+)?(?:e[-+]\d+)?\b|-?\binf\b|\bnan\b")


def difference(ours, theirs):
    """The first lines that differ, if any do; numbers may differ a little: the engines may add in another order."""
    for a, b in itertools.zip_longest(ours, theirs, fillvalue=""):
        if a != b and (NUMBER.sub("#", a) != NUMBER.sub("#", b) or not _close(NUMBER.findall(a), NUMBER.findall(b))):
            return a, b
    return None


def _close(ours, theirs):
    pairs = zip(map(float, ours), map(float, theirs))
    return all(math.isclose(a, b, rel_tol=2e-3, abs_tol=2e-5) or a != a and b != b for a, b in pairs)


@pytest.mark.parametrize("seed", range(200))
def test_both_engines_print_the_same(seed):
    torch = pytest.importorskip("torch")
    source = program(seed)
    assert difference(printed(source, autogradlab), printed(source, torch)) is None, source


if __name__ == "__main__":
    import torch

    for seed in range(*map(int, sys.argv[1:3])):
        source = program(seed)
        if differ := difference(printed(source, autogradlab), printed(source, torch)):
            print(f"# seed {seed}", source.removeprefix(TOOLS), *differ, sep="\n")
            break
