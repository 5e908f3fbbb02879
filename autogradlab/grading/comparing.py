"""From the answer of a probe to the points of its trial. Every verdict of the course's grading is made in this file.

An answer is data from a stranger: it may be anything that fits into a frame. The comparison descends along the expected
value, whose depth we know, and an answer earns nothing until it was found to agree.
"""

import builtins
import copy
import math
from functools import lru_cache

import numpy as np

from autogradlab.confine.withheld import Withheld

from .returned import told
from .row import TrialRow

KINDS = {"bool": "b", "int": "i", "uint": "u", "float": "f", "bfloat": "f"}
UNPROVEN = (
    "What a program says about itself counts only alongside right results, and fewer than half of the points "
    "for results were earned."
)
LONGEST_SAYING = 300  # characters
OVER = "It was stopped, because the time for all cells and trials was over."
LARGEST_NUMBER = 2**53  # in an answer that `holds` sees and may quote: a larger number could encode a text
MOST_DIGITS = 20  # in a sentence from `holds`: a count or a measurement has fewer, a list of inputs more
DEEPEST = 20  # lists within lists, in an answer that `holds` sees
MOST_LINES = 20_000  # of all sources together; with more, no line of them is quoted
_ERRORS = {name for name, each in vars(builtins).items() if isinstance(each, type) and issubclass(each, BaseException)}


class OneOf:
    """Several values, each of them right, for a question in which the learner has a choice."""

    def __init__(self, *values):
        self.values = values


def judged(trials, drawn, results, sources, entry=()) -> tuple[TrialRow, ...]:
    """The rows of a question's trials: `drawn` are their inputs, `results` those of the confined probes, `sources` the
    texts of the submission's cells, from which a line may be quoted, and `entry` the names that were asked for."""
    returned = told(trials, results, entry)
    rows = tuple(_row(*each, sources, entry) for each in zip(trials, drawn, results, returned, strict=True))
    return rows if _proven(rows) else tuple(_unproven(row) for row in rows)


def agrees(answer, expected, relative: float = 1e-5, absolute: float = 1e-7) -> bool:
    """Whether an answer is the expected value: the same shape, the same kinds, numbers within the tolerances.

    expected   a number, bool, None, text, array, lists and tuples of these, or `OneOf` several. If both are arrays,
               their kinds (whole numbers, floats, bools) must agree, too. NaN agrees with NaN only.
    answer     plain data (see `confine.Result`); a tensor or array may stand for the list of its numbers
    """
    if isinstance(expected, OneOf):
        return any(agrees(answer, value, relative, absolute) for value in expected.values)
    if isinstance(expected, np.ndarray):
        if _is_record(answer) and (answer["shape"], _kind(answer)) != (list(expected.shape), expected.dtype.kind):
            return False
        expected = expected.tolist()
    answer = _values(answer)
    if isinstance(expected, (list, tuple)):
        return (
            isinstance(answer, list)
            and len(answer) == len(expected)
            and all(agrees(one, other, relative, absolute) for one, other in zip(answer, expected))
        )
    expected = expected.item() if isinstance(expected, np.generic) else expected
    if _is_number(expected):
        return _is_number(answer) and _close(answer, expected, relative, absolute)
    return type(answer) is type(expected) and answer == expected


def stopped(result, sources, entry=()) -> str:
    """Why a probe did not run to its end. An error is reported by its class and the line of the submission that raised
    it, never by its message, which could leak the probe's inputs: that is only compared with Python's own message for a
    missing name, for the names in `entry`, which are no secret."""
    if result.timed_out:
        seconds = result.timed_out.seconds
        return OVER if seconds is None else f"It was stopped after {seconds:g} seconds."
    if not result.error:
        return cleaned(result.ended)
    if gone := next((name for name in entry if result.error.sentence == f"name '{name}' is not defined"), ""):
        return there_is_no(gone)
    if result.error.name == Withheld.__name__:
        return f"What the exercise asks for is left to the course's package{_at(result.error.lines, sources)}."
    name = result.error.name if result.error.name in _ERRORS else "an error of its own kind"
    return f"It raised {name}{_at(result.error.lines, sources)}."


def there_is_no(name: str) -> str:
    """The sentence of a trial if a name that was asked for is missing."""
    return f"There is no `{name}`."


def cleaned(text: str, longest: int = LONGEST_SAYING) -> str:
    """A stranger's text as part of a sentence: one line, no control characters, not long."""
    text = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * longest])
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _row(trial, inputs, result, returned, sources, entry) -> TrialRow:
    """`returned` is a sentence on what the learner's function returned, if that is why there is no usable answer."""
    said = _lacks(trial, inputs, result, sources, entry)
    if said and (returned or not result.completed):
        said, idea = returned or said, ""  # an error, or a missing result, hints at no misconception
    else:
        idea = trial.idea if said else ""
    return TrialRow(
        trial.name, trial.points, 0 if said else trial.points, said, idea, trial.reported or trial.holds is not None
    )


def _lacks(trial, inputs, result, sources, entry) -> str:
    """What is wrong with a result, in a sentence; empty if nothing is."""
    if not result.completed:
        return stopped(result, sources, entry)
    inputs = copy.deepcopy(inputs)
    if trial.holds:
        return _lacks_what_holds(trial, inputs, result.value)
    expected = trial.reference(*inputs)
    return "" if agrees(result.value, expected, trial.relative, trial.absolute) else trial.message


def _lacks_what_holds(trial, inputs, answer) -> str:
    """As `_lacks`, for a trial with `holds`. An answer that makes `holds` raise does not have the form asked for."""
    fallback = trial.message or "It is not as it should be."
    try:
        answer = _plain(answer)
        verdict = trial.holds(answer, inputs)
    except Exception:
        return fallback
    if verdict is True:
        return ""
    return cleaned(verdict) if isinstance(verdict, str) and verdict and not _quotes(verdict, answer) else fallback


def _quotes(verdict: str, answer) -> bool:
    """Whether a sentence contains a text of the answer, or so many digits that they could be inputs."""
    return any(text in verdict for text in _texts(answer)) or sum(map(str.isdigit, verdict)) > MOST_DIGITS


def _proven(rows) -> bool:
    """Whether at least half of the points for results were earned; true where a question has no such points."""
    results = [row for row in rows if not row.reported]
    return 2 * sum(row.earned for row in results) >= sum(row.points for row in results)


def _unproven(row: TrialRow) -> TrialRow:
    if row.reported and row.earned:
        return TrialRow(row.name, row.points, 0, UNPROVEN, reported=True)
    return row


def _at(lines, sources) -> str:
    """Quote the innermost traceback line that is found in the submission; the process could have made up any other."""
    own = _lines_of(tuple(sources))
    for line in reversed(lines):
        if line.text and any(0 < line.number <= len(each) and each[line.number - 1] == line.text for each in own):
            return f" at `{cleaned(line.text, 120)}`"
    return ""


@lru_cache(maxsize=1)  # every trouble of a submission asks anew
def _lines_of(sources: tuple[str, ...]) -> list[list[str]]:
    """The lines of each source, without the space around them; of no source if there are more than MOST_LINES."""
    if sum(source.count("\n") for source in sources) > MOST_LINES:
        return []
    return [[line.strip() for line in source.split("\n")] for source in sources]


def _is_record(value) -> bool:
    return isinstance(value, dict) and value.keys() == {"shape", "dtype", "values"} and isinstance(value["shape"], list)


def _kind(record) -> str:
    """The kind of an array's numbers, as NumPy's letter; empty for complex numbers, objects, texts."""
    name = str(record["dtype"]).removeprefix("torch.")
    return KINDS.get(name.rstrip("0123456789"), "")


def _values(answer):
    """The list or number that an array stands for; anything else as it is."""
    return answer["values"] if _is_record(answer) and _kind(answer) else answer


def _is_number(value) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _close(answer, expected, relative: float, absolute: float) -> bool:
    """Whether two numbers agree; two whole numbers do if they are the same."""
    if answer == expected or (isinstance(answer, int) and isinstance(expected, int)):
        return answer == expected
    try:
        answer, expected = float(answer), float(expected)
    except OverflowError:
        return False
    if math.isnan(expected):
        return math.isnan(answer)
    return math.isfinite(expected) and abs(answer - expected) <= absolute + relative * abs(expected)


def _plain(answer, depth: int = 0):
    """An answer with every array replaced by its list. Errors: ValueError if it is too deep, holds too large a number,
    or is not plain data: such an object is described by texts that the program chose."""
    answer = _values(answer)
    if depth > DEEPEST or isinstance(answer, dict) or (isinstance(answer, int) and abs(answer) > LARGEST_NUMBER):
        raise ValueError("too deep, too large, or not data")
    return [_plain(entry, depth + 1) for entry in answer] if isinstance(answer, list) else answer


def _texts(answer) -> list[str]:
    """The texts in a plain answer."""
    if isinstance(answer, list):
        return [text for entry in answer for text in _texts(entry)]
    return [answer] if isinstance(answer, str) and answer else []


def cut(text: str, longest: int) -> str:
    """The beginning of a text, and how much more there is.

    >>> cut("abcdef", 6), cut("abcdef", 4)
    ('abcdef', 'abcd … (cut; 2 more letters)')
    """
    more = len(text) - longest
    return text if more <= 0 else f"{text[:longest]} … (cut; {more} more letter{'s' * (more != 1)})"


def shared(texts: list[str], longest: int) -> list[str]:
    """Texts, cut to `longest` characters together: each has an equal share, and the others get what short ones leave.

    >>> shared(["a", "bcdefg"], 5)
    ['a', 'bcde … (cut; 2 more letters)']
    """
    share = left = longest
    for place, length in enumerate(sorted(map(len, texts))):
        share = left // (len(texts) - place)
        if length > share:
            break
        left -= length
    return [cut(text, share) for text in texts]
