"""Controls that the cards of checks and of the inventory share. Their names are those of the style sheet."""

import ipywidgets

from autogradlab.course.checks.judging import CONFIDENCES

_FIRST_PERSON = dict(zip(("guessing", "fairly sure", "sure"), CONFIDENCES))


def named(widget, *names):
    """The widget, with these names."""
    for name in names:
        widget.add_class(name)
    return widget


def row(*widgets):
    return named(ipywidgets.Box(widgets), "agl-row")


def button(text, action, *names):
    """A button that does nothing while disabled, not even for clicks that the page sent before it knew."""
    made = named(ipywidgets.Button(description=text, layout={"width": "auto"}), "agl-button", *names)
    made.on_click(lambda _: None if made.disabled else action())
    return made


def how_sure():
    """The choice of a confidence; its value is None until one is chosen."""
    choice = ipywidgets.RadioButtons(
        options=_FIRST_PERSON, value=None, orientation="horizontal", description="I am", layout={"width": "auto"}
    )
    return named(choice, "agl-sure")
