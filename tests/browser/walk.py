"""Walks through a lesson in a real JupyterLab as a learner does, and writes down what it saw:

    python tests/browser/walk.py 04 [--theme dark] [--out DIR]

Every cell is run from the top. Each check is given a plausible wrong answer first, if possible one whose idea the item
knows, then the right one; once in a lesson a hint is taken. What the cards said goes into `DIR/protocol.txt`, with
pictures of the whole page beside it. Prints what it found amiss; if there is anything, the exit status is 1.
"""

import argparse
import os
import re
import sys
import tempfile
from pathlib import Path

import nbformat
from cards import ByMouse
from looks import CLIPPED, SMALLEST_TEXT, UNREADABLE
from mistakes import in_words, mistake, of_idea
from playwright.sync_api import TimeoutError, sync_playwright
from real_lab import ROOT, chromium, cut_off_page, jupyterlab, launched, run_cell_by_cell

from autogradlab.course.checks import log
from autogradlab.course.checks.card import CLICKS_ARRIVE
from autogradlab.course.checks.check import Check
from autogradlab.course.checks.judging import UNDECIDED
from autogradlab.course.checks.validate import LONGEST
from autogradlab.course.checks.wording import word_count

WIDTH, HEIGHT, OVERLAP = 1280, 1600, 60  # px
ERRORS = '.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.error"]'
CARDS = ".agl-check > .widget-html .agl-head code"
SCROLLER = ".jp-WindowedPanel-outer"
PARTS = {"mover": ".agl-mover", "drawing": ".agl-drawing", "plot": ".jp-OutputArea-output img"}


class InCell(ByMouse):
    """The card of an item in one cell; as a follow-up question, the same item may have a card in another cell, too."""

    def __init__(self, page, cell, item_id):
        super().__init__(page, item_id)
        self.box = cell.locator(self.box)


class Walk:
    """One lesson on one page. `findings` are sentences about what is amiss, `lines` the protocol."""

    def __init__(self, page, path, out):
        self.page, self.out = page, out
        self.cells = nbformat.read(path, 4).cells
        self.lines, self.findings = [], []
        self.hinted = False
        self.decided = set()  # the ids of items that were asked in between, to tell two ideas apart

    def run(self, address):
        """Walk through the lesson from its first cell to its last."""
        self.page.goto(address)
        self.page.wait_for_selector(".jp-Notebook .jp-Cell")
        for place in run_cell_by_cell(self.page):
            if place == 0:
                self.page.screenshot(path=self.out / "first-screen.png")
            cell = self.page.locator(".jp-Notebook .jp-Cell").nth(place)
            ids = cell.locator(CARDS).all_inner_texts()
            if ids:
                self.answer_all(cell, ids)
                self.go_to(place + 1)
        self.look_at_the_page()

    def go_to(self, place):
        """Select the cell from which to run on, as a click beside it does."""
        cell = self.page.locator(".jp-Notebook .jp-Cell").nth(place)
        if cell.count():
            cell.locator(".jp-InputPrompt").first.click()
            self.page.keyboard.press("Escape")

    def answer_all(self, cell, ids):
        """Answer all cards of a cell. All sessions are made first, as on the page, which alone keeps the record."""
        check = Check()
        sessions = {item_id: check._session(item_id) for item_id in ids}
        for item_id, session in sessions.items():
            try:
                self.answer(InCell(self.page, cell, item_id), session.item)
            except TimeoutError as waited:
                self.find(f"{item_id}: the walk could not go on, {str(waited).splitlines()[0]}")
                self.page.screenshot(path=self.out / f"{item_id}-stopped.png")
            self.save()

    def answer(self, card, item):
        """Give a wrong answer, perhaps take a hint, and give the right answer."""
        self.note(f"\n{item.id} · {item.kind}\n  {' '.join(item.task.split())}")
        wrong = mistake(item)
        if item.id in self.decided:
            self.note("  a wrong answer was given above, and its card shows what was said")
        elif wrong:
            self.answer_wrongly(card, item, wrong)
            item = self.asked_once_more(card, item)
        if item:
            self.answer_rightly(card, item)

    def answer_wrongly(self, card, item, wrong):
        met = [record["tag"] for record in log.attempts(item.follow_up)] if item.follow_up else []
        named = self.give(card, item, wrong.answer)
        if named == UNDECIDED:
            named = self.decide(item.follow_up, wrong.idea)
        if named != wrong.idea and named not in met:
            self.find(f"{item.id}: {in_words(item, wrong.answer)!r} comes from {wrong.idea!r}, and “{named}” was named")
        if "passed" in card.verdict():
            self.find(f"{item.id}: the wrong answer {in_words(item, wrong.answer)!r} passed")
        if card.offers("Show me"):
            card.button("Show me").click()
            card.box.locator(".agl-two .agl-title").first.wait_for()
            self.look_at(card, "shown")
        self.picture(f"{item.id}-wrong", card.box)
        if not self.hinted and not item.predict and card.offers("Hint"):
            self.take_hint(card)

    def decide(self, follow_up, idea):
        """Answer the question that tells two ideas apart, once in a lesson; return the idea that is named then."""
        if follow_up in self.decided:
            return log.attempts(follow_up)[-1]["tag"]
        self.decided.add(follow_up)
        item = Check()._session(follow_up).item
        self.note(f"  it asks {follow_up}: {' '.join(item.task.split())}")
        return self.give(ByMouse(self.page, follow_up), item, of_idea(item, idea))

    def take_hint(self, card):
        self.hinted = True
        card.press("Hint")
        self.note(f"  hint: {card.sentence()}")
        self.look_at(card, "hint")
        self.picture(f"{card.id}-hint", card.box)

    def asked_once_more(self, card, item):
        """The item to answer now. A prediction stands, so for one it is a variant with other numbers, or None."""
        if not item.predict:
            return item
        if not card.offers("Another one like it"):
            self.note("  the prediction stands, and there are no other numbers")
            return None
        session = Check()._session(item.id)
        session.again()
        card.press("Another one like it")
        self.page.wait_for_timeout(2000 * CLICKS_ARRIVE)  # nobody has read the question earlier
        self.note(f"  once more: {' '.join(session.item.task.split())}")
        return session.item

    def answer_rightly(self, card, item):
        self.give(card, item, item.key())
        if "passed" not in card.verdict():
            self.find(f"{item.id}: the right answer {in_words(item, item.key())!r} was not accepted")
        self.picture(f"{item.id}-right", card.box)

    def give(self, card, item, answer):
        """Enter an answer, choose "sure", check it, and note what the card says; return the idea that was recorded."""
        card.give(item, answer)
        card.be("sure")
        card.press("Check")
        record = log.attempts(item.id)[-1:]
        tag = record[0]["tag"] if record else "nothing"
        self.note(f"  given: {in_words(item, answer)}".replace("\n", "\n    "))
        names = f", {tag}" if tag else ""
        self.note(f"  {card.verdict()}{names} · {word_count(card.sentence())} words: {card.sentence()}")
        self.look_at(card, f"after {in_words(item, answer)!r}")
        return tag

    def look_at(self, card, when):
        """Measure a card in this state; what is amiss becomes a finding."""
        if word_count(card.sentence()) > LONGEST:
            self.find(f"{card.id}, {when}: {word_count(card.sentence())} words")
        for problem in card.box.evaluate(CLIPPED):
            self.find(f"{card.id}, {when}: {problem}")

    def look_at_the_page(self):
        """Measure the page at the end; take pictures of all movers, drawings and plots, and of the page in slices."""
        self.page.mouse.move(5, 5)
        for name, selector in PARTS.items():
            for number, part in enumerate(self.page.locator(selector).all(), 1):
                self.picture(f"{name}-{number}", part)
                self.look_for_small_text(f"{name} {number}", part)
        for card in self.page.locator(".agl-check").all():
            name = card.evaluate("card => card.querySelector('.agl-head code')?.innerText ?? 'a card without a number'")
            self.look_for_small_text(name, card)
        self.compare_outputs()
        self.findings += [f"asked of the network: {url}" for url in self.page.foreign]
        self.findings += [f"an error on the page: {error}" for error in self.page.errors]
        self.slices()

    def look_for_small_text(self, name, part):
        problems = part.evaluate(UNREADABLE, SMALLEST_TEXT)
        if problems:
            self.find(f"{name}: {len(problems)} texts are hard to read, such as {'; '.join(sorted(set(problems))[:4])}")

    def compare_outputs(self):
        """Find the code cells that have not run, end in an error that is not meant, or lack one that is."""
        for place, cell in enumerate(self.cells):
            if cell.cell_type != "code":
                continue
            shown = self.page.locator(".jp-Notebook .jp-Cell").nth(place)
            prompt = shown.locator(".jp-InputPrompt").first.inner_text()
            if not re.search(r"\[\d+\]", prompt):
                self.find(f"cell {cell.id}: its prompt is {prompt!r}")
            meant = "raises-exception" in cell.metadata.get("tags", ())
            if shown.locator(ERRORS).count() != meant:
                self.find(f"cell {cell.id}: {'no error, and one is meant' if meant else 'an error that is not meant'}")
            for text in shown.locator("[data-mime-type*='stderr']").all_inner_texts():
                warning = "Warning: " in text  # some lessons show one and speak of it
                (self.note if warning else self.find)(f"cell {cell.id}: {text.strip()[:200]}")

    def slices(self):
        """Take pictures of the whole page, one screen after the other."""
        panel = self.page.locator(SCROLLER).first
        panel.evaluate("e => e.scrollTo(0, 0)")
        end, screen = panel.evaluate("""e => [[...e.querySelectorAll('.jp-Cell')].at(-1).getBoundingClientRect().bottom
          - e.getBoundingClientRect().top, e.clientHeight]""")
        for number, top in enumerate(range(0, max(1, int(end) - OVERLAP), screen - OVERLAP), 1):
            panel.evaluate("(e, top) => e.scrollTo(0, top)", top)
            self.page.wait_for_timeout(200)
            self.page.screenshot(path=self.out / f"page-{number:02}.png")

    def picture(self, name, element):
        if element.is_visible():
            element.screenshot(path=self.out / f"{name}.png")

    def find(self, sentence):
        self.findings.append(sentence)

    def note(self, line):
        self.lines.append(line)

    def protocol(self):
        ends = [f"- {finding}" for finding in self.findings] or ["nothing"]
        return "\n".join([*self.lines, "", "Found amiss:", *ends, ""])

    def save(self):
        """Write down the protocol as it is so far."""
        (self.out / "protocol.txt").write_text(self.protocol(), "utf-8")


def walk(number, theme, out):
    """Walk through this lesson and return the Walk. Pictures and protocol are left in the folder `out`."""
    path = next(iter((ROOT / "notebooks").glob(f"{number}_*.ipynb")), None) or sys.exit(f"There is no lesson {number}.")
    browser_path = chromium() or sys.exit("No Chromium found\n  help: name one in the environment variable CHROMIUM")
    out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as home,
        jupyterlab(Path(home), theme) as lab,
        sync_playwright() as playwright,
        launched(playwright, browser_path) as browser,
    ):
        os.environ["AUTOGRADLAB_DATA"] = lab.record  # the record that the page writes is read here
        learner = Walk(cut_off_page(browser, WIDTH, HEIGHT), path, out)
        learner.run(lab.notebook(path.name))
        learner.save()
    return learner


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lesson", help="its number, such as 04")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--out", type=Path, help="where pictures and protocol go (default: tests/browser/out/walk-NN)")
    options = parser.parse_args()
    out = options.out or Path(__file__).parent / "out" / f"walk-{options.lesson}"
    learner = walk(options.lesson, options.theme, out)
    print(learner.protocol())
    sys.exit(bool(learner.findings))


if __name__ == "__main__":
    main()
