"""What the views say of small classes that were written by hand."""

import pytest

from autogradlab.course.classroom.cohort import HINTED
from autogradlab.course.classroom.known import ELSEWHERE, UNEXPLAINED
from autogradlab.course.classroom.shares import Share


def class_of(record, *groups):
    """Learners by groups of (how many, [(item, verdict, further fields), ...])."""
    made = []
    for many, lines in groups:
        for _ in range(many):
            made.append([record(f"{len(made):04x}", item, 1, verdict, **more) for item, verdict, more in lines])
    return made


def rows_by(rows, name):
    return {getattr(row, name): row for row in rows}


def test_right_at_first_is_a_pass_at_the_first_answer_without_a_hint(views, record):
    seen = views(
        *class_of(
            record,
            (6, [("91-C1", "passed", {})]),
            (2, [("91-C1", "passed", {"hint": 1})]),
            (1, [("91-C1", "not yet", {}), ("91-C1", "passed", {})]),
            (1, [("91-C1", "not yet", {})]),
        )
    )
    (row,) = seen.items
    assert (row.right, row.passed, row.learners) == (Share(6, 10), Share(9, 10), 10)
    assert rows_by(seen.distractors, "answer")[HINTED].all == Share(2, 10)


def test_an_opened_solution_counts_by_its_own_line_and_by_the_hint_level(views, record):
    revealed = ("91-C1", "revealed", {"hint": 4})
    seen = views(
        *class_of(
            record,
            (5, [("91-C1", "passed", {})]),
            (1, [revealed, ("91-C1", "passed", {"hint": 4})]),
            (1, [("91-C1", "not yet", {"hint": 4})]),
            (3, [revealed]),
        )
    )
    (row,) = seen.items
    assert row.revealed == Share(5, 10) and row.learners == 7 and row.right == Share(5, 7)


def test_an_item_that_fewer_than_five_answered_is_in_no_view(views, record):
    seen = views(
        *class_of(
            record,
            (4, [("91-C1", "not yet", {"tag": "M03"}), ("91-C1", "not yet", {})]),
            (5, [("91-C2", "passed", {})]),
        )
    )
    assert [row.item for row in seen.items] == ["91-C2"] and seen.cohort.hidden_items == ["91-C1"]
    assert seen.ideas == seen.transitions == seen.unexplained == []


def test_under_twenty_learners_nothing_is_ranked_or_flagged_or_split(views, record):
    lines = [(f"91-C{k}", "not yet", {}) for k in range(5)]
    seen = views(*class_of(record, (19, lines)))
    assert not seen.cohort.ranks and seen.votes == {} and not any(row.flags for row in seen.items)
    assert not any(row.correlation.shown for row in seen.items) and not any(row.thirds for row in seen.distractors)
    assert {row.right for row in seen.items} == {Share(0, 19)}


@pytest.mark.parametrize(
    "group, names",
    [
        ((40, [("91-C1", "not yet", {"tag": "near:sign"})]), {"very hard"}),
        ((40, [("91-C1", "passed", {})]), {"very easy"}),
        ((40, [("91-C1", "not yet", {})]), {"very hard", "many unexplained answers"}),
        (
            (40, [("91-C1", "not yet", {"tag": "M03"}), ("91-C1", "revealed", {"hint": 4})]),
            {"very hard", "solution opened often"},
        ),
    ],
)
def test_what_lies_beyond_a_limit_is_flagged(views, record, group, names):
    (row,) = views(*class_of(record, group)).items
    assert {flag.name for flag in row.flags if flag.clear} == names == {flag.name for flag in row.flags}


def test_a_flag_that_may_be_chance_says_so(views, record):
    one = (1, [("91-C1", "not yet", {"tag": "M03"})])
    (row,) = views(*class_of(record, (19, [("91-C1", "passed", {})]), one)).items
    assert [(flag.name, flag.clear) for flag in row.flags] == [("very easy", False)]


def test_what_came_next_is_counted_once_a_learner_from_the_first_such_answer(views, record):
    wrong = ("91-C1", "not yet", {"tag": "M03"})
    seen = views(
        *class_of(
            record,
            (4, [wrong, wrong, wrong, ("91-C1", "passed", {})]),
            (3, [wrong, ("91-C1", "passed", {})]),
            (2, [wrong, ("91-C1", "not yet", {"tag": "M04"})]),
            (2, [wrong, ("91-C1", "revealed", {"hint": 4})]),
            (1, [wrong]),
        )
    )
    (row,) = seen.transitions
    assert row.idea == "M03" and {name: share.count for name, share in row.next.items()} == {
        "the same again": 4,
        "right": 3,
        "another wrong answer": 2,
        "opened the solution": 2,
        "stopped": 1,
    }
    assert {share.of for share in row.next.values()} == {12}


def test_feedback_that_repairs_little_is_remarked_in_classes_that_are_large_enough(views, record):
    wrong = ("91-C1", "not yet", {"tag": "M03"})
    for many, remark in ((12, ""), (24, "repairs little")):
        (row,) = views(*class_of(record, (many, [wrong, wrong]), (many // 2, [wrong]))).transitions
        assert row.remark == remark


def test_a_prediction_has_no_next_answer(views, record):
    seen = views(*class_of(record, (6, [("01-P1", "not yet", {"tag": "M40"})])))
    assert seen.items[0].task and seen.transitions == []


def test_a_misconception_is_repaired_if_its_last_meeting_on_another_item_is_right_at_once(views, record):
    held = ("91-C1", "not yet", {"tag": "M03", "confidence": "sure"})
    again = ("92-C1", "not yet", {"tag": "M03"})
    seen = views(
        *class_of(
            record,
            (5, [held, ("92-C1", "passed", {})]),
            (3, [held, again]),
            (2, [held, ("91-C1", "passed", {})]),
            (2, [("92-C1", "passed", {}), held]),
            (8, [("91-C1", "passed", {}), ("92-C1", "passed", {})]),
        )
    )
    first, second = seen.ideas
    assert (first.lesson, first.idea, first.shown, first.repaired) == ("91", "M03", Share(12, 20), Share(5, 8))
    assert first.sure == Share(12, 12)
    assert (second.lesson, second.shown, second.repaired.shown) == ("92", Share(3, 18), False)


def test_answers_alike_are_put_together_and_written_as_most_gave_them(views, record):
    def gave(answer):
        return [("91-C1", "not yet", {"answer": answer})]

    seen = views(
        *class_of(
            record,
            (3, gave("0.3333")),
            (2, gave("0.33333")),
            (1, gave("-7")),
            (2, gave("5 ")),
            (2, gave("05.0")),
            (2, gave("5")),
        )
    )
    assert [(row.answer, row.share) for row in seen.unexplained] == [("5", Share(6, 12)), ("0.3333", Share(5, 12))]


def test_options_of_a_choice_are_told_by_name_since_letters_differ_between_learners(views, record):
    seen = views(
        *class_of(
            record,
            (3, [("00-C2", "not yet", {"answer": "A error"})]),
            (3, [("00-C2", "not yet", {"answer": "C error"})]),
        )
    )
    assert [(row.answer, row.share.count) for row in seen.unexplained] == [("error", 6)]


def test_an_answer_that_was_left_out_of_the_export_is_nobodys_misconception(views, record):
    assert views(*class_of(record, (9, [("91-C1", "not yet", {"answer": "(text)"})]))).unexplained == []


def test_a_name_of_an_idea_that_the_course_does_not_know_is_not_shown(views, record):
    seen = views(
        *class_of(
            record,
            (6, [("00-C1", "not yet", {"tag": "Jane Doe was here"})]),
            (6, [("00-C1", "not yet", {"tag": "added"})]),
            (6, [("00-C1", "not yet", {})]),
        )
    )
    assert {row.answer for row in seen.distractors} >= {ELSEWHERE, "added", UNEXPLAINED}
    assert "Jane" not in str([vars(row) for row in (*seen.distractors, *seen.transitions)])


def test_an_idea_that_nobody_showed_is_listed_for_items_of_the_course(views, record):
    seen = views(*class_of(record, (20, [("00-C1", "passed", {})])))
    assert rows_by(seen.distractors, "answer")["added"].remark == "nobody picks it"


def test_two_items_a_lesson_are_chosen_for_a_vote_and_named_ideas_come_first(views, record):
    def split(item, tag):
        return [(item, "passed", {})], [(item, "not yet", {"tag": tag})]

    items = [split("91-C1", ""), split("91-C2", "M03"), split("91-C3", "near:sign"), split("91-C4", "M10")]
    seen = views(
        *class_of(
            record,
            (20, [line for right, _ in items for line in right]),
            (20, [line for _, wrong in items for line in wrong]),
        )
    )
    assert {row.item for row in seen.votes["91"]} == {"91-C2", "91-C4"}


def test_a_class_without_anything_to_show_has_views_all_the_same(views, record):
    seen = views(*class_of(record, (2, [("91-C1", "passed", {})])))
    assert (seen.items, seen.findings, seen.answers, seen.days) == ([], [], 0, "2026-03-02")
