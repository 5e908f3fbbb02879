"""docs/differences.md is true: what a row says differs from PyTorch does differ.

A row that an edit made obsolete fails here, with the program that shows both engines doing the same.
"""

import contextlib
import io
import re
import textwrap
import warnings
from pathlib import Path

import pytest

import autogradlab

PAGE = (Path(__file__).parents[2] / "docs" / "differences.md").read_text("utf-8")
FIRST = [line.split(" | ")[0].removeprefix("| ") for line in PAGE.splitlines() if line.startswith("| ")]
ROWS = [first for first in FIRST if first != "subject"]

#: Words of a row, and a program that prints, warns or fails in another way with PyTorch; x is a leaf of two ones.
SHOWN = {
    "a name that is missing": "try: ag.fft\nexcept AttributeError as error: print(str(error))",
    "number types": "ag.bfloat16",
    "devices": "ag.ones(1, device='meta')",
    "layouts": "ag.ones(2).to_sparse()",
    "an `out=` of another shape": "d = ag.zeros(4)\nag.sum(ag.ones(3), 0, out=d[:2])\nprint(d)",
    "order in memory of `flip`": "print(ag.ones(2, 3).t().flip(0).stride())",
    "writing to several positions": "y = ag.zeros(3)\ntry: y[[0, 5]] = 1.0\nexcept IndexError: print(y)",
    "positions beyond the end": "ag.ones(1, 3)[[0, 5], 1:1]",
    "`storage_offset()` of an empty part": "print(ag.ones(6)[2:][6:].storage_offset())",
    "`float16` beside a plain number": "print((ag.tensor([1001.0]).half() * 1.0003).tolist())",
    "a whole number beyond 64 bits": "2**70 - ag.ones(1)",
    "`float16` through `batch_norm`": "F.layer_norm(ag.ones(2, 2).half(), (2,), ag.ones(2), ag.ones(2))",
    "`hash(x)`": "print(hash(x) == id(x))",
    "random numbers of type `float16`": "ag.rand(2, dtype=ag.float16)",
    "`cauchy_": "ag.ones(2).cauchy_()",
    "`out=`, `layout=`": "ag.zeros(2, pin_memory=False)",
    "`out=` of other functions": "ag.amax(ag.ones(2), 0, out=ag.ones(()))",
    "`memory_format=torch.channels_last`": "ag.ones(2).scatter(0, ag.tensor([0]), 2.0, reduce='add')",
    "a call with several mistakes": "w = ag.ones(3, requires_grad=True)\nw[ag.tensor([True])] = w",
    "refusals of `clamp_`": "ag.tensor([1]).clamp_(min=0.5)",
    "`x.sort(0, stable=True)`": "x.sort(0, stable=True)",
    "`squeeze(None)`": "x.squeeze(None)",
    "`einsum` with the dimensions": "ag.einsum(x, [0])",
    "leaves without dimensions whose": """
        a, b = ag.tensor(1.0, requires_grad=True), ag.tensor(1.0, requires_grad=True)
        (a.sum() + b.sum()).backward()
        a.sum().backward()
        print(b.grad)""",
    "one entry written into itself": "y = ag.ones(1, 1)\ny[0] = y",
    "`_version` of what is computed outside": "with ag.inference_mode(): y = ag.ones(2)\nprint(y.sum()._version)",
    "hooks in a walk with `is_grads_batched": """
        x.register_hook(lambda g: print("ran"))
        ag.autograd.grad(x * 2, x, ag.ones(3, 2), is_grads_batched=True)""",
    "`logical_not_`": "x.logical_not_()",
    "the `.grad` of two leaves": """
        y = ag.ones(2, requires_grad=True)
        (x.view(1, 2) + y.view(1, 2)).exp().sum().backward()
        x.grad.zero_()
        print(y.grad)""",
    "a node called with": "print(ag.stack([x, x]).grad_fn(ag.ones(2, 2).double())[0].dtype)",
    "a mask as exponent": "(x ** (x > 0)).sum().backward()",
    "a tracked value that fills": "counts = ag.zeros(2).long()\ncounts[:] = x[0]\nprint(counts.requires_grad)",
    "`ag.draw`, `ag.trace`": "ag.draw(x)",
    "a missing, unknown or surplus argument of": "x.flip(axis=0)",
    "writing into the gradient that `grad` returns": "ag.autograd.grad(x.sum(), x)[0].mul_(2)",
    "hooks on the `AccumulateGrad` node": """
        (x * 2).grad_fn.next_functions[0][0].register_hook(lambda *grads: print("ran"))
        x.sum().backward()""",
    "a `.grad` set by hand in another order": """
        x = ag.ones(2, 3, requires_grad=True)
        x.grad = ag.ones(3, 2).t()
        x.sum().backward()""",
    "`y.backward(v)` where only views": "v = ag.ones(2)\nx.view(2).backward(v)\nv.zero_()\nprint(x.grad)",
    "tensors that share memory, deeply copied": """
        from copy import deepcopy
        a = ag.zeros(2)
        first, second = deepcopy((a, a.view(2)))
        first[0] = 1
        print(second)""",
    "the warning of `backward(create_graph=True)`": """
        for _ in range(3):
            (x * x).sum().backward(create_graph=True)""",
    "NumPy functions on tensors": "import numpy as np\nnp.sum(ag.ones(2))",
    "a method or function without its brackets": "loss = x.sum\nloss.backward()",
    "convolution, pooling": "nn.Conv1d(1, 1, 1)",
    "`detach_()` of a tensor that retains": "y = x * 2\ny.retain_grad()\ny.detach_()\nprint(y.retains_grad)",
    "`retain_grad()` of a tensor that is then turned": """
        y = x.view(1, 2) * 2
        y.retain_grad()
        y.t_()
        y.sum().backward()
        print(y.grad.shape)""",
    "a hook that another hook puts": """
        y = x * 2
        y.register_hook(lambda grad: x.register_hook(lambda grad: print("ran")) and None)
        y.sum().backward()""",
    "a walk that fails": """
        y, w = x * 2, ag.ones(2, requires_grad=True)
        y.register_hook(lambda grad: 1 / 0)
        try:
            (y.sum() + w.sum()).backward()
        except ZeroDivisionError:
            print(w.grad)""",
    "a second walk through a freed graph": """
        y = x * x
        y.sum().backward()
        z = y * 1
        z.register_hook(lambda grad: print("ran"))
        z.sum().backward()""",
    "`_version` of a gradient": """
        y = x * 2
        y.register_hook(lambda grad: print(grad._version))
        (y * y).sum().backward()""",
    "a second walk to a view that `no_grad` made": """
        with ag.no_grad():
            view = x.view(1, 2)
        y = (view * 2).sum()
        y.backward()
        y.backward()""",
    "graphs inside `einsum`": """
        node = ag.einsum("ij,jk->ik", x.view(1, 2), x.view(2, 1)).grad_fn
        print(node.next_functions[0][0].name())""",
    "entries written into others": "b = ag.arange(9.0).view(3, 3)\nb[:, 1:] = b[:, :-1]\nprint(b.tolist())",
    "a node that no gradient reaches": """
        class Nothing(ag.autograd.Function):
            @staticmethod
            def forward(ctx, t):
                return t * 1

            @staticmethod
            def backward(ctx, grad):
                return None

        w = x.clone()
        z = Nothing.apply(w * w)
        w.add_(1)
        z.sum().backward()""",
    "a root from which none of the `inputs`": """
        y, other = x * 2, ag.ones(2, requires_grad=True)
        y.register_hook(lambda grad: print("here"))
        ag.autograd.grad(y.sum(), other, allow_unused=True)
        ag.autograd.grad(y, other, ag.ones(2), allow_unused=True)""",
    "a tracked gradient that a hook": """
        def hook(grad):
            with ag.enable_grad():
                return grad * x
        x.register_hook(hook)
        print(ag.autograd.grad((x * 2).sum(), x)[0].requires_grad)""",
    "the outer one of two nested": """
        def outer(t):
            print("runs")
            return checkpoint(ag.sin, t, use_reentrant=False) * 2
        checkpoint(outer, x, use_reentrant=False).sum().backward()""",
    "`detach_()` of an ordinary tensor": """
        with ag.inference_mode():
            x.detach_()
        print(x.requires_grad)""",
    "a graph that has saved the `.grad`": """
        w, x.grad = ag.ones(2, requires_grad=True), ag.ones(2)
        (x + w * x.grad).sum().backward()""",
    "`sum`, `mean`, `mv` and `bmm` with an `out=`": "m = ag.ones(2, 2)\nag.mv(m, m[0], out=m[0])",
    "overwriting what PyTorch saves": """
        a = ag.ones(2, 2) * x
        picked = a.gather(0, ag.tensor([[0, 0]]))
        a.add_(1)
        picked.sum().backward()
        print(x.grad)""",
    "what a node shows as `_saved_...`": "print(x.softmax(-1).grad_fn._saved_dim)",
    "writes into an expanded tensor": "ag.ones(2, 1).expand(2, 3).tril_()",
    "`backward()` inside a backward inside": """
        class Deep(ag.autograd.Function):
            @staticmethod
            def forward(ctx, x, depth):
                ctx.depth = depth
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                if ctx.depth:
                    with ag.enable_grad():
                        Deep.apply(ag.ones(1, requires_grad=True), ctx.depth - 1).backward()
                return grad * 2, None

        Deep.apply(x, 150).sum().backward()""",
    "`torch.nn.modules`, `torch.autograd.gradcheck`": """
        from importlib import import_module
        import_module(ag.__name__ + ".nn.modules")""",
    "the array that the backward of a `Function` returns": """
        class Twice(ag.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * 2

            @staticmethod
            def backward(ctx, grad):
                given = grad * 2
                places.append(given.data_ptr())
                return given

        places = []
        Twice.apply(x).sum().backward()
        print(x.grad.data_ptr() in places)""",
    "`stride()` along a dimension": "print((ag.ones(3, 1).t() + 1).stride())",
    "`x.view(torch.int32)`": "x.view(ag.int32)",
    "NumPy's names of arguments other than": "print(ag.add(x1=x, x2=x))",
    "`sum` and other reductions with an `out=`": "print(ag.sum(ag.ones(2), 0, out=ag.zeros((), dtype=ag.int64)))",
    "an `out=` of another float type": "print(ag.neg(ag.ones(2), out=ag.empty(2, dtype=ag.float64)))",
    "`x.var(dim=())` and `x.std(dim=())`": "(x * x).var(dim=()).backward()\nprint(x.grad)",
    "`from_numpy` of an array that must not": """
        import numpy
        array = numpy.zeros(2)
        array.setflags(write=False)
        ag.from_numpy(array)[0] = 5""",
    "cycles through hooks": "import weakref\nweakref.ref((x * 2).grad_fn)",
    "`x.data = ...` in another shape": "y = x * x\nx.data = ag.ones(3)\ny.sum().backward()",
    "`x.data = ...` in another number type": "y = x * x\nx.data = x.data.double()\ny.sum().backward()\nprint(x.grad)",
    "gradient of `tanh` of more": """
        x = ag.full((20000,), 5.0, requires_grad=True)
        x.tanh().sum().backward()
        print(x.grad[0].item())""",
    "`max_norm`, `scale_grad_by_freq`": "nn.Embedding(3, 2, sparse=True)",
    "`with torch.device": "with ag.device('meta'):\n    print(ag.ones(1).shape)",
    "parts of `cuda` and `backends`": "ag.cuda.Event()",
    "`w.data = ...` for the weight": """
        layer = nn.Linear(2, 1)
        layer.weight.data = ag.ones(1, 2)
        y = layer(x)
        layer.weight.data = ag.zeros(1, 2)
        y.sum().backward()
        print(x.grad)""",
    "`batch_norm` of a batch without samples": """
        norm = nn.BatchNorm1d(5)
        print(norm(ag.ones(0, 5, 9, requires_grad=True)).grad_fn.name())""",
    "operations of two plain numbers": "ag.add(1, 2)",
    "`x.normal_()` and the like": "(x * 1).normal_()",
    "indexing by tensors and arrays of `uint8`": "print(ag.ones(2)[ag.tensor([1, 0], dtype=ag.uint8)])",
    "a call that fits none of several": "ag.randn(2, require_grad=True)",
    "backward through a `BatchNorm1d` in eval": """
        norm = nn.BatchNorm1d(1).eval()
        y = norm(x.view(2, 1))
        norm.train()(ag.tensor([[1.0], [3.0]]))
        y.sum().backward()
        print(x.grad)""",
    "`train()` or `eval()` of a `BatchNorm1d` in a": """
        norm = nn.BatchNorm1d(1)
        y = checkpoint(norm, x.view(2, 1), use_reentrant=False)
        norm.eval()
        y.sum().backward()""",
    "third order through `layer_norm`": """
        x = ag.tensor([1.0, 2.0, 4.0], dtype=ag.float64, requires_grad=True)
        y = (F.layer_norm(x, (3,)) * ag.tensor([1.0, 0.0, 0.0], dtype=ag.float64)).sum()
        for _ in range(3):
            (y,) = ag.autograd.grad(y.sum() if y.ndim == 0 else y[0], x, create_graph=True)
        print([round(g, 4) for g in y.tolist()])""",
    "gradients of second order that are 0 everywhere": """
        (g,) = ag.autograd.grad(x.abs().sum(), x, create_graph=True)
        ag.autograd.grad((g * g).sum(), x)[0].add_(1)""",
    "second order of `hardsigmoid`": """
        (g,) = ag.autograd.grad(F.hardsigmoid(x * x / 2).sum(), x, create_graph=True)
        g.sum().backward()""",
    "second and third order of `mish`": """
        x = ag.tensor([100.0], requires_grad=True)
        (g,) = ag.autograd.grad(F.mish(x).sum(), x, create_graph=True)
        g.sum().backward()
        print(x.grad)""",
    "gradients that are 0 or do not depend": """
        (grad,) = ag.autograd.grad(ag.linalg.det(x[:1].view(1, 1)), x, create_graph=True)
        print(grad.requires_grad)""",
    "the result's type of `huber_loss`": "print(F.huber_loss(ag.ones(1), ag.ones(1).double()).dtype)",
    "the sign of a zero": "print(ag.tensor([-0.0]).cumsum(0))",
    "tensors made in inference mode with": """
        with ag.inference_mode():
            w = ag.ones(2, requires_grad=True)
        print(w.exp().requires_grad)""",
    "`topk` of equal entries": "print(ag.ones(40).topk(5).indices)",
    "the warning about a list of arrays": "import numpy as np\nag.tensor([np.ones(2), np.ones(2)])",
    "`y.grad_fn._raw_saved_self": "(x**2).grad_fn._raw_saved_self",
    "`graph.allow_mutation_on_saved_tensors`": "ag.autograd.graph.allow_mutation_on_saved_tensors",
    "`std` and `var` of 7 or more": "print(ag.full((8,), 0.1).std() == 0)",
    "the first step of `SGD(momentum=...)`": """
        optimizer = ag.optim.SGD([x, x], lr=0.1, momentum=0.9)
        x.sum().backward()
        optimizer.step()
        print(x)""",
    "`SGD(nesterov=True, foreach=True)`": """
        optimizer = ag.optim.SGD([x], lr=0.1, momentum=0.9, nesterov=True, foreach=True)
        x.sum().backward()
        optimizer.step()
        print(x.grad)""",
    "`gradgradcheck` without": """
        ag.manual_seed(0)
        ag.autograd.gradgradcheck(lambda x: x**3, ag.ones(1, dtype=ag.float64, requires_grad=True))
        print(ag.rand(1))""",
    "`gradcheck(fast_mode=True)`": """
        x = ag.ones(2, dtype=ag.float64, requires_grad=True)
        ag.autograd.gradcheck(lambda x: x * x.detach(), x, fast_mode=True)""",
    "what `saved_tensors_hooks` packs": """
        with ag.autograd.graph.saved_tensors_hooks(lambda t: print(t.shape), lambda t: t):
            x[ag.tensor([0])]""",
    "`saved_tensors_hooks` around `checkpoint": """
        with ag.autograd.graph.saved_tensors_hooks(lambda t: print("packed"), lambda t: t):
            checkpoint(lambda x: x.exp(), x, use_reentrant=False)""",
    "gradients of `var` and `std` of `float16`": """
        x = ag.tensor([-0.890625, -1.830078125, -0.50927734375], dtype=ag.float16, requires_grad=True)
        x.std().backward()
        print(x.grad.tolist())""",
    "positions without any entry": "ag.ones(2, 2).gather(0, ag.ones(0).long())",
    "the result of `linalg.inv`": "print(ag.linalg.inv(ag.tensor([[1.0, 2.0], [3.0, 4.0]])).stride())",
    "matrix norms other than": "ag.linalg.svd(ag.eye(2))",
    "`ModuleList.insert`": "layers = nn.ModuleList([nn.ReLU()])\nlayers.insert(-1, nn.Tanh())\nprint(layers)",
    "`_forward_hooks` and the like": "nn.ReLU()._forward_hooks",
    "`addcmul`, `addcdiv`, `addmm` with the number": "ag.ones(2).addcmul(2, ag.ones(2), ag.ones(2))",
    "the tips at the end of `CheckpointError`": """
        runs = iter((lambda x: x * x, lambda x: x))
        checkpoint(lambda x: next(runs)(x), x, use_reentrant=False).sum().backward()""",
    "options of layers, losses and loaders": "nn.MSELoss(size_average=False)",
    "a `Sequential` times a number": "nn.Sequential(nn.ReLU()) * 2",
    "settings of layers, losses, schedules": "nn.ModuleDict([3])",
    "`__getitem__` of your own": "print(type(nn.ParameterDict({}).values()).__name__)",
    "whether a `ReLU6`": "print(isinstance(nn.ReLU6(), nn.Hardtanh))",
    "`load_state_dict(assign=True)`": "nn.ReLU().load_state_dict({}, assign=True)",
    "hooks on `state_dict`": "nn.ReLU().get_extra_state",
    "optimizers other than": "ag.optim.RMSprop([x])",
    "classes of your own that inherit": "class Mine(ag.Tensor): pass\nprint(type(Mine([1.0]) * 2).__name__)",
    "`print(type(x))`": "print(str(type(x)))",
}
#: Rows that no short program shows everywhere, and why.
NOT_SHOWN = {
    "`empty(...)`": "memory that happens to hold zeros shows nothing",
    "last digits of products of matrices": "they depend on the processor",
    "the first hook on a linear layer's node": "the order of two graphs that differ in shape; tests/autograd has it",
    "`gelu` of a tensor": "it depends on the processor",
    "`num_workers`, `pin_memory`": "other processes",
}


def test_every_row_is_shown_or_says_why_not():
    words = [*SHOWN, *NOT_SHOWN]
    assert [(row, found) for row in ROWS if len(found := [each for each in words if row.startswith(each)]) != 1] == []
    assert [each for each in words if not any(row.startswith(each) for row in ROWS)] == []


@pytest.fixture
def torch(row):
    """PyTorch, giving its warnings even if another test has seen them, except where that is the difference."""
    torch = pytest.importorskip("torch")
    torch.set_warn_always(not row.startswith("the warning of `backward(create_graph=True)`"))
    yield torch
    torch.set_warn_always(False)


@pytest.mark.parametrize("row", SHOWN)
def test_the_engines_differ_there(row, torch):
    from torch.utils.checkpoint import checkpoint as theirs

    from autogradlab.utils.checkpoint import checkpoint as ours

    assert outcome(SHOWN[row], autogradlab, ours) != outcome(SHOWN[row], torch, theirs)


def outcome(program, ag, checkpoint):
    """What a program prints, and its warnings and its error in words that do not name the engine."""
    source = compile(textwrap.dedent(program), "<program>", "exec")
    names = {"ag": ag, "nn": ag.nn, "F": ag.nn.functional, "checkpoint": checkpoint}
    names["x"] = ag.ones(2, requires_grad=True)
    printed, error = io.StringIO(), ""
    with contextlib.redirect_stdout(printed), warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            exec(source, names)
        except Exception as raised:
            error = f"{type(raised).__name__}: {raised}"
    return re.sub("autogradlab|torch", "engine", printed.getvalue() + error), len(said)
