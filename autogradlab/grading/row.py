"""The result of grading one submission, as plain frozen records: what the judge writes, the gradebook keeps and
reports show. The same submission gives the same row, byte for byte, so it holds no times and no name of a machine.
"""

import hashlib
import json
from dataclasses import asdict, dataclass

CORRECT = "correct"
PARTLY = "partly correct"
WRONG = "wrong"
NOT_ATTEMPTED = "not attempted"
CRASHED = "crashed"
TIMED_OUT = "timed out"
UNREADABLE = "unreadable"
REFUSED = "refused"
FOR_A_HUMAN = "for a human"
GRADED = "graded"


@dataclass(frozen=True)
class TrialRow:
    """One trial: its points, what it earned, and the judge's sentence where it earned less. `idea` is the id of a
    misconception that usually lies behind such a loss; it is empty if nothing was lost, or by an error: a misspelt name
    says nothing about gradients. `reported` says that the submission's own process reported what was compared (it then
    counts only alongside right results)."""

    name: str
    points: int
    earned: int
    said: str = ""
    idea: str = ""
    reported: bool = False


@dataclass(frozen=True)
class QuestionRow:
    """One question: the grade_id of its answer cell, what it earned of its points, one of the statuses above, and a
    reason in the judge's words (empty where everything is right). `answer` is the text of the answer cell, cut to
    20,000 characters; `printed` what that cell printed, cut to 2,000: both are the student's and are escaped
    wherever shown."""

    question: str
    status: str
    points: int
    earned: int
    reason: str = ""
    trials: tuple[TrialRow, ...] = ()
    answer: str = ""
    printed: str = ""


@dataclass(frozen=True)
class Row:
    """One submission.

    exercise     the stem, such as "04_accumulate"
    submission   SHA-256 of its bytes, in hex; empty where no bytes could be read
    status       GRADED, UNREADABLE, REFUSED or CRASHED; `reason` says why it is not graded
    level        the confinement in force, 3 isolated, 2 confined, 1 separated; 0 where nothing was run
    seed         names the inputs that were drawn (not the secret they were drawn with)
    versions     of the grader, the assignment, NumPy and Python, as (name, text) pairs
    findings     sentences on the notebook, on cells and answers that cause trouble, and on how it was handed in
    """

    student: str
    exercise: str
    submission: str
    status: str
    reason: str = ""
    level: int = 0
    seed: str = ""
    versions: tuple[tuple[str, str], ...] = ()
    questions: tuple[QuestionRow, ...] = ()
    findings: tuple[str, ...] = ()

    @property
    def earned(self) -> int:
        """Points earned so far, from a program and, in a row with marks, from a human."""
        return sum(question.earned for question in self.questions)

    @property
    def points(self) -> int:
        """All points that could be earned so far: without those that a human has yet to give."""
        return sum(question.points for question in self.questions if question.status != FOR_A_HUMAN)

    @property
    def open_points(self) -> int:
        """Points that a human has yet to give."""
        return sum(question.points for question in self.questions if question.status == FOR_A_HUMAN)

    def to_json(self) -> str:
        """One line of JSON, the same for the same row."""
        return json.dumps(asdict(self), ensure_ascii=True, sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Row":
        """The row that `to_json` wrote."""
        data = json.loads(text)
        questions = tuple(
            QuestionRow(**{**each, "trials": tuple(TrialRow(**trial) for trial in each["trials"])})
            for each in data["questions"]
        )
        versions = tuple(map(tuple, data["versions"]))
        return cls(**{**data, "questions": questions, "versions": versions, "findings": tuple(data["findings"])})


def not_graded(student: str, exercise: str, status: str, reason: str, data: bytes = b"", **more) -> Row:
    """The row of a hand-in that is not graded, with the reason. It has no questions: an unjudged 0 is not a result."""
    return Row(student, exercise, digest(data) if data else "", status, reason, **more)


def digest(data: bytes) -> str:
    """The name of a submission: SHA-256 of its bytes, in hex."""
    return hashlib.sha256(data).hexdigest()
