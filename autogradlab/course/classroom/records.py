"""Parses one line of an export into an `Attempt`. Exports come from strangers' computers, so every field is checked."""

import json
import re
from dataclasses import dataclass

from autogradlab.course.checks.feedback import NOT_YET, PASSED, REVEALED
from autogradlab.course.checks.hints import REVEAL
from autogradlab.course.checks.log import LONGEST_ANSWER
from autogradlab.course.checks.log_lines import FIELDS

VERDICTS = (PASSED.word, NOT_YET.word, REVEALED)
_TEXTS = tuple(name for name, default in FIELDS.items() if isinstance(default, str))
_ITEM = re.compile(r"[A-Z0-9]{1,8}(-[A-Z0-9]{1,8})?")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]")


@dataclass(frozen=True, slots=True)
class Attempt:
    """One answer of one learner at one item, or (verdict "revealed") the moment the solution was opened."""

    learner: str
    item: str
    answer: str
    verdict: str
    tag: str
    confidence: str
    hint: int
    seconds: str
    day: str
    phase: str = ""
    seed: int = 0
    number: int = 0

    @property
    def passed(self) -> bool:
        return self.verdict == PASSED.word

    @property
    def is_answer(self) -> bool:
        """Whether it is an answer, not the line that notes the opening of the solution."""
        return self.verdict != REVEALED

    @property
    def in_inventory(self) -> bool:
        """Whether it belongs to the inventory before or after the course, not to a lesson."""
        return bool(self.phase)


def parsed(line: str, file: str = "") -> Attempt | None:
    """The attempt in a line of JSON; None without a valid item and verdict. Other invalid fields get their defaults."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(fields, dict):
        return None
    texts = {name: _text(fields, name) for name in _TEXTS}
    texts["day"] = texts["day"] if _DAY.fullmatch(texts["day"]) else ""
    if not _ITEM.fullmatch(texts["item"]) or texts["verdict"] not in VERDICTS:
        return None
    texts["learner"] = learner_of(texts["learner"], file)
    hint = min(_whole(fields, "hint"), REVEAL)
    return Attempt(**texts, hint=hint, seed=_whole(fields, "seed"), number=_whole(fields, "attempt"))


def learner_of(code: str, file) -> str:
    """The learner of a line; lines without a learner's code count as one learner for each file."""
    return code or f"file {file}"


def _text(fields: dict, name: str) -> str:
    """A field as one line of text without characters that are invisible or cannot be written to a file."""
    value = fields.get(name, "")
    return " ".join(_UNSEEN.sub(" ", value[:LONGEST_ANSWER]).split()) if isinstance(value, str) else ""


def _whole(fields: dict, name: str) -> int:
    value = fields.get(name, 0)
    return max(value, 0) if isinstance(value, int) else 0
