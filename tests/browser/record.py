"""Records the pictures of README from the real course: `python tests/browser/record.py`, with Playwright and Chromium.

docs/course.webp   a film: the slope of lesson 01 by keys, backward of lesson 02 step by step, and a wrong answer with
                   what its card says
docs/still.png     a moment of it, for readers who ask their system for less motion
docs/card.png      a question about a graph, answered wrongly
docs/class.png     the report on a class, whose answers are the solution's and the mistakes that its rubric knows

All of it in the light theme, in Liberation Sans (fonts-liberation), and larger than shown, so that it stays sharp.
"""

import io
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from cards import ByMouse
from mistakes import of_idea
from PIL import Image, ImageOps
from playwright.sync_api import sync_playwright
from real_lab import ROOT, SECONDS, chromium, jupyterlab, launched, run_cell_by_cell

from autogradlab.course.lessons.lesson_02.items import ITEMS
from autogradlab.grading import assignment

DOCS = ROOT / "docs"
SCALE = 1.5
WINDOW = {"width": 984, "height": 834}  # px: a mover fits into its cell, with sliders and its sentence
CAPTION_TOP, CAPTION_HEIGHT = 46, 46  # px: over JupyterLab's tool bar
KEY, LETTER, LOOK, READ = 110, 260, 1400, 2800  # ms that a frame stays: a held key, typing, a glance, a sentence
SETTLED = 300  # ms after which a picture is up to date
EDGE = "#b8b8b8"  # around a page that is white on white
EXERCISE, STUDENTS, SEED = "04_accumulate", 30, 4


def main():
    with (
        tempfile.TemporaryDirectory() as home,
        sync_playwright() as playwright,
        launched(playwright, chromium()) as browser,
    ):
        record_class(browser, Path(home, "class"))
        Path(home, "lab").mkdir()
        with jupyterlab(Path(home, "lab"), "light") as lab:
            record_course(browser, lab)


# ---- the course -----------------------------------------------------------------------------------------------------


def record_course(browser, lab):
    """Record the film, its still, and the picture of a card."""
    page = local_page(browser, WINDOW)
    film = Film(page)
    slope(film, Notebook(page, lab, "01_slope.ipynb").show(".agl-mover"))
    film.frames[0].save(DOCS / "still.png", optimize=True)
    graph = Notebook(page, lab, "02_graph.ipynb")
    stepper(film, graph.show(".agl-mover"))
    answers(film, graph)
    film.save(DOCS / "course.webp")
    wrong_node(page, graph)


def slope(film, mover):
    """The tangent follows w; then a learning rate that is too large."""
    w, _, rate = mover.locator(".noUi-handle").all()
    film.say("<b>Lesson 01</b> <kbd>←</kbd> moves w. The tangent follows: its slope is the number in w.grad")
    film.take(LOOK)
    w.focus()
    film.hold("ArrowLeft", 30, each=2)
    film.hold("ArrowLeft", 20, each=2)
    film.say("<b>Lesson 01</b> <kbd>→</kbd> makes the learning rate larger, until the step climbs the other side")
    rate.focus()
    film.hold("ArrowRight", 20, each=2)


def stepper(film, mover):
    """Backward, one operation after the other."""
    film.say("<b>Lesson 02</b> backward() in slow motion: received × local slope = sent")
    mover.locator("button[title='First']").click()
    film.take(LOOK)
    following = mover.locator("button[title='Next']")
    while following.is_enabled():
        following.click()
        film.take(READ)


def answers(film, notebook):
    """A wrong answer, the idea behind it, the two cases that speak against it, and the right answer."""
    item = question("02-C2")
    card = notebook.card(item.id)
    film.say("<b>Lesson 02</b> A wrong answer is told where it comes from ...")
    type_answer(film, card, item.written(of_idea(item, "M38")))
    film.take(READ)
    card.button("Show me").click()
    film.say("<b>Lesson 02</b> ... and is shown two cases to compare")
    film.take(READ)
    film.say("<b>Lesson 02</b> Then try again")
    type_answer(film, card, item.written(item.key()))
    film.take(READ + LOOK)


def type_answer(film, card, text):
    """Type an answer letter by letter, and check it."""
    field = card.box.locator(".agl-field:not(.agl-because) input").first
    field.fill("")
    field.focus()
    film.take(LOOK)
    for letter in text:
        film.page.keyboard.type(letter)
        film.take(LETTER)
    card.press("Check")


def wrong_node(page, notebook):
    """Take the picture of a card whose question is answered by a click on the graph."""
    item = question("02-C4")
    page.set_viewport_size({**WINDOW, "height": 1200})
    card = notebook.card(item.id)
    card.give(item, of_idea(item, "M44"))
    card.press("Check")
    page.wait_for_timeout(SETTLED)
    card.box.screenshot(path=DOCS / "card.png")


def question(item_id):
    return next(item for item in ITEMS if item.id == item_id)


# ---- a film ---------------------------------------------------------------------------------------------------------


class Film:
    """A film of a page below a caption: its frames, and the milliseconds for which each is shown."""

    def __init__(self, page):
        self.page, self.frames, self.durations, self.words = page, [], [], ""

    def say(self, words):
        """Write a caption over the tool bar; `<kbd>` makes a key of a word."""
        self.words = words

    def take(self, milliseconds):
        self.page.wait_for_timeout(SETTLED)
        panel = self.page.locator(".jp-NotebookPanel:visible").bounding_box()
        self.page.evaluate(CAPTION, [self.words, panel["x"], CAPTION_TOP, panel["width"], CAPTION_HEIGHT])
        clip = {**panel, "y": CAPTION_TOP, "height": panel["y"] + panel["height"] - CAPTION_TOP}
        self.frames.append(Image.open(io.BytesIO(self.page.screenshot(clip=clip))).convert("RGB"))
        self.durations.append(milliseconds)

    def hold(self, key, presses, each):
        """Hold a key down, taking a frame every `each` presses, and let the last frame stay."""
        for press in range(1, presses + 1):
            self.page.keyboard.press(key)
            if press % each == 0:
                self.take(KEY)
        self.durations[-1] = READ

    def save(self, path):
        """Write a lossless animated WebP that repeats for ever."""
        first, *rest = self.frames
        first.save(
            path,
            save_all=True,
            append_images=rest,
            duration=self.durations,
            loop=0,
            lossless=True,
            quality=80,
            method=4,
        )  # with method 0, the default, it is nine times as large


CAPTION = """([words, left, top, width, height]) => {
  let bar = document.getElementById('caption');
  if (!bar) {
    bar = document.body.appendChild(document.createElement('div'));
    bar.id = 'caption';
  }
  bar.innerHTML = words;
  bar.style = `position: fixed; z-index: 9999; box-sizing: border-box; left: ${left}px; top: ${top}px;
    width: ${width}px; height: ${height}px; padding: 0 22px; display: flex; align-items: center; gap: 10px;
    background: #1a1a1a; color: #fff; font: 17px Helvetica, Arial, sans-serif`;
  for (const key of bar.querySelectorAll('kbd'))
    key.style = 'font: 15px monospace; border: 1px solid #fff; border-radius: 4px; padding: 2px 8px';
}"""


# ---- pages ----------------------------------------------------------------------------------------------------------

TO_THE_TOP = """element => {
  const whole = element.closest('.agl-check') ?? element.closest('.jp-CodeCell');
  whole.style.scrollMarginTop = '8px';
  whole.scrollIntoView();
}"""


class Notebook:
    """A notebook in JupyterLab, run from the first cell to the last."""

    def __init__(self, page, lab, name):
        self.page = page
        page.goto(lab.notebook(name))
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.locator(".jp-SideBar.jp-mod-left .lm-mod-current").click()
        for _ in run_cell_by_cell(page):
            pass

    def show(self, selector):
        """Scroll the first element that matches `selector` to the top of the window; return it."""
        found = self.page.locator(selector).first
        found.evaluate(TO_THE_TOP)
        self.page.mouse.move(5, 5)
        return found

    def card(self, item_id):
        """Scroll the card of a question to the top of the window; return it."""
        self.show(f".agl-check:has(> .widget-html .agl-head code:text-is('{item_id}'))")
        return ByMouse(self.page, item_id)


def local_page(browser, window):
    """A page that may reach this machine only."""
    page = browser.new_page(viewport=window, device_scale_factor=SCALE)
    page.route(
        lambda url: not url.startswith(("http://127.0.0.1", "file:", "data:", "blob:")), lambda route: route.abort()
    )
    page.set_default_timeout(SECONDS * 1000)
    return page


# ---- a class --------------------------------------------------------------------------------------------------------


def record_class(browser, folder):
    """Grade a made-up class, and take the picture of the head of its report."""
    hand_in(folder / "hand_ins")
    subprocess.run(
        [sys.executable, "-m", "autogradlab", "grade", "hand_ins", "--out", "grades"],
        check=True,
        cwd=folder,  # the page shows a command with the folders as they are given here
    )
    page = local_page(browser, {"width": 1000, "height": 900})
    page.goto((folder / "grades" / "reports" / EXERCISE / "class.html").as_uri())
    end = page.locator("h2:text-is('Questions and trials')").bounding_box()["y"]
    shot = page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": 1000, "height": end - 40})
    ImageOps.expand(Image.open(io.BytesIO(shot)), border=2, fill=EDGE).save(DOCS / "class.png", optimize=True)


def hand_in(folder):
    """Write hand-ins of students who differ in ability: the less able, the more answers are a known mistake."""
    folder.mkdir(parents=True)
    asked, dice = assignment.load(ROOT, EXERCISE), random.Random(SEED)
    solution = (ROOT / "solutions" / f"{EXERCISE}.ipynb").read_text("utf-8")
    for number in range(1, STUDENTS + 1):
        ability, notebook = dice.random(), json.loads(solution)
        slips = {
            each.cell: dice.choice([known.source for known in each.known if known.caught_by])
            for each in asked.questions
            if dice.random() > ability
        }
        for cell in notebook["cells"]:
            cell["source"] = slips.get(cell["metadata"].get("nbgrader", {}).get("grade_id"), cell["source"])
        (folder / f"student {number:02}.ipynb").write_text(json.dumps(notebook), "utf-8")


if __name__ == "__main__":
    main()
