"""The judge: from the bytes of a hand-in to a row. It knows the answers, so no student's program runs in its process.

`confine.run_cells` runs the program: the student's cells in order, then probes, with inputs that were drawn for this
submission. Only data comes back, and `comparing` decides what it is worth.
"""

import platform
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from autogradlab.confine import CellsOutcome, Probe, Result, run_cells
from autogradlab.confine.conversation import NOT_REACHED

from . import seeds
from .assignment import Assignment
from .comparing import cleaned, cut, judged, stopped, there_is_no
from .kit import grader
from .reading import NotGraded
from .row import (
    CORRECT,
    CRASHED,
    FOR_A_HUMAN,
    GRADED,
    NOT_ATTEMPTED,
    PARTLY,
    TIMED_OUT,
    WRONG,
    QuestionRow,
    Row,
    TrialRow,
    digest,
    not_graded,
)
from .rubric import Question
from .statements import each_in_its_place
from .submission import MISSING, Answer, Piece, Submission, defined_in, listed, numbered, read
from .together import alone, apart, each_apart, together

CELL_SECONDS, SPARE_SECONDS = 10.0, 60.0
OTHER_SECONDS = 120.0  # from the first judgment on: the time in which `_other_ways` of judging an answer may begin
LONGEST_ANSWER, LONGEST_PRINT = 20_000, 2_000  # characters
MOST_FINDINGS, MOST_REASONS = 30, 3
_NEVER_RAN = "SyntaxError", "IndentationError", "TabError"


def judge(assignment: Assignment, student: str, data: bytes, *, secret: bytes, level: int) -> Row:
    """The row of one submission: the same for the same bytes, secret and level, whatever the bytes are.

    Errors: confine.Unfit if this machine cannot run programs at that level.
    """
    try:
        submission = read(assignment, data)
    except NotGraded as why:
        return not_graded(student, assignment.stem, why.status, str(why), data, versions=_versions())
    return _Judging(assignment, submission, data, secret, level).row(student)


class _Judging:
    """The judgment of one submission."""

    def __init__(self, assignment: Assignment, submission: Submission, data: bytes, secret: bytes, level: int):
        self.assignment, self.submission, self.level = assignment, submission, level
        self.digest, self.secret = digest(data), secret
        self.inputs = {question.cell: self._drawn(question) for question in assignment.questions}
        self.others_until, self.unsteady = 0.0, []

    def row(self, student: str) -> Row:
        """Judge all questions and return the submission's row."""
        asked = [each for each in self.assignment.questions if not self.submission.answers[each.cell].nothing]
        outcome, cells, found = self._answered(asked)
        self.others_until = time.monotonic() + OTHER_SECONDS
        found = {question.cell: self._on_its_own(question, found, cells) for question in asked}
        return Row(
            student,
            self.assignment.stem,
            self.digest,
            GRADED,
            level=outcome.level,
            seed=seeds.name(self.secret, self.assignment.version, self.digest),
            versions=_versions(("assignment", self.assignment.version[:12])),
            questions=tuple(self._questions(found)),
            findings=_findings(self.submission, outcome, self.unsteady),
        )

    def _drawn(self, question: Question) -> list[tuple]:
        known = self.secret, self.assignment.version, question.cell, self.digest
        return seeds.drawn(question, lambda place: seeds.seed(*known, place))

    def _order(self, count: int) -> list[int]:
        return seeds.order(self.secret, self.assignment.version, self.digest, count)

    def _answered(self, questions: list[Question]) -> tuple[CellsOutcome, dict[int, Result], dict[str, QuestionRow]]:
        """(outcome of the run, results of the cells by number, rows of the questions by cell): all questions are judged
        together first, then those that are not right once more."""
        pieces = self.submission.pieces
        outcome = self._run(pieces, together(questions, self.inputs, self._order))
        cells, results = _of_cells(pieces, outcome), apart(questions, outcome.results, self._order)
        found = {
            question.cell: self._judged(question, cells, results[question.cell])
            for question in questions
            if question.cell in results
        }
        again = [each for each in questions if each.cell not in found or found[each.cell].status != CORRECT]
        if again:
            found |= self._alone(_alive(pieces, outcome), again, cells, found)
        return outcome, cells, found

    def _alone(
        self, pieces: Sequence[Piece], questions: list[Question], cells: dict[int, Result], before: dict
    ) -> dict[str, QuestionRow]:
        """The rows of questions with each trial in a process of its own. One that is better than `before` has to be so
        twice: an answer that changes from run to run must not gain from a second try."""
        most, start = SPARE_SECONDS + sum(each.seconds * len(each.trials) for each in questions), time.monotonic()
        outcome, first = self._each_alone(pieces, questions)
        found = {question.cell: self._judged(question, cells, first[question.cell]) for question in questions}
        known = [each for each in questions if each.cell in before]
        better = [each for each in known if found[each.cell].earned > before[each.cell].earned]
        left = most - (time.monotonic() - start)
        if better and left > most / 2:  # a second run may take as long again, so that both stay within `most`
            _, second = self._each_alone(_alive(pieces, outcome), better, left)
            for question in better:
                steady = self._steady(question, first[question.cell], second[question.cell])
                found[question.cell] = self._judged(question, cells, steady)
        return found

    def _each_alone(
        self, pieces: Sequence[Piece], questions: list[Question], seconds: float | None = None
    ) -> tuple[CellsOutcome, dict[str, list[Result]]]:
        outcome = self._run(pieces, alone(questions, self.inputs, self._order), seconds)
        return outcome, each_apart(questions, outcome.results, self._order)

    def _steady(self, question: Question, first: list[Result], second: list[Result]) -> list[Result]:
        """The worse of two results of each trial (the first if the second is missing); notes if a second is worse."""
        sources = [piece.source for piece in self.submission.pieces]
        rows = (judged(question.trials, self.inputs[question.cell], each, sources) for each in (first, second))
        worse = [
            two if other.earned < one.earned and two.ended != NOT_REACHED else result
            for result, two, one, other in zip(first, second, *rows)
        ]
        if worse != first:
            self.unsteady.append(question.cell)
        return worse

    def _run(self, pieces: Iterable[Piece], probes: list[Probe], seconds: float | None = None) -> CellsOutcome:
        """Run the pieces, then the probes, within `seconds` in total; by default, that is enough for every probe."""
        return run_cells(
            [piece.source for piece in pieces],
            probes,
            seconds=CELL_SECONDS,
            prelude=self.assignment.prelude,
            total=SPARE_SECONDS + sum(probe.seconds for probe in probes) if seconds is None else seconds,
            level=self.level,
        )

    def _judged(self, question: Question, cells: dict[int, Result], results: list[Result]) -> QuestionRow:
        answer, sources = self.submission.answers[question.cell], [piece.source for piece in self.submission.pieces]
        cell = cells.get(answer.number, Result())
        trials = judged(question.trials, self.inputs[question.cell], results, sources, question.entry)
        earned = sum(trial.earned for trial in trials)
        status = _status(question, earned, cell, results)
        return QuestionRow(
            question.cell,
            status,
            question.points,
            earned,
            _reason(status, trials, cell, sources, _nameless(question, trials, answer) if cell.completed else ""),
            trials,
            cut(_sound(answer.source), LONGEST_ANSWER),
            _begun(cell.printed + cell.stderr),
        )

    def _on_its_own(self, question: Question, found: dict[str, QuestionRow], cells: dict[int, Result]) -> QuestionRow:
        """The best row of a question: the one in `found`, or one by `_other_ways`. Output and errors of its cell stay
        those of the first run, in which the course's answers were not present."""
        row = found[question.cell]
        for pieces in self._other_ways(question, found, cells):
            if row.status != CORRECT and time.monotonic() < self.others_until:
                again = self._alone(pieces, [question], cells, found | {question.cell: row})[question.cell]
                row = again if again.earned > row.earned else row
        return row

    def _other_ways(
        self, question: Question, found: dict[str, QuestionRow], cells: dict[int, Result]
    ) -> Iterable[Sequence[Piece]]:
        """Other lists of pieces with which to judge an answer that is not right.

        One leaves out the cells below it, which may have redefined a name that it uses (`sum = 0`), unless the answer
        changed from run to run. If its cell lacked a name, it is run once more below all others, which may have been
        the student's order. Cells that failed are taken apart: what stopped them may be missing here only, such as a
        package. If it uses another answer that is not right, the course's own replaces that: a mistake costs points
        once.
        """
        whole, here = self.submission.pieces, self._up_to(question)
        lame = [need for need in question.needs if need not in found or found[need].status != CORRECT]
        more_below = len(here) < len(whole) and question.cell not in self.unsteady
        if more_below:
            yield here
        number = self.submission.answers[question.cell].number
        if (error := cells.get(number, Result()).error) and error.name == "NameError":
            yield (*whole, *(piece for piece in whole if piece.number == number))
        if failed := {place for place, each in cells.items() if each.error and each.error.name not in _NEVER_RAN}:
            yield [part for piece in whole for part in (_parts(piece) if piece.number in failed else [piece])]
        if lame:
            yield self._helped(whole, lame)
        if lame and more_below:
            yield self._helped(here, lame)

    def _up_to(self, question: Question) -> Sequence[Piece]:
        """The pieces up to and including the cell that answers a question."""
        pieces, number = self.submission.pieces, self.submission.answers[question.cell].number
        place = next((place for place, piece in enumerate(pieces, 1) if piece.number == number), len(pieces))
        return pieces[:place]

    def _helped(self, pieces: Sequence[Piece], lame: list[str]) -> list[Piece]:
        """The pieces with the course's own answers for `lame`, in place of a cell, or after one with other answers."""
        own, numbers = self.assignment.cells, {name: each.number for name, each in self.submission.answers.items()}
        there = {piece.number for piece in pieces}
        helped = [Piece(own[name].solved, 0, name) for name in lame if numbers[name] not in there]
        for piece in pieces:
            answers = [name for name, number in numbers.items() if number == piece.number]
            solved = [own[name].solved for name in lame if name in answers]
            kept = [] if solved and set(answers) <= set(lame) else [piece.source]
            helped.append(replace(piece, source="\n".join(kept + solved)))
        return helped

    def _questions(self, found: dict[str, QuestionRow]) -> Iterable[QuestionRow]:
        """Every question and every answer in words, in the order of the rubric."""
        for question in self.assignment.questions:
            answer = self.submission.answers[question.cell]
            yield found.get(question.cell) or _unanswered(question.cell, question.points, answer, question.entry)
        for grade_id, points in self.assignment.written.items():
            answer = self.submission.answers[grade_id]
            if answer.nothing and not answer.elsewhere:
                yield _unanswered(grade_id, points, answer)
            else:
                text = cut(_sound(answer.elsewhere or answer.source), LONGEST_ANSWER)
                yield QuestionRow(grade_id, FOR_A_HUMAN, points, 0, _where_it_stands(answer), answer=text)


def _begun(printed: str) -> str:
    """The beginning of what a cell printed. How much was cut is unknown, since a run keeps only a part of it."""
    return printed if len(printed) <= LONGEST_PRINT else f"{printed[:LONGEST_PRINT]} … (cut; it printed more)"


def _alive(pieces: Sequence[Piece], outcome: CellsOutcome) -> list[Piece]:
    """The pieces without those that ended the run or had to be stopped; what there was no time left for, stays. An
    answer that did is taken apart into its statements: what it defines may be right, and only its demonstration too
    slow."""
    alive = []
    for piece, result in zip(pieces, outcome.cells):
        cut_short = result.timed_out and result.timed_out.seconds is None
        if result.ended == NOT_REACHED or cut_short or not (result.timed_out or result.ended):
            alive.append(piece)
        elif piece.grade_id and len(parts := _parts(piece)) > 1:
            alive += parts
    return alive


def _parts(piece: Piece) -> list[Piece]:
    """A piece taken apart into its statements."""
    return [replace(piece, source=part) for part in each_in_its_place(piece.source)] or [piece]


def _of_cells(pieces: Iterable[Piece], outcome: CellsOutcome) -> dict[int, Result]:
    """The result of each cell by its number; of one that was run twice, the first."""
    results = {}
    for piece, result in zip(pieces, outcome.cells):
        results.setdefault(piece.number, result)
    return results


def _status(question: Question, earned: int, cell: Result, results: list[Result]) -> str:
    if earned == question.points:
        return CORRECT
    if earned:
        return PARTLY
    if cell.timed_out or all(result.timed_out for result in results):
        return TIMED_OUT
    if cell.ended or all(result.ended for result in results):
        return CRASHED
    unwritten = all(result.error and result.error.name == "NotImplementedError" for result in results)
    return NOT_ATTEMPTED if unwritten else WRONG


def _reason(status: str, trials: tuple[TrialRow, ...], cell: Result, sources: list[str], nameless: str) -> str:
    """Why a question is not entirely right, in a few sentences; `nameless` replaces those on a missing name."""
    if status == CORRECT:
        return ""
    if status == NOT_ATTEMPTED:
        return "It only raises NotImplementedError."
    said = list(dict.fromkeys(trial.said for trial in trials if trial.said))
    if nameless:
        said = [nameless, *(each for each in said if not nameless.startswith(each.removesuffix(".")))]
    more = f"(and {len(said) - MOST_REASONS} more)" if len(said) > MOST_REASONS else ""
    return " ".join(filter(None, [_trouble("The answer cell", cell, sources), *said[:MOST_REASONS], more]))


def _nameless(question: Question, trials: tuple[TrialRow, ...], answer: Answer) -> str:
    """A sentence on a missing name and what the answer cell defines in its place; empty if no name is missing."""
    said = {trial.said for trial in trials}
    if not (gone := next((name for name in question.entry if there_is_no(name) in said), "")):
        return ""
    names = [f"`{cleaned(name, 40)}`" for name in defined_in(answer.source) if name != gone]
    more = [f"{len(names) - MOST_REASONS} more"] if len(names) > MOST_REASONS else []
    defined = f"; your cell defines {listed(names[:MOST_REASONS] + more)}" if names else ""
    return f"{there_is_no(gone).removesuffix('.')} after your cells have run{defined}."


def _trouble(which: str, cell: Result, sources: list[str]) -> str:
    """Sentences on a cell that did not run to its end. It had seen no hidden input, so its error may be quoted."""
    if cell.completed:
        return ""
    said = stopped(cell, sources)
    if cell.error:
        sentence = cleaned(cell.error.sentence, 120) or "without a word"
        said = f"{said.removesuffix('.')}: {sentence}{'' if sentence.endswith(('.', '!', '?', '…')) else '.'}"
    return f"{which} did not run to its end. {said}"


def _unanswered(grade_id: str, points: int, answer: Answer, entry: tuple[str, ...] = ()) -> QuestionRow:
    """The row of a question without an answer."""
    defined = f", and none that defines `{entry[0]}`" if entry else ""
    reason = (
        f"The answer is missing: the notebook has no cell `{grade_id}`{defined}."
        if answer.nothing == MISSING
        else "The answer cell is as it was handed out."
    )
    return QuestionRow(grade_id, NOT_ATTEMPTED, points, 0, reason, answer=cut(_sound(answer.source), LONGEST_ANSWER))


def _where_it_stands(answer: Answer) -> str:
    """A sentence on where an answer in words was found instead of in its cell; empty if it was not elsewhere."""
    if not answer.elsewhere:
        return ""
    what = "missing" if answer.nothing == MISSING else "empty"
    return f"The answer cell is {what}; this is from {numbered('cell', answer.cells)}."


def _findings(submission: Submission, outcome: CellsOutcome, unsteady: list[str]) -> tuple[str, ...]:
    """Findings on the notebook's form, on answers that changed from run to run, and on added cells that failed."""
    sources = [piece.source for piece in submission.pieces]
    failed = [
        (piece, result)
        for piece, result in zip(submission.pieces, outcome.cells)
        if not piece.grade_id and not result.completed
    ]
    troubles = [
        _trouble(f"Cell {piece.number}, which was added,", result, sources) for piece, result in failed[:MOST_FINDINGS]
    ]
    differing = [
        f"The answer `{cell}` came out differently from run to run; the worse run counts."
        for cell in dict.fromkeys(unsteady)
    ]
    empty = all(each.nothing and not each.elsewhere for each in submission.answers.values())
    told = [*(["No answer was worked on: is this the file that was to be handed in?"] * empty), *submission.findings]
    found = [*told, *differing, *troubles]
    unsaid = len(told) + len(differing) + len(failed) - MOST_FINDINGS
    more = [f"There are {unsaid} more findings."] if unsaid > 0 else []
    return tuple(map(_sound, found[:MOST_FINDINGS] + more))


def _versions(*more: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    return (("grader", grader()[:12]), *more, ("numpy", np.__version__), ("python", platform.python_version()))


def _sound(text: str) -> str:
    """A text that can be written to a file: lone surrogates are replaced by question marks."""
    return text.encode("utf-8", "replace").decode()
