"""Wrong answers that no feedback names, grouped where they are alike: this is where new misconceptions are found."""

from collections import Counter
from dataclasses import dataclass

from autogradlab.course.checks.log_export import LEFT_OUT
from autogradlab.course.classroom import known
from autogradlab.course.classroom.cohort import Cohort, kind
from autogradlab.course.classroom.shares import SMALLEST_GROUP, Share


@dataclass(frozen=True)
class UnexplainedRow:
    """Answers to one item that are alike, written as most gave them; `share` is of all learners who missed it."""

    item: str
    answer: str
    share: Share


def unexplained_rows(cohort: Cohort) -> list[UnexplainedRow]:
    """Answers that at least five learners gave, most given first."""
    rows = [row for item in cohort.visits for row in _of_item(item, cohort)]
    return sorted(rows, key=lambda row: (-row.share.count, row.item, row.answer))


def _of_item(item: str, cohort: Cohort):
    missed, alike, spellings = 0, {}, {}
    for learner, visit in cohort.visits[item].items():
        missed += bool(visit.wrong)
        for line in visit.wrong:
            if kind(line) == known.UNEXPLAINED and line.answer != LEFT_OUT:
                answer = known.without_letters(item, line.answer)
                alike.setdefault(known.likeness(answer), set()).add(learner)
                spellings.setdefault(known.likeness(answer), Counter())[answer] += 1
    for likeness, learners in alike.items():
        if len(learners) >= SMALLEST_GROUP:
            yield UnexplainedRow(item, spellings[likeness].most_common(1)[0][0], Share(len(learners), missed))
