"""Draws programs that combine features: views and writes in them, hooks, modes, checkpoints, Functions, second order.

Each of these alone is drawn in more detail by the other `test_random_...` files. The programs keep away from what is
meant to differ (docs/differences.md): a gradient is cloned before anything is done with it, because gradients have
other versions, memory and order; nothing is turned in place, as a retained gradient would keep its old shape; nothing
counts what is packed; no checkpoint is in another one; tensors made in inference mode ask for no gradients. Conditions
ask for more than 0.05, as a gradient of 0 may be a little off.
"""

import contextlib
import io
import warnings
from functools import cache

import numpy as np
from drawn import Dice

import autogradlab as ag

TOOLS = """
import copy
from functools import partial

nn, F, graph, functional = ag.nn, ag.nn.functional, ag.autograd.graph, ag.autograd.functional
checkpoint = ag.utils.checkpoint.checkpoint


class Square(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * x * g


class Exp(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        return ctx.saved_tensors[0] * g


class Twice(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, g):
        return g * 2


class Pair(ag.autograd.Function):
    @staticmethod
    def forward(x, y):
        return x * y, x + y, x > 0

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.set_materialize_grads(False)
        ctx.mark_non_differentiable(output[2])
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, g, h, _):
        print("Pair", g is None, h is None)
        x, y = ctx.saved_tensors
        g, h = 0 * x * y if g is None else g, 0 * x * y if h is None else h
        return g * y + h, g * x + h


def told(*given):
    print("told", *given)


def doubled(grads, *_):
    return tuple(None if g is None else g * 2 for g in grads)
"""


def listed(text):
    return [line.strip() for line in text.strip().splitlines()]


SHAPES = [(2, 3)] * 4 + [(3,)] * 2 + [()] * 3 + [(2, 1), (3, 3), (1, 3), (0,)]

#: What makes a tensor of {a} and {b}, any two tensors.
VALUES = listed("""
    {a} + {b}
    {a} - {b}
    {a} * {b}
    {a} / ({b} * {b} + 1)
    {a} * {a}
    2 * {a}
    {a} + 1
    1 / ({a} + 10)
    {a} ** 2
    {a} ** 3
    ag.sub({a}, {b}, alpha=2)
    -{a}
    {a}.exp()
    {a}.tanh()
    {a}.sin()
    {a}.sigmoid()
    ({a} - 0.05).relu()
    ({a} - 0.05).abs()
    ({a} * {a} + 1).sqrt()
    ({a} * {a} + 1).log()
    {a}.clamp(-1, 1)
    F.softplus({a})
    F.gelu({a})
    F.elu({a})
    F.leaky_relu({a}, 0.1)
    {a}.sum()
    {a}.mean()
    {a}.sum(-1)
    {a}.sum(0, keepdim=True)
    {a}.mean(-1, keepdim=True)
    {a}.max()
    {a}.amax(-1)
    {a}.max(0)[0]
    {a}.prod()
    {a}.norm()
    {a}.std()
    {a}.var(0, unbiased=False)
    {a}.logsumexp(-1)
    {a}.cumsum(0)
    {a}.cumprod(-1)
    {a}.softmax(-1)
    {a}.log_softmax(-1)
    {a}.sort(-1)[0]
    ag.cat([{a}, {b}])
    ag.stack([{a}, {a}, {b}])
    ag.where({a} > {b}, {a}, {b})
    ag.where({a} > 0.05, {a}, 0.5)
    ag.maximum({a}, {b})
    ag.lerp({a}, {b}, 0.25)
    ag.addcmul({a}, {b}, {b})
    {a}.masked_fill({b} > 0.05, 0.5)
    {a} @ {b}
    {a} @ {b}.mT
    ag.outer({a}.reshape(-1), {b}.reshape(-1))
    {a}.index_select(0, ag.tensor([0, 0]))
    {a}.repeat(2, 1, 1)
    {a}.tril()
    {a}.expand(2, *{a}.shape) * {b}
    {a}.expand_as({b}) + {b}
    {a}.clone()
    {a}.double()
    {a}.float()
    {a}.contiguous()
    F.dropout({a}, 0.5)
    F.mse_loss({a}, {b})
    F.smooth_l1_loss({a}, {b})
    F.layer_norm({a}, {a}.shape[-1:])
    F.cross_entropy({a}, ag.tensor([0, 2]))
    F.linear({a}, {b})
    layer({a})
    norm({a})
    Square.apply({a})
    Exp.apply({a})
    Pair.apply({a}, {b})[0]
    sum(Pair.apply({a}, {b}))
    {a}.grad.clone()
    {a}.new_ones({a}.shape)
""")
VIEWS = listed("""
    {a}
    {a}[0]
    {a}[..., 0]
    {a}[..., 1:]
    {a}[None]
    {a}[::2]
    {a}.view(-1)
    {a}.reshape(-1)
    {a}.view({a}.shape)
    {a}.mT
    {a}.unsqueeze(-1)
    {a}.squeeze()
    {a}.flatten()
    {a}.diagonal()
    {a}.narrow(0, 0, 1)
    {a}.chunk(2)[0]
    {a}.unbind()[-1]
    {a}.split(1, -1)[0]
    {a}.detach()
    {a}.data
    {a}.transpose(0, -1)
    {a}.view_as({b})
""")
#: What writes into {a}; {view} is {a} or a view of it.
WRITES = listed("""
    {view}.add_(1)
    {view}.add_({b})
    {view}.mul_(2)
    {view}.mul_({b})
    {view}.mul_({a})
    {view}.div_(2)
    {view}.pow_(2)
    {view}.sub_({b}, alpha=2)
    {view}.zero_()
    {view}.fill_(0.25)
    {view}.fill_({b}.sum())
    {view}.copy_({b})
    {view}.exp_()
    {view}.tanh_()
    {view}.sigmoid_()
    {view}.relu_()
    {view}.clamp_(-1, 1)
    {view}.sin_()
    {view}.neg_()
    {view}.masked_fill_({view} > 0.05, 0.5)
    {view}.addcmul_({b}, {b})
    {view}.lerp_({b}, 0.5)
    F.relu({view}, inplace=True)
    Twice.apply({view})
    {a} += {b}
    {a} *= 2
    {a} /= 2
    {a}[0] = {b} + 1
    {a}[0] = 3.0
    {a}[..., 0] += 1
    {a}[..., 0] *= {a}[..., -1]
    {a}[...] = {b} + 1
    {a}.grad = None
    nn.init.ones_({a})
""")
LOOKS = listed("""
    print({a})
    print({a}.requires_grad, {a}.is_leaf)
    print({a}.grad)
    print({a}.grad_fn)
    print({a}.tolist())
    print({a}.sum().item())
    print(ag.is_grad_enabled(), ag.is_inference_mode_enabled())
    print({a}.is_inference(), {a}._is_view())
    del {a}
""")
#: `grad_fn` comes first, because PyTorch crashes on a hook for a view of what was written to since.
HOOKS = listed("""
    {a}.requires_grad_()
    {a}.retain_grad()
    {a}.grad_fn; {a}.register_hook(told)
    {a}.grad_fn; {a}.register_hook(lambda g: g * 2)
    {a}.grad_fn; {a}.register_hook(lambda g: g.clone())
    {a}.grad_fn; {a}.register_hook(lambda g: g * {b})
    {a}.register_post_accumulate_grad_hook(lambda x: told(x.grad))
    {a}.register_post_accumulate_grad_hook(lambda x: told(x.grad.zero_()))
    {a}.grad_fn.register_hook(told)
    {a}.grad_fn.register_hook(doubled)
    {a}.grad_fn.register_prehook(told)
    {a}.grad_fn.register_prehook(doubled)
    {a}.grad_fn, {b}.grad_fn; graph.register_multi_grad_hook([{a}, {b}], told)
    {a}.grad_fn.next_functions[0][0].register_prehook(doubled)
""")
WALKS = listed("""
    {a}.sum().backward()
    {a}.sum().backward(retain_graph=True)
    {a}.backward(retain_graph=True)
    {a}.backward(ag.ones_like({a}), retain_graph=True)
    ({a} * {a}).sum().backward()
    {a}.exp().mean().backward(retain_graph=True)
    ({a}.sum() * 2 + {b}.sum() * 3).backward(retain_graph=True)
    {a}.sum().backward(create_graph=True)
    {a}.sum().backward(inputs=[a, {b}], retain_graph=True)
    ag.autograd.backward([{a}.sum(), {b}.sum()], retain_graph=True)
""")
SLOPES = listed("""
    ag.autograd.grad({a}.sum(), {b}, create_graph=True)[0].contiguous().clone()
    ag.autograd.grad(({a} * {a}).sum(), {b}, create_graph=True)[0].contiguous().clone()
    ag.autograd.grad({a}.sum(), [a, {b}], retain_graph=True, allow_unused=True)[0].contiguous().clone()
    ag.autograd.grad({a}.sum(), [{b}, a], create_graph=True, materialize_grads=True)[0].contiguous().clone()
    ag.autograd.grad({a}, {b}, ag.full_like({a}, 2.0), retain_graph=True)[0].contiguous().clone()
    ag.autograd.grad({a}.sum(), {b}, grad_outputs=ag.tensor(3.0), retain_graph=True)[0].contiguous().clone()
    ag.autograd.grad({a}.sum(), graph.get_gradient_edge({b}), retain_graph=True)[0].contiguous().clone()
    copy.deepcopy({b})
    ag.full_like({a}, 0.5, requires_grad=True)
""")
QUIET = listed("""
    ag.no_grad()
    ag.no_grad()
    ag.set_grad_enabled(False)
    ag.inference_mode()
""")
CONTEXTS = listed("""
    ag.enable_grad()
    ag.inference_mode(False)
    ag.autograd.detect_anomaly()
    graph.save_on_cpu()
    graph.saved_tensors_hooks(lambda x: x, lambda x: x)
    graph.saved_tensors_hooks(lambda x: x.clone(), lambda x: x)
    graph.saved_tensors_hooks(lambda x: x.detach(), lambda x: x)
    graph.saved_tensors_hooks(lambda x: x.detach().clone(), lambda x: x)
    graph.saved_tensors_hooks(lambda x: x.detach().numpy().copy(), ag.from_numpy)
    graph.saved_tensors_hooks(lambda x: x.detach().clone(), lambda x: x.clone())
    graph.saved_tensors_hooks(lambda x: (x.dtype, x.detach().tolist()), lambda kept: ag.tensor(kept[1], dtype=kept[0]))
""")
#: What is done with a function f of two tensors.
CALLS = listed("""
    f({a}, {b})
    checkpoint(f, {a}, {b}, use_reentrant=False)
    checkpoint(f, {a}, {b}, use_reentrant=False)
    checkpoint(f, {a}, {b}, use_reentrant=True)
    functional.jacobian(partial(f, {b}), {a}).clone()
    functional.jacobian(f, ({a}, {b}), create_graph=True)[0].contiguous().clone()
    functional.hessian(lambda u: f(u, {b}).sum(), {a}).clone()
    functional.vjp(f, ({a}, {b}), f({a}, {b}).detach())[1][0].contiguous().clone()
    functional.jvp(f, ({a}, {b}), ({a}, {b}))[1].clone()
    functional.hvp(lambda u: f(u, {b}).sum(), {a}, {a})[1].clone()
    functional.vhp(lambda u: f({b}, u).sum(), {a}, {a}, create_graph=True)[1].clone()
""")
STEPS = listed("""
    optimizer.step()
    optimizer.step()
    optimizer.zero_grad()
    optimizer.zero_grad(set_to_none=False)
    layer.zero_grad()
    norm.eval()
    norm.train()
    layer.requires_grad_(False)
    nn.utils.clip_grad_norm_([a, b], 1.0)
    ag.manual_seed(1)
    layer.weight.data.mul_(2)
""")
OPTIMIZERS = listed("""
    SGD([a, b], lr=0.1)
    SGD([a, b], lr=0.1, momentum=0.9)
    SGD([a, b, *layer.parameters()], lr=0.1, weight_decay=0.1)
    Adam([a, b], lr=0.1)
    AdamW([a, b], lr=0.1)
""")
STATEMENTS = {"value": VALUES, "view": VIEWS, "write": WRITES, "look": LOOKS, "hook": HOOKS, "walk": WALKS,
              "slope": SLOPES, "step": STEPS}  # fmt: skip
#: How often a statement is of each kind; which kinds have a result; which look for one in {a}; which need gradients.
KINDS = {"value": 9, "view": 5, "write": 5, "look": 2.5, "hook": 1.5, "walk": 3, "slope": 2, "block": 3, "call": 2,
         "step": 1}  # fmt: skip
MADE = "value", "view", "slope"
OF_RESULTS = "write", "hook", "walk", "slope"
NOISY = "hook", "walk", "slope", "block", "call"


class Program:
    """A random program as it is drawn; tensors are called a, b (leaves), c (a constant) and t0, t1, ...

    Each statement is run at once with our engine, because of two that raise nothing more can be learned than of one:
    most of those are drawn again.
    """

    def __init__(self, seed):
        self.dice, self.space, self.lines, self.count = Dice(seed), dict(tools(ag)), [], 0

    def draw(self):
        dice = self.dice
        self._runs([f"ag.set_default_dtype(ag.{'float64' if dice.says(0.8) else 'float32'})", "ag.manual_seed(0)"])
        self._runs([self._leaf(name) for name in "abc"])
        self._runs(["layer, norm = nn.Linear(3, 3), nn.BatchNorm1d(3)"])
        self._runs([f"optimizer = ag.optim.{dice.choice(OPTIMIZERS)}"])
        for _ in range(dice.randint(5, 15)):
            while not self._runs(self._statement(KINDS, self._names()), dice.says(0.2)):
                pass
        return "\n".join(self.lines) + "\n"

    def _runs(self, lines, even_if_not=False):
        """Whether lines were added to the program: those that raise are not, unless `even_if_not`."""
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                exec("\n".join(lines), self.space)
            except Exception:
                if not even_if_not:
                    return False
        self.lines += lines
        return True

    def _names(self):
        return [name for name, value in self.space.items() if isinstance(value, ag.Tensor)]

    def _leaf(self, name):
        data = self._numbers(self.dice.choice(SHAPES))
        return f"{name} = ag.tensor({data}, requires_grad={name != 'c'})"

    def _numbers(self, shape):
        if not shape:
            return round(self.dice.uniform(-2, 2), 1)
        return [self._numbers(shape[1:]) for _ in range(shape[0])]

    def _fill(self, templates, names, first=()):
        """One of the templates, with names for {a} and {b}; {a} is one of `first`, if there are any."""
        recent = names[-3:]
        a = self.dice.choice(first or [*names, *recent, *recent])
        b = self.dice.choice([*names, *recent])
        if templates in (WRITES, CALLS) and self._overlap(a, b):
            b = self.dice.choice(["c", "layer.bias"])
        view = self.dice.choice([a, self.dice.choice(VIEWS).format(a=a, b=b)])
        return self.dice.choice(templates).format(a=a, b=b, view=view)

    def _overlap(self, *names):
        """Whether two tensors share memory: writes of one into the other are not always refused, but may go wrong."""
        arrays = [self.space[name].detach().numpy() for name in names if name in self.space]
        return len(arrays) == 2 and np.may_share_memory(*arrays)

    def _new(self, names, value):
        """`name = value`, where the name is a new one or, rarely, one that is there already."""
        name = self.dice.choice(names) if self.dice.says(0.05) else f"t{self.count}"
        self.count += 1
        if name not in names:
            names.append(name)
        return f"{name} = {value}"

    def _statement(self, kinds, names):
        dice = self.dice
        kind = dice.choices([*kinds], [*kinds.values()])[0]
        if kind == "block":
            return self._block(names)
        if kind == "call":
            return [*self._function(), self._new(names, self._fill(CALLS, names))]
        first = [name for name in names[-5:] if name not in ("a", "b", "c")] if kind in OF_RESULTS else ()
        line = self._fill(STATEMENTS[kind], names, first)
        return [self._new(names, line) if kind in MADE else line]

    def _block(self, names):
        quiet = self.dice.says(0.4)
        kinds = {kind: often for kind, often in KINDS.items() if kind not in (NOISY if quiet else ("block", "hook"))}
        lines = [line for _ in range(self.dice.randint(1, 3)) for line in self._statement(kinds, names)]
        return [f"with {self.dice.choice(QUIET if quiet else CONTEXTS)}:", *indented(lines)]

    def _function(self):
        dice, names, lines = self.dice, ["u", "v"], []
        for _ in range(dice.randint(1, 4)):
            kind = dice.choices(["value", "view", "write"], [5, 2, 3])[0]
            line = self._fill(STATEMENTS[kind], names)
            lines.append(self._new(names, line) if kind in MADE else line)
        decorator = [f"@{dice.choice([*QUIET[:3], 'ag.enable_grad()'])}"] * dice.says(0.1)
        return [*decorator, "def f(u, v):", *indented([*lines, f"return {dice.choice(names[-2:])}"])]


def indented(lines):
    return ["    " + line for line in lines]


@cache
def tools(ag):
    """What TOOLS define with this engine."""
    space = {"ag": ag}
    exec(TOOLS, space)
    return space


def program(seed):
    """The text of a random program, with an engine called `ag`; TOOLS come before it."""
    try:
        return Program(seed).draw()
    finally:
        ag.set_default_dtype(ag.float32)
