"""Feedback tells what a function returned where a trial could do nothing with it, and only where that is certain."""

from types import SimpleNamespace

import pytest

from autogradlab.confine import ErrorRecord, Result, SourceLine
from autogradlab.grading.returned import told

NONE = "`f` returned None (nothing): does it end with `return`?"
PLAIN = "`f` returned a plain float, where a tensor or an array is asked for."
NOTHING = Result(None, True)


def raised(sentence, *lines):
    return Result(error=ErrorRecord("AttributeError", sentence, (), lines))


def lacks(kind, attribute="item"):
    return raised(f"'{kind}' object has no attribute '{attribute}'")


def said(probe, result, *others):
    """What is said on a trial, beside trials of the same form with other results."""
    results = [result, *others]
    return told([SimpleNamespace(probe=probe)] * len(results), results, ("f",))[0]


@pytest.mark.parametrize(
    "probe, result, sentence",
    [
        ("answer = f(1).item()", lacks("NoneType"), NONE),
        ("answer = f(1).item()", lacks("float"), PLAIN),
        ("last = f(1)\nanswer = [w.grad, last.item()]", lacks("NoneType"), NONE),
        ("answer = [float(each) for each in f(1)]", raised("'NoneType' object is not iterable"), NONE),
        ("answer = f(1)", NOTHING, NONE),
        ("answer = np.asarray(listed(f(1))).tolist()", NOTHING, NONE),
    ],
)
def test_what_a_function_returned_is_told(probe, result, sentence):
    assert said(probe, result) == sentence


@pytest.mark.parametrize(
    "probe, result",
    [
        ("answer = [f(1).item(), w.grad.item()]", lacks("NoneType")),  # it may be either of the two
        ("last = f(1)\nlast = w.grad\nanswer = last.item()", lacks("NoneType")),
        ("def number(x): return x.item()\nanswer = number(f(1))", lacks("NoneType")),
        ("answer = [f(each) for each in w.grad]", raised("'NoneType' object is not iterable")),
        ("answer = w.grad", NOTHING),
        ("answer = pair(f(1), w.grad)", NOTHING),
        ("answer = f(1).item()", raised("'NoneType' object has no attribute 'item'", SourceLine(2, "x.item()"))),
        ("answer = f(1).item()", lacks("sk-4711")),
        ("answer = f(1).item()", raised("the input was 7")),
        ("answer = f(1).own", lacks("NoneType", "own")),
        ("answer = f(1)", Result(1.0, True)),
        ("f(1)", Result()),
    ],
)
def test_nothing_is_told_that_is_not_sure_and_nothing_that_a_process_says_is_repeated(probe, result):
    assert said(probe, result) == ""


def test_none_may_be_meant_by_a_function_that_gives_something_elsewhere():
    assert said("answer = f(1)", NOTHING, Result("a name", True)) == ""
    assert said("answer = f(1)", NOTHING, NOTHING) == NONE
