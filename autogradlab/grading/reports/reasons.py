"""The sentences on lost trials that a class was given, grouped where they are alike, and the ideas behind them."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from autogradlab.course.classroom.shares import SMALLEST_GROUP, Share

from ..row import QuestionRow, Row
from .asked import Asked
from .legible import line
from .wording import is_error

_CELL = re.compile(r"The answer cell did not run to its end\. (?:It raised (?P<name>\w+)|(?P<said>[^.]+\.))")
_QUOTED = re.compile(r" at `.*`(?=\.$)", re.S)


@dataclass(frozen=True)
class Reason:
    """A sentence that `share` of those who tried a question were given, on these trials; `idea` may be empty."""

    question: str
    said: str
    trials: tuple[str, ...]
    idea: str
    share: Share
    is_error: bool


@dataclass(frozen=True)
class IdeaRow:
    """A misconception that lost trials hint at: its share of those who tried anything, and `where`, by question."""

    idea: str
    share: Share
    where: dict[str, Share]


class Sayings:
    """The sentences said to a class, counted row by row. A student counts once for each question and sentence."""

    def __init__(self, asked: Mapping[str, Asked]):
        self.asked = asked
        self.tried_any = 0
        self.tried: Counter[str] = Counter()
        self.said: Counter[tuple[str, str]] = Counter()
        self.held: Counter[tuple[str, str]] = Counter()
        self.holders: Counter[str] = Counter()
        self._about: dict[tuple[str, str], tuple[set[str], str, bool]] = {}

    def add(self, row: Row) -> None:
        """Count the sentences said to one student, and the ideas behind them."""
        held = set()
        for question in row.questions:
            if question.trials and question.question in self.asked:
                self.tried[question.question] += 1
                self.said.update({(question.question, said) for said in self._sentences(question)})
                ideas = {trial.idea for trial in question.trials if trial.idea}
                self.held.update((question.question, idea) for idea in ideas)
                held |= ideas
        self.tried_any += any(question.trials for question in row.questions)
        self.holders.update(held)

    def reasons(self) -> list[Reason]:
        """The sentences that five students or more were given, the most frequent first."""
        found = [self._reason(*key, count) for key, count in self.said.items() if count >= SMALLEST_GROUP]
        return sorted(found, key=lambda each: (-each.share.count, each.question, each.said))

    def ideas(self) -> list[IdeaRow]:
        """Every idea that lost trials hint at, the most frequent first; only for groups that are large enough."""
        rows = []
        for idea in self.holders:
            where = {
                name: Share(self.held[name, idea], self.tried[name])
                for name in self.asked
                if self.held[name, idea] and self.tried[name] >= SMALLEST_GROUP
            }
            if where:
                rows.append(IdeaRow(idea, Share(self.holders[idea], self.tried_any), where))
        return sorted(rows, key=lambda row: (-row.share.count, row.idea))

    def _reason(self, question: str, said: str, count: int) -> Reason:
        trials, idea, ended = self._about[question, said]
        in_order = tuple(name for name in self.asked[question].trials if name in trials)
        return Reason(question, said, in_order, idea, Share(count, self.tried[question]), ended)

    def _sentences(self, question: QuestionRow):
        """The sentences on a question, alike for like problems; only one if the answer cell did not run to its end."""
        if cell := _CELL.match(question.reason):
            yield self._about_it(question, cell["said"] or f"The answer itself raised {cell['name']}.", "", "", True)
            return
        for trial in question.trials:
            if trial.said:
                message = self.asked[question.question].trials.get(trial.name)
                ended = is_error(trial.said, message)
                said = trial.said if trial.said == message else _alike(trial.said)
                yield self._about_it(question, said, trial.name, trial.idea, ended)

    def _about_it(self, question: QuestionRow, said: str, trial: str, idea: str, ended: bool) -> str:
        said = line(said)
        trials, *_ = self._about.setdefault((question.question, said), (set(), idea, ended))
        trials.add(trial)
        return said


def _alike(said: str) -> str:
    """The sentence without what belongs to one student: the line that is quoted, and numbers."""
    return re.sub(r"(?<!\w)-?\d[\d.,]*\d|(?<!\w)-?\d", "…", _QUOTED.sub("", said))
