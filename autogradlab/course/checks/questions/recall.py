"""A question from an earlier lesson, asked again with other numbers: the one that this learner needs most."""

import zlib
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Recall:
    """A stand-in for one of the items `of`: the first that is not mastered, preferably one that the learner was sure of
    but got wrong; if all are mastered, the first."""

    id: str
    of: tuple[str, ...]

    @property
    def first_seed(self) -> int:
        """The seed whose numbers belong to this recall."""
        return zlib.crc32(self.id.encode()) % 997 + 1

    def chosen(self, find, is_mastered, was_sure):
        """The item to ask. `find` returns the item of an id; `is_mastered` and `was_sure` (of a wrong answer) say how
        the learner stands at an item."""
        open_ids = sorted((each for each in self.of if not is_mastered(each)), key=lambda each: not was_sure(each))
        return find((open_ids or self.of)[0])
