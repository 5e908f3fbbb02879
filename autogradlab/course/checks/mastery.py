"""What counts as mastered: pure functions from the records of attempts to one word for an item.

Records are those of `log.attempts`, oldest first. Seed 0 is the item as written, any other seed a variant of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from autogradlab.course.checks.feedback import NOT_YET, PASSED, REVEALED
from autogradlab.course.checks.hints import REVEAL

MASTERED, BEGUN, OPEN = "mastered", "begun", "open"  # and REVEALED
MOST_HELP = 2  # the highest hint with which a pass still shows mastery


def standing(records: Iterable[dict], tries: int = 2) -> str:
    """How a learner stands at one item: "mastered", "revealed", "begun" or "open".

    `tries` is how many attempts at one seed are allowed. Where only one is (choices), a "not yet" before or after the
    pass spoils that seed, so clicking through the options masters nothing. After a reveal, a pass on a seed that was
    first tried later counts, whatever it took; until then the standing is "revealed".
    """
    visits: dict[int, _Visit] = {}
    revealed = False
    for record in records:
        visits.setdefault(record.get("seed", 0), _Visit(revealed)).add(record)
        revealed = revealed or _help(record) == REVEAL
    if any(visit.masters(tries) for visit in visits.values()):
        return MASTERED
    return REVEALED if revealed else BEGUN if visits else OPEN


def standings(records: Iterable[dict], tries: Mapping[str, int]) -> dict[str, str]:
    """The standing of every item that `tries` names, from the records of all items."""
    by_item: dict[str, list] = {item_id: [] for item_id in tries}
    for record in records:
        by_item.get(record["item"], []).append(record)
    return {item_id: standing(own, tries[item_id]) for item_id, own in by_item.items()}


def lesson_of(item_id: str) -> str:
    """The lesson an item belongs to: "04" for "04-C6"."""
    return item_id.partition("-")[0]


@dataclass
class _Visit:
    """What happened at one seed, up to its first pass; `after_reveal`: the reveal of another seed came before."""

    after_reveal: bool
    attempts: int = 0
    help: int = 0
    passed: bool = False
    missed: bool = False
    revealed: bool = False

    def add(self, record: dict) -> None:
        verdict = record.get("verdict")
        self.missed = self.missed or verdict == NOT_YET.word
        if self.passed:
            return
        self.revealed = self.revealed or verdict == REVEALED
        self.help = max(self.help, _help(record))
        self.attempts += verdict != REVEALED
        self.passed = verdict == PASSED.word

    def masters(self, tries: int) -> bool:
        if not self.passed or (tries == 1 and self.missed):
            return False
        unaided = self.attempts <= tries and self.help <= MOST_HELP
        return unaided or (self.after_reveal and not self.revealed)


def _help(record: dict) -> int:
    """The highest hint opened so far, as one record tells it."""
    return REVEAL if record.get("verdict") == REVEALED else record.get("hint", 0)
