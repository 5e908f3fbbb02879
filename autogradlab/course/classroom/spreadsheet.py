"""CSV files from which no spreadsheet runs a formula: a text that could be one gets an apostrophe in front."""

import csv

_STARTS = tuple("=+-@\t\r\n＝＋－＠")


def harmless(cell):
    """The cell as it may be written: numbers as they are, texts never as a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(_STARTS) else cell


def write_csv(path, head: list[str], rows: list[list]) -> None:
    """Write a table. The byte order mark at the beginning of the file tells spreadsheets that it is UTF-8."""
    with open(path, "w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
        writer.writerows([[harmless(cell) for cell in row] for row in (head, *rows)])
