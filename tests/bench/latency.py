"""From a key press to the changed picture: `python tests/bench/latency.py [MOVER ...]`, in a real JupyterLab.

Each mover beside bare ipywidgets in the same notebook: a FloatSlider that a function observes, which writes the value
into a Label, or prints it into an Output; and a Checkbox with a Label, toggled by Space like the mover `leaves`. A
picture counts as changed when the frame that shows it begins, as painted when that frame is done. Also how long the
kernel itself works for one press. Needs what `python course.py browser` installs.
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

# The kernel notes how long it worked on each message from a widget.
CLOCK = """import time, ipywidgets
handle = ipywidgets.Widget._handle_msg
def timed(widget, message):
    start = time.perf_counter()
    handle(widget, message)
    with open("times.txt", "a") as times:
        print(time.perf_counter() - start, file=times)
ipywidgets.Widget._handle_msg = timed"""
BARE = """slider, shown = ipywidgets.{control}, ipywidgets.{kind}()
def show(change, shown=shown):
    {show}
slider.observe(show, "value")
box = ipywidgets.VBox([slider, shown])
box.add_class("agl-mover").add_class("bare")
box"""
LABEL = "shown.value = str(change.new)"
PRINT = "shown.clear_output(wait=True)\n    with shown:\n        print(change.new)"
REFERENCES = {
    "FloatSlider and Label": BARE.format(control="FloatSlider(50)", kind="Label", show=LABEL),
    "FloatSlider and Output": BARE.format(control="FloatSlider(50)", kind="Output", show=PRINT),
    "Checkbox and Label": BARE.format(control="Checkbox()", kind="Label", show=LABEL),
}

FOCUS = """mover => {
  const controls = 'button:enabled:not(.agl-play, .agl-ask), input[type=checkbox], select';
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
      const done = new MessageChannel();
      requestAnimationFrame(() => {
        const changed = performance.now() - start;
        done.port1.onmessage = () => resolve([changed, performance.now() - start]);
        done.port2.postMessage(null);
      });
    }).observe(picture, {childList: true, subtree: true, characterData: true});
  });
}"""
THERE_AND_BACK = {
    "slider": ("ArrowRight", "ArrowLeft"),
    "slider at its end": ("ArrowLeft", "ArrowRight"),
    "select": ("ArrowDown", "ArrowUp"),
}


def main(movers):
    cells = [SETUP, CLOCK, *REFERENCES.values(), *(shown(folder, MOVERS[folder]) for folder in movers)]
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
        names, clock = [*REFERENCES, *movers], lab.folder / "times.txt"
        found = {name: [] for name in names}
        for _ in range(ROUNDS):  # all in turn, so that a busy moment of the machine slows more than one
            for i, name in enumerate(names):
                found[name] += measured(page, page.locator(".agl-mover").nth(i), clock)
        tell(found)


def shown(folder, expression):
    return f"from autogradlab.course.widgets.{folder}.mover import {expression.partition('(')[0]}\n{expression}"


def measured(page, mover, clock):
    """Milliseconds for each press after the warm-up: until the picture changed, until it was painted, in the kernel."""
    mover.scroll_into_view_if_needed()
    found = []
    keys = THERE_AND_BACK.get(mover.evaluate(FOCUS), ("Space", "Space"))
    for press in range(WARM_UP + PRESSES):
        before = len(clock.read_text().split()) if clock.exists() else 0
        mover.evaluate(FOCUS)
        mover.evaluate(WATCH)
        page.keyboard.press(keys[press % 2])
        if (waited := page.evaluate("window.latency")) is None:  # no change: it is at its end
            break
        page.wait_for_function("document.querySelector('#jp-main-statusbar').innerText.includes('Idle')")
        found.append((*waited, 1e3 * sum(map(float, clock.read_text().split()[before:]))))
    return found[WARM_UP:]


def tell(found):
    """Print medians, row by row, and their ratios to the first row, the bare FloatSlider and Label."""
    print(f"{'':24}{'changed':>10}{'/ Label':>9}{'painted':>12}{'/ Label':>9}{'kernel':>12}{'presses':>9}")
    bare = [median(times) for times in zip(*next(iter(found.values())))]
    for name, presses in found.items():
        if not presses:
            print(f"{name:24}the picture did not change at the first {WARM_UP + 1} presses")
            continue
        changed, painted, worked = (median(times) for times in zip(*presses))
        print(
            f"{name:24}{changed:7.1f} ms{changed / bare[0]:9.2f}{painted:9.1f} ms{painted / bare[1]:9.2f}"
            f"{worked:9.2f} ms{len(presses):9}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:] or list(MOVERS))
