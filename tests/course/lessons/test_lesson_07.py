"""Lesson 07: its questions, and what the exercise says."""

from functools import partial

import pytest
from sources import defined, solved_answers

from autogradlab.course.checks import registry
from autogradlab.course.checks.compare import numbers_of
from autogradlab.course.checks.judging import UNDECIDED, judge
from autogradlab.course.checks.questions import Recall
from autogradlab.course.exercise import NotYet
from autogradlab.course.lessons.lesson_07 import exercise, items

ITEMS = [item for item in items.ITEMS if not isinstance(item, Recall)]


# ---- the items ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "item_id, numbers, key",
    [
        ("07-P4", {"x": 3}, 12),
        ("07-C3", {"x": 4, "k": 5}, 21),  # 8 + 8 + 5
        ("07-C3", {"x": 3, "k": 0}, 12),  # 6 + 6 + 0
        ("07-C8", {"p": 1, "q": 4, "n": 10}, [20, 8]),
    ],
)
def test_the_keys_are_what_a_hand_computes(item_id, numbers, key):
    item = registry.find(item_id)
    assert type(item)(**(item._written | {"numbers": numbers})).key() == pytest.approx(key)


def test_the_pond_after_three_rounds():
    """The key of 07-B3, computed by hand without the engine."""
    r, depth = 2.0, 1.0
    for _ in range(3):
        error = r**2 * depth - 8
        r, depth = r - 0.01 * 2 * error * depth * 2 * r, depth - 0.01 * 2 * error * r**2
    assert registry.find("07-B3").key() == pytest.approx(r, rel=1e-5)


def test_the_culprit_is_a_write_and_the_cure_is_detach():
    assert registry.find("07-C7").key() == (6, "")
    cure = registry.find("07-C4")
    assert cure.written(cure.key()).startswith("line 5, carry over only the number")


@pytest.mark.parametrize("item_id, answer", [("07-P1", "day 0 day 1 day 2"), ("07-P4", 6)])
def test_where_several_ideas_give_one_answer_another_question_decides(item_id, answer):
    assert judge(registry.find(item_id), answer).tag == UNDECIDED


@pytest.mark.parametrize("order", ["1 2 3 4", "2 1 4 3", "1 2 4 3"])
def test_any_order_with_both_walks_first_passes(order):
    assert judge(registry.find("07-C9"), order).verdict.word == "passed"


@pytest.mark.parametrize(
    "start, idea",
    [
        ("Keep what the message names", "M12"),
        ("Let the level keep", "M14"),
        ("Cut after", "cut too much"),
        ("Clear after", "clearing blamed"),
    ],
)
def test_a_popular_cure_is_told_by_its_idea(start, idea):
    item = registry.find("07-C4")
    letter, fix = next((letter, fix) for letter, fix in item.lettered().items() if fix.text.startswith(start))
    assert judge(item, f"{fix.line} {letter}").tag == idea


@pytest.mark.parametrize(
    "change, word, idea",
    [
        (("level.detach()", "ag.tensor(level.item())"), "passed", ""),
        (("loss.backward()", "loss.backward(retain_graph=True)"), "passed", ""),  # one day's graph: harmless
        (("level.detach()", "level"), "could not run", ""),
        (("return level.item()", "return float(level)"), "passed", ""),
        (("return level.item()", "return level"), "not yet", "a tensor kept"),
        (("return level.item()", "return level.detach()"), "not yet", "a tensor kept"),
    ],
)
def test_the_function_is_judged_by_what_it_does(change, word, idea):
    item = registry.find("07-C10")
    feedback = judge(item, item.program.replace(*change))
    assert (feedback.verdict.word, feedback.tag) == (word, idea)


def test_the_numbers_of_a_trial_are_told_with_what_they_are():
    item = registry.find("07-C10")
    says = judge(item, item.program.replace("+ today", "+ today + 1")).says
    assert says.startswith("**Not yet for three days (`w.grad`, the last level, the number of walks):** it gives `[")


def test_the_hints_of_the_first_question_have_numbers_of_their_own():
    item = registry.find("07-C1")
    for variant in (item, *map(item.variant, range(1, 100))):
        assert not set(numbers_of(variant.key())) & set(numbers_of(" ".join(variant.hints)))


def test_the_first_prediction_says_which_word_stands_before_the_number():
    """A prediction has one try, and `0 stops` is no other prediction than `day 0 stops`."""
    assert "prints `day` and its number" in registry.find("07-P1").task


@pytest.mark.parametrize("item_id, answer", [("07-P1", "day 0 error"), ("07-C1", "20 error 20")])
def test_who_sees_the_error_come_is_asked_who_catches_it(item_id, answer):
    assert judge(registry.find(item_id), answer).says.startswith("**It does raise.** Who catches it")


# ---- the exercise ---------------------------------------------------------------------------------------------------

answers = partial(solved_answers, "07_lifetime")


CHECKS = {
    "a-answer": ("whole", [exercise.check_whole, exercise.check_whole_state]),
    "b-answer": ("windows", [exercise.check_windows, exercise.check_windows_long, exercise.check_windows_memory]),
    "c-answer": ("windows_of_many", [exercise.check_many]),
}


def test_the_memory_is_shown_or_says_once_what_is_missing(capsys):
    exercise.show_memory(defined(answers()["b-answer"], "windows"))
    assert "120 days, at most in memory when a day begins:  k = 1: 1, k = 7: 7, k = 120: 119" in capsys.readouterr().out
    exercise.show_memory(None)
    assert capsys.readouterr().out.count("\n") == 2


RESTART = "state, total = state.detach(), 0.0"
MISTAKES = [
    (exercise.check_whole, "a-answer", "total + loss", "loss", "the loss of the last day alone"),
    (exercise.check_whole, "a-answer", "total.backward()", "(total / 3).backward()", "a third of what it should be"),
    (exercise.check_whole, "a-answer", "total.backward()", "pass", "has no gradient"),
    (
        exercise.check_whole,
        "a-answer",
        "total = total + loss",
        "loss.backward(retain_graph=True)\n        total = loss * 0",
        "backward() was called 4 times",
    ),
    (
        exercise.check_whole,
        "a-answer",
        "state, loss = step",
        "new, loss = step",
        "each day begins with the state that was",
    ),
    (
        exercise.check_whole,
        "a-answer",
        "total = total + loss",
        "total = loss\n        total.backward()",
        "call backward() once, after the loop",
    ),
    (exercise.check_whole, "a-answer", "state, loss = step", "loss, state = step", "begins with the loss of the first"),
    (exercise.check_whole_state, "a-answer", "state.detach()", "state", "still has its history"),
    (exercise.check_whole_state, "a-answer", "state.detach()", "state.item()", "give the state back as a tensor"),
    (exercise.check_whole_state, "a-answer", "state.detach()", "ag.tensor(state.sum().item())", "two levels"),
    (exercise.check_windows, "b-answer", RESTART, "total = 0.0", "Trying to backward through the graph a second time"),
    (
        exercise.check_windows,
        "b-answer",
        "total = total + loss",
        "total, state = total + loss, state.detach()",
        "with k = 2, w.grad is -44",
    ),
    (
        exercise.check_windows,
        "b-answer",
        RESTART,
        "state = state.detach()",
        "after each window, begin a new total, and cut",
    ),
    (
        exercise.check_windows,
        "b-answer",
        "total.backward()\n            " + RESTART,
        "total.backward(retain_graph=True)\n            state = state.detach()",
        "w.grad is -76, and -44 is right\n  help: after each window, begin a new total",
    ),
    (
        exercise.check_windows_long,
        "b-answer",
        "step(state, x)",
        "step(state.detach(), x)",
        "w.grad is -44\n  help: inside a window nothing is cut",
    ),
    (
        exercise.check_windows_long,
        "b-answer",
        " or count == len(inputs)",
        "",
        "no gradient\n  help: a window that the series does not fill",
    ),
    (
        exercise.check_windows,
        "b-answer",
        "total + loss",
        "loss",
        "is -44, and -52 is right\n  help: inside a window nothing",
    ),
    (
        exercise.check_windows_long,
        "b-answer",
        "total + loss",
        "loss",
        "is -32\n  help: each loss is added to the total",
    ),
    (
        exercise.check_windows,
        "b-answer",
        "total = total + loss",
        "loss.backward(retain_graph=True)\n        total = loss * 0",
        "with k = 1, backward() was called 6 times\n  help: a window of 1 is one walk through its day",
    ),
    (exercise.check_windows, "b-answer", "total + loss", "total - loss", "is 44: the size is right, the sign is not"),
    (exercise.check_many, "c-answer", "total + loss", "total - loss", "their size is right, the sign is not"),
    (exercise.check_windows, "b-answer", " or count == len(inputs)", "", "with k = 2, w.grad is -32"),
    (exercise.check_windows, "b-answer", "total.backward()", "(total / k).backward()", "are added, not averaged"),
    (
        exercise.check_windows_long,
        "b-answer",
        "    total = 0.0\n    for",
        "    total, state = 0.0, state.detach()\n    for",
        "the state that was handed in got no gradient",
    ),
    (
        exercise.check_windows_memory,
        "b-answer",
        "total = total + loss",
        "total = total + loss\n        kept = globals().setdefault('kept', [])\n        kept.append(loss)",
        "of 12 days",
    ),
    (
        exercise.check_many,
        "c-answer",
        "tuple(state.detach() for state in states)",
        "[s.detach() for s in states]",
        "give the states back as a tuple",
    ),
    (
        exercise.check_many,
        "c-answer",
        "tuple(state.detach() for state in states)",
        "(states[0].detach(), states[1])",
        "a second time",
    ),
]


@pytest.mark.parametrize("check, cell, old, new, sentence", MISTAKES, ids=[mistake[4] for mistake in MISTAKES])
def test_a_likely_mistake_is_told_in_a_sentence(check, cell, old, new, sentence):
    source = answers()[cell]
    assert old in source
    with pytest.raises(NotYet, match="help: ") as told:
        check(defined(source.replace(old, new), CHECKS[cell][0]))
    assert sentence in str(told.value)
