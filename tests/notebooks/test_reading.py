"""docs/walkthrough.md says what the lessons ask of a reader now, and its measures measure what they say."""

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[1] / "bench" / "reading.py"


@pytest.fixture(scope="module")
def measures():
    spec = importlib.util.spec_from_file_location("reading", PROGRAM)
    program = sys.modules["reading"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    yield program
    del sys.modules["reading"]


@pytest.fixture(scope="module")
def lessons(measures):
    return measures.every_lesson()


def test_the_page_is_what_the_program_writes_now(measures, lessons):
    written = measures.page(lessons)
    assert measures.PAGE.read_text("utf-8") == written, "run `python tests/bench/reading.py --write`"


@pytest.mark.parametrize(
    "word, count",
    [
        ("slope", 1),
        ("value", 2),
        ("called", 1),
        ("added", 2),
        ("losses", 2),
        ("rules", 1),
        ("little", 2),
        ("layer", 2),
        ("gradient", 3),
        ("partial", 2),
        ("going", 2),
        ("the", 1),
        ("tensor's", 2),
    ],
)
def test_syllables_are_those_that_one_hears(measures, word, count):
    assert measures.syllables(word) == count


def test_a_piece_of_code_is_one_word_and_an_entry_of_a_list_is_a_sentence(measures):
    said = measures.plain("See `w.grad`, [here](there.ipynb):\n\n- one **thing**\n- $x^2$")
    assert measures.words(said) == ["See", "code", "here", "one", "thing", "code"]
    assert said.count(".") == 2, "one behind the paragraph, one behind the first entry"


def test_grade_level_is_the_formula(measures):
    """Seven words, two sentences, eight syllables."""
    assert measures.grade_level("The slope is three. We step downhill.") == pytest.approx(
        0.39 * 7 / 2 + 11.8 * 8 / 7 - 15.59
    )


def test_twice_the_text_takes_longer_and_a_promise_too_short_shows(measures, lessons):
    lesson = lessons[1]
    longer = replace(lesson, words=2 * lesson.words)
    assert longer.minutes == pytest.approx(lesson.minutes + lesson.words / measures.WORDS_PER_MINUTE)
    assert replace(lesson, promised=1).beside_promise > measures.FAR
