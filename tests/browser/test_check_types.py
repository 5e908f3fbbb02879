"""Every type of check in a real JupyterLab, answered by keyboard alone: right, near or known, unreadable, blank."""

import time

import nbformat
import pytest
from cards import ByMouse, Card
from real_lab import LEARNER

from autogradlab.course.checks import faces, samples
from autogradlab.course.checks.feedback import ShownCase

pytestmark = pytest.mark.browser

NOTEBOOK = "check_types.ipynb"
SETUP = """from autogradlab.course import check
from autogradlab.course.checks import register, samples
register(*samples.ITEMS)"""
DOWN = "ArrowDown"


def options(item, *letters):
    """Steps that tick these options and no other, from the first option on."""
    keys = []
    for letter in item.lettered():
        keys += ["tick" if letter in letters else "untick", "Tab"]
    return keys


def bug(line, text):
    place = next(place for place, option in enumerate(BUG.lettered().values()) if option.text == text)
    return [f"choose {line}", "Tab", f"pick {place}"]


BUG, ORDER, TWINNED, PREDICTED = (
    item.for_learner(LEARNER) for item in (samples.BUG, samples.ORDER, samples.TWINNED, samples.PREDICTED)
)
# Each type: its sample, and for every state what is pressed, beginning with the focus on the first control.
TYPES = {
    "number": (
        samples.VARIED,
        {
            "could not be read": ["type six"],
            "not yet, but close": ["type -16"],
            "not yet": ["type 8"],
            "passed": ["type 16"],
        },
    ),
    "several options": (
        samples.SEVERAL,
        {"not yet": options(samples.SEVERAL, "A", "B", "D"), "passed": options(samples.SEVERAL, "B", "D")},
    ),
    "order": (ORDER, {"not yet": ["order 4 1 2 3"], "passed": ["order 1 2 3 4"]}),
    "bug": (
        BUG,
        {
            "could not be read": ["choose 2"],
            "not yet": bug(4, "switch the loss on"),
            "passed": bug(2, "remove the `with`"),
        },
    ),
    "click": (samples.NODE, {"not yet": ["pick 0"], "passed": ["pick 1"]}),
    "several places": (
        samples.LEAVES,
        {"not yet": options(samples.LEAVES, "D"), "passed": options(samples.LEAVES, "C", "D")},
    ),
    "code": (
        samples.CODE,
        {
            "could not run": ["type def square(x):\n    return y"],
            "not yet": ["type def square(x):\n    return 2 * x"],
            "passed": ["type def square(x):\n    return x * x"],
        },
    ),
}
# What checks an answer from where its last step has left the focus; other answers are checked with the button.
WITHOUT_CHECK = {"number": "Enter", "several options": "Enter", "click": "Enter", "code": "Shift+Enter"}
CASES = [(kind, state) for kind, (_, states) in TYPES.items() for state in states]


@pytest.fixture(scope="module")
def notebook(lab, open_and_run):
    """A notebook with one card of each type, run."""
    ids = [*(item.id for item, _ in TYPES.values()), TWINNED.id, PREDICTED.id]
    sources = [SETUP, *(f'check("{item_id}")' for item_id in ids)]
    book = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in sources],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    )
    nbformat.write(book, lab.folder / NOTEBOOK)
    return open_and_run(NOTEBOOK)


class ByKeyboard(Card):
    """A card, and the keys that a learner without a mouse presses on it."""

    def tab_to(self, what):
        """Tab until this JavaScript is true; it may use the focused control `at`, and its index `place`, for which the
        options of a group count as one control."""
        self.box.locator("xpath=ancestor::*[contains(@class, 'jp-CodeCell')]").locator(".jp-InputPrompt").click()
        for _ in range(60):
            where = self.box.evaluate(f"""box => {{
              const names = [...box.querySelectorAll('input, select, textarea, button')].filter(x => !x.disabled)
                .map(x => x.name || x), at = document.activeElement;
              const place = [...new Set(names)].indexOf(at.name || at);
              return place < 0 ? 'outside' : ({what}) ? 'here' : 'inside';
            }}""")
            if where == "here":
                return
            self.page.keyboard.press("Tab" if where == "outside" or "place" not in what else "Shift+Tab")
        raise AssertionError(f"60 times Tab does not reach {what}")

    def begin(self):
        self.tab_to("place === 0")

    def press(self, step):
        """Take one step: press a key, or follow a word of this file and its argument, as in `choose 2`."""
        word, _, rest = step.partition(" ")
        {
            "type": self.write,
            "choose": self.choose,
            "order": self.order,
            "pick": self.pick,
            "tick": lambda _: self.tick(True),
            "untick": lambda _: self.tick(False),
        }.get(word, lambda _: self.page.keyboard.press(step))(rest)

    def write(self, text):
        self.page.evaluate("document.activeElement.select()")
        self.page.keyboard.type(text)

    def choose(self, line):
        self.page.keyboard.press("Home")
        for _ in range(int(line)):
            self.page.keyboard.press(DOWN)

    def pick(self, place):
        self.page.keyboard.press("Space")
        for _ in range(int(place) - self.picked()):
            self.page.keyboard.press(DOWN)
        for _ in range(self.picked() - int(place)):
            self.page.keyboard.press("ArrowUp")

    def picked(self):
        """The place of the option in focus, within its group."""
        return self.page.evaluate(
            "[...document.getElementsByName(document.activeElement.name)].indexOf(document.activeElement)"
        )

    def tick(self, wanted):
        if self.page.evaluate("document.activeElement.checked") != wanted:
            self.page.keyboard.press("Space")

    def order(self, text):
        """Bring the lines into this order, counted among the sample's own lines."""
        self.move_lines([ORDER.mixed.index(int(place)) + 1 for place in text.split()])

    def move_up(self, line):
        self.tab_to(f"at.title === 'Move line {line} up'")
        self.page.keyboard.press("Space")

    def wait_for_focus(self, where):
        self.page.wait_for_function(
            "([box, where]) => box.contains(document.activeElement) && document.activeElement.matches(where)",
            arg=[self.box.element_handle(), where],
            timeout=10_000,
        )

    def check(self):
        self.tab_to("at.textContent.trim() === 'Check'")
        self.page.keyboard.press("Space")


def test_every_card_shows_itself_without_error(notebook, picture):
    errors = notebook.locator("[data-mime-type*='error'], [data-mime-type*='stderr']")
    assert errors.count() == 0, errors.all_inner_texts()
    for item, _ in TYPES.values():
        picture(f"check-{item.id}", ByKeyboard(notebook, item.id).box)


@pytest.mark.parametrize("kind", TYPES)
def test_blank_sends_the_focus_back_and_counts_nothing(notebook, kind):
    card = ByKeyboard(notebook, TYPES[kind][0].id)
    card.begin()
    card.check()
    card.wait_for("you can change it.", ".agl-said")
    card.wait_for("not attempted")


@pytest.mark.parametrize("kind, state", CASES)
def test_the_keyboard_alone_answers(notebook, picture, kind, state):
    item, states = TYPES[kind]
    card = ByKeyboard(notebook, item.id)
    card.begin()
    for step in states[state]:
        card.press(step)
    card.press(WITHOUT_CHECK[kind]) if state == "passed" and kind in WITHOUT_CHECK else card.check()
    card.wait_for(state)
    picture(f"check-{item.id}-{state.replace(' ', '-').replace(',', '')}", card.box)


def test_arrow_keys_stay_within_the_options_of_a_question(notebook):
    card = ByKeyboard(notebook, samples.NODE.id)
    card.begin()
    card.pick(0)
    for _ in samples.NODE.lettered():
        notebook.keyboard.press(DOWN)
    assert card.picked() == 0
    assert card.box.locator(".agl-sure input:checked").count() == 0


def test_a_control_that_goes_leaves_the_focus_in_its_card(notebook):
    card = ByKeyboard(notebook, PREDICTED.id)
    card.begin()
    card.press("type 77")
    card.press("Enter")
    card.wait_for("not yet")
    card.wait_for_focus(".agl-said *")
    for key, button, place in (
        ("Shift+Tab", "Hint", ".agl-said *"),
        ("Tab", "Another one like it", ".widget-html:has(.agl-head) *"),
    ):
        card.press(key)
        assert notebook.evaluate("document.activeElement.textContent.trim()") == button
        card.press("Space")
        card.wait_for_focus(place)
    card.press("Tab")
    assert notebook.evaluate("document.activeElement.placeholder")


def test_a_double_click_on_a_wrong_option_keeps_the_question(notebook):
    card = ByMouse(notebook, TWINNED.id)
    wrong, other = [letter for letter in TWINNED.lettered() if letter != TWINNED.key()][:2]
    for letter, said in ((wrong, "Try again."), (other, "as a new question.")):
        card.give(TWINNED, letter)
        card.button("Check").dblclick()
        card.wait_for(said, ".agl-said")
        notebook.wait_for_timeout(1000)
        card.wait_for(said, ".agl-said")


def test_code_that_runs_says_so_and_is_run_once_however_often_it_is_checked(notebook, picture):
    card = ByMouse(notebook, samples.CODE.id)
    card.box.locator("textarea").fill("def square(x):\n    while True:\n        x")
    start = time.monotonic()
    card.button("Check").click(click_count=3, delay=20)
    card.wait_for("Running your code …", ".agl-said")
    picture("check-running", card.box)
    card.wait_for("Which loop never ends?", ".agl-said")
    notebook.wait_for_selector("#jp-main-statusbar >> text=/\\| Idle/")
    assert time.monotonic() - start < 2 * samples.CODE.seconds
    notebook.wait_for_timeout(1000)
    card.wait_for("Which loop never ends?", ".agl-said")
    assert card.button("Check").evaluate("button => button === document.activeElement")


def test_in_a_narrow_window_a_task_stays_inside_its_card(notebook):
    whole = notebook.viewport_size
    notebook.set_viewport_size(whole | {"width": 640})
    outside = """cards => cards.filter(card => [...card.querySelectorAll('.agl-task')].some(
      task => task.getBoundingClientRect().right > card.getBoundingClientRect().right)).length"""
    assert notebook.locator(".agl-check").evaluate_all(outside) == 0
    notebook.set_viewport_size(whole)


@pytest.mark.parametrize(
    "letters, width, together", [(10, 430, False), (10, 700, True), (39, 700, True), (42, 700, False)]
)
def test_two_cases_stand_one_below_the_other_where_a_line_has_no_room_beside_another(
    notebook, letters, width, together
):
    """The window may be wide: a side bar leaves a card less than half of 900 px."""
    looks = """(card, [html, width]) => {
      card.insertAdjacentHTML('beforeend', html);
      const two = card.lastElementChild;
      two.style.width = width + 'px';
      const tops = [...two.children].map(child => child.getBoundingClientRect().top);
      const cut = [...two.querySelectorAll('pre')].some(code => code.scrollWidth > code.clientWidth);
      two.remove();
      return [tops[0] === tops[1], cut];
    }"""
    two = faces.cases_html([ShownCase("One", "x" * letters, "1"), ShownCase("Another, with a longer title", "y", "2")])
    assert notebook.locator(".agl-check").first.evaluate(looks, [two, width]) == [together, False]


def test_axe_finds_nothing_to_complain_about(notebook):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(notebook, context={"include": [[".agl-check"]]}).response["violations"]
    assert [
        f"{problem['id']}: {node['target']} {node['html'][:200]}" for problem in found for node in problem["nodes"]
    ] == []


def test_nothing_was_asked_of_the_network_and_the_page_had_no_error(notebook):
    assert notebook.foreign == [] and notebook.errors == []


def test_a_narrow_page_scrolls_a_plot_sooner_than_it_shrinks_its_letters(browser):
    from autogradlab.course.plots import training_curves

    shown = training_curves({"loss": [3.0, 2.0, 1.0]})._repr_mimebundle_()["text/html"]
    page = browser.new_page(viewport={"width": 1300, "height": 600})
    for column, plot in ((450, 720), (780, 780), (1000, 800)):
        page.set_content(f'<div style="width:{column}px">{shown}</div>')
        assert page.locator(".agl-plot img").bounding_box()["width"] == plot
        assert page.locator(".agl-plot").bounding_box()["width"] == min(column, 800)
    page.close()
