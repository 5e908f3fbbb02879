"""Small programs in the manner of lessons 01 to 04; each prints the same with PyTorch and with autogradlab as `ag`.

Read by test_same_as_torch.py, one program per `# %% name`. They are never imported.
"""
# ruff: noqa: E402, E702, F821

# %% slope_of_a_square
w = ag.tensor(3.0, requires_grad=True)
loss = w**2
loss.backward()
print(w, loss, w.grad, w.grad.dtype)

# %% slopes_left_and_right_of_the_minimum
for start in (-1.5, 0.0, 2.0):
    w = ag.tensor(start, requires_grad=True)
    ((w - 0.5) ** 2).backward()
    print(f"at {w.item():+.1f} the slope is {w.grad.item():+.1f}")

# %% flat_but_no_minimum
w = ag.tensor(0.0, requires_grad=True)
(w**3).backward()
print(w.grad)

# %% one_step_downhill
for rate in (0.1, 1.0, 1.1):
    w = ag.tensor(3.0, requires_grad=True)
    (w**2).backward()
    with ag.no_grad():
        w -= rate * w.grad
    print(w, (w**2).item() < 9, w.is_leaf)

# %% the_secant_and_the_tangent
w = ag.tensor(3.0, requires_grad=True)
(w**2).backward()
for h in (1.0, 0.5, 0.25):
    print(((w + h) ** 2 - w**2) / h)
print(w.grad)


# %% central_differences
def f(x):
    return (x**3).sum()


x = ag.tensor([1.0, -2.0], dtype=ag.float64, requires_grad=True)
f(x).backward()
with ag.no_grad():
    for i in range(2):
        step = ag.zeros(2, dtype=ag.float64)
        step[i] = 1e-5
        print(f"{((f(x + step) - f(x - step)) / 2e-5).item():.4f}", x.grad[i])

# %% a_curve_of_losses
ws = ag.linspace(-2, 2, 5)
print(ws**2, (ws**2).sum(), ws.tolist())

# %% descending_ten_steps
w = ag.tensor(1.0, requires_grad=True)
for step in range(10):
    loss = (2 * w - 4) ** 2
    loss.backward()
    with ag.no_grad():
        w -= 0.05 * w.grad
    w.grad = None
    if step % 3 == 0:
        print(step, f"{loss.item():.4f}", w)

# %% descending_with_the_wrong_sign
w = ag.tensor(1.0, requires_grad=True)
for _ in range(4):
    (w**2).backward()
    with ag.no_grad():
        w += 0.5 * w.grad
        w.grad.zero_()
print(w, w.grad)

# %% a_chain
x = ag.tensor(2.0, requires_grad=True)
y = 3 * x + 1
z = y**2
z.backward()
print(y, z, x.grad)

# %% two_paths
a = ag.tensor(2.0, requires_grad=True)
left, right = 3 * a, a * a
(left * right).backward()
print(left, right, a.grad)

# %% the_same_leaf_on_both_sides
x = ag.tensor(3.0, requires_grad=True)
(x * x + x).backward()
print(x.grad)


# %% which_branch_ran
def f(x):
    return 2 * x if x > 0 else 5 * x


for start in (-2.0, 2.0):
    x = ag.tensor(start, requires_grad=True)
    y = f(x)
    y.backward()
    print(y, x.grad)


# %% printing_a_graph
def show(node, depth=0):
    print("  " * depth + (node.name() if node is not None else "not tracked"))
    for edge, _ in node.next_functions if node is not None else ():
        show(edge, depth + 1)


w, b = ag.tensor(2.0, requires_grad=True), ag.tensor(1.0, requires_grad=True)
loss = ((w * 3 + b).tanh() - 0.5) ** 2
show(loss.grad_fn)

# %% a_shared_part_printed_once
x = ag.tensor(2.0, requires_grad=True)
shared = x.exp()
y = shared * shared + shared
seen, todo = [], [y.grad_fn]
while todo:
    node = todo.pop()
    if node is not None and node not in seen:
        seen.append(node)
        todo += [edge for edge, _ in node.next_functions]
print([node.name() for node in seen], len(seen))

# %% the_end_of_a_leaf
x = ag.tensor(2.0, requires_grad=True)
y = x * 5
(end, number), constant = y.grad_fn.next_functions
print(end.name(), number, constant, end.variable is x, end.next_functions)
print(x.grad_fn, y.grad_fn.name(), type(y.grad_fn).__name__)

# %% saved_values
x, c = ag.tensor(2.0, requires_grad=True), ag.tensor(5.0)
y = x * c
print(y.grad_fn._saved_self, y.grad_fn._saved_other)
z = x**3
print(z.grad_fn._saved_self is x, z.grad_fn._saved_exponent)
e = x.exp()
print(e.grad_fn._saved_result is e, e.grad_fn._saved_result)

# %% saved_values_are_freed
x = ag.tensor(2.0, requires_grad=True)
y = x**3
node = y.grad_fn
y.backward()
try:
    print(node._saved_self)
except RuntimeError as error:
    print(error)

# %% many_operations
x = ag.tensor([0.5, 2.0], requires_grad=True)
y = (x.exp() + x.log() - x.sin() * x.cos()) / x.sqrt() + x.tanh().sigmoid() + x.relu() + abs(x) + 1 / x + 2**x
y.sum().backward()
print(y, x.grad)

# %% matrices_and_their_gradients
A = ag.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
B = ag.tensor([[1.0, 0.0], [2.0, 1.0]], requires_grad=True)
C = A @ B
C.sum().backward()
print(C, A.grad, B.grad, C.grad_fn.name(), sep="\n")

# %% broadcasting_a_bias
x = ag.ones(3, 2)
b = ag.tensor([0.5, -0.5], requires_grad=True)
scale = ag.tensor(2.0, requires_grad=True)
out = x * scale + b
out.sum().backward()
print(out, b.grad, scale.grad, b.grad.shape, scale.grad.shape)

# %% five_tensors_and_their_flags
x = ag.tensor(2.0, requires_grad=True)
data = ag.tensor(3.0)
tensors = {"x": x, "data": data, "data * 2": data * 2, "x * data": x * data, "detached": (x * data).detach()}
for name, t in tensors.items():
    print(f"{name:10} leaf {t.is_leaf!s:5} requires_grad {t.requires_grad!s:5} grad_fn {t.grad_fn is not None}")

# %% the_middle_has_no_gradient
x = ag.tensor(2.0, requires_grad=True)
y = 3 * x
z = y**2
z.backward()
print(x.grad, y.grad, y.is_leaf)

# %% a_scaled_parameter
w = ag.ones(2, requires_grad=True) * 0.01
w.sum().backward()
print(w.is_leaf, w.grad, w)

# %% switched_on_by_hand
w = ag.tensor(3.0, requires_grad=True)
loss = ag.tensor((w**2).item())
loss.requires_grad = True
loss.backward()
print(w.grad, loss.grad, loss)

# %% plain_data_gets_nothing
w, x = ag.tensor(3.0, requires_grad=True), ag.tensor([1.0, 2.0])
(w * x).sum().backward()
print(w.grad, x.grad)

# %% one_factor_detached
x = ag.tensor(3.0, requires_grad=True)
(x * x.detach()).backward()
print(x.grad)

# %% detach_shares_memory
x = ag.tensor([1.0, 2.0], requires_grad=True)
d = x.detach()
d[0] = 9.0
print(x, d, x._version)

# %% whole_numbers_refuse
for make in (lambda: ag.tensor([1, 2], requires_grad=True), lambda: ag.tensor([1, 2]).requires_grad_()):
    try:
        make()
    except RuntimeError as error:
        print(error)

# %% no_history
with ag.no_grad():
    y = ag.tensor(2.0, requires_grad=True) * 3
for t in (y, ag.tensor(1.0), ag.tensor(2.0, requires_grad=True) > 1):
    try:
        t.backward()
    except RuntimeError as error:
        print(t, error)

# %% recorded_or_not
w = ag.tensor(3.0, requires_grad=True)
with ag.no_grad():
    print(ag.is_grad_enabled(), w * 2, w.requires_grad)
    with ag.enable_grad():
        print(ag.is_grad_enabled(), w * 2)
print(ag.is_grad_enabled())

# %% gradients_add
w = ag.tensor(3.0, requires_grad=True)
print(w.grad)
for loss in (w**2, 2 * w, w):
    loss.backward()
    print(w.grad)

# %% clearing
w = ag.tensor(3.0, requires_grad=True)
(w**2).backward()
w.grad.zero_()
print(w, w.grad)
(w**2).backward()
w.grad = None
print(w, w.grad)

# %% never_cleared
w = ag.tensor(1.0, requires_grad=True)
for _ in range(4):
    (w**2).backward()
    with ag.no_grad():
        w -= 0.1 * w.grad
    print(w, w.grad)

# %% four_small_batches
data = ag.arange(8.0) - 3


def mean_loss(w, part):
    return ((w * part - 1) ** 2).mean()


whole, parts = (ag.tensor(0.5, requires_grad=True) for _ in range(2))
mean_loss(whole, data).backward()
for i in range(4):
    (mean_loss(parts, data[2 * i : 2 * i + 2]) / 4).backward()
print(whole.grad, parts.grad)

# %% uneven_batches
data = ag.tensor([1.0, 2.0, 3.0, 10.0])
w = ag.tensor(1.0, requires_grad=True)
for part in (data[:3], data[3:]):
    (((w * part) ** 2).mean() * len(part) / len(data)).backward()
print(w.grad)
w.grad = None
((w * data) ** 2).mean().backward()
print(w.grad)

# %% the_same_loss_twice
x = ag.tensor(3.0, requires_grad=True)
y = x**2
y.backward()
try:
    y.backward()
except RuntimeError as error:
    print(error)
print(x.grad)

# %% a_sum_twice
x = ag.tensor([1.0, 2.0], requires_grad=True)
total = x.sum()
total.backward()
total.backward()
print(x.grad)

# %% retained
x = ag.tensor(3.0, requires_grad=True)
y = x**2
y.backward(retain_graph=True)
y.backward()
print(x.grad)

# %% not_a_scalar
x = ag.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x**2
for gradient in (None, ag.tensor([1.0, 2.0]), ag.tensor([1.0, 10.0, 100.0])):
    try:
        y.backward(gradient)
    except RuntimeError as error:
        print(error)
print(x.grad)

# %% writing_into_a_leaf
w = ag.tensor([1.0, 2.0], requires_grad=True)
for write in (lambda: w.add_(1), lambda: w.__setitem__(0, 5.0), lambda: w[0].zero_()):
    try:
        write()
    except RuntimeError as error:
        print(error)
print(w, w._version)

# %% writing_too_early
x = ag.tensor([1.0, 2.0], requires_grad=True)
for write in (lambda e: e.add_(1), lambda e: e.detach().zero_(), lambda e: e.data.zero_()):
    e = x.exp()
    write(e)
    try:
        e.sum().backward()
        print("worked", x.grad)
    except RuntimeError as error:
        print(error)

# %% rebinding_a_weight
w = ag.tensor(3.0, requires_grad=True)
(w**2).backward()
with ag.no_grad():
    w = w - 0.1 * w.grad
print(w, w.requires_grad, w.grad)

# %% a_straight_line_by_descent
x = ag.tensor([0.0, 1.0, 2.0, 3.0])
y = 2 * x - 1
w, b = ag.zeros(1, requires_grad=True), ag.zeros(1, requires_grad=True)
for epoch in range(60):
    loss = ((w * x + b - y) ** 2).mean()
    loss.backward()
    with ag.no_grad():
        for p in (w, b):
            p -= 0.1 * p.grad
            p.grad = None
print(f"{loss.item():.3f}", w, b)

# %% numbers_out_of_tensors
x = ag.tensor([[1.0, 2.5], [3.0, 4.0]], requires_grad=True)
print(x.shape, x.dtype, x.numel(), len(x), x.size(0), x.tolist(), x.sum().item(), float(x[0, 1]))
for read in (lambda: x.item(), lambda: x.numpy(), lambda: bool(x)):
    try:
        read()
    except RuntimeError as error:
        print(error)

# %% second_derivatives
x = ag.tensor(2.0, requires_grad=True)
found = x**3
for order in (1, 2, 3):
    (found,) = ag.autograd.grad(found, x, create_graph=True)
    print(order, found.item())

# %% rows_parts_and_picks
M = ag.arange(6.0).reshape(2, 3).requires_grad_()
print(M[0], M[:, 1], M[1, 2], M[:, 1:], M[[0, 0]], M[M > 3], M.T, sep="\n")
(M[[0, 0]].sum() + M[M > 3].sum()).backward()
print(M.grad)

# %% kinks
x = ag.tensor([-1.0, 0.0, 2.0], requires_grad=True)
for f in (abs, lambda t: t.relu(), lambda t: t.sign(), lambda t: t.sqrt(), lambda t: ag.where(t > 0, t, 0.0)):
    x.grad = None
    f(x).sum().backward()
    print(x.grad)


# %% positions_and_masks_are_watched
def written_after(take, write):
    x = ag.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    i, m = ag.tensor([0, 1]), x > 1
    y = take(x, i, m)
    write(i, m)
    try:
        y.sum().backward()
        print(x.grad)
    except RuntimeError as error:
        print(error)


for take in (
    lambda x, i, m: x[i],
    lambda x, i, m: x[i, i],
    lambda x, i, m: x.index_select(0, i),
    lambda x, i, m: x.gather(0, i[None]),
    lambda x, i, m: x.take(i),
    lambda x, i, m: x.scatter(0, i[None], 5.0),
    lambda x, i, m: x.index_add(0, i, x),
):
    written_after(take, lambda i, m: i.fill_(1))
    written_after(take, lambda i, m: m.fill_(True))
for take in (
    lambda x, i, m: x[m],
    lambda x, i, m: x.masked_fill(m, 0),
    lambda x, i, m: x.masked_select(m),
    lambda x, i, m: ag.where(m, x, -x),
):
    written_after(take, lambda i, m: m.fill_(True))
    written_after(take, lambda i, m: i.fill_(1))

# %% the_slope_of_relu_once_more
w = ag.tensor([-3.0, 2.0, 5.0], requires_grad=True)
x = ag.tensor([1.0, 2.0, -1.0], requires_grad=True)
(slope,) = ag.autograd.grad((x.relu() * w).sum(), x, create_graph=True)
print(slope, ag.autograd.grad(slope.sum(), w))

# %% slopes_have_names
x = ag.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True)
w = ag.tensor(2.0, requires_grad=True)
v = ag.tensor([1.0, 2.0], requires_grad=True)
for y, leaf in (
    (x.tanh(), x),
    (x.sigmoid(), x),
    (x.softmax(1)[:, 0], x),
    (x.log_softmax(1)[:, 0], x),
    (x.relu(), x),
    (w * x, w),
    (v * x, v),
    (x.prod(), x),
):
    (slope,) = ag.autograd.grad(y.sum(), leaf, create_graph=True)
    print(slope)
    print(ag.autograd.grad(slope.flatten()[0], x)[0][0])

# %% what_passes_is_copied
for f in (
    lambda x: x % 2,
    lambda x: ag.fmod(x, 2),
    lambda x: x.add(ag.ones(2), alpha=3),
    lambda x: x.sub(x, alpha=2),
    lambda x: ag.remainder(x, ag.tensor([2.0, 3.0])),
    lambda x: ag.fmod(x, ag.tensor([2.0, 3.0])),
):
    x = ag.tensor([1.5, -2.5], requires_grad=True)
    v = ag.tensor([1.0, 10.0])
    f(x).backward(v)
    v[0] = 100.0
    f(x).sum().backward()
    print(x.grad)
    x.grad = None
    f(x).sum().backward()
    x.grad[0] = 7.0
    f(x).sum().backward()
    print(x.grad)


# %% hooks_of_a_function_see_its_tensors
class Take(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, place):
        ctx.place, ctx.shape = place, x.shape
        return x[place].clone()

    @staticmethod
    def backward(ctx, grad):
        whole = ag.zeros(ctx.shape)
        whole[ctx.place] = grad
        return whole, None


x = ag.tensor([1.0, 2.0], requires_grad=True)
y = Take.apply(x, 1)
y.grad_fn.register_hook(lambda given, came: print(given, came))
y.grad_fn.register_hook(lambda given, came: (given[0] * 10,))
y.backward()
print(x.grad)

# %% a_view_without_history_has_nothing_to_go_back_through
x = ag.ones(2, requires_grad=True)
with ag.no_grad():
    views = x.view(2), (x * 2).view(2)
for view in views:
    try:
        view.backward(ag.ones(2))
    except RuntimeError as error:
        print(error)

# %% data_takes_tensors_of_floats
x = ag.ones(2, requires_grad=True)
for value in (3, [1.0], ag.tensor([1, 2])):
    try:
        x.data = value
    except (TypeError, RuntimeError) as error:
        print(type(error).__name__, error)
print(x)

# %% a_shallow_copy_is_a_leaf
from copy import copy  # noqa: E402, I001

x = ag.ones(2, requires_grad=True)
y = copy(x * 2)
print(y, y.is_leaf, copy(x) is x, copy(x.detach()))

# %% where_in_memory
x = ag.arange(12.0).reshape(3, 4)
print(x[1:].storage_offset(), x[1, 2:].storage_offset(), x.t()[2].storage_offset(), x.clone().storage_offset())
print(x[None].stride(), x[:, None].stride(), x[..., None].stride(), x.t()[:, None].stride(), x[:1].stride())

# %% numbers_beside_a_tensor_are_shown_as_tensors
x = ag.ones(2, requires_grad=True)
print((x * 2).grad_fn._saved_other, (x / 2.5).grad_fn._saved_other, (x * 2).grad_fn._saved_self)

# %% several_gradients_of_another_shape
x = ag.tensor([1.0, 2.0, 3.0], requires_grad=True)
for rows in (ag.ones(3), ag.ones(2, 2)):
    try:
        ag.autograd.grad(x**2, x, rows, is_grads_batched=True)
    except RuntimeError as error:
        print(error)

# %% an_array_of_a_tracked_tensor_where_nothing_is_recorded
w = ag.ones(2, requires_grad=True)
try:
    w.numpy()
except RuntimeError as error:
    print(error)
with ag.no_grad():
    array = w.numpy()
    array[0] = 9.0
    print(array, w, w._version)
with ag.inference_mode():
    print((w * 2).numpy(), w.numpy())

# %% a_gradient_that_is_asked_for_beside_one_further_on_is_as_it_arrived
x = ag.ones(2, requires_grad=True)
y = x * 2
y.register_hook(lambda grad: grad * 7)
z = y * 3
print(ag.autograd.grad(z.sum(), y, retain_graph=True))
print(ag.autograd.grad(z.sum(), [z, y, x], retain_graph=True))
y.retain_grad()
print(ag.autograd.grad(z.sum(), [y, x], retain_graph=True, create_graph=True), y.grad)
y.grad = None
z.sum().backward(inputs=[y, x], retain_graph=True)
print(y.grad, x.grad)
a, b = x.unbind()
a.register_hook(lambda grad: grad * 5)
print(ag.autograd.grad(a + b, [a, b, x]))

# %% pickled_it_is_a_leaf_with_its_numbers
import pickle  # noqa: E402, I001
import warnings  # noqa: E402

x = ag.ones(2, requires_grad=True)
x.note = "kept"
(x * 3).sum().backward()
again = pickle.loads(pickle.dumps(x))
print(again, again.grad, again.is_leaf, again.note)
print(pickle.loads(pickle.dumps(x * 2)), pickle.loads(pickle.dumps(ag.arange(6).view(2, 3)[:, 1])))
x.register_hook(print)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    print(pickle.loads(pickle.dumps(x)))
print([str(warning.message) for warning in seen])
m = ag.nn.Linear(2, 1)
m.weight.register_hook(print)
print(pickle.loads(pickle.dumps(m)).weight.requires_grad)
for thing in (x * 2, (x * 2).exp()):
    try:
        pickle.dumps(thing.grad_fn)
    except TypeError as error:
        print(error)


# %% the_wrong_number_of_gradients
class Twice(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad, grad, None


try:
    Twice.apply(ag.ones(2, requires_grad=True)).sum().backward()
except RuntimeError as error:
    print(error)

# %% an_array_is_no_tensor
import numpy as np  # noqa: E402, I001

array, x = np.ones(2), ag.ones(2)
for call in (
    lambda: ag.exp(array),
    lambda: ag.relu(np.float32(2)),
    lambda: ag.add(array, x),
    lambda: ag.matmul(x, array),
    lambda: ag.cat([x, array]),
    lambda: ag.sum(array),
    lambda: ag.nn.functional.linear(array, x),
    lambda: ag.nonzero(x, True),
    lambda: x.roll((1, 2)),
):
    try:
        print(call() is None)
    except (TypeError, RuntimeError) as error:
        print(type(error).__name__, str(error).splitlines()[0])


class Pair:
    pass


for call in (lambda: ag.from_numpy(Pair()), lambda: x.__setitem__(0, Pair()), lambda: ag.exp(Pair())):
    try:
        call()
    except TypeError as error:
        print(error)
print(x.broadcast_to(2, 2), x.broadcast_to((1, 2)), x.tile(ag.tensor(2)))
ag.manual_seed(0)
print(ag.randperm(ag.tensor(5)))


# %% a_write_into_one_of_several_views_of_a_function
class Halves(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, parts):
        return x.chunk(2) if parts == 2 else x.view(2, 2)

    @staticmethod
    def backward(ctx, *grads):
        return ag.zeros(4), None


for parts in (1, 2):
    first = Halves.apply(ag.ones(4, requires_grad=True), parts)
    try:
        (first if parts == 1 else first[0]).mul_(2)
    except RuntimeError as error:
        print(error)

# %% what_is_no_tensor_in_a_loss
import numpy as np  # noqa: E402, I001

for target in (1.0, [1.0], None, np.ones(2)):
    try:
        ag.nn.functional.mse_loss(ag.ones(2), target)
    except (AttributeError, TypeError) as error:
        print(type(error).__name__, error)
try:
    ag.nn.functional.softmax(np.ones(2), 0)
except (AttributeError, TypeError) as error:
    print(type(error).__name__)

# %% an_insert_that_is_refused_moves_nothing
row = ag.nn.Sequential(ag.nn.ReLU(), ag.nn.Tanh())
try:
    row.insert(0, 3)
except (TypeError, AssertionError):
    print(row)
row.insert(1, ag.nn.GELU())
print(row, list(row.state_dict()))
try:
    ag.nn.functional.kl_div(ag.ones(2), ag.ones(2).long())
except RuntimeError as error:
    print(error)

# %% rows_that_lie_one_after_the_other
x = ag.arange(6.0).reshape(2, 3).t()
for f in (
    lambda: x.softmax(0),
    lambda: x.cumsum(0),
    lambda: x.log_softmax(1),
    lambda: ag.cat([x, x]),
    lambda: ag.stack([x, x]),
    lambda: x.masked_fill(x > 1, 0),
    lambda: ag.nn.functional.layer_norm(x, (2,)),
    lambda: x.roll(1, 0),
    lambda: x.repeat(1, 1),
    lambda: x * 2,
    lambda: x.exp(),
):
    print(f().stride(), f().is_contiguous())
print(ag.zeros(0).stride(), ag.zeros(2, 0, 3).stride(), [tuple(part.shape) for part in ag.zeros(0).chunk(3)])
print(ag.linspace(0, 3, 4, dtype=ag.float16))
array = ag.zeros(4).numpy()
tensor = ag.from_numpy(array)
array.shape = (2, 2)
array[0, 0] = 1.0
print(tensor, tensor.numpy() is tensor.numpy())

# %% bits_shifted
a = ag.tensor([1, -5, 100])
print(a << 1, a >> 1, 2 << ag.tensor([1, 2]), 200 >> ag.tensor(3), a << 64, a >> 64, ag.tensor([True]) << 2)
print(ag.bitwise_left_shift(a.to(ag.int8), 3), a.bitwise_right_shift(ag.tensor([0, 1, 2])))
b = a
a <<= 2
a >>= ag.tensor([1, 1, 1])
print(a, b is a, a._version)
for f in (
    lambda: ag.ones(2) << 1,
    lambda: 1.5 >> a,
    lambda: ag.tensor([True]) << True,
    lambda: a.__ilshift__(1.5),
    lambda: a.__iand__(1.5),
    lambda: a.__ior__(ag.ones(3)),
    lambda: "a" << a,
    lambda: [1] // a,
    lambda: a << "a",
):
    try:
        print(f())
    except (TypeError, RuntimeError, NotImplementedError) as error:
        print(type(error).__name__, error)

# %% a_truth_value_as_an_index
import numpy as np  # noqa: E402, I001

a, w = ag.tensor([1.0, 2.0]), ag.tensor([1.0, 2.0], requires_grad=True)
print(a[True], a[False], a[ag.tensor(True)], a[True, 0], a[..., True], ag.tensor(3.0)[False], w[True])
b = w * 1
b[False] = 3
print(b)
b[True] = ag.tensor([5, 6])
print(b)
b.sum().backward()
print(w.grad)
a[ag.tensor(True)] = 7
print(a)
for f in (lambda: a[np.True_], lambda: a[np.float64(1)], lambda: a.__setitem__(True, ag.ones(3))):
    try:
        f()
    except (IndexError, RuntimeError) as error:
        print(error)

# %% kinds_of_alpha
for x, y, alpha in (
    (ag.tensor([1, 2]), ag.tensor([3, 4]), True),
    (ag.ones(2), ag.ones(2), False),
    (ag.ones(2) > 0, ag.ones(2) > 1, 2),
    (ag.ones(2) > 0, ag.ones(2) > 1, False),
    (ag.tensor([1, 2]), ag.tensor([3, 4]), 1.0),
    (ag.tensor([1, 2]), 1.5, 2.5),
    (ag.ones(2), ag.ones(2), ag.tensor(2.0)),
    (ag.ones(2), ag.ones(2), "a"),
    (ag.ones(2), ag.ones(2), None),
):
    for f in (ag.add, ag.sub):
        try:
            print(f(x, y, alpha=alpha))
        except (TypeError, RuntimeError) as error:
            print(error)

# %% numbers_too_large_for_a_type
import warnings  # noqa: E402, I001

warnings.simplefilter("error", RuntimeWarning)
half, whole = ag.tensor([1.0, 2.0], dtype=ag.float16), ag.tensor([100000, 3])
print(half + whole, half * whole.int(), whole < half, ag.cat([half, whole]), ag.maximum(half, whole), half.copy_(whole))
print(ag.ones(2) + ag.tensor(1e300, dtype=ag.float64), ag.ones(2) < 1e300, half == 65536, ag.ones(2) + 2**63)
print(ag.tensor([1, 2]) + 2**63, ag.tensor([1, 2], dtype=ag.uint8) + 2**63)
for f in (
    lambda: ag.ones(2) + 2**70,
    lambda: ag.ones(2) / 2**70,
    lambda: 2**70 * ag.ones(2, dtype=ag.int64),
    lambda: ag.ones(2).add_(-(2**70)),
    lambda: ag.ones(2) == 2**70,
    lambda: ag.arange(2, dtype=ag.bool),
    lambda: ag.linspace(0, 1, 3, dtype=ag.bool),
    lambda: ag.full((1,), 300, dtype=ag.uint8),
    lambda: ag.zeros(1, dtype=ag.int8).fill_(300),
    lambda: ag.zeros(1).fill_(1e39),
    lambda: ag.zeros(1, dtype=ag.int16).__setitem__(0, 40000),
    lambda: ag.zeros(1, dtype=ag.uint8).fill_(-1),
):
    try:
        print(f())
    except (OverflowError, RuntimeError, NotImplementedError) as error:
        print(type(error).__name__, error)

# %% arrays_read_backwards
import numpy as np  # noqa: E402, I001

array = np.arange(3)[::-1]
for f in (ag.tensor, ag.from_numpy, ag.as_tensor, ag.Tensor, ag.ones(1).new_tensor, ag.arange(4).__getitem__):
    try:
        f(array)
    except ValueError as error:
        print(error)
print(ag.tensor(array.copy()), ag.as_tensor([3, 2]), ag.tensor(ag.arange(3).flip(0)))

# %% what_else_parameter_containers_hold
row = ag.nn.ParameterList([ag.ones(2), 2, "a", None, ag.nn.ReLU()])
row.append(3).extend([ag.zeros(1)])
row[1] = ag.ones(1)
print(row, list(row.state_dict()), len(row), row[2], row[-2], row[1:3])
for f in (lambda: row.pop(0), lambda: row.__setitem__(0, 5), lambda: row(1)):
    try:
        f()
    except (AttributeError, TypeError, RuntimeError) as error:
        print(type(error).__name__, error)
several = ag.nn.ParameterDict({"b": 2, "a": ag.ones(1)})
print(several, list(several), several["b"], several.get("z", 4))
several.update([("f", ag.ones(2))])
several["a"] = None
print(several, len(list(several.parameters())))
for f in (
    lambda: several.__delitem__("z"),
    lambda: several["z"],
    lambda: several.__setitem__("keys", ag.ones(1)),
    lambda: several.__setitem__("x.y", ag.ones(1)),
    lambda: several.__setitem__("f", 3),
):
    try:
        f()
    except (AttributeError, KeyError, TypeError) as error:
        print(type(error).__name__, error)

# %% sequentials_added
relu = ag.nn.Sequential(ag.nn.ReLU())
print(relu + ag.nn.Sequential(ag.nn.Tanh()))
same = relu
same += ag.nn.Sequential(ag.nn.Tanh())
print(relu, same is relu)
for f in (
    lambda: relu + [relu],
    lambda: relu.__iadd__(3),
    lambda: ag.nn.ModuleList() + 3,
    lambda: setattr(relu, "forward", ag.nn.Parameter(ag.ones(1))),
):
    try:
        f()
    except (AssertionError, KeyError, TypeError, ValueError) as error:
        print(type(error).__name__, error)

# %% rows_trained_before
rows = ag.tensor([[1.0, 2.0], [3.0, 4.0]])
table = ag.nn.Embedding.from_pretrained(rows, padding_idx=0)
rows[1] = 9
print(table, table.weight, table(ag.tensor([1])), ag.nn.Embedding.from_pretrained(rows, freeze=False).weight)
for f in (lambda: ag.nn.Embedding.from_pretrained(rows[0]), lambda: table(ag.tensor([True]))):
    try:
        f()
    except (AssertionError, RuntimeError) as error:
        print(error)

# %% sentences_about_shapes_and_types
F, x = ag.nn.functional, ag.ones(3, 2)
for f in (
    lambda: F.binary_cross_entropy_with_logits(x[0], x[0], pos_weight=ag.ones(3)),
    lambda: F.binary_cross_entropy_with_logits(x[0], x[0], weight=ag.ones(3)),
    lambda: F.binary_cross_entropy_with_logits(x[:1], x[:1], pos_weight=ag.ones(2, 2)),
    lambda: ag.nn.BatchNorm1d(2)(x.double()),
    lambda: ag.nn.BatchNorm1d(2).double()(x),
    lambda: ag.nn.BatchNorm1d(2, affine=False).double()(x),
    lambda: F.batch_norm(x, ag.zeros(2).double(), ag.ones(2), ag.ones(2)),
    lambda: ag.nn.LayerNorm(2).double()(x),
    lambda: F.layer_norm(x, (2,), ag.ones(2), ag.ones(2).double()),
    lambda: F.layer_norm(x.long(), (2,)),
    lambda: x.byte() @ x.t(),
    lambda: x.short() @ x.t(),
    lambda: x.gather(0, x.byte()),
    lambda: x.scatter_add(0, x.short(), x),
    lambda: x.index_select(0, ag.tensor([0], dtype=ag.uint8)),
    lambda: x.take(ag.tensor([0], dtype=ag.int32)),
    lambda: ag.arange(6).unflatten(0, (4, 2)),
    lambda: ag.arange(6).unflatten(0, (-1, 4)),
    lambda: ag.arange(6).unflatten(0, (0, -1)),
    lambda: ag.arange(6).unflatten(0, 6),
    lambda: ag.arange(6).unflatten(0, (2.0, 3)),
    lambda: x[0].repeat(ag.tensor(2)),
    lambda: x[0].repeat(ag.ones(2)),
):
    try:
        print(f())
    except (IndexError, TypeError, RuntimeError, NotImplementedError) as error:
        print(type(error).__name__, error)

# %% gradcheck_of_truth_values
x = ag.tensor([1.0, 2.0], dtype=ag.float64, requires_grad=True)
print(ag.autograd.gradcheck(lambda x: (x * 2, x.argmax()), x))
try:
    ag.autograd.gradcheck(lambda x: (x * 2, x > 0), x, raise_exception=False)
except RuntimeError as error:
    print(error)

# %% views_of_one_number_after_a_write
for take in (
    lambda h: h.view(1),
    lambda h: h[None],
    lambda h: h.reshape(1, 1),
    lambda h: h.expand(2, 3),
    lambda h: h[...],
):
    x = ag.tensor(2.0, requires_grad=True)
    h = x * 1
    v = take(h)
    h.mul_(3)
    print(v.grad_fn.name(), *ag.autograd.grad(v.sum(), x, create_graph=True))
    (v * h).sum().backward()
    print(x.grad)


# %% inputs_that_a_function_hands_on
class Same(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, other):
        return x, other

    @staticmethod
    def backward(ctx, grad, other):
        return grad * 2, None


def look(given, result):
    print(result is given, result._is_view(), result._base is given, result.requires_grad, result.is_leaf)


x, u, i = ag.ones(2, requires_grad=True), ag.ones(2), ag.tensor([1, 2])
for given, other in ((x, u), (x, i), (u, i), (u, u), (u[:1], 3)):
    for recorded in (True, False):
        with ag.set_grad_enabled(recorded):
            results = Same.apply(given, other)
        look(given, results[0])
        if isinstance(other, ag.Tensor):
            look(other, results[1])
        try:
            print(results[0].mul_(x[:1]))
        except RuntimeError as error:
            print(error)
with ag.inference_mode():
    u = ag.ones(2)
    print(Same.apply(u, x)[0] is u, Same.apply(u, x)[0].is_inference(), Same.apply(u, x)[1].is_inference())


# %% written_beside_other_results
class Written(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, more):
        ctx.mark_dirty(x)
        x.add_(1)
        return (x, x * 2) if more else x

    @staticmethod
    def backward(ctx, grad, other=None):
        return grad, None


x = ag.ones(3, requires_grad=True)
for make in (lambda: (x * 1)[:2], lambda: x * 1, lambda: ag.ones(3)[:2]):
    for more in (False, True):
        try:
            print(Written.apply(make(), more))
        except RuntimeError as error:
            print(error)

# %% unpacked_leaves
x = ag.tensor([1.0, 2.0], requires_grad=True)
with ag.autograd.graph.saved_tensors_hooks(lambda t: t * 10, lambda t: t + 1):
    y = x**2
saved = y.grad_fn._saved_self
print(saved, saved.is_leaf, saved.grad_fn, type(saved).__name__)
(slope,) = ag.autograd.grad(y.sum(), x, create_graph=True)
print(slope)
slope.sum().backward()
print(x.grad)


# %% what_hooks_on_nodes_with_positions_see
def hook(given, arrived):
    print([None if g is None else g.tolist() for g in given])
    return tuple(None if g is None else g * 10 for g in given)


i = ag.tensor([[0, 1], [1, 0]])
for f in (
    lambda x: x.max(1)[0],
    lambda x: x.median(1)[0],
    lambda x: x.sort(1)[0],
    lambda x: x.topk(1)[0],
    lambda x: x.gather(1, i),
    lambda x: x.index_select(1, i[0]),
    lambda x: x.take(i),
    lambda x: x.masked_fill(i > 0, 3.0),
    lambda x: x.masked_fill(i > 0, x.sum()),
    lambda x: x.scatter(1, i, 3.0),
    lambda x: x.scatter_add(1, i, x),
    lambda x: x.index_add(0, i[0], ag.ones(2, 2)),
    lambda x: ag.nn.functional.embedding(i, x),
    lambda x: ag.where(i > 0, x, x * 2),
    lambda x: ag.where(i > 0, 2.0, x),
):
    x = ag.tensor([[1.0, 2.0], [4.0, 3.0]], requires_grad=True)
    y = f(x)
    print(y.grad_fn.name(), len(y.grad_fn.next_functions))
    y.grad_fn.register_hook(hook)
    y.sum().backward()
    print(x.grad.tolist())
y = x.masked_fill(i > 0, 3.0)
y.grad_fn.register_hook(lambda given, arrived: (given[0], None))
try:
    y.sum().backward()
except RuntimeError as error:
    print(error)
print(ag.where(i > 0, x, x).grad_fn(ag.ones(2, 2)), x.masked_fill(i > 0, 3.0).grad_fn(ag.ones(2, 2)))

# %% histories_of_parts_that_were_written_into
one = ag.tensor([0])
for put in (
    lambda v: v.masked_fill_(v > 0, 1.0),
    lambda v: v.masked_fill_(v > 0, v.sum()),
    lambda v: v.scatter_(0, one, 5.0),
    lambda v: v.index_add_(0, one, ag.ones(1)),
    lambda v: v.copy_(ag.ones(2)),
):
    x = ag.ones(3, requires_grad=True)
    y = x * 1
    v = y[:2]
    put(v)
    print([(node and node.name(), number) for node, number in y.grad_fn.next_functions])
    y.grad_fn.register_hook(lambda given, arrived: print(len(given)))
    y.sum().backward()
    print(x.grad)

# %% gradients_of_a_turned_weight
shape = lambda grads: [None if g is None else tuple(g.shape) for g in grads]  # noqa: E731
for bias in (True, False):
    for x in (ag.ones(4, 3), ag.ones(2, 2, 3, requires_grad=True)):
        layer = ag.nn.Linear(3, 2, bias=bias)
        y = layer(x)
        node = y.grad_fn if "mm" in y.grad_fn.name().lower() else y.grad_fn.next_functions[0][0]
        node.register_hook(lambda given, arrived: print(shape(given), shape(arrived)))
        turn = node.next_functions[-1][0]
        print(turn.name(), turn is node.next_functions[-1][0], turn.next_functions[0][0].variable is layer.weight)
        turn.register_prehook(lambda arrived: print("before", shape(arrived)))
        turn.register_hook(lambda given, arrived: (given[0] * 2,))
        (end,) = ag.autograd.grad(y.sum(), ag.autograd.graph.GradientEdge(turn, 0), retain_graph=True)
        print(end)
        y.sum().backward()
        print(layer.weight.grad)
layer, x = ag.nn.Linear(3, 2), ag.ones(1, 3)
y = layer(x)
y.register_hook(lambda grad: print(y.grad_fn.next_functions[2][0].name()))
y.sum().backward()
print(layer.weight.grad)

# %% sums_over_no_dimension_in_particular
x = ag.ones(2, 2, requires_grad=True)
for y in (x.sum(dim=None), x.sum(None), x.mean(dim=None), ag.mean(x, None), x.sum(), x.mean(), x.sum(None, True)):
    print(y)
    y.sum().backward()
print(x.grad)

# %% the_first_of_two_saved_values_that_changed
for f in (
    lambda y: y.norm(),
    lambda y: y.std(),
    lambda y: y.prod(),
    lambda y: y.logsumexp(0),
    lambda y: y.max(),
    lambda y: y.amax(0),
    lambda y: y.cumprod(0),
    lambda y: y**y,
):
    x = ag.tensor([1.0, 2.0, 4.0], requires_grad=True)
    packed = []
    y = x * 1
    with ag.autograd.graph.saved_tensors_hooks(lambda t: packed.append(t.grad_fn.name()) or t, lambda t: t):
        f(y)
    p = f(y)
    p.add_(1)
    y.fill_(3.0)
    try:
        p.sum().backward()
    except RuntimeError as error:
        print(packed, error)

# %% who_made_a_part_that_changed
x = ag.ones(3, requires_grad=True)


def unseen(y):
    y[:2].exp_()


for write in (lambda y: y[:2].exp_(), lambda y: y[:2].sigmoid_().tanh_(), lambda y: y[:2].sigmoid_() * 2, unseen):
    y = x * 1
    v = write(y)
    y.add_(1)
    try:
        y.sum().backward()
    except RuntimeError as error:
        print(error)

# %% saved_and_then_detached_in_place
x = ag.ones(3, requires_grad=True)
for f in (lambda y: y**2, lambda y: y * y, lambda y: y.exp(), lambda y: y * 3, lambda y: y.sum() * x):
    for then in (lambda y: None, lambda y: y.requires_grad_(), lambda y: y.mul_(2)):
        y = x * 1
        z = f(y)
        y.detach_()
        then(y)
        try:
            z.sum().backward()
            print(x.grad)
        except RuntimeError as error:
            print(error)

# %% several_gradients_at_once_that_do_not_fit
x, one, unused = (ag.tensor(n, requires_grad=True) for n in ([1.0, 2.0, 3.0], 2.0, 5.0))
for outputs, inputs, given, more in (
    ([x * 2, x * 3], x, [ag.ones(2, 3), ag.ones(3, 3)], {}),
    ((x * 2).sum(), x, None, {}),
    (x * 2, x, None, {}),
    ([one * 2, (x * 3).sum()], x, [ag.ones(2), None], {"allow_unused": True}),
    (one * 2, one, ag.tensor(1.0), {}),
    (x * 2, x, ag.tensor(1.0), {}),
    (x * 2, x, ag.ones(3), {}),
    (one * 2, one, ag.ones(0), {}),
    (one * 2, (one, unused, x), ag.ones(2), {"materialize_grads": True}),
    (one * 2, (one, unused), ag.ones(2), {"allow_unused": True}),
    (one * 2, (one, unused), ag.ones(2), {}),
):
    try:
        print(ag.autograd.grad(outputs, inputs, given, is_grads_batched=True, **more))
    except (IndexError, RuntimeError, ValueError) as error:
        print(type(error).__name__, error)

# %% hooks_on_a_view_that_lost_its_history
x = ag.ones(3, requires_grad=True)
for base in (x * 1, ag.ones(3)):
    with ag.no_grad():
        v = base[:2]
    base.mul_(x)
    print(v.retain_grad(), v.grad, v.retains_grad, v.requires_grad)
    for f in (lambda: v.register_hook(print), lambda: v.grad_fn, lambda: v.sum()):
        try:
            print(f())
        except RuntimeError as error:
            print(error)

# %% retained_while_recorded
x = ag.ones(3, requires_grad=True)
y = x * 2
y.retain_grad()
for _ in range(2):
    (y**2).sum().backward(create_graph=True)
    print(y.grad, x.grad)
t = x * 2
(t**2).sum().backward(create_graph=True, inputs=[t])
print(t.grad)


# %% arguments_that_a_function_misses
class Double(ag.autograd.Function):
    @staticmethod
    def forward(x):
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, grad):
        print(ctx.saved_variables)
        return grad * 2


class Scaled(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, by=3, more=0):
        return x * by + more

    @staticmethod
    def backward(ctx, grad, *others):
        return grad, None, None


x = ag.ones(2, requires_grad=True)
Double.apply(x).sum().backward()
for function, arguments, names in (
    (Double, (), {}),
    (Double, (x, x), {}),
    (Double, (), {"x": x}),
    (Scaled, (x,), {"by": 2}),
    (Scaled, (), {"more": 1, "x": x, "by": 2}),
    (Scaled, (x,), {"more": 1}),
    (Scaled, (), {"by": 2}),
    (Scaled, (x,), {"x": x}),
    (Scaled, (x,), {"ctx": x}),
    (Scaled, (x,), {"other": 1, "x": x}),
):
    try:
        print(function.apply(*arguments, **names))
    except TypeError as error:
        print(error)

# %% a_node_called_after_it_gave_up_what_it_saved
x = ag.ones(2, requires_grad=True)
for f in (lambda x: x * x, lambda x: x + x):
    y = f(x)
    y.sum().backward()
    try:
        print(y.grad_fn(ag.ones(2)))
    except RuntimeError as error:
        print(error)

# %% one_number_written_into_all_of_a_tensor
for key in (..., (), None, True):
    for value in (9.0, ag.tensor(9.0)):
        for x in (ag.tensor(2.0, requires_grad=True), ag.ones(3, requires_grad=True)):
            y = x * 1
            y[key] = value
            print(y, [node and node.name() for node, _ in y.grad_fn.next_functions])

# %% a_size_is_a_tuple_of_ints
x = ag.ones(2, 3)
for make in (
    lambda: ag.Size([1.5]),
    lambda: ag.Size("ab"),
    lambda: ag.Size((2, None)),
    lambda: ag.Size([True, ag.tensor(3), 4]),
    lambda: ag.Size(3),
    lambda: ag.Size([1], [2]),
    lambda: x.shape + (1,),
    lambda: (1,) + x.shape,
    lambda: x.shape + (1.5,),
    lambda: x.shape + [1],
    lambda: x.shape * 2,
    lambda: x.shape * 1.5,
    lambda: x.shape.foo,
):
    try:
        size = make()
        print(size, {type(n) for n in size})
    except (TypeError, AttributeError) as error:
        print(error)

# %% what_scripts_set_at_their_top
for name, given in (
    ("set_num_threads", (1,)),
    ("get_num_threads", ()),
    ("set_default_device", ("cpu",)),
    ("get_default_device", ()),
    ("set_default_device", (None,)),
):
    print(getattr(ag, name)(*given))
print(ag.cuda.empty_cache(), ag.backends.cudnn.enabled)

# %% a_number_through_tanh_put_into_a_row
x = ag.tensor(1.0, requires_grad=True)
ag.stack([x.tanh(), x.tanh()]).sum().backward()
row = ag.zeros(2)
row[0] = x.tanh()
row.sum().backward()
print(x.grad)
w = ag.tensor(0.5, requires_grad=True)
state, states = ag.tensor(0.0), []
for t in range(4):
    state = ag.tanh(w * state + t)
    states.append(state)
ag.stack(states).sum().backward()
print(w.grad)

# %% a_write_through_a_flat_view_whose_gradient_comes_turned
x = ag.arange(6.0).reshape(2, 3).requires_grad_()
for use in (
    lambda y: (y.t() * ag.arange(6.0).reshape(3, 2)).sum(),
    lambda y: y.t().sort(0)[0][0].pow(2).sum(),
    lambda y: y.t().cumsum(0).pow(2).sum(),
    lambda y: y.t().contiguous().pow(2).sum(),
):
    y = x * 1
    y.view(-1)[1:3] += x.view(-1)[3:5] ** 2
    y.flatten()[0] = 5.0
    print(*ag.autograd.grad(use(y), x))
    y = x * 1
    y.view(-1)[1:3] *= 2
    (slope,) = ag.autograd.grad((use(y) ** 2), x, create_graph=True)
    print(*ag.autograd.grad((slope * slope).sum(), x))

# %% a_write_through_a_flat_view_of_what_lies_turned
x = ag.arange(6.0).reshape(2, 3).requires_grad_()
y = x.t() * 1
print(y.stride())
y.t().view(-1)[1:3] *= 2
(slope,) = ag.autograd.grad((y**2).sum(), x, create_graph=True)
print(slope, *ag.autograd.grad((slope**2).sum(), x))

# %% what_a_post_accumulate_hook_gives_back
for given in (lambda p: None, lambda p: p, lambda p: p.grad.zero_(), lambda p: p.data, lambda p: 5):
    x = ag.ones(2, requires_grad=True)
    x.register_post_accumulate_grad_hook(given)
    try:
        (x * 2).sum().backward()
        print(x.grad)
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error, x.grad)

# %% what_a_full_backward_hook_gives_back
for given in ((ag.ones(3),), (5,), (ag.ones(2, dtype=ag.float64),), (ag.ones(2) * 7,)):
    layer = ag.nn.Linear(2, 2)
    layer.register_full_backward_hook(lambda *_: given)
    x = ag.ones(2, requires_grad=True)
    try:
        layer(x).sum().backward()
        print(x.grad)
    except (RuntimeError, TypeError) as error:
        print(type(error).__name__, error)

# %% generators_are_named_as_methods
model = ag.nn.Sequential(ag.nn.Linear(1, 1))
for name in ("parameters", "named_parameters", "buffers", "named_buffers", "children", "modules"):
    print(repr(getattr(model, name)()).partition(" at ")[0])

# %% positions_of_the_small_whole_types
for kind in (ag.int8, ag.int16, ag.int32, ag.int64):
    try:
        print(ag.arange(3.0)[ag.tensor(1, dtype=kind)], ag.arange(3.0)[ag.tensor([1, 2, 0], dtype=kind)])
    except IndexError as error:
        print(error)

# %% warnings_name_the_line
import warnings

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    x = ag.tensor([1.0, 2.0])
    ag.tensor(x)
    x.new_tensor(x)
    layer = ag.nn.Linear(2, 2)
    layer.register_full_backward_hook(lambda *_: None)
    layer(x).sum().backward()
print([(str(each.message)[:30], each.filename) for each in caught])

# %% a_data_set_of_lists
from importlib import import_module

data = import_module(ag.nn.Module.__module__.partition(".")[0] + ".utils.data")
for columns in (([1, 2], [3, 4]), (ag.ones(2), ag.ones(3))):
    try:
        data.TensorDataset(*columns)
    except (AttributeError, AssertionError) as error:
        print(type(error).__name__, error)

# %% targets_that_are_no_floats
F, floats, whole = ag.nn.functional, ag.ones(2), ag.tensor([1, 0])
for x, y in ((floats, whole > 0), (floats, whole), (whole, whole), (whole, whole > 0), (whole > 0, whole)):
    try:
        print(F.binary_cross_entropy_with_logits(x, y))
    except (RuntimeError, NotImplementedError) as error:
        print(type(error).__name__, error)
print(F.cosine_similarity(floats, whole, dim=0), ag.set_grad_enabled(True).prev)


# %% a_custom_function_takes_a_view_whose_base_was_written_to
class Triple(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return 3 * x

    @staticmethod
    def backward(ctx, grad):
        print(ctx.needs_input_grad)
        return 3 * grad


a = ag.tensor([1.0, 2.0, 3.0], requires_grad=True)
base = a * 1
part = base[0:2]
base.mul_(2)
Triple.apply(part).sum().backward()
print(a.grad)
a.grad, base = None, ag.zeros(3)
part = base[0:2]
base.add_(a)
Triple.apply(part).sum().backward()
print(a.grad, part.grad_fn.name())

# %% refusals_that_stand_in_one_place
for refused in (
    lambda: ag.addmm(ag.zeros(3, 3), ag.zeros(2, 4), ag.zeros(4, 5)),
    lambda: ag.addmm(ag.zeros(1, 2, 5), ag.zeros(2, 4), ag.zeros(4, 5)),
    lambda: ag.optim.SGD([ag.nn.Linear(1, 1)], lr=0.1),
    lambda: ag.tensor([1, 2]) ** (2**70),
    lambda: ag.tensor([1, 2], dtype=ag.int8) ** 300,
    lambda: ag.rand(size=3),
    lambda: ag.zeros(2).masked_fill(ag.tensor([True, False, True]), 1.0),
    lambda: ag.broadcast_tensors(ag.zeros(2, 3), ag.zeros(4)),
):
    try:
        print(refused())
    except (RuntimeError, TypeError, ValueError, OverflowError) as error:
        print(type(error).__name__, str(error).splitlines()[0])
print(ag.typename(ag.zeros(1)), ag.typename(ag.nn.ReLU()), ag.typename(3))

# %% a_switch_can_be_cloned
for switch in (ag.no_grad(), ag.enable_grad(), ag.inference_mode(True)):
    with switch.clone():
        print(ag.is_grad_enabled(), ag.is_inference_mode_enabled())

# %% old_calls_with_the_number_first
import warnings

w, g = ag.ones(2, requires_grad=True), ag.tensor([10.0, 20.0])
average, squares = ag.zeros(2), ag.ones(2)
with warnings.catch_warnings(record=True):  # PyTorch gives advice once in a process
    w.data.add_(-0.1, g)
    average.mul_(0.9).add_(0.1, g)
    squares.mul_(0.5).addcmul_(0.5, g, g)
    w.data.addcdiv_(-1, average, squares.sqrt())
    print(w, average, squares, ag.add(g, 2, g), g.sub(2, g), ag.zeros(2).sub_(3, g))
    print((w.add(2, w) * g).sum().grad_fn.name(), ag.add(w, 2, g).grad_fn.name())
for call in (lambda: g.add(g, 2), lambda: g.mul(2, g), lambda: g.add("a", g), lambda: ag.ones(2).add_("a", alpha=2)):
    try:
        print(call())
    except TypeError as error:
        print(error)

# %% the_gradient_of_a_weight_of_its_own_history
layer, x = ag.nn.Linear(2, 3), ag.ones(4, 2)
(slope,) = ag.autograd.grad(layer(x).pow(2).sum(), layer.weight, create_graph=True)
print(slope.is_contiguous())
node = slope.grad_fn
while node is not None:
    print(node.name())
    node = node.next_functions[0][0]

# %% an_optimizer_whose_state_does_not_fit
optim = ag.optim
for make in (lambda p: optim.SGD([p], lr=0.1, momentum=0.9), lambda p: optim.Adam([p], lr=0.1, amsgrad=True)):
    for before, after in ((2, 3), (1, 3), (3, 1), ((2, 3), 3), ((1, 3), 3)):
        first, other = (ag.nn.Parameter(ag.ones(n)) for n in (before, after))
        for p in (first, other):
            p.grad = ag.ones_like(p)
        trained, restored = make(first), make(other)
        trained.step()
        restored.load_state_dict(trained.state_dict())
        try:
            restored.step()
        except RuntimeError:
            print(before, after, "refused")

# %% a_part_is_written_into_the_whole
z = ag.arange(3.0).reshape(1, 3)
z[:] = z[0]
z[None] = z
print(z, z._version, ag.ones(3).expand(2, 1, 3).stride(), ag.ones(3).expand(1, 2, 3).stride())
for write in (z.copy_, z.add_, z.mul_):
    try:
        write(z[0])
    except RuntimeError as error:
        print(error)

# %% tensors_among_numbers
half, two, pair = ag.tensor(1.5), ag.tensor(2), ag.tensor([1, 2])
print(ag.tensor([half, two]), ag.tensor([two], dtype=ag.float), ag.result_type(ag.ones(3), ag.ones(4)))
for numbers in ([pair, pair], [pair, 1], [half], [pair > 1], [ag.ones(2)] * 2):
    for kind in (None, ag.long):
        try:
            print(ag.tensor(numbers, dtype=kind))
        except (TypeError, ValueError) as error:
            print(type(error).__name__, error)

# %% what_python_says_of_pytorchs_things
x = ag.ones(2, 3)
for wrong in (
    lambda: x.shape(),
    lambda: x.dtype(),
    lambda: x.device(),
    lambda: x.shape.foo,
    lambda: x.shape.__setitem__(0, 3),
    lambda: ag.zeros(2, 3, ag.float64),
    lambda: x.to("float32"),
    lambda: ag.device("cuda0"),
    lambda: x.cuda(0),
    lambda: ag.nn.Linear(1, 1).cuda(0),
    lambda: ag.Tensor(None),
    lambda: ag.zeros(0, 3)[[0]],
    lambda: ag.zeros(1, 3).__setitem__(ag.tensor([0, 1]), ag.ones(5)),
):
    try:
        print(wrong())
    except (TypeError, AttributeError, RuntimeError, IndexError, AssertionError) as error:
        print(type(error).__name__, str(error).splitlines()[0])
print(ag.Tensor([1, 2], device="cpu"))

# %% what_was_met_while_mending
import warnings

p, q = ag.ones(2, requires_grad=True), ag.tensor(2.0, requires_grad=True)
layer = ag.nn.Linear(2, 1)
layer.weight.grad = ag.ones(1, 2)
layer.weight.data = ag.ones(3, 3)
stuck = ag.optim.SGD(layer.parameters(), lr=0.1)
for wrong in (
    lambda: ag.optim.SGD([ag.nn.Linear(1, 1).parameters()], lr=0.1),
    lambda: ag.optim.SGD({"params": [ag.nn.Linear(1, 1).parameters()]}["params"], lr=0.1),
    lambda: ag.nn.Linear(1, 1).cuda("cpu"),
    lambda: ag.ones(1).cuda("cpu"),
    lambda: ag.ones(1).cuda("cuda:0"),
    lambda: p.add(q, p),
    lambda: ag.zeros(2, 0).__setitem__([0], ag.ones(7)),
    lambda: ag.zeros(0, 3).__setitem__([0], ag.ones(2)),
    lambda: ag.zeros(1, 3).__setitem__(ag.tensor([0, 1]), ag.ones(5)),
    lambda: ag.nn.ModuleList().extend(ag.float32),
    lambda: ag.nn.functional.layer_norm(p, 2, 1),
    lambda: ag.nn.functional.embedding(ag.tensor([0]), ag.ones(3), 7),
):
    try:
        print(wrong())
    except (TypeError, RuntimeError, IndexError, AssertionError) as error:
        print(type(error).__name__, str(error).splitlines()[0])
print(stuck.state_dict()["state"], ag.nn.ParameterList([ag.ones(1).shape]))
for thing in (ag.ones(1).shape, ag.float32, ag.nn.Sequential(), layer.forward, ag.nn.functional.relu, (x for x in ())):
    print(ag.typename(thing).partition(" ")[0] if thing is not ag.nn.functional.relu else "")


class Named(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.version_of = 3
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.version_of * ctx.saved_tensors[0]


Named.apply(p).sum().backward()
print(p.grad)

# %% refused_by_backward_and_grad
x, apart = ag.ones(2, requires_grad=True), ag.ones(2, requires_grad=True)
y, z = x * 2, x * 3
edge, ones = ag.autograd.graph.get_gradient_edge(x * 4), ag.ones(2)
ag.autograd.backward(y.sum(), grad_variables=ag.tensor(2.0))
print(x.grad)
for call in (
    lambda: ag.autograd.backward([y], [ones], grad_variables=[ones]),
    lambda: ag.autograd.grad(y, x, ones, only_inputs=False),
    lambda: ag.autograd.grad([y, z], [x], [ones]),
    lambda: ag.autograd.backward(y, ones, inputs=[x, "a"]),
    lambda: ag.autograd.graph.get_gradient_edge(3),
    lambda: ag.autograd.grad(z, [edge], ones, materialize_grads=True, allow_unused=True),
    lambda: ag.autograd.grad(z, [edge], ones, allow_unused=True),
    lambda: ag.autograd.grad(z, [apart], ones, materialize_grads=True, allow_unused=False),
    lambda: ones.register_post_accumulate_grad_hook(print),
    lambda: ag.autograd.Variable(3),
    lambda: ag.autograd.Variable(ones, volatile=True),
    lambda: ag.autograd.Variable(ones, requires_grad=True, volatile=True),
    lambda: ag.set_default_dtype(3),
    lambda: ag.set_default_dtype(ag.int64),
):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
print(z.grad_fn._sequence_nr() > y.grad_fn._sequence_nr(), repr(y.grad_fn).partition(" object")[0])

# %% refused_by_functional
functional, x, ones = ag.autograd.functional, ag.tensor([1.0, 2.0]), ag.ones(2)
for call in (
    lambda: functional.hessian(lambda x: (x**2).sum(), x, outer_jacobian_strategy="a"),
    lambda: functional.jacobian(lambda x: x * 2, x, strategy="forward-mode", create_graph=True),
    lambda: functional.jacobian(lambda x: x * 2, x, vectorize=True, strict=True),
    lambda: functional.jacobian(lambda x: x * 2, x, strict=True, create_graph=True),
    lambda: functional.vjp(lambda x: x * 2, x, ones, strict=True, create_graph=True),
    lambda: functional.jvp(lambda x: x * 2, x, ones, strict=True, create_graph=True),
    lambda: functional.vhp(lambda x: (x * 2).sum(), x, ones, strict=True, create_graph=True),
    lambda: functional.hvp(lambda x: (x**2).sum(), x, ones, strict=True, create_graph=True),
    lambda: functional.hessian(lambda x: (x**2).sum(), x, strict=True, create_graph=True),
    lambda: functional.vjp(lambda x, y: x**2, (x, x), ones, strict=True),
    lambda: functional.jacobian(lambda x: ones, x, strict=True),
):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)


# %% refused_in_a_function
class Marks(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, how):
        print(repr(ctx).partition(" object")[0])
        how(ctx)(3)
        return x * 1

    @staticmethod
    @ag.autograd.function.once_differentiable
    def backward(ctx, grad):
        return grad * 2, None


x = ag.ones(2, requires_grad=True)
for how in (
    lambda ctx: ctx.mark_dirty,
    lambda ctx: ctx.mark_non_differentiable,
    lambda ctx: ctx.save_for_backward,
    lambda ctx: print,
):
    try:
        print(Marks.apply(x, how))
    except Exception as error:
        print(type(error).__name__, error)
(slope,) = ag.autograd.grad(Marks.apply(x, how).sum(), x, create_graph=True)
print(slope)


# %% undefined_gradients_in_gradcheck
class Twice(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, without):
        ctx.set_materialize_grads(False)
        ctx.without = without
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return ctx.without() if grad is None else grad * 2, None


x = ag.ones(2, dtype=ag.float64, requires_grad=True)
for without in (
    lambda: None,
    lambda: ag.zeros(2, dtype=ag.float64),
    lambda: ag.ones(2, dtype=ag.float64),
    lambda: 1 / 0,
):
    try:
        print(ag.autograd.gradcheck(Twice.apply, (x, without)))
    except Exception as error:
        print(type(error).__name__, error)

# %% third_derivatives_of_kinks_and_logs
x = ag.tensor([1.0, -2.0], dtype=ag.float64, requires_grad=True)
w = ag.tensor([0.3], dtype=ag.float64, requires_grad=True)
p = ag.tensor([0.3, 0.6], dtype=ag.float64, requires_grad=True)
truth, functional = ag.tensor([0.0, 1.0], dtype=ag.float64), ag.nn.functional
for f, inputs in (
    (lambda: functional.leaky_relu(x, 0.1) ** 3, [x]),
    (lambda: functional.prelu(x, w) ** 3, [x, w]),
    (lambda: functional.binary_cross_entropy(p, truth, reduction="none") ** 2, [p]),
    (lambda: ag.cumprod(w, 0) * ag.cumsum(x, 0), [x, w]),
):
    y = f()
    for order in range(3):
        slopes = ag.autograd.grad(y.sum(), inputs, create_graph=True, materialize_grads=True)
        y = sum(slope.sum() for slope in slopes)
        print(order, round(y.item(), 6))
        if not y.requires_grad:
            break
for f in (ag.cumsum, ag.cumprod, lambda x, dim: ag.prod(x)):
    x = ag.tensor(2.0, requires_grad=True)
    f(x, 0).backward()
    print(x.grad)

# %% refused_by_operations
import numpy as np

x, y = ag.tensor([5.0, 7.0], requires_grad=True), ag.tensor([2.0, 3.0], requires_grad=True)
for call in (
    lambda: ag.bitwise_not(ag.ones(2)),
    lambda: ag.bitwise_not(ag.tensor([1, 2])),
    lambda: ag.ones(2).repeat_interleave(-1),
    lambda: ag.ones(2).repeat("a"),
    lambda: ag.arange(end=3),
    lambda: ag.remainder(x, y).sum().backward(),
    lambda: x.reshape(-2, 1),
    lambda: x.reshape_as(ag.ones(2, 1)),
    lambda: ag.ones(2).copy_(3),
    lambda: ag.ones(2, dtype=ag.int64).addcmul_(ag.ones(2), ag.ones(2)),
    lambda: ag.linalg.solve(ag.zeros(2, 2), ag.ones(2)),
    lambda: ag.pow(ag.ones(2), ag.ones(3)),
    lambda: ag.finfo(3),
    lambda: ag.from_numpy(np.zeros(2, ">f4")),
    lambda: ag.from_numpy(np.array(["a"])),
    lambda: ag.nn.functional.dropout(ag.ones(3, dtype=ag.bool)),
    lambda: ag.nn.functional.linear(ag.ones(2, 3), "a"),
    lambda: ag.nn.functional.cross_entropy(ag.tensor(1.0), ag.tensor(0)),
    lambda: ag.nn.GaussianNLLLoss(full=True)(ag.ones(2), ag.zeros(2), ag.ones(2) * 2),
    lambda: ag.nn.init.kaiming_normal_(ag.empty(0, 3)),
):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)

# %% refused_by_modules_and_their_hooks
nn = ag.nn


class Bare(nn.Module):
    def __init__(self, name, value):
        setattr(self, name, value)


class Apart(nn.Module):
    def forward(self, x):
        return x * ag.ones(2, requires_grad=True)


layer, row, kept = nn.Linear(2, 1), nn.Sequential(nn.ReLU()), nn.ModuleDict({"a": nn.ReLU()})
layer.register_forward_pre_hook(lambda module, args, words: None, with_kwargs=True)
apart = Apart()
apart.register_full_backward_hook(lambda module, grad_input, grad_output: (grad_output[0],))
late = nn.ModuleList([nn.ReLU()])
late.insert(7, nn.Tanh())
print(late, layer(ag.ones(1, 2)).shape, layer.cpu() is layer, layer.half().weight.dtype)
for call in (
    lambda: Bare("w", nn.Parameter(ag.ones(1))),
    lambda: row.insert(5, nn.ReLU()),
    lambda: kept.pop("b"),
    lambda: kept.__delitem__("b"),
    lambda: apart(ag.ones(2)).sum().backward(),
    lambda: nn.Softmax()(ag.ones(2, 2)),
    lambda: nn.LogSoftmax()(ag.ones(2, 2)),
):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)

# %% refused_by_optimizers_data_and_checkpoint
from importlib import import_module

again = import_module(ag.__name__ + ".utils.checkpoint")
optim, data, x = ag.optim, ag.utils.data, ag.ones(2, requires_grad=True)


class NoUpdate(optim.Optimizer):
    pass


class NoRate(optim.lr_scheduler.LRScheduler):
    pass


def double(x):
    return x * 2


for call in (
    lambda: NoUpdate([x], {}).step(),
    lambda: NoRate(optim.SGD([x], lr=0.1)),
    lambda: data.Dataset()[0],
    lambda: [len(part) for part in data.random_split(range(3), [3, 0])],
    lambda: data.random_split(range(3), [0.5, 1.5]),
    lambda: data.random_split(range(3), [-0.5, 1.5]),
    lambda: again.checkpoint_sequential([double, double], 2, x),
    lambda: again.checkpoint_sequential([double, double], 2, x, use_reentrant=False, other=3),
):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)

# %% met_in_other_peoples_programs
import warnings

layer, row = ag.nn.Linear(2, 2), ag.tensor([[1.0, 0.0]])
(-layer(row)).sum().backward()
print(layer.weight.grad, ag.tensor([[1.0], [0.0]]) @ ag.tensor([[-1.0, 2.0]]))
weight, one = ag.ones(2, 3, requires_grad=True), ag.nn.Linear(3, 1)
(-(ag.tensor([0.0, 1.0]) @ weight)).sum().backward()
one.weight.data = ag.tensor([[0.0, 1.0, 2.0]])
rows = ag.zeros(2, 3, requires_grad=True)
(-one(rows)).sum().backward()
print(weight.grad, rows.grad, one.weight.grad)

x = ag.ones(2, requires_grad=True)
alias = ag.FloatTensor(x)
print(alias, ag.LongTensor(ag.tensor([1, 2])))
(alias * 3).sum().backward()
node = (x * 3).grad_fn
leaf = node.next_functions[0][0]
print(leaf(ag.ones(2)), x.grad, type(node), type(leaf))


class Product(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x * w

    @staticmethod
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        return grad * w, grad * x


made = Product.apply(x, x).grad_fn
print(made.apply(ag.ones(2)), type(made))
optimizer = ag.optim.SGD([x], lr=1)
schedule = ag.optim.lr_scheduler.MultiStepLR(optimizer, [2])
for _ in range(2):
    optimizer.step()
    schedule.step()
    print(schedule.get_last_lr())
for wrong in (lambda: made(ag.ones(2)), lambda: leaf()):
    try:
        print(wrong())
    except TypeError as error:
        print(error)
for wrong in (ag.sum, ag.prod, ag.max):
    try:
        wrong(x, keepdims=True)
    except TypeError as error:
        print(type(error).__name__)
for call in (lambda: node(3), lambda: leaf(3), lambda: leaf(ag.tensor(1.0)), lambda: leaf(ag.ones(3))):
    try:
        print(call(), x.grad)
    except (TypeError, RuntimeError) as error:
        print(type(error).__name__, error)

y = x**3
with warnings.catch_warnings(record=True) as caught, ag.autograd.detect_anomaly():
    warnings.simplefilter("always")
    first = ag.ones(2)
    (slope,) = ag.autograd.grad(y, x, first, create_graph=True)
    first[0] = 0.0
    try:
        ag.autograd.grad(slope.sum(), x)
    except RuntimeError as error:
        print(str(error)[:60])
print([str(said.message).partition(" (Triggered")[0][:90] for said in caught][-1])


# %% a_module_computes_with_what_its_registries_hold
import copy


class Small(ag.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = ag.nn.Linear(1, 1)
        self.register_buffer("shift", ag.tensor(1.0))
        self.scale = ag.nn.Parameter(ag.zeros(1))

    def forward(self, x):
        return self.layer(x) * self.scale + self.shift


model = Small()
model._modules["layer"] = ag.nn.Identity()
model._parameters["scale"] = ag.nn.Parameter(ag.tensor([7.0]))
model._buffers["shift"] = ag.tensor(9.0)
print(model, model.layer, model(ag.ones(1)), model.shift, model.scale)
other = copy.copy(model)
other.scale = ag.nn.Parameter(ag.ones(1))
print(model.scale is other.scale, model.scale is model._parameters["scale"], "scale" in vars(model))
del model._parameters["scale"]
print(hasattr(model, "scale"), [name for name in dir(model) if name in ("scale", "layer", "shift")])
model.scale = 3
model.layer = model.shift = None
print(model, model.layer, model.scale, model.shift, list(model.state_dict()))
copied = copy.deepcopy(Small())
print([name for name, _ in copied.named_parameters()], copied.scale is copied._parameters["scale"])

# %% samples_asked_for_by_tensors_many_at_once_and_collated_in_containers
from collections import OrderedDict, defaultdict, namedtuple

data = ag.utils.data
pairs = data.TensorDataset(ag.arange(6).reshape(3, 2))
print(list(data.DataLoader(data.Subset(pairs, ag.tensor([2, 0])), batch_size=2)))
print(list(data.DataLoader(data.TensorDataset(ag.arange(3)), sampler=ag.tensor([2, 0, 1]), batch_size=2)))
print(
    list(data.DataLoader(pairs, batch_sampler=ag.tensor([[0, 1], [2, 0]]))),
    list(data.DataLoader(pairs, batch_sampler=[])),
)
print(data.DataLoader(pairs).timeout, data.DataLoader(pairs).pin_memory)


class Tens(data.Dataset):
    def __len__(self):
        return 3

    def __getitem__(self, i):
        return i

    def __getitems__(self, places):
        return [10 * i for i in places]


for many in (Tens(), data.Subset(Tens(), [2, 1])):
    print(list(data.DataLoader(many, batch_size=3)))
print(data.Subset(pairs, [2, 1]).__getitems__([0, 1]))


Point = namedtuple("Point", "x y")
for batch in (
    [OrderedDict(a=1), OrderedDict(a=2)],
    [defaultdict(int, a=1), defaultdict(int, a=2)],
    [Point(1, 2.0), Point(3, 4.0)],
    [range(2), range(2)],
):
    (collated,) = data.DataLoader(batch, batch_size=2)
    print(dict(collated) if isinstance(collated, dict) else collated, type(collated).__name__)

# %% an_optimizer_that_is_copied_and_learning_rates_that_are_tensors
import copy
import pickle

w = ag.nn.Parameter(ag.zeros(1))
optimizer = ag.optim.SGD([w], lr=1.0)
scheduler = ag.optim.lr_scheduler.StepLR(optimizer, 1)
copied = copy.deepcopy(optimizer)
(v,) = copied.param_groups[0]["params"]
w.grad, v.grad = ag.ones(1), ag.full((1,), 5.0)
copied.step()
print(w, v, type(pickle.loads(pickle.dumps(optimizer))).__name__)
schedules = ag.optim.lr_scheduler
for make in (
    lambda o: schedules.ExponentialLR(o, 0.5),
    lambda o: schedules.StepLR(o, 2),
    lambda o: schedules.LambdaLR(o, lambda epoch: 0.9**epoch),
    lambda o: schedules.MultiStepLR(o, [1, 2]),
):
    lr = ag.tensor(0.1)
    optimizer = ag.optim.SGD([w], lr=lr)
    scheduler = make(optimizer)
    for _ in range(3):
        optimizer.step()
        scheduler.step()
        print(lr, optimizer.param_groups[0]["lr"] is lr, scheduler.get_last_lr())
    print(scheduler.base_lrs, optimizer.param_groups[0]["initial_lr"])
layer = ag.nn.Linear(1, 1)
named, plain = ag.optim.SGD(layer.named_parameters(), lr=1.0), ag.optim.SGD(layer.parameters(), lr=1.0)
named.load_state_dict(plain.state_dict())
print(named.param_groups[0].get("param_names"))

# %% what_to_takes_by_place_and_what_it_refuses
x = ag.ones(1)
y = x.to(ag.float32, False, True)
y[0] = 9.0
print(x, x.to(ag.float32) is x, x.to(x) is x, x.to(None) is x, x.to() is x)
turned = ag.arange(6.0).reshape(2, 3).t()
print(turned.double(memory_format=ag.contiguous_format).stride(), turned.double().stride())
print(turned.to(ag.float64, memory_format=ag.contiguous_format).stride(), turned.to(ag.float32, copy=True).stride())
for arguments in (
    ("cpu", ag.float64),
    ("cpu", ag.float64, False, True),
    (x, False, True),
    (None, ag.int32),
    (True,),
    (3.5,),
):
    try:
        print(x.to(*arguments).dtype)
    except TypeError as error:
        print(error)
for words in ({"dtype": ag.float64, "copy": True}, {"tensor": x}):
    print(x.to(**words).dtype)
layer = ag.nn.Linear(1, 1)
for arguments, words in (
    ((ag.float64, True), {}),
    (("cpu", ag.float32), {}),
    ((ag.ones(1, dtype=ag.float64),), {}),
    ((), {"dtype": ag.float32, "device": "cpu", "non_blocking": True}),
    ((), {"copy": True}),
    ((ag.int32,), {}),
):
    try:
        print(layer.to(*arguments, **words).weight.dtype)
    except (TypeError, RuntimeError) as error:
        print(type(error).__name__, error)

# %% numbers_without_dimensions_and_small_sentences
a, s = ag.tensor(1.0, requires_grad=True), ag.tensor(2.0, requires_grad=True)
y = a.index_add(0, ag.tensor([0]), s, alpha=3)
y.backward()
print(y, a.grad, s.grad)
for call in (
    lambda: a.index_add(0, ag.tensor([0]), ag.tensor([2.0])),
    lambda: a.stride(0),
    lambda: a.stride(-1),
    lambda: ag.ones(1).stride(3),
    lambda: ag.nn.functional.dropout(ag.tensor([1, 2]), 1.0),
    lambda: ag.nn.functional.dropout(ag.tensor([True, False]), 1.0),
    lambda: ag.nn.functional.dropout(ag.tensor([1, 2]), 0.5),
    lambda: [ag.nn.init.calculate_gain(name) for name in ("linear", "conv2d", "conv_transpose3d")],
    lambda: ag.nn.init.calculate_gain("conv4d"),
    lambda: ag.optim.Adam([s], betas=(0.9, ag.tensor(0.99))),
):
    try:
        print(call())
    except (IndexError, RuntimeError, ValueError) as error:
        print(type(error).__name__, error)

# %% an_optimizer_loaded_and_copied_with_its_schedule
import copy

w = ag.nn.Parameter(ag.zeros(1))
optimizer = ag.optim.SGD([w], lr=ag.tensor(0.8))
scheduler = ag.optim.lr_scheduler.ExponentialLR(optimizer, 0.5)
saved = optimizer.state_dict()
loaded = ag.optim.SGD([w], lr=0.1)
loaded.load_state_dict(saved)
ag.optim.lr_scheduler.ExponentialLR(loaded, 0.5)
loaded.step()
print(optimizer.param_groups[0]["lr"], saved["param_groups"][0]["lr"], loaded.param_groups[0]["lr"])
saved["param_groups"][0]["extra"] = [1]
loaded.load_state_dict(saved)
loaded.param_groups[0]["extra"].append(2)
print(saved["param_groups"][0]["extra"])
optimizer, scheduler = copy.deepcopy((optimizer, scheduler))
optimizer.step()
scheduler.step()
print(scheduler.get_last_lr())


class Own(ag.optim.SGD):
    def __setstate__(self, state):
        super().__setstate__(state)
        print("restored", sorted(state))


copy.deepcopy(Own([w], lr=0.1))

# %% a_module_s_own_dictionary_and_modules_that_look_elsewhere
import copy

layer = ag.nn.Linear(2, 1)
layer.__dict__["weight"] = 5
layer.weight = ag.nn.Parameter(ag.zeros(1, 2))
print(layer.weight, "weight" in vars(layer))
del layer.weight
print(hasattr(layer, "weight"))


class Wrapper(ag.nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(super().__getattr__("inner"), name)


for wrapped in (Wrapper(ag.nn.Linear(2, 1)), copy.copy(Wrapper(ag.nn.Linear(2, 1)))):
    print(wrapped.in_features, copy.deepcopy(wrapped).out_features)


class Early(ag.nn.Module):
    def __init__(self):
        dir(self)


try:
    Early()
except AttributeError as error:
    print(error)

# %% odd_numbers_of_samples_and_the_rest_of_what_to_refuses
data = ag.utils.data
samples = data.TensorDataset(ag.tensor([0.0, 1.0, 2.0]))
for sampler in ([slice(0, 2)], [None], [1.0]):
    try:
        print(list(data.DataLoader(samples, sampler=sampler)))
    except IndexError as error:
        print(error)
try:
    print(list(data.DataLoader(samples, batch_sampler=[[]])))
except IndexError as error:
    print(error)
x = ag.ones(1)
layer = ag.nn.Linear(1, 1)
for call in (lambda: layer.to(copy=False), lambda: ag.nn.init.calculate_gain(["relu"])):
    try:
        print(call())
    except (TypeError, RuntimeError, ValueError) as error:
        print(type(error).__name__, error)

# %% systems_of_equations_in_batches
A = ag.tensor([[[2.0, 0.0], [1.0, 1.0]], [[1.0, 4.0], [0.0, 1.0]]], dtype=ag.float64, requires_grad=True)
for shape in ((2, 2, 3), (2, 1), (2,), (2, 2), (3, 2, 2, 1), (1, 2, 2), (0, 2, 2), (2, 3), (4, 2, 1), (4,), ()):
    b = (ag.arange(float(ag.Size(shape).numel()), dtype=ag.float64) + 1).reshape(shape).requires_grad_()
    try:
        x = ag.linalg.solve(A, b)
        first = ag.autograd.grad((x * x).sum(), (A, b), create_graph=True)
        print(shape, x.shape, *[g.detach() for g in first])
        print(ag.autograd.grad(sum((g * g).sum() for g in first), (A, b)))
    except RuntimeError as error:
        print(shape, error)
for call in (lambda: ag.linalg.solve(ag.ones(2, 3, 3), ag.ones(3)), lambda: ag.linalg.solve(A, ag.ones(4, 3))):
    try:
        call()
    except RuntimeError as error:
        print(error)

# %% even_steps_of_whole_numbers
for dtype in (ag.uint8, ag.int32, ag.int64):
    for bounds in ((0, 5.5, 1), (0.0, 8.000001, 4.0), (0.9, -3.9, -1.2), (-1.5, 3, 1), (0.2, 0.9, 0.1), (5, 0, 1)):
        try:
            print(bounds, ag.arange(*bounds, dtype=dtype))
        except (RuntimeError, ValueError) as error:
            print(bounds, type(error).__name__, error)
    for bounds in ((4.3, 0, 8), (250.5, 3, 7), (-1, 1, 3), (0, 300, 4), (-3.9, 2.5, 4), (1.9, 7, 1)):
        try:
            print(bounds, ag.linspace(*bounds, dtype=dtype))
        except RuntimeError as error:
            print(bounds, error)

# %% positions_and_one_number
for size in ((), (1,), (3,)):
    for places in ([], 0, [0], [0, 0], 7):
        for name in ("gather", "scatter", "scatter_add", "take"):
            x, index = ag.full(size, 2.0, requires_grad=True), ag.tensor(places, dtype=ag.int64)
            s = ag.full(index.shape, 3.0, requires_grad=True)
            arguments = {"gather": (0, index), "take": (index,)}.get(name, (0, index, s))
            try:
                y = getattr(x, name)(*arguments)
                print(size, places, name, y, ag.autograd.grad((y * y).sum(), x))
            except (RuntimeError, IndexError) as error:
                print(size, places, name, error)

# %% what_is_refused_and_the_stream_of_random_numbers
for call in (
    lambda: ag.rand(2, device="cuda"),
    lambda: ag.nn.functional.dropout(ag.tensor([1, 2])),
    lambda: ag.nn.functional.one_hot(ag.tensor([], dtype=ag.int64)),
    lambda: ag.nn.functional.cross_entropy(ag.tensor(1.0), ag.tensor(0.0)),
    lambda: ag.nn.functional.cosine_similarity(ag.tensor([1, 2]), ag.tensor([True, False]), dim=0),
    lambda: ag.ones(3).narrow(0, 0, -1),
    lambda: ag.ones(2, 2).bool().expand(2),
):
    ag.manual_seed(0)
    try:
        call()
    except (AssertionError, IndexError, RuntimeError) as error:
        print(type(error).__name__, error, ag.rand(1))
one = ag.tensor([[3]])
print(ag.addmm(one, one, one, alpha=0.5), ag.addmm(one, one, one, beta=1.5, alpha=2.5))
x = ag.ones(2, 3, requires_grad=True)
print(ag.einsum("ab,bc->ca", x, ag.ones(3, 2)))

# %% positions_that_fit_neither_in_size_nor_in_range
x, beyond = ag.arange(6.0).reshape(2, 3), ag.tensor([[0, 7], [1, 1], [0, 0]])
for call in (
    lambda: x.gather(1, beyond),
    lambda: x.gather(1, beyond[:2]),
    lambda: x.scatter(1, beyond, ag.ones(3, 2)),
    lambda: x.scatter(1, beyond[:2], ag.ones(2, 2, 2)),
    lambda: x.scatter(1, beyond[:2], ag.ones(1, 2)),
    lambda: x.scatter(1, beyond, 3.0),
    lambda: x.scatter_add(1, beyond[:2], ag.ones(2, 2)),
):
    try:
        print(call())
    except RuntimeError as error:
        print(error)
few, ones = ag.tensor([1, 2, 3], dtype=ag.uint8), ag.ones(2, dtype=ag.uint8)
print(few.index_add(0, ag.tensor([0, 1]), ones, alpha=-1))
try:
    few.index_add(0, ag.tensor([0, 1]), ones, alpha=300)
except RuntimeError as error:
    print(error)

# %% the_right_class_at_each_place_of_a_sequence_or_picture
for shape in ((2, 3), (2, 3, 1), (2, 3, 4), (2, 3, 2, 2), (1, 3, 2, 2, 2), (0, 3, 4)):
    for reduction in ("mean", "sum", "none"):
        x = ag.arange(float(ag.Size(shape).numel())).reshape(shape).sin().requires_grad_()
        target = ag.ones(shape[:1] + shape[2:], dtype=ag.int64)
        loss = ag.nn.functional.cross_entropy(x, target, reduction=reduction)
        node, nodes = loss.grad_fn, []
        while node is not None:
            nodes.append(node.name())
            node = node.next_functions[0][0] if node.next_functions else None
        print(shape, reduction, loss.shape, nodes, ag.autograd.grad(loss.sum(), x)[0].sum((0, *range(2, x.ndim))))

# %% sorts_that_are_told_to_be_stable_or_not
x = ag.tensor([3.0, 1.0, 2.0], requires_grad=True)
print(x.sort(), x.sort(stable=True), x.sort(stable=False), ag.sort(x, dim=0, stable=None), x.sort(0, True))

# %% norms_of_numbers_of_half_the_size
for order in (0, 0.5, 1, 2, 3, -1, -2, ag.inf):
    print(ag.tensor([300.0, 2.0], dtype=ag.float16).norm(order))
x = ag.tensor([300.0, 2.0], dtype=ag.float16, requires_grad=True)
x.norm().backward()
print(x.grad)

# %% a_spread_along_any_one_dimension
for size in ((1, 3), (2, 1), (2,), (2, 3), (1, 1), (3,)):
    spread = ag.full(size, 0.5, requires_grad=True)
    try:
        loss = ag.nn.functional.gaussian_nll_loss(ag.ones(2, 3), ag.zeros(2, 3), spread)
        loss.backward()
        print(size, loss, spread.grad)
    except ValueError as error:
        print(size, error)

# %% an_empty_batch_leaves_the_statistics
layer = ag.nn.BatchNorm1d(2)
layer(ag.zeros(0, 2))
layer(ag.zeros(0, 2, 5))
print(layer.running_mean, layer.running_var, layer.num_batches_tracked)

# %% a_learning_rate_that_is_a_tensor_and_each
for make in (ag.optim.Adam, ag.optim.AdamW):
    try:
        make([ag.ones(2, requires_grad=True)], lr=ag.tensor(0.1), foreach=True)
    except ValueError as error:
        print(error)


# %% what_stands_behind_a_gradient_that_has_no_second
class Once(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    @ag.autograd.function.once_differentiable
    def backward(ctx, grad):
        return grad * 2


x = ag.ones(2, requires_grad=True)
y = Once.apply(x)
(grad,) = ag.autograd.grad((y * y).sum(), x, create_graph=True)
print(grad, type(grad.grad_fn), grad.grad_fn.name())
((leaf, number),) = grad.grad_fn.next_functions
print(leaf.name(), leaf.variable, leaf.variable is x, number)

# %% a_count_has_no_slope_and_dimensions_to_count_over
x = ag.tensor([1.0, 0.0], requires_grad=True)
x.norm(0).backward()
print(x.grad, ag.autograd.grad((x * 1).norm(0) + x[0], x, create_graph=True)[0].tolist())
m = ag.arange(4.0).reshape(2, 2)
print(m.count_nonzero(0, 1), m.count_nonzero(0), ag.count_nonzero(m, (0, 1)))
for call in (
    lambda: ag.count_nonzero(m, 0, 1),
    lambda: m.div(2, rounding_mode=1),
    lambda: ag.div(m, m, rounding_mode=1),
    lambda: m.div_(2, rounding_mode="up"),
):
    try:
        print(call())
    except (TypeError, RuntimeError) as error:
        print(type(error).__name__)

# %% products_of_lines_with_zeros_and_what_is_no_number
import itertools

nan, inf = float("nan"), float("inf")
products = (lambda x: x.prod(), lambda x: x.prod(0), lambda x: x.cumprod(0))
for f, numbers in itertools.product(products, itertools.product((0.0, nan, 2.0, inf), repeat=3)):
    x = ag.tensor(numbers, dtype=ag.float64, requires_grad=True)
    (plain,) = ag.autograd.grad(f(x).sum(), x)
    (slope,) = ag.autograd.grad(f(x).sum(), x, create_graph=True)
    (curve,) = ag.autograd.grad((slope * ag.arange(1.0, 4.0)).sum(), x)
    print((plain + 0).tolist(), (slope + 0).tolist(), (curve + 0).tolist())

# %% classes_and_positions_made_in_inference_mode
F = ag.nn.functional
rows = ag.utils.data.TensorDataset(ag.arange(12.0).reshape(4, 3), ag.tensor([0, 1, 2, 0]))
with ag.inference_mode():
    for x, right in ag.utils.data.DataLoader(rows, batch_size=2):
        print(F.cross_entropy(x, right), F.nll_loss(x, right, reduction="none"), x[:, right], x.masked_select(x > 1))
    x[:, right] = 2.0
    print(x)
print(ag.zeros(3)[right], F.nll_loss(ag.zeros(2, 3), right))
w = ag.zeros(2, 3, requires_grad=True)
for use in (lambda: w[:, right], lambda: F.nll_loss(w, right)):
    try:
        use()
    except RuntimeError as error:
        print(error)
place = ag.tensor([0, 1])
y = w[0, place]
place[0] = 2
try:
    y.sum().backward()
except RuntimeError as error:
    print(error)

# %% one_number_put_where_one_position_says
for size in ((), (1,), (3,)):
    for places in (0, [0]):
        for values in (2.0, [2.0]):
            for name in ("scatter", "scatter_add"):
                x, s = ag.zeros(size, requires_grad=True), ag.tensor(values, requires_grad=True)
                y = getattr(x, name)(0, ag.tensor(places), s)
                grads = [None]
                if (places == 0) == (values == 2.0):  # elsewhere PyTorch's backward fails
                    grads = ag.autograd.grad((y * y).sum(), (x, s))
                print(size, places, values, name, y, *grads)
for positions, values in ([[[0, 5]], 1.0], [[0, 1], 1.0]):
    try:
        ag.zeros(2, 3).scatter_add(0, ag.tensor(positions), ag.tensor(values))
    except (RuntimeError, IndexError) as error:
        print(error)

# %% steps_that_lead_nowhere_or_past_the_end
inf, nan = ag.inf, ag.nan
for bounds in ((0, inf), (0, nan), (0, 5, nan), (5, 0, 0.4), (0, 5, 0.4), (0.9, 0.1, 1), (2, 2.9), (0.5, 3.9, 1)):
    for dtype in (ag.int64, ag.int32, ag.float32):
        try:
            print(bounds, ag.arange(*bounds, dtype=dtype))
        except (RuntimeError, ValueError) as error:
            print(bounds, type(error).__name__, error)
print(ag.linspace(300, 3, 0, dtype=ag.uint8))
for wild in (lambda x: x.norm(), lambda x: x.var(), lambda x: x.norm(1)):
    print(wild(ag.tensor([60000.0, -60000.0, 3.0], dtype=ag.float16)))
one_is_singular = ag.stack([ag.eye(2)] * 3 + [ag.ones(2, 2)]).reshape(2, 2, 2, 2)
for call in (lambda: ag.linalg.inv(one_is_singular), lambda: ag.linalg.solve(one_is_singular, ag.ones(2))):
    try:
        call()
    except RuntimeError as error:
        print(error)

# %% what_detach_gives_of_an_inference_tensor_may_be_written_to_and_not_saved
with ag.inference_mode():
    t = ag.ones(3) * 2
w = ag.ones(3, requires_grad=True)
for alias in (t.detach(), t.data):
    print(alias.is_inference(), alias._version, alias.add_(1), alias._version, t)
    print(alias + w, alias.detach()._version, alias.clone().is_inference())
    for refused in (lambda: alias * w, alias.requires_grad_, lambda: t.add_(1), lambda: t._version):
        try:
            refused()
        except RuntimeError as error:
            print(error)
with ag.inference_mode():
    print(t.detach().is_inference(), t.detach().add_(1))

# %% a_result_written_into_what_it_is_computed_from
x, small = ag.ones(2, 3), ag.ones(3)
for into_itself in (
    lambda: ag.add(x, ag.ones(2, 2, 3), out=x),
    lambda: ag.mul(small, x, out=small),
    lambda: ag.maximum(small, x, out=small),
):
    try:
        into_itself()
    except RuntimeError as error:
        print(error, x.shape, small.shape)
ag.mul(x, 2, out=small)
print(small, small._version)
for places in ([1, 0], [], [0]):
    try:
        print(ag.tensor(3.0).index_select(0, ag.tensor(places, dtype=ag.int64)))
    except (IndexError, RuntimeError) as error:
        print(type(error).__name__, error)

# %% hooks_before_and_after_each_step_of_an_optimizer
import copy

w = ag.ones(2, requires_grad=True)
optimizer = ag.optim.SGD([w], lr=0.1)
before = optimizer.register_step_pre_hook(lambda optimizer, args, kwargs: print("before", len(args), list(kwargs), w))
schedule = ag.optim.lr_scheduler.ExponentialLR(optimizer, 0.5)
optimizer.register_step_post_hook(lambda optimizer, args, kwargs: print("after", w) or optimizer.zero_grad())
w.grad = ag.ones(2)
print(optimizer.step(), w.grad)
print(optimizer.step(closure=lambda: 5.0))
schedule.step()
before.remove()
print(optimizer.step(lambda: 6.0), schedule.get_last_lr())
copy.deepcopy(optimizer).step()
optimizer.register_step_pre_hook(lambda optimizer, args, kwargs: ((optimizer, lambda: 7.0), {}))
print(optimizer.step(), optimizer.state_dict()["state"])
optimizer.register_step_pre_hook(lambda optimizer, args, kwargs: 5)
try:
    optimizer.step()
except RuntimeError as error:
    print(str(error).partition(" must ")[2])


# %% graphs_behind_the_slopes_of_powers
def names(node):
    return None if node is None else [node.name(), *[names(edge) for edge, _ in node.next_functions]]


x = ag.tensor([1.0, 2.0], requires_grad=True)
for f in (lambda x: x**3, lambda x: x**2, ag.square, lambda x: x**0.5, lambda x: (x / 2).pow(2).mean()):
    (found,) = ag.autograd.grad(f(x).sum(), x, create_graph=True)
    print(found, names(found.grad_fn))
    (found,) = ag.autograd.grad(found.sum(), x, create_graph=True)
    print(found, names(found.grad_fn))
    if found.requires_grad:
        print(ag.autograd.grad(found.sum(), x))

# %% small_sentences_about_parameters_sizes_and_texts
p, layer = ag.nn.Parameter(ag.tensor(1.5)), ag.nn.Linear(1, 1)
print(f"{p}", f"{p.data}", f"{p.detach():.2f}", type(p.shape).__name__, ag.Size.__name__)
print(type(p.dtype).__name__, ag.device.__name__)
for call in (
    lambda: f"{p:.2f}",
    lambda: f"{ag.ones(2):.2f}",
    lambda: p.shape(),
    lambda: p.shape.foo,
    lambda: p.dtype.foo,
    lambda: ag.ones(p.shape + ("a",)),
    lambda: ag.exp(p.shape),
    lambda: ag.ones(2)["a"],
    lambda: ag.ones(2).type(3),
    lambda: ag.nn.utils.vector_to_parameters([1.0, 2.0], layer.parameters()),
):
    try:
        print(call())
    except (TypeError, AttributeError, IndexError) as error:
        print(type(error).__name__, error)

# %% warnings_that_come_once_in_a_loop
import warnings
from importlib import import_module

checkpoint = import_module(ag.__name__ + ".utils.checkpoint").checkpoint
one = ag.ones(1)
checkpoint(ag.exp, one, use_reentrant=False)  # PyTorch imports the rest of itself now
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("default")
    for _ in range(3):
        one.std(), ag.var(one), one.reshape(1, 1).std(1), ag.tensor(1.0).var(), checkpoint(ag.exp, one)
    checkpoint(ag.exp, one)
    ag.autograd.gradcheck(ag.sin, one.requires_grad_(), eps=0.01, atol=1.0)
    ag.autograd.gradcheck(ag.sin, one, eps=0.01, atol=1.0)
for warning in caught:
    print(str(warning.message)[:40])

# %% shares_that_sum_to_1_or_nearly
for rows in (
    [1.0, 2.0, 4.0],
    [[0.5, -1.0], [2.0, 3.0]],
    [[1.0, 2.0, 3.0], [0.1, 0.2, 0.4]],
    [[10.0, 20.0], [0.0, 0.3]],
):
    for dim in (0, -1):
        x = ag.tensor(rows, requires_grad=True)
        shares = x.softmax(dim)
        shares.sum().backward()
        print(shares.sum(dim).tolist(), shares.sum(dim), x.grad)

# %% deviations_that_are_1_or_nearly
for numbers in ([2.0, 3.0], [1.0, 2.0, 4.0], [10.0, 20.0, 30.0], [[1.0, 2.0], [3.0, 4.0]], [0.1, 0.2, 0.4, 0.7]):
    x = ag.tensor(numbers)
    z = (x - x.mean()) / x.std()
    print(z, z.std(), z.var(), z.std(unbiased=False), x.var(0).tolist(), x.std(-1).tolist())
    print((x - x.mean(0)).var(0, correction=0), z.half().std(), x.double().var().item())

# %% roots_that_are_whole_numbers
for exponent in (1 / 3, 2 / 3, 0.2):
    x = ag.tensor([[1.0, 8.0, 27.0], [64.0, 125.0, 1000.0]], requires_grad=True)
    y = (x**3) ** exponent
    y.sum().backward()
    print(y, x.grad, (x**exponent).tolist(), ag.tensor(125.0) ** exponent)

# %% running_sums_of_tenths
x = ag.full((10,), 0.1, requires_grad=True)
sums = x.cumsum(0)
sums.backward(ag.full((10,), 0.1))
print(sums[-1], sums[-3:], x.grad[0], (x * 10).cumprod(0), ag.full((10, 2), 0.1).cumsum(0)[-1])

# %% gradients_lie_in_memory_as_their_leaves_do
for leaf in (
    ag.ones(2, 3),
    ag.ones(2, 3).t(),
    ag.ones(4, 3)[::2],
    ag.ones(2, 2, 3).permute(2, 0, 1),
    ag.ones(2, 2, 3).transpose(0, 1),
):
    w = leaf.requires_grad_()
    for create_graph in (False, True):
        w.grad = None
        (w * w.sigmoid()).sum().backward(create_graph=create_graph)
        print(w.stride(), w.grad.stride(), w.clone().stride(), ag.zeros_like(w).stride())
    print(w.grad.requires_grad)
row = ag.ones(3).expand(2, 3)
print(row.clone().view(-1), ag.zeros_like(row).view(-1), row.double().view(-1))


# %% what_a_function_hands_on_where_nothing_is_recorded
class AsView(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return grad


class AsItIs(AsView):
    @staticmethod
    def forward(ctx, x):
        return x


class Raised(AsView):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.add_(1)


x = ag.tensor([1.0, 2.0], requires_grad=True)
y = x * 1
for function in (AsView, AsItIs):
    for mode in (ag.no_grad, ag.inference_mode, ag.enable_grad):
        for given in (x, y):
            with mode():
                v = function.apply(given)
            try:
                print(v.add_(1), v.requires_grad)
            except RuntimeError as error:
                print(v, error)
with ag.inference_mode():
    constant = ag.ones(2)
with ag.no_grad():
    part, part_of_leaf = y[:1], x[:1]
for function, given in (
    (AsView, constant),
    (AsItIs, constant),
    (Raised, y.split(1)[0]),
    (Raised, part),
    (Raised, part_of_leaf),
):
    try:
        print(function.apply(given).add_(1))
    except RuntimeError as error:
        print(error)
with ag.no_grad():
    part = ag.ones(2, requires_grad=True)[:1]
print(part, ag.autograd.grad((part * 2).sum(), part, allow_unused=True))

# %% a_hook_on_several_tensors_one_of_which_has_no_gradient
watch = ag.autograd.graph.register_multi_grad_hook
x, c = ag.ones(1, requires_grad=True), ag.ones(1)
try:
    watch((x, c), print)
except AssertionError as error:
    print(error)
watch((x, c), print, mode="any")
(x * 2).sum().backward()

# %% copies_have_been_written_to
import copy
import pickle

x, layer = ag.ones(2, requires_grad=True), ag.nn.Linear(1, 1)
print(copy.copy(x)._version, copy.deepcopy(x)._version, pickle.loads(pickle.dumps(x))._version)
print(copy.deepcopy(layer).weight._version, pickle.loads(pickle.dumps(layer)).weight._version)
y = copy.deepcopy(x)
loss = (y * y).sum()
with ag.no_grad():
    y += 1
try:
    loss.backward()
except RuntimeError as error:
    print(error)
with ag.inference_mode():
    x.data = x.data * 2
print(x.is_inference(), x._version)
try:
    x * y
except RuntimeError as error:
    print(error)
x.data = x.data.clone()
print(x.is_inference(), x * y)


# %% who_made_a_view_of_a_view_that_may_not_be_written_to
from contextlib import nullcontext


class Same(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad


class Doubled(Same):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)


steps = (lambda t: t[:1], lambda t: t.split(1)[0], Same.apply)
for first in steps:
    for mode in (nullcontext, ag.no_grad, ag.inference_mode):
        for second in steps:
            for write in (lambda y, v: v.add_(1), lambda y, v: y.add_(1), lambda y, v: Doubled.apply(v)):
                y = ag.tensor([1.0, 2.0], requires_grad=True) * 1
                with mode():
                    v = first(y)
                v = second(v)
                try:
                    write(y, v)
                    print(v.grad_fn and v.grad_fn.name())
                except RuntimeError as error:
                    print(error)

# %% a_shallow_copy_tells_of_hooks_and_keeps_what_hangs_on_it
import copy
import warnings

x = ag.ones(2, requires_grad=True)
x.note = ["mine"]
x.register_hook(lambda grad: None)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    y = copy.copy(x)
print(y, y.note is x.note, len(caught))
total = x.sum()
again = copy.copy(total)
again.data.fill_(7)
print(total, again, again.is_leaf)
for t in (ag.ones(2, 3).t(), ag.ones(2, 2, 3).permute(2, 0, 1), ag.nn.Parameter(ag.ones(2, 3).t())):
    print(copy.deepcopy(t).stride(), copy.copy(t).stride())

# %% a_hook_on_the_same_tensor_twice
x, w = ag.ones(1, requires_grad=True), ag.ones(1, requires_grad=True)
y = x * 2
ag.autograd.graph.register_multi_grad_hook((y, w, y), print)
(y * w).sum().backward()

# %% asked_for_its_history_a_view_refuses_in_every_mode
from contextlib import nullcontext

for first in (lambda t: t.split(1)[0], lambda t: t[:1]):
    for made in (nullcontext, ag.no_grad, ag.inference_mode):
        for asked in (nullcontext, ag.no_grad, ag.inference_mode):
            for ask in (
                lambda v: v.grad_fn,
                lambda v: v.is_leaf,
                lambda v: v * 2,
                lambda v: v.requires_grad_(False),
                lambda v: v.backward(),
            ):
                y = ag.tensor([1.0, 2.0], requires_grad=True) * 1
                with made():
                    v = first(y)
                with ag.no_grad():
                    y.mul_(2)
                with asked():
                    try:
                        said = ask(v)
                        print(said if isinstance(said, ag.Tensor) else said and "a node or True")
                    except RuntimeError as error:
                        print(error)

# %% a_retained_gradient_is_added_up_in_a_new_tensor
x = ag.tensor([1.0, 2.0], requires_grad=True)
y = x * 3
y.retain_grad()
loss = (y * y).sum()
loss.backward(retain_graph=True)
first, leaf = y.grad, x.grad
loss.backward(retain_graph=True)
print(first, y.grad is first, y.grad, x.grad is leaf)
y.grad = None
(slope,) = ag.autograd.grad(loss, x, create_graph=True)
print(y.grad)
slope.sum().backward()
print(y.grad)

# %% a_hook_on_several_leaves_that_grad_is_asked_for
x, w = ag.ones(1, requires_grad=True), ag.ones(1, requires_grad=True)
ag.autograd.graph.register_multi_grad_hook((x, w), print)
for wanted in (x, [x, w]):
    try:
        ag.autograd.grad((x * w).sum(), wanted)
    except RuntimeError as error:
        print(error)
    (x * w).sum().backward(inputs=wanted)


# %% a_group_of_hooks_that_watches_the_root
x = ag.tensor(2.0, requires_grad=True)
y = x * 3
for watched in ((y, x), (y,)):
    handle = ag.autograd.graph.register_multi_grad_hook(watched, print)
    y.backward(retain_graph=True)
    ag.autograd.backward([y, x], [ag.tensor(1.0), ag.tensor(5.0)], retain_graph=True)
    x.backward()
    handle.remove()
print(x.grad)
ag.autograd.graph.register_multi_grad_hook((y, (z := y * 2)), print)
print(ag.autograd.grad(z, x))

# %% versions_of_what_is_no_tensor
for what in (3, [3], [x for x in "ab"]):
    try:
        ag.autograd.graph.increment_version(what)
    except RuntimeError as error:
        print(error)

# %% the_kind_of_an_argument_is_looked_at_before_the_leaf
w = ag.ones(2, requires_grad=True)


def minus_nothing():
    global w
    w -= w.grad


def first_entry_becomes(value):
    w[0] = value


for write in (
    minus_nothing,
    lambda: w.mul_(None),
    lambda: first_entry_becomes("2"),
    lambda: w.sub_(ag.ones(3)),
    lambda: first_entry_becomes(2.0),
):
    try:
        write()
    except (TypeError, RuntimeError, ValueError) as error:
        print(type(error).__name__, error, error.__context__ is None or error.__suppress_context__)
print(w)

# %% a_view_of_a_reshaped_leaf_after_a_step
w = ag.arange(6.0).reshape(2, 3).requires_grad_()
row = w[0]
with ag.no_grad():
    w -= 1
row.sum().backward()
print(row, w.grad, row.grad_fn.next_functions, row.is_leaf)
print(ag.autograd.grad(row.sum(), w, allow_unused=True))
w[0].sum().backward()
print(w.grad)

# %% a_view_of_a_tensor_that_was_frozen_since
x = ag.ones(3, requires_grad=True)
y = x * 1
for whole in (x, y):
    part = whole[:2]
    whole.requires_grad_(False) if whole is x else whole.detach_()
    print(part.grad_fn.next_functions != ((None, 0),))
    whole.mul_(2)
    print(part.grad_fn.next_functions, part.requires_grad, whole.requires_grad)


# %% a_hook_on_a_node_keeps_what_it_was_shown
x = ag.tensor([2.0, 3.0], requires_grad=True)
shown = []
for y in (x * x, x / x, ag.maximum(x, x)):
    y.grad_fn.register_hook(lambda sent, arrived: shown.extend(sent))
    y.sum().backward()
print(shown, x.grad)


# %% gradients_of_leaves_with_gaps_and_shared_entries_lie_row_by_row
base = ag.arange(12.0).reshape(3, 4)
for x in (base.t(), base[:, ::2], base[:, 1], base.t()[::2], ag.ones(3).expand(2, 3)):
    leaf = x.detach().requires_grad_()
    (leaf * leaf).sum().backward()
    print(leaf.grad.stride(), leaf.grad.tolist())


# %% true_or_false_in_a_key_is_a_position
for key in (True, (False, 0), (0, True), ag.tensor(True)):
    for value in (5.0, ag.tensor([5.0]), ag.tensor(5)):
        x = ag.arange(6.0).reshape(2, 3)
        try:
            x[key] = value
            print(x.tolist(), x[key].tolist())
        except RuntimeError as error:
            print(error)
try:
    x[True, 0] = x[0, 0]
except RuntimeError as error:
    print(error)

# %% ordinary_data_given_to_an_inference_tensor
with ag.inference_mode():
    x = ag.ones(2)
x.data = ag.zeros(2)
for use in (lambda: x.add_(1), lambda: x * ag.ones(2, requires_grad=True)):
    try:
        print(use())
    except RuntimeError:
        print("refused")

# %% a_view_that_was_not_used_since_its_base_became_tracked
for use in (
    lambda view: view.double(),
    lambda view: view.to(ag.float16),
    lambda view: view.to(view.dtype, copy=True),
    lambda view: ag.zeros(2).add_(view),
    lambda view: ag.ones(2).mul_(view),
    lambda view: ag.zeros(2).copy_(view),
    lambda view: ag.autograd.grad((view * 3).sum(), view)[0],
    lambda view: view.numpy(),
):
    x, base = ag.tensor([2.0, 3.0, 4.0], requires_grad=True), ag.ones(3)
    view = base[:2]
    base.mul_(x)
    try:
        y = use(view)
        print(y, y.requires_grad)
        y.sum().backward()
    except RuntimeError as error:
        print(error)
    print(x.grad)
one, other = (base := ag.ones(4)).chunk(2)
base.mul_(ag.ones(4, requires_grad=True))
try:
    print(one.double())
except RuntimeError as error:
    print(error)

# %% a_view_made_under_no_grad_of_a_leaf_that_was_frozen_since
w = ag.ones(2, 2, requires_grad=True)
with ag.no_grad():
    row = w[0]
print(row.requires_grad, row.is_leaf, (row * 2).requires_grad)
w.requires_grad_(False)
print(row.requires_grad, row.is_leaf, (row * 2).requires_grad)
for give in (lambda: row.backward(), lambda: row.sum().backward(), lambda: ag.autograd.grad(row, w)):
    try:
        print(give())
    except RuntimeError as error:
        print(error)
w[0] = 3.0
print(row, row.grad_fn, row.is_leaf)

# %% shared_entries_are_refused_before_shapes_and_types
expanded = ag.ones(3).expand(2, 3)
for write in (
    lambda: expanded.mul_(ag.ones(4, 2, 3)),
    lambda: ag.ones(3).int().expand(2, 3).add_(0.5),
    lambda: expanded.add_("a"),
):
    try:
        write()
    except (RuntimeError, TypeError) as error:
        print(str(error).split("\n")[0])

# %% views_of_inference_tensors_are_tensors_like_any_other
with ag.inference_mode():
    whole = ag.arange(4.0)
    part = whole[1:]
print(part._base, part.is_inference(), whole.view(2, 2)._base, whole[0].is_inference())
part.detach_()
with ag.inference_mode():
    part.add_(1)
print(whole, part)

# %% a_loss_of_logits_has_the_number_type_of_its_target
for logits, target in ((ag.float64, ag.float32), (ag.float32, ag.float64)):
    x = ag.tensor([1.0, -2.0], dtype=logits, requires_grad=True)
    loss = ag.nn.functional.binary_cross_entropy_with_logits(x, ag.tensor([1.0, 0.0], dtype=target))
    loss.backward()
    print(loss, x.grad)

# %% last_digits_of_few_numbers
x = ag.tensor([1.0, 2.0, 2.5, -3.0], requires_grad=True)
for y in (x.exp() ** 2, x.exp().log1p(), (x * 7).tanh(), x.tan(), (x.exp() + 1).log(), x.sigmoid() * 1000, x.erf()):
    print([f"{v:.5g}" for v in y.tolist()])

# %% a_function_is_named_in_errors_by_where_it_is_defined
import numpy as np

F = ag.nn.functional
for thing in (F.gelu, F.linear, F.relu, F.tanh, ag.tanh, ag.relu, ag.nn.ReLU, F.logsigmoid):
    try:
        ag.nn.Sequential(thing)
    except TypeError as error:
        print(error)
for wrong in (
    lambda: F.embedding(ag.zeros(5, 3), ag.tensor([1, 2])),
    lambda: F.tanh([1.0]),
    lambda: ag.zeros(2) == np.array(["a", "b"]),
):
    try:
        print(wrong())
    except (RuntimeError, AttributeError) as error:
        print(error)


# %% a_function_may_use_the_view_that_it_wrote_into
class AddOne(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.add_(1)
        ctx.mark_dirty(x)
        ctx.save_for_backward(x * 2)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0]


leaf = ag.ones(4, requires_grad=True)
whole = leaf * 1
part = AddOne.apply(whole[:3])
print(part.grad_fn.name(), part.grad_fn.next_functions[0][0].name())
part.sum().backward()
print(leaf.grad)


# %% a_function_without_history
class Marked(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, what):
        if what == "dirty":
            ctx.mark_dirty(x)
        return (x * 2).requires_grad_()

    @staticmethod
    def backward(ctx, grad):
        return grad, None


x = ag.ones(2, requires_grad=True)
print(Marked.apply(x.detach(), ""), Marked.apply(x, ""))
with ag.no_grad():
    print(Marked.apply(x, "").requires_grad)
for given in (x, x.detach()):
    try:
        Marked.apply(given, "dirty")
    except RuntimeError as error:
        print(str(error).splitlines()[0])

# %% a_join_that_leads_to_no_target_sends_nothing
x = ag.ones(2, requires_grad=True)
for y in (ag.cat([x, x * 2]), (x * x).unbind()[0], (x * 1).split(1)[1]):
    y.grad_fn.register_hook(lambda sent, received: print([part is None for part in sent]))
    y.sum().backward(inputs=[y])
    (y * 2).sum().backward(inputs=[y, x])
    print(y.grad, x.grad)

# %% gradients_are_compared_before_they_are_counted
x = ag.ones(3, requires_grad=True)
y = x * 2
for roots, gradients in (([y, y], ag.ones(2)), ([y, y], ag.ones(3)), ([y, y.sum()], [ag.ones(3)]), ([y, y], [None])):
    try:
        print(ag.autograd.grad(roots, x, gradients))
    except RuntimeError as error:
        print(str(error).splitlines()[0])

# %% a_checkpoint_of_an_inference_tensor
from importlib import import_module

checkpoint = import_module(ag.__name__ + ".utils.checkpoint").checkpoint
with ag.inference_mode():
    x = ag.ones(2)
try:
    checkpoint(lambda x: x * 2, x, use_reentrant=False)
except RuntimeError as error:
    print(str(error).splitlines()[0])

# %% what_is_drawn_has_the_derivative_0
ag.manual_seed(0)
p, spread = ag.tensor([0.1, 0.5, 0.9], requires_grad=True), ag.tensor([1.0, 2.0, 3.0], requires_grad=True)
draws = [
    lambda: ag.bernoulli(p),
    lambda: ag.normal(p, 1.0),
    lambda: ag.normal(0.0, spread),
    lambda: ag.normal(p[None], spread[:, None]),
]
for draw in draws:
    p.grad = spread.grad = None
    drawn = draw()
    print(drawn, drawn._version, [node and node.name() for node, _ in drawn.grad_fn.next_functions])
    try:
        drawn.sum().backward()
        print(p.grad, spread.grad)
    except RuntimeError as error:
        print(error)

# %% a_batch_that_is_not_contiguous_times_one_matrix
x = ag.arange(24.0).reshape(2, 3, 4).requires_grad_()
for batch, single in (
    (x[:, :, :2], ag.ones(2, 5)),
    (x[0].T[None], ag.ones(3, 5)),
    (x.transpose(0, 1), ag.ones(4, 5)),
    (x.transpose(0, 1), ag.ones(4)),
    (ag.ones(2), x.transpose(0, 1)),
):
    node, names = (batch @ single).grad_fn, []
    while node is not None:
        names.append(node.name())
        node = next((node for node, _ in node.next_functions if node), None)
    print(names)

# %% the_node_of_a_leaf_lives_as_long_as_a_graph_that_told_of_it
leaves = [ag.ones(1, requires_grad=True) for _ in range(6)]
y = leaves[0]
for leaf in leaves[1:]:
    y = y * leaf
y.grad_fn.next_functions[1][0].metadata["note"] = "kept"
print(y.grad_fn.next_functions[1][0].metadata)
seen, waiting = [], [y.grad_fn]
while waiting:
    node = waiting.pop()
    seen.append(id(node))
    waiting += [next for next, _ in node.next_functions]
print(len(seen), len(set(seen)))


# %% a_function_that_does_not_look_at_what_it_saved_can_be_walked_again
class Twice(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 2 * x

    @staticmethod
    def backward(ctx, grad):
        if looks:
            print(len(ctx.saved_tensors))
        return 2 * grad


x = ag.ones(2, requires_grad=True)
y = Twice.apply(x).sum()
for looks in (True, False, True):
    try:
        y.backward()
    except RuntimeError as error:
        print(str(error)[:60])
    print(x.grad)


# %% an_input_that_forward_returns_is_not_saved_in_setup_context
class Same(ag.autograd.Function):
    @staticmethod
    def forward(x, y):
        return x, y * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(output[0], inputs[1])

    @staticmethod
    def backward(ctx, grad, other):
        return grad, other


for x in (ag.ones(2, requires_grad=True), ag.ones(2)):
    for y in (ag.ones(2, requires_grad=True), ag.ones(2)):
        try:
            print(Same.apply(x, y))
        except RuntimeError as error:
            print(error)


# %% what_a_function_returns_is_checked_in_an_order
class Dirty(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, y, what):
        ctx.mark_dirty(x, y) if what != "text" else ctx.mark_dirty("x")
        ctx.mark_non_differentiable(x if what != "text" else 3)
        ctx.save_for_backward(x if what != "save" else 3)
        print(x._version, end=" ")
        return x, y * 2

    @staticmethod
    def backward(ctx, grad, other):
        return grad, other, None


for x in (ag.ones(2, requires_grad=True), ag.ones(2, requires_grad=True) * 1, ag.ones(2)):
    for what in ("", "save", "text"):
        try:
            print(Dirty.apply(x, ag.ones(2, requires_grad=True) * 1, what))
        except (RuntimeError, TypeError) as error:
            print(str(error)[:90], x._version, x.grad_fn is None)


# %% a_view_made_before_the_write_of_a_function
class Late(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, marked):
        first = x[0]
        x.mul_(3)
        if marked:
            ctx.mark_dirty(x)
            return x, first
        return first

    @staticmethod
    def backward(ctx, *grads):
        return grads[0] * 3, None


for marked in (True, False):
    leaf = ag.ones(2, requires_grad=True)
    given = Late.apply(leaf * 1, marked)
    first = given[1] if marked else given
    print(first, first._version)
    try:
        first.mul_(2)
    except RuntimeError as error:
        print(error)


# %% which_output_was_overwritten
class Three(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        results = x * 1, x * 2, x * 3
        ctx.save_for_backward(*results)
        return results

    @staticmethod
    def backward(ctx, *grads):
        return sum(saved * grad for saved, grad in zip(ctx.saved_tensors, grads))


for number in range(3):
    results = Three.apply(ag.ones(2, requires_grad=True))
    results[number].mul_(2)
    saved = results[2 - number] ** 2
    for loss in (sum(each.sum() for each in results), saved.sum()):
        try:
            loss.backward(retain_graph=True)
        except RuntimeError as error:
            print(str(error).split(" is at")[0])


# %% one_number_written_to_and_then_shared
x = ag.tensor(2.0, requires_grad=True)
for share in ("detach", "squeeze", "numpy"):
    y = x.exp()
    with ag.no_grad():
        y += 1
    getattr(y.detach() if share == "numpy" else y, share)()
    try:
        print(ag.autograd.grad(y, x))
    except RuntimeError as error:
        print(error)


class Exp(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0]


y = Exp.apply(x)
y.data += 1  # which is not noticed
print(ag.autograd.grad(y, x))


# %% what_backward_returned_is_seen_by_hooks_and_checked_even_where_nobody_asks
class Product(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x * y

    @staticmethod
    def backward(ctx, grad):
        x, y = ctx.saved_tensors
        return grad * y, grad * x if fits else 3.0


for fits in (True, False):
    for plain in (False, True):
        x, y = ag.ones(2, requires_grad=True), ag.ones(2, requires_grad=not plain)
        z = Product.apply(x, y)
        z.grad_fn.register_hook(lambda sent, received: print([each is None for each in sent]))
        try:
            print(ag.autograd.grad(z.sum(), [x]))
        except RuntimeError as error:
            print(error)

# %% checks_and_jacobians_where_there_is_nothing
empty = ag.zeros(0, dtype=ag.float64, requires_grad=True)
x = ag.ones(2, dtype=ag.float64, requires_grad=True)
plain = ag.ones(2, dtype=ag.float64)
functional = ag.autograd.functional
for attempt in (
    lambda: ag.autograd.gradcheck(lambda x: x.exp(), empty),
    lambda: ag.autograd.gradcheck(lambda x, y: (x * y.sum(), y), (empty, x)),
    lambda: ag.autograd.gradcheck(lambda x: x > 0, empty),
    lambda: ag.autograd.gradgradcheck(lambda x, y: x.sum() * y**2, (empty, x)),
    lambda: ag.autograd.gradgradcheck(lambda x: x * 2, plain),
    lambda: ag.autograd.gradgradcheck(lambda x: plain, x),
    lambda: functional.jacobian(lambda x: x.exp(), empty),
    lambda: functional.jacobian(lambda x, y: (y, x), (empty, x)),
    lambda: functional.jacobian(lambda x, y: x.sum() * y, (empty, x)),
    lambda: functional.hessian(lambda x, y: (x.sum() * y).sum(), (empty, x)),
    lambda: functional.hessian(lambda x: x.sum(), empty),
    lambda: functional.jvp(lambda x: x.long(), x, x),
    lambda: functional.vhp(lambda x: x.sum(), empty, empty),
):
    try:
        print(attempt())
    except (RuntimeError, TypeError, ValueError) as error:
        print(type(error).__name__, str(error).replace("<lambda>()", "the function"))

# %% what_is_no_tensor_in_a_layer
import numpy as np

nn = ag.nn
for layer in (nn.Tanh(), nn.Sigmoid(), nn.ReLU(), nn.GELU(), nn.Softmax(-1), nn.Linear(2, 1), nn.LayerNorm(2)):
    for wrong in (3, "x", None, [1.0, 2.0], np.ones(2)):
        try:
            print(layer(wrong))
        except (TypeError, AttributeError) as error:
            print(type(error).__name__, str(error).splitlines()[0])


# %% an_input_handed_on_twice_and_written_into_without_a_mark
class HandedOn(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        return x

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


leaf = ag.ones(2, requires_grad=True)
first = HandedOn.apply(leaf)
second = HandedOn.apply(first)
print(second, second._version, second.grad_fn.next_functions[0][0].name())
second.sum().backward()
print(leaf.grad)

# %% settings_of_workers_that_there_are_not
DataLoader = ag.utils.data.DataLoader
for settings in (
    {"worker_init_fn": print, "generator": ag.Generator().manual_seed(3), "shuffle": True},
    {"in_order": False, "pin_memory_device": "cuda", "multiprocessing_context": None},
    {"persistent_workers": True},
):
    try:
        print(list(DataLoader([1, 2, 3], 2, **settings)))
    except ValueError as error:
        print(error)
print(len(DataLoader([1, 2], 1, False, None, None, 0, None, False, False, 0, None, None, None)))

# %% a_hook_on_several_tensors_waits_for_no_leaf_that_is_not_reached
for reaches in (True, False):
    for asked in ("w", "x", "wx", "t"):
        w, x = ag.ones(1, requires_grad=True), ag.ones(1, requires_grad=True)
        t = x * 2
        ag.autograd.graph.register_multi_grad_hook((w, t), lambda grads: print([grad is None for grad in grads]))
        loss = (t * w if reaches else t * 3).sum()
        try:
            tensors = {"w": w, "x": x, "t": t}
            print(ag.autograd.grad(loss, [tensors[name] for name in asked], allow_unused=True))
        except RuntimeError as error:
            print(error)

# %% turned_in_place
x = ag.ones(3, 1, requires_grad=True)
for turn in (
    lambda y: y.t_(),
    lambda y: y.transpose_(0, 1),
    lambda y: y.swapaxes_(0, -1),
    lambda y: y.swapdims_(1, 0),
    lambda y: y.unsqueeze_(0),
    lambda y: y.squeeze_(),
    lambda y: y.squeeze_(1),
    lambda y: y.squeeze_((0, 1)),
):
    y = ag.arange(3.0).reshape(3, 1).clone()
    print(turn(y) is y, y.shape, y.stride(), y._version, y.is_leaf, y._is_view(), y.grad_fn)
    y = x * 2
    turn(y)
    print(y.shape, y._version, y.grad_fn.name(), y.grad_fn.next_functions[0][0].name(), y._is_view())
    y.sum().backward()
    print(x.grad)
    try:
        turn(x)
    except RuntimeError as error:
        print(error)
with ag.no_grad():
    print(x.t_().shape, x.requires_grad)
number = ag.tensor(3.0)
print(number.unsqueeze_(0), number.grad_fn)
weight = ag.nn.Parameter(ag.ones(2, 3))
print(weight.data.t_().shape, weight.shape)
for mistake in (lambda: number.t_(1), lambda: number.unsqueeze_(5), lambda: ag.ones(2, 2, 2).t_()):
    try:
        mistake()
    except Exception as error:
        print(type(error).__name__, error)

# %% a_saved_value_turned_in_place
x = ag.ones(3, 1, requires_grad=True)
y = x.exp()
z = y * 1
y.t_()
try:
    z.sum().backward()
except RuntimeError as error:
    print(str(error).partition(" Hint")[0])

# %% views_of_what_was_turned_in_place
x = ag.ones(2, 3, requires_grad=True)
y = x * 2
older = y[0]
y.t_()
newer = y[0]
older.mul_(5)
print(y.grad_fn.name(), older.grad_fn.name(), newer.grad_fn.name(), y, older, newer)
newer.add_(1)
y.sum().backward()
print(x.grad)
x.grad = None
y = x * 2
part = y[:, :2]
part.t_()
print(part, part.grad_fn.name(), part.grad_fn.next_functions[0][0].name(), y.grad_fn.name(), y._version)
part.mul_(3)
print(part.grad_fn.name(), y.grad_fn.name())
y.unsqueeze_(0).squeeze_()
(y * y).sum().backward()
print(x.grad)
plain = ag.zeros(2, 3)
row = plain[0]
plain.t_()
w = ag.ones(3, requires_grad=True)
row.fill_(3).mul_(w)
plain.sum().backward()
print(plain, w.grad)

# %% backward_inside_a_checkpoint
from importlib import import_module

checkpoints = import_module(ag.__name__ + ".utils.checkpoint")


def slope(f):
    def of(x):
        with ag.enable_grad():
            return ag.autograd.grad(f(x).sum(), x, create_graph=True)[0]

    return of


def part(f):
    return lambda x: checkpoints.checkpoint(f, x, use_reentrant=False)


x = ag.tensor([0.3, 0.7], requires_grad=True)
wave = lambda x: x.sin().exp().sin()
for f in (part(slope(wave)), slope(part(wave)), part(slope(part(wave))), slope(part(slope(part(wave))))):
    print(slope(f)(x).detach())

# %% a_checkpoint_that_saves_more_the_second_time
from importlib import import_module

checkpoints = import_module(ag.__name__ + ".utils.checkpoint")
runs = []


def growing(x):
    runs.append(1)
    return x.sin() if len(runs) % 2 else x.sin().sin().cos()


x = ag.ones(1, requires_grad=True)
checkpoints.checkpoint(growing, x, use_reentrant=False).backward()
print(x.grad)

# %% each_walk_recomputes_a_checkpoint
from importlib import import_module

checkpoints = import_module(ag.__name__ + ".utils.checkpoint")
x, w, runs = ag.tensor(0.5, requires_grad=True), ag.tensor(1.0, requires_grad=True), []


def both(x):
    runs.append(1)
    return (x * w).sin(), (x * w).cos()


first, second = checkpoints.checkpoint(both, x, use_reentrant=False)
first.backward(retain_graph=True)
with ag.no_grad():
    w.fill_(3.0)
x.grad = w.grad = None
second.backward()
print(x.grad, w.grad, len(runs))
first.backward()
print(x.grad, len(runs))


class Twice(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        ctx.saved_tensors
        return grad * ctx.saved_tensors[0]


try:
    checkpoints.checkpoint(Twice.apply, x, use_reentrant=False).backward()
except checkpoints.CheckpointError as error:
    print(error)


# %% an_untracked_tensor_is_unpacked_as_itself
class Keeps(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(y)
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        print(ctx.saved_tensors[0] is y)
        return grad, None


x, y = ag.tensor(1.0, requires_grad=True), ag.tensor(2.0)
Keeps.apply(x, y).backward()
with ag.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
    Keeps.apply(x, y).backward()
    z = y * x
print(z.grad_fn._saved_self is y, z.grad_fn._saved_other is x)


# %% the_graph_of_a_backward_that_is_differentiated_once
class Once(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, number, y):
        return x + number * y

    @staticmethod
    @ag.autograd.function.once_differentiable
    def backward(ctx, grad):
        return grad * 1, None, grad * 2


x, y = ag.ones(2, requires_grad=True), ag.ones(2, requires_grad=True)
weight = ag.ones((), requires_grad=True)
gx, gy = ag.autograd.grad(Once.apply(x, 2, y).sum(), (x, y), weight, create_graph=True)
print(gx.grad_fn is gy.grad_fn, gx.output_nr, gy.output_nr, type(gx.grad_fn).__name__, gx.grad_fn.name())
print([(node and node.name(), number) for node, number in gx.grad_fn.next_functions])
try:
    (gx.sum() + gy.sum()).backward()
except RuntimeError as error:
    print(error)

# %% anomalies_where_warnings_are_errors
import contextlib
import io
import warnings

x = ag.ones(2, requires_grad=True)
with warnings.catch_warnings(record=True):
    with ag.autograd.detect_anomaly():
        warnings.simplefilter("error")
        y = x + 1
        z = y**2
        y += 1
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                z.sum().backward()
        except RuntimeError as error:
            print(str(error).partition(" Hint")[0])

# %% outputs_whose_form_depends_on_the_numbers
import warnings

x = ag.ones(1, dtype=ag.float64, requires_grad=True)
for f in (
    lambda x: ag.cat([x, x]) if (x >= 1).all() else x,
    lambda x: x.float() if (x >= 1).all() else x,
    lambda x: (x * 2, x if x.sum() >= 1 else x[None]),
):
    try:
        ag.autograd.gradcheck(f, (x,))
    except AssertionError as error:
        print(error)


def refusing(x):
    def hook(grad):
        if grad is None:
            raise RuntimeError("no gradient")

    y = x.clone()
    y.register_hook(hook)
    return y


with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    try:
        ag.autograd.gradcheck(refusing, (x,))
    except RuntimeError as error:
        print(error, told[-1].message)

# %% modes_that_hooks_leave_open
x = ag.ones(2, requires_grad=True)
saved = ag.autograd.graph.saved_tensors_hooks(lambda t: print("packed") or t, lambda t: t)
for enter in (saved.__enter__, ag.no_grad().__enter__):
    for place in (lambda y: y, lambda y: y.grad_fn):
        y = x * 2
        place(y).register_hook(lambda *grads: enter() and None)
        y.sum().backward()
        print(ag.is_grad_enabled(), x.sin().requires_grad)
with saved:
    y = x * x
    y.register_hook(lambda grad: saved.__exit__())
    y.sum().backward()
    x.exp()
x.exp()
inference = ag.inference_mode()
y = x * 2
y.register_hook(lambda grad: inference.__enter__())
y.sum().backward()
print(ag.is_inference_mode_enabled())

# %% views_made_or_turned_under_no_grad
a = ag.ones(2, 3, requires_grad=True)
with ag.no_grad():
    u, w = a[0], a[:, 0]
(u.sum() + w.sum() + a.sum()).backward()
print(a.grad)
print(ag.autograd.grad((u * 2).sum() + a.sum(), (a, u), allow_unused=True))
a = ag.arange(4.0).view(2, 2).requires_grad_()
y = a * 1
v = y[:]
with ag.no_grad():
    v.t_()
(v * ag.tensor([[1.0, 2], [3, 4]])).sum().backward()
print(a.grad, v.grad_fn.name())
y = a * 1
v = y.view(-1)
with ag.no_grad():
    v.transpose_(0, -1)
y.mul_(2)
print(v.grad_fn.name())
a = ag.arange(6.0).view(2, 3).requires_grad_()
y = a * 1
v = y.view(3, 2)
with ag.no_grad():
    v.t_()
(v * ag.arange(6.0).view(2, 3)).sum().backward()
print(a.grad)
a.grad = None
v = a[:]
with ag.no_grad():
    v.t_()
(v * ag.arange(6.0).view(3, 2)).sum().backward()
print(a.grad, v.grad_fn.name(), v.requires_grad)
u = (a * 1).unbind(0)[0]
with ag.no_grad():
    u.unsqueeze_(0)
try:
    print(u.grad_fn)
except RuntimeError as error:
    print(error)

# %% saved_tensors_that_are_cleared_when_read
import weakref


class F(ag.autograd.Function):
    clear_saved_tensors_on_access = True

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        r = weakref.ref(x)
        del x
        print("gone", r() is None)
        return g


x = ag.ones(2, requires_grad=True)
y = F.apply(x.clone())
y.sum().backward(retain_graph=True)
try:
    y.sum().backward()
except RuntimeError as e:
    print(e)
y = F.apply(x * 2)
print(y.grad_fn.saved_tensors)
try:
    print(y.grad_fn.saved_tensors)
except RuntimeError as e:
    print(e)
try:
    y.sum().backward()
except RuntimeError as e:
    print(e)


class G(F):
    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors[0] * ctx.saved_tensors[0]


try:
    G.apply(x).sum().backward()
except RuntimeError as e:
    print(e)


class H(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.clear_saved_tensors_on_access = True
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors[0] * ctx.saved_tensors[0]


try:
    H.apply(x).sum().backward()
    print("ok")
except RuntimeError as e:
    print(e)
print(ag.autograd.Function.clear_saved_tensors_on_access)

# %% views_of_intermediate_values_marked_as_written
before = ag.ones(2, requires_grad=True) * 1


class Marks(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, make):
        result = make(x)
        ctx.mark_dirty(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        return grad, None


for make in (lambda x: x.clone().view_as(x), lambda x: x.clone(), lambda x: before[:1]):
    try:
        print(Marks.apply(ag.tensor([1.0], requires_grad=True).clone(), make))
    except RuntimeError as error:
        print(error)

# %% writes_into_unpacked_tensors
hooks = ag.autograd.graph.saved_tensors_hooks
a = ag.ones(2, requires_grad=True)
k = a * 1
z = k * k
with hooks(lambda x: x, lambda x: x):
    y = k.sin()
with ag.no_grad():
    y.grad_fn._saved_self.add_(1)
try:
    z.sum().backward()
    print(a.grad)
except RuntimeError as e:
    print(str(e)[:230])
a = ag.tensor(2.0, requires_grad=True)
k = a * 1
for pack in (lambda x: x, lambda x: x.detach()):
    with hooks(pack, lambda x: x):
        y = k.sin()
    with ag.no_grad():
        y.grad_fn._saved_self.add_(1)
    print(k.item(), k._version, y.grad_fn._saved_self._version)
r = ag.ones(2)
a = ag.ones(2, requires_grad=True)
with hooks(lambda x: None, lambda x: r):
    y = a.sin()
with ag.no_grad():
    y.grad_fn._saved_self.add_(1)
print(r, r._version)
r = ag.ones(2).double()
with hooks(lambda x: None, lambda x: r):
    y = a.double().sin()
y.sum().backward()
print(a.grad)


class F(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 1

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        x.mul_(0)
        return g


a = ag.ones(2, requires_grad=True)
k = a * 1
with hooks(lambda x: x, lambda x: x):
    y = F.apply(k)
try:
    (k * k + y).sum().backward()
    print(a.grad)
except RuntimeError as e:
    print(str(e)[:230])
for delete in ("del a.data", "del a.requires_grad"):
    try:
        exec(delete)
    except RuntimeError as e:
        print(e)
try:
    ag.autograd.Variable(ag.ones(1, dtype=ag.long), requires_grad=True)
except RuntimeError as e:
    print(e)

# %% named_results_of_hooked_modules
import collections

nn = ag.nn
P = collections.namedtuple("P", "mean scale")


class M(nn.Module):
    def forward(self, x):
        return P(x * 2, x * 3)


for reg in ("register_full_backward_hook", "register_full_backward_pre_hook"):
    m = M()
    getattr(m, reg)(lambda *a: None)
    r = m(ag.ones(1, requires_grad=True))
    print(type(r).__name__, r)


class N(nn.Module):
    def forward(self, p):
        return p.mean + p.scale


m = N()
m.register_full_backward_hook(lambda *a: None)
print(m(P(ag.ones(1, requires_grad=True), ag.ones(1))))

# %% anomaly_mode_that_a_hook_switches_on
x = ag.ones(2, requires_grad=True)
y = x * 0
y.register_hook(lambda grad: ag.autograd.set_detect_anomaly(True) and None)
y.sum().backward(retain_graph=True)
print(ag.is_anomaly_enabled())
z = y.sqrt() * 0
try:
    z.sum().backward()
except RuntimeError as error:
    print(error)
ag.autograd.set_detect_anomaly(False)
print(ag.is_anomaly_enabled())

# %% arrays_beside_tensors
import numpy as np  # noqa: E402, I001


def told(f):
    try:
        r = f()
        print(type(r).__name__, r)
    except Exception as error:
        print(type(error).__name__, error)


for array in (np.ones(2), np.arange(2), np.array(2.0), np.array([True, False]), np.ones(3)):
    for x in (ag.ones(2) * 2, ag.tensor([1, 2]), ag.tensor(4.0), ag.ones(2, requires_grad=True)):
        told(lambda: array / x)
        told(lambda: array != x)
        told(lambda: x != array)
told(lambda: [1.0] / ag.ones(1))

# %% numbers_that_are_no_numbers_to_a_tensor
from fractions import Fraction  # noqa: E402, I001
import operator


def told(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


x, w, half = ag.ones(2), ag.ones(2, requires_grad=True), Fraction(1, 2)
for name in ("add", "sub", "mul", "truediv", "mod", "floordiv", "eq", "lt"):
    told(lambda: getattr(operator, name)(w, half))
    told(lambda: getattr(operator, name)(half, w))
for name in ("add_", "mul", "norm"):
    told(lambda: getattr(ag.ones(2), name)(half))
told(lambda: ag.add(x, x, alpha=half))
told(lambda: ag.isclose(x, x, half))

# %% bytes_and_floats_as_an_index
import warnings  # noqa: E402, I001
import numpy as np


def told(f):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            r = f()
        except Exception as error:
            r = f"{type(error).__name__}: {error}"
    print(r, [str(w.message)[:34] for w in caught])


def written(x, key, value):
    x[key] = value
    return x.tolist()


x = ag.arange(5)
for array in (np.array([0.0, 2.7]), np.array(1.0)):
    told(lambda: x[array])
    told(lambda: written(x.clone(), array, 7))
told(lambda: x[np.array([1], np.uint16)])
told(lambda: ag.tensor([np.uint8(3)]))
told(lambda: ag.tensor([[np.uint8(3), 4]]))
told(lambda: ag.LongTensor([np.uint8(3)]))
told(lambda: written(ag.tensor([2]), 0, np.uint8(3)))
told(lambda: ag.tensor([1, 2**63]))

# %% bounds_and_spreads_that_are_none


def told(f):
    ag.manual_seed(5)
    try:
        r = f()
    except Exception as error:
        r = f"{type(error).__name__}: {error}"
    print(r, ag.rand(1))


nan, nn, x = float("nan"), ag.nn, ag.zeros(2)
for kind in (ag.float32, ag.float64):
    told(lambda: ag.zeros(2, dtype=kind).uniform_(1, 0))
for spread in (nan, -1.0, 0.0):
    told(lambda: x.normal_(0, spread))
    told(lambda: ag.normal(0.0, spread, (2,)))
    told(lambda: ag.normal(x, ag.tensor([1.0, spread])))
    told(lambda: nn.init.normal_(x, 0, spread))
for rate in (nan, 0.0, ag.tensor(2.0)):
    told(lambda: x.exponential_(rate))
for p in (nan, 2.0, ag.tensor(0.5), ag.tensor(nan), ag.tensor(1)):
    told(lambda: ag.bernoulli(ag.zeros(2), p))
    told(lambda: ag.zeros(2).bernoulli(p))
for p in (0.5, ag.tensor(0.5)):
    told(lambda: nn.functional.dropout(ag.ones(2), p))
    told(lambda: nn.functional.dropout(ag.ones(2), p, False))
    told(lambda: nn.Dropout(p)(ag.ones(2)))

# %% an_entry_of_the_tensor_as_the_value_that_fills_it
for entry in (0, 3):
    x = ag.arange(5.0)
    x.masked_fill_(x > 2, x[entry])
    w = ag.arange(5.0, requires_grad=True)
    y = w * 1
    y.masked_fill_(y > 2, y[entry])
    y.sum().backward()
    print(x, y, w.grad)
print(ag.ones(1, 1, 2).squeeze_(0, 1))
x = ag.tensor([True])
print(ag.add(x, True, alpha=2), x.add(True, alpha=0), x.add_(True, alpha=2), ag.tensor([1]).add(True, alpha=2))

# %% numbers_at_the_edges_of_small_functions
inf, nan, one = float("inf"), float("nan"), ag.ones(2, 2)
for numbers in ([1e-30], [-1e30], [0.0], [nan], [1e-30, 1e-30]):
    for order in (1, 2, 3, 0.5, inf, -inf):
        x = ag.tensor(numbers, requires_grad=True)
        length = x.norm(order)
        length.backward()
        print(length, x.grad)
print(ag.tensor([[1e30], [-2.0]]).norm(dim=1), ag.tensor(2.0).norm(nan))
x = ag.tensor([0.0, 1.0, -1.0, inf, -inf, nan, 3e38, -3e38])
for rtol, atol in ((1e-5, 1e-8), (0, 0), (inf, 0), (0, inf), (2.0, 0)):
    for equal_nan in (False, True):
        print(ag.isclose(x[:, None], x[None], rtol, atol, equal_nan).int().tolist())
w = ag.ones(2, requires_grad=True)
for equation in ("i->i", "i", "..."):
    y = ag.einsum(equation, w)
    print(y is w, y.is_leaf, y)
print(ag.einsum("ii->i", (one * 2).requires_grad_()))
print(ag.addmm(one, one * nan, one, alpha=0), ag.nan_to_num(ag.tensor([nan, inf]), nan=None))

# %% logsigmoid_far_from_0
for kind in (ag.float32, ag.float64):
    for value in (-100.0, -20.0, -10.0, -1.0, 0.0, 1.0, 10.0, 20.0, 100.0):
        x = ag.tensor(value, dtype=kind, requires_grad=True)
        derivative = ag.nn.functional.logsigmoid(x)
        for _ in range(3):
            (derivative,) = ag.autograd.grad(derivative, x, create_graph=True)
            print(f"{derivative.item():.5g}", end=" ")
    print(derivative)

# %% bent_functions_beyond_their_settings
F, nan, inf = ag.nn.functional, float("nan"), float("inf")


def told(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


def slopes(name, setting, inplace):
    x = ag.tensor([-1.0, 0.0, 2.0], requires_grad=True)
    y = getattr(F, name)(x * 1, setting, inplace=inplace)
    values = y.tolist()
    y.sum().backward()
    return values, x.grad


for name in ("leaky_relu", "elu", "celu"):
    for setting in (-0.5, nan, 0.5):
        told(lambda: slopes(name, setting, True))
        told(lambda: slopes(name, setting, False))
x = ag.tensor([0.0, 1.0, -1.0])
for setting in (inf, nan, -1):
    told(lambda: F.elu(x, setting))
for lambd in (-0.1, inf, nan, 65507.0, 1e39):
    for kind in (ag.float16, ag.float32, ag.float64):
        told(lambda: F.softshrink(x.to(kind), lambd))
told(lambda: F.huber_loss(x, x, delta=nan))
told(lambda: F.smooth_l1_loss(x, x, beta=nan))
for reduction in ("elementwise_mean", "all"):
    told(lambda: F.poisson_nll_loss(x, x, reduction=reduction))
told(lambda: F.embedding(ag.tensor([0]), ag.tensor(1.0)))
six = ag.nn.ReLU6()
print(six, ag.nn.ReLU6(True), six(ag.tensor([-1.0, 3.0, 9.0])))

# %% what_is_kept_and_taken_up_again
import pickle  # noqa: E402, I001

checkpoint_sequential = ag.utils.checkpoint.checkpoint_sequential
for segments in (-3, -1, 1, 2, 3):
    print(
        checkpoint_sequential([ag.exp, ag.sin, ag.cos], segments, ag.ones(2, requires_grad=True), use_reentrant=False)
    )
p, q = ag.nn.Parameter(ag.ones(1)), ag.nn.Parameter(ag.ones(1))
opt = ag.optim.SGD([p, q], lr=0.5, momentum=0.5)
opt.param_groups.append({**opt.param_groups[0], "params": [q]})
p.grad, q.grad = ag.ones(1), ag.ones(1) * 2
opt.step()
state = opt.state_dict()
print(state["state"], [group["params"] for group in state["param_groups"]])
for version in (None, 1, 2):
    net = ag.nn.Sequential(ag.nn.BatchNorm1d(2))
    state = net.state_dict()
    del state["0.num_batches_tracked"]
    state._metadata["0"] = {} if version is None else {"version": version}
    try:
        print(net.load_state_dict(state))
    except RuntimeError as error:
        print(error)
print(pickle.loads(pickle.dumps(ag.ones(2, 2).max(1))), pickle.loads(pickle.dumps(ag.eye(2).sort())))

# %% how_often_gradcheck_calls


def counted(f, *inputs, check=ag.autograd.gradcheck):
    calls = []

    def g(*given):
        calls.append(given)
        return f(*given)

    try:
        result = check(g, inputs)
    except Exception as error:
        result = type(error).__name__
    print(result, len(calls))


for wrong in (lambda a: a.float() * 1.0001, lambda a: a.double() * a.detach()):
    try:
        ag.autograd.gradcheck(wrong, ag.full((1,), 0.25, dtype=ag.float64, requires_grad=True))
    except RuntimeError as error:
        print(str(error).partition("help:")[0].strip())
x, y = (ag.ones(n, dtype=ag.float64, requires_grad=True) for n in (4, 2))
counted(lambda a: a * a, x)
counted(lambda a: a * a, x, check=ag.autograd.gradgradcheck)
counted(lambda a: (a * 2, a * 3), x)
counted(lambda a, b: (a * 2, b * 3), x, y)
counted(lambda a, b: (a * 2, b.detach()), x, y)
counted(lambda a: a.detach() * 0, x)
counted(lambda a: a.detach(), x)
counted(lambda a: a * a.detach(), x)

# %% the_digits_of_powers
x = ag.tensor([0.7, 1.3, 2.9, 4.1], requires_grad=True)
for exponent in (2, 3, 4, 5, -1, -2, -3, 7, 2.5, -1.5, 0.3333, ag.tensor([0.3, 1.7, -2.2, 3.0])):
    y = x**exponent
    print(y.tolist(), [slope.tolist() for slope in ag.autograd.grad(y.sum(), x)])
for base in (2, 10, 0.5, 1.7):
    print((base**x).tolist())
for wide, narrow in ((ag.float64, ag.float32), (ag.float32, ag.float16), (ag.float64, ag.int64)):
    exponent = ag.tensor([0.7], dtype=wide, requires_grad=True)
    for twice in (False, True):
        y = ag.tensor([3], dtype=narrow) ** exponent
        (slope,) = ag.autograd.grad(y.sum(), exponent, create_graph=twice)
        print(f"{y.item():.10g} {slope.item():.10g}", slope.dtype)

# %% an_embedding_of_one_index_has_memory_of_its_own
F = ag.nn.functional
w = ag.ones(3, 2)
F.embedding(ag.tensor(1), w).add_(1)
print(w, F.embedding(ag.tensor(1), w).stride())
w = ag.ones(3, 2, requires_grad=True)
h = F.embedding(ag.tensor(1), w)
z = h * h
with ag.no_grad():
    w.add_(1)
z.sum().backward()
print(w.grad, h)

# %% a_leaf_that_has_become_a_result
x = ag.ones(2, requires_grad=True)
y = x * 2
x.requires_grad_(False)
w = ag.full((2,), 3.0, requires_grad=True)
x.copy_(w)
try:
    (x.sum() + y.sum()).backward()
except RuntimeError as error:
    print(error)
print(x.grad, x)
y = ag.arange(3.0, requires_grad=True) * 1
y[y < 1] = y[2]
print(y)

# %% the_data_of_a_number_replaced
for steps in range(3):
    x = ag.tensor(0.5, requires_grad=True)
    y, new = x.tanh(), ag.tensor(4.0)
    y.data = new
    for _ in range(steps):
        new.add_(1)
        y.data.mul_(2)
    y.backward()
    print(x.grad, y, new)
w, number = ag.tensor(1.0, requires_grad=True), ag.tensor(2.0)
w.data = number
number.add_(1)
print(w, w.data_ptr() == number.data_ptr(), w._version, number._version)

# %% a_linear_layer_on_what_does_not_lie_in_rows
F = ag.nn.functional
ag.manual_seed(0)
for x in (ag.randn(2, 4, 5), ag.randn(4, 2, 5).transpose(0, 1), ag.randn(2, 4, 10)[..., ::2], ag.randn(10)[::2]):
    for bias in (ag.ones(3), ag.ones(6)[::2]):
        w = ag.randn(3, 5, requires_grad=True)
        y = F.linear(x, w, bias.requires_grad_(False))
        print(y.grad_fn.name(), y.grad_fn.next_functions[0][0].name(), y._version, y._is_view(), y.stride())
        z = y * y
        y += 1
        try:
            z.sum().backward()
        except RuntimeError as error:
            print(str(error)[80:240])

# %% freed_by_a_walk_inside_the_walk
checkpoint = ag.utils.checkpoint.checkpoint
for f in (lambda x: x * x, lambda x: (x * x).sin(), lambda x: x * 2):
    x = ag.ones(2, 3, requires_grad=True)
    v = f(x)
    try:
        checkpoint(lambda t: t + v, v, use_reentrant=True).sum().backward()
    except RuntimeError as error:
        print(str(error)[:60])


class Times(ag.autograd.Function):
    @staticmethod
    def forward(ctx, n, t):
        return t * n

    @staticmethod
    def backward(ctx, grad):
        return None, grad[:1]


try:
    Times.apply(2, ag.ones(2, 3, requires_grad=True)).sum().backward()
except RuntimeError as error:
    print(error)
x = ag.rand(2, 3, requires_grad=True)
for mean in (x.mean(), x.mean(0).sum(), x.mean(1, keepdim=True).sum(), (x * x).mean()):
    (grad,) = ag.autograd.grad(mean, x, create_graph=True)
    print(grad.grad_fn and grad.grad_fn.name(), grad.stride(), grad._is_view())
ag.set_default_dtype(ag.float64)
print(ag.tensor([[1, 2]]).logsumexp(0).dtype)
ag.set_default_dtype(ag.float32)

# %% arguments_that_end_in_pytorchs_words


def told(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


x, nan = ag.ones(3), float("nan")
told(lambda: x.type_as(3))
told(lambda: ag.zeros(2**62, 2**62))
told(lambda: x.repeat_interleave(ag.tensor([1.0, 2.0, 1.0])))
told(lambda: ag.isclose(x, x, nan))
told(lambda: ag.isclose(x, x, 0, nan))

# %% the_digits_of_sums_and_losses
F = ag.nn.functional
ag.manual_seed(0)
for n in (3, 5, 7, 9, 20, 64):
    x, y = ag.randn(n, requires_grad=True), ag.randn(n)
    print(x.sum().item(), x.mean().item(), (x * y).sum().item())
    for loss in (F.mse_loss, F.l1_loss, F.huber_loss, F.smooth_l1_loss):
        value = loss(x, y)
        print(value.item(), ag.autograd.grad(value, x)[0].sum().item())
for shape in ((5, 3), (6, 4), (20, 2), (2, 9), (3, 2, 7)):
    x = ag.randn(shape)
    for dim in range(x.ndim):
        print(x.sum(dim).tolist(), x.mean(dim).tolist())
x, y, z = ag.randn(3, 6)
print(ag.add(x, y, alpha=0.3).tolist(), ag.sub(x, y, alpha=0.3).tolist())
print(ag.lerp(x, y, 0.3).tolist(), ag.lerp(x, y, 0.7).tolist(), ag.addcmul(x, y, z, value=0.7).tolist())
w = ag.tensor([0.3, 1.7, 2.9], requires_grad=True)
for f in (ag.rsqrt, ag.log10, ag.log2):
    print(ag.autograd.grad(f(w).sum(), w)[0].tolist(), ag.autograd.grad(f(w.double()).sum(), w)[0].tolist())

# %% the_digits_of_training
for settings in ({}, {"momentum": 0.9}, {"momentum": 0.9, "nesterov": True, "weight_decay": 0.01}):
    ag.manual_seed(0)
    x = ag.randn(30)
    y = 3 * x - 2 + 0.1 * ag.randn(30)
    w, b = ag.zeros(1, requires_grad=True), ag.zeros(1, requires_grad=True)
    optimizer = ag.optim.SGD([w, b], lr=0.05, **settings)
    for step in range(40):
        loss = ((w * x + b - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 10 == 0:
            print(loss.item(), w.item(), b.item())
    print(w.item(), b.item(), w.grad.item())

# %% each_local_slope_after_its_graph_is_freed
x = ag.tensor(2.0, requires_grad=True)
y = x**2
z = y**3
(dy,) = ag.autograd.grad(y, x)
(dz,) = ag.autograd.grad(z, y)
print(dy * dz)
x = ag.tensor([2.0, 3.0], requires_grad=True)
y = x**2
z = (y**3).sum()
y.sum().backward()
print(ag.autograd.grad(z, y), x.grad)
try:
    ag.autograd.grad(z, y)
except RuntimeError as error:
    print(error)

# %% a_backward_that_writes_into_what_it_is_given


class Relu(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        grad[x < 0] = 0
        return grad


for turned in (False, True):
    x, b = ag.tensor([-1.0, 2.0], requires_grad=True), ag.tensor([3.0, 3.0], requires_grad=True)
    y = Relu.apply(x)
    (b + y if turned else y + b).pow(2).sum().backward()
    print(x.grad, b.grad)


def ten(grad):
    grad[0].mul_(10)


x, b = ag.tensor([-1.0, 2.0], requires_grad=True), ag.tensor([3.0, 3.0], requires_grad=True)
y = x * 2
y.grad_fn.register_prehook(ten)
(y + b).pow(2).sum().backward()
print(x.grad, b.grad)

# %% a_hook_that_writes_into_what_it_is_given
x = ag.tensor([1.0, 2.0], requires_grad=True)
h = x.sin()
h.register_hook(lambda grad: grad.clamp_(max=1.0))
((x + h) ** 2).sum().backward()
print(x.grad)
for turned in (False, True):
    w, b = ag.tensor([1.0, 2.0], requires_grad=True), ag.zeros(2, requires_grad=True)
    b.register_hook(lambda grad: grad.zero_())
    ((w + b if turned else b + w) ** 2).sum().backward()
    print(w.grad, b.grad)
x, seen = ag.tensor([1.0, 2.0], requires_grad=True), []
y = x + 1
y.register_hook(seen.append)
x.register_hook(lambda grad: grad.mul_(5))
(y * y).sum().backward()
print(seen)

# %% gradients_that_have_arrived_while_others_are_on_their_way
net = ag.nn.Sequential(ag.nn.Linear(1, 1), ag.nn.ReLU(), ag.nn.Linear(1, 1))
for i, layer in enumerate(net):
    layer.register_full_backward_hook(
        lambda layer, given, taken, i=i: print(i, [p.grad is None for p in net.parameters()])
    )
net(ag.ones(2, 1, requires_grad=True)).sum().backward()


def arrived(look):
    p, q = ag.ones(2, requires_grad=True), ag.ones(2, requires_grad=True)
    q.grad = ag.zeros(2)
    a = p.exp()
    a.register_hook(lambda grad: (look(q), None)[1])
    (a + q).sum().backward()
    print(p.grad, q.grad)


arrived(lambda q: print(q.grad))
arrived(lambda q: q.grad.zero_())
arrived(lambda q: setattr(q, "grad", None))
arrived(lambda q: q.requires_grad_(False))
arrived(lambda q: q.data.sub_(q.grad))

# %% a_context_with_a_start


class Slice(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x, start, stop):
        ctx.start, ctx.stop, ctx.size = start, stop, x.shape
        return x[start:stop].clone()

    @staticmethod
    def backward(ctx, grad):
        whole = ag.zeros(ctx.size)
        whole[ctx.start : ctx.stop] = grad
        return whole, None, None


x = ag.ones(3, requires_grad=True)
y = Slice.apply(x, 1, 2)
print(y.grad_fn.start)
y.sum().backward()
print(x.grad)

# %% subclasses_that_override_what_pytorch_calls
nn, optim = ag.nn, ag.optim


def tried(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


class Moved(nn.Module):
    def __init__(self):
        super().__init__()
        self.moves, self.w = 0, nn.Parameter(ag.ones(1))
        self.register_buffer("a", ag.ones(2))
        self.register_buffer("b", self.a)

    def parameters(self, recurse=True):
        return iter(())

    def _apply(self, fn, recurse=True):
        self.moves += 1
        return super()._apply(fn, recurse)

    def to(self, device):
        print("to", device)
        return super().to(device)


moved = Moved().double()
print(moved.moves, moved.w.dtype, moved.a.dtype, moved.b.dtype, moved.to("cpu").cpu().moves)


class Backwards(nn.Sequential):
    def __iter__(self):
        return iter(list(self._modules.values())[::-1])


class Flat(nn.BatchNorm1d):
    def _check_input_dim(self, input):
        if input.dim() != 4:
            raise ValueError("4D!")


class Extra(optim.SGD):
    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            group.setdefault("extra", 1)

    def _update(self):
        return "mine"


print(Backwards(nn.Tanh(), nn.Softplus())(ag.zeros(1)))
tried(lambda: Flat(2)(ag.ones(2, 2)))
print(Flat(2)(ag.ones(2, 2, 2, 2)).shape)
w = nn.Parameter(ag.ones(1))
w.grad = ag.ones(1)
extra = Extra([w], lr=0.1)
extra.load_state_dict(extra.state_dict())
extra.step()
print(extra.param_groups[0]["extra"], w)
for kind in (optim.SGD, optim.Adam):
    read_from_a_file = kind([w], lr=0.1)
    read_from_a_file.param_groups[0]["lr"] = "1e-3"
    tried(read_from_a_file.step)

# %% names_that_are_the_learners_own
nn = ag.nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self._hooks, self._assign, self._own_hooks = [], 3, 1
        self._forget, self._members = nn.Linear(2, 1), nn.ModuleList([nn.Linear(1, 1)])

    def forward(self, x):
        for member in self._members:
            x = member(self._forget(x))
        return x


cell = Cell()
cell._hooks.append(cell._forget.register_forward_hook(lambda *seen: print("seen")))
print(cell(ag.ones(1, 2)).shape, [name for name, _ in cell.named_parameters()])
for slip in (lambda: nn.linear(2, 1), lambda: nn.module, lambda: ag.optim.adam([w])):
    try:
        slip()
    except AttributeError as error:
        print(str(error).replace("autogradlab", "torch"))

# %% keys_that_are_tuples_by_birth
import collections

import numpy as np

Place = collections.namedtuple("Place", "row column")
x = ag.arange(6.0).reshape(2, 3)
b = ag.zeros(3, 3)
b[Place(1, 2)] = 5
print(b, x[Place(1, 0)], x[Place(slice(None), [0, 1])], x[ag.zeros(1, 2).shape], x[ag.zeros(()).shape])
w = x.clone().requires_grad_()
w[Place(1, 0)].sum().backward()
print(w.grad)
for kind in ("int8", "int16", "int32", "uint16"):
    y = x.clone()
    y[np.array([1], dtype=kind)] = 9.0
    print(x[np.array([1, 0], dtype=kind)], y)

# %% float16_where_its_range_ends
half = ag.float16
h = ag.full((200,), 400.0).half()
print(h.mean(), ag.nn.functional.l1_loss(h, h * 0), ag.ones(70_000).half().mean())
print(ag.tensor([70_000.0, -70_000.0]).mean(dtype=half), ag.full((2, 2), 60_000.0).half().mean(0))
w = ag.full((3,), 60_000.0, dtype=half, requires_grad=True)
w.mean().backward()
print(w.mean(), w.grad, w.sum())
print(ag.tensor([700.0, 7000.0]).half().round(decimals=2), ag.tensor([123.4]).half().round(decimals=3))
print(ag.tensor([32767, -32768, 300]).cumsum(0, dtype=half), ag.tensor([70_000.0, -70_000.0]).cumsum(0, dtype=half))
print(ag.tensor([16_777_217, -16_777_216]).cumsum(0, dtype=ag.float32))
print(ag.tensor([1e39, 1e-39], dtype=ag.float64).cumprod(0, dtype=ag.float32))

# %% long_sums_keep_their_digits
print(ag.full((1000, 10), 0.1).sum(0), ag.full((20_000, 2), 0.1).sum(0), ag.full((20_000, 3), 1 / 3).mean(0))
print(ag.full((20_000, 2), 0.1).softmax(0).sum(0))
w = ag.ones(2, requires_grad=True)
(ag.full((20_000, 2), 0.1) * w).sum().backward()
print(w.grad)
x = ag.ones(2, 3)
print(x.sum(tuple(ag.arange(2))), x.mean([ag.tensor(0), 1]))

# %% softplus_on_its_threshold
for value, beta, threshold in ((10.0, 1, 10), (1.5, 2, 3), (10.1, 1, 10), (0.3, 1, 20)):
    x = ag.tensor(value, requires_grad=True)
    y = ag.nn.functional.softplus(x, beta, threshold)
    (slope,) = ag.autograd.grad(y, x, create_graph=True)
    print(y, slope, ag.autograd.grad(slope, x))

# %% what_copied_optimizers_ask
p = ag.ones(2)
print(p.is_sparse, p.is_cpu, p.is_quantized, p.is_cuda)
largest, v = ag.zeros(2), ag.tensor([1.0, 2.0])
print(ag.max(largest, v, out=largest) is largest, largest, ag.min(largest, v * 0, out=largest), ag.max(v, 0))

# %% a_leaf_that_became_a_result_on_the_way_of_hooks
for hooked in (False, True):
    w, b = ag.ones(2, requires_grad=True), ag.ones(2, requires_grad=True)
    a = b.exp()
    if hooked:
        a.register_hook(lambda grad: None)
    loss = (a + w).sum()
    w.detach_().add_(ag.ones(2, requires_grad=True) * 2)
    try:
        loss.backward()
    except RuntimeError as error:
        print(error, b.grad)

# %% a_mean_divides_last_in_the_second_order_too
x = ag.tensor([[1.0, 3.0], [2.0, 5.0]], requires_grad=True)
for dims in (None, 0, (0, 1)):
    y = x.mean() if dims is None else x.mean(dims)
    (slope,) = ag.autograd.grad((y**2).sum(), x, create_graph=True)
    print(slope, ag.autograd.grad((slope**2).sum(), x, create_graph=True)[0])
x = ag.tensor([1.0, 3.0], requires_grad=True)
y = ag.nn.functional.binary_cross_entropy_with_logits(x, ag.ones(2))
print(ag.autograd.grad(y**2, x, create_graph=True)[0])
print((x + x).grad_fn._saved_alpha, (x - 1).grad_fn._saved_alpha, ag.add(x, x, alpha=3).grad_fn._saved_alpha)

# %% what_was_squeezed_comes_back_by_unsqueeze
x = ag.ones(1, 2, requires_grad=True)
for squeeze in (
    lambda x: x.squeeze(),
    lambda x: x.squeeze(0),
    lambda x: x.squeeze(1),
    lambda x: x.squeeze((0, 1)),
    lambda x: x.unsqueeze(0).squeeze(),
    lambda x: x[:, :1].squeeze(),
):
    (slope,) = ag.autograd.grad(squeeze(x).pow(2).sum(), x, create_graph=True)
    print(slope, ag.autograd.grad(slope.sum(), x)[0])

# %% nothing_saved_but_asked_for_after_backward


class Twice(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        for value in ("no", 3, None):
            try:
                ctx.set_materialize_grads(value)
            except TypeError as error:
                print(error)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


x = ag.ones(1, requires_grad=True)
y = Twice.apply(x)
y.backward(retain_graph=True)
print(y.grad_fn.saved_tensors)
y.backward()
try:
    y.grad_fn.saved_tensors
except RuntimeError as error:
    print(error)
y.backward()
print(x.grad)

# %% words_that_are_wrong_or_unknown
for call in (
    lambda: ag.tensor([1.0], dtype=ag.float32, foo=1),
    lambda: ag.tensor([1.0], requires_grad=True, foo=1),
    lambda: ag.tensor([1.0], 2, dtype=ag.float32),
    lambda: ag.ones(3).chunk(0, 1),
):
    try:
        call()
    except (TypeError, RuntimeError) as error:
        print(type(error).__name__, error)

# %% gelu_far_from_0
gelu = ag.nn.functional.gelu
print(gelu(ag.tensor(-100.0)), gelu(ag.tensor([-100.0, 1.0], dtype=ag.float64)))
print(gelu(ag.tensor([-100.0, 100.0]), approximate="tanh"), ag.random.default_generator is ag.default_generator)


# %% what_nodes_show_of_their_settings
def shown(y):
    node = y.grad_fn
    for name in dir(node):
        if name.startswith("_saved_"):
            value = getattr(node, name)
            print(name, tuple(value.shape) if isinstance(value, ag.Tensor) else value)


x = ag.tensor([[1.0, 2.0, 4.0], [3.0, 5.0, 6.0]], requires_grad=True)
several = [x[1], x[:, -1], x[1:], x[:, :-1], x[:, ::2], x[x > 2], x[:, [0, 2]], x.narrow(1, 0, 2), x.expand(2, 2, 3)]
several += [x.sum(0), x.sum(1, keepdim=True), x.mean(), x.mean(1), x.amax(1), x.var(1), x.logsumexp((0, 1)), x.prod()]
several += [x.norm(dim=1, keepdim=True), x.sort(0)[0], x.topk(2, 1)[0], x.max(1)[0], 1 - x, 2**x]
several += [ag.cat([x, x], 1), ag.stack([x, x]), x.split(2, 1)[0], x.split([1, 2], 1)[0], x.unbind(1)[0], x.chunk(2)[0]]
several += [ag.nn.functional.mse_loss(x, ag.ones(2, 3)), ag.nn.functional.huber_loss(x, ag.ones(2, 3), reduction="sum")]
several += [ag.nn.functional.embedding(ag.tensor([0, 1]), x), (x * 2) @ x.t().sin().sum(1)]
for y in several:
    shown(y)
print(ag.nn.functional.cross_entropy(x, ag.tensor([0, 2])).grad_fn._saved_target)


# %% attributes_that_cannot_be_set
def error(change, *args):
    try:
        change(*args)
    except AttributeError as e:
        print(e)
    else:
        print("no error")


class Double(ag.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        error(setattr, ctx, "saved_tensors", 1)
        error(delattr, ctx, "next_functions")
        error(setattr, ctx, "requires_grad", False)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


x = ag.ones(2, requires_grad=True)
y = Double.apply(x) * 3
for name in ("grad_fn", "is_leaf", "shape", "name", "T"):
    error(setattr, y, name, None)
    error(delattr, y, name)
for name in ("next_functions", "metadata", "requires_grad", "_saved_other"):
    error(setattr, y.grad_fn, name, None)
print(x.name, y.grad_fn.requires_grad, x.norm.__qualname__)

# %% split_and_its_two_signatures
x = ag.arange(6.0).reshape(2, 3)


def error(*args, **settings):
    try:
        args[0](*args[1:], **settings)
    except (TypeError, RuntimeError) as e:
        print(e)
    else:
        print("no error")


for split, *rest in ((x.split,), (ag.split, x)):
    error(split, *rest, split_size_or_sections=1)
    error(split, *rest, split_size=1)
    for sizes in (1.5, [1.0, 1.0], ag.tensor(1), None, [1, 2]):
        error(split, *rest, sizes)
    error(split, *rest)


# %% warnings_that_come_once_wherever_they_are_met
import warnings


class Named(ag.nn.Module):
    def forward(self, x):
        return {"out": x * 2}


model, x = Named(), ag.ones(1, requires_grad=True)
model.register_full_backward_hook(lambda *seen: None)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("default")
    model(x)
    model(x)
    list(ag.utils.data.DataLoader([1, 2], pin_memory=True))
    list(ag.utils.data.DataLoader([1, 2], pin_memory=True))
print([str(warning.message) for warning in seen])

# %% arguments_of_random_numbers_that_do_not_fit
for draw in (lambda: ag.ones(2, requires_grad=1), lambda: ag.multinomial(ag.ones(2), 1, generator=3)):
    try:
        draw()
    except TypeError as error:
        print(error)


# %% a_function_that_inherits_under_the_old_name
class Round(ag.autograd.function.InplaceFunction):
    @staticmethod
    def forward(ctx, x, inplace=False):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad, None


x = ag.tensor([0.4, 1.6], requires_grad=True)
y = Round.apply(x)
y.sum().backward()
print(y, x.grad)


# %% switches_that_are_numbers
x = ag.tensor(2.0, requires_grad=True)
for value in (-1, 0, 1, 255, 256, 2.5, None, "yes"):
    for name in ("retain_graph", "create_graph", "allow_unused", "materialize_grads"):
        try:
            print(value, name, ag.autograd.grad(x**2, x, **{name: value}))
        except (OverflowError, TypeError) as error:
            print(value, name, error)
try:
    (x**2).backward(create_graph=-1)
except OverflowError as error:
    print(error, x.grad)

# %% the_node_of_a_leaf_keeps_its_leaf
x = ag.ones(1, requires_grad=True)
node = (x * 2).grad_fn.next_functions[0][0]
try:
    node.variable = ag.zeros(1)
except AttributeError as error:
    print(error)
print(node.variable is x)

# %% an_optimizer_without_groups_is_printed
optimizer = ag.optim.SGD([ag.ones(1, requires_grad=True)], lr=0.1)
print(optimizer)
optimizer.param_groups.clear()
print(optimizer)

# %% a_check_with_no_step
import warnings

x = ag.ones(1, dtype=ag.float64, requires_grad=True)
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try:
        ag.autograd.gradcheck(lambda x: x * 2, x, eps=0)
    except RuntimeError as error:
        print(error)

# %% the_last_learning_rate_is_recommended_once
import warnings

schedules = ag.optim.lr_scheduler
optimizer = ag.optim.SGD([ag.ones(1, requires_grad=True)], lr=0.1)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("default")
    schedule = schedules.StepLR(optimizer, 2)
    schedule.get_lr()
    schedule.get_lr()
print([str(warning.message) for warning in seen])

# %% hooks_of_a_leaf_that_was_frozen_since
x = ag.ones(2, requires_grad=True)
y = (x * 2).sum()
node = y.grad_fn.next_functions[0][0].next_functions[0][0]
handles = [
    x.register_hook(lambda grad: print("tensor", grad)),
    node.register_prehook(lambda grads: print("before", grads)),
    node.register_hook(lambda inputs, outputs: print("after", inputs, outputs)),
    x.register_post_accumulate_grad_hook(lambda leaf: print("accumulated", leaf.grad)),
]
x.requires_grad_(False)
y.backward(retain_graph=True)
print(x.grad, node(ag.ones(2)), x.grad)
x.requires_grad_()
y.backward()
print(x.grad, node(ag.ones(2)), x.grad)

# %% a_view_without_history_has_no_place_in_the_graph
x = ag.ones(3, requires_grad=True)
with ag.no_grad():
    part = x[1:]
graph = ag.autograd.graph
for attempt in (
    lambda: graph.get_gradient_edge(part),
    lambda: graph.register_multi_grad_hook((x, part), print),
    lambda: graph.register_multi_grad_hook((x, part), print, mode="any"),
):
    try:
        attempt()
        print("taken")
    except AssertionError as error:
        print(error)

# %% the_node_of_a_leaf_called_with_hooks_after
x = ag.ones(2, requires_grad=True)
node = (x * 2).grad_fn.next_functions[0][0]
handle = x.register_post_accumulate_grad_hook(lambda leaf: print("accumulated", leaf.grad))
print(node(ag.ones(2)), node(None))
handle.remove()
x.register_post_accumulate_grad_hook(lambda leaf: 3)
try:
    node(ag.ones(2))
except TypeError as error:
    print(error, x.grad)

# %% a_step_of_entries_that_share_one_place_and_of_whole_numbers
for optimizer in (ag.optim.SGD, ag.optim.AdamW):
    w = ag.ones(1).expand(2).requires_grad_()
    w.sum().backward()
    try:
        optimizer([w], lr=0.1).step()
    except RuntimeError as error:
        print(error, w)
w = ag.tensor([1, 2])
w.grad = ag.tensor([1, 1])
ag.optim.SGD([w], lr=1).step()
try:
    ag.optim.SGD([w], lr=0.1).step()
except RuntimeError as error:
    print(error, w)

# %% a_step_in_inference_mode_and_one_outside
for optimizer in (ag.optim.SGD, ag.optim.Adam):
    w = ag.ones(1, requires_grad=True)
    w.grad = ag.ones(1)
    steps = optimizer([w], lr=0.5, **({"momentum": 0.5} if optimizer is ag.optim.SGD else {}))
    with ag.inference_mode():
        steps.step()
        steps.step()
    try:
        steps.step()
    except RuntimeError as error:
        print(w, error)

# %% a_node_called_without_gradients
x = ag.ones(2, requires_grad=True)
print((x * x).grad_fn(None), x.sum().grad_fn(None), x.unbind()[0].grad_fn(None, None))
y = x.exp()
y.sum().backward()
try:
    y.grad_fn(None)
except RuntimeError as error:
    print(error)


# %% switches_prefixes_and_functions_of_other_types
def tried(attempt):
    try:
        print(attempt())
    except (OverflowError, TypeError) as error:
        print(error)


x, model, derivatives = ag.ones(1), ag.nn.Linear(1, 1), ag.autograd.functional
for create_graph in (1, -1, "yes"):
    tried(lambda: derivatives.vjp(lambda x: x**2, x, x, create_graph=create_graph))
    tried(lambda: derivatives.hvp(lambda x: (x**3).sum(), x, x, create_graph=create_graph))
for prefix in ("a.b", None, 1, []):
    tried(lambda: [name for name, _ in model.named_parameters(prefix)])
tried(lambda: ag.autograd.set_detect_anomaly(True, check_nan=1))
tried(lambda: list(ag.utils.data.DataLoader([1], collate_fn=[])))

# %% rows_without_gradient_by_numbers_of_other_types
for padding_idx in (-1, 3, True, 1.0, 1.5, None):
    for attempt in (
        lambda: ag.nn.functional.embedding(ag.tensor([0]), ag.ones(3, 2), padding_idx),
        lambda: ag.nn.Embedding(3, 2, padding_idx)(ag.tensor([0])).shape,
    ):
        try:
            print(attempt())
        except (AssertionError, IndexError, TypeError) as error:
            print(error)


# %% settings_that_are_no_text_no_number_or_no_share
functional, x = ag.nn.functional, ag.arange(6.0).reshape(2, 3)
for attempt in (
    lambda: ag.nn.HuberLoss("sum", True),
    lambda: functional.cross_entropy(x, ag.tensor([0, 1]), label_smoothing=float("nan")),
    lambda: functional.cross_entropy(x, x, label_smoothing=float("nan")),
):
    try:
        print(attempt())
    except TypeError as error:
        print(error)

# %% chances_of_0_and_1_whose_targets_ask_for_gradients
chances, targets = (ag.tensor([0.0, 0.2, 1.0], requires_grad=True) for _ in range(2))
loss = ag.nn.functional.binary_cross_entropy(chances, targets.clone(), reduction="sum")
(slopes,) = ag.autograd.grad(loss, chances, create_graph=True)
print(slopes, ag.autograd.grad(slopes.sum(), targets))


# %% bits_of_what_has_none_and_products_of_numbers
def refused(attempt):
    try:
        print(attempt())
    except TypeError as error:
        print(error)


x, whole = ag.ones(2), ag.ones(2, dtype=int)
for attempt in (
    lambda: ag.bitwise_and(3, whole),
    lambda: x.addcmul(x, 2),
    lambda: ag.addcdiv(x, x, "a"),
    lambda: x.new_full(2, 1),
    lambda: x.new_full([2], 1),
):
    refused(attempt)

# %% what_is_no_tensor_in_functions_built_on_others
for attempt in (
    lambda: ag.nn.functional.selu(2),
    lambda: ag.nn.functional.selu("a", inplace=True),
    lambda: ag.nn.functional.relu6([1.0]),
    lambda: ag.broadcast_to([2], (2,)),
    lambda: ag.broadcast_to(2, 2),
    lambda: ag.permute([2], (0,)),
):
    try:
        print(attempt())
    except TypeError as error:
        print(error)

# %% arguments_for_methods_that_take_none
x = ag.tensor([2.0], requires_grad=True)
for attempt in (
    lambda: x.item(1),
    lambda: x.tolist(deep=True),
    lambda: x.dim(0),
    lambda: x.numel(0),
    lambda: x.detach(True),
    lambda: x.detach_(1, 2),
    lambda: x.retain_grad(True),
    lambda: x.is_inference(1),
    lambda: x.element_size(2),
    lambda: x.ndimension(0),
):
    try:
        print(attempt())
    except TypeError as error:
        print(error)

# %% whom_errors_of_containers_and_steps_name
import re


def told(attempt):
    try:
        print(attempt())
    except Exception as error:
        print(type(error).__name__, re.sub(" at 0x[0-9a-f]+", "", str(error)))


nn, optim, w = ag.nn, ag.optim, ag.ones(1, requires_grad=True)
for attempt in (
    lambda: nn.ModuleList([nn.ReLU()]).pop(),
    lambda: nn.Sequential(nn.ReLU()).pop(),
    lambda: nn.ModuleDict(a=nn.ReLU()),
    lambda: nn.ParameterDict(a=w),
    lambda: nn.ModuleList(nn.Linear(1, 1)),
    lambda: nn.ModuleDict(5),
    lambda: nn.ModuleList([nn.ReLU]),
    lambda: nn.Sequential([nn.ReLU()]),
    lambda: nn.Sequential({"a": nn.ReLU()}),
):
    told(attempt)
w.grad = ag.ones(1)
for make in (optim.SGD, optim.Adam, optim.AdamW):
    optimizer = make([w], lr=0.1)
    told(lambda: optimizer.step(1, 2))
    told(lambda: optimizer.step(loss=w))
    optimizer.register_step_post_hook(lambda optimizer: None)
    told(optimizer.step)
    optimizer.register_step_pre_hook(lambda *seen: 3)
    told(optimizer.step)

# %% the_alpha_that_sums_and_differences_show
x = ag.ones(2, requires_grad=True)
for y in (x.sub(x, alpha=2), ag.sub(x, 1, alpha=3), x.add(x, alpha=2), ag.add(x, 1, alpha=3), x - x, 1 - x):
    print(y.grad_fn.name(), y.grad_fn._saved_alpha, ag.autograd.grad(y.sum(), x))

# %% a_prediction_and_a_target_given_to_the_class_of_a_loss
pred, target = ag.ones(3, requires_grad=True), ag.zeros(3)
for kind in (ag.nn.MSELoss, ag.nn.L1Loss, ag.nn.CrossEntropyLoss, ag.nn.BCELoss, ag.nn.BCEWithLogitsLoss):
    try:
        kind(pred, target)
    except RuntimeError as error:
        print(kind.__name__, error)

# %% settings_and_states_that_keep_their_errors_and_their_meaning
F, x = ag.nn.functional, ag.ones(2)
zeros, source = ag.zeros(2, 2, requires_grad=True), ag.ones(3, 2, requires_grad=True)
places = ag.tensor([[0, 1]])
for attempt in (
    lambda: F.gelu(x, approximate=None),
    lambda: F.glu(ag.tensor(1.0)),
    lambda: ag.nn.Hardtanh(1, -1),
    lambda: zeros.scatter(0, places, source).sum().backward(),
    lambda: zeros.scatter_add(0, places, source).sum().backward(),
):
    try:
        print(attempt())
    except (AssertionError, RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
w = ag.ones(2, requires_grad=True)
w.sum().backward()
first, second = ag.optim.Adam([w]), ag.optim.Adam([w])
first.step()
saved = first.state_dict()
saved["state"][0]["step"] = 1
second.load_state_dict(saved)
second.step()
print(w, second.state[w]["step"])

# %% written_in_place_while_what_is_saved_is_packed
F = ag.nn.functional
for write in (lambda h: h.sin_(), lambda h: h.pow_(3), lambda h: F.silu(h, inplace=True), lambda h: h.mul_(h.detach())):
    x = ag.tensor([-2.0, 0.5, 3.0], requires_grad=True)
    with ag.autograd.graph.saved_tensors_hooks(lambda saved: saved, lambda saved: saved):
        h = write(x * 1)
    h.sum().backward()
    ag.utils.checkpoint.checkpoint(lambda x: write(x * 1), x[:2], use_reentrant=False).sum().backward()
    print(x.grad)

# %% a_weight_without_history_that_changed
x, w = ag.ones(1, 2, requires_grad=True), ag.ones(3, 2)
for rows, weight in ((x, w), (x, w.clone().requires_grad_())):
    y = ag.nn.functional.linear(rows, weight)
    with ag.no_grad():
        weight += 1
    try:
        y.sum().backward()
    except RuntimeError as error:
        print(error)

# %% what_nodes_show_of_splits_of_plain_buffers_and_of_what_was_packed
x = ag.tensor([1.0, 2.0], requires_grad=True)
first, second = ag.ones(4, 2, requires_grad=True).split(2)
print([number for _, number in ag.nn.functional.linear(x, second).grad_fn.next_functions])
buffer = ag.zeros(3, 2)
buffer[0] = x * 2
buffer.grad_fn.register_hook(lambda inputs, outputs: print(inputs, outputs))
buffer.sum().backward()
y = ag.utils.checkpoint.checkpoint(lambda x: x * x, x, use_reentrant=False)
(slope,) = ag.autograd.grad(y.sum(), x, create_graph=True)
print([node and node.name() for part, _ in slope.grad_fn.next_functions for node, _ in part.next_functions])

# %% a_forward_that_forgot_to_return
F, x = ag.nn.functional, ag.ones(1, 2)
for attempt in (
    lambda: F.softmax(None),
    lambda: F.log_softmax(None),
    lambda: F.softmax(None, dim=1),
    lambda: F.linear(x, None),
    lambda: F.linear(None, None),
    lambda: ag.matmul(3, x),
):
    try:
        print(attempt())
    except (AttributeError, TypeError) as error:
        print(type(error).__name__, error)

# %% a_saved_group_that_lacks_settings
w = ag.ones(2, requires_grad=True)
for make in (lambda: ag.optim.SGD([w], momentum=0.9), lambda: ag.optim.Adam([w]), lambda: ag.optim.AdamW([w])):
    w.grad, saved = ag.tensor([1.0, 2.0]), make().state_dict()
    for name in saved["param_groups"][0]:
        optimizer, groups = make(), [dict(saved["param_groups"][0])]
        del groups[0][name]
        try:
            optimizer.load_state_dict({"state": {3: {}}, "param_groups": groups})
            optimizer.step()
            print(name, optimizer.param_groups[0][name], w)
        except KeyError as error:
            print("KeyError", error, w)

# %% the_slope_of_a_loss_toward_a_mask_recorded
for loss in (ag.nn.functional.mse_loss, ag.nn.functional.smooth_l1_loss):
    for target in (ag.tensor([True, False]), ag.tensor([16777217, -3]), ag.tensor([0.1, 1], dtype=ag.float64)):
        x = ag.tensor([0.25, 0.5], requires_grad=True)
        for reduction in ("mean", "none"):
            (slope,) = ag.autograd.grad(loss(x, target, reduction=reduction).sum(), x, create_graph=True)
            print(slope.detach(), slope.requires_grad)
            (loss(target.to(ag.int8), x.detach().requires_grad_(), reduction=reduction)).sum().backward()
x = ag.tensor([0.25, 0.5], requires_grad=True)
(slope,) = ag.autograd.grad(ag.nn.functional.mse_loss(x, x.detach() > 0.3), x, create_graph=True)
slope.square().sum().backward()
print(x.grad)

# %% a_container_whose_entry_is_gone_or_that_extends_itself
row = ag.nn.Sequential(ag.nn.ReLU())
try:
    row += row
except RuntimeError:
    print(len(row))
named = ag.nn.ParameterDict({"a": ag.ones(1), "b": ag.ones(2)})
del named.a
for attempt in (lambda: print(named), lambda: list(named.items()), lambda: named["a"]):
    try:
        attempt()
    except AttributeError as error:
        print(error)

# %% how_often_clipping_writes
import warnings

clip, w = ag.nn.utils, ag.ones(2, requires_grad=True)
w.grad = ag.tensor([3.0, -4.0])
for foreach in (None, True, False):
    clip.clip_grad_value_([w], 2.0, foreach=foreach)
    print(w.grad, w.grad._version)
    clip.clip_grad_norm_([w], 2.0, foreach=foreach)
    print(w.grad, w.grad._version)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(clip.clip_grad_norm_((p for p in ()), 1.0), [str(warning.message) for warning in caught])
    try:
        clip.clip_grad_value_((p for p in ()), 1.0)
    except RuntimeError:
        print(len(caught))

# %% a_node_called_with_a_gradient_that_does_not_fit
x = ag.ones(2, requires_grad=True)
for y in (x[0], x[[0, 1]], x.relu(), x.sigmoid(), x.tanh(), x.softmax(0), x * x, x.sum(), x.view(1, 2).permute(1, 0)):
    try:
        print(y.grad_fn(ag.ones(3)))
    except RuntimeError:
        print("refused by", y.grad_fn.name())

# %% a_parameter_that_has_grown_since_the_last_step
for make in (ag.optim.Adam, ag.optim.AdamW, lambda params: ag.optim.SGD(params, lr=0.1, momentum=0.9)):
    w = ag.ones(2, requires_grad=True)
    optimizer = make([w])
    for shape in (2, 3):
        w.data, w.grad = ag.ones(shape), None
        w.sum().backward()
        try:
            print(optimizer.step(), w)
        except RuntimeError as error:
            print(error)


# %% layers_of_no_features_and_of_no_dimensions
F = ag.nn.functional
for shape in ((0,), (1, 2, 0)):
    x, w, b = ag.ones(shape, requires_grad=True), ag.ones(3, 0), ag.ones(3, requires_grad=True)
    z = F.linear(x, w, b)
    z.sum().backward()
    print(z.tolist(), x.grad.shape, b.grad)
    try:
        F.linear(x, ag.ones(3, 3), b)
    except RuntimeError as error:
        print(error)
for x in ag.ones(2, 3), ag.ones(()):
    try:
        F.layer_norm(x, ())
    except RuntimeError as error:
        print(error)

# %% a_group_of_hooks_does_not_ask_about_a_leaf_that_is_the_one_root
a, b = ag.ones(2, requires_grad=True), ag.ones(2, requires_grad=True)
ag.autograd.graph.register_multi_grad_hook([a, b], lambda grads: print("both", grads))
print(ag.autograd.grad(b, b, ag.ones(2)))
try:
    ag.autograd.grad(b * 2, b, ag.ones(2))
except RuntimeError as error:
    print(error)

# %% a_turn_of_an_inference_tensor_is_refused_when_it_is_done
with ag.inference_mode():
    x = ag.ones(2, 3)
    view = x[0]
for turn in x.t_, lambda: view.unsqueeze_(0):
    try:
        turn()
    except RuntimeError as error:
        print(error, x.shape, view.shape, x.tolist(), view.tolist())

# %% a_turn_of_a_view_of_a_leaf_is_refused_before_its_shape
x = ag.ones(2, 3, requires_grad=True)
for turn in x[None].t_, x[None].detach().t_:
    try:
        turn()
    except RuntimeError as error:
        print(error)

# %% results_packed_without_a_copy_and_written_to_since
checkpoint, hooks = ag.utils.checkpoint.checkpoint, ag.autograd.graph.saved_tensors_hooks
for shape in (), (2,):
    for made in lambda z: z.tanh(), lambda z: z.sigmoid_(), lambda z: z[...].sqrt_(), lambda z: z.norm():
        for pack in lambda x: x, lambda x: x.detach():
            x = ag.full(shape, 0.5, requires_grad=True)
            with hooks(pack, lambda x: x):
                z = 2 * x
                y = made(z)
                y.mul_(2)
            y.sum().backward()
            print(x.grad.tolist())

        def part(x):
            z = 2 * x
            y = made(z)
            z.tanh_()
            return y * 1

        x = ag.full(shape, 0.5, requires_grad=True)
        checkpoint(part, x, use_reentrant=False).sum().backward()
        print(x.grad.tolist())

# %% a_root_is_asked_for_its_size_before_its_history
for shape in (2,), (1,):
    x = ag.ones(shape, requires_grad=True)
    with ag.no_grad():
        view = x[:]
        view.mul_(2)
    try:
        view.backward()
    except RuntimeError as error:
        print(error)


# %% a_batch_times_a_batch_of_one_matrix
def nodes(node):
    return node and [node.name(), *[nodes(before) for before, _ in node.next_functions]]


for left, right in ((2, 2, 3), (1, 3, 2)), ((1, 2, 3), (2, 3, 2)), ((1, 1, 3), (2, 3, 2)), ((1, 2, 3), (1, 3, 2)):
    for tracked in (True, True), (True, False), (False, True):
        x, y = (ag.ones(shape, requires_grad=each) for shape, each in zip((left, right), tracked))
        z = x @ y
        z.sum().backward()
        print(nodes(z.grad_fn), z.stride(), x.grad, y.grad)
    try:
        x @ ag.ones(right, requires_grad=True).mT
    except RuntimeError as error:
        print(error)

# %% an_optimizer_of_a_result_that_keeps_its_gradient
w = ag.tensor([1.0, 2.0], requires_grad=True)
h = w * 2
try:
    ag.optim.SGD([h], lr=0.1)
except ValueError as error:
    print(error)
h.retain_grad()
for optimizer in (ag.optim.SGD([h], lr=0.1, momentum=0.9), ag.optim.Adam([h], lr=0.1)):
    (h * h).sum().backward(retain_graph=True)
    print(h.grad, w.grad)
    optimizer.step()
    print(h, h._version, h.is_leaf)
    optimizer.zero_grad()
    print(h.grad)
