"""Leaves: which tensors are leaves, which flags may change, and what cuts the path to them."""

import copy
import warnings

import numpy as np
import pytest

import autogradlab as ag
from autogradlab.autograd.sentences import NON_LEAF_GRAD


@pytest.fixture(params=["autogradlab", "torch"])
def engine(request):
    return pytest.importorskip(request.param)


def test_a_leaf_is_what_no_recorded_operation_made():
    x, data = ag.tensor(2.0, requires_grad=True), ag.tensor(3.0)
    with ag.no_grad():
        unrecorded = x * 2
    tensors = [x, data, data * 2, x * 2, (x * 2).detach(), unrecorded, x * 1.0, x.clone(), x.data]
    assert [t.is_leaf for t in tensors] == [True, True, True, False, True, True, False, False, True]
    assert [t.requires_grad for t in tensors] == [True, False, False, True, False, False, True, True, False]


def test_a_scaled_parameter_is_no_leaf_and_never_gets_a_gradient():
    w = ag.tensor([1.0, 2.0], requires_grad=True) * 0.01
    w.sum().backward()
    with pytest.warns(UserWarning) as caught:
        assert w.grad is None
    assert str(caught[0].message) == NON_LEAF_GRAD


def test_reading_the_grad_of_a_leaf_warns_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ag.tensor(1.0).grad is None and ag.tensor(1.0, requires_grad=True).grad is None


def test_a_loss_switched_on_by_hand_is_a_new_leaf():
    w = ag.tensor(3.0, requires_grad=True)
    loss = (w * w).detach()
    loss.requires_grad = True
    loss.backward()
    assert w.grad is None and loss.grad.item() == 1.0


@pytest.mark.parametrize(
    "cut",
    [
        lambda y: ag.tensor(y.item(), requires_grad=True),
        lambda y: y.detach().requires_grad_(),
        lambda y: ag.tensor(y.detach().numpy(), requires_grad=True),
    ],
)
def test_what_cuts_the_path(cut):
    x = ag.tensor(3.0, requires_grad=True)
    fresh = cut(x * x)
    (fresh * 2).backward()
    assert x.grad is None and fresh.grad.item() == 2.0


def test_detach_cuts_one_path_only():
    x = ag.tensor(3.0, requires_grad=True)
    (x * x.detach()).backward()
    assert x.grad.item() == 3.0


def test_flags_of_leaves_change_and_those_of_results_do_not():
    x = ag.tensor(1.0)
    assert x.requires_grad_() is x and x.requires_grad
    x.requires_grad = False
    y = ag.tensor(1.0, requires_grad=True) * 2
    assert y.requires_grad_().requires_grad
    for change in (lambda: y.requires_grad_(False), lambda: setattr(y, "requires_grad", False)):
        with pytest.raises(RuntimeError, match="only change requires_grad flags of leaf variables. If you want"):
            change()


def test_a_tensor_is_found_by_identity_although_it_compares_by_entries():
    x, y = ag.tensor([1.0, 2.0]), ag.tensor([1.0, 2.0])
    assert {x: "x", y: "y"}[x] == "x" and (x == y).tolist() == [True, True]


def test_the_warning_about_the_grad_of_a_result_names_the_line_that_asked(engine):
    y = engine.ones(2, requires_grad=True) * 2
    with pytest.warns(UserWarning, match="is not a leaf Tensor") as warned:
        assert y.grad is None
    assert warned[0].filename == __file__


def test_a_tensor_is_what_old_programs_call_a_variable(engine):
    x = engine.ones(2)
    leaf = engine.autograd.Variable(x, requires_grad=True)
    assert leaf.is_leaf and leaf.requires_grad and leaf.data_ptr() == x.data_ptr() and not x.requires_grad
    assert isinstance(leaf, engine.autograd.Variable) and not isinstance(1.0, engine.autograd.Variable)


# ---- what may be assigned ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given, kind, sentence",
    [
        (lambda ag, x: 3, TypeError, "assigned grad expected to be a Tensor or None but got grad of type int"),
        (
            lambda ag, x: np.ones(2),
            TypeError,
            "assigned grad expected to be a Tensor or None but got grad of type numpy.ndarray",
        ),
        (
            lambda ag, x: ag.ones(2, 1),
            RuntimeError,
            "attempting to assign a gradient of size '[2, 1]' to a tensor of size "
            "'[2]'. Please ensure that the gradient and the tensor are the same size",
        ),
        (lambda ag, x: x, RuntimeError, "can't assign Variable as its own grad"),
        (
            lambda ag, x: ag.ones(2, dtype=ag.float64),
            RuntimeError,
            "attempting to assign a gradient with dtype 'double' to a tensor with grad_dtype 'Float'.",
        ),
    ],
)
def test_a_grad_must_look_like_its_tensor(engine, given, kind, sentence):
    x = engine.ones(2, requires_grad=True)
    with pytest.raises(kind) as caught:
        x.grad = given(engine, x)
    assert str(caught.value).startswith(sentence) and x.grad is None


def test_a_grad_may_be_assigned_and_deleted(engine):
    x = engine.ones(2, requires_grad=True)
    x.grad = engine.ones(2, requires_grad=True)
    assert x.grad.requires_grad
    del x.grad
    assert x.grad is None


def test_what_only_the_engine_knows_cannot_be_assigned(engine):
    x = engine.ones(2, requires_grad=True)
    for name in ("grad_fn", "is_leaf", "shape", "dtype", "_version", "output_nr"):
        with pytest.raises(AttributeError) as caught:
            setattr(x, name, None)
        assert str(caught.value) == f"attribute '{name}' of 'torch._C.TensorBase' objects is not writable"
    with pytest.raises(RuntimeError, match="requires_grad must be a bool"):
        x.requires_grad = 1


def test_leaves_can_be_copied_deeply_and_results_cannot(engine):
    x = engine.ones(2, requires_grad=True)
    x.grad, x.note = engine.ones(2), ["mine"]
    one, other = copy.deepcopy([x, x])
    assert one is other and one is not x and one.requires_grad
    assert (
        one.grad.tolist() == [1.0, 1.0] and one.grad is not x.grad and one.note == ["mine"] and one.note is not x.note
    )
    with pytest.raises(RuntimeError, match="Only Tensors created explicitly by the user"):
        copy.deepcopy(x * 2)


@pytest.mark.parametrize("tracked_first", [True, False], ids=["of a tracked tensor", "tracked later"])
def test_a_view_without_history_asks_for_a_gradient_that_arrives_nowhere(ag, tracked_first):
    base = ag.ones(2, 3, requires_grad=tracked_first)
    with ag.no_grad():
        view = base.view(-1)
    base.requires_grad_()
    doubled = view * 2
    assert view.requires_grad and view.is_leaf and doubled.grad_fn.next_functions[0][0] is None
    doubled.sum().backward()
    assert view.grad is None and base.grad is None
