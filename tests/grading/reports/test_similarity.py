"""Pairs that share rare text are found, even if it was lightly reworked; text that is common counts for nothing."""

from pathlib import Path

import pytest

from autogradlab.grading import reports
from autogradlab.grading.assignment import load
from autogradlab.grading.row import FOR_A_HUMAN, QuestionRow, Row
from autogradlab.grading.similarity import pairs, pieces
from autogradlab.grading.stubs import unsolved

ROOT = Path(__file__).parents[3]
STEM = "04_accumulate"
STEPS = (
    "total += {n} * q",
    "for q in range({n}): total -= q",
    "while total > {n}: total /= 2",
    "q = [{n}] * len(batches)",
    "if total is None: q = {n}",
    "assert q != {n}, 'no'",
    "total, q = q, total ** {n}",
    "print(total, {n})",
)


def own_answer(number, length=12):
    """An answer that differs from that of every other number."""
    kinds = [STEPS[(number * 7 + step * (number % 5 + 1)) % len(STEPS)] for step in range(length)]
    steps = [kind.format(n=number * 100 + step) for step, kind in enumerate(kinds)]
    return "def big_batch_gradient(mean_loss, w, batches):\n" + "\n".join(f"    {step}" for step in steps)


def hand_in(student, code, words=""):
    questions = (
        QuestionRow("big-batch-gradient", "wrong", 40, 0, answer=code),
        QuestionRow("explain", FOR_A_HUMAN, 20, 0, answer=words),
    )
    return Row(student, STEM, "", "graded", questions=questions)


def a_class(*more, size=30):
    return [*(hand_in(f"s{number:02}", own_answer(number)) for number in range(size)), *more]


@pytest.fixture
def found(made):
    """`found(rows)`: the names of each pair."""
    return lambda rows: [(pair.one, pair.other) for pair in pairs(rows, made.exercise)]


def test_a_class_of_individuals_has_no_pair(found):
    assert found(a_class()) == []


@pytest.mark.parametrize(
    "reworked",
    [
        lambda text: text,
        lambda text: text.replace("total", "my_sum").replace("q", "helper"),
        lambda text: text.replace("\n", "  # my own idea\n").replace(" = ", "="),
        lambda text: text.replace("    ", "\t") + "\n\n    return None",
        lambda text: text.replace("):\n", '):\n    """Mine."""\n', 1).replace("'no'", '"nope"'),
        lambda text: text + "\n    this is (not Python",
    ],
)
def test_a_copy_that_was_reworked_lightly_is_found(made, reworked):
    (pair,) = pairs(a_class(hand_in("copy", reworked(own_answer(3)))), made.exercise)
    assert (pair.one, pair.other, pair.questions) == ("copy", "s03", ("big-batch-gradient",)) and pair.alike > 0.7


def test_copied_words_are_found(found):
    words = " ".join(f"Because number {number} is not {number * 3} it counts." for number in range(9))
    rows = a_class(hand_in("copy", "", words.upper()), hand_in("first", "", words))
    assert found(rows) == [("copy", "first")]


def test_what_the_course_gave_and_its_known_answers_count_for_nothing(made, found):
    question = made.exercise.questions[0]
    own = made.exercise.cells[question.cell]
    texts = [own.solved, own.handed_out, *(known.source for known in question.known)]
    for text in texts:
        assert found(a_class(hand_in("one", text), hand_in("other", text))) == []


def test_who_left_the_same_answer_empty_is_not_alike():
    exercise = load(ROOT, "05_loop")
    empty = unsolved(exercise.cells["momentum-sgd"].solved)
    rows = [
        Row(
            name,
            "05_loop",
            "",
            "graded",
            questions=(QuestionRow("momentum-sgd", "not attempted", 40, 0, answer=empty),),
        )
        for name in ("one", "other")
    ]
    assert empty.count("raise NotImplementedError()") == 3 and pairs(rows, exercise) == []


def test_what_many_have_in_common_counts_for_nothing(found):
    same = own_answer(99)
    assert found([hand_in(f"s{number}", same) for number in range(30)]) == []


def test_a_small_ring_is_found_as_all_of_its_pairs(found):
    ring = [hand_in(name, own_answer(77)) for name in ("r1", "r2", "r3", "r4")]
    assert len(found(a_class(*ring))) == 6


def test_short_answers_are_no_evidence(found):
    assert found(a_class(hand_in("a", "x = 41 + 17"), hand_in("b", "x = 41 + 17"))) == []


@pytest.mark.parametrize(
    "answer", ["", "'''" * 6000, '"' * 20_000, "\\" * 20_000, "é😀\x00\ud800" * 3000, "(" * 20_000]
)
def test_any_text_is_read(made, answer):
    pairs(a_class(hand_in("a", answer), hand_in("b", answer), size=5), made.exercise)


def test_attributes_and_the_names_of_the_task_stay():
    assert pieces("x.grad = w.grad", frozenset({"w"})) == ["name", ".", "grad", "=", "w", ".", "grad"]
    assert pieces("a = 'b\\' c' + \"d\"", frozenset()) == ["name", "=", "text", "+", "text"]


def test_a_text_that_is_never_closed_is_one_piece():
    """Each of its quotation marks could begin another; to try them all would take a minute for such a long one."""
    assert pieces('x = "' + '\\"' * 100_000, frozenset()) == ["name", "=", "text"]


def test_the_page_shows_both_marks_what_agrees_and_says_what_it_does_not_prove(made, tmp_path):
    rows = a_class(hand_in("<b>copy", own_answer(3).replace("total", "mine")))
    (path,) = reports.write_similarity(rows, tmp_path, {STEM: made.exercise})
    html = path.read_text("utf-8")
    assert "What this does not prove." in html and "&lt;b&gt;copy" in html
    assert "<mark>    for q in range(311): mine -= q</mark>" in html
    assert "<mark>    for q in range(311): total -= q</mark>" in html and "<mark>def" not in html
    (path,) = reports.write_similarity(a_class(), tmp_path, {STEM: made.exercise})
    assert "No two hand-ins share much that is rare." in path.read_text("utf-8")
