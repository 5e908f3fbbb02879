"""Parts by key and by position: numbers, gradients, names and sentences are PyTorch's."""

import pytest

import autogradlab

KEYS = {
    "0": lambda t: 0,
    "-1": lambda t: -1,
    "0, 1": lambda t: (0, 1),
    ":": lambda t: slice(None),
    "1:": lambda t: slice(1, None),
    "::2": lambda t: slice(None, None, 2),
    "beyond": lambda t: slice(5, None),
    "...": lambda t: ...,
    "()": lambda t: (),
    "None": lambda t: None,
    ":, None": lambda t: (slice(None), None),
    "..., 0": lambda t: (..., 0),
    "0, None": lambda t: (0, None),
    ":, 0": lambda t: (slice(None), 0),
    "1:, 1:": lambda t: (slice(1, None), slice(1, None)),
    "None, 0, ..., None": lambda t: (None, 0, ..., None),
    "..., ...": lambda t: (..., ...),
    "[0]": lambda t: [0],
    "[0, 1], [1, 2]": lambda t: ([0, 1], [1, 2]),
    ":, [0, 1]": lambda t: (slice(None), [0, 1]),
    "0, [0, 1]": lambda t: (0, [0, 1]),
    "[0], 1:": lambda t: ([0], slice(1, None)),
    "1:, [0]": lambda t: (slice(1, None), [0]),
    "a mask": lambda t: t.tensor([[True, False, True], [False, False, True]]),
    "a mask of rows": lambda t: t.tensor([True, False]),
    "a mask of columns": lambda t: (slice(None), t.tensor([True, False, True])),
    "True": lambda t: True,
    "False": lambda t: False,
    "[True, False]": lambda t: [True, False],
    "a number": lambda t: t.tensor(1),
    "tensor(True)": lambda t: t.tensor(True),
    "a matrix": lambda t: t.tensor([[0, 1]]),
    "[[0, 1]]": lambda t: [[0, 1]],
    "range": lambda t: range(2),
    "negative": lambda t: [-1],
    "[]": lambda t: [],
    "a pair in brackets": lambda t: [[0, 1], [1, 2]],
}
NO_KEYS = {
    "2": lambda t: 2,
    "-3": lambda t: -3,
    "0, 3": lambda t: (0, 3),
    "0, 0, 0": lambda t: (0, 0, 0),
    "1.0": lambda t: 1.0,
    "a string": lambda t: "a",
    "backwards": lambda t: slice(None, None, -1),
    "step 0": lambda t: slice(None, None, 0),
    "[2]": lambda t: [2],
    "other lengths": lambda t: ([0, 1], [0, 1, 2]),
    "a short mask": lambda t: t.tensor([True]),
    "another mask": lambda t: t.tensor([[True, False]]),
    "floats": lambda t: t.tensor([1.0]),
    "a dict": lambda t: {},
    "columns": lambda t: (slice(None), [5]),
    "three": lambda t: ([0], [1], [2]),
    "None, 5": lambda t: (None, 5),
}
TAKEN = {
    "select": lambda t, m: m.select(1, 2),
    "narrow": lambda t, m: m.narrow(1, -2, 2),
    "gather": lambda t, m: m.gather(1, t.tensor([[2], [0]])),
    "index_select": lambda t, m: m.index_select(1, t.tensor([2, 0, 2])),
    "take": lambda t, m: m.take(t.tensor([5, -6])),
    "scatter": lambda t, m: m.scatter(1, t.tensor([[2], [0]]), m),
    "scatter 9": lambda t, m: m.scatter(0, t.tensor([[1]]), 9.0),
    "scatter_add": lambda t, m: m.scatter_add(1, t.tensor([[0, 0], [1, 1]]), m),
    "index_add": lambda t, m: m.index_add(0, t.tensor([0, 0]), m, alpha=2),
    "masked_fill": lambda t, m: m.masked_fill(t.tensor([True, False, True]), -1.0),
    "masked_fill, wider": lambda t, m: m[0].masked_fill(m > 2, 7),
    "masked_select": lambda t, m: m.masked_select(m > 2),
    "nonzero": lambda t, m: m.nonzero(),
    "where": lambda t, m: [i.tolist() for i in t.where(m > 1)],
    "rows": lambda t, m: t.nonzero(m, as_tuple=True)[0].tolist(),
    "no such row": lambda t, m: m.select(0, 2),
    "too long": lambda t, m: m.narrow(0, 1, 2),
    "start": lambda t, m: m.narrow(1, 5, 1),
    "position": lambda t, m: m.gather(0, t.tensor([[2]])),
    "float positions": lambda t, m: m.gather(0, t.tensor([[0.0]])),
    "a vector": lambda t, m: m.gather(0, t.tensor([0])),
    "no list": lambda t, m: m.index_select(0, [0]),
    "index_select 2": lambda t, m: m.index_select(0, t.tensor([2])),
    "scatter 3": lambda t, m: m.scatter(1, t.tensor([[3]]), 1.0),
    "no mask": lambda t, m: m.masked_fill(m, 1.0),
    "a short mask": lambda t, m: m.masked_select(t.tensor([True, False])),
    "take 6": lambda t, m: m.take(t.tensor([6])),
    "other type": lambda t, m: m.scatter(1, t.tensor([[0]]), t.ones(1, 1).long()),
    "0-d": lambda t, m: m[0, 0][0],
    "0-d range": lambda t, m: m[0, 0][:],
    "0-d select": lambda t, m: m[0, 0].select(0, 0),
}
WRITTEN = {
    "a number": (0, lambda t: 5.0),
    "a row": (0, lambda t: t.tensor([7.0, 8.0, 9.0])),
    "a 0-d tensor": (1, lambda t: t.tensor(2)),
    "whole numbers": (0, lambda t: 3),
    "a truth": (0, lambda t: True),
    "doubles": (0, lambda t: t.ones(3).double()),
    "stretched": ((slice(None), 1), lambda t: t.tensor([4.0])),
    "ones in front": (0, lambda t: t.ones(1, 3)),
    "everything": (slice(None), lambda t: t.ones(3)),
    "...": (..., lambda t: 1.0),
    "picks": ([1, 0], lambda t: t.ones(3)),
    "picked pairs": (([0, 1], [2, 2]), lambda t: t.tensor([5.0, 6.0])),
    "too short": (0, lambda t: t.ones(2)),
    "too many dimensions": (0, lambda t: t.ones(2, 3)),
    "a list": (0, lambda t: [1, 2, 3]),
    "a string": (0, lambda t: "a"),
    "None": (0, lambda t: None),
    "no such row": (5, lambda t: 1.0),
    "no such entry": ((0, 0, 0), lambda t: 1.0),
    "picks too short": ([0], lambda t: t.ones(2)),
    "doubles into picks": ([0], lambda t: t.ones(3).double()),
}


def matrix(engine):
    return (engine.arange(6.0) * 1).reshape(2, 3).detach().requires_grad_()


@pytest.mark.parametrize("name", [*KEYS, *NO_KEYS])
def test_keys(name, assert_same_as_torch):
    assert_same_as_torch(lambda engine: matrix(engine)[{**KEYS, **NO_KEYS}[name](engine)])


def test_a_truth_beside_other_keys_makes_a_dimension_and_takes_none(ag):
    m, yes, no = ag.arange(6.0).reshape(2, 3), ag.tensor(True), ag.tensor(False)
    assert m[yes, 1].tolist() == m[True, 1].tolist() == [[3.0, 4.0, 5.0]]
    assert m[1, yes, 1:].tolist() == [[4.0, 5.0]]
    assert m[no, 0, 1:].shape == m[False, 0, 1:].shape == (0, 2)


@pytest.mark.parametrize("name", TAKEN)
def test_positions(name, assert_same_as_torch):
    assert_same_as_torch(lambda engine: TAKEN[name](engine, matrix(engine)))


@pytest.mark.parametrize("tracked", [True, False])
@pytest.mark.parametrize("name", WRITTEN)
def test_assignment(name, tracked, assert_same_as_torch):
    key, value = WRITTEN[name]

    def assign(engine):
        y = matrix(engine) * 2 if tracked else engine.zeros(2, 3)
        y[key] = value(engine)
        return y

    assert_same_as_torch(assign)


@pytest.mark.parametrize("key", [0, slice(None), [0], (0, 1), ..., (slice(None), [0, 1])])
def test_a_tracked_value_is_written(key, assert_same_as_torch):
    def assign(engine):
        x = engine.tensor(3.0, requires_grad=True)
        y = engine.zeros(2, 3)
        y[key] = x * x
        y.sum().backward()
        return y, x.grad

    assert_same_as_torch(assign)


def test_the_warning_about_a_list_that_stands_for_a_tuple_names_the_line_that_wrote_it(ag):
    with pytest.warns(UserWarning, match="non-tuple sequence") as warned:
        ag.ones(2, 2)[[[0, 1], [1, 0]]]
    assert warned[0].filename == __file__


def test_a_mask_of_bytes_is_left_out():
    with pytest.raises(NotImplementedError, match="uint8"):
        autogradlab.ones(2)[autogradlab.tensor([1, 0], dtype=autogradlab.uint8)]


def test_every_line_that_clips_nothing_is_warned_and_named(ag):
    with pytest.warns(UserWarning) as warned:
        ag.nn.utils.clip_grad_norm_((p for p in []), 1.0)
        ag.nn.utils.clip_grad_norm_((p for p in []), 1.0)
    assert {each.filename for each in warned} == {__file__} and len({each.lineno for each in warned}) == 2
