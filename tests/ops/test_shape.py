"""Other shapes, copies, joined and taken apart: numbers, gradients, names and sentences are PyTorch's."""

import pytest

import autogradlab as ag

FORMS = {
    "view": lambda t, m, c, v: m.view(3, 2),
    "view -1": lambda t, m, c, v: m.view(-1, 2),
    "view of a list": lambda t, m, c, v: m.view([6]),
    "view_as": lambda t, m, c, v: m.view_as(t.zeros(3, 2)),
    "reshape": lambda t, m, c, v: m.reshape(6),
    "reshape of turned": lambda t, m, c, v: m.t().reshape(6),
    "reshape by name": lambda t, m, c, v: t.reshape(m, shape=(6,)),
    "flatten": lambda t, m, c, v: c.flatten(1),
    "flatten of turned": lambda t, m, c, v: m.t().flatten(),
    "flatten a vector": lambda t, m, c, v: v.flatten(),
    "flatten a number": lambda t, m, c, v: v[0].flatten(),
    "ravel of turned": lambda t, m, c, v: m.t().ravel(),
    "unflatten": lambda t, m, c, v: c.unflatten(2, (2, -1)),
    "t": lambda t, m, c, v: m.t(),
    "T": lambda t, m, c, v: m.T,
    "mT": lambda t, m, c, v: c.mT,
    "transpose": lambda t, m, c, v: c.transpose(0, -1),
    "swapaxes": lambda t, m, c, v: c.swapaxes(0, 1),
    "permute": lambda t, m, c, v: c.permute(2, 0, 1),
    "permute by name": lambda t, m, c, v: t.permute(c, dims=(2, 0, 1)),
    "squeeze": lambda t, m, c, v: m[None, :, None].squeeze(),
    "squeeze one": lambda t, m, c, v: m[None].squeeze(0),
    "squeeze nothing": lambda t, m, c, v: m.squeeze(0),
    "squeeze two": lambda t, m, c, v: m[None].squeeze((0, 1)),
    "unsqueeze": lambda t, m, c, v: m.unsqueeze(-1),
    "expand": lambda t, m, c, v: v.expand(2, -1),
    "expand_as": lambda t, m, c, v: v.expand_as(m),
    "broadcast_to": lambda t, m, c, v: t.broadcast_to(v, (2, 3)),
    "repeat": lambda t, m, c, v: m.repeat(2, 1, 2),
    "broadcast_tensors": lambda t, m, c, v: t.broadcast_tensors(v, m),
    "tile": lambda t, m, c, v: m.tile(2),
    "meshgrid": lambda t, m, c, v: t.meshgrid(v, v[:2], indexing="ij"),
    "each twice": lambda t, m, c, v: v.repeat_interleave(2),
    "rows twice": lambda t, m, c, v: m.repeat_interleave(2, 0),
    "each as often": lambda t, m, c, v: v.repeat_interleave(t.tensor([1, 0, 2])),
    "flip": lambda t, m, c, v: m.flip(0),
    "flip by name": lambda t, m, c, v: t.flip(m, dims=(0, 1)),
    "roll": lambda t, m, c, v: m.roll(1, 1),
    "roll all": lambda t, m, c, v: m.roll(2),
    "roll two": lambda t, m, c, v: m.roll((1, 1), (0, 1)),
    "clone of turned": lambda t, m, c, v: m.t().clone(),
    "clone of expanded": lambda t, m, c, v: v.expand(2, 3).clone(),
    "contiguous": lambda t, m, c, v: m.t().contiguous(),
    "cat": lambda t, m, c, v: t.cat([m, m * 2]),
    "cat columns": lambda t, m, c, v: t.cat((m, m), dim=-1),
    "cat with nothing": lambda t, m, c, v: t.cat([m, t.zeros(0)]),
    "cat of two types": lambda t, m, c, v: t.cat([v, t.tensor([1, 2])]),
    "stack": lambda t, m, c, v: t.stack([v, v], 1),
    "hstack": lambda t, m, c, v: t.hstack([m, m]),
    "vstack": lambda t, m, c, v: t.vstack([m, v]),
    "hstack numbers": lambda t, m, c, v: t.hstack([v[0], v[1]]),
    "split": lambda t, m, c, v: m.split(2, 1),
    "split by sizes": lambda t, m, c, v: m.split([1, 2], dim=1),
    "chunk": lambda t, m, c, v: v.chunk(2),
    "unbind": lambda t, m, c, v: m.unbind(1),
    "rows": lambda t, m, c, v: list(m),
    "diag": lambda t, m, c, v: m.diag(),
    "diag of a vector": lambda t, m, c, v: v.diag(-1),
    "diagonal": lambda t, m, c, v: c.diagonal(1, 1, 2),
    "tril": lambda t, m, c, v: c.tril(-1),
    "triu": lambda t, m, c, v: m.triu(),
    "stride": lambda t, m, c, v: (
        m.stride(),
        m.t().stride(),
        c[:, 1:].stride(1),
        v.data_ptr() == v.view(3, 1).data_ptr(),
    ),
}

REFUSED = {
    "another count": lambda t, m: m.view(4, 2),
    "no fit for -1": lambda t, m: m.reshape(4, -1),
    "two unknown": lambda t, m: m.view(-1, -1),
    "-2": lambda t, m: m.view(-2, 3),
    "a float": lambda t, m: m.view(3, 2.0),
    "not in this memory": lambda t, m: m.t().view(6),
    "t of a cube": lambda t, m: m[None].t(),
    "no such dimension": lambda t, m: m.transpose(0, 2),
    "twice the same": lambda t, m: m.permute(0, 0),
    "too few": lambda t, m: m.permute(0),
    "mT": lambda t, m: m[0].mT,
    "end before start": lambda t, m: m.flatten(1, 0),
    "unflatten": lambda t, m: m.unflatten(1, (2, 2)),
    "unsqueeze": lambda t, m: m.unsqueeze(3),
    "expand": lambda t, m: m.expand(3, 3),
    "fewer": lambda t, m: m.expand(3),
    "-1 in front": lambda t, m: m.expand(-1, 2, 3),
    "repeat": lambda t, m: m.repeat(2),
    "cat of nothing": lambda t, m: t.cat([]),
    "cat of a tensor": lambda t, m: t.cat(m),
    "cat of a number": lambda t, m: t.cat([m, 1]),
    "cat of 0-d": lambda t, m: t.cat([t.tensor(1.0)]),
    "cat of other sizes": lambda t, m: t.cat([m, m[:, :2]]),
    "cat of other dimensions": lambda t, m: t.cat([m, m[0]]),
    "stack of other sizes": lambda t, m: t.stack([m, m[0]]),
    "stack of nothing": lambda t, m: t.stack([]),
    "split 0": lambda t, m: m.split(0),
    "split -1": lambda t, m: m.split(-1),
    "split sum": lambda t, m: m.split([1, 2]),
    "chunk 0": lambda t, m: m.chunk(0),
    "iterate 0-d": lambda t, m: list(m[0, 0]),
    "flip twice": lambda t, m: m.flip(0, 0),
    "roll": lambda t, m: m.roll((1, 2), (0,)),
    "diag of a cube": lambda t, m: m[None].diag(),
    "diagonal": lambda t, m: m.diagonal(0, 1, 1),
    "tril of a vector": lambda t, m: m[0].tril(),
    "broadcast_tensors": lambda t, m: t.broadcast_tensors(m, t.zeros(4)),
}


def tensors(engine):
    m = (engine.arange(6.0) * 1).view(2, 3).detach().requires_grad_()
    return engine, m, engine.arange(24.0).reshape(2, 3, 4).detach().requires_grad_(), engine.ones(3, requires_grad=True)


@pytest.mark.parametrize("name", FORMS)
def test_forms(name, assert_same_as_torch):
    assert_same_as_torch(lambda engine: FORMS[name](*tensors(engine)))


@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_fit_is_said_in_pytorchs_words(name, assert_same_as_torch):
    assert_same_as_torch(lambda engine: REFUSED[name](engine, engine.zeros(2, 3)))


def test_views_share_memory_and_version(ag):
    x = ag.zeros(2, 3)
    views = [
        x.view(6),
        x.t(),
        x[0],
        x[:, 1:],
        x.expand(2, 2, 3)[0],
        x.unsqueeze(0),
        x.diagonal(),
        x.split(1)[0],
        list(x)[0],
    ]
    x.add_(1)
    assert all(view.sum() == view.numel() and view._version == 1 and view._base is x for view in views)


def test_copies_do_not(ag):
    x = ag.zeros(2, 3)
    copies = [x.clone(), x.t().reshape(6), x.repeat(1, 1), x.flip(0), x[[0]], ag.cat([x]), x.tril(), x.diag()]
    x.add_(1)
    assert all(copy.sum() == 0 and copy._version == 0 and copy._base is None for copy in copies)


def test_a_number_is_shared_by_its_views(ag):
    x = ag.tensor(2.0) * 3
    view = x.view(1)
    view += 1
    assert (x.item(), x._version) == (7.0, 1)


def test_unbound_rows_are_results_of_one_node(ag):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    a, b = x
    assert a.grad_fn is b.grad_fn and (a.output_nr, b.output_nr) == (0, 1)
    assert (a * b).grad_fn.next_functions == ((a.grad_fn, 0), (a.grad_fn, 1))
    (a * b).backward()
    assert x.grad.tolist() == [2.0, 1.0]


def test_parts_that_nothing_used_get_zeros(ag):
    x = ag.arange(5.0).requires_grad_()
    first, _, last = x.split(2)
    (first.sum() + 2 * last.sum()).backward()
    assert x.grad.tolist() == [1.0, 1.0, 0.0, 0.0, 2.0]


def test_a_number_that_views_as_another_type_is_left_out():
    with pytest.raises(NotImplementedError, match=r"view\(dtype\) is left out"):
        ag.zeros(2).view(ag.int32)


def test_joining_and_splitting_are_told_to_who_observes():
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    with ag.trace():
        results = ag.cat([x, x]), ag.stack([x, x]), x.split(1)[0], x.unbind()[1]
    assert all("line" in result.grad_fn.metadata for result in results)


@pytest.mark.parametrize("copy", [lambda x: x.clone(), lambda x: ag.zeros_like(x), lambda x: x.double()])
def test_a_copy_of_what_was_expanded_and_detached_is_contiguous(copy):
    assert copy(ag.ones(3).expand(2, 3).detach()).stride() == (3, 1)
