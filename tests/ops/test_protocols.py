"""What Python and NumPy may do with a tensor."""

import math

import numpy as np
import pytest


def test_one_number(ag):
    x = ag.tensor([2.7])
    assert float(x) == complex(x) == pytest.approx(2.7) and (int(x), bool(x), math.floor(x)) == (2, True, 2)
    with pytest.raises(ValueError, match="only one element tensors can be converted to Python scalars"):
        float(ag.ones(2))


def test_a_place_in_a_sequence(ag):
    assert "abc"[ag.tensor(2)] == "c" and list(range(ag.tensor([2]))) == [0, 1]
    for no_place in (ag.tensor(1.0), ag.tensor([1, 2])):
        with pytest.raises(TypeError, match="only integer tensors of a single element can be converted to an index"):
            "abc"[no_place]


def test_looking_for_a_number(ag):
    x = ag.tensor([1.0, 2.0])
    assert 2.0 in x and ag.tensor(1.0) in x and 3 not in x
    with pytest.raises(RuntimeError, match="only supports Tensor or scalar, but you passed in a <class 'str'>"):
        "a" in x


def test_comparing_with_something_else(ag):
    x = ag.tensor([1.0, 2.0])
    assert (x == None, x != None, x == "a", x == [1.0, 2.0]) == (False, True, False, False)  # noqa: E711
    assert (x == np.array([1.0, 3.0])).tolist() == [True, False]
    with pytest.raises(TypeError, match="'<' not supported between instances of 'Tensor' and 'NoneType'"):
        x < None


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_numpy_functions_give_tensors(ag):
    x = ag.tensor([0.0, 4.0])
    assert isinstance(np.sqrt(x), ag.Tensor) and np.sqrt(x).tolist() == [0.0, 2.0]
    assert (x * np.array([1.0, 2.0])).dtype is ag.float64 and np.asarray(x).dtype == np.float32
    assert (np.float64(2) * x).dtype is ag.float32
    with pytest.raises(RuntimeError, match="Can't call numpy\\(\\) on Tensor that requires grad."):
        np.sqrt(ag.ones(1, requires_grad=True))


def test_how_many_and_how_large(ag):
    x = ag.ones(2, 3)
    assert (x.numel(), x.nelement(), x.element_size(), x.nbytes, x.itemsize, ag.numel(x)) == (6, 6, 4, 24, 4, 6)
    assert ag.is_tensor(x) and not ag.is_tensor(1) and x.is_floating_point() and not x.is_complex()
    assert repr(x.layout) == "torch.strided"


def test_a_shape_stays_one(ag):
    shape = ag.ones(2, 3, 4).shape
    assert repr([shape[1:], shape + (5,), (1,) + shape[:1], shape[:1] * 2]) == (
        "[torch.Size([3, 4]), torch.Size([2, 3, 4, 5]), torch.Size([1, 2]), torch.Size([2, 2])]"
    )
    assert (shape.numel(), shape[0], ag.ones(2, 3).size(-1), shape == (2, 3, 4)) == (24, 2, 3, True)
    with pytest.raises(IndexError, match=r"Dimension out of range \(expected to be in range of \[-1, 0\], but got 2\)"):
        ag.ones(2).size(2)
