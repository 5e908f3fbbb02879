"""Fixtures of the browser tests: a JupyterLab, a Chromium and a page in each theme, and a place for screenshots.

Screenshots are left in `tests/browser/out/` to be looked at.
"""

from pathlib import Path

import pytest
from real_lab import chromium, cut_off_page, jupyterlab, launched, run_cell_by_cell

OUT = Path(__file__).parent / "out"


@pytest.fixture(scope="session", params=["light", "dark"])
def theme(request):
    return request.param


@pytest.fixture(scope="session")
def lab(theme, tmp_path_factory):
    """A JupyterLab in the given theme, working on a copy of the notebooks."""
    with jupyterlab(tmp_path_factory.mktemp(f"lab-{theme}"), theme) as lab:
        yield lab


@pytest.fixture(scope="session")
def browser():
    """Chromium, without a window."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="run `python course.py browser`, which installs it")
    path = chromium() or pytest.skip("no Chromium found: name one in the environment variable CHROMIUM")
    with sync_api.sync_playwright() as playwright, launched(playwright, path) as browser:
        yield browser


@pytest.fixture(scope="session")
def page(browser, lab):
    """A page that may reach this machine only; what it tried to reach elsewhere is in `page.foreign`."""
    page = cut_off_page(browser, 1300, 1400)
    yield page
    page.close()


@pytest.fixture(scope="session")
def picture(page, theme):
    """Take a screenshot to be looked at: `picture("slope")` writes out/slope-dark.png."""
    OUT.mkdir(exist_ok=True)

    def take(name, element=None):
        (element or page).screenshot(path=str(OUT / f"{name}-{theme}.png"))

    return take


@pytest.fixture(scope="session")
def open_and_run(page, lab):
    """Open a notebook and run it: `open_and_run("01_slope.ipynb")`."""

    def go(name):
        page.goto(lab.notebook(name))
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        for _ in run_cell_by_cell(page):
            pass
        page.mouse.move(5, 5)
        return page

    return go
