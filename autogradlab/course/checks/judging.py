"""From an answer to what is said about it: signatures first, then near misses, then what kind of value was meant."""

from dataclasses import replace

from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.compare import as_array, same, same_print
from autogradlab.course.checks.feedback import NOT_ATTEMPTED, NOT_READ, NOT_YET, PASSED, Feedback, ShownCase
from autogradlab.course.checks.programs import run
from autogradlab.course.checks.reading import Blank
from autogradlab.course.checks.wording import quoted

CONFIDENCES = ("guess", "think so", "sure")


def judge(item, raw, confidence: str = "") -> Feedback:
    """What this item says to a raw answer, typed or passed. Nothing is recorded here."""
    try:
        feedback = _judge_readable(item, raw, confidence)
    except Blank as blank:
        feedback = Feedback(
            f"**{blank.sentence}** Nothing was recorded.", "Give your best guess; it can be changed.", NOT_ATTEMPTED
        )
    except Unreadable as trouble:
        feedback = Feedback(
            f"**{trouble.sentence}** {trouble.advice} This was not counted as an attempt.".replace("  ", " "),
            verdict=NOT_READ,
        )
    return replace(feedback, item_id=item.id, kind=item.kind)


def resumed(item) -> Feedback:
    """The state of an item that was passed in an earlier session."""
    says = f"**You passed this one before.** {filled(item, item.reason)}"
    return Feedback(says, "Answer again if you like.", PASSED, item_id=item.id, kind=item.kind)


def filled(item, text: str) -> str:
    """The text with the key in its place."""
    return text.replace("{key}", item.written(item.key())) if "{key}" in text else text


def _judge_readable(item, raw, confidence: str) -> Feedback:
    if confidence and confidence not in CONFIDENCES:
        raise Unreadable(
            f"“{quoted(str(confidence))}” is not a confidence we know.", f"Say one of {', '.join(CONFIDENCES)}."
        )
    key = item.key()
    answer = item.read(raw, key)
    if item.agrees(answer, key):
        return replace(_right(item, key, confidence), stored=item.stored(answer))
    feedback = _wrong(item, answer, key)
    return replace(feedback, stored=item.stored(answer), action=_next_step(item, feedback, confidence))


def _right(item, key, confidence: str) -> Feedback:
    action = "You were guessing: say in your own words why it is so, before you go on." if confidence == "guess" else ""
    return Feedback(f"**Yes: {item.written(key)}.** {filled(item, item.reason)}", action, PASSED)


def _wrong(item, answer, key) -> Feedback:
    for signature, value in item.signed():
        if item.agrees(answer, value):
            says = signature.says.replace("{answer}", item.written(answer))
            return Feedback(says, verdict=NOT_YET, tag=signature.idea, cases=shown(signature.show_me, key))
    near = item.near(answer, key)
    if near:
        return Feedback(near.says, verdict=NOT_YET, tag=near.tag)
    return Feedback(item.unknown(answer, key).strip(), verdict=NOT_YET)


def _next_step(item, feedback: Feedback, confidence: str) -> str:
    action = "Run the next cell, compare, then try again." if item.predict else "Try again."
    if feedback.cases:
        action = "Compare the two cases in **Show me**, then try again."
    return f"You were sure, so take a moment here. {action}" if confidence == "sure" else action


def shown(cases, key) -> tuple[ShownCase, ...]:
    """Both sides of a contrast, run; a result that gives the key away is shown as a question mark."""
    return tuple(ShownCase(case.title, case.program, _result(run(case.program).outcome, key)) for case in cases)


def _result(outcome, key) -> str:
    text = outcome if isinstance(outcome, str) else f"{as_array(outcome).item():.6g}"
    if isinstance(key, str):
        return "?" if same_print(text, key) else text
    return "?" if not isinstance(outcome, str) and same(as_array(outcome), key) else text
