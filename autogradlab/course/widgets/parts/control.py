"""Controls to move: a slider with − and + beside it, and a pair of buttons for going through numbered steps.

The sliders are ipywidgets' own, so arrow keys, Page Up and Home work and the number can be typed; `TYPED_NUMBERS` is
the page script that makes typed numbers read correctly.
"""

import ipywidgets as widgets

from autogradlab.draw.numbers import grouped

from .allowed import Choice, Whole

# ipywidgets reads a typed "2,5" as 2 and "1/3" as 1. So this script first replaces the text with the number it means.
# Text that is not a number is removed, and ipywidgets then restores the current value. It reads at Enter only: what was
# typed before the focus leaves would stay beside a slider that has not moved. So this script sends the Enter, once the
# focus has arrived elsewhere, and to the slider only: the notebook would take the focus to its cell.
TYPED_NUMBERS = """<style onload="
const mover = this.closest('.agl-mover');
let edited;
const read = ({type, target, key = 'Enter'}) => {
  if (key !== 'Enter' || edited !== target || !target.matches('.agl-slider [contenteditable=true]')) return;
  edited = null;
  const plain = target.textContent.replace(/\\s/g, '').replaceAll(',', '.').replaceAll('−', '-');
  const [above, below = 1, ...more] = plain.split('/').map(part => part ? Number(part) : NaN);
  const number = more.length ? NaN : above / below;
  target.textContent = Number.isFinite(number) ? number : '';
  const enter = new KeyboardEvent('keydown', {key: 'Enter', keyCode: 13, bubbles: true});
  if (type === 'blur') setTimeout(() => target.dispatchEvent(enter));
};
mover.addEventListener('input', ({target}) => edited = target, true);
mover.addEventListener('keydown', read, true);
mover.addEventListener('blur', read, true);
mover.addEventListener('keydown', event => event.isTrusted || event.stopPropagation());
">/* loads, and then reads */</style>"""


#: A widget as wide as its place, its label as wide as its words.
WIDE = {"layout": {"width": "auto"}, "style": {"description_width": "initial"}}


class Control:
    """A labeled slider with a button on each side; `value` can be read, set, and listened to.

    allowed  the values that may be chosen: a Range (low, high, step), a Whole (low, high) or a Choice
    Raises   ValueError with a `help:` line for a value that may not be chosen.
    """

    def __init__(self, label, allowed, value):
        self.label, self.allowed, self._calls = label, allowed, []
        self.slider = _slider(label, allowed, allowed.checked(label, value))
        self.less = button("minus", f"less {label}", lambda: self._move(-1))
        self.more = button("plus", f"more {label}", lambda: self._move(+1))
        keep_focus(self.less, self.more)
        self.box = widgets.HBox([self.less, self.slider, self.more])
        self.box.add_class("agl-slider")
        self.slider.observe(lambda change: self._moved(), "value")
        self._mark_ends()

    @property
    def value(self):
        return round(self.slider.value, 10)  # the page sends 2.9000000000000004

    @value.setter
    def value(self, value):
        self.slider.value = self.allowed.checked(self.label, value)

    def on_change(self, call):
        """Call `call()` after each change of the value."""
        self._calls.append(call)

    def _moved(self):
        """Update the picture before the buttons: the page shows first what it is sent first."""
        for call in self._calls:
            call()
        self._mark_ends()

    def _move(self, steps):
        self.value = self.allowed.neighbor(self.value, steps)

    def _mark_ends(self):
        self.less.disabled = self.value == self.allowed.low
        self.more.disabled = self.value == self.allowed.high


class Steps:
    """Buttons for going through numbered steps; `step` counts from 1 and can be read, set, and listened to."""

    def __init__(self, thing, count, step):
        self.allowed, self.thing, self._calls = Whole(1, count), thing, []
        self.back = button("chevron-left", "", lambda: self._move(-1), f"Previous {thing}")
        self.forward = button("chevron-right", "", lambda: self._move(+1), f"Next {thing}")
        keep_focus(self.back, self.forward)
        self.where = widgets.Label()
        self.box = widgets.HBox([self.back, self.forward, self.where])
        self.box.add_class("agl-steps")
        self.step = step

    @property
    def step(self):
        return self._step

    @step.setter
    def step(self, step):
        self._step = step = self.allowed.checked(self.thing, step)
        for call in self._calls:
            call()
        self.back.disabled, self.forward.disabled = step == self.allowed.low, step == self.allowed.high
        self.where.value = f"{self.thing} {step} of {self.allowed.high}"

    def become(self, count, step):
        """Change the number of steps to `count` and go to `step`."""
        self.allowed = Whole(1, count)
        self.step = step

    def on_change(self, call):
        """Call `call()` after each change of the step."""
        self._calls.append(call)

    def _move(self, steps):
        self.step = self.allowed.neighbor(self.step, steps)


def keep_focus(*buttons):
    """Pass the focus of a pressed button that becomes disabled to the nearest enabled one; a page would drop it."""

    def pressed(button):
        here = buttons.index(button)
        able = [place for place, other in enumerate(buttons) if not other.disabled]
        if button.disabled and able:
            buttons[min(able, key=lambda place: abs(place - here))].focus()

    for button in buttons:
        button.on_click(pressed)


def _slider(label, allowed, value):
    look = {"description": label, "tooltip": label, **WIDE}
    if isinstance(allowed, Choice):
        return widgets.SelectionSlider(options=[(grouped(v), v) for v in allowed.values], value=value, **look)
    kind = widgets.IntSlider if isinstance(allowed, Whole) else widgets.FloatSlider
    return kind(value=value, min=allowed.low, max=allowed.high, step=allowed.step, readout_format=".4", **look)


def button(icon, tooltip, pressed, words=""):
    made = widgets.Button(icon=icon, tooltip=tooltip or None, description=words)
    made.add_class("agl-btn")
    made.on_click(lambda _: pressed())
    return made
