"""The page of one student: what was asked, what was answered, what it earned, and why. It reveals nothing about other
students or hidden inputs."""

from collections.abc import Mapping

from markupsafe import Markup

from ..row import FOR_A_HUMAN, GRADED, QuestionRow, Row
from .asked import Asked
from .legible import legible, line
from .pages import marked, rendered, worded
from .wording import GLYPHS, LEVELS, idea


def page(row: Row, title: str, asked: Mapping[str, Asked]) -> str:
    """The page as text. A question that `asked` does not know is called by its grade_id."""
    return rendered(
        "student.html",
        title=line(title, 120),
        student=line(row.student, 120),
        row=row,
        graded=row.status == GRADED,
        reason=marked(row.reason),
        findings=[marked(finding) for finding in row.findings],
        questions=[_question(each, asked.get(each.question)) for each in row.questions],
        level=LEVELS[row.level],
        versions=[(line(name, 40), line(text, 80)) for name, text in row.versions],
    )


def _question(question: QuestionRow, asked: Asked | None) -> dict:
    return {
        "id": line(question.question, 80),
        "title": asked.title if asked else line(question.question, 80),
        "task": Markup(asked.html) if asked else "",
        "is_code": asked.is_code if asked else True,
        "glyph": GLYPHS.get(question.status, "!"),
        "status": "still open" if question.status == FOR_A_HUMAN else question.status,
        "open": question.status == FOR_A_HUMAN,
        "points": question.points,
        "earned": question.earned,
        "reason": marked(_beyond_trials(question)),
        "trials": [_trial(each) for each in question.trials],
        "ideas": _ideas(question),
        "answer": _answer(question, asked.is_code if asked else True),
        "printed": legible(question.printed).strip("\n"),
        "name": question.status.replace(" ", "-"),
    }


def _answer(question: QuestionRow, is_code: bool) -> str:
    text = legible(question.answer).strip("\n")
    return text if is_code else worded(text)


def _trial(trial) -> dict:
    return {
        "name": line(trial.name, 80),
        "points": trial.points,
        "earned": trial.earned,
        "said": marked(trial.said),
        "reported": trial.reported and trial.earned,
        "glyph": "✓" if trial.earned == trial.points else "✗",
    }


def _beyond_trials(question: QuestionRow) -> str:
    """The part of the reason that goes beyond the trials' own sentences, which are shown beside the trials."""
    reason = question.reason
    for said in sorted({trial.said for trial in question.trials}, key=len, reverse=True):
        reason = reason.replace(said, "") if said else reason
    reason = " ".join(reason.split())
    return "" if question.trials and reason.startswith("(and ") else reason.partition(" (and ")[0].strip()


def _ideas(question: QuestionRow) -> list[dict]:
    """The misconceptions that usually lie behind the lost trials, each once."""
    trials = {}
    for trial in question.trials:
        if trial.idea:
            trials.setdefault(trial.idea, []).append(line(trial.name, 80))
    return [
        {"idea": found, "statement": marked(found.statement), "truth": marked(found.truth), "trials": names}
        for name, names in trials.items()
        if (found := idea(name))
    ]
