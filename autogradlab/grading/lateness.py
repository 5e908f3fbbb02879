"""Lateness over several runs: which graded hand-ins are kept instead of late ones, and which notes on lateness stay."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from .files import Unread
from .gradebook import Gradebook
from .hand_ins import HandIn, read
from .names import quoted
from .row import digest
from .versions import LATE, SEVERAL


def late_again(found: Iterable[HandIn], book: Gradebook) -> list[tuple[HandIn, str]]:
    """The late hand-ins of students who have another one graded that was on time, each with a sentence on that.

    The graded file itself is not among them: it was not handed in again, and is late if its time says so now.
    """
    return [
        (each, f"{SEVERAL[1]}: {quoted(each.name)}, {each.notes[0]}")
        for each in found
        if each.late and book.graded_on_time(each.student, each.exercise) and not _is_present(each, book)
    ]


def still_late(found: Iterable[HandIn], book: Gradebook) -> Iterator[HandIn]:
    """The hand-ins of a run without a due time: an earlier note on lateness stays as long as the file is the same."""
    for each in found:
        _, notes = book.came(each.student, each.exercise)
        late = [said for said in notes if said.startswith(LATE) and said not in each.notes]
        kept = late and _is_present(each, book)
        yield replace(each, notes=(*late, *each.notes), late=True) if kept else each


def _is_present(hand_in: HandIn, book: Gradebook) -> bool:
    """Whether the gradebook's present hand-in is this very file."""
    submission, _ = book.came(hand_in.student, hand_in.exercise)
    try:
        return digest(read(hand_in)) == submission
    except Unread:
        return False
