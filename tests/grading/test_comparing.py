"""An answer earns nothing until it is found to be the expected value, whatever it is made of."""

import numpy as np
import pytest

from autogradlab import confine
from autogradlab.confine import ErrorRecord, Result, SourceLine, TimedOut
from autogradlab.grading.comparing import UNPROVEN, OneOf, agrees, cleaned, judged
from autogradlab.grading.rubric import Trial

nan, inf = float("nan"), float("inf")
record = lambda values, dtype="float64", shape=None: {
    "shape": list(np.shape(values)) if shape is None else shape,
    "dtype": dtype,
    "values": values,
}


@pytest.mark.parametrize(
    "answer, expected",
    [
        (2.0, 2.0),
        (2, 2.0),
        (2.0, 2),
        (2 + 1e-9, 2.0),
        (nan, nan),
        (inf, inf),
        (2**60, 2**60),
        ("frozen", "frozen"),
        (None, None),
        (True, True),
        ([1.0, [2.0, "a"]], [1.0, (2.0, "a")]),
        ([], []),
        (record([1.0, 2.0]), np.array([1.0, 2.0])),
        ([1.0, 2.0], np.array([1.0, 2.0])),
        (record([1.0]), [1.0]),
        (record([1.0], "torch.float32"), np.array([1.0])),
        (record(3.0), 3.0),
        (record(3.0), np.float64(3.0)),
        (record([1, 2], "int64"), np.array([1, 2])),
        (record([True], "bool"), np.array([True])),
        ([record([1.0]), 2.0], [[1.0], 2.0]),
        (record([], shape=[0, 3]), np.zeros((0, 3))),
    ],
)
def test_agree(answer, expected):
    assert agrees(answer, expected)


@pytest.mark.parametrize(
    "answer, expected",
    [
        (2.1, 2.0),
        (nan, 2.0),
        (2.0, nan),
        (inf, 2.0),
        (2.0, inf),
        (-inf, inf),
        (nan, inf),
        (2**60 + 1, 2**60),
        (True, 1.0),
        (1.0, True),
        (1, True),
        (0, False),
        (None, 0.0),
        ("2.0", 2.0),
        (2.0, "2.0"),
        ([2.0], 2.0),
        (2.0, [2.0]),
        ([[1.0], [2.0]], [1.0, 2.0]),
        ([1.0, 2.0, 3.0], [1.0, 2.0]),
        ([1.0], [1.0, 2.0]),
        ([], [1.0]),
        ({}, []),
        ({}, 2.0),
        ({"shape": [], "dtype": "float64"}, 2.0),
        ({"type": "complex", "repr": "(2+0j)"}, 2.0),
        (10**300, 2.0),
        (10**400, 2.0),
        (-0.5, 0.5),
        (record([[1.0], [2.0]]), np.array([1.0, 2.0])),
        (record([1, 2], "int64"), np.array([1.0, 2.0])),
        (record([1.0], "complex128"), np.array([1.0])),
        (record([1.0], "object"), [1.0]),
        (record(["1"], "<U1"), [1.0]),
        (record([True, False], "bool"), np.array([1.0, 0.0])),
        (record([True], "bool"), [1.0]),
        (record(None, shape=[2]), np.array([1.0, 2.0])),
        (record([1.0], shape=[2]), np.array([1.0])),
        (record([1.0], ["float64"]), np.array([1.0])),
        (record([1.0], shape="ab"), np.array([1.0])),
        (record([], shape=[0, 2]), np.zeros((0, 3))),
    ],
)
def test_disagree(answer, expected):
    assert not agrees(answer, expected)


def test_nothing_in_an_answer_makes_the_comparison_fail():
    deep = 2.0
    for _ in range(40):
        deep = [deep]
    for answer in (deep, record(deep), [record(record(record(2.0)))], {"shape": {}, "dtype": {}, "values": {}}):
        assert not agrees(answer, [2.0, 3.0]) and not agrees(answer, np.array([2.0])) and not agrees(answer, 2.0)


# ---- what a trial earns ---------------------------------------------------------------------------------------------

VALUE = Trial("values", 4, None, "", "The values are off.", reference=lambda x: x, idea="M01")
COUNT = Trial("counts", 6, None, "", "The count is off.", holds=lambda answer, inputs: answer < 3 or f"{answer} walks.")


def rows(*results, trials=(VALUE, COUNT), sources=("def f(x):\n    return x / 0",)):
    return judged(trials[: len(results)], [(2.0,)] * len(results), results, sources)


def done(value):
    return Result(value=value, answered=True)


def test_a_right_answer_earns_its_points_and_says_nothing():
    (row,) = rows(done(2.0))
    assert (row.name, row.points, row.earned, row.said, row.idea, row.reported) == ("values", 4, 4, "", "", False)


def test_a_wrong_answer_gets_the_message_and_the_idea():
    (row,) = rows(done(3.0))
    assert (row.earned, row.said, row.idea) == (0, "The values are off.", "M01")


@pytest.mark.parametrize(
    "trouble",
    [
        {"error": ErrorRecord("NameError", "name 'f' is not defined")},
        {"timed_out": TimedOut(5)},
        {"ended": "The process ended."},
    ],
)
def test_no_idea_lies_behind_a_program_that_did_not_run_to_its_end(trouble):
    (row,) = rows(Result(**trouble))
    assert row.earned == 0 and row.said and not row.idea


def test_what_a_program_says_about_itself_counts_beside_right_results_only():
    assert [row.earned for row in rows(done(2.0), done(1))] == [4, 6]
    assert [row.earned for row in rows(done(9.0), done(1))] == [0, 0]
    assert (rows(done(9.0), done(1))[1].said, rows(done(9.0), done(1))[1].reported) == (UNPROVEN, True)
    assert rows(done(9.0), done(7))[1].said == "7 walks."
    assert rows(done(1), trials=(COUNT,))[0].earned == 6


@pytest.mark.parametrize("value", [None, "2", [], {}, "\ud83d"])
def test_a_report_of_another_form_earns_nothing(value):
    assert rows(done(2.0), done(value))[1].earned == 0


@pytest.mark.parametrize("value, earned", [(2**53, 1), (-(2**53), 1), (2**53 + 1, 0), ([2**53 + 1], 0)])
def test_a_whole_number_that_no_float_could_hold_is_no_answer(value, earned):
    anything = Trial("anything", 1, None, "", "Off.", holds=lambda answer, inputs: True)
    assert judged([anything], [(1,)], [done(value)], [])[0].earned == earned


def test_a_strangers_text_does_not_become_the_judges_words():
    echo = Trial("echo", 1, None, "", "Off.", holds=lambda answer, inputs: f"You gave {answer}.")
    assert judged([echo], [(1,)], [done("hidden input 7")], [])[0].said == "Off."
    assert judged([echo], [(1,)], [done(["hidden"])], [])[0].said == "Off."
    assert judged([echo], [(1,)], [done(5)], [])[0].said == "You gave 5."
    a_text_as_a_number = int.from_bytes(b"hidden input 7")
    assert judged([echo], [(1,)], [done(a_text_as_a_number)], [])[0].said == "Off."


@pytest.mark.parametrize(
    "answer",
    [[1.25, 2.5, 3.75] * 3, [{"type": "x", "repr": "0.5, 0.25"}], {"type": "x", "repr": "no"}, record([1.25] * 9)],
)
def test_nothing_that_could_be_inputs_is_quoted(answer):
    echo = Trial("echo", 1, None, "", "Off.", holds=lambda answer, inputs: f"You gave {answer}.")
    assert judged([echo], [()], [Result(value=answer)], [])[0].said == "Off."
    assert judged([echo], [()], [Result(value=1_279_984)], [])[0].said == "You gave 1279984."


def test_where_the_learner_chooses_each_choice_has_its_own_answer():
    expected = OneOf(["hooks", [1.0]], ["fusion", [2.0]])
    assert agrees(["hooks", [1.0]], expected) and agrees(["fusion", [2.0]], expected)
    assert not agrees(["hooks", [2.0]], expected) and not agrees("hooks", expected)


def test_a_comparison_cannot_spoil_the_inputs_of_the_next():
    spoil = Trial("spoil", 1, None, "", "Off.", reference=lambda x: x.append(1) or x)
    inputs = [([1],)]
    judged([spoil], inputs, [done([1, 1])], [])
    assert inputs == [([1],)]


@pytest.mark.parametrize(
    "result, said",
    [
        (
            Result(error=ErrorRecord("ZeroDivisionError", "secret 7", (), (SourceLine(2, "return x / 0"),))),
            "It raised ZeroDivisionError at `return x / 0`.",
        ),
        (
            Result(error=ErrorRecord("ZeroDivisionError", "secret 7", (), (SourceLine(2, "secret 7"),))),
            "It raised ZeroDivisionError.",
        ),
        (Result(error=ErrorRecord("secret 7", "secret 7")), "It raised an error of its own kind."),
        (
            Result(error=ErrorRecord("Withheld", "secret 7", (), (SourceLine(2, "return x / 0"),))),
            "What the exercise asks for is left to the course's package at `return x / 0`.",
        ),
        (Result(timed_out=TimedOut(5.0)), "It was stopped after 5 seconds."),
        (Result(timed_out=TimedOut(None)), "It was stopped, because the time for all cells and trials was over."),
        (Result(ended="The process was ended by\x1b[2J SIGSEGV."), "The process was ended by [2J SIGSEGV."),
    ],
)
def test_a_probe_that_did_not_end_tells_nothing_of_what_it_was_given(result, said):
    assert rows(result)[0].said == said


def test_a_text_is_cleaned():
    assert cleaned("a\x1b]0;title\x07\n\tb\u202ec\ud800") == "a ]0;title b c"
    assert len(cleaned("x" * 10_000)) == 300


def test_what_the_run_sends_is_what_is_compared():
    probe = confine.Probe("answer = np.array(inputs)", [1.0, nan])
    (result,) = confine.run_cells([], [probe], prelude="import numpy as np").results
    assert agrees(result.value, np.array([1.0, nan]))
