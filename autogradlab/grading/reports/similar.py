"""The page of pairs that are much alike: both answers side by side, with the lines that agree marked."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from ..assignment import Assignment
from ..row import Row
from ..similarity import Pair, known_names, pairs, pieces
from . import asked
from .legible import file_name, legible, line
from .pages import rendered, worded

MOST_PAIRS = 100
PAGE = "similarity.html"


def write_similarity(
    rows: Iterable[Row], folder, assignments: Mapping[str, Assignment], everywhere: bool = True
) -> list[Path]:
    """Write a page beside that of each class (without `everywhere`, only rewrite existing ones); return their paths.
    Call it before `write`, which links the pages it finds and removes those of exercises that nobody has a row for."""
    stale = {path for path in Path(folder).glob(f"*/{PAGE}") if path.with_name("class.html").is_file()}
    if not (everywhere or stale):
        return []
    of = {}
    for row in rows:
        path = Path(folder) / file_name(row.exercise) / PAGE
        if row.exercise in assignments and (everywhere or path in stale):
            of.setdefault(path, []).append(row)
    for path in stale - of.keys():
        path.unlink()
    for path, its in sorted(of.items()):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(similarity_page(its, assignments[its[0].exercise]), "utf-8", newline="\n")
    return sorted(of)


def similarity_page(rows: list[Row], assignment: Assignment) -> str:
    """The page as text."""
    found, answers = pairs(rows, assignment), {row.student: _answers(row) for row in rows}
    titles = {name: each.title for name, each in asked.questions(assignment).items()}
    return rendered(
        "similarity.html",
        title=asked.title(assignment),
        students=len(answers),
        more=found[MOST_PAIRS:],
        pairs=[_shown(pair, answers, titles, assignment) for pair in found[:MOST_PAIRS]],
    )


def _answers(row: Row) -> dict[str, str]:
    return {each.question: each.answer for each in row.questions}


def _shown(pair: Pair, answers, titles: dict[str, str], assignment: Assignment) -> dict:
    return {
        "one": line(pair.one, 80),
        "other": line(pair.other, 80),
        "alike": round(100 * pair.alike),
        "shared": pair.shared,
        "questions": [
            {
                "title": titles.get(name, name),
                "is_code": assignment.cells[name].kind == "code",
                "sides": _sides(answers[pair.one].get(name, ""), answers[pair.other].get(name, ""), assignment, name),
            }
            for name in pair.questions
        ],
    }


def _sides(one: str, other: str, assignment: Assignment, question: str) -> list[list[tuple[str, bool]]]:
    """Both answers as lines, each with whether the other answer has it, too, and the handed-out cell does not."""
    is_code, known = assignment.cells[question].kind == "code", known_names(assignment, question)
    texts = (one, other, assignment.cells[question].blank)
    lines = [
        [(each, tuple(pieces(each, known, is_code))) for each in legible(text).strip("\n").split("\n")]
        for text in texts
    ]
    alike = {key for _, key in lines[0]} & {key for _, key in lines[1]} - {key for _, key in lines[2]} - {()}
    return [[(text if is_code else worded(text), key in alike) for text, key in side] for side in lines[:2]]
