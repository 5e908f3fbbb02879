"""Every type of check in a real JupyterLab, answered by keyboard alone: right, near or known, unreadable, blank."""
import nbformat
import pytest

pytestmark = pytest.mark.browser

NOTEBOOK = "check_types.ipynb"
SETUP = """from autogradlab.course import check
from autogradlab.course.checks import register, samples
register(*samples.ITEMS)"""

# Each type: the id of its sample, and what is typed for each state, beginning with the focus on its first control.
DOWN, UP = "ArrowDown", "ArrowUp"
TYPES = {
    "number": ("98-C7", {"could not be read": ["s", "i", "x"], "not yet, but close": ["-", "1", "6"],
                         "not yet": ["8"], "passed": ["1", "6"]}),
    "choice": ("98-C9", {"not yet": ["Space"], "passed": ["Space", "Tab", "Space", "Tab", "Tab", "Space"]}),
    "order": ("98-C1", {"not yet": ["Space"]}),
    "bug": ("98-C2", {"could not be read": [DOWN, DOWN], "not yet": [DOWN, DOWN, "Tab", "Space"]}),
    "click": ("98-C4", {"not yet": ["Space"], "passed": ["Space", DOWN]}),
    "ticks": ("98-C5", {"not yet": ["Space"]}),
    "code": ("98-C6", {"not attempted": []}),
}
IDS = [item_id for item_id, _ in TYPES.values()]


@pytest.fixture(scope="module")
def notebook(lab, open_and_run):
    """A notebook with one card of each type, run."""
    sources = [SETUP, *(f'check("{item_id}")' for item_id in IDS)]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources], metadata={
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}})
    nbformat.write(book, lab.folder / NOTEBOOK)
    return open_and_run(NOTEBOOK)


def card(page, item_id):
    return page.locator(f".agl-check:has(.agl-head code:text-is('{item_id}'))").first


def tab_to_field(page, box):
    """Tab from the cell to the first control of its card, and back to it if another one has the focus."""
    box.locator("xpath=ancestor::*[contains(@class, 'jp-CodeCell')]").locator(".jp-InputPrompt").click()
    for _ in range(40):
        where = box.evaluate("""box => {
          const controls = [...box.querySelectorAll('input, select, textarea, button')].filter(each => !each.disabled);
          const at = controls.indexOf(document.activeElement);
          return at === 0 ? 'here' : at > 0 ? 'inside' : 'outside';
        }""")
        if where == "here":
            return
        page.keyboard.press("Tab" if where == "outside" else "Shift+Tab")
    raise AssertionError("40 times Tab does not reach the first control of the card")


def press_check(page, box):
    """Tab on to Check and press it."""
    for _ in range(20):
        page.keyboard.press("Tab")
        if box.evaluate("() => document.activeElement.textContent.trim() === 'Check'"):
            page.keyboard.press("Space")
            return
    raise AssertionError("20 times Tab does not reach Check")


def clear(page, box):
    page.evaluate("document.activeElement.select && document.activeElement.select()")


def verdict(box):
    return box.locator(".agl-verdict").inner_text().splitlines()[-1].strip()


CASES = [(kind, state) for kind, (_, states) in TYPES.items() for state in states]


def test_every_card_shows_itself_without_error(notebook, picture):
    errors = notebook.locator("[data-mime-type*='error'], [data-mime-type*='stderr']")
    assert errors.count() == 0, errors.all_inner_texts()
    for item_id in IDS:
        picture(f"check-{item_id}", card(notebook, item_id))


@pytest.mark.parametrize("kind", TYPES)
def test_blank_sends_the_focus_back_and_counts_nothing(notebook, kind):
    box = card(notebook, TYPES[kind][0])
    tab_to_field(notebook, box)
    press_check(notebook, box)
    notebook.wait_for_function("box => box.querySelector('.agl-verdict').innerText.includes('not attempted')"
                               " && box.querySelector('.agl-said').innerText.trim()", arg=box.element_handle())


@pytest.mark.parametrize("kind, state", CASES)
def test_the_keyboard_alone_answers(notebook, picture, kind, state):
    item_id, states = TYPES[kind]
    box = card(notebook, item_id)
    tab_to_field(notebook, box)
    clear(notebook, box)
    for key in states[state]:
        notebook.keyboard.press(key)
    press_check(notebook, box)
    picture(f"check-{item_id}-{state.replace(' ', '-')}", box)
    if state != "not attempted":
        notebook.wait_for_function("([box, state]) => box.querySelector('.agl-verdict').innerText.includes(state)"
                                   " || state.startsWith('not yet') && box.innerText.includes('passed')",
                                   arg=[box.element_handle(), state], timeout=20_000)
    picture(f"check-{item_id}-{state.replace(' ', '-')}", box)


def test_axe_finds_nothing_to_complain_about(notebook):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(notebook, context={"include": [[".agl-check"]]}).response["violations"]
    assert [f"{problem['id']}: {node['target']} {node['html'][:200]}"
            for problem in found for node in problem["nodes"]] == []


def test_nothing_was_asked_of_the_network_and_the_page_had_no_error(notebook):
    assert notebook.foreign == [] and notebook.errors == []
