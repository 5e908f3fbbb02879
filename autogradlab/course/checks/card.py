"""The check as a card of native ipywidgets. All state is in plain attributes, so a test needs no browser."""

import asyncio
import re

import ipywidgets

from autogradlab.course.checks import faces, reading
from autogradlab.course.checks.judging import CONFIDENCES
from autogradlab.course.checks.wording import to_text
from autogradlab.course.page_script import script_element
from autogradlab.course.style import style_element

_FIRST_PERSON = dict(zip(("guessing", "fairly sure", "sure"), CONFIDENCES))
LETTERS_ARRIVE = 0.3  # seconds
HINT_OPENS = "opens after a try, or after a while"
PLACEHOLDERS = {"number": reading.example(0).replace("`", ""), "predict the print": "what it prints"}


class Card:
    """Shows a session and passes on what the learner does.

    `answer` and `confidence` can be set; `submit()`, `hint()` and `toggle_cases()` are what the buttons do;
    `verdict`, `feedback` and `said` (the sentence in view, feedback or hint) can be read.
    """

    def __init__(self, session):
        self.session = session
        self.said = session.feedback
        self.cases_shown = False
        self._make_controls()
        self._make_regions()
        self.widget = self._laid_out()
        self.refresh()

    @property
    def answer(self) -> str:
        """What stands in the field, or the letter of the chosen option; empty if there is none."""
        return self._field.value or ""

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
    def feedback(self):
        return self.session.feedback

    @property
    def verdict(self) -> str:
        return self.feedback.verdict.word

    @property
    def hint_open(self) -> bool:
        return not self._hint.disabled

    def submit(self) -> None:
        """Checks the answer; a blank one sends the cursor back to the field."""
        self.said = self.session.answer(self.answer, self.confidence)
        self.cases_shown = False
        self.refresh()
        if not self.answer.strip():
            self._field.focus()

    def hint(self) -> None:
        """Shows the next hint in place of the last sentence."""
        self.said, self.cases_shown = self.session.hint(), False
        self.refresh()

    def toggle_cases(self) -> None:
        """Opens or closes the contrast that belongs to the last wrong answer."""
        self.cases_shown = not self.cases_shown
        self.refresh()

    def refresh(self) -> None:
        """Brings every region in line with the state."""
        self._head.value = faces.head_html(self.feedback)
        self._say.value = faces.saying_html(self.said) + faces.note_html(self.feedback) if self.said.says else ""
        self._show.layout.display = "" if self.feedback.cases and self.said is self.feedback else "none"
        self._show.description = "Hide the two cases" if self.cases_shown else "Show me"
        self._cases.value = faces.cases_html(self.feedback.cases) if self.cases_shown else ""
        self._open_hint()

    def __repr__(self) -> str:
        return self.session.text

    def _repr_mimebundle_(self, **arguments):
        return {**self.widget._repr_mimebundle_(**arguments), "text/plain": self.session.task_text}

    def _make_controls(self) -> None:
        self._field = _option_field(self.session.item) or _text_field(self.session.item, self.submit)
        self._confidence = ipywidgets.RadioButtons(
            options=_FIRST_PERSON, value=None, orientation="horizontal", description="I am", layout={"width": "auto"}
        )
        self._confidence.add_class("agl-sure")
        self._check = _button("Check", self.submit, "agl-primary")
        self._hint = _button("Hint", self.hint)
        self._show = _button("Show me", self.toggle_cases)

    def _make_regions(self) -> None:
        self._head, self._say, self._cases = ipywidgets.HTML(), ipywidgets.HTML(), ipywidgets.HTML()
        self._say.add_class("agl-said")
        self._task = ipywidgets.HTML(style_element() + script_element() + faces.task_html(self.session.item))

    def _laid_out(self):
        above = (self._field,) if self.session.item.lettered() else ()
        beside = () if above else (self._field,)
        row = ipywidgets.Box((*beside, self._confidence, self._check, self._hint))
        row.add_class("agl-row")
        box = ipywidgets.VBox((self._head, self._task, *above, row, self._say, self._show, self._cases))
        for name in ("agl-ui", "agl-check"):
            box.add_class(name)
        return box

    def _open_hint(self) -> None:
        ladder = self.session.ladder
        self._hint.disabled = ladder.wait > 0
        self._hint.tooltip = HINT_OPENS if self._hint.disabled else ""
        self._hint.description = "Next hint" if ladder.level else "Hint"
        if self._hint.disabled:
            _later(ladder.wait + 0.1, self._open_hint)


def _text_field(item, submit):
    field = ipywidgets.Text(description="Answer", placeholder=PLACEHOLDERS[item.type_name], continuous_update=False)
    for name in ("agl-field", "agl-wide") if item.type_name == "predict the print" else ("agl-field",):
        field.add_class(name)
    _on_enter(field, submit)
    return field


def _on_enter(field, submit) -> None:
    """Has Enter submit what stands in the field. The page tells of the key first and of the text after it: waiting for
    the text, or a moment if it has not changed, keeps a fast typist's last letters in the answer."""
    timers = []

    def key(_, content, __):
        if content.get("event") == "submit":
            timer = _later(LETTERS_ARRIVE, arrived)
            timers.append(timer) if timer else submit()

    def arrived(*_):
        if timers:
            for timer in timers:
                timer.cancel()
            timers.clear()
            submit()

    field.on_msg(key)
    field.observe(arrived, "value")


def _option_field(item):
    """Radio buttons with the lettered options, or None for an item without any."""
    if not item.lettered():
        return None
    labels = [
        (f"{letter}  {re.sub('`', '', to_text(option.text))}", letter) for letter, option in item.lettered().items()
    ]
    field = ipywidgets.RadioButtons(options=labels, value=None, layout={"width": "auto"})
    field.add_class("agl-options")
    if all(option.text.startswith("`") for option in item.lettered().values()):
        field.add_class("agl-codes")
    return field


def _button(text, action, *names):
    button = ipywidgets.Button(description=text, layout={"width": "auto"})
    for name in ("agl-button", *names):
        button.add_class(name)
    button.on_click(lambda _: action())
    return button


def _later(seconds: float, action):
    """Calls the action after a while where a loop is running, as in a kernel, and gives the timer. Elsewhere None."""
    try:
        return asyncio.get_running_loop().call_later(seconds, action)
    except RuntimeError:
        return None
