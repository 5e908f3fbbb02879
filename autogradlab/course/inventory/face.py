"""The functions behind `inventory(...)`: they find the right form and phase, and show a card or the same as text."""

import functools

from autogradlab.course.checks import log
from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.feedback import Saying
from autogradlab.course.checks.judging import SURE
from autogradlab.course.checks.reading import Blank
from autogradlab.course.checks.wording import quoted
from autogradlab.course.inventory import faces
from autogradlab.course.inventory.forms import FORMS, TWINS
from autogradlab.course.inventory.result import Result, Thanks, result_of
from autogradlab.course.inventory.sitting import PHASES, Sitting

_NOTHING = object()
_sittings: dict[tuple[str, str, str], Sitting] = {}


def _says_so(method):
    """Turn Blank and Unreadable into a sentence for the learner, with one action."""

    @functools.wraps(method)
    def guarded(*arguments, **options):
        try:
            return method(*arguments, **options)
        except Blank as blank:
            return Saying(f"**{blank.sentence}** Nothing was recorded.", 'Answer with a letter, or with `"?"`.')
        except Unreadable as trouble:
            return Saying(f"**{trouble.sentence}**", trouble.advice)

    return guarded


@_says_so
def show(form: str = "", phase: str = ""):
    """A card for the next sitting, or for the named form ("A", "B"; "T" is the transfer block) and phase.

    Phases are "before", "after" and "later". Without a form, half of all learners begin with A and half with B, and
    each takes the other one after the course. A finished sitting shows the result, or the thanks of the first time.
    """
    sitting = _named_sitting(form, phase)
    return _said_at_the_end(sitting) if sitting.closed else _card(sitting)


@_says_so
def answer(item_id: str, letter=_NOTHING, *, confidence: str = "", sure: bool = False):
    """Keep one answer, without a card: `inventory.answer("A-I07", "B")`, or "?" for "I do not know".

    Returns the next open question as text; without a letter, the question itself.
    """
    sitting, item_id = _sitting_of(item_id)
    if letter is _NOTHING:
        return _Text(faces.question_text(sitting, item_id))
    note = sitting.answer(item_id, letter, SURE if sure else confidence)
    sitting.begin()
    kept = f"{item_id} is kept: {sitting.given[item_id]}. {note}".strip()
    return _Text(f"{kept}\n\n{faces.sitting_text(sitting)}")


@_says_so
def finish(form: str = "", phase: str = ""):
    """End a sitting in which every question has an answer, and return the result, or the thanks of the first time."""
    sitting = _named_sitting(form, phase)
    sitting.close()
    return _said_at_the_end(sitting)


@_says_so
def result():
    """What was right before and after; until the second sitting is finished, a sentence that explains the wait."""
    return result_of(_finished()) or Saying(
        "**What was right is shown after the second time.** Until then the inventory says nothing, so that it can ask "
        "again.",
        "Take it again after the course: `inventory()`.",
    )


def _named_sitting(form, phase):
    """`sitting_for` what a learner wrote. Errors: Unreadable."""
    return sitting_for(_known(form, ("", *FORMS), "form"), _known(phase, ("", *PHASES), "phase"))


def sitting_for(form: str = "", phase: str = "") -> Sitting:
    """The learner's sitting: as named, else of the first phase that is not finished and the form that is due."""
    phase = phase or ("after" if form == "T" else _next_phase())
    return _sitting(form or _form_in(phase), phase)


def first_form(learner: str) -> str:
    """The form that a learner begins with: it depends on the random name, so that half of all begin with each."""
    return "AB"[int(learner or "0", 16) % 2]


def _form_in(phase: str) -> str:
    """The form that was begun in this phase, else the one that is due."""
    begun = {record.get("phase"): record["item"][0] for record in log.attempts() if record["item"][:2] in ("A-", "B-")}
    first = begun.get("before") or first_form(log.learner())
    return begun.get(phase) or (TWINS[first] if phase == "after" else first)


def _next_phase() -> str:
    done = {sitting.phase for sitting in _finished()}
    return next((phase for phase in PHASES if phase not in done), PHASES[-1])


def _finished() -> list[Sitting]:
    """The finished sittings of forms A and B."""
    ends = [record for record in log.attempts() if record["item"] in ("A-end", "B-end")]
    told = [(record["item"][0], record.get("phase")) for record in ends]
    here = [(form, phase) for _, form, phase in _sittings if form in TWINS]
    candidates = [_sitting(form, phase) for form, phase in dict.fromkeys([*told, *here])]
    return [sitting for sitting in candidates if sitting.closed]


def _sitting(form: str, phase: str) -> Sitting:
    """The one sitting of this kernel for a learner, a form and a phase."""
    key = (str(log.folder()), form, phase)
    if key not in _sittings:
        _sittings[key] = Sitting(form, phase)
    return _sittings[key]


def _sitting_of(item_id) -> tuple[Sitting, str]:
    if not isinstance(item_id, str) or item_id.strip().upper()[:2] not in [f"{form}-" for form in FORMS]:
        raise Unreadable("A question is called by its id.", 'Write it like `inventory.answer("A-I07", "B")`.')
    item_id = item_id.strip().upper()
    sitting = sitting_for(item_id[0])
    if item_id not in sitting.items:
        ends = " to ".join(f"`{each}`" for each in (list(sitting.items)[0], list(sitting.items)[-1]))
        raise Unreadable(f"There is no question “{quoted(item_id, 20)}”.", f"This form has {ends}.")
    return sitting, item_id


def _known(word: str, words: tuple[str, ...], what: str) -> str:
    folded = {each.casefold(): each for each in words}
    if not isinstance(word, str) or word.strip().casefold() not in folded:
        told = f"There is no {what} “{quoted(str(word), 20)}”."
        raise Unreadable(told, f"Choose from {', '.join(filter(None, words))}.")
    return folded[word.strip().casefold()]


def _said_at_the_end(sitting: Sitting) -> Result | Thanks:
    if sitting.form == "T":
        return Result((sitting,))
    return (sitting.phase != "before" and result_of(_finished())) or Thanks(sitting)


def _card(sitting: Sitting):
    """A card of widgets; without ipywidgets the question as text."""
    try:
        from autogradlab.course.inventory.card import Card
    except ImportError:
        return _Text(faces.sitting_text(sitting))
    return Card(sitting, _said_at_the_end)


class _Text(str):
    """Text that shows itself without quotes."""

    def __repr__(self) -> str:
        return str(self)
