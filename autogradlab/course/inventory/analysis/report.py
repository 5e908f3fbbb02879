"""The planned analysis of a class, as text and as a page. Under twenty learners it says so and shows no number."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from autogradlab.course.classroom.shares import FEWEST_TO_RANK, SMALLEST_GROUP, Share
from autogradlab.course.inventory.analysis import change, fairness, questions_table
from autogradlab.course.inventory.analysis.cohort import Answers, Cohort, cohort
from autogradlab.course.inventory.analysis.tables import Table, as_html, as_text
from autogradlab.course.inventory.faces import WHEN
from autogradlab.course.inventory.forms import questions


@dataclass(frozen=True)
class Report:
    """Sections in order, each a title, sentences and tables. It shows itself as a page, or as text."""

    sections: tuple

    @property
    def text(self) -> str:
        return as_text(self.sections)

    @property
    def html(self) -> str:
        return as_html("Concept inventory: the planned analysis", self.sections)

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, **_):
        return {"text/plain": self.text, "text/html": self.html}


def report(exports, profiles: Mapping[str, str] | None = None) -> Report:
    """The analysis of a folder of exports (or of paths, or of records), as it was planned before any data.

    profiles  learner's name or code -> profile ("L1", "L2"), for the question whether items are fair
    Raises    ValueError where there is no record.
    """
    taken = cohort(exports)
    return Report(
        tuple(
            section
            for section in (
                _who(taken),
                *_phases(taken),
                _gain(taken, "before", "after"),
                _misconceptions(taken),
                _gain(taken, "after", "later"),
                _forms(taken),
                _profiles(taken, profiles or {}),
                _transfer(taken),
            )
            if section
        )
    )


def too_few(count: int) -> str:
    """The sentence for a small class, or nothing."""
    if count >= FEWEST_TO_RANK:
        return ""
    shown = f"{count} learners" if count >= SMALLEST_GROUP else f"fewer than {SMALLEST_GROUP} learners"
    return f"Too few learners: {shown}, and the plan asks for at least {FEWEST_TO_RANK}."


def _who(taken: Cohort):
    rows = [[words, _count(len(taken.phases[phase]))] for phase, words in WHEN.items()]
    rows += [["before and after", _count(len(taken.pairs()[0]))], ["transfer block", _count(len(taken.transfer))]]
    return ("Who took it", [], [Table(("finished", "learners"), rows)])


def _phases(taken: Cohort):
    return [
        _questions(f"The questions, {words}", taken.phases[phase], "A")
        for phase, words in WHEN.items()
        if len(taken.phases[phase])
    ]


def _questions(title: str, answers: Answers, form: str):
    if few := too_few(len(answers)):
        return (title, [few], [])
    rows = questions_table.question_rows(answers, form)
    reliability = questions_table.reliability(answers)
    verdict = "at least" if reliability >= questions_table.LOWEST_RELIABILITY else "below"
    said = [
        f"Reliability (KR-20) {reliability:.2f}, {verdict} the planned {questions_table.LOWEST_RELIABILITY}.",
        f"Mean score {answers.scores.mean():.1f} of {len(rows)}, standard deviation {answers.scores.std(ddof=1):.1f}.",
    ]
    return (title, said, [_how_hard(rows), _what_was_chosen(rows)])


def _how_hard(rows) -> Table:
    return Table(
        ("question", "right", "correlation", "to look at"),
        [[_named(row), _share(row.right), f"{row.correlation:.2f}", "; ".join(row.flags)] for row in rows],
    )


def _what_was_chosen(rows) -> Table:
    return Table(
        ("question", "idea", *(f"{third} third" for third in questions_table.THIRDS)),
        [
            [_named(row), one.idea, *(f"{part.value:.0%}" if part.shown else "-" for part in one.thirds)]
            for row in rows
            for one in row.distractors
        ],
    )


def _gain(taken: Cohort, first: str, last: str):
    before, after = taken.pairs(first, last)
    title = "The gain of the course" if last == "after" else "What stays: after the course and some weeks later"
    if not len(before) and last == "later":
        return None
    if few := too_few(len(before)):
        return (title, [few], [])
    found = change.gain(before, after)
    said = [
        f"{found.learners} learners. Right: {found.before:.0%}, then {found.after:.0%}.",
        f"Absolute gain {found.absolute:+.0%}, {_interval(found.absolute_interval)}. "
        f"Effect size d = {found.effect:.2f}.",
    ]
    if last == "after":
        said += [
            f"Normalized gain {found.normalized:.2f}, {_interval(found.interval)}.",
            "The interval leaves out 0." if found.found else "The interval holds 0: no gain was found.",
        ]
    return (title, said, [])


def _misconceptions(taken: Cohort):
    before, after = taken.pairs()
    title = "Which misconceptions went"
    if few := too_few(len(before)):
        return (title, [few], [])
    rows = [[one.idea, _share(one.before), _share(one.after), *_moved(one)] for one in change.changes(before, after)]
    found = [row[0] for row in rows if row[-1].endswith("*")]
    said = [
        f"Changed beyond chance: {', '.join(found)}." if found else "None has changed beyond chance.",
        f"p is McNemar's, exact, corrected by Holm; * marks p below {change.ALPHA:g}. Fewer than {SMALLEST_GROUP} "
        "changes are not shown.",
    ]
    return (title, said, [Table(("idea", "held before", "held after", "left it", "took it up", "p"), rows)])


def _moved(one: change.Change) -> list[str]:
    if not one.shown:
        return ["-", "-", "-"]
    return [str(one.left), str(one.taken_up), f"{one.p:.3f}{'*' if one.found else ''}"]


def _forms(taken: Cohort):
    """Whether the questions are as hard in one form as in the other."""
    answers = taken.phases["before"]
    return _compared("Form A against form B, before the course", answers, answers.forms == "A", "form A")


def _profiles(taken: Cohort, profiles: Mapping[str, str]):
    answers = taken.phases["before"]
    known = [learner for learner in answers.learners if profiles.get(learner) in ("L1", "L2")]
    group = np.array([profiles[learner] == "L1" for learner in known], dtype=bool)
    return _compared("Profile L1 against L2, before the course", answers.of(known), group, "L1") if known else None


def _compared(title: str, answers: Answers, group: np.ndarray, name: str):
    if not len(answers):
        return None
    if not fairness.can_compare(group):
        return (title, [f"Too few learners: the plan asks for {fairness.FEWEST_IN_A_GROUP} in each group."], [])
    rows = fairness.differences(answers, group)
    odd = [f"{row.number}" for row in rows if row.found]
    said = [
        f"To look at: question {', '.join(odd)}." if odd else "No question stands out.",
        f"Mantel-Haenszel at the same score; a negative delta is harder for {name}. p is corrected by Holm.",
    ]
    return (
        title,
        said,
        [Table(("question", "delta", "p"), [[_named(row), f"{row.delta:.1f}", f"{row.p:.3f}"] for row in rows])],
    )


def _transfer(taken: Cohort):
    answers, title = taken.transfer, "The transfer block"
    if not len(answers):
        return None
    if few := too_few(len(answers)):
        return (title, [few], [])
    rows = [
        [_named(question), _share(Share(int(answers.right[:, place].sum()), len(answers)))]
        for place, question in enumerate(questions("T"))
    ]
    return (title, [f"Mean {answers.right.mean():.0%}."], [Table(("question", "right"), rows)])


def _named(row) -> str:
    return f"{row.number}. {row.idea}"


def _count(number: int) -> str:
    return str(number) if not 0 < number < SMALLEST_GROUP else f"fewer than {SMALLEST_GROUP}"


def _share(share: Share) -> str:
    return f"{share.value:.0%} ({share.low:.0%} to {share.high:.0%})" if share.shown else "-"


def _interval(ends: tuple[float, float]) -> str:
    return f"{1 - change.ALPHA:.1%} interval {ends[0]:.2f} to {ends[1]:.2f}"
