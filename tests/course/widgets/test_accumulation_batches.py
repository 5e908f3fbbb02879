"""Micro-batches: each arrow comes from a backward that ran, and only the right division matches the full batch."""

import xml.etree.ElementTree as ElementTree

import pytest
from pictures import texts_that_agree

from autogradlab.course.widgets.micro_batches import run as accumulation_batches_run
from autogradlab.course.widgets.micro_batches.mover import MicroBatches
from autogradlab.course.widgets.micro_batches.run import BY_COUNT, BY_SIZE, NOTHING, reach, sizes_of
from autogradlab.draw.measure import text_width
from autogradlab.draw.numbers import written


@pytest.fixture(scope="module")
def shared():
    return MicroBatches()


def test_the_first_view_is_four_times_sixteen():
    mover = MicroBatches()
    assert mover.sizes == (16, 16, 16, 16) and mover.target == 4
    assert [result.parts for result in mover.results][0] == (2, 4, 3, 7)
    assert mover.totals == {NOTHING: 16, BY_COUNT: 4, BY_SIZE: 4}


@pytest.mark.parametrize("k", range(2, 9))
@pytest.mark.parametrize("first", [1, 16, 40, 57])
def test_a_mean_wants_weights_by_size_and_a_sum_wants_none(shared, k, first):
    shared.k, shared.first = k, first
    assert sum(shared.sizes) == 64 and len(shared.sizes) == k and min(shared.sizes) >= 1
    shared.reduction = "mean"
    assert shared.totals[BY_SIZE] == pytest.approx(shared.target) and shared.totals[NOTHING] > shared.target
    shared.reduction = "sum"
    assert shared.totals[NOTHING] == pytest.approx(shared.target) and shared.totals[BY_SIZE] < shared.target


def test_dividing_by_k_is_wrong_where_sizes_differ():
    assert MicroBatches(first=40).totals == {NOTHING: 20, BY_COUNT: 5, BY_SIZE: 4}


@pytest.mark.parametrize("k", [2, 4, 8])
@pytest.mark.parametrize("first", [1, 16, 57])
@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_picture_words_and_text_agree(shared, k, first, reduction):
    shared.k, shared.first, shared.reduction = k, first, reduction
    shown = texts_that_agree(shared)
    for total, row in zip(shared.totals.values(), shared.text.splitlines()[-3:]):
        assert written(total) in shown and written(total) in row
    assert sum(text == "meets the full batch" for text in shown) == shared.text.count("meets the full batch") - (
        shared.text.splitlines()[0].count("meets the full batch")
    )


@pytest.mark.parametrize("k", range(2, 9))
@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_the_axis_stands_still_and_shows_every_total(shared, k, reduction):
    shared.k, shared.reduction = k, reduction
    for first in (1, 9, 33, 57):
        shared.first = first
        assert max(shared.totals.values()) <= reach(k, reduction) * (1 + 1e-9)


def test_pytorch_accumulates_the_same(monkeypatch):
    ours = MicroBatches(5, 21).results
    accumulation_batches_run.results.cache_clear()
    monkeypatch.setattr(accumulation_batches_run, "ag", pytest.importorskip("torch"))
    for mine, theirs in zip(ours, accumulation_batches_run.results(sizes_of(5, 21), "mean")):
        assert mine.parts == pytest.approx(theirs.parts)
    accumulation_batches_run.results.cache_clear()


def test_buttons_beside_the_sliders_move_by_one(shows):
    mover = MicroBatches()
    mover._first.more.click()
    mover._k.less.click()
    assert (mover.first, mover.k) == (17, 3) and shows(mover)


@pytest.mark.parametrize("k", [2, 4, 8])
@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_the_name_of_the_axis_is_not_read_together_with_its_last_number(shared, k, reduction):
    shared.k, shared.reduction = k, reduction
    below = [each for each in ElementTree.fromstring(shared.svg).iter() if each.get("y") == "335.0"]
    (name,) = [each for each in below if each.text == "w.grad"]
    (target,) = [each for each in below if each.text == written(shared.target)]
    assert float(name.get("x")) - float(target.get("x")) >= text_width(target.text, 13) / 2 + 12


@pytest.mark.parametrize("k", [2, 4, 8])
@pytest.mark.parametrize("first", [1, 16, 40, 57])
@pytest.mark.parametrize("reduction", ["mean", "sum"])
def test_the_dotted_line_of_the_full_batch_runs_through_no_verdict(shared, k, first, reduction):
    shared.k, shared.first, shared.reduction = k, first, reduction
    every = list(ElementTree.fromstring(shared.svg).iter())
    (dotted,) = [float(each.get("x1")) for each in every if each.get("stroke-dasharray") == "2 3"]
    for verdict in [each for each in every if (each.text or "").endswith(" times as long")]:
        start = float(verdict.get("x"))
        assert not start < dotted < start + text_width(verdict.text, 13)
