"""What a learner can do with the log: look at it as a table, and export it to a file to hand in.

An export holds the fields of a record and nothing else. An answer in words that neither the check nor Python would
write is left out, so no name, path or sentence is exported unnoticed.
"""

import builtins
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from autogradlab.course.checks import log, registry
from autogradlab.course.checks.log_lines import SCHEMA, written

LEFT_OUT = "(text)"
FIELDS_IN_WORDS = {
    "v": "the form of the records",
    "learner": "a random name made on this computer, or your course code",
    "item": "which check",
    "seed": "which numbers it had",
    "attempt": "which attempt it was",
    "answer": "your answer, shortened",
    "verdict": "passed, not yet, or revealed",
    "tag": "what is behind a wrong answer: an idea, a near miss, or undecided between two",
    "confidence": "guess, think so, or sure",
    "hint": "the highest hint opened so far",
    "seconds": "how long it took, roughly",
    "day": "the date",
    "phase": "before or after the course, for its inventory",
}
_SHOWN = ("day", "item", "verdict", "hint", "tag", "answer")
#: The inventory says nothing about its answers until it has been taken a second time, after the course.
_BLIND = {"verdict": "given", "tag": "", "answer": ""}
_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_WORD = re.compile(r"[^\W\d]+")
_PRINTED = {"none", "true", "false", "nan", "inf", "tensor", "array", "size", "torch", "float", "int", "bool", "dtype"}
_PRINTED |= {"grad_fn", "requires_grad", "device", "cpu", "accumulategrad", "error", "raises"}
_PRINTED |= {name.lower() for name, kind in vars(builtins).items() if isinstance(kind, type)}


def show() -> str:
    """The log as a table, one line per record. Errors: OSError where the user has no home folder."""
    records = log.attempts()
    ended = any(record["item"].endswith("-end") and record["phase"] == "after" for record in records)
    shown = [record if ended or not record["phase"] else record | _BLIND for record in records]
    rows = [[_printable(str(record[name])) for name in _SHOWN] for record in shown]
    widths = [max(map(len, column)) for column in zip(_SHOWN, *rows)]
    table = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in (_SHOWN, *rows)]
    return "\n".join([f"{counted(len(rows))} in {log.file()}", *(table if rows else ())])


def counted(number: int) -> str:
    """ "1 record", "2 records"."""
    return f"{number:,} record{'' if number == 1 else 's'}"


def leaving(code: str = "", text: bool = False) -> list[dict]:
    """The records as exported: `code` replaces the learner's random name, `text` keeps every answer.

    Errors: ValueError for a code that is too long, or holds more than letters, digits and . _ -
    """
    if code and not _CODE.fullmatch(code):
        raise ValueError(
            f"“{code}” cannot be a course code\n"
            "  help: use at most 40 letters, digits and the signs . _ -, e.g. --code ML26-07"
        )
    return [
        {
            **record,
            "v": SCHEMA,
            "learner": code or record["learner"],
            "answer": record["answer"] if text else _without_text(record),
        }
        for record in log.attempts()
    ]


def preview(records: list[dict], path: Path) -> str:
    """A description of the export before it is written: how many records, where, which fields, the first lines."""
    first = [written(record).decode().strip() for record in records[:3]]
    left_out = sum(record["answer"] == LEFT_OUT for record in records)
    lines = [
        f"{counted(len(records))} would be written to {path}. Nothing is sent anywhere.",
        "Each holds these fields and nothing else:",
        *(f"  {name:11} {words}" for name, words in FIELDS_IN_WORDS.items()),
        f"Answers in words of your own are left out: {left_out}. They show as “{LEFT_OUT}”; --text would keep them.",
        "The first lines, exactly as written:",
        *(f"  {line}" for line in first),
    ]
    return "\n".join(lines)


def refuse_taken(path: Path) -> None:
    """Raise ValueError if `path` exists already, since nothing is overwritten."""
    if path.exists() or path.is_symlink():
        raise ValueError(f"`{path}` already exists\n  help: choose another name, or move that file away first")


def export(records: list[dict], path: Path) -> None:
    """Write the records to a new file of JSON lines, all of them or no file. Errors: OSError."""
    file = open(path, "xb")
    try:
        with file:
            file.write(b"".join(map(written, records)).lstrip() + b"\n")
    except OSError:
        path.unlink()
        raise


def _without_text(record: dict) -> str:
    """The answer if its words are single letters, nodes' names, or words of Python or the check; else `LEFT_OUT`."""
    unknown = {word.lower() for word in _WORD.findall(record["answer"])} - _PRINTED
    unknown = {word for word in unknown if len(word) > 1 and not word.endswith("backward")}
    return LEFT_OUT if unknown and not unknown <= _words_of(record["item"]) else record["answer"]


@lru_cache(maxsize=1000)
def _words_of(item_id: str) -> frozenset[str]:
    """Every word in the texts of a check, in lower case."""
    try:
        item = registry.find(item_id)
    except registry.Unknown:
        return frozenset()
    return frozenset(word.lower() for text in _texts(item) for word in _WORD.findall(text))


def _texts(value) -> Iterator[str]:
    """Every text inside an item: its own, those of its options, of its wrong answers, and so on."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _texts(part)
    elif hasattr(value, "__dataclass_fields__"):
        yield from _texts(list(vars(value).values()))


def _printable(text: str) -> str:
    """The text with a ? for every unprintable character, which could move a terminal's cursor."""
    return "".join(character if character.isprintable() else "?" for character in text)
