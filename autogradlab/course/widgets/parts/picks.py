"""Controls to pick or press: a list of options, a switch, buttons. All are ipywidgets' own, so keys work."""

import ipywidgets as widgets

from .control import WIDE, button, keep_focus


class Pick:
    """A labeled list of options; `value` can be read, set, and listened to.

    options  {value: the words shown for it}
    Raises   ValueError with a `help:` line for a value that is not among them.
    """

    def __init__(self, label, options, value):
        self.label, self.options = label, dict(options)
        self.list = widgets.Dropdown(
            description=label,
            options=[(words, v) for v, words in self.options.items()],
            value=self._checked(value),
            **WIDE,
        )
        self.box = self.list
        self.box.add_class("agl-pick")

    @property
    def value(self):
        return self.list.value

    @value.setter
    def value(self, value):
        self.list.value = self._checked(value)

    def on_change(self, call):
        """Call `call()` after each change of the value."""
        self.list.observe(lambda change: call(), "value")

    def _checked(self, value):
        try:
            known = value in self.options
        except TypeError:
            known = False
        if known:
            return value
        listed = ", ".join(map(repr, self.options))
        raise ValueError(f"{self.label} = {value!r} is not one of the choices\n  help: choose one of {listed}")


class Switch:
    """A labeled box to tick; `value` is True or False, and can be read, set, and listened to."""

    def __init__(self, label, value):
        self.label = label
        self.tick = widgets.Checkbox(
            description=label, value=self._checked(value), indent=False, layout={"width": "auto"}
        )
        self.box = self.tick
        self.box.add_class("agl-switch")

    @property
    def value(self):
        return self.tick.value

    @value.setter
    def value(self, value):
        self.tick.value = self._checked(value)

    def on_change(self, call):
        """Call `call()` after each change of the value."""
        self.tick.observe(lambda change: call(), "value")

    def _checked(self, value):
        if isinstance(value, bool):
            return value
        raise ValueError(f"{self.label} must be True or False, not {value!r}\n  help: True ticks the box")


class Presses:
    """A row of buttons, made from {words on the button: function to call}; `buttons` is {words: button}."""

    def __init__(self, calls):
        self.buttons = {said: button("", "", call, said) for said, call in calls.items()}
        keep_focus(*self.buttons.values())
        self.box = widgets.HBox([*self.buttons.values()])
        self.box.add_class("agl-presses")


class Row:
    """Several controls side by side; they wrap on a narrow page."""

    def __init__(self, *controls):
        self.box = widgets.HBox([control.box for control in controls])
        self.box.add_class("agl-picks")


def delegate(control):
    """A property that reads and sets the value of the control in the attribute of this name."""
    return property(
        lambda self: getattr(self, control).value, lambda self, value: setattr(getattr(self, control), "value", value)
    )
