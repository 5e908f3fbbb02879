"""`check("01-C1")` shows a card; `check("01-C1", 6)` answers once; `check.hint("01-C1")` shows the next hint,
`check.again("01-C1")` the same question with other numbers; `check.each("01-C1", "01-C2")` shows several cards.
"""

import functools
import inspect

from autogradlab.course.checks import log, registry
from autogradlab.course.checks.feedback import NOT_YET, Saying, fault
from autogradlab.course.checks.judging import SURE
from autogradlab.course.checks.mastery import MASTERED
from autogradlab.course.checks.questions import Recall
from autogradlab.course.checks.session import Session

_NOTHING = object()
FORMS = {
    "__call__": (
        "**`check` takes an id, one answer, and the words `confidence` and `sure`.** Several numbers go into one list.",
        'Write it like `check("01-C1", 2.5, confidence="think so")` or `check("01-C1", 2.5, sure=True)`.',
    ),
    "again": (
        "**`check.again` takes an id and, after a reveal, one sentence.**",
        'Write it like `check.again("01-C1", because="the slope falls")`.',
    ),
    "hint": ("**`check.hint` takes an id and nothing else.**", 'Write it like `check.hint("01-C1")`.'),
}


def _never_raises(method):
    """Turn every error into a sentence: the nearest ids for an unknown id, a name for a fault of ours."""

    form = inspect.signature(method)

    @functools.wraps(method)
    def guarded(self, item_id="", *arguments, **options):
        try:
            form.bind(self, item_id, *arguments, **options)
        except TypeError:
            return Saying(*FORMS[method.__name__])
        try:
            return method(self, item_id, *arguments, **options)
        except registry.Unknown as unknown:
            return Saying(f"**{unknown}**", 'A check is called by its id: `check("01-C1")`.')
        except Exception as error:
            return fault(str(item_id), error)

    return guarded


class Check:
    """The course's one function for questions. Its results display themselves, as a card or as text."""

    def __init__(self):
        self._sessions = {}

    @_never_raises
    def __call__(self, item_id="", answer=_NOTHING, *, confidence: str = "", sure: bool = False):
        """A card or, with an answer, the feedback on it. `confidence` is "guess", "think so" or "sure"."""
        session = self._session(item_id)
        if answer is _NOTHING:
            return _card(session, self._session)
        return session.answer(answer, SURE if sure else confidence)

    @_never_raises
    def hint(self, item_id=""):
        """The next hint of an item, or the sentence that says when it opens."""
        return self._session(item_id).hint()

    @_never_raises
    def again(self, item_id="", *, because: str = ""):
        """The same question with other numbers; after a reveal, once you have said in a sentence why it is so."""
        session = self._session(item_id)
        said = session.again(because)
        return said if session.wants_because else _card(session, self._session)

    def each(self, *item_ids):
        """The cards of several items in one cell, one below the other."""
        return _cards([self(item_id) for item_id in item_ids])

    def standing(self, item_id) -> str:
        """How the learner stands at an item: "mastered", "revealed", "begun" or "open"."""
        return self._session(item_id).standing

    def _session(self, item_id) -> Session:
        item = registry.find(item_id)
        if item.id not in self._sessions:
            self._sessions[item.id] = self._opened(item)
        return self._sessions[item.id]

    def _opened(self, item) -> Session:
        if isinstance(item, Recall):
            source = item.chosen(registry.find, lambda other: self.standing(other) == MASTERED, _was_sure)
            return Session(source, item.id, item.first_seed)
        return Session(item)


def _was_sure(item_id: str) -> bool:
    """Whether the learner was sure of a wrong answer to this item."""
    return any(
        record.get("confidence") == SURE and record.get("verdict") == NOT_YET.word for record in log.attempts(item_id)
    )


def _card(session: Session, session_of):
    """A card of widgets; without ipywidgets the session, which shows itself as text."""
    try:
        from autogradlab.course.checks.card import Card
    except ImportError:
        return session
    return Card(session, session_of)


def _cards(shown: list):
    """Cards that show themselves together; without ipywidgets the plain list, which prints them all."""
    try:
        from autogradlab.course.checks.several import Cards
    except ImportError:
        return shown
    return Cards(shown)


check = Check()
