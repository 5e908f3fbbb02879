"""Is what a learner typed a prediction of a print? It has one try, which is not for what cannot be printed."""

import re

from autogradlab.course.checks import near
from autogradlab.course.checks.arithmetic import Unreadable
from autogradlab.course.checks.reading import read_print
from autogradlab.course.checks.wording import quoted

_CATCHES = re.compile(r"^\s*except\b", re.MULTILINE)
_TEXTS = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'")
_VALUE = re.compile(r"\d|[(){}\[\]∞½]|''|\"\"|\b(true|false|none|nan|inf)\b|backward|accumulategrad", re.IGNORECASE)
_NOTHING = re.compile(r"\b(nothing|(no|without) (output|print)|empty|blank)\b", re.IGNORECASE)
_NO_PREDICTION = re.compile(
    r"(i )?((really|honestly) )?(dont|do not|cannot|can not|cant) (really )?(know|tell|say)( yet| this| that| it)?"
    r"( what it (prints|gives|is))?|(i )?((dont |do not )?have )?(absolutely )?(no|any|an|a) (idea|clue)"
    r"|(im |i am )?(not sure|unsure)( about (this|that|it))?|(i )?dunno( yet)?|idk|who knows|skip|help|tbd"
)


def read_prediction(raw, program: str, key: str, others: tuple[str, ...] = ()) -> str:
    """`read_print` for what this program will print. Errors: Unreadable where no print and no error can be meant.

    A print has a number, `True`, `None`, brackets or the like, or consists of words of the key and of texts that this
    program or `others` print.
    """
    typed = read_print(raw)
    words = _words(typed.replace("'", ""))
    if _CATCHES.search(program) and near.claims_some_error(typed, program) and not _VALUE.search(typed):
        raise Unreadable(
            "This program has an `except`, so an error is not the end of it.",
            "Write all that is printed, a space between lines.",
        )
    if near.claims_error(typed, program + key):
        return typed
    if _NOTHING.search(typed) and not _VALUE.search(typed):
        raise Unreadable(
            f"“{quoted(typed)}” can mean two things.",
            "Python prints `None` where nothing is there. If you expect an error, write `error`.",
        )
    texts = [one or other for one, other in _TEXTS.findall("\n".join((program, *others)))]
    is_theirs = words and set(words) <= set(_words(" ".join([*texts, key])))
    if not (_VALUE.search(typed) or is_theirs) or _NO_PREDICTION.fullmatch(" ".join(words)):
        raise Unreadable(
            f"“{quoted(typed)}” is not a prediction yet.",
            "Write what you expect to be printed, with numbers in digits, such as `3.0`; a guess will do.",
        )
    return typed


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())
