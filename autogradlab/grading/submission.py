"""Which cell of a hand-in answers which question, and which cells are run, in which order.

The course's own copy decides. An answer is found by its grade_id, else by its cell id, else by the name that it has to
define; of cells that the course owns, only what they give to try an answer with is run, whatever was done to them; all
other cells are the student's own.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from .assignment import Assignment, OwnCell
from .comparing import cleaned, shared
from .magics import without_magics
from .reading import Cell, cells_of
from .statements import statements
from .stubs import TEXT_STUB

MISSING = "missing"
AS_HANDED_OUT = "as it was handed out"
MOST_WEIGHED, MOST_CELLS_WEIGHED = 10**6, 200  # bytes, cells; an exercise as it is handed out is far below
MOST_NUMBERS = 10  # of cells in a sentence
MOST_ELSEWHERE = 3_500  # characters of words found outside their cell: with notes on cuts, they fit into `to_read.csv`
_NOTHING = {"raise NotImplementedError()", "raise NotImplementedError", "pass", "..."}
_NOTES = re.compile(r"^[ \t]*(\"{3}|'{3}).*?\1", re.M | re.S)
_DEFINITION = re.compile(r"^(?:(?:async[ \t]+)?def|class)[ \t]+(\w+)", re.M)
_ASSIGNMENT = re.compile(r"^(\w+)[ \t]*(?::[^=\n]*)?=(?!=)", re.M)
_SETS_UP = re.compile(r"(?:import|from)[ \t]|\w+[ \t]*=(?!=)")
_SETS = re.compile(r"(?:def|class)[ \t]|\w+(?:,[ \t]*\w+)*[ \t]*=(?!=)")
_WORD = re.compile(r"\w+")
_GIVES = re.compile(r"\b(?:return|yield|lambda)\b")


@dataclass(frozen=True)
class Answer:
    """The student's answer for an answer cell: its text, the number of its cell (0 if there is none), and, where it
    answers nothing, why: MISSING or AS_HANDED_OUT. If an answer in words is not in its place, `elsewhere` is the text
    that may be meant as the answer, and `cells` are the numbers of the cells that hold it."""

    source: str = ""
    number: int = 0
    nothing: str = MISSING
    elsewhere: str = ""
    cells: tuple[int, ...] = ()


@dataclass(frozen=True)
class Piece:
    """A source that is run; `grade_id` says which of the course's cells it is, empty for the student's own."""

    source: str
    number: int
    grade_id: str = ""


@dataclass(frozen=True)
class Submission:
    """A hand-in matched with its assignment: an answer for each answer cell, and all pieces that are run, in order."""

    answers: dict[str, Answer]
    pieces: tuple[Piece, ...]
    findings: tuple[str, ...]


def read(assignment: Assignment, data: bytes) -> Submission:
    """The submission in the bytes of a notebook. Errors: NotGraded, see `reading`."""
    cells, findings = cells_of(data)
    return _Sorting(assignment, cells, findings).submission()


def defined_in(source: str) -> list[str]:
    """The functions and classes that a cell defines, each once."""
    return list(dict.fromkeys(_DEFINITION.findall(source)))


def listed(words: list[str]) -> str:
    """Words as part of a sentence.

    >>> listed(["1", "2", "3"])
    '1, 2 and 3'
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def numbered(noun: str, numbers: Sequence[int]) -> str:
    """Numbers with their noun, at most MOST_NUMBERS of them, as part of a sentence.

    >>> numbered("cell", [3]), numbered("Cell", range(1, 13))
    ('cell 3', 'Cells 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more')
    """
    more = [f"{len(numbers) - MOST_NUMBERS} more"] if len(numbers) > MOST_NUMBERS else []
    return f"{noun}{'s' * (len(numbers) > 1)} {listed([*map(str, numbers[:MOST_NUMBERS]), *more])}"


def work_in(assignment: Assignment, data: bytes) -> int:
    """How much work is in a notebook: 2 if any answer cell was worked on, 1 if there are only words elsewhere, 0 if it
    is as it was handed out, or cannot be read. One that is too large for a quick look counts as worked on."""
    if len(data) > MOST_WEIGHED:
        return 2
    try:
        cells, _ = cells_of(data)
        return 2 if len(cells) > MOST_CELLS_WEIGHED else _Weighing(assignment).work(cells)
    except Exception:  # one hand-in must not stop the others; the problem is reported when it is judged
        return 0


class _Weighing:
    """A quick look at cells, each once and by itself, because it is not confined and has no deadline."""

    def __init__(self, assignment: Assignment):
        own = assignment.cells.values()
        self.by_grade_id, self.by_cell_id = assignment.cells, {each.cell_id: each for each in own if each.cell_id}
        self.handed_out = set().union(_NOTHING, *(_lines(each.handed_out) for each in own if each.kind == "code"))
        self.texts = {(), tuple(TEXT_STUB.split()), *(tuple(each.handed_out.split()) for each in own)}
        self.asked = _asked(assignment)
        self.has_words = bool(assignment.written)

    def work(self, cells: list[Cell]) -> int:
        """The most work that is in any cell."""
        most = 0
        for cell in cells:
            most = max(most, self._in(cell))
            if most == 2:
                break
        return most

    def _in(self, cell: Cell) -> int:
        own = self.by_grade_id.get(cell.grade_id) or self.by_cell_id.get(cell.cell_id)
        if tuple(cell.source.split()) in self.texts:
            return 0
        if own and own.answer:
            return 2 * (own.kind != "code" or self._is_begun(cell.source))
        if cell.kind == "code" and _lines(cell.source):
            return 2 * (self._is_begun(cell.source) and bool(self.asked & _named_in(cell.source)))
        if own:
            return int(self.has_words and own.kind != "code" and bool(_added(own.handed_out, cell.source)))
        return int(self.has_words)

    def _is_begun(self, source: str) -> bool:
        """Whether code does more than raise NotImplementedError. Notes, or lines before the `raise`, are not an answer
        yet, unless they return something: then the `raise` is never reached."""
        added = _lines(_NOTES.sub("", source)) - self.handed_out
        still_raises = re.search(r"^[ \t]*raise[ \t]+NotImplementedError\b", source, re.M)
        return bool(added) and not (still_raises and not any(map(_GIVES.search, added)))


class _Sorting:
    """The cells of one hand-in, each beside the cell of the course that it is meant to be."""

    def __init__(self, assignment: Assignment, cells: list[Cell], findings: list[str]):
        self.assignment, self.cells, self.findings = assignment, cells, findings
        self.asked = _asked(assignment)
        self.ours = {name: own.handed_out.split() for name, own in assignment.cells.items() if not own.answer}
        self.meant = {cell.number: self._meant(cell) for cell in cells}
        self.chosen: dict[str, Cell] = {}
        self.given = given(assignment)

    def submission(self) -> Submission:
        """The submission, with all cells sorted."""
        self._tell_of_ours()
        return Submission(self.answers(), tuple(self._pieces()), tuple(self.findings))

    def answers(self) -> dict[str, Answer]:
        """The student's answer for each answer cell, by grade_id."""
        own = self.assignment.cells.values()
        answers = {each.grade_id: self._answer(each) for each in own if each.answer}
        lost = [name for name in self.assignment.written if answers[name].nothing]
        words = {cell.number: text for cell in self.cells if (text := self._words(cell))} if lost else {}
        text, numbers = "\n\n".join(shared(list(words.values()), MOST_ELSEWHERE)), tuple(words)
        return answers | {name: replace(answers[name], elsewhere=text, cells=numbers) for name in lost}

    def _words(self, cell: Cell) -> str:
        """The student's own words in a cell that is not an answer; empty if there are none."""
        own = self.assignment.cells.get(self.meant[cell.number])
        if own is not None:
            return "" if own.answer or own.kind == "code" else _added(own.handed_out, cell.source)
        if cell in self.chosen.values() or _same(cell.source, TEXT_STUB):
            return ""
        return cell.source.strip() if cell.kind != "code" or not _lines(cell.source) else ""

    def _meant(self, cell: Cell) -> str:
        """The grade_id of the course's cell that a cell is meant to be, empty if it is none of them."""
        known = self.assignment.cells
        if cell.grade_id in known:
            return cell.grade_id
        if cell.grade_id:
            self.findings.append(
                f"Cell {cell.number} has an id that is not known here: "
                f"`{cleaned(cell.grade_id, 40)}`. It counts as a cell that was added."
            )
        words = cell.source.split()
        same = (
            own.grade_id
            for own in known.values()
            if (cell.cell_id and own.cell_id == cell.cell_id) or self.ours.get(own.grade_id) == words
        )
        return next(same, "")

    def _tell_of_ours(self) -> None:
        """Add findings on course cells that are missing, changed or duplicated, none of which affects the grading."""
        meant = Counter(self.meant.values())
        ours = [own for own in self.assignment.cells.values() if not own.answer]
        changed = {self.meant[cell.number] for cell in self.cells if not self._is_ours(cell)}
        self._tell([own.grade_id for own in ours if not meant[own.grade_id]], "missing")
        self._tell([own.grade_id for own in ours if own.grade_id in changed], "not as handed out")
        self._tell([own.grade_id for own in ours if meant[own.grade_id] > 1], "there several times")

    def _tell(self, names: list[str], what: str) -> None:
        if names:
            self.findings.append(f"Cells of the course are {what}: {', '.join(names)}. The course's own copy was used.")

    def _is_ours(self, cell: Cell) -> bool:
        own = self.assignment.cells.get(self.meant[cell.number])
        return own is not None and own.kind == cell.kind and _same(own.handed_out, cell.source)

    def _is_handed_out(self, cell: Cell) -> bool:
        """Whether nothing in a cell is the student's: it is one of ours, or any answer's stub."""
        answers = (own for own in self.assignment.cells.values() if own.answer and own.kind == "code")
        return self._is_ours(cell) or any(_is_untouched(own, cell.source) for own in answers)

    def _answer(self, own: OwnCell) -> Answer:
        entry = self.assignment.entry(own.grade_id)
        cell = self._best(own, entry, [each for each in self.cells if self.meant[each.number] == own.grade_id])
        if cell is None or (entry and not _worth(own, entry, cell)):
            elsewhere = self._named(own, entry) if entry else self._after_its_task(own)
            cell = elsewhere or cell
        if cell is None:
            what = f"a definition of `{entry[0]}`" if entry else "a text in its place"
            self.findings.append(f"No cell answers `{own.grade_id}`: there is neither its id nor {what}.")
            return Answer()
        self.chosen[own.grade_id] = cell
        if own.kind != cell.kind:
            self.findings.append(
                f"Cell {cell.number}, the answer `{own.grade_id}`, is a {cleaned(cell.kind, 20)} "
                f"cell; it was read as the {own.kind} cell that it was."
            )
        return Answer(cell.source, cell.number, AS_HANDED_OUT if _is_untouched(own, cell.source) else "")

    def _best(self, own: OwnCell, entry, candidates: list[Cell]) -> Cell | None:
        """The first of the candidates that hold the most of the answer; adds a finding if there are several."""
        best = max(candidates, key=lambda cell: _worth(own, entry, cell), default=None)
        if len(candidates) > 1:
            numbers = numbered("Cell", [cell.number for cell in candidates])
            parts = [cell.number for cell in candidates if _goes_on(entry, best, cell)]
            more = f", and what only {numbered('cell', parts)} define{'s' * (len(parts) == 1)}" if parts else ""
            self.findings.append(f"{numbers} all have the id `{own.grade_id}`; cell {best.number} is graded{more}.")
        return best

    def _named(self, own: OwnCell, entry) -> Cell | None:
        """The first cell that defines the most names of the answer; it may be another answer's, if two were merged."""
        found, defined = max(self._theirs, key=lambda each: len(each[1].intersection(entry)), default=(None, ()))
        if not defined or not defined.intersection(entry):
            return None
        names = ", ".join(f"`{name}`" for name in entry if name in defined)
        self.findings.append(f"Cell {found.number} is graded as the answer `{own.grade_id}`: it defines {names}.")
        return found

    @cached_property
    def _theirs(self) -> list[tuple[Cell, frozenset[str]]]:
        """The code cells with something of the student's, each with the names of answers that it defines. Worked out
        once for all answers, since a notebook may have thousands of long cells."""
        theirs = [cell for cell in self.cells if cell.kind == "code" and not self._is_handed_out(cell)]
        return [(cell, self.asked & _named_in(cell.source)) for cell in theirs]

    def _after_its_task(self, own: OwnCell) -> Cell | None:
        """For an answer in words without an id: the text after the task that it answers."""
        order = list(self.assignment.cells)
        before = order[order.index(own.grade_id) - 1]
        after = (
            self.cells[place + 1 : place + 2]
            for place, cell in enumerate(self.cells)
            if self.meant[cell.number] == before
        )
        return next((cell for cells in after for cell in cells if not self.meant[cell.number]), None)

    def _pieces(self) -> list[Piece]:
        """The pieces to run, in the order of the notebook; an answer that is redefined below runs again at the end."""
        pieces = [piece for cell in self.cells for piece in self._pieces_of(cell) if piece.source.strip()]
        defined = [self.asked & _named_in(piece.source) for piece in pieces]
        again = [(place, piece) for place, piece in enumerate(pieces) if piece.grade_id]
        for place, piece in again:
            answered = [grade_id for grade_id, cell in self.chosen.items() if cell.number == piece.number]
            entries = [name for grade_id in answered for name in self.assignment.entry(grade_id)]
            names = [name for name in entries if name in defined[place]]
            below = zip(pieces[place + 1 :], defined[place + 1 :])
            other = next((each.number for each, its in below if not each.grade_id and its.intersection(names)), 0)
            if other:
                self.findings.append(
                    f"Cell {other} defines {' and '.join(f'`{name}`' for name in names)} once more; "
                    f"the answer in cell {piece.number} is graded."
                )
                pieces.append(piece)
        return pieces

    def _pieces_of(self, cell: Cell) -> Iterator[Piece]:
        """What to run for a cell: what the course gives in it, and what is the student's."""
        grade_id = next((name for name, chosen in self.chosen.items() if chosen is cell), "")
        is_code = bool(self.assignment.entry(grade_id)) if grade_id else cell.kind == "code"
        if not is_code:
            return
        meant = self.meant[cell.number]
        yield Piece(self.given.pop(meant, ""), cell.number, meant)
        source = cell.source if grade_id or self._is_the_students(cell) else self._added_to_ours(cell)
        source, removed = without_magics(source)
        if removed:
            self.findings.append(
                f"Cell {cell.number}: notebook commands were left out, such as `{cleaned(removed[0], 40)}`."
            )
        yield Piece(source, cell.number, grade_id)

    def _added_to_ours(self, cell: Cell) -> str:
        """What a student added to a cell of the course: the lines above and below ours, or, if ours were changed, its
        imports and the names that it sets."""
        own = self.assignment.cells[self.meant[cell.number]]
        if own.answer or own.kind != "code":
            return ""
        added = _around(own.handed_out.strip(), cell.source)
        if not _lines(added):
            return ""
        self.findings.append(f"Cell {cell.number} is the course's; what was added to it was run.")
        return added

    def _is_the_students(self, cell: Cell) -> bool:
        """Whether a cell that is not an answer is run: not if it is the course's, or a second copy of an answer."""
        meant = self.meant[cell.number]
        if not meant:
            return True
        entry, chosen = self.assignment.entry(meant), self.chosen.get(meant)
        if not self.assignment.cells[meant].answer:
            return False
        return not any(_defines(cell.source, name) for name in entry) or bool(chosen and _goes_on(entry, chosen, cell))


def _goes_on(entry, chosen: Cell, cell: Cell) -> bool:
    """Whether a cell is the rest of an answer that was cut in two: it defines names, and none of the first part's."""
    names = {name for name in entry if _defines(cell.source, name)}
    return bool(names) and not any(_defines(chosen.source, name) for name in names)


def _worth(own: OwnCell, entry, cell: Cell) -> int:
    """How much of an answer a cell holds: the number of names that it defines, 1 for any words; 0 if it is a stub."""
    if _is_untouched(own, cell.source):
        return 0
    return sum(_defines(cell.source, name) for name in entry) if entry else 1


def given(assignment: Assignment) -> dict[str, str]:
    """For each code cell of the course's own: its statements that set names for trying answers, and call no answer."""
    own, asked = assignment.cells.values(), _asked(assignment)
    return {
        each.grade_id: "\n".join(
            said
            for said in statements(each.handed_out)
            if _SETS.match(said) and not asked.intersection(_WORD.findall(said))
        )
        for each in own
        if not each.answer and each.kind == "code"
    }


def _asked(assignment: Assignment) -> frozenset[str]:
    """The names that answers have to define."""
    return frozenset(name for own in assignment.cells.values() if own.answer for name in assignment.entry(own.grade_id))


def _defines(source: str, name: str) -> bool:
    return name in _named_in(source)


@lru_cache(maxsize=64)  # a notebook may hold thousands of cells that are each compared with the same long one
def _named_in(source: str) -> frozenset[str]:
    """The names that a source defines at its top level: functions, classes and variables."""
    return frozenset(_DEFINITION.findall(source) + _ASSIGNMENT.findall(source))


def _is_untouched(own: OwnCell, source: str) -> bool:
    """Whether nothing was written into an answer cell; lines removed from it do not count."""
    if own.kind != "code":
        return not source.strip() or _same(own.handed_out, source)
    return not _lines(source) - _lines(own.handed_out) - _NOTHING


@lru_cache(maxsize=64)  # each long cell is compared with all answers
def _lines(source: str) -> frozenset[str]:
    """The lines that are neither blank nor comments."""
    lines = (line.strip() for line in source.split("\n"))
    return frozenset(line for line in lines if line and not line.startswith("#"))


def _around(handed_out: str, source: str) -> str:
    """The lines above and below a code of the course; if that is not there as it was, new imports and names."""
    above, there, below = f"\n{source.strip()}\n".partition(f"\n{handed_out}\n")
    if there:
        return f"{above}\n{below}"
    ours = _lines(handed_out)
    return "\n".join(each for each in statements(source) if _SETS_UP.match(each) and not _lines(each) <= ours)


def _added(handed_out: str, source: str) -> str:
    """What a student wrote into a text of the course, or over it; empty if it may be an earlier version of our text.
    An edit of ours changes some lines; a student keeps all lines and adds to them, or replaces most."""
    ours, theirs = ({line.strip() for line in text.split("\n")} - {""} for text in (handed_out, source))
    if ours <= theirs:
        return "\n".join(line for line in source.split("\n") if line.strip() not in ours).strip()
    words = set(handed_out.split())
    replaced = 2 * len(ours & theirs) < len(ours) and 2 * len(words & set(source.split())) < len(words)
    return source.strip() if replaced and not _same(source, TEXT_STUB) else ""


def _same(text: str, other: str) -> bool:
    return text.split() == other.split()
