"""All trials are first asked in one process; a question that fails there is asked again, a process for each trial."""

from dataclasses import replace

import pytest

from autogradlab.confine import Result, TimedOut
from autogradlab.grading import seeds
from autogradlab.grading.together import alone, apart, each_apart, together


def test_each_trial_is_asked_with_its_own_inputs(tiny):
    questions = tiny.assignment.questions
    inputs = {each.cell: [(place,) for place, _ in enumerate(each.trials)] for each in questions}
    (probe,) = together(questions, inputs)
    assert [given for _, given in probe.inputs] == [(0,), (1,), (2,), (0,), (0,)] and probe.seconds == 0.7
    assert together([], inputs) == []


def test_what_holds_answers_to_other_questions_is_asked_after_them_and_alone(tiny):
    first, second, third = tiny.assignment.questions
    questions = [replace(first, tells_answers=True), second, third]
    others, alone = together(questions, {each.cell: [(each.cell,)] * len(each.trials) for each in questions})
    assert {given for _, given in others.inputs} == {("b-answer",), ("c-answer",)}
    assert {given for _, given in alone.inputs} == {("a-answer",)}
    results = [Result(value=[[4], [5]], answered=True), Result(value=[[1], [2], [3]], answered=True)]
    assert {cell: [each.value for each in found] for cell, found in apart(questions, results).items()} == {
        "a-answer": [1, 2, 3],
        "b-answer": [4],
        "c-answer": [5],
    }


def test_answers_are_given_to_their_questions(tiny):
    result = Result(value=[[1], [None], [3], [4], [5]], answered=True)
    assert [[each.value for each in found] for found in apart(tiny.assignment.questions, [result]).values()] == [
        [1, None, 3],
        [4],
        [5],
    ]


@pytest.mark.parametrize("value", [None, [], "answers", [[1], None, [3]], [[1], [], [3]], [1, 2, 3], {}, [[1], [2]]])
def test_a_question_without_all_its_answers_is_asked_again(tiny, value):
    assert "a-answer" not in apart(tiny.assignment.questions, [Result(value=value, answered=True)])


def backwards(count):
    return range(count)[::-1]


def test_trials_are_asked_in_the_order_that_is_drawn_and_put_back_in_their_places(tiny):
    questions = tiny.assignment.questions
    inputs = {each.cell: [(each.cell, place) for place, _ in enumerate(each.trials)] for each in questions}
    (probe,) = together(questions, inputs, backwards)
    assert [given for _, given in probe.inputs] == [given for each in questions for given in inputs[each.cell]][::-1]
    answers = Result(value=[[given] for _, given in probe.inputs], answered=True)
    one_each = [Result(value=each.inputs, answered=True) for each in alone(questions, inputs, backwards)]
    assert one_each[0].value == ("c-answer", 0)
    for found in (apart(questions, [answers], backwards), each_apart(questions, one_each, backwards)):
        assert {cell: [each.value for each in results] for cell, results in found.items()} == inputs


def test_what_tells_answers_comes_after_all_others_when_each_is_alone(tiny):
    first, *others = tiny.assignment.questions
    questions = [replace(first, tells_answers=True), *others]
    probes = alone(questions, {each.cell: [each.cell] * len(each.trials) for each in questions}, backwards)
    assert [probe.inputs for probe in probes] == ["c-answer", "b-answer", *["a-answer"] * 3]
    found = each_apart(questions, [Result(value=probe.inputs) for probe in probes], backwards)
    assert all(each.value == cell for cell, results in found.items() for each in results)


def test_the_order_is_another_one_for_another_submission_and_the_same_for_the_same():
    orders = [seeds.order(b"secret", "v", submission, 30) for submission in ("one", "two", "one")]
    assert orders[0] == orders[2] != orders[1] and sorted(orders[1]) == list(range(30))


def test_what_did_not_end_has_no_answers(tiny):
    late = Result(value=[[1]] * 5, timed_out=TimedOut(1.0))
    assert apart(tiny.assignment.questions, [late]) == apart(tiny.assignment.questions, []) == {}


def test_a_program_that_works_once_in_a_process_gets_its_points(tiny):
    once = "calls = []\ndef squares(x):\n    calls.append(x)\n    return x ** 2 if len(calls) == 1 else None"
    assert tiny.earned(tiny.hand_in(a=once)) == {"a-answer": 10, "b-answer": 10, "c-answer": 10, "d-answer": 0}


def test_one_question_that_ends_the_process_costs_no_other_its_points(tiny):
    gone = "import os\ndef squares(x):\n    os._exit(0)"
    assert tiny.earned(tiny.hand_in(a=gone)) == {"a-answer": 0, "b-answer": 10, "c-answer": 10, "d-answer": 0}
