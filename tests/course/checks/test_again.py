"""The same question again: other numbers after a guess or a reveal, predictions that stand, choices that swap."""

import asyncio
import time
from dataclasses import replace

import pytest

from autogradlab.course.checks import Print, log, registry
from autogradlab.course.checks.card import CLICKS_ARRIVE
from autogradlab.course.checks.judging import UNDECIDED
from autogradlab.course.checks.samples import ITEMS, SAYS, TWINNED


@pytest.fixture(autouse=True)
def known(monkeypatch):
    monkeypatch.setattr(registry, "_ITEMS", dict(registry._ITEMS) | {item.id: item for item in ITEMS})


def reveal(check, item_id):
    for _ in range(4):
        check._session(item_id).ladder.tried()
        check.hint(item_id)


def test_a_right_guess_is_asked_again_with_other_numbers(check):
    assert 'check.again("98-C7")' in check("98-C7", 16, confidence="guess").action
    check.again("98-C7")
    session = check._session("98-C7")
    assert session.item.numbers["w"] != 4
    assert check("98-C7", 16).verdict.word == "not yet"
    assert check("98-C7", session.item.numbers["w"] ** 2).verdict.word == "passed"


def test_after_a_reveal_a_sentence_comes_first_and_only_the_variant_counts(check):
    check("98-C7", 5)
    reveal(check, "98-C7")
    check("98-C7", 16)
    assert check.standing("98-C7") == "revealed"
    assert "one sentence of your own" in check.again("98-C7").says
    check.again("98-C7", because="it is multiplied with itself")
    check("98-C7", check._session("98-C7").item.key().tolist())
    assert check.standing("98-C7") == "mastered"


def test_the_learners_sentence_is_kept_nowhere(check, data_folder):
    reveal(check, "98-C7")
    check.again("98-C7", because="a very private thought")
    assert all("private" not in path.read_text() for path in data_folder.glob("*"))


def test_a_reveal_is_recorded_and_is_no_attempt(check):
    reveal(check, "98-C7")
    assert [record["verdict"] for record in log.attempts("98-C7")] == ["revealed"]
    assert check._session("98-C7").attempts == 0


def test_a_prediction_stands_and_the_run_is_shown_beside_it(check):
    feedback = check("98-P1", 9)
    assert (feedback.stored, feedback.outcome) == ("9", "8")
    assert "The run gives 8" in repr(feedback)
    second = check("98-P1", 8)
    assert "You predicted 9. The run gives 8." in repr(second) and "before the run" in second.says
    assert second.verdict.word == "not yet"
    assert len(log.attempts("98-P1")) == 1


def test_a_predicted_print_is_set_like_the_print_of_the_run(check, monkeypatch):
    asked = dict(id="98-P2", program="print(3 > 2, 1)", task="What is printed?", predict=True, **SAYS)
    monkeypatch.setitem(registry._ITEMS, "98-P2", Print(**asked))
    shown = check("98-P2", "False 1")._repr_mimebundle_()["text/html"]
    assert (
        '<span class="v"><code>False 1</code></span>' in shown and '<span class="v"><code>True 1</code></span>' in shown
    )


@pytest.mark.parametrize("answer", ["9 2", "it prints [9., 2.]", "tensor([9., 2.]) as before"])
def test_the_one_try_of_a_prediction_is_not_lost_to_its_form(check, monkeypatch, answer):
    asked = dict(id="98-P2", program="print(ag.tensor([9., 2.]))", task="What is printed?", predict=True, **SAYS)
    monkeypatch.setitem(registry._ITEMS, "98-P2", Print(**asked))
    feedback = check("98-P2", answer)
    assert "The values are right" in feedback.says and "not counted" in feedback.says
    assert not log.attempts("98-P2")
    assert check("98-P2", "tensor([9., 2.])").verdict.word == "passed"


def test_what_was_not_right_at_once_is_asked_once_more_another_day_and_then_counts(check):
    item = check._session("99-C2").item
    check("99-C2", next(letter for letter in item.lettered() if letter != item.key()))
    check("99-C2", item.key())
    assert check.standing("99-C2") == "begun" and not check._session("99-C2").offers_another
    another_day = type(check)()
    assert another_day._session("99-C2").offers_another
    another_day.again("99-C2")
    assert not another_day._session("99-C2").offers_another
    another_day("99-C2", another_day._session("99-C2").item.key())
    assert another_day.standing("99-C2") == "mastered"


def test_a_prediction_stands_in_the_next_kernel_too(check):
    check("98-P1", 9)
    again = type(check)()
    assert "You predicted 9. The run gives 8." in repr(again("98-P1", 8))


def test_after_two_options_a_choice_becomes_its_twin(check):
    item = check._session("98-C8").item
    wrong = [letter for letter in item.lettered() if letter != item.key()]
    check("98-C8", wrong[0])
    feedback = check("98-C8", wrong[1])
    assert "as a new question" in feedback.action
    assert "squared" in check._session("98-C8").item.task and check._session("98-C8").item.type_name == "number"


def test_one_wrong_option_sent_twice_is_one_attempt_and_keeps_the_question(check):
    item = check._session("98-C8").item
    wrong, other = [letter for letter in item.lettered() if letter != item.key()][:2]
    assert check("98-C8", wrong).says == check("98-C8", wrong).says
    assert len(log.attempts("98-C8")) == 1 and check._session("98-C8").item.type_name == "choice"
    check("98-C8", other)
    assert check._session("98-C8").item.type_name == "number"


def test_what_stands_over_the_new_question_does_not_speak_of_the_old_options(check, monkeypatch):
    options = tuple(replace(option, says=f"**{option.text} is one of them.**") for option in TWINNED.options)
    monkeypatch.setitem(registry._ITEMS, "98-C8", replace(TWINNED, options=options))
    item = check._session("98-C8").item
    wrong = [letter for letter in item.lettered() if letter != item.key()]
    assert "is one of them" in check("98-C8", wrong[0]).says
    feedback = check("98-C8", wrong[1])
    assert "is one of them" not in feedback.says and feedback.cases == ()
    assert log.attempts("98-C8")[1]["answer"] == item.stored(wrong[1])


def test_the_new_question_is_still_asked_in_the_next_kernel(check):
    wrong = [letter for letter in "ABCD" if letter != check._session("98-C8").item.key()]
    for letter in wrong[:2]:
        check("98-C8", letter)
    assert type(check)()._session("98-C8").item.type_name == "number"


def test_a_click_on_its_way_is_not_for_the_new_question(check):
    card = check("98-C8")

    async def page():
        for letter in [letter for letter in "ABCD" if letter != card.session.item.key()][:2]:
            card.answer = letter
            card._check.click()
        card._check.click()

    asyncio.run(page())
    assert "as a new question" in card.feedback.action


def test_a_second_click_on_a_prediction_leaves_what_was_said_of_it(check):
    first = check("98-P1", 9)
    assert check("98-P1", 9) == first and len(log.attempts("98-P1")) == 1


def test_no_word_is_no_prediction_and_leaves_the_field_open(check, monkeypatch):
    asked = dict(id="98-P2", program="print(2 * 4)", task="What is printed?", predict=True, **SAYS)
    monkeypatch.setitem(registry._ITEMS, "98-P2", Print(**asked))
    for typed in ("d", "?", "I do not know", "nothing", "blank"):
        assert check("98-P2", typed).verdict.word == "could not be read"
    assert check("98-P2", "None").verdict.word == "not yet" and check._session("98-P2").locked


def test_the_same_code_is_one_attempt_and_other_code_with_the_same_results_another(check):
    for body in ("2 * x", "2 * x", "x + x"):
        check("98-C6", f"def square(x):\n    return {body}")
    assert len(log.attempts("98-C6")) == 2


def test_code_sent_again_in_the_next_kernel_is_no_new_attempt(check):
    check("98-C6", "def square(x):\n    return 2 * x")
    type(check)()("98-C6", "def square(x):\n    return 2 * x\n")
    assert len(log.attempts("98-C6")) == 1


def test_a_card_says_that_code_is_running_and_drops_the_clicks_of_that_time(check, monkeypatch):
    card, seen = check("98-C6"), []
    monkeypatch.setattr(card.session, "answer", lambda *_: seen.append(card._say.value) or time.sleep(0.1))

    async def page():
        asyncio.get_running_loop().call_later(0.05, card._check.click)
        card._check.click()
        assert "Running" not in card._say.value
        await asyncio.sleep(2 * CLICKS_ARRIVE)
        assert len(seen) == 1 and "Running your code" in seen[0]
        card._check.click()

    asyncio.run(page())
    assert len(seen) == 2


def test_a_second_click_on_another_one_asks_no_third(check):
    card = check("98-C7")
    card.answer, card.confidence = "16", "guess"
    card.submit()
    card._again.click()
    card._again.click()
    assert card.session.seed == 1


def test_clicking_through_all_options_masters_nothing(check):
    for letter in "ABCD":
        check("98-C8", letter)
    assert check.standing("98-C8") != "mastered"


def test_a_first_right_choice_is_mastered(check):
    check("98-C8", check._session("98-C8").item.key())
    assert check.standing("98-C8") == "mastered"


def test_a_recall_asks_what_is_not_mastered_under_its_own_id(check):
    assert check._session("99-R1").item.type_name == "number"
    assert check._session("99-R1").item.id == "99-R1"
    fresh = type(check)()
    fresh("98-C7", 16)
    assert fresh.standing("98-C7") == "mastered"
    assert fresh._session("99-R1").item.type_name == "click on the graph"


def test_what_somebody_was_sure_of_comes_back_first(check):
    check("98-C4", "A", sure=True)
    assert check._session("99-R1").item.type_name == "click on the graph"


def test_what_is_open_is_asked_with_other_numbers_in_a_recall(check):
    assert check._session("99-R1").item.numbers["w"] != 4


def test_two_cards_of_one_item_show_the_same(check):
    one, other = check("98-C7"), check("98-C7")
    one.answer = "8"
    one.submit()
    assert other.verdict == "not yet" and other.said == one.said


def test_an_answer_on_one_card_stands_on_the_others_too_also_on_a_later_one(check):
    one, other = check("98-C7"), check("98-C7")
    one.answer = "8"
    one.submit()
    assert other.answer == check("98-C7").answer == "8"


def test_the_same_answer_once_more_leaves_alone_what_is_being_typed_on_another_card(check):
    one, other = check("98-C7"), check("98-C7")
    one.answer = "8"
    one.submit()
    other.answer = "9"
    one.submit()
    one.answer = ""
    one.submit()
    assert other.answer == "9"


def test_the_same_answer_to_other_numbers_is_a_new_one(check):
    one, other = check("98-C7"), check("98-C7")
    for _ in range(2):
        one.answer = "16"
        one.submit()
        assert other.answer == "16"
        one.again()
        assert other.answer == ""


def test_a_card_takes_up_the_variant(check):
    card = check("98-C7")
    card.answer, card.confidence = "16", "guess"
    card.submit()
    card.again()
    assert card.answer == "" and str(check._session("98-C7").item.numbers["w"]) in card._task.value


def test_a_locked_prediction_cannot_be_checked_again_on_the_card(check):
    card = check("98-P1")
    card.answer = "9"
    card.submit()
    assert card._check.disabled and card._field.widget.disabled


def test_where_two_ideas_fit_the_card_shows_the_question_that_decides(check):
    card = check("98-C10")
    card.answer = "12"
    card.submit()
    assert "98-C11" in card._deciding.children[0].children[0].value
    assert "Answer the question below." in card._say.value
    card._decides.answer("8")
    assert "has told them apart. Now this one again." in card._say.value
    card.answer = "7"
    card.submit()
    assert card.verdict == "passed" and card._deciding.children == ()


def test_once_it_has_been_answered_its_idea_is_named(check):
    assert check("98-C10", 12).tag == UNDECIDED
    check("98-C11", 8)
    told = check("98-C10", 12)
    assert (told.tag, told.says) == ("M03", "**a**") and "98-C11" not in told.action


def test_once_it_has_been_answered_rightly_it_is_not_asked_again(check):
    check("98-C11", 5)
    card = check("98-C10")
    card.answer = "12"
    card.submit()
    assert card._deciding.children == () and "you followed neither" in card._say.value and card.feedback.tag == ""


def test_the_question_that_decides_is_the_same_below_a_card_and_by_its_id(check):
    card = check("98-C10")
    card.answer = "12"
    card.submit()
    check("98-C11", 8)
    assert "has told them apart. Now this one again." in card._say.value
    assert card._decides.attempts == len(log.attempts("98-C11")) == 1


def test_a_hint_leaves_the_question_that_decides_where_it_is_and_says_so(check):
    card = check("98-C10")
    card.answer = "12"
    card.submit()
    card.hint()
    assert "Answer the question below." in card._earlier.value and "98-C11" not in card._earlier.value


def test_a_question_that_decides_is_watched_once_however_often_it_is_needed(check):
    card = check("98-C10")
    for answer in ("12", "5", "12", "5", "12"):
        card.answer = answer
        card.submit()
    assert len(card._deciding.children) == 1 and len(card._decides._watchers) == 2


def test_no_question_that_decides_leads_back_to_itself(check):
    for item in registry.every_item():
        seen = [item.id]
        while follow_up := getattr(registry.find(seen[-1]), "follow_up", ""):
            assert follow_up not in seen
            seen.append(follow_up)


def test_what_was_passed_once_is_passed_before_a_later_slip(check):
    assert [check("98-C7", answer).headline[1] for answer in ("16", "8", "16")] == ["passed", "passed before", "passed"]


@pytest.mark.parametrize("item_id", ["98-C1", "98-C2", "98-C3", "98-C4", "98-C5", "98-C6", "98-C7", "98-C9"])
def test_card_and_plain_call_say_the_same_words(check, item_id):
    item = check._session(item_id).item
    for value in (*(value for _, value in item.signed()), item.key()):
        card = type(check)()(item_id)
        card.answer = str(item.raw(value))
        card.submit()
        plain = type(check)()(item_id, item.raw(value))
        assert (card.feedback.says, card.feedback.action, card.feedback.tag) == (plain.says, plain.action, plain.tag)
        assert card.feedback.counts
