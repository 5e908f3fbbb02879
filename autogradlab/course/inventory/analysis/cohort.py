"""A class as arrays: from exported records to one row for each learner who finished a sitting."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from autogradlab.course.checks.log_lines import records_in
from autogradlab.course.classroom.records import learner_of
from autogradlab.course.inventory.forms import FORMS, TWINS, questions
from autogradlab.course.inventory.sitting import PASSED, PHASES


@dataclass(frozen=True)
class Answers:
    """The answers of n learners to k questions.

    learners  n names
    forms     (n,) the form that each of them took
    right     (n, k) bool
    letters   (n, k) the chosen options by their letters in the form as written, "?" for "I do not know"
    tags      (n, k) the ideas behind the chosen options, "" where they were right
    """

    learners: tuple[str, ...]
    forms: np.ndarray
    right: np.ndarray
    letters: np.ndarray
    tags: np.ndarray

    def __len__(self) -> int:
        return len(self.learners)

    @property
    def scores(self) -> np.ndarray:
        """How many answers of each learner were right, (n,)."""
        return self.right.sum(axis=1)

    def held(self, idea: str) -> np.ndarray:
        """Whether each learner chose an answer of this idea at least once, (n,) bool."""
        return np.array([any(idea in tag.split() for tag in row) for row in self.tags], dtype=bool)

    def of(self, learners: Iterable[str]) -> "Answers":
        """The rows of these learners, in their order."""
        rows = [self.learners.index(learner) for learner in learners]
        parts = (array[rows] for array in (self.forms, self.right, self.letters, self.tags))
        return Answers(tuple(learners), *parts)


@dataclass(frozen=True)
class Cohort:
    """A class: the answers in each phase ("before", "after", "later"), and those to the transfer block."""

    phases: dict[str, Answers]
    transfer: Answers

    def pairs(self, first: str = "before", last: str = "after") -> tuple[Answers, Answers]:
        """The answers of those who finished both phases, in the same order."""
        both = sorted(set(self.phases[first].learners) & set(self.phases[last].learners))
        return self.phases[first].of(both), self.phases[last].of(both)


def cohort(exports) -> Cohort:
    """A class from a folder of exported files, from the paths of such files, or from records.

    Only finished sittings count: those with an answer to every question. Of several answers the last one counts, and
    of several finished forms in one phase the one that was begun first. Raises ValueError where there is no record.
    """
    records = _records(exports)
    if not records:
        raise ValueError(
            "there is no record in these exports\n  help: name a folder with files that "
            "`autogradlab attempts export` has made"
        )
    sittings: dict[tuple, dict[str, dict]] = {}
    for record in records:
        form, _, question = record["item"].partition("-")
        if form in FORMS and question != "end":
            sittings.setdefault((record.get("phase", ""), form, record["learner"]), {})[record["item"]] = record
    phases = {phase: _answers(_of_phase(sittings, phase, TWINS), "A") for phase in PHASES}
    transfer = {who: own for phase in PHASES for who, own in _of_phase(sittings, phase, ("T",)).items()}
    return Cohort(phases, _answers(transfer, "T"))


def ids(form: str) -> list[str]:
    """The ids of a form in their order."""
    return [question.id_in(form) for question in questions(form)]


def _records(exports) -> list[dict]:
    if isinstance(exports, (str, Path)):
        folder = Path(exports)
        exports = sorted(folder.rglob("*.jsonl")) if folder.is_dir() else [folder]
    return [record for each in exports for record in ([each] if isinstance(each, dict) else _records_of(each))]


def _records_of(file) -> list[dict]:
    records = records_in(Path(file).read_bytes())
    return [record | {"learner": learner_of(record["learner"], file)} for record in records]


def _of_phase(sittings, phase: str, forms) -> dict[str, tuple[str, dict]]:
    """{learner: (form, records)} of the finished sittings of a phase."""
    found: dict[str, tuple[str, dict]] = {}
    for (its_phase, form, learner), own in sittings.items():
        if its_phase == phase and form in forms and len(own) == len(questions(form)):
            found.setdefault(learner, (form, own))
    return found


def _answers(sittings: dict[str, tuple[str, dict]], form: str) -> Answers:
    """The sittings as arrays, with each question in the same column whichever form it was asked in."""
    rows = [[own[item_id] for item_id in ids(its_form)] for its_form, own in sittings.values()]
    shape = (len(rows), len(questions(form)))
    table = {
        name: np.array([[record[name] for record in row] for row in rows], dtype=object).reshape(shape)
        for name in ("verdict", "answer", "tag")
    }
    forms = np.array([its_form for its_form, _ in sittings.values()], dtype=object)
    return Answers(tuple(sittings), forms, table["verdict"] == PASSED, table["answer"], table["tag"])
