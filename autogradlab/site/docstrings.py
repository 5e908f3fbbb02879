"""Our docstrings as the reference shows them: plain text becomes reStructuredText.

A docstring is prose with `code` in backticks, formulas, rows such as `Shape:   (n, m) -> (m,)`, `lr   how far a step
goes` or `saved values   what nodes keep`, and examples after `>>>`. Rows become a definition list, and no character
of a formula is taken for markup.
"""

import re

SECTIONS = ("Shape", "Units", "Raises", "Errors", "Source", "Gives")
NAME = r"[\w.*]+(?:\(\w*\))?"
ROW = re.compile(rf"(?P<name>(?:{'|'.join(SECTIONS)})(?=:)|{NAME}(?:,? {NAME})*(?=\s{{2}})):?\s+(?P<text>.+)")
MARKUP = re.compile(r"([\\*|_<>])")
EXAMPLE = ">>>"


def as_rst(lines):
    """The lines of a docstring as lines of reStructuredText."""
    return [line for block in _blocks(lines) for line in (*_block(block), "")]


def _blocks(lines):
    """Yield blocks of lines of one kind, with no empty line between them: prose, rows, or an example."""
    block = []
    for line in lines:
        if block and (not line.strip() or not _goes_on(block[0], line)):
            yield block
            block = []
        if line.strip():
            block.append(line.rstrip())
    if block:
        yield block


def _goes_on(first, line):
    """Whether a line belongs to the block that begins with `first`."""
    if first.startswith(EXAMPLE):
        return True
    if ROW.fullmatch(first):
        return line.startswith(" ") or bool(ROW.fullmatch(line))
    return not ROW.fullmatch(line) and not line.startswith(EXAMPLE)


def _block(block):
    if block[0].startswith(EXAMPLE):
        return block
    if ROW.fullmatch(block[0]):
        return _rows(block)
    if all(line.startswith("    ") for line in block):
        return ["::", "", *block]
    lead = "| " if all("   " in line.strip() for line in block) else ""  # formulas keep their line breaks
    return [lead + _inline(line.strip()) for line in block]


def _rows(block):
    """Each row as a term and its meaning; an indented line continues the row above it."""
    lines = []
    for line in block:
        if row := ROW.fullmatch(line):
            lines.append(row["name"] if row["name"] in SECTIONS else f"``{row['name']}``")
        lines.append(f"    {_inline(row['text'] if row else line.strip())}")
    return lines


def _inline(text):
    """A line with its `code` as literals, and everything else as it is written."""
    parts = re.split(r"`([^`]+)`", text)
    return "".join(rf"\ ``{part}``\ " if at % 2 else MARKUP.sub(r"\\\1", part) for at, part in enumerate(parts))
