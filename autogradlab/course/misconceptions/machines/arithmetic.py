"""The gradients that a backward rule passes on: shapes, sums, means, and the `gradient` argument."""

from contextlib import contextmanager

from autogradlab.autograd import derivatives
from autogradlab.autograd.rules import rules
from autogradlab.autograd.tensor import Tensor
from autogradlab.nn.functional import losses as functional_losses
from autogradlab.ops import layers, losses, products
from autogradlab.ops.losses import NllLossBackward0
from autogradlab.ops.reduce import MeanBackward0, MeanBackward1

from .operations import around
from .patching import around_backward, patched, received, together


def matrix_for_vectors():
    """M31: backward from a vector leaves a matrix in `.grad`: one row for each entry, weighted but not added up."""

    def wrap(backward):
        def backward_by_rows(roots, gradients, retain_graph, create_graph, inputs):
            if len(roots) > 1 or not isinstance(gradients, Tensor) or gradients._data.size < 2:
                return backward(roots, gradients, retain_graph, create_graph, inputs)
            _rows(lambda row, keep: backward(roots, row, keep, create_graph, inputs), gradients, retain_graph)

        return backward_by_rows

    return around_backward(wrap)


def _rows(backward, gradient, retain_graph):
    """Run backward once for each entry of the gradient, and leave the results stacked in `.grad`."""
    rows, count = {}, gradient._data.size
    for place in range(count):
        row = gradient.detach().clone() * 0
        row.view(-1)[place] = gradient.reshape(-1)[place]
        for key, (leaf, grad) in received(lambda: backward(row, retain_graph or place < count - 1)).items():
            rows.setdefault(key, (leaf, []))[1].append(grad)
    for leaf, grads in rows.values():
        leaf._grad = derivatives.stacked(grads, grads[0])


def argument_ignored():
    """M32: the `gradient` argument changes nothing; backward starts from ones."""
    first = derivatives._first_gradient
    return patched(
        derivatives,
        "_first_gradient",
        lambda root, gradient, i: _filled(first(root, gradient, i), 1.0, gradient is not None),
    )


def ones_average():
    """M33: `backward(ones)` computes the gradient of the mean."""
    first = derivatives._first_gradient

    def averaged(root, gradient, i):
        grad = first(root, gradient, i)
        ones = gradient is not None and grad._data.size > 1 and (grad._data == 1).all()
        return _filled(grad, 1 / grad._data.size, True) if ones else grad

    return patched(derivatives, "_first_gradient", averaged)


def _filled(grad, number, wanted):
    return grad * 0 + number if wanted else grad


@contextmanager
def mean_as_sum():
    """M34: the gradient of a mean is that of a sum."""
    chain, share = rules.chain, losses.share

    def undivided(partial, grad, values):
        given = chain(partial, grad, values)
        if partial in (MeanBackward0.d_self, MeanBackward1.d_self):
            return given * ((given.size if not isinstance(given, Tensor) else given.numel()) / _size(grad))
        return given * values[-1] if partial is NllLossBackward0.d_self and values[-1] else given

    def share_as_sum(grad, shape, reduction, weight=None):
        return share(grad, shape, "sum" if reduction == "mean" else reduction, weight)

    with together(rules.replaced(chain=undivided), patched(losses, "share", share_as_sum)):
        yield


def _size(grad):
    return grad.numel() if isinstance(grad, Tensor) else grad.size


def one_sample_only():
    """M71: a parameter's gradient is that of one sample, where it should be summed over all."""

    def first_sample(grad, shape):
        grad = grad[(0,) * (grad.ndim - len(shape))]
        stretched = tuple([slice(0, 1) if n == 1 else slice(None) for n in shape])
        return grad[stretched] if shape else grad

    return rules.replaced(unbroadcast=first_sample)


def transposed():
    """M71, another way: a matrix gradient comes transposed, where the shape allows it."""
    chain = rules.chain

    def turned(partial, grad, values):
        given = chain(partial, grad, values)
        return given.T if partial in _PRODUCT_RULES and given.ndim == 2 and given.shape[0] == given.shape[1] else given

    return rules.replaced(chain=turned)


_PRODUCT_RULES = [
    vars(operation)[name]
    for operation in (products.MmBackward0, products.AddmmBackward0, layers.MmBackward0, layers.AddmmBackward0)
    for name in ("d_self", "d_mat1", "d_mat2")
    if name in vars(operation) and not (name == "d_self" and "d_mat1" in vars(operation))
]


def column_meets_row():
    """M63: in a loss, (N, 1) and (N,) are compared entry by entry, without broadcasting."""

    def wrap(operation, apply):
        def aligned(*inputs, **settings):
            if len(inputs) > 1 and all(isinstance(x, Tensor) for x in inputs[:2]):
                inputs = (*_aligned(*inputs[:2]), *inputs[2:])
            return apply(*inputs, **settings)

        return aligned

    def pair(input, target, reduction):
        return paired(*_aligned(input, target), reduction)

    paired = functional_losses._pair
    return together(
        around(wrap, lambda operation: operation.__name__ == "SubBackward0"), patched(functional_losses, "_pair", pair)
    )


def _aligned(one, other):
    """Both tensors, the second in the first one's shape if they are an (n,) and an (n, 1), in either order."""
    n = one.numel()
    if n > 1 and n == other.numel() and {one.shape, other.shape} == {(n,), (n, 1)}:
        return one, other.reshape(one.shape)
    return one, other
