"""From a key press to the changed picture: `python tests/bench/latency.py [MOVER ...]`, in a real JupyterLab.

Each mover beside two bare ipywidgets in the same notebook: a FloatSlider that a function observes, which writes the
value into a Label, or prints it into an Output. Also how long the kernel itself works at one press. Needs what
`python course.py browser` installs.
"""

import sys
import tempfile
from pathlib import Path
from statistics import median

import nbformat
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))
from real_lab import chromium, cut_off_page, jupyterlab, launched, run_cell_by_cell  # noqa: E402
from test_movers import MOVERS, SETUP  # noqa: E402

ROUNDS, PRESSES, WARM_UP = 4, 10, 4

# The kernel writes down how long it has worked at each message from a widget.
CLOCK = """import time, ipywidgets
handle = ipywidgets.Widget._handle_msg
def timed(widget, message):
    start = time.perf_counter()
    handle(widget, message)
    with open("times.txt", "a") as times:
        print(time.perf_counter() - start, file=times)
ipywidgets.Widget._handle_msg = timed"""
BARE = """slider, shown = ipywidgets.FloatSlider(50), ipywidgets.{kind}()
def show(change, shown=shown):
    {show}
slider.observe(show, "value")
box = ipywidgets.VBox([slider, shown])
box.add_class("agl-mover").add_class("bare")
box"""
LABEL = BARE.format(kind="Label", show="shown.value = str(change.new)")
OUTPUT = BARE.format(kind="Output", show="shown.clear_output(wait=True)\n    with shown:\n        print(change.new)")

FOCUS = """mover => {
  const controls = 'button:enabled:not(.agl-play), input[type=checkbox], select';
  const control = mover.querySelector('[role=slider]') ?? mover.querySelector(controls);
  control.focus();
  const kind = control.getAttribute('role') ?? control.tagName.toLowerCase();
  return kind === 'slider' && control.ariaValueNow === control.ariaValueMax ? 'slider at its end' : kind;
}"""
WATCH = """mover => {
  const picture = mover.querySelector('.agl-picture') ?? mover.lastElementChild;
  window.latency = new Promise(resolve => {
    let start;
    setTimeout(() => resolve(null), 10000);
    document.addEventListener('keydown', () => start = performance.now(), {capture: true, once: true});
    new MutationObserver((_, observer) => {
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - start));
    }).observe(picture, {childList: true, subtree: true, characterData: true});
  });
}"""
THERE_AND_BACK = {
    "slider": ("ArrowRight", "ArrowLeft"),
    "slider at its end": ("ArrowLeft", "ArrowRight"),
    "select": ("ArrowDown", "ArrowUp"),
}


def main(movers):
    cells = [SETUP, CLOCK, LABEL, OUTPUT, *(shown(folder, MOVERS[folder]) for folder in movers)]
    book = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in cells],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )
    with (
        tempfile.TemporaryDirectory() as home,
        jupyterlab(Path(home), "light") as lab,
        sync_playwright() as playwright,
        launched(playwright, chromium()) as browser,
    ):
        nbformat.write(book, lab.folder / "latency.ipynb")
        page = cut_off_page(browser, 1300, 1400)
        page.goto(lab.notebook("latency.ipynb"))
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        list(run_cell_by_cell(page))
        names, clock = ["FloatSlider and Label", "FloatSlider and Output", *movers], lab.folder / "times.txt"
        found = {name: ([], []) for name in names}
        for _ in range(ROUNDS):  # all of them in turn: a busy moment of the machine meets more than one
            for i, name in enumerate(names):
                waited, worked = measured(page, page.locator(".agl-mover").nth(i), clock)
                found[name][0].extend(waited)
                found[name][1].extend(worked)
        tell(found)


def shown(folder, expression):
    return f"from autogradlab.course.widgets.{folder}.mover import {expression.partition('(')[0]}\n{expression}"


def measured(page, mover, clock):
    """(milliseconds from key to picture, those of the kernel) for each press after the first few."""
    mover.scroll_into_view_if_needed()
    waited, worked = [], []
    keys = THERE_AND_BACK.get(mover.evaluate(FOCUS), ("Space", "Space"))
    for press in range(WARM_UP + PRESSES):
        before = len(clock.read_text().split()) if clock.exists() else 0
        mover.evaluate(FOCUS)
        mover.evaluate(WATCH)
        page.keyboard.press(keys[press % 2])
        if (milliseconds := page.evaluate("window.latency")) is None:  # it has come to an end, such as a full list
            break
        waited.append(milliseconds)
        page.wait_for_function("document.querySelector('#jp-main-statusbar').innerText.includes('Idle')")
        worked.append(1e3 * sum(map(float, clock.read_text().split()[before:])))
    return waited[WARM_UP:], worked[WARM_UP:]


def tell(found):
    """Medians, row by row; the first two rows are the bare ones."""
    print(f"{'':24}{'key to picture':>15}{'/ Label':>9}{'/ Output':>10}{'kernel':>11}{'presses':>9}")
    bare = [median(waited) for waited, _ in list(found.values())[:2]]
    for name, (waited, worked) in found.items():
        if not waited:
            print(f"{name:24}the picture did not change at the first {WARM_UP + 1} presses")
            continue
        ratios = "".join(f"{median(waited) / other:{width}.2f}" for other, width in zip(bare, (9, 10)))
        print(f"{name:24}{median(waited):12.1f} ms{ratios:19}{median(worked):8.2f} ms{len(waited):9}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(MOVERS))
