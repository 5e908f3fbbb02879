"""Values become plain data, whatever they are, and received data is made safe to show."""

import json

import numpy as np
import pytest

from autogradlab.confine.outcome import Draft
from autogradlab.confine.plain import plain


@pytest.mark.parametrize("value", [None, True, 0, -3, 2.5, "text", [1, [2.0, None]], [], 10**300])
def test_plain_data_stays_as_it_is(value):
    assert plain(value) == value and type(plain(value)) is type(value)


def test_tuples_are_lists():
    assert plain((1, (2, 3))) == [1, [2, 3]]


@pytest.mark.parametrize(
    "number, expected",
    [(np.float32(1.5), 1.5), (np.int64(3), 3), (np.bool_(True), True), (np.array(2.0), 2.0), (np.longdouble(2.5), 2.5)],
)
def test_a_number_of_numpy_is_a_number(number, expected):
    assert plain(number) == expected and type(plain(number)) is type(expected)


def test_an_array_is_shape_dtype_and_values():
    assert plain(np.eye(2, dtype="float32")) == {
        "shape": [2, 2],
        "dtype": "float32",
        "values": [[1.0, 0.0], [0.0, 1.0]],
    }


def test_what_is_its_own_item_comes_to_an_end():
    assert plain(np.array([1.5, 2.5], np.longdouble))["values"] == [1.5, 2.5]
    assert plain(np.clongdouble(1))["type"] == "clongdouble"


def test_a_tensor_is_the_same_in_both_engines(ag):
    assert plain(ag.tensor([1, 2])) == {"shape": [2], "dtype": "torch.int64", "values": [1, 2]}
    assert plain(ag.tensor(2.0, requires_grad=True)) == {"shape": [], "dtype": "torch.float32", "values": 2.0}


def test_many_numbers_are_left_out_before_they_are_made():
    assert plain(np.broadcast_to(np.zeros(1), (10**6, 10**6))) == {
        "shape": [10**6, 10**6],
        "dtype": "float64",
        "values": None,
    }


def test_anything_else_is_its_type_and_repr():
    assert plain({1: 2}) == {"type": "dict", "repr": "{1: 2}"}
    assert plain(1 + 2j) == {"type": "complex", "repr": "(1+2j)"}
    assert plain([{1}]) == [{"type": "set", "repr": "{1}"}]
    assert plain(np.float64)["type"] == "type"


def test_a_generator_is_not_asked():
    assert plain(x for x in iter(int, 1))["type"] == "generator"


def itself(copies):
    found = []
    found += [found] * copies
    return found


@pytest.mark.parametrize(
    "value",
    [itself(1), itself(3), [0] * 50_000, 10**4000, 10**5000],
    ids=["itself", "itself three times", "long", "large", "too large to write"],
)
def test_what_has_no_end_is_described(value):
    assert set(plain(value)) == {"type", "repr"} and len(json.dumps(plain(value))) < 5000


def test_a_repr_that_raises_is_told():
    class Odd:
        def __repr__(self):
            raise RuntimeError

    assert plain(Odd())["repr"] == "(its repr raises RuntimeError)"


def test_a_liar_is_taken_at_its_plain_value():
    class Liar(float):
        def __eq__(self, other):
            return True

        __hash__ = float.__hash__

    assert type(plain(Liar(2.0))) is float and plain(Liar(2.0)) == 2.0


def test_a_long_text_is_cut():
    assert len(plain("x" * 5000)) == 2000


def test_nan_and_infinity_pass():
    assert json.loads(json.dumps(plain([float("inf"), 1.0]))) == [float("inf"), 1.0]


def done(**changes):
    return {"is": "done", "value": 1, "answered": True, "error": None} | changes


@pytest.mark.parametrize(
    "frame",
    [
        {},
        {"is": "passed"},
        {"is": "done"},
        {"is": ["done"]},
        {"is": "text", "stream": 7},
        done(error=3),
        done(error={"name": "E"}),
        done(error=[1]),
        {"is": "text", "stream": 0},
        {"is": "late"},
        {"is": "gone", "status": "x"},
        {"is": "gone", "status": float("inf")},
        {"is": "late", "line": {"number": 1e999}},
        {"is": "late", "line": {"number": float("nan"), "text": ""}},
    ],
)
def test_what_is_no_frame_of_ours_is_refused(frame):
    with pytest.raises(ValueError):
        Draft(1.0).take(frame)


def test_a_flood_of_text_is_cut_by_the_reader():
    draft = Draft(1.0)
    for _ in range(20):
        draft.take({"is": "text", "stream": 0, "text": "x" * 9000})
    assert len(draft.result.printed) == 10_000


def test_half_a_character_does_not_get_through():
    draft = Draft(1.0)
    draft.take(done(value=["a\ud800", {"repr": "\udfff"}]))
    assert draft.result.value == ["a?", {"repr": "?"}]


def test_a_whole_number_too_large_to_reckon_with_is_described():
    draft = Draft(1.0)
    draft.take(done(value=[2**1000, -(10**400)]))
    assert draft.result.value[0] == {"type": "int", "repr": str(2**1000)}
    assert draft.result.value[1]["repr"].startswith("-1000")


@pytest.mark.parametrize("value", [["x" * 2000] * 20_000, [10**300] * 20_000, [set(range(500))] * 1000])
def test_what_would_not_fit_into_a_frame_is_described(value):
    assert len(json.dumps(plain(value))) < 5000 and set(plain(value)) == {"type", "repr"}
