"""Taking the inventory: nothing is said of the answers before the second time, nothing is lost between kernels."""

import json

import pytest

from autogradlab.course import inventory
from autogradlab.course.checks import log
from autogradlab.course.checks.wording import to_text, word_count
from autogradlab.course.inventory import face
from autogradlab.course.inventory.sitting import Sitting


def take(phase, answer_of):
    """Answer every question of the sitting that is due, and finish it."""
    sitting = face.sitting_for("", phase)
    for item_id, item in sitting.items.items():
        inventory.answer(item_id, answer_of(item))
    return sitting, inventory.finish(sitting.form, phase)


def right(item):
    return item.key()


def other(item):
    return next(letter for letter in item.lettered() if letter != item.key())


def lines(data_folder):
    return [json.loads(line) for line in (data_folder / "attempts.jsonl").read_text().splitlines() if line]


def test_the_form_hangs_on_the_learners_name_so_that_half_begin_with_each():
    names = [f"{number:016x}" for number in range(100)]
    assert sum(face.first_form(name) == "A" for name in names) == 50


def test_each_learner_takes_the_other_form_after_the_course_and_the_first_one_later():
    forms = [take(phase, right)[0].form for phase in ("before", "after", "later")]
    assert sorted(forms[:2]) == ["A", "B"] and forms[2] == forms[0]


def test_a_record_has_the_phase_the_idea_and_a_letter_that_does_not_hang_on_the_order_seen(data_folder):
    sitting = face.sitting_for("A", "before")
    item = sitting.items["A-I07"]
    letter = next(letter for letter, option in item.lettered().items() if option.idea == "M03")
    inventory.answer("A-I07", letter, confidence="sure")
    (record,) = lines(data_folder)
    assert {name: record[name] for name in ("item", "phase", "verdict", "tag", "confidence", "answer")} == {
        "item": "A-I07",
        "phase": "before",
        "verdict": "not yet",
        "tag": "M03",
        "confidence": "sure",
        "answer": "B",
    }


@pytest.mark.parametrize("words", ["?", "I do not know", " do not know ", "I don't know"])
def test_not_to_know_is_an_answer(data_folder, words):
    inventory.answer("A-I01", words, sure=True)
    (record,) = lines(data_folder)
    assert (record["tag"], record["answer"], record["confidence"]) == ("do not know", "?", "")


def test_the_last_answer_counts_and_the_same_answer_is_recorded_once(data_folder):
    for letter in "AABB":
        inventory.answer("A-I01", letter)
    assert [record["attempt"] for record in lines(data_folder)] == [1, 2]
    assert face.sitting_for("A").given["A-I01"] == "B"


def test_nothing_is_said_about_the_answers_before_the_second_time_is_over():
    item = face.sitting_for("A", "before").items["A-I01"]
    one, another = (repr(inventory.answer("A-I01", letter)) for letter in (right(item), other(item)))
    assert one.replace(f"kept: {right(item)}", "") == another.replace(f"kept: {other(item)}", "")
    assert "after the second time" in repr(inventory.result())
    _, said = take("before", right)
    assert "Thank you" in repr(said) and "20" not in repr(said)
    assert "after the second time" in repr(inventory.result())


def test_the_result_names_what_is_new_and_what_is_still_to_come_with_its_lesson():
    take("before", other)
    _, result = take("after", lambda item: other(item) if item.id.endswith("I09") else right(item))
    assert result.counts == "Right before the course: 0 of 20. Right after the course: 19 of 20."
    assert result.groups["Still to come"] == ["one loss, backward twice (lesson 07)"]
    assert len(result.groups["New since the first time"]) == 19
    page = result._repr_mimebundle_()["text/html"]
    assert "aria-label" in page and page.count("<details") == 20 and repr(inventory.result()) == repr(result)


def test_a_sitting_goes_on_in_another_kernel_with_the_same_order_of_options(fresh_kernel):
    inventory.answer("A-I03", "C")
    before = face.sitting_for("A")
    fresh_kernel()
    after = face.sitting_for("A")
    assert after is not before and after.given == {"A-I03": "C"} and after.first_open == "A-I01"
    assert [item.options for item in after.items.values()] == [item.options for item in before.items.values()]


def test_a_finished_sitting_stays_finished_in_another_kernel(fresh_kernel):
    form = take("before", right)[0].form
    fresh_kernel()
    assert "Thank you" in repr(inventory(form, phase="before"))
    assert face.sitting_for().phase == "after"
    closed = Sitting(form, "before")
    with pytest.raises(Exception, match="finished"):
        closed.answer(f"{form}-I01", "?")


def test_finishing_early_says_which_questions_are_open():
    inventory.answer("A-I01", "A")
    said = repr(inventory.finish("a"))
    assert "Still open: 2, 3, 4" in said


@pytest.mark.parametrize(
    "call",
    [
        lambda: inventory("Q"),
        lambda: inventory(phase="soon"),
        lambda: inventory.answer("X-I01", "A"),
        lambda: inventory.answer("A-I99", "A"),
        lambda: inventory.answer("A-I01", "Z"),
        lambda: inventory.answer(7, "A"),
        lambda: inventory.answer("A-I01", ""),
        lambda: inventory.answer("A-I01", 3.5),
        lambda: inventory(3),
        lambda: inventory.finish("Z"),
        lambda: inventory.finish("A", phase="soon"),
        lambda: inventory.answer("A-I01", "A", confidence="very"),
    ],
)
def test_what_cannot_be_understood_is_said_in_a_sentence_and_not_recorded(data_folder, call):
    said = call()
    assert 0 < word_count(to_text(said.words)) <= 60 and said.action
    assert not (data_folder / "attempts.jsonl").exists()


def test_it_works_with_recording_switched_off(monkeypatch):
    monkeypatch.setenv("AUTOGRADLAB_RECORD", "0")
    take("before", right)
    _, result = take("after", right)
    assert result.counts.endswith("Right after the course: 20 of 20.") and not log.attempts()


def test_the_transfer_block_is_a_form_of_its_own():
    sitting = face.sitting_for("T")
    assert (sitting.phase, len(sitting.items)) == ("after", 17)
    for item_id, item in sitting.items.items():
        inventory.answer(item_id, right(item))
    assert inventory.finish("T").counts == "Right after the course: 17 of 17."
    assert face.sitting_for().phase == "before"


def test_a_page_without_widgets_shows_the_question_and_how_to_answer():
    text = repr(inventory.answer("A-I07"))
    assert "w.grad" in text and 'inventory.answer("A-I07", "B")' in text and "I do not know" in text
