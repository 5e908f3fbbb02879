"""Every state of every type, on the card and in the plain call, in the same words."""

import pytest

from autogradlab.course.checks import log
from autogradlab.course.checks.wording import to_html, to_text

STATES = [
    ("99-C1", "8", "passed", "", "Yes: 8. It is `2*w`."),
    ("99-C1", "16", "not yet", "M40", "16 is the loss."),
    ("99-C1", "-8", "not yet", "near:sign", "the sign is not"),
    ("99-C1", "77", "not yet", "", "What to look for: a positive number"),
    ("99-C1", "8,,0", "could not be read", "", "Two commas in a row"),
    ("99-C1", "6`7", "could not be read", "", "The character “`” in “6`7” could not be read."),
    ("99-C1", "[8]", "could not be read", "", "one number"),
    ("99-C1", "", "not attempted", "", "No answer yet"),
    ("99-C2", "the number two", "passed", "", "Yes: The number two."),
    ("99-C2", "The number one", "not yet", "smaller", "This one is smaller."),
    ("99-C2", "None of them", "not yet", "", "Another option fits better."),
    ("99-C2", "Z", "could not be read", "", "There is no option “Z”"),
    ("99-C2", "", "not attempted", "", "No answer yet"),
    ("99-C3", "None", "passed", "", "Yes: `None`."),
    ("99-C3", "none", "passed", "", "Yes: Python writes it `None`."),
    ("99-C3", "tensor(3.)", "not yet", "value", "is the value of `w`"),
    ("99-C3", "0", "not yet", "near:none", "`None` and 0 are not the same"),
    ("99-C3", "True", "not yet", "", "It prints something else."),
    ("99-C3", "9" * 3000, "could not be read", "", "3,000 characters"),
    ("99-C4", "ZeroDivisionError", "passed", "", "Nobody can divide by zero."),
    ("99-C4", "error", "passed", "", "Nobody can divide by zero."),
    ("99-C4", "it stops", "passed", "", "Yes: `ZeroDivisionError: division by zero`."),
    ("99-C4", "inf", "not yet", "near:error", "raises an error"),
    ("99-C5", "[[1, 2], [3, 4]]", "passed", "", "So it is."),
    ("99-C5", "[[1, 2], [3, 9]]", "not yet", "", "3 of the 4 entries"),
    ("99-C5", "[[1, 3], [2, 4]]", "not yet", "near:transposed", "changed places"),
    ("99-C5", "[1, 2, 3]", "could not be read", "", "asks for the shape (2, 2), but you gave the shape (3,)"),
]


@pytest.mark.parametrize("item_id, answer, verdict, tag, says", STATES)
def test_the_plain_call(check, item_id, answer, verdict, tag, says):
    feedback = check(item_id, answer)
    assert (feedback.verdict.word, feedback.tag) == (verdict, tag)
    assert says in to_text(feedback.says)
    assert len(log.attempts()) == (verdict in ("passed", "not yet"))


@pytest.mark.parametrize("item_id, answer, verdict, tag, says", [state for state in STATES if state[0] != "99-C2"])
def test_the_card_says_the_same_words(check, item_id, answer, verdict, tag, says):
    card = check(item_id)
    card.answer = answer
    card.submit()
    assert card.verdict == verdict
    assert card.feedback == check(item_id, answer)
    assert to_html(card.feedback.says) in card._say.value


@pytest.mark.parametrize("letter", "ABC")
def test_a_choice_on_the_card_says_the_same_words(check, letter):
    card = check("99-C2")
    card.answer = letter
    card.submit()
    assert card.feedback == check("99-C2", letter)
    assert card.verdict in ("passed", "not yet")


def test_both_faces_of_the_plain_call_hold_the_same_sentences(check):
    faces = check("99-C1", 16)._repr_mimebundle_()
    assert "16 is the loss. The slope is something else." in faces["text/plain"]
    assert "<b>16 is the loss.</b> The slope is something else." in faces["text/html"]
    assert "✗ not yet" in faces["text/plain"] and "not yet" in faces["text/html"]


@pytest.mark.parametrize(
    "item_id, answer, word",
    [
        ("99-C1", -8, "not yet, but close"),
        ("99-C1", 8.1, "not yet, but close"),
        ("99-C3", "0", "not yet"),
        ("99-C4", "inf", "not yet"),
        ("99-C5", [[1, 3], [2, 4]], "not yet"),
    ],
)
def test_only_a_number_is_close(check, item_id, answer, word):
    assert check(item_id, answer).word == word


def test_a_contrast_leaves_the_right_number_open(check):
    feedback = check("99-C1", 16)
    assert [(case.program, case.result) for case in feedback.cases] == [("4**2", "16"), ("2 * 4", "?")]
    assert "Show me" in feedback.action
    assert "gives ?" in repr(feedback)


def test_a_sure_wrong_answer_gets_a_pause_and_a_right_guess_a_question(check):
    assert check("99-C1", 77, sure=True).action.startswith("You were sure")
    assert check("99-C1", 77, confidence="think so").action == "Try again."
    assert check("99-C1", 8, confidence="guess").action.startswith("You were guessing")
    assert check("99-C2", "The number two", sure=True).action == ""


def test_an_unknown_confidence_is_not_an_attempt(check):
    assert check("99-C1", 8, confidence="maybe").verdict.word == "could not be read"
    assert log.attempts() == []


def test_a_learners_marks_are_shown_as_typed(check):
    feedback = check("99-C3", "**`<b>`**")
    assert "<b>`" not in feedback._repr_mimebundle_()["text/html"].split("</style>")[1]
    assert "**`<b>`**" in repr(check("99-C1", "**`<b>`**"))


def test_the_right_option_moves_with_the_learner_and_stays_right(items):
    orders = {tuple(option.name for option in items["99-C2"].for_learner(str(seed)).options) for seed in range(40)}
    assert len(orders) == 6
    for seed in range(10):
        item = items["99-C2"].for_learner(str(seed))
        assert item.lettered()[item.key()].name == "two"
