"""Progress: bars, and the same in words."""

import re

import pytest

from autogradlab.course.checks import Number, Recall, log, registry
from autogradlab.course.progress_bars import Progress, progress

LESSONS = {
    "00": {"00-C1": "mastered"},
    "04": {"04-C1": "revealed", "04-C2": "mastered", "04-C3": "open", "04-C4": "begun"},
}


@pytest.fixture(autouse=True)
def own_log(tmp_path, monkeypatch):
    """An empty log for every test."""
    monkeypatch.setenv("AUTOGRADLAB_DATA", str(tmp_path))
    monkeypatch.delenv("AUTOGRADLAB_RECORD", raising=False)


@pytest.fixture
def known(monkeypatch):
    """Make these items the only ones of the course."""

    def only(*items):
        monkeypatch.setattr(registry, "every_item", lambda: list(items))
        monkeypatch.setattr(registry, "find", {item.id: item for item in items}.get)

    return only


def number(item_id, **more):
    return Number(
        id=item_id, task="t", program="answer = 1", expected="e", reason="r", hints=("a", "b", "c"), reveal="v", **more
    )


def html(shown):
    return shown._repr_mimebundle_()["text/html"].split("</style>")[1]


def shapes(shown):
    """The shapes of every bar, as the page draws them."""
    bars = re.findall(r'role="img"[^>]*>(.*?)</span>', html(shown))
    return [re.findall(r'<i class="(\w+)"', bar) for bar in bars]


def test_text_says_it_in_words_and_squares():
    assert repr(Progress(LESSONS)).splitlines() == [
        "The course  2 of 5 mastered, 1 revealed, 1 begun",
        "Lesson 00   1 of 1 mastered                         ■",
        "Lesson 04   1 of 4 mastered, 1 revealed, 1 begun    ■▨◧□",
        "■ mastered: right in the first tries   ▨ revealed: the same check with other numbers fills it   "
        "◧ begun: answered, not in the first tries; next time the check offers it once more   □ open",
    ]


def test_the_page_draws_a_cell_for_every_check_and_shares_for_the_course():
    whole, *lessons = shapes(Progress(LESSONS))
    assert whole == ["solid", "hatched", "half", "outline"]
    assert lessons == [["solid"], ["solid", "hatched", "half", "outline"]]
    assert re.findall(r"--agl-share:(\d)", html(Progress(LESSONS)))[:4] == ["2", "1", "1", "1"]


def test_every_bar_has_its_words_for_who_cannot_see_it():
    labels = re.findall(r'aria-label="([^"]*)"', html(Progress(LESSONS)))
    assert labels == [
        "The course: 2 of 5 mastered, 1 revealed, 1 begun",
        "Lesson 00: 1 of 1 mastered",
        "Lesson 04: 1 of 4 mastered, 1 revealed, 1 begun",
    ]


def test_one_lesson_lists_its_checks():
    shown = Progress({"04": LESSONS["04"]})
    assert "  ▨ 04-C1   revealed" in repr(shown).splitlines() and "The course" not in repr(shown)
    assert "<code>04-C4</code> begun" in html(shown)


def test_shapes_and_hues_are_in_the_style_sheet():
    sheet = Progress(LESSONS)._repr_mimebundle_()["text/html"].split("</style>")[0]
    assert all(f".agl-progress i.{shape}{{" in sheet for shape in ("solid", "hatched", "half"))
    assert not re.search(r"agl-progress[^}]*#[0-9a-fA-F]{3}", sheet)


def test_the_record_moves_the_bars(known):
    known(number("04-C1"), number("04-C2"), number("05-C1"))
    assert "The course  0 of 3 mastered\n" in repr(progress()) + "\n"
    log.record(item="04-C1", verdict="passed")
    log.record(item="04-C2", verdict="revealed", hint=4)
    assert "Lesson 04   1 of 2 mastered, 1 revealed" in repr(progress())
    log.record(item="04-C2", seed=1, verdict="passed", hint=0)
    assert "Lesson 04   2 of 2 mastered" in repr(progress())


def test_a_stand_in_counts_once_it_was_asked(known):
    known(number("04-C1", twin="04-T1", follow_up="04-F1"), number("04-T1"), number("04-F1"))
    assert "0 of 1 mastered" in repr(progress())
    log.record(item="04-F1", verdict="passed")
    assert "1 of 2 mastered" in repr(progress())


def test_a_recall_counts_in_the_lesson_that_asks_it(known):
    known(number("04-C1"), number("04-P1", predict=True), Recall(id="05-R1", of=("04-C1", "04-P1")))
    log.record(item="05-R1", verdict="not yet")
    log.record(item="05-R1", verdict="passed")
    assert "Lesson 05   0 of 1 mastered" in repr(progress())
    log.record(item="05-R1", seed=3, verdict="passed")
    assert "Lesson 05   1 of 1 mastered" in repr(progress())


def test_what_belongs_to_no_lesson_is_left_out(known):
    known(number("04-C1"), number("A-I07"))
    assert "Lesson A" not in repr(progress()) and "0 of 1 mastered" in repr(progress())


@pytest.mark.parametrize("lesson", ["01", "1", 1, " 01 "])
def test_a_lesson_is_found_by_its_number(lesson):
    assert list(progress(lesson).lessons) == ["01"]


@pytest.mark.parametrize("lesson", ["77", "slope", 3.5, str])
def test_an_unknown_lesson_gets_a_sentence(lesson):
    assert "There is no lesson" in repr(progress(lesson)) and "progress()" in repr(progress(lesson))


def test_it_says_when_nothing_is_recorded(monkeypatch):
    monkeypatch.setenv("AUTOGRADLAB_RECORD", "0")
    assert "Recording is switched off" in repr(progress()) and "Recording is switched off" in html(progress())


def test_nothing_else_is_counted():
    words = re.sub(r"<[^>]*>", " ", html(Progress(LESSONS))).lower()
    assert not re.search(r"streak|rank|score|points|second|minute|days", words)
