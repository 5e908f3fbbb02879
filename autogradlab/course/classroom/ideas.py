"""The misconception map: in which lesson the class showed which idea, and whether it was gone later."""

from dataclasses import dataclass

from autogradlab.course.checks.judging import SURE
from autogradlab.course.checks.mastery import lesson_of
from autogradlab.course.classroom import known
from autogradlab.course.classroom.cohort import Cohort, Visit
from autogradlab.course.classroom.shares import Share


@dataclass(frozen=True)
class IdeaRow:
    """One misconception in one lesson.

    `shown`: of the learners who answered an item that can show it, those who did, once or more often.
    `repaired`: of those who showed it and met it again on another item, those right at once the last time.
    `sure`: of those who showed it and said how sure they were, those who were sure.
    """

    lesson: str
    idea: str
    statement: str
    shown: Share
    repaired: Share
    sure: Share


def idea_rows(cohort: Cohort) -> list[IdeaRow]:
    """A row for every lesson and misconception that at least one learner showed and at least five met, in order."""
    places = _places(cohort)
    rows = [_row(lesson, idea, places[idea], cohort) for idea in places for lesson in cohort.lessons]
    return sorted((row for row in rows if row and row.shown.shown), key=lambda row: (row.lesson, row.idea))


def _places(cohort: Cohort) -> dict[str, list[str]]:
    """{idea: the items that can show it}, for every misconception that somebody showed."""
    seen = {
        item: {line.tag for visit in visits.values() for line in visit.wrong} for item, visits in cohort.visits.items()
    }
    shown = sorted(tag for tag in set().union(*seen.values()) if known.is_misconception(tag))
    return {idea: [item for item in seen if idea in seen[item] | known.ideas(item)] for idea in shown}


def _row(lesson: str, idea: str, items: list[str], cohort: Cohort) -> IdeaRow | None:
    here = [item for item in items if lesson_of(item) == lesson]
    met = {learner for item in here for learner in cohort.visits[item]}
    held = {learner: first for learner in met if (first := _first_showing(idea, here, learner, cohort))}
    if not held:
        return None
    later = [
        again
        for learner, (item, place, _) in held.items()
        if (
            again := _last_meeting(item, place, [cohort.visits[other].get(learner) for other in items if other != item])
        )
    ]
    said = [showing for showing in held.values() if showing[2]]
    return IdeaRow(
        lesson,
        idea,
        known.statement(idea),
        shown=Share(len(held), len(met)),
        repaired=Share(sum(visit.right_at_first for visit in later), len(later)),
        sure=Share(sum(confidence == SURE for _, _, confidence in said), len(said)),
    )


def _first_showing(idea: str, items: list[str], learner: str, cohort: Cohort) -> tuple[str, int, str] | None:
    """Item, place among the learner's lines, and confidence of the first answer with this idea behind it."""
    showings = [
        (place, item, line.confidence)
        for item in items
        if (visit := cohort.visits[item].get(learner))
        for place, line in zip(visit.places, visit.lines)
        if line.is_answer and line.tag == idea
    ]
    place, item, confidence = min(showings, default=(0, "", ""))
    return (item, place, confidence) if item else None


def _last_meeting(item: str, place: int, others: list[Visit | None]) -> Visit | None:
    """Of the visits to other items that began after this place, the one that began last; None if there is none."""
    later = [visit for visit in others if visit and visit.places[0] > place]
    return max(later, key=lambda visit: visit.places[0], default=None)
