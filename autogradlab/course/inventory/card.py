"""The inventory as a card of native ipywidgets: one question at a time, and no word about the answers."""

import ipywidgets

from autogradlab.course.checks import faces as check_faces
from autogradlab.course.checks.controls import button, how_sure, named, row
from autogradlab.course.checks.feedback import Saying
from autogradlab.course.checks.fields import label
from autogradlab.course.checks.option_script import OPTION_SCRIPT
from autogradlab.course.checks.reading import Blank
from autogradlab.course.checks.wording import to_html
from autogradlab.course.inventory import faces
from autogradlab.course.inventory.sitting import UNKNOWN_LETTER, UNKNOWN_TEXT
from autogradlab.course.page_script import PAGE_SCRIPT


class Card:
    """A view of a sitting, one question at a time.

    `item_id`, `answer` and `confidence` can be set and read; the buttons call `forward()`, `back()` and `finish()`,
    which all keep the answer first. `said` is the sentence in view; `on_finish(sitting)` is called at the end.
    """

    def __init__(self, sitting, on_finish):
        self.sitting, self._on_finish = sitting, on_finish
        self.said = Saying("")
        self._make_controls()
        self.widget = named(ipywidgets.VBox(self._laid_out()), "agl-ui", "agl-check", "agl-inventory")
        self._go(sitting.first_open)

    @property
    def item_id(self) -> str:
        """The id of the question in view; setting it keeps the answer and goes there."""
        return self._item_id

    @item_id.setter
    def item_id(self, item_id: str) -> None:
        self.keep()
        self._go(item_id)

    @property
    def answer(self) -> str:
        """The letter of the chosen option; empty if there is none."""
        return self._options.value or ""

    @answer.setter
    def answer(self, letter: str) -> None:
        self._options.value = letter

    @property
    def confidence(self) -> str:
        return self._confidence.value or ""

    @confidence.setter
    def confidence(self, value: str) -> None:
        self._confidence.value = value or None

    def forward(self) -> None:
        """Keep the answer and show the next question; after the last one, the first that is open."""
        self._move(+1)

    def back(self) -> None:
        """Keep the answer and show the question before."""
        self._move(-1)

    def keep(self) -> None:
        """Keep the answer in view, if there is one and the sitting is not over."""
        if self.answer and not self.sitting.closed:
            self._say(self.sitting.answer(self._item_id, self.answer, self.confidence))

    def finish(self) -> None:
        """End the sitting; while questions are open, say which and go to the first of them."""
        self.keep()
        try:
            note = self.sitting.close()
        except Blank as blank:
            self._go(self.sitting.first_open)
            self._say(f"**{blank.sentence}** An honest “{UNKNOWN_TEXT}” is an answer too.")
            return
        self._ended = self._on_finish(self.sitting)
        self._show_end(note)

    def __repr__(self) -> str:
        return faces.sitting_text(self.sitting)

    def _repr_mimebundle_(self, **arguments):
        return {**self.widget._repr_mimebundle_(**arguments), "text/plain": faces.title(self.sitting)}

    # ---- parts ------------------------------------------------------------------------------------------------

    def _make_controls(self) -> None:
        self._head, self._question, self._spoken = ipywidgets.HTML(), ipywidgets.VBox(), ipywidgets.HTML()
        named(self._head, "agl-stop")
        named(self._spoken, "agl-said", "agl-stop")
        self._confidence = how_sure()
        self._back = button("Back", self.back)
        self._next = button("Next", self.forward, "agl-primary")
        self._finish = button("Finish", self.finish)
        self._goto = ipywidgets.Dropdown(options=self._places(), description="Go to")
        self._goto.add_class("agl-goto")
        self._moving = False
        self._goto.observe(self._jump, "value")

    def _laid_out(self):
        """All parts in order. Until the end only the question's own are replaced, so the focus stays where it is."""
        controls = row(self._confidence, self._back, self._next, self._finish, self._goto)
        return self._head, self._question, controls, self._spoken

    def _places(self) -> list[tuple[str, str]]:
        def standing(item_id):
            return "answered" if item_id in self.sitting.given else "open"

        return [(f"{number} · {standing(item_id)}", item_id) for number, item_id in enumerate(self.sitting.items, 1)]

    def _go(self, item_id: str) -> None:
        """Lay the card out for a question."""
        self._item_id = item_id
        self._options = _options(self.sitting.items[item_id])
        self._options.value = self.sitting.given.get(item_id)
        self._confidence.value = self.sitting.sure.get(item_id) or None
        self._say("")
        self._refresh()
        task = ipywidgets.HTML(self._above() + check_faces.task_html(self.sitting.items[item_id]))
        self._question.children = (task, self._options)
        self.sitting.begin()

    def _above(self) -> str:
        intro = "" if self.sitting.given else f'<p class="agl-intro">{to_html(faces.INTRODUCTION)}</p>'
        return faces.style() + PAGE_SCRIPT + OPTION_SCRIPT + intro

    def _refresh(self) -> None:
        self._head.value = faces.head_html(self.sitting, self._item_id)
        self._back.disabled = self._item_id == next(iter(self.sitting.items))
        self._finish.layout.display = "none" if self.sitting.open and not self._is_last else ""
        self._moving = True
        self._goto.options = self._places()
        self._goto.value = self._item_id
        self._moving = False
        if self.sitting.closed:
            self._lock()

    @property
    def _is_last(self) -> bool:
        return self._item_id == list(self.sitting.items)[-1]

    def _move(self, by: int) -> None:
        self.keep()
        ids = list(self.sitting.items)
        at = ids.index(self._item_id) + by
        self._go(ids[at] if at < len(ids) else self.sitting.first_open)
        self._head.focus()

    def _jump(self, change) -> None:
        if not self._moving and change.new != self._item_id:
            self.item_id = change.new

    def _say(self, text: str) -> None:
        self.said = Saying(text)
        self._spoken.value = check_faces.saying_html(self.said) if text else ""

    def _lock(self) -> None:
        for control in (self._options, self._confidence, self._finish):
            control.disabled = True

    def _show_end(self, note: str) -> None:
        end = ipywidgets.HTML(faces.style() + PAGE_SCRIPT + self._ended.inner_html())
        end.add_class("agl-said")
        self._say(note)
        self.widget.children = (end, self._spoken)


def _options(item):
    """The lettered options as radio buttons, and "I do not know" below them."""
    options = item.lettered()
    labels = [(label(letter, option), letter) for letter, option in options.items()]
    field = ipywidgets.RadioButtons(
        options=[*labels, (UNKNOWN_TEXT, UNKNOWN_LETTER)], value=None, layout={"width": "auto"}
    )
    field.add_class("agl-options")
    return field
