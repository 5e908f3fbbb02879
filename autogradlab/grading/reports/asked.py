"""The titles and task texts of an exercise, from the course's own copy of it."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from ..assignment import Assignment, OwnCell
from . import markdown

_HEADING = re.compile(r"^#+[ \t]+(.+?)[ \t]*$", re.M)


@dataclass(frozen=True)
class Asked:
    """One question: its grade_id, title, the task in Markdown, and its points; for each trial by name (none for an
    answer in words), `trials` is the sentence if it is lost, and `worth` its points."""

    question: str
    title: str
    text: str
    points: int
    trials: dict[str, str] = field(default_factory=dict)
    worth: dict[str, int] = field(default_factory=dict)
    is_code: bool = True

    @cached_property
    def html(self) -> str:
        return markdown.html(self.text)


def questions(assignment: Assignment) -> dict[str, Asked]:
    """All questions by grade_id: those that a program judges, then the answers in words, as in a row."""
    texts, judged = _texts(assignment), {each.cell: each for each in assignment.questions}
    points = {**{cell: each.points for cell, each in judged.items()}, **assignment.written}
    trials = {cell: judged[cell].trials if cell in judged else () for cell in points}
    return {
        cell: Asked(
            cell,
            *_titled(texts[cell], assignment.entry(cell)),
            points[cell],
            {trial.name: trial.message for trial in trials[cell]},
            {trial.name: trial.points for trial in trials[cell]},
            assignment.cells[cell].kind == "code",
        )
        for cell in points
    }


def title(assignment: Assignment) -> str:
    """The title of the exercise; its stem where it has none."""
    found = (_HEADING.search(own.handed_out) for own in assignment.cells.values() if own.kind == "markdown")
    return next((_plain(heading[1]) for heading in found if heading), assignment.stem)


def _texts(assignment: Assignment) -> dict[str, list[str]]:
    """For each answer cell the texts that lead to it, from the last heading on."""
    found, since = {}, []
    for own in assignment.cells.values():
        if own.answer:
            found[own.grade_id], since = since, []
        elif _tells(own):
            since = [own.handed_out] if _HEADING.match(own.handed_out) else [*since, own.handed_out]
    return found


def _tells(own: OwnCell) -> bool:
    return own.kind == "markdown" and not own.handed_out.startswith("# ")


def _titled(texts: list[str], entry: tuple[str, ...]) -> tuple[str, str]:
    """(title, the text below it); a task without a heading is called after what it asks for."""
    text = "\n\n".join(texts)
    if heading := _HEADING.match(text):
        return _plain(heading[1]), text[heading.end() :].strip()
    return ", ".join(entry) or "In your own words", text


def _plain(text: str) -> str:
    return re.sub(r"[`*]", "", text)
