"""Calls that programs make in passing or by mistake: NumPy's numbers, odd arguments, numbers that do not fit.

Each line is a program; its outcome is the value of the expression after its last `;`.
"""

import numpy as np
import pytest

NAMES = {
    "inf": lambda T: float("inf"),
    "F": lambda T: T.nn.functional,
    "nn": lambda T: T.nn,
    "two": lambda T: T.ones(2),
    "m": lambda T: T.arange(4.0).reshape(2, 2) + 1,
    "yes": lambda T: T.tensor([True, False]),
    "w": lambda T: T.tensor([1, 2, 3]),
    "byte": lambda T: T.tensor([1, 2, 3], dtype=T.uint8),
    "small": lambda T: T.tensor([1], dtype=T.int8),
    "mask": lambda T: T.tensor([True, False, True]),
    "r": lambda T: T.ones(2, 3, requires_grad=True),
    "half": lambda T: T.linspace(-4, 4, 40).half(),
    "y": lambda T: T.zeros(3),
    "point": lambda T: T.tensor(1.0),
    "x": lambda T: T.arange(6.0).reshape(2, 3),
    "shares": lambda T: T.full((2, 3), 0.5),
    "cube": lambda T: T.arange(24.0).reshape(2, 3, 4),
    "right": lambda T: T.tensor([0, 2]),
    "t": lambda T: T.tensor(0.5),
}

PROGRAMS = {
    "the old constructor": """
        a = T.ones(2, requires_grad=True); T.Tensor(a)
        a = T.ones(2, requires_grad=True); T.Tensor(a).sum().backward(); a.grad
        a = T.ones(2, requires_grad=True) * 2; T.Tensor(a).grad_fn.next_functions[0][0].name()
        a = T.ones(2); b = T.Tensor(a); b[0] = 7; [a.tolist(), a._version, b._is_view()]
        T.Tensor(w)
        T.nn.Parameter(T.Tensor(r))
        a = np.ones(2, np.float32); b = T.Tensor(a); a[0] = 7; b[1] = 5; [b.tolist(), a.tolist(), b._version, b.is_leaf]
        a = np.ones(2); b = T.Tensor(a); a[0] = 7; b
        a = np.ones(2, np.int64); b = T.LongTensor(a); a[0] = 7; b
        a = np.ones(2, np.int32); b = T.LongTensor(a); a[0] = 7; b
        a = np.ones(2, np.float32); b = T.Tensor(a); b.requires_grad_(); (b * 3).sum().backward(); b.grad
        T.Tensor(np.ones(2, np.float32)[::-1])
        T.Tensor(np.array(3, np.float32)) + 1
        """,
    "arguments for in-place methods that take none": """
        two.abs_(two)
        two.relu_(1)
        two.sqrt_(dim=0)
        two.neg_(1, 2)
        two.sigmoid_(inplace=True)
        two.exp_()
        """,
    "another name in its own refusals": """
        T.absolute("a")
        T.absolute(two, two)
        T.negative("a")
        T.neg("a")
        T.arctan("a")
        T.fix("a")
        two.broadcast_to("a")
        two.broadcast_to()
        T.broadcast_to(two, "a")
        T.broadcast_to(two, 3, 2)
        two.broadcast_to(size=(3, 2))
        """,
    "tensors for a shape": """
        two.reshape(two)
        two.reshape([two])
        two.reshape(two.sum().long())
        two.reshape(two.sum().long() + 1)
        two.reshape(T.tensor([1, 2]))
        """,
    "methods of modules with too few arguments": """
        nn.Linear(1, 1).add_module('a')
        nn.Linear(1, 1).register_buffer()
        nn.Linear(1, 1).register_parameter('a')
        nn.Linear(1, 1).load_state_dict()
        nn.Linear(1, 1).register_forward_hook()
        nn.Linear(1, 1).get_submodule(0)
        nn.Linear(1, 1).get_submodule('')._get_name()
        """,
    "places in a single number": """
        point[np.int64(0)]
        point[np.int64(1)]
        point[np.int64(0),]
        point[::-1]
        point[::0]
        point[1:]
        w[np.int64(1)]
        x[np.int64(-1)]
        """,
    "number types that are asked about": """
        T.finfo(float).bits
        T.finfo("a")
        T.finfo(int)
        T.iinfo(int).max
        T.iinfo()
        T.iinfo(None)
        """,
    "dimensions of a single number": """
        point.size(0)
        point.stride(-1)
        point.unbind(-1)
        point.roll(1, 0)
        point.roll((1, 1), (0,))
        point.roll((1, 1), (0, 1))
        """,
    "tensors for sizes and ends": """
        T.eye(T.tensor(2))
        T.linspace(0, point, 3)
        T.linspace(0, T.ones((), requires_grad=True), 3)
        T.linspace(0, point, T.tensor(3))
        """,
    "NumPy's numbers": """
        two.clamp(max=np.float64(.5))
        two.clamp(np.int64(0), np.int64(1))
        two.clamp_min(np.float64(.5))
        w.clamp(np.float32(.5), np.int64(2))
        point.clamp(np.float64(2))
        np.float64(2.) ** two
        np.int64(2) ** two
        np.float64(2) ** w
        np.float64(2) ** point
        T.pow(np.float64(2), two)
        two.add(two, alpha=np.float64(2))
        two.add(two, alpha=T.tensor(2.))
        two.add(two, alpha=T.tensor(2., requires_grad=True))
        two % np.float64(2)
        np.float64(3) // two
        small[0] & np.int64(2)
        np.int64(2) | small
        small[0] ^ np.int64(2)
        small[0] << np.int64(2)
        small[0] + np.int64(2)
        str(T.result_type(w, np.float64(2)))
        str(T.result_type(np.int64(2), np.float64(3)))
        two == np.float64(1)
        T.where(yes, two, np.float64(2))
        m.norm(np.float64(3))
        m.var(correction=np.int64(1))
        F.leaky_relu(-two, np.float64(.5))
        F.elu(-two, np.float64(.5))
        str(F.softplus(two, np.float64(2)).dtype)
        T.full((2,), np.float32(2))
        """,
    "NumPy's truth values": """
        two * np.bool_(True)
        np.bool_(True) * two
        two - np.bool_(True)
        np.bool_(True) / two
        two ** np.bool_(True)
        w + np.bool_(True)
        yes * np.bool_(True)
        two == np.bool_(True)
        np.bool_(True) != two
        np.bool_(True) < two
        yes & np.bool_(True)
        np.bool_(True) | yes
        two.add_(np.bool_(True))
        two += np.bool_(True); two
        two.clamp(np.bool_(True))
        yes.fill_(np.bool_(True))
        T.where(yes, np.bool_(True), np.bool_(False))
        yes.masked_fill(yes, np.bool_(True))
        two.add(two, alpha=np.bool_(True))
        T.full((2,), np.bool_(True))
        str(T.result_type(np.bool_(True), w))
        """,
    "as entries": """
        y[0] = np.float32(2)
        y[:] = np.float16(2)
        y[0] = np.bool_(True)
        y[0] = np.float64(2); y
        y[0] = np.int32(2); y
        y[mask] = np.float32(2)
        T.tensor([np.float32(1.5)], dtype=T.int64)
        T.tensor([[1, np.float32(1.5)]], dtype=T.int64)
        T.tensor([np.float64(1.5)], dtype=T.int64)
        T.tensor([np.bool_(True)], dtype=T.int64)
        T.tensor([np.bool_(True)], dtype=T.bool)
        T.tensor(np.float32(1.5), dtype=T.bool)
        T.tensor(np.float32(1.5), dtype=T.float64)
        T.tensor(np.int32(1), dtype=T.bool)
        """,
    "number types": """
        r.sum(dtype=T.int64)
        r.prod(0, dtype=T.int64)
        r.cumsum(0, dtype=T.int32)
        r.detach().sum(dtype=T.int64)
        m.sum(dtype=float)
        m.softmax(0, True)
        m.log_softmax(0, int)
        T.softmax(m, 0, True)
        m.softmax(0, str)
        """,
    "no dimension": """
        m.any(())
        m.all([], True)
        byte.any(())
        m.median(())
        m.topk(axis=1)
        """,
    "norms": """
        m.norm(dtype=T.int64)
        T.zeros(0, 3).norm(-1)
        T.zeros(0, 3).norm(-1, 1)
        T.zeros(0, 3).norm(inf)
        m.norm('a')
        m.norm(T.tensor(0))
        T.linalg.norm(m, 'a')
        """,
    "truth values": """
        yes.dot(yes)
        yes @ yes
        T.eye(2).bool() @ yes
        T.einsum('i,i', yes, yes)
        yes.median()
        yes.median(0)
        yes.topk(1)
        T.eye(2).bool().trace()
        True ** yes
        2 ** yes
        yes.clamp(True)
        yes.clamp(True, False)
        yes.clamp(False, 1)
        yes.clamp_max(True)
        T.add(yes, yes, alpha=2)
        T.sub(yes, 1, alpha=-1)
        T.add(two, two, alpha=True)
        """,
    "too large, too small": """
        byte.fill_(-1)
        byte.masked_fill(mask, -1)
        byte[0] = -1; byte
        byte.clamp(min=-1)
        byte.clamp(-1, 5)
        byte[0].clamp(-1)
        byte.clamp_max(300)
        byte.clamp_min(1.5)
        byte.add(byte, alpha=-1)
        byte.sub(byte, alpha=255)
        byte.sub(byte, alpha=-300)
        byte.scatter(0, T.tensor([0]), -1)
        byte.masked_fill(mask, 256)
        small.clamp(max=200)
        small.masked_fill(T.tensor([True]), 200)
        w.fill_(inf)
        w[0] = inf
        w.masked_fill(mask, inf)
        w.masked_fill(mask, 1.7)
        w.int().masked_fill(mask, 2 ** 40)
        w.int().clamp(max=2 ** 31)
        w.int().sub(w.int(), alpha=2 ** 31)
        w.scatter(0, T.tensor([0]), inf)
        T.full((2,), inf, dtype=T.int16)
        T.full_like(byte, inf)
        two.clamp(max=1e40)
        two.masked_fill(yes, -1e40)
        two.add(two, alpha=1e40)
        T.randperm(300, dtype=T.uint8)
        T.randperm(3, dtype=T.bool)
        T.randperm(3000, dtype=T.float16)
        T.isclose(two, two, rtol=-1)
        T.allclose(two, two, atol=-1.5)
        """,
    "of more bits, of float16": """
        two[0] = 2 ** 63
        two[0] = 1e40
        yes[0] = 2 ** 70
        w[mask] = 2 ** 63
        w.fill_(2 ** 63)
        w.fill_(-2 ** 63 - 1)
        two.fill_(2 ** 63)
        two.fill_(2 ** 64)
        byte.fill_(-.5)
        w.clamp(max=2 ** 63)
        two.masked_fill(yes, 2 ** 70)
        two.add(two, alpha=2 ** 70)
        half.fill_(1e6)
        half[0] = 1e6; half
        half.clamp(max=65505)
        half.clamp(min=-65504)
        half.masked_fill(half > 0, 1e6)
        T.where(half > 0, half, 1e6)
        T.where(mask, w, 2 ** 63)
        T.where(yes, two, 1e40)
        T.where(mask, 300, byte)
        T.where(mask, byte, -1)
        T.where(mask, byte, 1.5)
        T.where(mask, mask, 300)
        """,
    "no numbers": """
        [1, 2] ** two
        None ** two
        'x' // two
        two.add(two, alpha=None)
        two.sub(two, alpha=[1, 2])
        F.leaky_relu(two, 'a')
        F.celu(two, None)
        F.softplus(two, [1])
        F.hardtanh(two, 'a')
        two.nan_to_num('a')
        m.mul(m, m)
        T.mul(m, m, m)
        m.max(0).foo
        """,
    "keys": """
        y[mask] = T.ones(2, 1)
        y[mask] = T.ones(3)
        y[[0]] = T.ones(2)
        y[['a']]
        point[:] = 2.
        point[0:1] = 2.
        y[:] = 2.; y
        """,
    "arrays in lists of numbers": """
        T.tensor([[1., np.array(2)]])
        T.tensor(((7, np.array(5)), (9, 5.)))
        T.tensor([T.tensor(3.), np.array(5)])
        T.tensor([2, np.array(3)])
        T.tensor([np.array(5), 3])
        T.tensor([2, np.array([1.5])])
        """,
    "a list of arrays": """
        x[[np.array([1, 0])]].shape
        x[[np.array([1, 0]), np.array([1, 1])]]
        x[[np.array([True, False])]]
        x[[np.array([1, 0]), 1]]
        x[[np.array(1), np.array(0)]]
        x[[np.int64(1), np.int64(0)]]
        z = x.clone(); z[[np.array([1, 0]), np.array([1, 1])]] = 9.; z
        z = x.clone(); z[[np.array([True, False]), slice(1, 2)]] = 9.; z
        x[[np.array([1, 0]), np.array([1, 1]), np.array([1, 1])]]
        """,
    "nothing, or other shapes": """
        T.meshgrid(two, two, indexing='foo')
        T.meshgrid()
        point.permute()
        point.permute(())
        m.reshape()
        T.hstack([])
        T.vstack([])
        T.einsum('i')
        T.einsum('i1', m)
        T.einsum('i.j', m)
        T.einsum('ij->i-', m)
        T.einsum('ii->i', T.ones(2, 3))
        w.round(decimals=1)
        w.round(decimals=0)
        point.unbind(1)
        point.unbind(-1)
        """,
    "graphics cards": """
        [T.cuda.is_available(), T.xpu.is_available(), T.mps.is_available(), T.accelerator.is_available()]
        [T.cuda.device_count(), T.cuda.memory_allocated(), T.cuda.max_memory_reserved(), T.cuda.empty_cache()]
        [T.cuda.is_initialized(), T.cuda.manual_seed_all(0)]
        T.backends.cudnn.benchmark = True; T.backends.cudnn.benchmark
        T.cuda.foo
        T.backends.foo
        T.backends.cuda.foo
        """,
    "former names and forms": """
        nn.Embedding(3, 2, sparse=False).max_norm
        T.newaxis
        iter(T.utils.data.DataLoader([1, 2])).next()
        """,
    "what PyTorch's own samples ask for": """
        T.repeat_interleave(r[0], T.tensor([2]), dim=0)
        T.repeat_interleave(m, T.tensor([], dtype=T.int64), dim=0)
        w[T.tensor(1, dtype=T.int16)]
        w[T.tensor(1, dtype=T.int8):]
        m[0, T.tensor(1, dtype=T.int16)]
        w[T.tensor([1], dtype=T.int16)]
        T.clip(two, max=.5, out=y[:2])
        T.roll(m, ())
        T.roll(m, (), (0,))
        T.typename(T.nn.Parameter)
        t.clone().requires_grad_().index_select(0, w[:1] - 1)
        s = t.clone().requires_grad_(); (3 * s.index_select(0, w[0] - 1)).backward(); s.grad
        """,
    "order in memory": """
        cube.transpose(1, 2).sum(0).view(12)
        [getattr(cube.transpose(0, 2), f)(0).stride() for f in ('mean', 'amax', 'prod', 'var', 'logsumexp', 'any')]
        [getattr(cube.transpose(0, 1), f)(1, keepdim=True).view(-1).tolist() for f in ('sum', 'amin', 'mean')]
        cube.permute(2, 0, 1).norm(dim=1).view(-1)
        T.count_nonzero(cube.transpose(1, 2), 0).stride()
        x.t().gather(0, T.zeros_like(x.t()).long()).stride()
        F.one_hot((x.t() > 3).long(), 2).stride()
        [cube.transpose(0, 2).tril().stride(), cube.transpose(0, 1).triu().stride()]
        [T.full_like(x.t(), 1.).stride(), T.zeros_like(x.t()).stride()]
        F.cosine_similarity(cube.transpose(1, 2), cube.transpose(1, 2) + 1, dim=0).stride()
        """,
    "places": """
        T.device('cpu', 'a')
        T.ones(2, device=3.5)
        str(nn.Linear(2, 2).to(float).weight.dtype)
        str(nn.Linear(2, 2).type(T.float64).weight.dtype)
        """,
    "layers, optimizers and loaders": """
        T.optim.SGD([r], lr=T.ones(2))
        T.optim.Adam([r], lr=T.ones(2))
        T.optim.Adam([r], betas=(0.9,))
        r.grad = T.ones(2, 3); nn.utils.clip_grad_norm_([r], 1., foreach=False)
        type('O', (nn.Module,), {'__init__': lambda self: None, 'forward': lambda self, x: x})()(two)
        F.dropout(m, 'a')
        nn.Dropout('a')
        loader = T.utils.data.DataLoader([1, 2, 3]); loader.batch_size = 3
        loader = T.utils.data.DataLoader([1, 2, 3]); loader.dataset = [1]
        type(T.utils.data.DataLoader([1, 2, 3]).sampler).__name__
        list(T.utils.data.SequentialSampler('abc'))
        T.utils.data.DataLoader(3).batch_size
        len(T.utils.data.DataLoader(3))
        """,
    "float16": """
        half.sigmoid()
        F.silu(half)
        F.mish(half)
        F.softplus(half)
        F.selu(half)
        F.celu(half, .7)
        F.hardswish(half)
        F.hardsigmoid(half)
        F.leaky_relu(half, .1)
        half.log_softmax(0)
        half.reshape(8, 5).log_softmax(0)
        """,
    "sizes that are tensors": """
        two.expand(T.tensor(3), 2)
        two.expand(3, w[1])
        two.expand((w[0], -1))
        T.ones(2, 1).expand(-1, T.tensor([3]))
        T.broadcast_to(two, (3, w[1]))
        two.expand(3, t)
        two.expand(3, w)
        x.reshape(w[2], w[1])
        two.repeat(2, w[2])
        """,
    "parameters by their names": """
        T.pow(two, exponent=2)
        two.pow(exponent=3)
        two.pow_(exponent=3)
        T.pow(2, exponent=two)
        m.view(size=(4,))
        two.expand(size=(3, 2))
        m.reshape(shape=3)
        m.flip(dims=0)
        T.zeros(size=3)
        two.expand((3, 2), size=(3, 2))
        two.new_zeros(size=(2,))
        two.new_ones(2, size=(2,))
        two.new_empty(size=(2,)).shape
        T.broadcast_to(two, size=(3, 2))
        two.broadcast_to(size=(3, 2))
        two.repeat(repeats=(2,))
        two.repeat(repeats=2)
        y.copy_(other=w)
        T.inverse(input=2 * T.eye(2)).tolist()
        T.det(input=2 * T.eye(2))
        T.linalg.inv(A=2 * T.eye(2)).tolist()
        T.linalg.det(A=2 * T.eye(2))
        T.swapaxes(m, axis0=0, axis1=1)
        m.swapaxes(axis0=0, axis1=1)
        w.gather(0, w - 1, sparse_grad=False)
        str(T.result_type(tensor=two, other=2))
        T.diag_embed(m, 1, dim1=0, dim2=2)
        two.diag_embed(dim1=0, dim2=-1)
        m.diag_embed(0, 0, 0)
        two.type(T.float64, non_blocking=False)
        two.mul_(other=two)
        """,
    "said twice, or too much": """
        m.sum(axis=0, keepdim=True, keepdims=True)
        m.sum(axis=1, dim=1)
        m.sum(0, axis=1)
        T.cat([m], dim=1, axis=0)
        two.clone(1)
        two.float(1)
        two.half(1, 2)
        two.contiguous(1)
        two.rsub
        """,
    "operators as functions": """
        T.Tensor.__mul__(two, 3)
        T.Tensor.__mul__(2, two)
        T.Tensor.__mul__(2, two)
        T.Tensor.__add__(2.5, two)
        T.Tensor.__sub__("a", two)
        """,
    "two numbers": """
        T.add([1], two)
        """,
    "names of nodes": """
        r.div(2, rounding_mode=None).grad_fn.name()
        r.div(r).grad_fn.name()
        T.autograd.grad((r.cumsum(1) ** 2).sum(), r, create_graph=True)[0].grad_fn.name()
        r.lerp(r, .3).grad_fn.name()
        r.lerp(r, r).grad_fn.name()
        T.addcmul(r, r, r).grad_fn.name()
        T.addcdiv(r, r, r).grad_fn.name()
        """,
    "sizes": """
        m.size()
        m.size(axis=0)
        m.size(-1)
        m.size(np.int64(1))
        m.size(None)
        m.size(5)
        m.size(True)
        m.size(1.)
        m.size('a')
        m.size(0, 1)
        m.size(axis=0, dim=0)
        m.size(foo=1)
        point.size()
        point.size(0)
        """,
    "threads": """
        T.set_num_threads(0)
        T.set_num_threads(-1)
        T.set_num_threads(1)
        """,
    "orders in memory": """
        m.t().is_contiguous(memory_format=T.contiguous_format)
        m.t().is_contiguous(memory_format=T.preserve_format)
        m.is_contiguous(memory_format=None)
        str(T.preserve_format)
        two.clone(memory_format=T.preserve_format)
        m.T.clone(memory_format=T.contiguous_format).stride()
        m.T.clone(memory_format=T.preserve_format).stride()
        m.T.contiguous(memory_format=T.contiguous_format).stride()
        m.T.contiguous(memory_format=T.preserve_format)
        T.zeros_like(m.T, memory_format=T.preserve_format).stride()
        T.ones_like(m.T, memory_format=T.contiguous_format).stride()
        two.double(memory_format=T.preserve_format)
        two.clone(memory_format=1)
        T.zeros_like(two, memory_format=1)
        """,
    "shapes or types first": """
        two & T.ones(3)
        two << T.ones(3)
        two & w
        two.double().scatter_add(0, T.tensor([0, 1]), two)
        """,
    "steps": """
        T.lerp(two, 3 * two, .5)
        T.lerp(two, end=3 * two, weight=two / 4)
        two.lerp(3 * two, T.tensor(.3).double())
        two.lerp(y, .3)
        two.lerp(two.double(), .3)
        two.lerp(two, two.double())
        w.lerp(w, .5)
        w.lerp(w, w)
        half.lerp(-half, .7)
        two.lerp_(3 * two, .25)
        two.lerp_(T.ones(2, 2), .3)
        T.lerp(two, 3 * two, .5, out=T.zeros(2))
        T.addcmul(two, two, two, value=.5)
        two.addcmul(two, two.double())
        two.addcmul(T.tensor(2.).double(), two)
        w.addcmul(w, w, value=.5)
        byte.addcmul(w, w, value=-1)
        yes.addcmul(yes, yes)
        two.addcmul(2, two)
        two.addcmul(two, two, 3)
        two.addcmul(two, two, value='a')
        two.addcmul(y, two)
        w.addcmul_(y, y)
        half.addcmul(half, half, value=.3)
        T.addcdiv(two, two, two + 1, value=-.5)
        T.addcdiv(w, y, y + 1)
        two.addcdiv_(two, two + 1, value=-.5)
        two.addcdiv(two, 2)
        """,
    "weights do not widen a loss": """
        nn.BCEWithLogitsLoss(pos_weight=T.tensor([3]))(T.zeros(2), T.ones(2))
        nn.BCEWithLogitsLoss(weight=T.tensor([3, 1]))(T.zeros(2), T.ones(2))
        nn.BCEWithLogitsLoss(pos_weight=T.tensor([3.]).double(), reduction='none')(T.zeros(2), T.ones(2))
        nn.BCELoss(weight=T.tensor([3, 1]))(T.full((2,), .5), T.ones(2))
        nn.BCELoss(weight=T.tensor([3., 1.]).double(), reduction='none')(T.full((2,), .5), T.ones(2))
        r; nn.BCEWithLogitsLoss(pos_weight=w)(r, shares).backward(); r.grad
        F.gaussian_nll_loss(T.tensor([1, 2]), T.tensor([2, 2]), 1.5)
        """,
    "numbers around a turned tensor": """
        T.manual_seed(0); T.normal(x.t(), 1.)
        T.manual_seed(0); T.normal(T.arange(24.).reshape(4, 6).t(), 2.)
        T.manual_seed(0); T.normal(x.t(), x.t() + 1)
        T.manual_seed(0); T.normal(y.expand(2, 3), 1.)
        """,
    "what a layer or a loss is refused": """
        F.embedding(T.tensor([0]), T.ones(3))
        F.batch_norm(x, y, None)
        F.batch_norm(x, y, y, training=True, eps=0)
        F.batch_norm(x, y, y, eps=-1.)
        nn.Embedding(3, 2, _weight=T.ones(2, 2))
        nn.Embedding(2, 2, _weight=T.ones(2, 2)).weight.requires_grad
        F.glu(x, 5)
        F.celu(x, 0)
        """,
    "what linalg and einsum are refused": """
        T.linalg.solve(T.eye(2), T.ones(2).double())
        T.linalg.solve(T.eye(2), 3.)
        T.linalg.det([[1.]])
        T.linalg.inv([[1.]])
        T.linalg.vector_norm([1.])
        T.linalg.norm([1.])
        T.linalg.norm(y, 'fro')
        T.linalg.norm(T.ones(3, 2, 2), 'fro')
        y.norm('fro')
        T.einsum(3, x)
        """,
    "arguments that should be tensors": """
        F.cross_entropy(x, right, weight=[1., 2., 3.])
        F.cross_entropy(x, shares, np.ones(3))
        F.nll_loss(x, right, weight=1.)
        F.nll_loss(3, right)
        F.binary_cross_entropy_with_logits(x, shares, pos_weight=2.)
        F.binary_cross_entropy_with_logits(x, shares, weight=[2.])
        F.linear(x, x, 1.)
        F.layer_norm(x, (3,), 1.)
        F.layer_norm(x, (3,), None, 1.)
        F.batch_norm(1., y, y)
        F.batch_norm(x, [0.], [1.])
        F.batch_norm(x, y, y, None, 1.)
        F.prelu(x, .1)
        F.kl_div(x, 1.)
        F.hinge_embedding_loss(x, 1)
        F.poisson_nll_loss(x, 1.)
        F.softmax([1., 2.], 0)
        """,
    "arguments that should be numbers": """
        F.batch_norm(x, y, y, eps='a')
        """,
    "numbers in tensors and of NumPy's": """
        F.smooth_l1_loss(x, shares, beta=t)
        F.huber_loss(x, shares, delta=t)
        F.huber_loss(x, shares, delta=np.float64(.5))
        round(F.cross_entropy(x, right, label_smoothing=t).item(), 5)
        str(F.cross_entropy(x, right, label_smoothing=np.float64(.5)).dtype)
        round(F.cross_entropy(x, right, ignore_index=T.tensor(2)).item(), 5)
        F.layer_norm(x, (3,), eps=t)
        nn.BatchNorm1d(3, eps=t, momentum=t)(x)
        F.normalize(x, eps=4 * t)
        F.cosine_similarity(x, shares, eps=4 * t)
        F.gaussian_nll_loss(x, x, shares, eps=2 * t)
        """,
    "bounds of hardtanh": """
        F.hardtanh(T.tensor([200, 100, 3], dtype=T.uint8), T.tensor(1.5), 1.5)
        F.hardtanh(T.ones(3), T.tensor([3, -1, 2]))
        F.hardtanh(x, 1, -1)
        F.hardtanh(x, np.float64(1), 4 * t)
        """,
    "number types of Python's": """
        str(nn.Linear(2, 1, dtype=float).weight.dtype)
        str(nn.BatchNorm1d(2, dtype=float).running_mean.dtype)
        nn.Embedding(2, 1, dtype=int)
        nn.LayerNorm(2, dtype='a')
        """,
}


#: What another build of PyTorch, one for CUDA, says otherwise.
OF_A_BUILD_FOR_THE_CPU = """
    [T.backends.cuda.is_built(), T.backends.mps.is_built(), T.backends.cudnn.is_available()]
    [T.backends.mkldnn.is_available(), T.backends.cudnn.version(), T.version.cuda, T.version.hip]
    T.cuda.get_device_name(0)
    T.cuda.current_device()
    T.cuda.synchronize()
    """


@pytest.mark.parametrize("group", PROGRAMS)
@pytest.mark.filterwarnings("ignore")
def test_what_comes_of_it(group, assert_same_as_torch):
    for program in lines_of(PROGRAMS[group]):
        assert_same_as_torch(lambda engine: value_of(program, engine))


def test_what_a_build_for_the_cpu_says(no_cuda_build, assert_same_as_torch):
    for program in lines_of(OF_A_BUILD_FOR_THE_CPU):
        assert_same_as_torch(lambda engine: value_of(program, engine))


def lines_of(programs):
    return filter(None, map(str.strip, programs.splitlines()))


def value_of(program, engine):
    names = {"T": engine, "np": np, **{name: make(engine) for name, make in NAMES.items()}}
    *statements, last = program.split("; ")
    for statement in statements:
        exec(statement, names)
    try:
        code = compile(last, "a program", "eval")
    except SyntaxError:
        return exec(last, names)
    return eval(code, names)
