"""Every mover in a real JupyterLab: moved by keyboard and by mouse, in light and dark theme, at 100% and 200% zoom.

The notebook is made here, one cell per mover. Screenshots go to `tests/browser/out/`, to be looked at.
"""

import nbformat
import pytest
from looks import SMALLEST_TARGET, SMALLEST_TEXT, TOO_SMALL, UNREADABLE

from autogradlab import course

pytestmark = pytest.mark.browser

# A new mover is one row: its folder in autogradlab/course/widgets -> the expression that shows it.
MOVERS = {
    "slope": "Slope()",
    "registers": "Registers()",
    "stepper": "Stepper(loss)",
    "playground": "Playground(w=3., x=2., b=1., y=5.)",
    "leaves": "Leaves()",
    "accumulation": "Accumulation()",
    "micro_batches": "MicroBatches()",
    "loop": "Loop()",
    "jacobian": "Jacobian()",
    "lifetime": "Lifetime()",
    "switchboard": "Switchboard()",
    "locker": "Locker()",
    "flow": "Flow()",
    "second_graph": "SecondGraph()",
    "memory_curve": "MemoryCurve()",
    "fusion": "Fusion()",
    "chart": "PatientChart()",
    "surface": "Surface()",
}
SETUP = """import autogradlab as ag
w, x, y = ag.tensor(3., requires_grad=True), ag.tensor(2.), ag.tensor(5.)
loss = (w * x - y)**2 + w"""
NOTEBOOK = "movers.ipynb"
KEYS = {
    "button": ["Space"],
    "checkbox": ["Space"],
    "select": ["ArrowDown"],
    "last option": ["ArrowUp"],
    "slider": ["ArrowRight"],
    "text": ["End", "*", "w", "Enter"],
}
WITH_THE_MOUSE = "button:enabled:not(.agl-play, .agl-ask), input[type=checkbox]"


@pytest.fixture(scope="module")
def notebook(lab, open_and_run):
    """The notebook's page after each of its cells has been run."""
    book = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(SETUP)],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )
    for folder, expression in MOVERS.items():
        name = expression.partition("(")[0]
        book.cells.append(
            nbformat.v4.new_code_cell(f"from autogradlab.course.widgets.{folder}.mover import {name}\n{expression}")
        )
    nbformat.write(book, lab.folder / NOTEBOOK)
    return open_and_run(NOTEBOOK)


@pytest.fixture(scope="module", params=[1, 2], ids=["100%", "200%"])
def zoom(request, notebook):
    """The page as the same window lays it out at this zoom: to a page, zooming in is a narrower window.

    Zoomed in, the file browser is closed, as a reader who needs large letters would; the height stays, so that
    screenshots are whole.
    """
    whole = notebook.viewport_size
    notebook.set_viewport_size(whole | {"width": whole["width"] // request.param})
    if request.param > 1:
        notebook.locator(".jp-SideBar.jp-mod-left .lm-mod-current").click()
    yield request.param
    notebook.set_viewport_size(whole)


def test_no_mover_of_the_course_is_left_out():
    assert set(MOVERS) == set(course.MOVERS.values())


@pytest.fixture(params=MOVERS)
def mover(request, notebook, zoom):
    """One mover, scrolled into view."""
    box = notebook.locator(".agl-mover").nth(list(MOVERS).index(request.param))
    box.scroll_into_view_if_needed()
    box.folder = request.param
    return box


def words(mover):
    return mover.locator(".agl-state").inner_text()


def wait_for_other_words(page, mover, before):
    page.wait_for_function(
        "([box, before]) => box.querySelector('.agl-state').innerText !== before",
        arg=[mover.element_handle(), before],
        timeout=10_000,
    )


def tab_to_first_control(page, mover):
    """Tab from the cell to the mover's first control, as without a mouse; return the kind of control."""
    cell = mover.locator("xpath=ancestor::*[contains(@class, 'jp-CodeCell')]")
    cell.locator(".jp-InputPrompt").click()
    for _ in range(20):
        page.keyboard.press("Tab")
        kind = mover.evaluate("""box => {
          const at = document.activeElement;
          if (!box.contains(at) || !at.matches('input, select, button, [role=slider]')) return null;
          if (at.tagName === 'SELECT' && at.selectedIndex === at.length - 1) return 'last option';
          return at.getAttribute('role') ?? (at.tagName === 'INPUT' ? at.type : at.tagName.toLowerCase());
        }""")
        if kind:
            return kind
    raise AssertionError(f"20 times Tab does not reach a control of {mover.folder}")


def test_each_cell_shows_its_mover_and_no_error(notebook):
    errors = notebook.locator(".jp-OutputArea-output[data-mime-type*='error'], [data-mime-type*='stderr']")
    assert errors.count() == 0, errors.all_inner_texts()
    assert notebook.locator(".agl-mover .agl-picture svg").count() >= len(MOVERS)
    assert notebook.locator(".agl-mover").count() == len(MOVERS)


def test_one_style_sheet_is_in_force_for_all_movers(notebook):
    """Each mover brings the same rules, and each further sheet in force would make every move slower."""
    in_force = """[...document.styleSheets].filter(sheet => !sheet.disabled && [...sheet.ownerNode.textContent.matchAll(
      /\\.agl-mover{container/g)].length).length"""
    assert notebook.evaluate(in_force) == 1
    assert notebook.locator(".agl-mover").first.evaluate("box => getComputedStyle(box).containerName") == "mover"


def test_its_first_view(mover, zoom, picture):
    picture(f"mover-{mover.folder}-{zoom}00", mover)


def test_text_is_large_enough_inside_the_picture_and_on_no_other(mover):
    assert mover.evaluate(UNREADABLE, SMALLEST_TEXT) == []


def test_a_picture_scrolls_sooner_than_its_letters_shrink_and_shows_that_it_does(mover):
    looks = mover.evaluate(SCROLLING)
    assert looks["width"] == pytest.approx(max(looks["room"], looks["own"]), abs=1)
    assert looks["attachments"] == "local, local, scroll, scroll, scroll"
    if looks["width"] > looks["room"] + 1:
        assert looks["blend"] == "multiply"


def test_what_is_wrong_is_told_below_the_field_and_the_picture_turns_pale(notebook):
    mover = notebook.locator(".agl-mover").nth(list(MOVERS).index("playground"))
    field, before = mover.locator("input[type=text]"), mover.locator("input[type=text]").input_value()
    field.fill("w * ")
    field.press("Enter")
    told = mover.locator(".agl-problem [role=alert]")
    told.wait_for()
    below = told.bounding_box()["y"] - field.bounding_box()["y"] - field.bounding_box()["height"]
    assert 0 <= below < 20 and "something is missing" in told.inner_text()
    pale = "mover => +getComputedStyle(mover.querySelector('.agl-picture svg')).opacity"
    assert mover.evaluate(pale) < 0.5
    field.fill(before)
    field.press("Enter")
    told.wait_for(state="detached")
    assert mover.evaluate(pale) == 1


def test_what_it_is_about_now_is_in_view(mover):
    assert mover.evaluate(OUT_OF_VIEW) == []


def test_controls_are_large_enough_to_hit(mover):
    assert mover.evaluate(TOO_SMALL, SMALLEST_TARGET) == []


def test_a_slider_has_a_handle_to_hit_a_line_to_see_and_keys_after_a_click(notebook):
    slider = notebook.locator(".agl-mover .agl-slider").first
    slider.scroll_into_view_if_needed()
    handle, line = slider.locator("[role=slider]"), slider.locator(".noUi-connects")
    box, track = handle.bounding_box(), line.bounding_box()
    assert (box["width"], box["height"]) == (24, 24)
    assert box["y"] + 12 == pytest.approx(track["y"] + track["height"] / 2, abs=0.6)
    assert line.evaluate(CONTRAST) >= 3
    notebook.mouse.click(track["x"] + track["width"] / 2, track["y"])
    assert handle.evaluate("handle => handle === document.activeElement")


def test_a_screen_reader_names_what_has_no_words_of_its_own(mover):
    """An icon is a letter of a private alphabet, and a number beside a slider can be typed over."""
    for title in mover.evaluate(ONLY_ICONS):
        assert mover.get_by_role("button", name=title, exact=True).count() == 1
    for row in mover.locator(".agl-slider:has([contenteditable=true])").all():
        name = row.locator(".widget-label").inner_text()
        assert row.get_by_role("slider", name=name, exact=True).count() == 1
        assert row.get_by_role("textbox", name=name, exact=True).count() == 1


def test_a_focus_ring_is_whole(mover):
    assert mover.evaluate(CUT_RINGS) == []


def test_the_keyboard_alone_moves_it(notebook, mover):
    before = words(mover)
    mover.evaluate("mover => { for (const svg of mover.querySelectorAll('.agl-picture svg')) svg.seen = true; }")
    kind = tab_to_first_control(notebook, mover)
    assert notebook.evaluate("getComputedStyle(document.activeElement).outline").endswith("solid 3px")
    for key in KEYS[kind]:
        notebook.keyboard.press(key)
    wait_for_other_words(notebook, mover, before)
    assert mover.evaluate(PICTURES_SEEN) == [True]


def test_the_mouse_alone_moves_it(notebook, mover):
    before = words(mover)
    mover.locator(WITH_THE_MOUSE).first.click()
    wait_for_other_words(notebook, mover, before)


def test_axe_finds_nothing_to_complain_about(notebook, zoom):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(notebook, context={"include": [[".agl-mover"]]}).response["violations"]
    assert [
        f"{problem['id']}: {node['target']} {node['html'][:200]}" for problem in found for node in problem["nodes"]
    ] == []


def test_nothing_was_asked_of_the_network_and_the_page_had_no_error(notebook):
    assert notebook.foreign == []
    assert notebook.errors == []


# Controls so near to the edge of a box that the box would cut off some of their ring.
CUT_RINGS = """mover => {
  const around = 5, page = mover.closest('.jp-WindowedPanel-outer'), cut = [];
  for (const control of mover.querySelectorAll('input, select, button, summary, [role=slider]')) {
    const own = control.getBoundingClientRect();
    for (let box = control.parentElement; own.width && box !== page; box = box.parentElement) {
      const edge = box.getBoundingClientRect();
      if (getComputedStyle(box).overflow !== 'visible' && Math.min(own.left - edge.left, own.top - edge.top,
          edge.right - own.right, edge.bottom - own.bottom) < around - 0.5)
        cut.push(`${control.title || control.textContent} ${control.tagName} in ${box.className}`);
    }
  }
  return cut;
}"""

# Of an element's color beside the page's: the contrast of WCAG 2.
CONTRAST = """element => {
  const [one, other] = [getComputedStyle(element), getComputedStyle(element.closest('.jp-Notebook'))].map(style => {
    const [r, g, b] = style.backgroundColor.match(/[\\d.]+/g).map(part => part / 255)
      .map(part => part < 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  });
  return Math.max(one / other, other / one);
}"""

# The titles of buttons that show an icon and no words.
ONLY_ICONS = """mover => [...mover.querySelectorAll('button:has(i)')].filter(button => !button.textContent.trim())
  .map(button => button.title)"""

# Whether each picture is one that was marked before the move: a move changes the picture and brings no other.
PICTURES_SEEN = "mover => [...mover.querySelectorAll('.agl-picture svg')].map(svg => svg.seen)"

# How wide a picture is shown, beside the width that it was drawn with, and what shows that it scrolls.
SCROLLING = """mover => {
  const sheet = mover.querySelector('.agl-sheet'), svg = sheet.querySelector('svg');
  return {room: sheet.clientWidth, width: svg.getBoundingClientRect().width, own: svg.viewBox.baseVal.width,
    attachments: getComputedStyle(sheet).backgroundAttachment, blend: getComputedStyle(svg).mixBlendMode};
}"""

# The place of interest that a picture marks (see REACH in picture_script.py), if its beginning is out of view, or
# its end although there is room for it.
OUT_OF_VIEW = """mover => {
  const sheet = mover.querySelector('.agl-sheet'), seen = sheet.getBoundingClientRect();
  const places = [...sheet.querySelectorAll('svg [data-here], svg .now:is(.st-root, .st-operation, .st-leaf)')]
    .map(place => place.getBoundingClientRect()).filter(place => place.width);
  if (!places.length) return [];
  const from = Math.min(...places.map(place => place.left)), to = Math.max(...places.map(place => place.right));
  const end = Math.min(to, from + sheet.clientWidth);
  return from < seen.left - 1 || end > seen.right + 1 ? [`${from} to ${to}, seen ${seen.left} to ${seen.right}`] : [];
}"""
