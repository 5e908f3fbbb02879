"""The records that a caller gets: plain and frozen, made from frames that may hold anything at all."""

import signal
from dataclasses import dataclass, field, replace

from .layers.processes import EXCESSES

LONGEST_PRINT = 10_000  # characters of each stream
LONGEST_SENTENCE = 2_000
STATUSES = range(-64, 256)  # of a process that ended: a signal as a negative number, or an exit code
LARGEST_BITS = 1_000  # of a whole number; one this small can be converted to a float
MOST_ENTRIES = 100_000  # of a value, with its lists: an honest sender (`plain`) stops far below; this protects memory
STREAMS = ("printed", "stderr")


@dataclass(frozen=True)
class SourceLine:
    """A line of the learner's own source: its number from 1, and its text."""

    number: int
    text: str


@dataclass(frozen=True)
class ErrorRecord:
    """An error that ended a program: class, message, notes, and the lines of the learner's source that led to it.

    `lines` goes from the outermost to the innermost; it is empty where the error arose outside the source.
    """

    name: str
    sentence: str
    notes: tuple[str, ...] = ()
    lines: tuple[SourceLine, ...] = ()


@dataclass(frozen=True)
class TimedOut:
    """A time-out, after the program's own limit; `seconds` is None if the time for everything was over before.
    `line` is the line that the program had reached, None if that could not be found out."""

    seconds: float | None
    line: SourceLine | None = None


@dataclass(frozen=True)
class Result:
    """The result of one program.

    value      `answer` as plain data: number, bool, None, text, nested list, or a dict for other types:
               {"shape", "dtype", "values"} for an array or tensor ("values" is None beyond 10,000 numbers),
               {"type", "repr"} for anything else
    answered   whether the program set `answer` at all
    printed    standard output, at most 10,000 characters; `stderr` is the other stream, warnings among it
    error, timed_out, ended   why it did not run to its end; `ended` is a sentence about an exit or a crash
    """

    value: object = None
    answered: bool = False
    printed: str = ""
    stderr: str = ""
    error: ErrorRecord | None = None
    timed_out: TimedOut | None = None
    ended: str = ""

    @property
    def completed(self) -> bool:
        """Whether the program ran to its end."""
        return not (self.error or self.timed_out or self.ended)


@dataclass(frozen=True)
class Outcome:
    """The source's own result, and one for each probe; no probe is run if the source did not complete."""

    program: Result
    results: tuple[Result, ...] = ()

    @property
    def printed(self) -> str:
        """What the source printed; probes have their own."""
        return self.program.printed

    @property
    def error(self) -> ErrorRecord | None:
        """The error that the source itself ended with; a probe has its own."""
        return self.program.error

    @property
    def timed_out(self) -> TimedOut | None:
        """The time-out of the source or of a probe; None if there was none."""
        return next((result.timed_out for result in self._all if result.timed_out), None)

    @property
    def ended(self) -> str:
        """The first exit or crash, of the source or of a probe, as a sentence; empty if there was none."""
        return next((result.ended for result in self._all if result.ended), "")

    @property
    def _all(self) -> tuple[Result, ...]:
        return (self.program, *self.results)


@dataclass(frozen=True)
class Probe:
    """A small program that examines the names that the cells left and sets `answer`.

    It finds the plain data `inputs` under that name (tuples have become lists). `seconds` replaces the common limit.
    """

    source: str
    inputs: object = None
    seconds: float | None = None


@dataclass(frozen=True)
class CellsOutcome:
    """One result for each cell and probe, in order; `level` is the confinement that was in force (see `levels`)."""

    cells: tuple[Result, ...]
    results: tuple[Result, ...]
    level: int


@dataclass
class Draft:
    """A result in the making: takes frames until one of them is the last. Errors: ValueError for anything else."""

    seconds: float | None
    result: Result = field(default_factory=Result)

    def take(self, frame: dict) -> bool:
        """Take in a frame; returns whether it was the last one."""
        try:
            return _TAKERS[frame.get("is")](self, frame)
        except (LookupError, TypeError, AttributeError, OverflowError):
            raise ValueError("no frame of ours") from None

    def take_text(self, frame: dict) -> bool:
        stream = STREAMS[frame["stream"]]
        text = (getattr(self.result, stream) + _text(frame["text"], LONGEST_PRINT))[:LONGEST_PRINT]
        self.result = replace(self.result, **{stream: text})
        return False

    def take_done(self, frame: dict) -> bool:
        _refuse_too_many(frame["value"])
        error = frame["error"] and _error(frame["error"])
        self.result = replace(self.result, value=_sound(frame["value"]), answered=bool(frame["answered"]), error=error)
        return True

    def take_late(self, frame: dict | None = None) -> bool:
        line = frame and frame["line"] and _line(frame["line"])
        self.result = replace(self.result, timed_out=TimedOut(self.seconds, line or None))
        return True

    def take_exit(self, frame: dict) -> bool:
        return self.take_end("The program left with `exit()`.")  # an exit code could give away an input

    def take_gone(self, frame: dict) -> bool:
        return self.take_end(_death(frame["status"], frame.get("much", "")))

    def take_end(self, sentence: str) -> bool:
        self.result = replace(self.result, ended=sentence)
        return True


_TAKERS = {
    "text": Draft.take_text,
    "done": Draft.take_done,
    "late": Draft.take_late,
    "exit": Draft.take_exit,
    "gone": Draft.take_gone,
}


def _death(status: int, much: str) -> str:
    """How a process ended, in a sentence; a negative status is the signal that ended it.

    The sentence quotes no text from the frame, which the program may have written itself. Errors: ValueError, TypeError
    for other statuses.
    """
    status = STATUSES[STATUSES.index(status)]
    if much in EXCESSES:
        return f"The program used {much} and was stopped."
    if status >= 0:
        return f"The process ended itself with exit code {status}."
    name = next((each.name for each in signal.Signals if each == -status), f"the signal {-status}")
    return f"The process was ended by {name}."


def _error(record: dict) -> ErrorRecord:
    return ErrorRecord(
        _text(record["name"], 100),
        _text(record["sentence"]),
        tuple(map(_text, record["notes"][:10])),
        tuple(map(_line, record["lines"][:20])),
    )


def _refuse_too_many(value) -> None:
    """Refuse a value of more than MOST_ENTRIES. Errors: ValueError."""
    waiting, left = [value], MOST_ENTRIES
    while waiting:
        each = waiting.pop()
        if isinstance(each, (list, dict)):
            waiting += each.values() if isinstance(each, dict) else each
            left -= len(each)
        if left < 0:
            raise ValueError("too many entries")


def _line(record: dict) -> SourceLine:
    return SourceLine(int(record["number"]), _text(record["text"], 200))


def _text(value, longest: int = LONGEST_SENTENCE) -> str:
    return _sound(str(value)[:longest])


def _sound(value):
    """The same value, with texts that can be encoded and whole numbers that are small enough to compute with.

    A lone surrogate becomes a question mark; a larger number is replaced by a description.
    """
    if isinstance(value, list):
        return [_sound(entry) for entry in value]
    if isinstance(value, dict):
        return {_sound(key): _sound(entry) for key, entry in value.items()}
    if isinstance(value, int) and value.bit_length() > LARGEST_BITS:
        return {"type": "int", "repr": str(value)[:LONGEST_SENTENCE]}
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
