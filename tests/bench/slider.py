"""Kernel time of one move, for each mover that has a page: `python tests/bench/slider.py [MOVER ...]`.

For every mover: its first slider, list or switch, there and back. The stepper of a large graph is in `stepper.py`, the
whole way to the picture on a page in `latency.py`. Needs what `python course.py browser` installs.
"""

import sys
from importlib import import_module
from statistics import median
from timeit import repeat

import ipywidgets as widgets
from asked import asked, everything
from test_movers import MOVERS, SETUP  # noqa: E402

MOVES, WARM_UP = 200, 4


def main(movers):
    names = {}
    exec(SETUP, names)
    for folder in movers:
        cls, _, arguments = MOVERS[folder].partition("(")
        names[cls] = getattr(import_module(f"autogradlab.course.widgets.{folder}.mover"), cls)
        mover = asked(eval(f"{cls}({arguments}", names))
        if not (control := next(controls(mover.box), None)):
            print(f"{folder:16}has buttons only")
            continue
        move = there_and_back(control)
        times = repeat(move, number=1, repeat=WARM_UP + MOVES)[WARM_UP:]
        slow = sorted(times)[-MOVES // 20]
        print(
            f"{folder:16}{1e3 * median(times):7.2f} ms, slowest twentieth from {1e3 * slow:6.2f} ms, "
            f"picture {len(mover.svg) / 1000:5.1f} KB"
        )


def controls(box):
    """The controls of a mover, sliders first."""
    inside = everything(box)
    for kind in (widgets.FloatSlider, widgets.IntSlider, widgets.SelectionSlider, widgets.Dropdown, widgets.Checkbox):
        yield from (each for each in inside if isinstance(each, kind))


def there_and_back(control):
    """A function that moves a control to a neighboring value, and back at the next call."""
    name = "index" if hasattr(control, "options") else "value"
    here = getattr(control, name)
    if name == "index":
        there = here + 1 if here + 1 < len(control.options) else here - 1
    elif isinstance(here, bool):
        there = not here
    else:
        there = here + control.step if here + control.step <= control.max else here - control.step
    places = {here: there, there: here}
    return lambda: setattr(control, name, places[getattr(control, name)])


if __name__ == "__main__":
    main(sys.argv[1:] or list(MOVERS))
