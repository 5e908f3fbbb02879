"""From an answer to its feedback: signatures first, then near misses, then the item's reply to an unknown answer."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from autogradlab.course.checks import ideas, ran_code
from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.compare import as_array, same, same_print
from autogradlab.course.checks.feedback import NOT_ATTEMPTED, NOT_READ, NOT_RUN, NOT_YET, PASSED, Feedback, ShownCase
from autogradlab.course.checks.reading import Blank
from autogradlab.course.checks.wording import quoted
from autogradlab.course.programs import run

UNDECIDED = "undecided"
CONFIDENCES = GUESS, THINK_SO, SURE = "guess", "think so", "sure"


def judge(item, raw, confidence: str = "", decided: Mapping = MappingProxyType({})) -> Feedback:
    """The item's feedback on a raw answer, typed or passed. Nothing is recorded here.

    `decided` is the record of the last answer to the item's follow-up, if there is one.
    """
    try:
        feedback = _judge_readable(item, raw, confidence, decided)
    except Blank as blank:
        feedback = Feedback(
            f"**{blank.sentence}** Nothing was recorded.", "Give your best guess; you can change it.", NOT_ATTEMPTED
        )
    except Unreadable as trouble:
        feedback = Feedback(
            f"**{trouble.sentence}** {trouble.advice} This was not counted as an attempt.".replace("  ", " "),
            verdict=NOT_READ,
        )
    except ran_code.CouldNotRun as trouble:
        feedback = _not_run(trouble)
    return replace(feedback, item_id=item.id, kind=item.kind)


def resumed(item) -> Feedback:
    """The state of an item that was passed in an earlier session."""
    says = f"**You passed this one before.** {filled(item, item.reason)}"
    return Feedback(says, "Answer again if you like.", PASSED, item_id=item.id, kind=item.kind)


def filled(item, text: str) -> str:
    """The text with `{key}` replaced by the item's key."""
    return text.replace("{key}", item.written(item.key())) if "{key}" in text else text


def _judge_readable(item, raw, confidence: str, decided) -> Feedback:
    if confidence and confidence not in CONFIDENCES:
        raise Unreadable(
            f"“{quoted(str(confidence))}” is not a confidence we know.", f"Say one of {', '.join(CONFIDENCES)}."
        )
    key = item.key()
    answer = item.read(raw, key)
    if item.agrees(answer, key):
        feedback = _right(item, answer, key)
    else:
        feedback = _wrong(item, answer, key, decided)
        feedback = replace(feedback, action=_next_step(item, feedback, confidence))
    return replace(feedback, stored=item.stored(answer), code=getattr(answer, "source", ""))


def _right(item, answer, key) -> Feedback:
    confirmed = item.confirmed(answer, key)
    stop = "" if confirmed.rstrip("`").endswith(".") else "."
    return Feedback(f"**Yes: {confirmed}{stop}** {filled(item, item.reason)}", "", PASSED)


def _wrong(item, answer, key, decided) -> Feedback:
    signatures = item.explained(answer, key)
    if len({signature.idea for signature in signatures}) > 1 and item.follow_up:
        signatures = [signature for signature in signatures if signature.idea == decided.get("tag")]
        if not signatures:
            return _undecided(item, answer, decided)
    if signatures:
        return _named(item, signatures[0], answer, key)
    if item.predict and item.is_off_in_form(answer, key):  # a prediction has one try, which is not for the form
        raise Unreadable("The values are right, what stands around them is not.", "Write it as `print` does.")
    near = item.near(answer, key)
    if near:
        return Feedback(near.says, verdict=NOT_YET, tag=near.tag)
    return Feedback(item.unknown(answer, key).strip(), verdict=NOT_YET)


def _undecided(item, answer, decided) -> Feedback:
    says = f"**Two different ideas lead to {item.written(answer)}.**"
    if decided.get("verdict") == PASSED.word:
        return Feedback(f"{says} In `{item.follow_up}` you followed neither: do the same here.", verdict=NOT_YET)
    return Feedback(f"{says} One more question tells them apart.", verdict=NOT_YET, tag=UNDECIDED)


def _named(item, signature, answer, key) -> Feedback:
    says = signature.says.replace("{answer}", item.written(answer))
    cases = signature.show_me or ideas.contrast_of(signature.idea)
    return Feedback(says, verdict=NOT_YET, tag=signature.idea, cases=shown(cases, key))


def _next_step(item, feedback: Feedback, confidence: str) -> str:
    action = "Compare it with what the program gives, below." if item.predict else "Try again."
    if feedback.tag == UNDECIDED:
        action = f'Answer `check("{item.follow_up}")`, then come back.'
    elif feedback.cases:
        action = f"Compare the two cases in **Show me**{'' if item.predict else ', then try again'}."
    return f"You were sure, so take a moment here. {action}" if confidence == SURE else action


def _not_run(trouble) -> Feedback:
    from autogradlab.course.error_cards import card_for

    card = card_for(trouble.error) if trouble.error else None
    known = f" This is **{card.name}**." if card else ""
    sentence = trouble.sentence.rstrip(".")
    says = f"**{sentence}.** This was not counted as an attempt.{known}"
    return Feedback(says, trouble.advice, NOT_RUN)


def shown(cases, key) -> tuple[ShownCase, ...]:
    """Run both sides of a contrast; a result that would give the key away is shown as a question mark."""
    return tuple(
        ShownCase(case.title, case.in_a_cell, _result(run(case.program, may_raise=True), key)) for case in cases
    )


def _result(ran, key) -> str:
    if ran.error:
        return type(ran.error).__name__
    outcome = ran.outcome
    text = outcome if isinstance(outcome, str) else _plain(outcome)
    if isinstance(key, str):
        return "?" if same_print(text, key) else text
    return "?" if _is_key(outcome, key) else text


def _is_key(outcome, key) -> bool:
    try:
        return hasattr(key, "shape") and same(as_array(outcome), key)
    except (TypeError, ValueError):
        return False


def _plain(outcome) -> str:
    value = outcome.tolist() if hasattr(outcome, "tolist") else outcome
    return f"{value:.6g}" if isinstance(value, float) else str(value)
