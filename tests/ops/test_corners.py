"""Corners where few programs go: what comes out of them, or the sentence that refuses them, is PyTorch's."""

import pytest

NAMES = {
    "m": lambda ag: ag.arange(6.0).reshape(2, 3).requires_grad_(),
    "v": lambda ag: ag.tensor([1.0, 2.0]),
    "whole": lambda ag: ag.tensor([1, 2]),
    "yes": lambda ag: ag.tensor([True, False]),
    "F": lambda ag: ag.nn.functional,
    "derive": lambda ag: ag.autograd.functional,
    "put": lambda ag: _put,
}


def _put(tensor, key, value):
    tensor[key] = value
    return tensor


PROGRAMS = """
ag.tensor(1.).size(0)
v.size(2)
ag.promote_types(1, ag.int64)
ag.set_default_dtype(ag.int64)
str(ag.result_type(2, 1.5))
ag.finfo(ag.int64)
ag.iinfo(ag.float32)
ag.iinfo(ag.bool)
v.type('torch.NoTensor')
v.register_hook(print)
hash(ag.device('cpu')) == hash(ag.device('cpu'))

abs(yes)
~v
~whole
~yes
yes ** yes
yes - yes
yes // yes
whole + 1.5
ag.add(whole, whole, alpha=1.5)
ag.sub(yes, 1)
m ** v
ag.pow(0, v)
ag.pow(2., m)

m.mm(v)
v.mm(m)
ag.addmm(m, v, m)
ag.addmm(m, m, v)
ag.dot(m, m)
ag.dot(v, v.double())
ag.bmm(m.reshape(1, 2, 3), m.reshape(1, 3, 2).double())
ag.einsum('ij->ii', m)
ag.linalg.solve(ag.eye(2), ag.ones(3))
ag.linalg.solve(v, v)
ag.linalg.solve(ag.eye(2).expand(3, 2, 2), ag.ones(3, 3, 1))
ag.linalg.det(v)
ag.linalg.vector_norm(whole, dtype=ag.float64)
(m ** 2).grad_fn(ag.ones(2, 3))
(m ** 2).grad_fn()
(m * m).grad_fn(ag.ones(2, 3))
(m * m).grad_fn(ag.ones(2, 3), ag.ones(2, 3))

ag.meshgrid(v, v * 3, v * 5, indexing='xy')
ag.autograd.grad((ag.cat([m[0, :1], m[1]]) * ag.arange(1., 5.)).sum(), m)
ag.autograd.grad((ag.cat([ag.empty(0), m, ag.empty(0), m]) * ag.arange(12.).reshape(4, 3)).sum(), m)
v.repeat_interleave(ag.tensor([1, 2, 3]))
v.repeat_interleave(ag.tensor([1, -1]))
m.split([1, -1, 3], dim=1)
m.split([1, 1], dim=1)
ag.tensor(1.).split(1)
ag.tensor(1.).unbind()
ag.tensor(1.).chunk(2)
m.flatten(1, 1)
m.flatten(1, 0)
m.unflatten(1, (2, 2))
ag.tensor([])[0]
v[5]
m[m.detach()[:, :2] > 1]
m[:, ag.tensor([True, False])]
ag.arange(24.).reshape(2, 3, 4)[[0, 1], :, [1, 2]]
ag.arange(24.).reshape(2, 3, 4)[0, ag.tensor([True, False, True]), 1:]
v.gather(0, ag.tensor([[0]]))
m.gather(0, ag.tensor([0]))
m.gather(0, ag.tensor([[0, 1, 1, 0]]))
m.gather(0, ag.tensor([[2]]))
m.gather(0, ag.tensor([[-1]]))
m.gather(0, ag.tensor([[0.]]))
m.detach().index_add_(0, ag.tensor([0]), ag.ones(2, 3))
m.index_select(0, ag.tensor([[0]]))
m.masked_fill(m > 1, v)
v.where(v > 1, 0.)
v.clone().fill_(v)
v.clone().copy_(ag.tensor(7))
ag.arange(0, float('inf'))
ag.arange(3, dtype=ag.float64)
ag.arange(0, 1, .1)
ag.arange(5, 0, -2)
ag.linspace(-1.3, 7.7, 101)
ag.linspace(0, 5, 4, dtype=ag.int64)
ag.linspace(-1, 1, 7, dtype=ag.float64)
ag.linspace(0, 1, 1)
ag.full((2,), ag.tensor(3.))
ag.as_tensor(1.5)
v.exponential_(0.)
whole.exponential_()
v.new_tensor([3.])
ag.randperm(2.5)
ag.full_like(3, 1.)
ag.empty(0).max()
ag.empty(0).argmax()
ag.empty(2, 0).max(1)
ag.empty(0, 2).sum(0)
ag.tensor(3.).max(0)
ag.tensor(3.).max(1)
ag.tensor(3.).cumsum(0)
ag.tensor(3.).cumprod(0)
ag.ones(1).var()
ag.ones(1, requires_grad=True).std()

ag.maximum(v, 1)
ag.autograd.grad(ag.maximum(m, ag.full((2, 3), float('nan'))).sum(), m)
ag.autograd.grad(ag.minimum(m, ag.full((2, 3), float('nan'))).sum(), m)
ag.where(whole, v, v)
yes.floor()
yes.ceil()
yes.trunc()
yes.round()
yes.relu()
m.sgn()
m.t().view_as(m)
m.sum(0, 1)
ag.sum([1, 2])
ag.flip(v, 0)
ag.tile(v, 2)
ag.reshape(m, 3, 2)
ag.permute(m, 1, 0)
ag.allclose(m, ag.ones(4))
m.masked_fill(ag.tensor([1, 0, 1]), 0)
ag.tensor(1.).argmax(1)
ag.tensor(1.).narrow(0, 0, 1)
m.index_add(0, ag.tensor([0, 1]), v)
m.index_add(0, ag.tensor([0, 1]), ag.ones(2, 2))
m.index_add(0, ag.tensor([0, 1]), m.double())
m.scatter(0, ag.zeros(1, 4, dtype=ag.int64), 1.)
m.scatter(0, ag.zeros(1, 4, dtype=ag.int64), ag.ones(1, 4))
m.detach().__setitem__([0], ag.ones(1, 4))
v.__delitem__(0)
ag.tensor(2.).requires_grad_().transpose(0, -1)
ag.tensor(2.).mT
ag.tensor(2.).roll(1, 0)
m.index_select(1, ag.tensor([0, 7]))
m.index_select(0, ag.tensor([0, 7]))
m.index_add(1, ag.tensor([0, 7]), ag.ones(2, 2))
m.index_add(0, ag.tensor([0, 7]), ag.ones(2, 5))
m.scatter(0, ag.zeros(1, 3, dtype=ag.int64), ag.ones(1, 1, 3))
m.scatter(0, ag.zeros(1, 3, dtype=ag.int64), ag.ones(3))
m.detach().__setitem__([0], ag.tensor(7))
whole.clone().copy_(m[0, :2]).requires_grad
ag.autograd.grad((1 / m).nan_to_num(), m, ag.full((2, 3), float('nan')))
derive.hessian(lambda x: x.norm(3), v * 0)
derive.hessian(lambda x: (x % (x * 2)).sum(), v + 0.3)
derive.hessian(lambda x: ag.fmod(x * 5, x).sum(), v + 0.3)
derive.hessian(lambda x: F.binary_cross_entropy(x, x.detach()), v - 1)
derive.jacobian(lambda x: F.binary_cross_entropy(x, v.detach() - 1), v - 1)
derive.hessian(lambda x: F.prelu(x[:2], x[2:]).sum(), ag.tensor([0., -2., 0.5]))
derive.jacobian(lambda x: F.cosine_similarity(x, v.detach(), dim=0, eps=4.), v)
derive.jacobian(lambda x: F.kl_div(x, x, reduction='sum'), ag.tensor([0., 1., -1.]))
derive.jacobian(lambda x: x.var(0, correction=5), v)
derive.jacobian(lambda x: x.var(correction=2), v)
derive.jacobian(lambda x: x.std(0, correction=2), v)
ag.autograd.grad(F.nll_loss(m, ag.tensor([0, -100]), reduction='sum'), m, ag.tensor(float('nan')))
ag.autograd.grad(F.embedding(ag.tensor([0, 1]), m, padding_idx=0), m, ag.full((2, 3), float('nan')))
derive.jacobian(lambda x: x.norm(), v * 0)

F.mse_loss(whole, v + 1.5)
F.smooth_l1_loss(whole, v + 1.5)
F.cross_entropy(m, m.detach(), weight=ag.ones(2))
F.cross_entropy(m * 0, ag.tensor([0, 1]), label_smoothing=-1., reduction='sum')
F.batch_norm(ag.tensor([[1., 2.], [3., 6.], [5., 10.]]), None, None, training=True)
ag.autograd.grad(F.leaky_relu(m - 2), m, ag.ones(2, 3), create_graph=True)
ag.autograd.grad(F.hardtanh(m - 2), m, ag.ones(2, 3), create_graph=True)
ag.autograd.grad(F.softshrink(m - 2), m, ag.ones(2, 3), create_graph=True)
F.softshrink(v, -1.)
F.hardtanh(yes)
derive.jacobian(F.hardsigmoid, v.double())
F.cosine_similarity(v, ag.tensor(1.), dim=0)
F.linear(v, v, ag.tensor(1.))
F.linear(v, ag.ones(3, 2), ag.ones(3))
F.kl_div(ag.ones(3), ag.tensor([0., 1., -1.]))
F.cross_entropy(ag.zeros(0), ag.zeros(0))
F.softmax(m * 0)
F.log_softmax(m * 0, 1)
F.one_hot(v)
F.one_hot(ag.tensor([-1]))
F.one_hot(ag.tensor([0, 3]), 2)
F.dropout(v, 1.5)
F.relu_(v.clone())
F.embedding(ag.tensor([0]), m, padding_idx=5)
F.embedding(ag.tensor([2]), m)
F.l1_loss(m, m + 1)
F.kl_div(v.log(), v.log(), log_target=True, reduction='sum')
F.binary_cross_entropy(v.sigmoid(), v.double().sigmoid())
F.gaussian_nll_loss(v, v, ag.ones(3))
F.cross_entropy(ag.tensor(1.), ag.tensor(0))
F.cross_entropy(m, ag.tensor([0, 5]))
F.cross_entropy(m * 0, ag.ones(2, 3), label_smoothing=.5, reduction='none')
F.nll_loss(m, ag.tensor([0, 1]), weight=ag.ones(3).double())
F.layer_norm(m, 3)
F.layer_norm(m, (2,))
F.layer_norm(m, (3,), weight=v)

derive.jacobian(lambda x: x, v, strict=True, vectorize=True)
derive.jacobian(lambda x: x, v, strategy='sideways')
derive.jacobian(lambda x: v * 1., v, strict=True)
derive.hessian(lambda x: x.sum(), v, strict=True)
derive.jvp(lambda x: x.detach() * 1, v, v, strict=True)
derive.vhp(lambda x: x.sum(), v, v, strict=True)
derive.hvp(lambda x: x.sum(), v, v, strict=True)
ag.autograd.backward([m.sum()], [v.sum(), v.sum()])
ag.autograd.grad(m.sum(), 3)
ag.autograd.grad(m.sum(), [m, v])
ag.autograd.grad(m * 2, m, grad_outputs=ag.eye(6).reshape(6, 2, 3), is_grads_batched=True)
ag.autograd.grad((m * 2, m + 1), m, (ag.ones(4, 2, 3), None), is_grads_batched=True)
ag.autograd.graph.increment_version(3)

put(ag.ones(2, 3), 0, m[0])
put(ag.ones(2, 3), slice(None), m[0])
put(ag.ones(2, 3, 3), 0, m[:1])
put(ag.ones(2, 3), None, m[0])
put(ag.ones(3, 2, 3), 0, m[0]).grad_fn.next_functions[1][0].next_functions[0][0].name()
put(v, [1, 0], v)
put(v, [1, 0], v * 1)
put(v, [0], v[1:])
put(v, v > 1, v[0])
put(whole - 1, whole - 1, 5)
put(whole, whole, 5)
put(whole, whole > 1, ag.tensor(2.7))

v.requires_grad_().clone().copy_(3)
v.clone().requires_grad_().copy_(3)
whole.copy_(2.5)
ag.ones(1).expand(2).copy_(3)

ag.tensor([1, 2**63])
ag.tensor([1.5, 2**63], dtype=ag.int64)
ag.tensor([1, 2**63], dtype=ag.float32)
ag.full((2,), ag.tensor([3.]))
ag.full_like(v, v)
ag.arange(ag.tensor([3]))
ag.Tensor({})
ag.Tensor(None)
ag.LongTensor({1})

m.topk(2)
(v.requires_grad_() @ ag.ones(3, 2, 2)).grad_fn.next_functions[0][0].next_functions[1][0].name()
ag.multinomial(ag.ones(2, 3), 1).is_contiguous()

whole // ag.tensor([0, 1, 2])
whole % ag.tensor([0, 1])
whole[:0] // 0
m.split([1, 1], dim=-1)
ag.ones(3) in m
v.bernoulli_(ag.tensor([.5, .5, .5]))
ag.multinomial(ag.tensor([1., -1.]), 2, True)
ag.multinomial(ag.tensor([1., float('inf')]), 2, True)
ag.multinomial(ag.tensor([1., float('inf')]), 1)
ag.tensor([], dtype=ag.int64).median()

put(v, slice(None), v[1])
v.fill_(v[1])
ag.ones(2, 2, 2).permute(1, 0, 2).copy_(ag.ones(2, 2, 2))
(lambda x: x.add_(x.permute(1, 0, 2)))(ag.ones(2, 2, 2))
(lambda x: (x[1:], x.mul_(m[0]))[0].add_(1))(ag.ones(3))
(lambda x: (part := x[1:], x.mul_(m[0]), part * 2)[0].add_(1))(ag.ones(3))
(lambda x: (x[1:], x.mul_(m[0]))[0] * 2)(ag.ones(3))
m.masked_fill(v > 1, v)
v.masked_fill(m, v)
ag.ones(3).masked_fill_(v > 1, v)
ag.ones(3).masked_fill_(v > 1, 1)
ag.ones(3).masked_fill_(v, 1)
ag.ones(3).masked_fill(v > 1, 1)

ag.addmm(v, ag.ones(2, 2, 2), whole)
ag.addmm(whole, ag.ones(2, 2, 2), v)

whole.byte() / ag.tensor(-2)
ag.tensor(300) / whole.char()
ag.tensor([2**40 + 1]) / ag.tensor([7])
yes / yes

[place.is_contiguous() for place in ag.where(m > 1)]

ag.arange('a')
ag.linspace(ag.tensor(0.), ag.tensor(1), ag.tensor(3))
ag.linspace(0, float('inf'), 3)
ag.randint(10, 5)
ag.randint(2.5, (2,))

ag.meshgrid(v, whole, indexing='xy')
ag.cumsum(v, 0, dtype=ag.bool)
ag.cumprod(ag.ones(0), 0, dtype=ag.bool)
ag.clamp(yes, yes, yes)
ag.clamp(yes, min=yes)
F.prelu(m, ag.ones(1, 2))
F.hinge_embedding_loss(whole, whole - 1, margin=2.5, reduction='none')
F.hinge_embedding_loss(whole, whole)
F.hinge_embedding_loss(m, ag.tensor([1, -1, 0]), margin=2)
v.index_add(0, ag.tensor(0), ag.tensor(1.))

v.scatter_(0, ag.tensor([1, 0]), v)
v.scatter_add_(0, ag.tensor([1, 0]), v.view(2))
v.index_add_(0, ag.tensor([1, 0]), v.detach())
whole.scatter_(0, whole, 5)
(m * 1).scatter_add_(0, ag.tensor([[1, 0, 1]]), m)
v[:1].scatter_(0, ag.tensor([0]), v[1:])

ag.add(v, v, out=v)
ag.add(v[:1], 1, out=v[:1]), v
ag.exp(m.detach()[:, :2], out=m.detach()[:, 1:])
ag.add(m.detach()[0, :2], 1, out=m.detach()[0, 1:])
ag.exp(v, out=ag.ones(1).expand(2))
ag.cat([v], out=v)
ag.stack([v[0], v[1]], out=v)
ag.mm(ag.eye(2), ag.eye(2), out=ag.ones(1).expand(2, 2))

derive.jacobian(lambda y: ag.tensor([3, 0], dtype=ag.uint8) ** y, ag.tensor([1.5, 2.5]))
derive.jacobian(lambda y: ag.tensor(3, dtype=ag.int8) ** y, ag.tensor(1.5).double())

ag.tensor([-0., -float('inf'), 4.]) ** 0.5
ag.tensor([-0., -float('inf'), 4.]) ** -0.5
ag.tensor(-float('inf')) ** 0.5
derive.jacobian(lambda x: x ** 0.5, ag.tensor([-0., -float('inf'), 4.]))

ag.zeros(3, require_grad=True)
ag.ones(3, require_grad=True)
ag.ones(3, requires_gradient=True)
ag.full((2,), 1., require_grad=True)
ag.tensor([1.], require_grad=True)
ag.zeros_like(v, require_grad=True)
ag.empty(3, require_grad=True)
v.softmax(dims=0)
ag.cat([v, v], axes=0)
ag.cat((v, v), dims=0)
v.topk(1, reverse=True)
v.add(other=1, beta=2)
v.exp(inplace=True)
ag.exp(v, inplace=True)
v.permute(1, 0, axes=1)
v.permute(dims=(0,))
v.t(0)
v.mul(2, 3)
ag.ones(size=3)
ag.ones(shape=(2,))
ag.full((2,))
ag.full(2, 1.)
ag.randint(0, 3)
ag.randint(3, 2)
v.zero_(1)
v.numel(1)
ag.exp([1.])
v.index_select(0)
v.new_tensor()
v.isnan(1)
v.logsumexp()
ag.zeros_like(v, input=v)
ag.full_like(v, 1., fill_value=2.)
ag.full((2,), 1., size=(2,))
v.new_full((2,), 1., fill_value=2.)
v.permute(0, dims=(0,))
ag.softmax(v, 0, dim=0)
v.diag(*[0, -1])
m.detach().index_add_(0, whole - 1, m.double())
m.fill_(v)
put(m, whole - 1, m)
ag.autograd.grad(m, [1])
m.backward(inputs=[1])
setattr(v, 'T', v)
setattr(v, 'device', 'cpu')
setattr(v, 'shape', 3)
v['a', 0]
ag.tensor(1.)[1.5]
m.detach()[5, 'a']
ag.ones(2, 3, 2)[m.detach() > 1, whole - 1]
m.tile(2, -1)
ag.tensor(1.).expand()
ag.tensor(1.).expand(())
ag.ones(1, 3).matmul(ag.ones(2, 3, 2).requires_grad_()).grad_fn.name()
v.index_add(0, whole.reshape(1, 2), v)
ag.ones(2, 2, 3).lerp(ag.ones(4, 3), ag.ones(2, 3, 2))
F.batch_norm(v, v, v)
F.batch_norm(v, None, None, training=True)
m.sum('a', False)
v.squeeze(0, 1, 2)
ag.ones(1, 2, 1).squeeze(0, 2)
ag.ones(2, requires_grad=None)
ag.tensor([1.], requires_grad=None)
ag.arange(3, requires_grad=True)
m.squeeze(0, 1)
v.squeeze(axis=0)
v.add(2, beta=1)
ag.add(v, 2, a=1)
ag.randperm(2.)
ag.randint(3, 3)
ag.zeros(2, 3, require_grad=True)
v.softmax(1, 2, 3, 4)
""".split("\n")


@pytest.mark.parametrize("program", list(filter(None, PROGRAMS)))
@pytest.mark.filterwarnings("ignore")
def test_what_comes_out(program, assert_same_as_torch):
    def run(ag):
        try:
            return eval(program, {"ag": ag, **{name: make(ag) for name, make in NAMES.items()}})
        finally:
            ag.set_default_dtype(ag.float32)

    assert_same_as_torch(run)


def test_where_with_one_of_two_branches_is_refused(ag):
    with pytest.raises(TypeError):
        ag.where(ag.tensor([True, False]), ag.ones(2))


def test_where_with_the_condition_alone_gives_places(ag):
    assert [places.tolist() for places in ag.where(ag.tensor([[False, True], [True, True]]))] == [[0, 1, 1], [1, 0, 1]]


def test_meshgrid_of_a_matrix_is_refused(ag):
    with pytest.raises(RuntimeError, match="Expected 0D or 1D tensor in the tensor list but got"):
        ag.meshgrid(ag.ones(2, 2), ag.ones(2), indexing="ij")
