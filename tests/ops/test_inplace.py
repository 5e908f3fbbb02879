"""Writing into a tensor: the numbers change where they are, the version goes up, the history is that of the write."""
import pytest

import autogradlab as ag

WRITES = {
    "add_": (lambda y: y.add_(3), [5., 7.], [2., 2.]), "+=": (lambda y: y.__iadd__(3), [5., 7.], [2., 2.]),
    "sub_": (lambda y: y.sub_(1), [1., 3.], [2., 2.]), "-=": (lambda y: y.__isub__(1), [1., 3.], [2., 2.]),
    "mul_": (lambda y: y.mul_(3), [6., 12.], [6., 6.]), "*=": (lambda y: y.__imul__(3), [6., 12.], [6., 6.]),
    "div_": (lambda y: y.div_(2), [1., 2.], [1., 1.]), "/=": (lambda y: y.__itruediv__(2), [1., 2.], [1., 1.]),
    "zero_": (lambda y: y.zero_(), [0., 0.], [0., 0.]), "fill_": (lambda y: y.fill_(9), [9., 9.], [0., 0.]),
    "copy_": (lambda y: y.copy_(ag.tensor([8., 9.])), [8., 9.], [0., 0.]),
}


@pytest.mark.parametrize("name", WRITES)
def test_a_write_changes_numbers_version_and_history(name):
    write, numbers, slopes = WRITES[name]
    x = ag.tensor([1., 2.], requires_grad=True)
    y = x * 2
    assert write(y) is y
    assert (y.tolist(), y._version) == (numbers, 1)
    y.sum().backward()
    assert x.grad.tolist() == slopes


def test_the_source_of_copy_gets_the_gradient():
    target, source = ag.zeros(2, 2), ag.tensor([1., 2.], requires_grad=True)
    target.copy_(source)
    target.sum().backward()
    assert not target.is_leaf and source.grad.tolist() == [2., 2.]


def test_writing_a_tracked_value_into_plain_numbers_makes_them_tracked():
    total, w = ag.zeros(()), ag.tensor(2., requires_grad=True)
    for _ in range(3):
        total += w * w
    total.backward()
    assert w.grad.item() == 12.


def test_under_no_grad_a_leaf_is_written_in_place():
    w = ag.tensor([1., 2.], requires_grad=True)
    with ag.no_grad():
        same = w
        w -= ag.tensor([.5, .5])
        w[0] = 9.
    assert w is same and w.is_leaf and w.requires_grad
    assert (w.tolist(), w._version) == ([9., 1.5], 2)


REFUSED = {
    "a leaf": (lambda x: x.add_(1), RuntimeError,
               "a leaf Variable that requires grad is being used in an in-place operation."),
    "a view of a leaf": (lambda x: x[0:1].add_(1), RuntimeError,
                         "a view of a leaf Variable that requires grad is being used in an in-place operation."),
    "a view of a view of a leaf": (lambda x: x[0:1][0].add_(1), RuntimeError,
                                   "a view of a leaf Variable that requires grad is being used in an in-place "
                                   "operation."),
    "an entry of a leaf": (lambda x: x.__setitem__(0, 5.), RuntimeError,
                           "a view of a leaf Variable that requires grad is being used in an in-place operation."),
    "a part of a tracked tensor": (lambda x: (x * 2)[0].add_(1), NotImplementedError,
                                   "writing into a part of a tracked tensor is left out of autogradlab"),
    "a tracked value into a part": (lambda x: ag.zeros(3)[0:2].add_(x), NotImplementedError,
                                    "writing into a part of a tracked tensor is left out of autogradlab"),
    "a larger shape": (lambda x: ag.zeros(2).add_(ag.zeros(3, 2)), RuntimeError,
                       "output with shape [2] doesn't match the broadcast shape [3, 2]"),
    "an expanded tensor": (lambda x: ag.zeros(1).expand(3).add_(1), RuntimeError,
                           "unsupported operation: more than one element of the written-to tensor refers to a single "
                           "memory location. Please clone() the tensor before performing the operation."),
    "floats into integers": (lambda x: ag.tensor([1]).add_(.5), RuntimeError,
                             "result type Float can't be cast to the desired output type Long"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_writes_change_nothing(case):
    write, kind, sentence = REFUSED[case]
    x = ag.tensor([1., 2.], requires_grad=True)
    with pytest.raises(kind) as caught:
        write(x)
    assert str(caught.value) == sentence
    assert (x.tolist(), x._version) == ([1., 2.], 0)


def test_what_is_left_out_says_how_to_do_without():
    x = ag.tensor([1., 2.], requires_grad=True)
    with pytest.raises(NotImplementedError) as caught:
        (x * 2)[0] = 1.
    assert caught.value.__notes__ == [
        "  help: build the result out of place, for example with where(), or write under no_grad()"]


def test_a_view_follows_the_history_of_its_base():
    x = ag.tensor([1., 2.], requires_grad=True)
    y = x * 2
    first = y[0]
    y.mul_(3)
    first.backward()
    assert x.grad.tolist() == [6., 0.]


def test_a_view_of_a_view_follows_too():
    x = ag.tensor([[1., 2.], [3., 4.]], requires_grad=True)
    y = x * 2
    corner = y.t()[1][0]
    y.mul_(3)
    (corner * 1).backward()
    assert corner.item() == 12. and x.grad.tolist() == [[0., 6.], [0., 0.]]


def test_a_view_survives_writes_without_history():
    x = ag.tensor([1., 2.], requires_grad=True)
    first = (x * 1)[0]
    with ag.no_grad():
        first._base.mul_(3)
    first.backward()
    assert x.grad.tolist() == [1., 0.]


def test_a_view_of_a_plain_base_gets_a_history_with_it():
    w = ag.ones(2, requires_grad=True)
    plain = ag.zeros(2)
    first = plain[0]
    plain.add_(w)
    (first * 5).backward()
    assert w.grad.tolist() == [5., 0.]
