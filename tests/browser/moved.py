"""Every mover's picture after each of its controls was used."""

from importlib import import_module

import ipywidgets as widgets
from test_movers import MOVERS, SETUP

TIMES = 3


def all_pictures():
    for folder, expression in MOVERS.items():
        names = {}
        exec(SETUP, names)
        names |= vars(import_module(f"autogradlab.course.widgets.{folder}.mover"))
        mover = eval(expression, names)
        yield mover.svg
        for control in everything(mover.box):
            for _ in used(control):
                yield mover.svg


def everything(box):
    """The box and all that is in it."""
    inside = [box]
    for each in inside:
        inside += getattr(each, "children", ())
    return inside


def used(control):
    """Use a control; yield after each use."""
    if isinstance(control, widgets.Button) and not {"agl-play", "agl-ask"} & {*control._dom_classes}:
        for _ in range(TIMES):
            if not control.disabled:
                control.click()
                yield
    elif isinstance(control, widgets.Checkbox):
        control.value = not control.value
        yield
    elif isinstance(control, (widgets.Dropdown, widgets.ToggleButtons, widgets.RadioButtons)):
        for control.index in range(len(control.options)):
            yield
