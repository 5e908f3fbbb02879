"""The base class of all movers: a picture, controls, one line in words, and a text version of the picture."""

from html import escape

import ipywidgets as widgets

from autogradlab.course.page_script import PAGE_SCRIPT
from autogradlab.course.style import style_element

from .control import TYPED_NUMBERS
from .picture_script import PICTURE_SCRIPT
from .sheet import Sheet


class Mover:
    """A picture that follows its controls; as the last expression of a cell it is displayed.

    A subclass hands its controls to `__init__`, follows them, and in its `_update` calls `show_state` or `show`.
    Attributes: `svg`, the picture; `description`, what it shows in words (`words`: the same as markup); `text`, its
    text version.
    """

    def __init__(self, *controls):
        self.sheet = Sheet()
        page = widgets.HTML(style_element() + PAGE_SCRIPT + NAMES_FOR_READERS + TYPED_NUMBERS + PICTURE_SCRIPT)
        self.box = widgets.VBox(
            [
                page,
                *self.sheet.helpers,
                self.sheet.picture,
                *(control.box for control in controls),
                self.sheet.words,
                widgets.HTML(TEXT_VERSION),
                self.sheet.twin,
            ]
        )
        self.box.add_class("agl-ui").add_class("agl-mover")

    def follow(self, *controls):
        """Update now, and after each change of one of these controls."""
        for control in controls:
            control.on_change(self._update)
        self._update()

    def show_state(self, draw, words, *state):
        """Show a state: `draw` takes it and its description; `words`, a module, has `description` and `text` of it."""
        description = words.description(*state)
        self.show(draw(*state, description), description, words.text(*state))

    def show(self, svg, description, text):
        """Replace picture, words and text version; `description` marks code with backticks."""
        self.svg, self.text, self.description = svg, text, description.replace("`", "")
        self.words = f'<p class="agl-state">{marked_code(description)}</p>'
        self.sheet.show(svg, self.words, f"<pre>{escape(text)}</pre>")

    def _repr_mimebundle_(self, include=None, exclude=None):
        return self.box._repr_mimebundle_() | {"text/plain": self.text}

    def __repr__(self):
        return self.text


# What ipywidgets does not tell a screen reader: the name and the value of each slider handle (as written beside it: 3,
# not 3.00), that this number is a field with the same name, and that the line in words is to be read out when it
# changes. A style sheet's load event is the only place where a widget without a build step can run a script; a page
# that forbids it loses just these announcements.
NAMES_FOR_READERS = """<style onload="
const mover = this.closest('.agl-mover'), shown = '.agl-picture, .agl-words, .agl-twin';
const say = (part, what, words) => {
  if (part && words && part.getAttribute(what) !== words) part.setAttribute(what, words);
};
const tell = () => {
  mover.querySelector('.agl-words')?.setAttribute('aria-live', 'polite');
  for (const row of mover.querySelectorAll('.agl-slider')) {
    const [name, handle, number, field] = ['.widget-label', '[role=slider]', '.widget-readout',
      '[contenteditable=true]'].map(part => row.querySelector(part));
    say(handle, 'aria-label', name?.textContent);
    say(handle, 'aria-valuetext', number?.textContent);
    say(field, 'aria-label', name?.textContent);
    say(field, 'role', 'textbox');
  }
};
tell();
new MutationObserver(changes => changes.every(({target}) => target.closest?.(shown)) || tell()).observe(mover, {
  childList: true, characterData: true, subtree: true, attributeFilter: ['aria-valuetext']});
">/* loads, and then tells */</style>"""

# A widget of its own, because an open <details> would close when its content is replaced; while it is open, the
# style sheet shows the text version, the widget after it.
TEXT_VERSION = '<details class="agl-twin-switch"><summary>Text version</summary></details>'


def marked_code(text):
    """HTML of a sentence in which backticks mark code; line breaks stay."""
    parts = escape(text).split("`")
    coded = "".join(f"<code>{part}</code>" if i % 2 else part for i, part in enumerate(parts))
    return coded.replace("\n", "<br>")
