"""Collect the pages: lessons, exercises and documents, all in their places so that links hold, and the reference."""

import re
import shutil

import nbformat

from . import reference

DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
PICTURES = (".svg", ".png", ".webp")
BARE = re.compile(r"(?<=[ (])https?://[^\s;,)]+")
INDEX = """# What does `loss.backward()` do?

**A notebook course with an engine of its own that uses PyTorch's names and prints what PyTorch prints.**

On these pages you can read the whole course. Graphs, figures and outputs come from a real run; the slope and the
stepper move as in the notebook. The output of a cell that a prediction is about stays folded: **first think, then
open it.** Hints and answers of checks are folded too.

To be told *which idea* was wrong when an answer is, and to change the programs, take the notebooks:
[start them on your computer](README.md) with one command.

{lessons}

{tables}
"""
TABLE = """```{{toctree}}
:caption: {caption}
:hidden:
:maxdepth: 1

{entries}
```
"""


def gather(course, source, only=()):
    """Copy the course's pages into the folder `source`, with an index; return the paths of the lessons there.

    `only` names the lessons to take, by stem; by default all. Solutions get no pages: learners should see them last.
    Documents that are not there are left out: a copy for learners holds fewer.
    """
    lessons = _copied(course, source, "notebooks", only)
    exercises = _copied(course, source, "exercises", only)
    shutil.copytree(course / "docs", source / "docs", ignore=_all_but(*PICTURES, ".md"))
    for name in filter(lambda name: (course / name).exists(), DOCUMENTS):
        shutil.copy(course / name, source / name)
    cards = source / "docs" / "misconceptions.md"
    cards.write_text(with_links(cards.read_text("utf-8")), "utf-8", newline="\n")
    reference.write(source / "api")
    _write_index(source, lessons, exercises)
    return lessons


def _copied(course, source, folder, only):
    (source / folder).mkdir()
    found = [path for path in sorted((course / folder).glob("*.ipynb")) if not only or path.stem in only]
    return [shutil.copy(path, source / folder / path.name) for path in found]


def with_links(text):
    """Markdown text with the addresses in `Sources` lines as links; GitHub makes these by itself, Sphinx does not."""
    return "\n".join(
        BARE.sub(r"<\g<0>>", line) if line.startswith("- **Sources:**") else line for line in text.split("\n")
    )


def pictures(course, extra):
    """Copy the documents' pictures to where the HTML tags in the documents look for them."""
    shutil.copytree(course / "docs", extra / "docs", ignore=_all_but(*PICTURES))


def _all_but(*endings):
    """The `ignore` function for a copy that leaves out every file without one of these endings."""
    return lambda folder, names: [name for name in names if "." in name and not name.endswith(endings)]


def _write_index(source, lessons, exercises):
    rows = [
        f"| {number} | [{name}](notebooks/{path.name}) | {promise} |"
        for path in lessons
        for number, name, promise in [_headline(path)]
    ]
    papers = [f"docs/{path.stem}" for path in sorted((source / "docs").glob("*.md"))]
    more = [name.removesuffix(".md") for name in DOCUMENTS[1:] if (source / name).exists()]
    documents = ["Start it on your computer <README>", *papers, *more]
    tables = (
        ("Lessons", [_entry(path, "notebooks") for path in lessons]),
        ("Exercises", [_entry(path, "exercises") for path in exercises]),
        ("About the course", [*documents, "Reference of all names <api/index>"]),
    )
    (source / "index.md").write_text(
        INDEX.format(
            lessons="\n".join(["| no. | lesson | what it promises |", "|---|---|---|", *rows]),
            tables="\n".join(TABLE.format(caption=name, entries="\n".join(entries)) for name, entries in tables),
        ),
        "utf-8",
        newline="\n",
    )


def _entry(path, folder):
    """A lesson's entry in the table of contents, with the short form of its name."""
    number, name, _ = _headline(path)
    short = name.partition(":")[0].replace("`", "")
    return f"{number} {short[:1].upper()}{short[1:]} <{folder}/{path.stem}>"


def _headline(path):
    """Number, name and promise of a lesson: its `#` title and the sentence in bold below it."""
    text = nbformat.read(path, as_version=4).cells[0].source
    title = re.search(r"^# (?:Exercise )?(\d*)[ :]*(.*)$", text, re.M)
    promise = re.search(r"^\*\*(.+?)\*\*", text, re.M)
    return title[1] or path.stem[:2], title[2], promise[1] if promise else ""
