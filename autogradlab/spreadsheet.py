"""CSV files from which no spreadsheet runs a formula: a text that could be one gets an apostrophe in front.

Where decimals have a comma, spreadsheets split a CSV at semicolons, and most of our quotes mean nothing then. So every
line of a text, and what follows a semicolon or a tab in it, may become a cell of its own.
"""

import csv
import re

#: A pattern for the place before a text that a spreadsheet takes for a formula, at the beginning of a cell.
FORMULA = "(?=[=+@＝＋－＠-])"
_BEGINS = re.compile(rf" *(?:[\t\r\n]|{FORMULA})")
_INSIDE = re.compile(rf"""([;\t\r\n][ "]*){FORMULA}""")
_GUARDED = re.compile(rf"""(^|[;\t\r\n][ "]*)'{FORMULA}""")


def harmless(cell):
    """The cell as it may be written: numbers as they are, texts and their parts never as a formula.

    >>> harmless("=1"), harmless("x;=1"), harmless(-1)
    ("'=1", "x;'=1", -1)
    """
    if not isinstance(cell, str):
        return cell
    safe = _INSIDE.sub(r"\1'", cell)
    return f"'{safe}" if _BEGINS.match(safe) else safe


def meant(text: str) -> str:
    """A text as it was before `harmless`: without the apostrophes in front of formulas.

    >>> meant("x;'=1")
    'x;=1'
    """
    return _GUARDED.sub(r"\1", text)


def write_csv(path, head: list[str], rows: list[list]) -> None:
    """Write a table. The byte order mark at the beginning of the file tells spreadsheets that it is UTF-8."""
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
        writer.writerows([[harmless(cell) for cell in row] for row in (head, *rows)])
