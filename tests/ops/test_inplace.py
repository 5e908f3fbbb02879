"""Writing into a tensor: the numbers change where they are, the version goes up, the history is that of the write."""

import pytest

WRITES = {
    "add_": lambda y, x: y.add_(3),
    "+=": lambda y, x: y.__iadd__(x),
    "add_ times": lambda y, x: y.add_(x, alpha=2),
    "sub_": lambda y, x: y.sub_(x),
    "-=": lambda y, x: y.__isub__(1),
    "mul_": lambda y, x: y.mul_(x),
    "*=": lambda y, x: y.__imul__(3),
    "div_": lambda y, x: y.div_(x),
    "/=": lambda y, x: y.__itruediv__(2),
    "pow_": lambda y, x: y.pow_(3),
    "**=": lambda y, x: y.__ipow__(x),
    "zero_": lambda y, x: y.zero_(),
    "fill_": lambda y, x: y.fill_(9),
    "fill_ by a tensor": lambda y, x: y.fill_(x[0]),
    "copy_": lambda y, x: y.copy_(x),
    "copy_ stretched": lambda y, x: y.copy_(x[:1]),
    "clamp_ between tensors": lambda y, x: y.clamp_(x - 1, x[:1]),
    "exp_": lambda y, x: y.exp_(),
    "log_": lambda y, x: y.log_(),
    "sqrt_": lambda y, x: y.sqrt_(),
    "sin_": lambda y, x: y.sin_(),
    "cos_": lambda y, x: y.cos_(),
    "sigmoid_": lambda y, x: y.sigmoid_(),
    "relu_": lambda y, x: y.relu_(),
    "neg_": lambda y, x: y.neg_(),
    "reciprocal_": lambda y, x: y.reciprocal_(),
    "square_": lambda y, x: y.square_(),
    "clamp_": lambda y, x: y.clamp_(3, 5),
    "clamp_ below": lambda y, x: y.clamp_(min=3.0),
    "round_": lambda y, x: y.round_(),
    "sign_": lambda y, x: y.sign_(),
    "masked_fill_": lambda y, x: y.masked_fill_(x > 1, 0.0),
    "log1p_": lambda y, x: y.log1p_(),
    "scatter_": lambda y, x: y.scatter_(0, (x[:1] * 0).long(), 7.0),
    "scatter_add_": lambda y, x: y.scatter_add_(0, (x[:2] * 0).long(), x[1:]),
    "index_add_": lambda y, x: y.index_add_(0, (x[:2] * 0).long(), x[1:]),
    "itself": lambda y, x: y.mul_(y),
}


@pytest.mark.parametrize("part", [False, True])
@pytest.mark.parametrize("name", WRITES)
def test_numbers_version_history_and_both_orders(name, part, assert_same_as_torch):
    def write(engine):
        x = engine.tensor([1.0, 2.0, 3.0], dtype=engine.float64, requires_grad=True)
        y = x * 2
        target = y.view(3, 1)[:, 0] if part else y
        assert WRITES[name](target, x) is target
        (first,) = engine.autograd.grad((y * engine.tensor([1.0, 2.0, 3.0])).sum(), x, create_graph=True)
        second = engine.autograd.grad((first**2).sum(), x)[0] if first.requires_grad else None
        return [round(n, 3) for n in y.tolist() + first.tolist() + ([] if second is None else second.tolist())], [
            y._version,
            type(y.grad_fn).__name__,
            type(target.grad_fn).__name__,
        ]

    assert_same_as_torch(write)


NUMBERS = {
    "//=": lambda t: t.tensor([5, 7]).__ifloordiv__(2),
    "%=": lambda t: t.tensor([5, 7]).__imod__(4),
    "&=": lambda t: t.tensor([5, 7]).__iand__(3),
    "|=": lambda t: t.tensor([True, False]).__ior__(t.tensor([True, True])),
    "^=": lambda t: t.tensor([5, 7]).__ixor__(1),
    "tril_": lambda t: t.ones(2, 2).tril_(),
    "logical_not_": lambda t: t.tensor([0.0, 2.0]).logical_not_(),
    "0-d": lambda t: t.tensor(1.0).add_(t.tensor(2.0, dtype=t.float64)),
    "doubles": lambda t: t.ones(2).add_(t.ones(2).double()),
    "abs_": lambda t: t.tensor([-1.0, 2.0]).abs_(),
    "2.7 into integers": lambda t: t.tensor([1]).fill_(2.7),
    "floats copied into integers": lambda t: t.tensor([1]).copy_(t.tensor([2.7])),
    "an expanded one filled": lambda t: t.ones(1).expand(3).fill_(2),
    "its column": lambda t: t.ones(3, 1).expand(3, 2)[:, 0].add_(1),
    "itself, turned back": lambda t: t.ones(2, 2).t().copy_(t.ones(2, 2)),
}
REFUSED = {
    "a leaf": lambda t, x: x.add_(1),
    "a leaf, all of it": lambda t, x: x.__setitem__(slice(None), 1.0),
    "picks in a leaf": lambda t, x: x.__setitem__([0], 1.0),
    "an entry": lambda t, x: x.__setitem__(0, 5.0),
    "a view of a leaf": lambda t, x: x[0:1].add_(1),
    "a view of a view": lambda t, x: x[0:1][0].add_(1),
    "a larger shape": lambda t, x: t.zeros(2).add_(t.zeros(3, 2)),
    "a number": lambda t, x: t.zeros(()).add_(t.ones(2)),
    "another shape": lambda t, x: t.zeros(2).add_(t.zeros(3)),
    "a copy": lambda t, x: t.zeros(2).copy_(t.zeros(2, 2)),
    "a copy that fits nowhere": lambda t, x: t.zeros(2).copy_(t.zeros(3)),
    "a fill": lambda t, x: t.zeros(2).fill_(t.ones(2)),
    "an expanded one": lambda t, x: t.zeros(1).expand(3).add_(1),
    "its row": lambda t, x: t.zeros(3, 1).expand(3, 2)[0].exp_(),
    "its entry": lambda t, x: t.zeros(3, 1).expand(3, 2).__setitem__(0, 1.0),
    "floats": lambda t, x: t.tensor([1]).add_(0.5),
    "a quotient": lambda t, x: t.tensor([1]).div_(2),
    "an exponential": lambda t, x: t.tensor([1]).exp_(),
    "integers into truth": lambda t, x: t.tensor([True]).add_(2),
    "a neighbor": lambda t, x: overlapping(t, 1),
    "turned": lambda t, x: overlapping(t, 2),
    "a string": lambda t, x: t.zeros(2).add_("a"),
    "one of several": lambda t, x: (x * 2).unbind()[0].add_(1),
    "one of two": lambda t, x: (x * 2).split(1)[1].mul_(2),
    "a part of one": lambda t, x: t.stack([x, x]).unbind()[0][1:].zero_(),
    "one of a plain list": lambda t, x: t.zeros(2).unbind()[0].add_(x[0]),
    "made under no_grad": lambda t, x: made_under_no_grad(t, x * 2).add_(1),
    "detach_ of a view": lambda t, x: x[0].detach_(),
}


def overlapping(t, case):
    z = t.ones(2, 2)
    return z.view(4)[:3].add_(z.view(4)[1:]) if case == 1 else z.add_(z.t())


def made_under_no_grad(t, y):
    with t.no_grad():
        return y[:1]


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers(name, assert_same_as_torch):
    assert_same_as_torch(NUMBERS[name])


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_refused_in_pytorchs_words(name, assert_same_as_torch):
    assert_same_as_torch(lambda engine: REFUSED[name](engine, engine.tensor([1.0, 2.0], requires_grad=True)))


def test_a_refused_write_changes_nothing(ag):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    for write in (lambda: x.add_(1), lambda: x[0].add_(1), lambda: x.__setitem__(0, 1.0)):
        with pytest.raises(RuntimeError):
            write()
    assert (x.tolist(), x._version) == ([1.0, 2.0], 0)


def test_a_write_into_a_part_reaches_all_of_the_history(ag):
    x = ag.ones(2, 2, requires_grad=True)
    y = x * 1
    row = y[0]
    row.mul_(10)
    assert type(y.grad_fn).__name__ == "CopySlices" and type(row.grad_fn).__name__ == "AsStridedBackward0"
    assert row.grad_fn.next_functions == ((y.grad_fn, 0),)
    y.sum().backward()
    assert x.grad.tolist() == [[10.0, 10.0], [1.0, 1.0]]


def test_a_list_filled_row_by_row_carries_the_history_of_each(ag):
    w, out = ag.tensor([1.0, 2.0], requires_grad=True), ag.zeros(3, 2)
    for i in range(3):
        out[i] = w * i
    out.sum().backward()
    assert not out.is_leaf and w.grad.tolist() == [3.0, 3.0]


def test_what_was_overwritten_gets_nothing(ag):
    x = ag.tensor([1.0, 2.0, 3.0], requires_grad=True)
    v = ag.tensor(5.0, requires_grad=True)
    y = x * 2
    y[1] = v * 3
    y.sum().backward()
    assert (x.grad.tolist(), v.grad.item()) == ([2.0, 0.0, 2.0], 3.0)


def test_a_graph_with_a_write_into_a_part_runs_once(ag):
    x = ag.ones(2, requires_grad=True)
    y = x * 1
    y[0].add_(1)
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    with pytest.raises(RuntimeError, match="a second time"):
        y.sum().backward()


def test_under_no_grad_a_leaf_is_written_in_place(ag):
    w = ag.tensor([1.0, 2.0], requires_grad=True)
    with ag.no_grad():
        same = w
        w -= ag.tensor([0.5, 0.5])
        w[0] = 9.0
    assert w is same and w.is_leaf and w.requires_grad
    assert (w.tolist(), w._version) == ([9.0, 1.5], 2)


def test_writing_a_tracked_value_into_plain_numbers_makes_them_tracked(ag):
    total, w = ag.zeros(()), ag.tensor(2.0, requires_grad=True)
    for _ in range(3):
        total += w * w
    total.backward()
    assert w.grad.item() == 12.0


# ---- views follow their base ----------------------------------------------------------------------------------


def test_a_view_follows_the_history_of_its_base(ag):
    x = ag.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    y = x * 2
    corner = y.t()[1][0]
    y.mul_(3)
    assert type(corner.grad_fn).__name__ == "AsStridedBackward0"
    corner.backward()
    assert corner.item() == 12.0 and x.grad.tolist() == [[0.0, 6.0], [0.0, 0.0]]


def test_an_expanded_view_follows_too(ag):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    wide = y.expand(3, 2)
    y.mul_(3)
    wide.sum().backward()
    assert x.grad.tolist() == [18.0, 18.0]


def test_a_view_of_plain_numbers_becomes_tracked_with_them(ag):
    w, plain = ag.ones(2, requires_grad=True), ag.zeros(2)
    first = plain[0]
    assert first.is_leaf and not first.requires_grad
    plain.add_(w)
    assert not first.is_leaf and first.requires_grad
    (first * 5).backward()
    assert w.grad.tolist() == [5.0, 0.0]


@pytest.mark.parametrize("view", ["unbind", "under no_grad"])
def test_a_view_that_cannot_follow_says_so_when_it_is_used(view, assert_same_as_torch):
    def use(engine):
        y = engine.ones(2, requires_grad=True) * 2
        first = y.unbind()[0] if view == "unbind" else made_under_no_grad(engine, y)
        y.mul_(3)
        assert repr(first).endswith("grad_fn=<Invalid>)")
        return first + 1

    assert_same_as_torch(use)


def test_a_view_of_a_view_made_under_no_grad_is_neither_written_nor_able_to_follow(ag):
    y = ag.ones(2, requires_grad=True) * 2
    first = made_under_no_grad(ag, y)[0]
    with pytest.raises(RuntimeError, match="^Output 0 of Select is a view of a view .* in no_grad mode and is being"):
        first.add_(1)
    y.mul_(3)
    with pytest.raises(RuntimeError, match="^Output 0 of Select is a view of a view .* its base or another view of"):
        first + 1


def test_under_no_grad_a_view_of_what_requires_grad_requires_it_too(ag):
    w = ag.ones(2, requires_grad=True)
    view = made_under_no_grad(ag, w)
    assert view.requires_grad and view.is_leaf and not w.detach()[0].requires_grad


# ---- hooks and retained gradients -----------------------------------------------------------------------------


def test_a_retained_gradient_moves_on_and_hooks_stay(ag):
    x, seen = ag.tensor([1.0, 2.0], requires_grad=True), []
    y = x * 2
    y.retain_grad()
    y.register_hook(lambda grad: seen.append(grad.tolist()))
    y.mul_(3)
    assert y.retains_grad
    y.sum().backward()
    assert (y.grad.tolist(), seen) == ([1.0, 1.0], [[3.0, 3.0]])


def test_a_view_and_its_base_keep_what_they_retain(ag):
    x = ag.tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    y.retain_grad()
    view = y[0:1]
    view.retain_grad()
    view.mul_(3)
    (y.sum() + view.sum()).backward()
    assert (y.grad.tolist(), view.grad.tolist()) == ([2.0, 1.0], [1.0])


# ---- versions -------------------------------------------------------------------------------------------------


def test_a_result_written_after_it_was_saved_in_place_is_noticed(assert_same_as_torch):
    def spoil(engine):
        y = engine.tensor([1.0, 2.0], requires_grad=True) * 2
        y.exp_()
        y.add_(1)
        y.sum().backward()

    assert_same_as_torch(spoil)


def test_detach_shares_the_version_and_data_does_not(ag):
    x = ag.zeros(2)
    x.detach().add_(1)
    x.data.add_(1)
    assert (x.tolist(), x._version) == ([2.0, 2.0], 1)


def test_detach_in_place_makes_a_leaf(ag):
    y = ag.ones(2, requires_grad=True) * 2
    assert y.detach_() is y and y.is_leaf and not y.requires_grad and y._version == 0


# ---- custom functions -----------------------------------------------------------------------------------------


def functions(engine):
    class Same(engine.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x

        @staticmethod
        def backward(ctx, grad):
            return grad * 10

    class Double(Same):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_dirty(x)
            return x.mul_(2)

    return Same, Double


@pytest.mark.parametrize("write", [lambda y, h: y.add_(1), lambda y, h: (h.add_(1), y.grad_fn)])
def test_an_input_handed_through_is_not_written(write, assert_same_as_torch):
    def hand_through(engine):
        h = engine.ones(2, requires_grad=True) * 1
        return write(functions(engine)[0].apply(h), h)

    assert_same_as_torch(hand_through)


@pytest.mark.parametrize("part", [lambda h: h, lambda h: h[0]])
def test_a_function_that_writes_into_its_input(part, assert_same_as_torch):
    def double(engine):
        x = engine.ones(2, 2, requires_grad=True)
        h = x * 1
        target = part(h)
        assert functions(engine)[1].apply(target) is target
        h.sum().backward()
        return h.tolist(), h._version, x.grad

    assert_same_as_torch(double)


@pytest.mark.parametrize("part", [lambda h: h, lambda h: h[0]])
def test_a_function_does_not_write_into_a_leaf(part, assert_same_as_torch):
    assert_same_as_torch(lambda engine: functions(engine)[1].apply(part(engine.ones(2, requires_grad=True))))


# ---- out= -----------------------------------------------------------------------------------------------------

OUT = {
    "add": lambda t, o, w: t.add(t.ones(2), 1, out=o),
    "exp": lambda t, o, w: t.exp(t.zeros(2), out=o),
    "into nothing": lambda t, o, w: t.exp(t.zeros(3), out=t.empty(0)),
    "matmul": lambda t, o, w: t.matmul(t.ones(2, 2), t.ones(2), out=o),
    "tracked": lambda t, o, w: t.mul(w, 2, out=o),
    "into a leaf": lambda t, o, w: t.add(o, 1, out=w),
    "integers": lambda t, o, w: t.exp(o, out=t.zeros(2).long()),
    "a list": lambda t, o, w: t.add(o, 1, out=[1]),
}


@pytest.mark.parametrize("name", OUT)
def test_a_result_written_into_a_tensor_that_is_there(name, assert_same_as_torch):
    assert_same_as_torch(lambda engine: OUT[name](engine, engine.zeros(2), engine.ones(2, requires_grad=True)))
