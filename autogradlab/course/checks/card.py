"""The check as a card of native ipywidgets. All state is in plain attributes, so a test needs no browser."""

from dataclasses import replace

import ipywidgets

from autogradlab.course.checks import faces
from autogradlab.course.checks.controls import button, how_sure, named, row
from autogradlab.course.checks.feedback import Hint, Saying
from autogradlab.course.checks.fields import field_for, later
from autogradlab.course.checks.judging import UNDECIDED
from autogradlab.course.checks.option_script import OPTION_SCRIPT
from autogradlab.course.checks.questions import Code
from autogradlab.course.page_script import PAGE_SCRIPT
from autogradlab.course.style import style_element

HINT_OPENS = "opens after a try, or after a while"
RUNNING = Saying("**Running your code …**")
CLICKS_ARRIVE = 0.3  # seconds


class Card:
    """A view of a session that passes on the learner's actions. All cards of one session show the same state.

    A page drops the focus of a control that disappears or is disabled, so the card passes it on: to the sentence below,
    or, where another question is asked, to the head above.

    `answer` and `confidence` can be set; the buttons call `submit()`, `hint()`, `again()` and `toggle_cases()`;
    `verdict`, `feedback` and `said` (the sentence in view, feedback or hint) can be read. `session_of(item_id)` returns
    the one session of another item.
    """

    def __init__(self, session, session_of):
        self.session, self._session_of = session, session_of
        self.cases_shown = False
        self._decides, self._follow_ups, self._drops = None, {}, False
        self._make_controls()
        self._make_regions()
        self.widget = named(ipywidgets.VBox(), "agl-ui", "agl-check")
        self._take_up()
        session.watch(self.refresh)

    @property
    def answer(self) -> str:
        """The text in the field, or the letter of the chosen option; empty if there is no answer yet."""
        return self._field.value

    @answer.setter
    def answer(self, value: str) -> None:
        self._field.value = value

    @property
    def confidence(self) -> str:
        return self._confidence.value or ""

    @confidence.setter
    def confidence(self, value: str) -> None:
        self._confidence.value = value

    @property
    def because(self) -> str:
        """The learner's own sentence after a reveal; it is not saved."""
        return self._because.value

    @because.setter
    def because(self, value: str) -> None:
        self._because.value = value

    @property
    def said(self):
        return self.session.said

    @property
    def feedback(self):
        return self.session.feedback

    @property
    def verdict(self) -> str:
        return self.feedback.verdict.word

    def submit(self) -> None:
        """Check the answer; a blank one sends the cursor back to the field, one that stands to what is said."""
        blank = not self.answer.strip()
        self.cases_shown = False
        if not blank:
            self._given = self.session.given = self.answer
        if isinstance(self._item, Code):
            self._run()
        else:
            self.session.answer(self.answer, self.confidence)
        if blank:
            self._field.focus()
        elif self.session.locked:
            self._say.focus()

    def hint(self) -> None:
        """Show the next hint in place of the last sentence."""
        self.cases_shown = False
        self.session.hint()
        if self._hint.disabled:
            self._say.focus()

    def again(self) -> None:
        """Ask the same with other numbers; after a reveal, only once the learner has filled in "Because"."""
        self.cases_shown = False
        self.session.again(self.because)
        self._because.value = ""
        self._head.focus()

    def toggle_cases(self) -> None:
        """Open or close the contrast that belongs to the last wrong answer."""
        self.cases_shown = not self.cases_shown
        self.refresh()

    def refresh(self) -> None:
        """Bring every region in line with the session."""
        if self._item is not self.session.item:
            self._take_up()
            self._drop_clicks_on_their_way()  # they were meant for the question before
            return
        if self._given != self.session.given:  # another card was answered
            self.answer = self._given = self.session.given
        spoken = self.said is self.feedback
        self._open_follow_up()
        self._head.value = faces.head_html(self.feedback)
        self._earlier.value = self._stays_above_a_hint()
        self._say.value = self._sentence(spoken)
        in_view = spoken or bool(self._earlier.value)
        self._show.layout.display = "" if self.feedback.cases and in_view else "none"
        self._show.description = "Hide the two cases" if self.cases_shown else "Show me"
        self._cases.value = faces.cases_html(self.feedback.cases) if self.cases_shown else ""
        self._open_again()
        self._open_hint()
        if self.session.locked:
            self._field.lock()
            self._check.disabled = True

    def __repr__(self) -> str:
        return self.session.text

    def _repr_mimebundle_(self, **arguments):
        return {**self.widget._repr_mimebundle_(**arguments), "text/plain": self.session.task_text}

    def _run(self) -> None:
        """Check code, which can take seconds. Clicks made meanwhile arrive afterwards and are dropped."""
        self._say.value = faces.saying_html(RUNNING)
        self._earlier.value = self._cases.value = ""
        self._show.layout.display = "none"
        try:
            self.session.answer(self.answer, self.confidence)
        finally:
            self.refresh()
            self._drop_clicks_on_their_way()

    def _drop_clicks_on_their_way(self) -> None:
        """Ignore clicks for a moment. Disabling the button instead would take the keyboard focus away from it."""
        self._drops = bool(later(CLICKS_ARRIVE, self._drop_no_more))

    def _drop_no_more(self) -> None:
        self._drops = False

    def _clicked(self) -> None:
        if not self._drops:
            self.submit()

    def _make_controls(self) -> None:
        self._confidence = how_sure()
        self._check = button("Check", self._clicked, "agl-primary")
        self._hint = button("Hint", self.hint)
        self._show = button("Show me", self.toggle_cases)
        self._again = button("Another one like it", self.again)
        because = ipywidgets.Text(description="Because", placeholder="one sentence, not saved")
        self._because = named(because, "agl-field", "agl-because")

    def _make_regions(self) -> None:
        self._head, self._earlier, self._say, self._cases = (ipywidgets.HTML() for _ in range(4))
        named(self._head, "agl-stop")
        named(self._say, "agl-said", "agl-stop")
        self._deciding = ipywidgets.VBox()

    def _take_up(self) -> None:
        """Lay the card out for the item that is asked now."""
        self._item, self._given = self.session.item, ""
        self._field = field_for(self._item, self.submit)
        self._check.disabled, self._confidence.value = False, None
        self._task = ipywidgets.HTML(style_element() + PAGE_SCRIPT + OPTION_SCRIPT + faces.task_html(self._item))
        self.widget.children = self._laid_out()
        self.refresh()

    def _laid_out(self):
        above = (self._field.widget,) if self._field.above else ()
        beside = () if above else (self._field.widget,)
        asked = row(*beside, self._confidence, self._check, self._hint)
        another = named(row(self._because, self._again), "agl-again")
        said = (self._earlier, self._say, self._show, self._cases)
        return (self._head, self._task, *above, asked, *said, another, self._deciding)

    def _sentence(self, spoken: bool) -> str:
        outcome = faces.outcome_html(self.feedback) if spoken else ""
        said = replace(self.said, action=self._next_action()) if spoken else self.said
        return faces.saying_html(said) + outcome + faces.note_html(self.feedback) if said.says else ""

    def _stays_above_a_hint(self) -> str:
        """The feedback above a hint. It was announced before, so it is outside the region that is announced."""
        if not (isinstance(self.said, Hint) and self.feedback.says):
            return ""
        return faces.saying_html(replace(self.feedback, action=self._next_action()))

    def _next_action(self) -> str:
        """What to do next. A card shows the follow-up question below, so the sentence does not name its id."""
        if self.feedback.tag != UNDECIDED:
            return self.feedback.action
        if not (self._decides and self._decides.feedback.counts):
            return "Answer the question below."
        return "The question below has told them apart." + ("" if self.session.locked else " Now this one again.")

    def _open_again(self) -> None:
        wanted = self.session.offers_another
        self._again.layout.display = "" if wanted else "none"
        self._again.description = "Another one like it" if self.session.source.varies else "Once more"
        self._again.disabled = not wanted
        self._because.layout.display = "" if wanted and self.session.wants_because else "none"

    def _open_follow_up(self) -> None:
        """Show the card of the question that tells two ideas apart below this one while it is needed."""
        wanted = self._item.follow_up if self.feedback.tag == UNDECIDED else ""
        if wanted != (self._decides.id if self._decides else ""):
            card = self._follow_up(wanted) if wanted else None
            self._decides, self._deciding.children = (card.session, (card.widget,)) if card else (None, ())

    def _follow_up(self, item_id: str) -> "Card":
        """The card of that question, made once for each id, because nothing ever stops watching a session."""
        if item_id not in self._follow_ups:
            self._follow_ups[item_id] = Card(self._session_of(item_id), self._session_of)
            self._follow_ups[item_id].session.watch(self.refresh)
        return self._follow_ups[item_id]

    def _open_hint(self) -> None:
        ladder = self.session.ladder
        self._hint.disabled = ladder.wait > 0
        self._hint.tooltip = HINT_OPENS if self._hint.disabled else ""
        self._hint.description = "Next hint" if ladder.level else "Hint"
        if self._hint.disabled:
            later(ladder.wait + 0.1, self._open_hint)
