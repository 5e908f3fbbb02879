"""A question from an earlier lesson, asked again with other numbers: the one that this learner needs most."""

import zlib
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Recall:
    """Stands for one of the items `of`: the first that the learner has not mastered, else the first of all."""

    id: str
    of: tuple[str, ...]

    @property
    def first_seed(self) -> int:
        """The seed whose numbers belong to this recall."""
        return zlib.crc32(self.id.encode()) % 997 + 1

    def chosen(self, find, is_mastered):
        """The item to ask. `find` gives the item of an id, `is_mastered` says how the learner stands at it."""
        open_ids = [item_id for item_id in self.of if not is_mastered(item_id)]
        return find((open_ids or self.of)[0])
