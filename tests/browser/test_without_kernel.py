"""What cards and movers look like when the kernel behind them is gone: each says what to do, and none falls apart."""

import nbformat
import pytest

pytestmark = pytest.mark.browser
NOTEBOOK = "without_kernel.ipynb"
CELLS = ["from autogradlab.course import Slope, check", "Slope()", 'check("01-P1")', 'check.each("01-C1", "01-C2")']
LINES = """[...document.querySelectorAll('.agl-ui.jupyter-widgets:not(.agl-ui *)')]
  .map(box => getComputedStyle(box, '::before').content)"""
ICONS = """[...document.querySelectorAll('.jupyter-widgets-disconnected:not(.agl-ui), .agl-ui .jupyter-widgets')]
  .filter(part => part.checkVisibility() && getComputedStyle(part, '::before').content !== 'none')
  .map(part => part.className)"""
WIDTHS = "[...document.querySelectorAll('.agl-slider > *')].map(part => part.getBoundingClientRect().width)"
UNKNOWN = ".jp-OutputArea-output.jupyter-widgets"


@pytest.fixture
def notebook(lab, open_and_run):
    """The notebook's page after each of its cells has been run."""
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel}), lab.folder / NOTEBOOK)
    page = open_and_run(NOTEBOOK)
    assert page.evaluate(LINES) == ["none"] * 4
    return page


def in_the_kernel_menu(page, words):
    page.locator(".lm-MenuBar-item", has_text="Kernel").click()
    page.locator(".lm-Menu-itemLabel", has_text=words).first.click()


def shut_down(page):
    in_the_kernel_menu(page, "Shut Down Kernel")
    page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=unknown]")


def test_after_a_restart_each_says_so_and_keeps_its_shape(notebook, picture):
    widths = notebook.evaluate(WIDTHS)
    in_the_kernel_menu(notebook, "Restart Kernel…")
    notebook.locator(".jp-Dialog .jp-mod-accept").click()
    notebook.wait_for_selector(".agl-mover.jupyter-widgets-disconnected")
    assert notebook.evaluate(LINES) == ['"The kernel was restarted: run this cell again."'] * 4
    assert notebook.evaluate(ICONS) == []
    assert notebook.evaluate(WIDTHS) == widths
    picture("restarted")


def test_without_a_kernel_each_says_so(notebook, picture):
    shut_down(notebook)
    assert notebook.evaluate(LINES) == ['"There is no kernel: run this cell again."'] * 4
    picture("no-kernel")


def test_a_notebook_of_another_day_says_how_to_go_on(notebook, lab, picture):
    notebook.keyboard.press("Control+s")
    notebook.wait_for_function("!document.querySelector('.jp-mod-dirty')")
    shut_down(notebook)
    notebook.goto(lab.notebook(NOTEBOOK))
    notebook.wait_for_selector(UNKNOWN)
    notebook.wait_for_function(f"document.querySelectorAll('{UNKNOWN}').length === 3")
    said, left = notebook.locator(UNKNOWN).first.evaluate(
        "output => [getComputedStyle(output, '::after').content, getComputedStyle(output).fontSize]"
    )
    assert said == '"Run this cell again: your answers are kept."' and left == "0px"
    picture("another-day")
