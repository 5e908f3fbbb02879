"""The views of generated classes recover what was planted: the difficulties, the misconceptions and the bad item."""

import numpy as np
import pytest

SEEDS = range(6)


def places(values):
    return np.argsort(np.argsort(values))


@pytest.fixture(params=SEEDS)
def made(request, made_class):
    return made_class(request.param)


def test_the_order_of_difficulty_is_recovered(made):
    views, _, planted = made
    right = {row.item: row.right.value for row in views.items}
    known = planted.difficulties
    agreement = np.corrcoef(places(list(known.values())), places([-right[item] for item in known]))[0, 1]
    assert agreement > 0.9


def test_the_item_with_the_inverted_key_is_flagged_and_no_sound_one_is(made):
    views, _, planted = made
    serious = {row.item: flag.clear for row in views.items for flag in row.flags if flag.serious}
    assert serious.get(planted.bad[0]) is True
    assert not any(clear for item, clear in serious.items() if item in planted.difficulties)
    assert planted.bad[0] in views.findings[0] and planted.bad[0] not in str(views.votes)
    assert not any(f"`{item}`" in views.findings[0] for item in planted.difficulties)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_high_third_picks_the_answers_of_the_bad_item(made_class, seed):
    views, _, planted = made_class(seed, 120)
    remarks = {row.item: row.remark for row in views.distractors if "high third" in row.remark}
    assert planted.bad[0] in remarks and not remarks.keys() & planted.difficulties.keys()


def test_every_planted_misconception_is_found_in_as_many_learners_as_hold_it(made):
    views, holders, planted = made
    shown = {(row.lesson, row.idea): row.shown for row in views.ideas}
    assert shown.keys() == {(lesson, idea) for idea in planted.rates for lesson in ("91", "92", "93")}
    assert all((share.count, share.of) == (len(holders[idea]), planted.size) for (_, idea), share in shown.items())


def test_an_interval_holds_the_planted_prevalence_about_95_times_in_100(made_class):
    made = [made_class(seed, 30) for seed in range(40)]
    held = [
        row.shown.holds(planted.rates[row.idea])
        for views, _, planted in made
        for row in views.ideas
        if row.lesson == "91"
    ]
    assert len(held) > 150 and np.mean(held) > 0.92


def test_sound_items_go_with_the_others(made):
    views, _, planted = made
    values = [row.correlation.value for row in views.items if row.item in planted.difficulties]
    assert np.nanmedian(values) > 0.2
