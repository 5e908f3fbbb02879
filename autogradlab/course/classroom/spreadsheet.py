"""CSV files from which no spreadsheet runs a formula: a text that could be one gets an apostrophe in front.

Where decimals have a comma, spreadsheets split a CSV at semicolons, and most of our quotes mean nothing then. So every
line of a text, and what follows a semicolon or a tab in it, may become a cell of its own.
"""

import csv
import re

_STARTS = tuple("=+-@\t\r\n＝＋－＠")
_INSIDE = re.compile(r"""([;\t\r\n][ "]*)(?=[=+@＝＋－＠-])""")


def harmless(cell):
    """The cell as it may be written: numbers as they are, texts and their parts never as a formula.

    >>> harmless("=1"), harmless("x;=1"), harmless(-1)
    ("'=1", "x;'=1", -1)
    """
    if not isinstance(cell, str):
        return cell
    safe = _INSIDE.sub(r"\1'", cell)
    return f"'{safe}" if safe.lstrip(" ").startswith(_STARTS) else safe


def write_csv(path, head: list[str], rows: list[list]) -> None:
    """Write a table. The byte order mark at the beginning of the file tells spreadsheets that it is UTF-8."""
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
        writer.writerows([[harmless(cell) for cell in row] for row in (head, *rows)])
