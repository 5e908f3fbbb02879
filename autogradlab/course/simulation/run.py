"""Lets every simulated learner answer every item, and counts which ideas the feedback names."""

import re
from dataclasses import dataclass, field

from autogradlab.course import misconceptions
from autogradlab.course.checks import ideas, registry
from autogradlab.course.checks.feedback import PASSED
from autogradlab.course.checks.judging import UNDECIDED, judge
from autogradlab.course.checks.questions import Recall
from autogradlab.course.simulation.learners import Believer, Reference

ID = re.compile(r"M\d\d")
RIGHT, NEUTRAL = "right", "neutral"


@dataclass
class Simulation:
    """The results. `matrix[item][learner]` is "right", "neutral" (no idea was named), or the idea that was named."""

    items: list
    believers: list[Believer]
    recalls: list[Recall] = field(default_factory=list)
    matrix: dict[str, dict[str, str]] = field(default_factory=dict)
    mastered: list[str] = field(default_factory=list)

    @property
    def listed(self) -> dict[str, list[str]]:
        """The misconceptions that each item lists."""
        return {item.id: [idea for idea in item.ideas if ID.fullmatch(idea)] for item in self.items}

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Every (item, idea) where the item lists the idea."""
        return [(item_id, idea) for item_id, listed in self.listed.items() for idea in listed]

    def told_by(self, idea: str) -> list[str]:
        """The items that list an idea."""
        return [item_id for item_id, listed in self.listed.items() if idea in listed]

    def asked_again(self, idea: str) -> list[str]:
        """The recalls that may repeat an item that lists the idea."""
        told = set(self.told_by(idea))
        return [recall.id for recall in self.recalls if told.intersection(recall.of)]

    @property
    def undetected(self) -> list[tuple[str, str]]:
        """The pairs in which the learner with the idea answers correctly, so that the item does not detect it."""
        return [(item, idea) for item, idea in self.pairs if self.matrix[item][idea] == RIGHT]

    @property
    def not_named(self) -> list[tuple[str, str]]:
        """The pairs in which the answer is wrong, but the idea is not the one that feedback names first."""
        return [(item, idea) for item, idea in self.pairs if self.matrix[item][idea] not in (RIGHT, idea)]

    @property
    def false_names(self) -> list[tuple[str, str, str]]:
        """(item, idea, named) where the learner with `idea` was told another misconception, `named`."""
        return [
            (item, idea, named)
            for item, row in self.matrix.items()
            for idea, named in row.items()
            if ID.fullmatch(named) and named != idea
        ]

    def misses(self) -> list[str]:
        """A sentence for each learner with a machine whom an item does not tell their idea, and for each false name."""
        _, unseen, unnamed = self._executable()
        return [
            *(f"{item}: the learner with {idea} answers correctly" for item, idea in unseen),
            *(
                f"{item}: the learner with {idea} is wrong, and no idea is named"
                for item, idea in unnamed
                if self.matrix[item][idea] == NEUTRAL
            ),
            *(f"{item}: the learner with {idea} is told {named}" for item, idea, named in self.false_names),
        ]

    def _executable(self):
        """Of the pairs whose idea has a machine: (all, the undetected, those not named first)."""
        pairs = [(item, idea) for item, idea in self.pairs if ideas.machine_of(idea)]
        unseen = [pair for pair in self.undetected if pair in pairs]
        return pairs, unseen, [pair for pair in (*self.not_named, *self.undetected) if pair in pairs]

    def summary(self) -> dict:
        """The numbers, and the matrix, as plain data."""
        executable, unseen, unnamed = self._executable()
        return {
            "items": len(self.items),
            "learners": len(self.believers) + 1,
            "misconceptions_listed": len({idea for _, idea in self.pairs}),
            "detected": _share(len(executable) - len(unseen), len(executable)),
            "named_first": _share(len(executable) - len(unnamed), len(executable)),
            "false_names": len(self.false_names),
            "reference_mastery": _share(len(self.mastered), len(self.items)),
            "matrix": self.matrix,
        }


def simulate(items=None, progress=lambda items: items) -> Simulation:
    """Let all learners answer all items of the course, or these. `progress` may wrap the items to show a bar."""
    every = items or registry.every_item()
    recalls = [item for item in every if isinstance(item, Recall)]
    believers = [Believer((each.id,)) for each in misconceptions.every()]
    simulation = Simulation([item for item in every if item not in recalls], believers, recalls)
    for item in progress(simulation.items):
        told = _Told(item)
        simulation.matrix[item.id] = {each.name: told.by(each) for each in simulation.believers}
        if told.by(Reference()) == RIGHT:
            simulation.mastered.append(item.id)
    return simulation


class _Told:
    """An item's feedback on each learner's answer; equal answers are judged once."""

    def __init__(self, item):
        self.item = item
        self._known = {}

    def by(self, learner) -> str:
        raw = learner.answer(self.item)
        shown = repr(raw)
        if shown not in self._known:
            self._known[shown] = judge(self.item, raw)
        return self._word(self._known[shown], learner)

    def _word(self, feedback, learner) -> str:
        """The idea that was named; where two fit, the one that the follow-up names."""
        if feedback.verdict is PASSED:
            return RIGHT
        if feedback.tag == UNDECIDED:
            return _Told(registry.find(self.item.follow_up)).by(learner)
        return feedback.tag if ID.fullmatch(feedback.tag) else NEUTRAL


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 1.0
