"""Matrix products of every rank, sums of products by letters, inverses: values, names in the graph, refusals."""

import numpy as np
import pytest


def numbers(ag, *shape, start=0.0):
    n = 1
    for size in shape:
        n *= size
    return (ag.arange(n) + start).reshape(*shape)


@pytest.mark.parametrize(
    ("a", "b", "name"),
    [
        ((3,), (3,), "DotBackward0"),
        ((2, 3), (3,), "MvBackward0"),
        ((3,), (3, 2), "SqueezeBackward4"),
        ((2, 3), (3, 2), "MmBackward0"),
        ((2, 3), (4, 3, 2), "CloneBackward0"),
        ((4, 2, 3), (3, 2), "UnsafeViewBackward0"),
        ((4, 2, 3), (3,), "UnsafeViewBackward0"),
        ((3,), (4, 3, 2), "UnsafeViewBackward0"),
        ((4, 2, 3), (4, 3, 2), "UnsafeViewBackward0"),
        ((4, 1, 2, 3), (5, 3, 2), "UnsafeViewBackward0"),
    ],
)
def test_the_product_that_the_dimensions_ask_for(ag, a, b, name):
    x, y = (numbers(ag, *shape).requires_grad_() for shape in (a, b))
    z = x @ y
    np.testing.assert_allclose(z.detach().numpy(), np.matmul(x.detach().numpy(), y.detach().numpy()))
    assert type(z.grad_fn).__name__ == name


def test_a_product_is_added_to_what_stretches(ag):
    m, v = numbers(ag, 2, 2), ag.tensor([1.0, 2.0], requires_grad=True)
    z = ag.addmm(v, m, m, beta=2, alpha=0.5)
    assert z.tolist() == [[3.0, 5.5], [5.0, 9.5]] and z.grad_fn.name() == "AddmmBackward0"
    z.sum().backward()
    assert v.grad.tolist() == [4.0, 4.0]
    assert ag.addmm(m / 0, m, m, beta=0).tolist() == (m @ m).tolist()


@pytest.mark.parametrize(
    ("equation", "shapes"),
    [
        ("ij,jk->ik", [(2, 3), (3, 4)]),
        ("ij,jk", [(2, 3), (3, 4)]),
        ("i j, k j -> k i", [(2, 3), (4, 3)]),
        ("ij->ji", [(2, 3)]),
        ("ba", [(2, 3)]),
        ("ij->", [(2, 3)]),
        ("ij->j", [(2, 3)]),
        ("ii->i", [(3, 3)]),
        ("ii", [(3, 3)]),
        ("i,j->ij", [(2,), (3,)]),
        ("i,j->ji", [(2,), (3,)]),
        ("ij,ij->ij", [(2, 3), (2, 3)]),
        ("ij,ij->i", [(2, 3), (2, 3)]),
        ("i,i->", [(3,), (3,)]),
        ("bij,bjk->kbi", [(2, 3, 4), (2, 4, 5)]),
        ("bij,kj->bik", [(2, 3, 4), (5, 4)]),
        ("...ij,...jk->...ik", [(2, 3, 4), (4, 5)]),
        ("...ij,...jk", [(2, 3, 4), (2, 4, 5)]),
        ("...j->...", [(2, 3)]),
        ("ij,jk,kl->li", [(2, 3), (3, 4), (4, 2)]),
        ("ij,k->i", [(2, 3), (4,)]),
        ("ij,jk->ik", [(2, 1), (3, 4)]),
        ("bhid,bhjd->bhij", [(1, 2, 3, 4), (1, 2, 3, 4)]),
        ("aab,b->a", [(2, 2, 3), (3,)]),
    ],
)
def test_letters_mean_what_they_mean_in_numpy(ag, equation, shapes):
    operands = [numbers(ag, *shape) for shape in shapes]
    want = np.einsum(equation, *[x.numpy() for x in operands])
    np.testing.assert_allclose(ag.einsum(equation, *operands).numpy(), want)
    np.testing.assert_allclose(ag.einsum(equation, operands).numpy(), want)


def test_square_matrices(ag):
    m = ag.tensor([[2.0, 1.0], [1.0, 1.0]], requires_grad=True)
    assert m.det().item() == pytest.approx(1) and m.inverse().reshape(4).tolist() == pytest.approx([1, -1, -1, 2])
    assert ag.linalg.solve(m, ag.tensor([3.0, 2.0])).tolist() == pytest.approx([1.0, 1.0])
    assert [type(f(m).grad_fn).__name__ for f in (ag.det, ag.inverse, ag.trace)] == [
        "LinalgDetBackward0",
        "LinalgInvExBackward0",
        "TraceBackward0",
    ]


def test_bools_are_multiplied_entry_by_entry_only(ag):
    yes = ag.tensor([[True]])
    with pytest.raises(NotImplementedError, match="\"addmm_impl_cpu_\" not implemented for 'Bool'"):
        yes @ yes
    assert (yes * yes).tolist() == [[True]]


def matrix(ag, *shape, **settings):
    return ag.ones(*shape, **settings)


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (lambda ag: ag.mm(matrix(ag, 2, 3), matrix(ag, 3)), "mat2 must be a matrix"),
        (lambda ag: ag.mv(matrix(ag, 2, 3), matrix(ag, 2, 3)), "vector + matrix @ vector expected, got 1, 2, 2"),
        (
            lambda ag: matrix(ag, 2, 3) @ matrix(ag, 3, dtype=ag.float64),
            "addmv input tensors must have the same dtype, but got Double, Float, and Double",
        ),
        (lambda ag: ag.bmm(matrix(ag, 2, 3), matrix(ag, 1, 2, 3)), "batch1 must be a 3D tensor"),
        (
            lambda ag: ag.bmm(matrix(ag, 1, 2, 3), matrix(ag, 1, 2, 3)),
            "Expected size for first two dimensions of batch2 tensor to be: [1, 3] but got: [1, 2].",
        ),
        (
            lambda ag: matrix(ag, 2, 3, 4) @ matrix(ag, 3, 4, 5),
            "The size of tensor a (2) must match the size of tensor b (3) at non-singleton dimension 0",
        ),
        (
            lambda ag: ag.tensor(1.0) @ matrix(ag, 2),
            "both arguments to matmul need to be at least 1D, but they are 0D and 1D",
        ),
        (
            lambda ag: ag.addmm(matrix(ag, 2, 3), matrix(ag, 2, 3), matrix(ag, 3, 2)),
            "The expanded size of the tensor (2) must match the existing size (3) at non-singleton dimension 1.  "
            "Target "
            "sizes: [2, 2].  Tensor sizes: [2, 3]",
        ),
        (lambda ag: ag.outer(matrix(ag, 2), matrix(ag, 2, 3)), "outer: Expected 1-D argument vec2, but got 2-D"),
        (lambda ag: matrix(ag, 2).trace(), "trace: expected a matrix, but got tensor with dim 1"),
        (
            lambda ag: ag.einsum("ij,jk", matrix(ag, 2, 3)),
            "einsum(): fewer operands were provided than specified in the equation",
        ),
        (
            lambda ag: ag.einsum("ij,jk", matrix(ag, 2, 3), matrix(ag, 2, 3)),
            "einsum(): subscript j has size 2 for operand 1 which does not broadcast with previously seen size 3",
        ),
        (
            lambda ag: ag.einsum("ij->k", matrix(ag, 2, 3)),
            "einsum(): output subscript k does not appear in the equation for any input operand",
        ),
        (
            lambda ag: ag.einsum("i", matrix(ag, 2, 3)),
            "einsum(): the number of subscripts in the equation (1) does not "
            "match the number of dimensions (2) for operand 0 and no ellipsis was given",
        ),
        (
            lambda ag: matrix(ag, 2, 3).inverse(),
            "linalg.inv: A must be batches of square matrices, but they are 2 by 3 matrices",
        ),
        (
            lambda ag: matrix(ag, 2, 2).inverse(),
            "linalg.inv: The diagonal element 2 is zero, the inversion could not be "
            "completed because the input matrix is singular.",
        ),
    ],
)
def test_sentence(ag, action, sentence):
    with pytest.raises(RuntimeError) as caught:
        action(ag)
    assert str(caught.value) == sentence
