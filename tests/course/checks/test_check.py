"""`check` itself: cards, hints, ids, and what happens when something is missing or broken."""

import asyncio
import subprocess
import sys

import pytest
from IPython.core.formatters import DisplayFormatter

from autogradlab.course.checks import Number, hints, log, registry, samples
from autogradlab.course.checks.fields import LETTERS_ARRIVE
from autogradlab.course.checks.session import Session
from autogradlab.course.checks.wording import to_html
from autogradlab.course.page_script import PAGE_SCRIPT


def test_a_card_left_alone_is_not_an_error_and_not_an_attempt(check):
    card = check("99-C1")
    assert card.verdict == "not attempted" and not card.said.says
    assert log.attempts() == []
    assert "99-C1 · number · ○ not attempted" in repr(card)
    assert 'check("99-C1", 2.5)' in card._repr_mimebundle_()["text/plain"]


def test_a_card_shows_the_program_of_a_print_and_the_options_of_a_choice(check):
    assert "print(w.grad)" in repr(check("99-C3"))
    assert all(f"{letter}  " in repr(check("99-C2")) for letter in "ABC")


def test_show_me_opens_and_closes(check):
    card = check("99-C1")
    assert card._show.layout.display == "none"
    card.answer = "16"
    card.submit()
    assert card._show.layout.display == ""
    card.toggle_cases()
    assert "Steep" in card._cases.value and card._show.description == "Hide the two cases"
    card.toggle_cases()
    assert card._cases.value == ""


def test_another_card_of_the_question_shows_the_answer_that_its_verdict_is_about(check):
    one, other = check("99-C1"), check("99-C1")
    one.answer = "16"
    one.submit()
    assert other.answer == "16"
    other.answer = "8"
    other.submit()
    assert (one.answer, one.verdict) == ("8", "passed")


def test_what_is_typed_and_not_yet_given_stays_while_a_hint_is_shown(check):
    card = check("99-C1")
    card.answer = "16"
    card.submit()
    card.answer = "12"
    card.hint()
    assert card.answer == "12"


def test_enter_in_the_field_checks(check):
    card = check("99-C1")
    card.answer = "8"
    card._field.widget._handle_custom_msg({"event": "submit"}, [])
    assert card.verdict == "passed"


def press_enter(card, text_that_follows=None):
    """What the page sends when Enter is pressed in the field of a running kernel: the key first, then the text."""

    async def page():
        card._field.widget._handle_custom_msg({"event": "submit"}, [])
        if text_that_follows is not None:
            card._field.widget.set_state({"value": text_that_follows})
        await asyncio.sleep(2 * LETTERS_ARRIVE)

    asyncio.run(page())


def test_enter_waits_for_the_letters_that_are_still_on_their_way(check):
    card = check("99-C1")
    press_enter(card, "8")
    assert card.verdict == "passed" and len(log.attempts()) == 1


def test_enter_on_an_unchanged_answer_checks_it_once(check):
    card = check("99-C1")
    card.answer = "77"
    press_enter(card)
    assert card.verdict == "not yet" and len(log.attempts()) == 1


def test_the_same_answer_twice_is_one_attempt(check):
    card = check("99-C1")
    for text in ("77", "77", " 77.0 "):
        card.answer = text
        card.submit()
    assert card.verdict == "not yet" and "77 is not it" in card.said.says
    check("99-C1", 8)
    check("99-C1", 8)
    assert [record["verdict"] for record in log.attempts()] == ["not yet", "passed"]
    assert check.standing("99-C1") == "mastered"


def test_enter_twice_is_one_attempt(check):
    card = check("99-C1")
    press_enter(card, "77")
    press_enter(card)
    assert len(log.attempts()) == 1


def test_the_same_answer_counts_after_another_one_and_after_a_hint(check):
    for answer in (77, 78, 77):
        check("99-C1", answer)
    assert len(log.attempts()) == 3
    check.hint("99-C1")
    check("99-C1", 77)
    check("99-C1", 77)
    assert [record["hint"] for record in log.attempts()] == [0, 0, 0, 1]


def test_the_same_answer_twice_opens_no_second_hint(check):
    for _ in range(2):
        check("99-C1", 77)
    assert check.hint("99-C1").level == 1
    assert check.hint("99-C1").level == 0


def test_the_same_answer_in_the_next_kernel_is_no_new_attempt_and_the_hint_is_still_open(check):
    check("99-C1", 77)
    again = type(check)()
    assert again("99-C1", 77).verdict.word == "not yet" and len(log.attempts()) == 1
    assert again.hint("99-C1").level == 1


def test_a_right_guess_stays_a_guess_when_it_is_sent_once_more(check):
    check("99-C1", 8, confidence="guess")
    assert check("99-C1", 8, sure=True).action.startswith("You were guessing")
    assert [record["confidence"] for record in log.attempts()] == ["guess"]


def test_what_was_not_saved_is_saved_by_a_second_click_once_it_can_be(check, data_folder):
    data_folder.write_text("in the way")
    assert "was not saved" in check("99-C1", 77).note
    data_folder.unlink()
    assert check("99-C1", 77).note == "" and len(log.attempts("99-C1")) == 1
    check("99-C1", 77)
    assert len(log.attempts("99-C1")) == 1


def test_what_was_not_saved_is_still_said_after_a_second_click(check, data_folder):
    data_folder.write_text("no folder")
    assert check("99-C1", 77).note == check("99-C1", 77).note != ""


def test_a_second_click_on_hint_leaves_the_hint_in_view(check):
    card = check("99-C1")
    card.answer = "77"
    card.submit()
    card._hint.click()
    card._hint.click()
    assert "where to look" in card.said.says


def test_buttons_do_what_the_methods_do(check):
    card = check("99-C1")
    card.answer, card.confidence = "77", "sure"
    card._check.click()
    assert card.verdict == "not yet" and log.attempts()[0]["confidence"] == "sure"
    assert not card._hint.disabled
    card._hint.click()
    assert "where to look" in card.said.says and card._hint.disabled


def test_an_item_passed_earlier_says_so_in_a_new_kernel(check):
    check("99-C1", 8)
    card = type(check)()("99-C1")
    assert card.verdict == "passed" and "before" in card.said.says


def test_an_earlier_wrong_attempt_leaves_the_item_open_and_counts_on(check):
    check("99-C1", 77)
    again = type(check)()
    assert again("99-C1").verdict == "not attempted"
    again("99-C1", 78)
    assert [record["attempt"] for record in log.attempts()] == [1, 2]


def test_an_unknown_id_names_the_nearest(check):
    assert "`01-C1`" in check("01-C11").says
    assert "`99-C1`" in check("99C1").says
    assert check().says and check(3, 4).says and check(None).says and check.hint("zz").says


@pytest.mark.parametrize("item_id", ["99-c1", " 99-C1 "])
def test_an_id_may_be_in_small_letters_or_between_spaces(check, item_id):
    assert check(item_id, 8).verdict.word == "passed"


@pytest.mark.parametrize("arguments, words", [(("99-C1", 6, 7), {}), (("99-C1",), {"conf": "sure"})])
def test_a_wrong_form_of_the_call_names_the_accepted_words(check, arguments, words):
    said = check(*arguments, **words)
    assert "`confidence` and `sure`" in said.says and "fault" not in said.says
    assert log.attempts() == []


def test_a_hint_takes_only_an_id(check):
    assert "an id and nothing else" in check.hint("99-C1", 2).says


@pytest.mark.parametrize("item_id", [[], 1, None, {}])
def test_an_id_that_is_no_text_is_said_to_be_one(check, item_id):
    assert "text in quotes" in check(item_id).says and "text in quotes" in check.hint(item_id).says


def test_what_was_passed_stays_passed(check):
    assert repr(check("99-C1", 8)).startswith("99-C1 · number · ✓ passed")
    later = check("99-C1", 77)
    assert repr(later).startswith("99-C1 · number · ✓ passed") and "77 is not it." in later.words
    card = check("99-C1")
    card.answer = "16"
    card.submit()
    assert "passed" in card._head.value and "16 is the loss." in card._say.value
    assert [record["verdict"] for record in log.attempts()] == ["passed", "not yet", "not yet"]


def test_a_saved_notebook_holds_no_attempt(check):
    card = check("99-C1")
    before = card._repr_mimebundle_()["text/plain"]
    card.answer = "16"
    card.submit()
    assert card._repr_mimebundle_()["text/plain"] == check("99-C1")._repr_mimebundle_()["text/plain"] == before
    assert "What is `w.grad`" in before and "16" not in before


def test_a_closed_hint_says_when_it_opens(check):
    card = check("99-C1")
    assert "after a try" in card._hint.tooltip
    card.answer = "77"
    card.submit()
    assert card._hint.tooltip == ""


def test_a_hint_comes_below_what_was_said_of_the_answer(check):
    card = check("99-C1")
    card.answer = "77"
    card.submit()
    said = card.feedback.says
    card.hint()
    assert to_html(said) in card._earlier.value and "agl-said" not in card._earlier._dom_classes
    assert to_html(card.said.says) in card._say.value and to_html(said) not in card._say.value
    card.answer = "78"
    card.submit()
    assert card._earlier.value == ""


def test_a_control_that_goes_passes_the_focus_to_a_place_that_stays(check, monkeypatch):
    given = []
    monkeypatch.setattr("ipywidgets.HTML.focus", lambda self: given.append(self))
    card = check("99-C1")
    card.answer = "77"
    card.submit()
    assert given == []
    card.hint()
    assert card._hint.disabled and given == [card._say]
    registry.register(samples.PREDICTED)
    predicted = check(samples.PREDICTED.id)
    predicted.answer = "77"
    predicted.submit()
    assert predicted._check.disabled and given[1:] == [predicted._say]
    predicted.again()
    assert given[2:] == [predicted._head]


def test_a_card_keeps_its_keys_for_itself_and_announces_in_a_lasting_place(check):
    card = check("99-C1")
    assert PAGE_SCRIPT in card._task.value
    assert "agl-said" in card._say._dom_classes
    card.answer = "16"
    card.submit()
    assert 'role="status"' not in card._say.value
    assert 'role="status"' in check("99-C1", 16)._repr_mimebundle_()["text/html"]


def test_lessons_are_found_by_their_number(check):
    assert check("00-C1", "3*12").verdict.word == "passed"


def test_a_broken_check_says_that_it_is_our_fault(check, monkeypatch):
    monkeypatch.setattr(Number, "read", lambda *_: 1 / 0)
    said = check("99-C1", 8)
    assert said.verdict.word == "could not run" and "our fault" in said.says and "ZeroDivisionError" in said.action
    assert log.attempts() == []


def test_without_ipywidgets_the_card_is_text(check, monkeypatch):
    monkeypatch.setitem(sys.modules, "autogradlab.course.checks.card", None)
    card = check("99-C1")
    assert isinstance(card, Session) and "not attempted" in repr(card)


def test_asking_a_plain_question_costs_no_widgets():
    question = "from autogradlab.course.checks import check; check('00-C1', 36)"
    code = f"import sys; {question}; print('ipywidgets' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_the_first_hint_waits_for_an_attempt_or_45_seconds(items, clock):
    ladder = hints.Ladder(items["99-C1"], clock)
    assert "opens after a try" in ladder.next().says and ladder.level == 0
    clock.now = 46
    assert "Look at the tangent." in ladder.next().says


def test_each_next_hint_waits_for_an_attempt_or_20_seconds(items, clock):
    ladder = hints.Ladder(items["99-C1"], clock)
    ladder.tried()
    ladder.next()
    assert ladder.next().level == 0
    clock.now = 21
    assert ladder.next().level == 2
    ladder.tried()
    assert ladder.next().level == 3
    ladder.tried()
    assert "It is 8." in ladder.next().says
    assert "It is 8." in ladder.next().says


def test_the_record_knows_how_far_the_hints_went(check):
    check("99-C1", 77)
    assert check.hint("99-C1").level == 1
    check("99-C1", 8)
    assert [record["hint"] for record in log.attempts()] == [0, 1]


def test_a_second_item_of_one_id_takes_the_place_of_the_first(items):
    other = type(items["99-C1"])(
        id="99-C1", task="t", program="answer = 1", expected="", reason="r", hints=("a", "b", "c"), reveal="d"
    )
    registry.register(other)
    assert registry.find("99-C1") is other


def test_several_checks_stand_in_one_cell_each_with_its_own_card(check):
    cards = check.each("99-C1", "99-C2")
    shown = cards._repr_mimebundle_()
    assert [card.verdict for card in cards] == ["not attempted"] * 2
    assert "99-C1" in shown["text/plain"] and "99-C2" in shown["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in shown
    assert cards[0].session is check("99-C1").session


def test_a_saved_notebook_holds_no_attempt_of_several_either(check):
    check("99-C1", 8)
    texts = DisplayFormatter().format(check.each("99-C1", "99-C2"))[0]["text/plain"]
    assert "What is `w.grad`" in texts and "Which one is larger?" in texts
    assert "passed" not in texts and "It is" not in texts


def test_an_unknown_id_among_several_costs_only_itself(check):
    cards = check.each("99-C1", "99-C77")
    assert "99-C77" in repr(cards) and cards[0].verdict == "not attempted"
    assert "application/vnd.jupyter.widget-view+json" in cards._repr_mimebundle_()
