"""What counts as mastered."""

import itertools

import pytest

from autogradlab.course.checks.mastery import lesson_of, standing, standings


def attempt(verdict, hint=0, seed=0, **more):
    return {"item": "04-C1", "seed": seed, "verdict": verdict, "hint": hint, **more}


def history(*verdicts, **more):
    return [attempt(verdict, **more) for verdict in verdicts]


REVEAL = attempt("revealed", hint=4)


def test_nothing_tried_is_open():
    assert standing([]) == "open"


@pytest.mark.parametrize(
    "verdicts, word",
    [
        (["passed"], "mastered"),
        (["not yet", "passed"], "mastered"),
        (["not yet", "not yet", "passed"], "begun"),
        (["not yet"], "begun"),
        (["not yet", "not yet", "passed", "passed"], "begun"),
        (["passed", "not yet"], "mastered"),
    ],
)
def test_an_item_is_mastered_at_the_first_or_second_attempt(verdicts, word):
    assert standing(history(*verdicts)) == word


@pytest.mark.parametrize("hint, word", [(0, "mastered"), (2, "mastered"), (3, "begun")])
def test_the_third_hint_is_too_much_help(hint, word):
    assert standing([attempt("not yet"), attempt("passed", hint)]) == word


def test_a_hint_that_an_earlier_kernel_showed_is_not_forgotten():
    assert standing([attempt("not yet", hint=3), attempt("passed", hint=0)]) == "begun"


def test_a_hint_opened_after_the_pass_takes_nothing_away():
    assert standing([attempt("passed"), attempt("not yet", hint=3)]) == "mastered"


def test_a_variant_has_attempts_of_its_own():
    assert standing(history("not yet", "not yet", "passed") + [attempt("passed", seed=7)]) == "mastered"


def test_the_reveal_alone_masters_nothing_even_in_a_fresh_kernel():
    assert standing([REVEAL]) == "revealed"
    assert standing([attempt("not yet"), REVEAL, attempt("passed", hint=0)]) == "revealed"


def test_after_a_reveal_a_pass_on_a_later_seed_counts():
    later = [attempt("not yet", seed=3, hint=4)] * 4 + [attempt("passed", seed=3, hint=4)]
    assert standing([REVEAL, *later]) == "mastered"


def test_a_later_seed_that_was_itself_revealed_does_not_count():
    again = [attempt("revealed", seed=3, hint=4), attempt("passed", seed=3, hint=4)]
    assert standing([REVEAL, *again]) == "revealed"
    assert standing([REVEAL, *again, attempt("passed", seed=4)]) == "mastered"


def test_a_seed_tried_before_the_reveal_is_not_a_later_one():
    before = [attempt("not yet", seed=3)] * 3
    assert standing([*before, REVEAL, attempt("passed", seed=3, hint=4)]) == "revealed"


def test_a_choice_has_one_try_and_no_second_thoughts():
    assert standing(history("passed"), tries=1) == "mastered"
    assert standing(history("not yet", "passed"), tries=1) == "begun"
    assert standing(history("passed", "not yet"), tries=1) == "begun"
    assert standing(history("not yet") + history("passed", seed=2), tries=1) == "mastered"


@pytest.mark.parametrize("order", sorted(set(itertools.permutations(["passed", "not yet", "not yet"]))))
def test_clicking_every_option_masters_no_choice(order):
    everything = history(*order) + [REVEAL] + history(*order, seed=1) + history(*order, seed=2)
    assert standing(everything, tries=1) == "revealed"


def test_opening_every_hint_masters_nothing():
    seeds = range(5)
    assert standing([attempt(v, 4, seed) for seed in seeds for v in ("revealed", "passed")]) == "revealed"


def test_old_records_without_seed_and_reveal_lines_are_understood():
    old = [{"item": "04-C1", "verdict": "not yet"}, {"item": "04-C1", "verdict": "passed", "hint": 4}]
    assert standing(old[:1]) == "begun" and standing(old) == "revealed"
    assert standing([*old[:1], {"item": "04-C1", "verdict": "passed"}]) == "mastered"


def test_all_items_at_once():
    records = [attempt("passed"), {"item": "05-C1", "verdict": "not yet"}, {"item": "gone", "verdict": "passed"}]
    tries = {"04-C1": 2, "05-C1": 2, "05-C2": 1}
    assert standings(records, tries) == {"04-C1": "mastered", "05-C1": "begun", "05-C2": "open"}


def test_the_lesson_is_in_the_id():
    assert lesson_of("04-C6") == "04"
