"""All trials in one process are a short cut for what is right: what is not is asked again, each in a process alone."""
import pytest

from autogradlab.confine import Result, TimedOut
from autogradlab.grading.together import apart, together


def test_each_trial_is_asked_with_its_own_inputs(tiny):
    questions = tiny.assignment.questions
    inputs = {each.cell: [(place,) for place, _ in enumerate(each.trials)] for each in questions}
    probe, = together(questions, inputs)
    assert [given for _, given in probe.inputs] == [(0,), (1,), (2,), (0,), (0,)] and probe.seconds == 0.7
    assert together([], inputs) == []


def test_answers_are_given_to_their_questions(tiny):
    result = Result(value=[[1], [None], [3], [4], [5]], answered=True)
    assert [[each.value for each in found] for found in apart(tiny.assignment.questions, [result])] == [
        [1, None, 3], [4], [5]]


@pytest.mark.parametrize("value", [None, [], "answers", [[1], None, [3]], [[1], [], [3]], [1, 2, 3], {}, [[1], [2]]])
def test_a_question_without_all_its_answers_is_asked_again(tiny, value):
    assert next(apart(tiny.assignment.questions, [Result(value=value, answered=True)])) is None


def test_what_did_not_end_has_no_answers(tiny):
    late = Result(value=[[1]] * 5, timed_out=TimedOut(1.0))
    assert list(apart(tiny.assignment.questions, [late])) == [None] * 3
    assert list(apart(tiny.assignment.questions, [])) == [None] * 3


def test_a_program_that_works_once_in_a_process_gets_its_points(tiny):
    once = "calls = []\ndef squares(x):\n    calls.append(x)\n    return x ** 2 if len(calls) == 1 else None"
    assert tiny.earned(tiny.hand_in(a=once)) == {"a-answer": 10, "b-answer": 10, "c-answer": 10, "d-answer": 0}


def test_one_question_that_ends_the_process_costs_no_other_its_points(tiny):
    gone = "import os\ndef squares(x):\n    os._exit(0)"
    assert tiny.earned(tiny.hand_in(a=gone)) == {"a-answer": 0, "b-answer": 10, "c-answer": 10, "d-answer": 0}
