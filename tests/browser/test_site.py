"""The static pages in a real Chromium: they move, find, and turn dark, and load nothing from outside their folder."""

import functools
import http.server
import threading
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser
ROOT, OUT = Path(__file__).parents[2], Path(__file__).parent / "out"
LESSON = "notebooks/01_slope.html"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A file server that logs nothing."""

    def log_message(self, *arguments):
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder with the pages of two lessons."""
    for package in ("sphinx", "myst_nb", "furo"):
        pytest.importorskip(package, reason='the pages need `pip install -e ".[site]"`')
    from autogradlab.site.build import build

    folder = tmp_path_factory.mktemp("pages") / "site"
    build(ROOT, folder, only=("01_slope", "07_lifetime"), workers=2)
    return folder


@pytest.fixture(scope="module", params=["served", "opened as files"])
def address(request, site):
    """Where the pages are: on the loopback, or simply on the disk."""
    if request.param == "opened as files":
        yield site.as_uri()
        return
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture(params=["light", "dark"])
def reader(request, browser, address):
    """A page of a reader whose system is light or dark; nothing foreign may be asked for, nothing may fail."""
    page = browser.new_page(viewport={"width": 1300, "height": 1100}, color_scheme=request.param)
    foreign, errors = [], []

    def own_only(route):
        own = route.request.url.startswith((address, "data:", "blob:"))
        if not own:
            foreign.append(route.request.url)
        route.continue_() if own else route.abort()

    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route("**/*", own_only)
    page.set_default_timeout(20_000)
    page.address, page.scheme = address, request.param
    yield page
    page.close()
    assert foreign == [] and errors == []


def figure(page):
    """The slope figure of lesson 01, in view."""
    page.goto(f"{page.address}/{LESSON}")
    frame = page.locator("iframe.agl-moving").first
    frame.scroll_into_view_if_needed()
    return frame, page.frame_locator("iframe.agl-moving").first


def test_the_slope_moves_by_key_and_its_frame_fits(reader):
    frame, inside = figure(reader)
    inside.get_by_role("slider", name="w", exact=True).press("ArrowLeft")
    inside.get_by_text("At w = 2.9 the slope is 5.8").first.wait_for()
    tall = inside.locator("main").evaluate("main => main.getBoundingClientRect().height")
    reader.wait_for_function("tall => document.querySelector('iframe.agl-moving').offsetHeight < tall + 12", arg=tall)
    assert frame.bounding_box()["height"] >= tall
    OUT.mkdir(exist_ok=True)
    reader.screenshot(path=str(OUT / f"site-slope-{reader.scheme}.png"))


def test_a_figure_that_is_there_before_the_page_listens_fits_and_has_its_colors(reader):
    held = []
    reader.route("**/site.js*", lambda route: held.append(route))
    reader.goto(f"{reader.address}/{LESSON}", wait_until="commit")
    inside = reader.frame_locator("iframe.agl-moving").first
    inside.locator("main").wait_for()
    reader.wait_for_timeout(200)
    held.pop().continue_()
    tall = inside.locator("main").evaluate("main => main.getBoundingClientRect().height")
    reader.wait_for_function("tall => document.querySelector('iframe.agl-moving').offsetHeight < tall + 12", arg=tall)
    inside.locator(f"body[data-jp-theme-light={str(reader.scheme == 'light').lower()}]").wait_for()


def test_the_figure_follows_the_page_when_the_reader_chooses_the_other_theme(reader):
    _, inside = figure(reader)
    colors = "element => getComputedStyle(element).backgroundColor"

    def same():
        return reader.locator("body").evaluate(colors) == inside.locator("body").evaluate(colors)

    before = reader.locator("body").evaluate(colors)
    reader.wait_for_timeout(300)
    assert same()
    while reader.locator("body").get_attribute("data-theme") != ("light" if reader.scheme == "dark" else "dark"):
        reader.locator(".theme-toggle:visible").first.click()
    reader.wait_for_timeout(300)
    assert reader.locator("body").evaluate(colors) != before and same()


def test_search_finds_retain_graph(reader):
    reader.goto(f"{reader.address}/index.html")
    reader.get_by_placeholder("Search").fill("retain_graph")
    reader.keyboard.press("Enter")
    reader.locator("#search-results li a", has_text="Lifetime").first.wait_for()
    reader.wait_for_load_state("networkidle")


@pytest.mark.parametrize("width", [1300, 390])
def test_no_page_is_wider_than_the_window_and_axe_finds_nothing(reader, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    if reader.address.startswith("file:"):
        pytest.skip("a page looks the same, however it was opened")
    reader.set_viewport_size({"width": width, "height": 1000})
    for name in ("index.html", LESSON, "api/optim.html"):
        reader.goto(f"{reader.address}/{name}")
        reader.wait_for_timeout(300)
        assert reader.evaluate("document.documentElement.scrollWidth <= innerWidth")
        reader.screenshot(path=str(OUT / f"site-{name.replace('/', '-')}-{width}-{reader.scheme}.png"))
        found = axe.run(reader, context={"include": [["article"]]}).response["violations"]
        assert [
            f"{problem['id']}: {node['target']} {node['html'][:200]}" for problem in found for node in problem["nodes"]
        ] == []
