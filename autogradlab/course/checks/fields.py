"""The input fields of a card: one class for each form of answer, all labeled native ipywidgets that work by keyboard.

Each has `widget`, `value` (the text that a check reads; empty if there is no answer yet), `focus()` and `lock()`.
"""

import asyncio

import ipywidgets

from autogradlab.course.checks import ran_code, reading
from autogradlab.course.checks.controls import named
from autogradlab.course.checks.questions import Bug, Code, Order, Print
from autogradlab.course.checks.wording import to_text

LETTERS_ARRIVE = 0.3  # seconds


def field_for(item, submit):
    """The field that suits an item; Enter in a line of text calls `submit()`."""
    if isinstance(item, Order):
        return Lines(item)
    if isinstance(item, Bug):
        return LineAndFix(item)
    if isinstance(item, Code):
        return Writing(item)
    if item.lettered():
        return Ticks(item) if getattr(item, "several", False) else Options(item)
    return Line(item, submit)


class _Field:
    """A field that is one widget."""

    #: Whether it goes above the row of buttons, because it needs the full width.
    above = True

    @property
    def value(self) -> str:
        return self.widget.value or ""

    @value.setter
    def value(self, value: str) -> None:
        self.widget.value = value

    def focus(self) -> None:
        self.widget.focus()

    def lock(self) -> None:
        self.widget.disabled = True


class Line(_Field):
    """A line of text."""

    def __init__(self, item, submit):
        prints = isinstance(item, Print)
        shape = () if prints else item.key().shape
        example = item.form() if prints else reading.example(shape).replace("`", "")
        self.above = prints or shape != ()
        self.widget = ipywidgets.Text(description="Answer", placeholder=example, continuous_update=False)
        named(self.widget, "agl-field", *["agl-wide"] * self.above)
        _on_enter(self.widget, submit)


class Options(_Field):
    """Lettered options, one of which can be picked."""

    def __init__(self, item):
        options = item.lettered()
        self.widget = ipywidgets.RadioButtons(
            options=[(label(letter, option), letter) for letter, option in options.items()],
            value=None,
            layout={"width": "auto"},
        )
        named(self.widget, "agl-options")


class Ticks(_Field):
    """Lettered options, any number of which can be ticked."""

    def __init__(self, item):
        self._boxes = {
            letter: ipywidgets.Checkbox(description=label(letter, option), value=False, indent=False)
            for letter, option in item.lettered().items()
        }
        self.widget = ipywidgets.VBox(list(self._boxes.values()))
        named(self.widget, "agl-options", "agl-ticks")

    @property
    def value(self) -> str:
        return "".join(letter for letter, box in self._boxes.items() if box.value)

    @value.setter
    def value(self, letters: str) -> None:
        for letter, box in self._boxes.items():
            box.value = letter in letters

    def focus(self) -> None:
        next(iter(self._boxes.values())).focus()

    def lock(self) -> None:
        for box in self._boxes.values():
            box.disabled = True


class Lines(_Field):
    """Lines that move up and down; the value is their numbers from top to bottom."""

    def __init__(self, item):
        self._item = item
        self._order = list(range(1, len(item.lines) + 1))
        self._touched = False
        self._rows = [_Row(place, self._move) for place in range(len(self._order))]
        self.widget = ipywidgets.VBox([row.widget for row in self._rows])
        named(self.widget, "agl-lines")
        self._show()

    @property
    def value(self) -> str:
        return " ".join(map(str, self._order)) if self._touched else ""

    @value.setter
    def value(self, order: str) -> None:
        self._order, self._touched = [int(number) for number in order.split()] or self._order, bool(order.strip())
        self._show()

    def focus(self) -> None:
        self._rows[0].down.focus()

    def lock(self) -> None:
        for row in self._rows:
            row.up.disabled = row.down.disabled = True

    def _move(self, place: int, by: int) -> None:
        order = self._order
        order[place], order[place + by] = order[place + by], order[place]
        self._touched = True
        self._show()
        self._rows[place + by].follow(by)

    def _show(self) -> None:
        shown = self._item.shown()
        for row, number in zip(self._rows, self._order):
            row.show(number, shown[number - 1], len(self._rows))


class _Row:
    """One line with its two buttons."""

    def __init__(self, place: int, move):
        self.place = place
        self.up, self.down = (_arrow(icon, lambda _, by=by: move(place, by)) for icon, by in (("up", -1), ("down", 1)))
        self.text = ipywidgets.Label()
        self.widget = ipywidgets.HBox([self.up, self.down, self.text])

    def show(self, number: int, line: str, count: int) -> None:
        self.text.value = f"{number}   {line}"
        for button, word, end in ((self.up, "up", 0), (self.down, "down", count - 1)):
            button.tooltip = f"Move line {number} {word}"
            button.disabled = self.place == end

    def follow(self, by: int) -> None:
        """Focus the button that moves the same line further, or back if it has reached the end."""
        button = self.up if by < 0 else self.down
        (button if not button.disabled else self.up if by > 0 else self.down).focus()


class LineAndFix(_Field):
    """A line number and, if the item offers fixes, one of them."""

    def __init__(self, item):
        lines = (line.partition("  ")[2].strip() for line in item.shown_text().splitlines())
        options = [("choose", 0), *((f"{number:2}  {line}".rstrip(), number) for number, line in enumerate(lines, 1))]
        self._line = ipywidgets.Dropdown(description="Line", options=options, value=0)
        named(self._line, "agl-field", "agl-line")
        self._fix = Options(item) if item.fixes else None
        self.widget = ipywidgets.VBox([self._line, *([self._fix.widget] if self._fix else [])])

    @property
    def value(self) -> str:
        fix = self._fix.value if self._fix else ""
        return f"{self._line.value or ''} {fix}".strip()

    @value.setter
    def value(self, answer: str) -> None:
        line, _, fix = answer.partition(" ")
        self._line.value = int(line) if line.isdecimal() else 0
        if self._fix:
            self._fix.value = fix or None

    def focus(self) -> None:
        self._line.focus()

    def lock(self) -> None:
        self._line.disabled = True
        if self._fix:
            self._fix.lock()


class Writing(_Field):
    """A field for code, filled with the starter at first."""

    def __init__(self, item):
        ran_code.warm_up()
        rows = max(8, item.starter.count("\n") + 4)
        self.widget = ipywidgets.Textarea(value=item.starter, description="Code", rows=rows, continuous_update=False)
        named(self.widget, "agl-field", "agl-writing")


def later(seconds: float, action):
    """Schedule the action on the running event loop, as in a kernel, and return the timer; without a loop, None."""
    try:
        return asyncio.get_running_loop().call_later(seconds, action)
    except RuntimeError:
        return None


def _on_enter(field, submit) -> None:
    """Have Enter submit the field. The page reports the key before the text, so submitting waits for the text, or for a
    moment if it has not changed; otherwise a fast typist's last letters would be missing."""
    timers = []

    def key(_, content, __):
        if content.get("event") == "submit":
            timer = later(LETTERS_ARRIVE, arrived)
            timers.append(timer) if timer else submit()

    def arrived(*_):
        if timers:
            for timer in timers:
                timer.cancel()
            timers.clear()
            submit()

    field.on_msg(key)
    field.observe(arrived, "value")


def _arrow(way, pressed):
    button = ipywidgets.Button(icon=f"chevron-{way}", layout={"width": "auto"})
    named(button, "agl-button", "agl-arrow")
    button.on_click(pressed)
    return button


def label(letter, option) -> str:
    """An option's letter and text; `option_script` turns text between backticks into code on the page."""
    return f"{letter}  {to_text(option.text)}"
