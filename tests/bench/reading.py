"""What a lesson asks of its reader: words, reading level, questions, and an estimate of the time. Writes the page:

    python tests/bench/reading.py --write        (docs/walkthrough.md; without the option it is only printed)

The estimate adds up assumptions that the page states; no learner has been timed.
"""

import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import nbformat

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "notebooks"))

from asked import asked_in  # noqa: E402

from autogradlab.course import MOVERS  # noqa: E402
from autogradlab.course.checks import Recall, registry  # noqa: E402

PAGE = ROOT / "docs" / "walkthrough.md"
WORDS_PER_MINUTE = 150
LINE_OF_CODE = 6  # seconds, to read one
ONE_CELL = 5  # to run a cell and look at its output
ONE_MOVER = 150  # to play with a slider or a stepper
EXIT_TICKET = 90
FEEDBACK = 20  # to read what a card says
SECOND_TRY = 30  # to think again, after every second answer
SECONDS = {
    "number": 60,
    "predict the print": 60,
    "choice": 45,
    "click on the graph": 45,
    "order": 90,
    "find the bug": 90,
    "code": 240,
}
MOVER = re.compile(rf"\b({'|'.join(MOVERS)})\(")
FAR = 0.3  # of the promised time
SILENT = re.compile(r"(?<!l)e$|(?<=[aeiouy]l)es?$|(?<![lscgxz])(?<![cs]h)es$|(?<![td])ed$")  # tone, rules, called
APART = re.compile(r"(?<![ctgs])i(?=[ao]|ent)|[aeo](?=ing)|(?<=[aeo])y(?=[aeio])")  # bias, going, layer


@dataclass(frozen=True)
class Reading:
    """One lesson. `words` and `lines` are all that is read: on the page, in the questions and in their programs."""

    name: str
    cells: int
    words: int
    lines: int
    grade: float
    types: Counter
    predictions: int
    movers: int
    promised: int

    @property
    def questions(self) -> int:
        return self.types.total()

    @property
    def minutes(self) -> float:
        """The estimate: reading, running, answering, moving."""
        answering = sum(SECONDS[kind] * count for kind, count in self.types.items())
        around = self.questions * (FEEDBACK + SECOND_TRY / 2)
        rest = self.lines * LINE_OF_CODE + self.cells * ONE_CELL + self.movers * ONE_MOVER + EXIT_TICKET
        return self.words / WORDS_PER_MINUTE + (answering + around + rest) / 60

    @property
    def beside_promise(self) -> float:
        """How much longer than promised the estimate is, as a share of the promise; negative where it is shorter."""
        return self.minutes / self.promised - 1


def reading(path) -> Reading:
    """What the notebook of a lesson asks of its reader."""
    cells = nbformat.read(path, as_version=4).cells
    page = [cell.source for cell in cells if cell.cell_type == "markdown"]
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    items = [_of(item_id) for source in code for item_id in asked_in(source)]
    questions = [text for item in items for text in (item.task, *(each.text for each in item.lettered().values()))]
    spoken = [*page, *questions]
    return Reading(
        name=path.stem,
        cells=len(cells),
        words=sum(len(words(plain(text))) for text in spoken),
        lines=_lines(code) + _lines(item.shown_text() for item in items),
        grade=grade_level(plain("\n\n".join(spoken))),
        types=Counter(item.type_name for item in items),
        predictions=sum(item.predict for item in items),
        movers=sum(len(MOVER.findall(source)) for source in code),
        promised=int(re.search(r"About (\d+) minutes", page[0])[1]),
    )


def every_lesson() -> list[Reading]:
    return [reading(path) for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]


def plain(text: str) -> str:
    """Markdown as it is read: code or a formula is the word "code"; headings, list entries and rows are sentences."""
    text = re.sub(r"```.*?```|<[^>]+>|^\|[-| :]+\|$|^\d+\. ", " ", text, flags=re.S | re.M)
    text = re.sub(r"`[^`]+`|\$[^$]+\$", " code ", text)
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r"(?<![.?!])\s*\n\s*", ". ", re.sub(r"[*_#|>]", "", text))


def words(text: str) -> list[str]:
    """The words of a plain text; a number is one."""
    return re.findall(r"[A-Za-z][A-Za-z'’-]*|\d[\d.,]*", text)


def grade_level(text: str) -> float:
    """0.39 words per sentence + 11.8 syllables per word - 15.59: years of school that a reader needs.

    Source: Kincaid, Fishburne, Rogers, Chissom (1975), Derivation of new readability formulas for Navy personnel.
    """
    said = words(text)
    sentences = sum(1 for part in re.split(r"[.?!]+(?=\W*(?:\s|$))", text) if words(part))
    return 0.39 * len(said) / sentences + 11.8 * sum(map(syllables, said)) / len(said) - 15.59


def syllables(word: str) -> int:
    """Groups of vowels, without an *e* that is not heard, and one more where two vowels are spoken apart."""
    word = re.sub(r"[^a-z]", "", word.lower())
    return max(1, len(re.findall("[aeiouy]+", SILENT.sub("", word))) + len(APART.findall(word)))


def page(lessons: list[Reading]) -> str:
    """The whole page as Markdown."""
    rows = "\n".join(map(_row, lessons))
    kinds = "\n".join(f"| {kind} | {seconds} |" for kind, seconds in SECONDS.items())
    far = [each for each in lessons if abs(each.beside_promise) > FAR]
    told = ", ".join(f"{each.name} ({each.beside_promise:+.0%})" for each in far) or "none"
    return TEXT.format(
        rows=rows,
        kinds=kinds,
        far=told,
        total=_hours(lessons),
        limit=f"{FAR:.0%}",
        words_seconds=100 / WORDS_PER_MINUTE * 60,
        **globals(),
    )


def _of(item_id):
    """The item of an id; for a Recall, the first item that it may ask."""
    item = registry.find(item_id)
    return registry.find(item.of[0]) if isinstance(item, Recall) else item


def _lines(sources) -> int:
    return sum(bool(line.strip()) for source in sources for line in source.splitlines())


def _row(each: Reading) -> str:
    return (
        f"| {each.name} | {each.cells} | {each.words:,} | {each.lines} | {each.grade:.1f} | {each.questions} | "
        f"{each.predictions} | {each.movers} | {each.minutes:.0f} | {each.promised} |"
    )


def _hours(lessons) -> str:
    return f"{sum(each.minutes for each in lessons) / 60:.0f}"


TEXT = """# Walking through the lessons: what they ask of a reader

This page is written by `python tests/bench/reading.py --write`, and a test keeps it true. **No learner has been timed
yet.** The minutes are an estimate from the assumptions below, made to find lessons that promise too little or too much.

| lesson | cells | words | lines of code | grade level | questions | predictions | things to move \
| minutes, estimated | minutes, promised |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
{rows}

All of it together takes about {total} hours. More than {limit} off what the first cell promises: {far}.

- **Words** are those of the page, of the tasks and of the options; **lines of code** those of the cells and of the
  programs in the questions. **Predictions** are the questions that are asked before their program runs.
- **Grade level** is the Flesch-Kincaid formula: how many years of school in the USA a reader needs. A piece of code
  or a formula counts as the one word *code*. Below 6 is easy English; the formula does not know how hard an idea is.

## What the minutes assume

| what | seconds | where it comes from |
|---|--:|---|
| 100 words | {words_seconds:.0f} | {WORDS_PER_MINUTE} words a minute: adults read English non-fiction at 238, most \
of them between 175 and 300, and more slowly in a second language (Brysbaert 2019). This text is technical, so we \
go lower |
| a line of code | {LINE_OF_CODE} | our assumption |
| a cell, to run it and to look | {ONE_CELL} | our assumption |
| a thing to move | {ONE_MOVER} | our assumption: most come with three things to try |
| what a card says | {FEEDBACK} | 50 words at the speed above; no card says more than 60 |
| a second try, at every other question | {SECOND_TRY} | our assumption |
| the exit ticket | {EXIT_TICKET} | our assumption |

Thinking and answering, besides reading the task:

| type of question | seconds |
|---|--:|
{kinds}

The Force Concept Inventory plans 30 minutes for 30 choices, a minute each including reading (PhysPort). Here
reading is counted separately, so a choice has less. The other types are our assumptions, starting from there.

## How the lessons are walked through

`python tests/browser/walk.py 04` opens lesson 04 in a real JupyterLab and a real browser, and runs it from the first
cell to the last. Every check gets a wrong answer with an idea behind it, and then the right one. It leaves a log
of what the cards said and pictures of the whole page, and ends with what it found amiss: an idea that was not named, a
right answer that was refused, a sentence of more than 60 words, text that is cut off or too small, an error, a request
to the network.

## Sources

- M. Brysbaert (2019), *How many words do we read per minute? A review and meta-analysis of reading rate*, Journal of
  Memory and Language 109, 104047.
- J. P. Kincaid, R. P. Fishburne, R. L. Rogers and B. S. Chissom (1975), *Derivation of new readability formulas for
  Navy enlisted personnel*, Research Branch Report 8-75.
- PhysPort, the page of the Force Concept Inventory by D. Hestenes, M. Wells, G. Swackhamer and others: 30 minutes.
"""


def main():
    written = page(every_lesson())
    if "--write" in sys.argv[1:]:
        PAGE.write_text(written, "utf-8", newline="\n")
    else:
        print(written)


if __name__ == "__main__":
    main()
