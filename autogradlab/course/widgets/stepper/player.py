"""Buttons and a slider for going through the steps of something: first, previous, play, next, last."""

import asyncio

import ipywidgets as widgets

from ..parts.allowed import Whole
from ..parts.control import WIDE, button, keep_focus

SECONDS = 0.9  # how long Play stays at each step


class Player:
    """Buttons and a slider for steps 0 to `count`; `step` can be read, set and listened to, `playing` read.

    Any other move stops Play, and so does the last step. Pages that ask for less motion show no Play button.
    Raises  ValueError with a `help:` line for a step that does not exist.
    """

    def __init__(self, count, step=0):
        self._calls, self._timer, self._closed = [], None, False
        self.first = button("step-backward", "", lambda: self._go(0), "First")
        self.back = button("chevron-left", "", lambda: self._go(self.step - 1), "Previous")
        self.play = button("play", "", self._toggle, "Play")
        self.forward = button("chevron-right", "", lambda: self._go(self.step + 1), "Next")
        self.last = button("step-forward", "", lambda: self._go(self.count), "Last")
        self.play.add_class("agl-play")
        keep_focus(self.first, self.back, self.forward, self.last)
        self.slider = widgets.IntSlider(description="step", min=0, max=count, readout_format="d", **WIDE)
        self.buttons = widgets.HBox([self.first, self.back, self.play, self.forward, self.last])
        self.buttons.add_class("agl-steps")
        row = widgets.HBox([self.slider])
        row.add_class("agl-slider").add_class("agl-slim")
        self.box = widgets.VBox([self.buttons, row])
        self.slider.observe(lambda change: self._moved(), "value")
        self.step = step

    @property
    def count(self):
        return self.slider.max

    @property
    def step(self):
        return self.slider.value

    @step.setter
    def step(self, step):
        step = Whole(0, self.count).checked("step", step)
        if self.slider.value == step:
            self._mark_ends()
        self.slider.value = step

    @property
    def playing(self):
        return self._timer is not None

    @property
    def closed(self):
        """Whether buttons and slider are disabled, because there is nothing to step through for now."""
        return self._closed

    @closed.setter
    def closed(self, closed):
        if closed:
            self.stop()
        self._closed = self.play.disabled = self.slider.disabled = closed
        self._mark_ends()

    def restart(self, count, step):
        """Change the number of steps and the step. No listener is called: the caller shows the new walk itself."""
        self.stop()
        if (count, step) == (self.count, self.step):
            return
        calls, self._calls = self._calls, []
        self.slider.max, self.slider.value = count, step
        self._mark_ends()
        self._calls = calls

    def on_change(self, call):
        """Call `call()` after each change of the step."""
        self._calls.append(call)

    def start(self):
        """Play from this step on, or from the beginning if this is the last one."""
        self.stop()
        self._wait()
        if self.step == self.count:
            self._by_itself(0)

    def stop(self):
        if self.playing:
            self._timer.cancel()
            self._timer = None
            self.play.description, self.play.icon = "Play", "play"

    def tick(self):
        """One step of Play."""
        self._wait() if self.step + 1 < self.count else self.stop()
        self._by_itself(min(self.step + 1, self.count))

    def _toggle(self):
        self.stop() if self.playing else self.start()

    def _wait(self):
        try:
            self._timer = asyncio.get_running_loop().call_later(SECONDS, self.tick)
        except RuntimeError:  # no event loop, as in a plain script: nothing can be scheduled
            return
        self.play.description, self.play.icon = "Stop", "stop"

    def _by_itself(self, step):
        timer, self._timer = self._timer, None
        self.slider.value = step
        self._timer = timer

    def _go(self, step):
        self.step = min(max(step, 0), self.count)

    def _moved(self):
        if self.playing:
            self.stop()
        for call in self._calls:
            call()
        self._mark_ends()

    def _mark_ends(self):
        self.first.disabled = self.back.disabled = self.closed or self.step == 0
        self.forward.disabled = self.last.disabled = self.closed or self.step == self.count
