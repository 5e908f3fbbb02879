"""The results of a learner's function at every probe, run in a child process; or why it could not run, in sentences."""

import ast
import math
from dataclasses import dataclass

from autogradlab.confine import ErrorRecord, Outcome, Result, SourceLine, run
from autogradlab.confine import warm_up as warm_up_for
from autogradlab.course.checks.reading import Blank
from autogradlab.course.checks.wording import quoted, with_article

PRELUDE = "import autogradlab as ag"
RELATIVE, SMALLEST = 1e-4, 1e-7
LONGEST_SHOWN = 60
USES_PYTORCH = (
    "Your code uses PyTorch, but the check runs with autogradlab.",
    "Use `ag` as the notebook does at the top: `import autogradlab as ag`.",
)
_LOOPS = ast.For, ast.While, ast.comprehension


class CouldNotRun(Exception):
    """Code that did not run to its end: it raised, never ended or exited. It does not count as an answer.

    `sentence` says what happened, `advice` what to do; `error` is the text by which `error_cards` finds a card.
    """

    def __init__(self, sentence: str, advice: str, error: str = ""):
        super().__init__(sentence)
        self.sentence, self.advice, self.error = sentence, advice, error


@dataclass(frozen=True)
class Outcomes:
    """The result of every probe, and the source that produced them."""

    source: str
    results: tuple[Result, ...]

    def differences(self, key: "Outcomes") -> tuple[bool, ...]:
        """For each probe, whether its result differs from that of the key."""
        return tuple(not _same(one, other) for one, other in zip(self.results, key.results, strict=True))

    def agree_with(self, key: "Outcomes") -> bool:
        return not any(self.differences(key))

    def first_difference(self, key: "Outcomes") -> int:
        return self.differences(key).index(True)

    def said(self, place: int) -> str:
        """The result of a probe, shortened."""
        result = self.results[place]
        if result.error:
            return f"`{result.error.name}`"
        text = _shown(result.value) if result.answered else result.printed.strip()
        return f"`{text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + '…'}`"


def warm_up() -> None:
    """Start the interpreter that will run learners' code, without waiting for it."""
    warm_up_for(PRELUDE)


def outcomes(
    raw, entry: str, programs: tuple[str, ...], seconds: float, starter: str = "", given: str = ""
) -> Outcomes:
    """Run the learner's code, a text or a function, after the program `given`, and then every probe.

    Errors: Blank if the starter is unchanged, Unreadable if there is no source, CouldNotRun.
    """
    from autogradlab.course.checks.learner_code import source_of

    source = source_of(raw)
    if source.strip() == starter.strip():
        raise Blank("Nothing is written yet.")
    _refuse_pytorch(source)
    if getattr(raw, "__name__", entry) != entry:
        source += f"\n{entry} = {raw.__name__}\n"
    outcome = run(source, list(programs), seconds=seconds, prelude=_prelude(given))
    _refuse_what_did_not_run(outcome, source, seconds)
    _refuse_what_lacks(entry, outcome, starter)
    return Outcomes(source, outcome.results)


def _prelude(given: str) -> str:
    """The code that runs before the learner's, without shifting the learner's line numbers."""
    return f"{PRELUDE}\n{given}" if given else PRELUDE


#: Keeps the last value that a function returned, for a probe that raises because of it.
_WITNESS = """
def _witnessed(function):
    def witness(*arguments, **named):
        witness.gave = [function(*arguments, **named)]
        return witness.gave[0]
    return witness
{entry} = _witnessed({entry})
"""
_WITNESSED = """
try:
    exec({program!r})
except Exception:
    gave, = {entry}.gave
    answer = f"{{type(gave).__name__}} {{gave!r}}"
"""


def given_back(source: str, entry: str, program: str, seconds: float, given: str = "") -> str:
    """The type and the repr of the last value that the function returned in a probe that raises; empty if unknown."""
    if f"class {entry}" in source:
        return ""
    witnessed = _WITNESSED.format(program=program, entry=entry)
    outcome = run(source + _WITNESS.format(entry=entry), [witnessed], seconds=seconds, prelude=_prelude(given))
    result = next(iter(outcome.results), None)
    return str(result.value) if result and result.completed and result.answered else ""


def could_not_go_on(entry: str, gave: str, error: ErrorRecord) -> CouldNotRun:
    """The error for a probe that raised outside the learner's lines, because of what the function returned."""
    said = f"{error.name}: {error.sentence}"
    kind, _, text = gave.partition(" ")
    if kind == "NoneType":
        return CouldNotRun(f"`{entry}` gave back `None`", "Does it end with `return`?", said)
    what = with_article(quoted(kind))
    advice = f"The check cannot go on with it: {quoted(error.sentence, 120)}. Compare it with what the task asks for."
    if kind == "tuple" and text.endswith(",)"):
        advice = "There is one value in it: take that one out with `[0]`."
    shown = "" if " at 0x" in text else f"`{quoted(' '.join(text.split()), LONGEST_SHOWN)}`, "  # no memory addresses
    return CouldNotRun(f"`{entry}` gave back {shown}{what}", advice, said)


def _refuse_pytorch(source: str) -> None:
    """Raise CouldNotRun for an import of torch: it takes seconds or is missing, and its tensors are not a probe's."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return  # the run reports it
    for node in ast.walk(tree):
        modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        modules += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        if any(module.split(".")[0] == "torch" for module in modules):
            raise CouldNotRun(*USES_PYTORCH)


def could_not_run(error: ErrorRecord) -> CouldNotRun:
    """The learner's own error as a sentence, with the line that raised it."""
    if error.name == "NameError" and "'torch'" in error.sentence:  # written without an import
        return CouldNotRun(*USES_PYTORCH)
    at = error.lines[-1] if error.lines else None
    where = (
        f"Look at line {at.number}: `{at.text.strip()}`"
        if at
        else "Compare what it takes and what it gives with the task."
    )
    said = f"{error.name}: {error.sentence}"
    words = f": {quoted(error.sentence, 120)}" if error.sentence else "."  # an `assert` often comes without
    return CouldNotRun(f"Your code raised `{error.name}`{words}", where, said)


def _refuse_what_did_not_run(outcome: Outcome, source: str, seconds: float) -> None:
    if outcome.timed_out:
        raise CouldNotRun(f"Your code was stopped after {seconds:g} seconds.", _slow(outcome.timed_out.line, source))
    if outcome.ended:
        raise CouldNotRun(outcome.ended, "Nothing happened to the notebook. Take that line out and check again.")
    if outcome.error:
        raise could_not_run(outcome.error)


def _slow(at: SourceLine | None, source: str) -> str:
    """A sentence on the line where the code was stopped, if that is known; for a loop in pure Python it always is."""
    if not at:
        return "One step takes too long, or what comes out is too large. Compute less at once."
    loops = any(isinstance(node, _LOOPS) for node in ast.walk(ast.parse(source)))
    question = "Which loop never ends?" if loops else "What takes so long there, or grows so large?"
    return f"It was at line {at.number}: `{at.text.strip()}`. {question}"


def _refuse_what_lacks(entry: str, outcome: Outcome, starter: str) -> None:
    missing = next((result.error for result in outcome.results if result.error), None)
    if missing and missing.name == "NameError" and f"'{entry}'" in missing.sentence:
        kind, keyword = ("class", "class") if f"class {entry}" in starter else ("function", "def")
        raise CouldNotRun(f"There is no `{entry}` in your code.", f"Write it as a {kind}: `{keyword} {entry}(...):`")


def _same(one: Result, other: Result) -> bool:
    if one.error or other.error:
        return bool(one.error and other.error) and one.error.name == other.error.name
    if not (one.answered or other.answered):
        return one.printed == other.printed
    return _alike(one.value, other.value)


def _alike(one, other) -> bool:
    """Whether two plain values agree; numbers within a tolerance, arrays by shape and numbers."""
    one, other = _numbers(one), _numbers(other)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_alike, one, other))
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        both_nan = isinstance(one, float) and isinstance(other, float) and math.isnan(one) and math.isnan(other)
        return both_nan or math.isclose(one, other, rel_tol=RELATIVE, abs_tol=SMALLEST)
    return one == other


def _numbers(value):
    return value["values"] if isinstance(value, dict) and value.get("values") is not None else value


def _shown(value) -> str:
    value = _numbers(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(_shown, value)) + "]"
    if isinstance(value, dict):
        return value.get("repr", "") or f"an array of shape {tuple(value.get('shape', ()))}"
    return f"{value:.6g}" if isinstance(value, float) else repr(value)  # a text with its quotes: '8' is not 8
