"""The statements of a cell, told apart by their lines: each begins at the left edge, outside of strings and brackets.

Nothing is parsed as Python, for the reason that `magics` gives.
"""

import re

from .magics import Inside

MOST = 100
_GOES_ON = re.compile(r"(?:else|elif|except|finally)\b|[ \t#)\]}]|$")


def statements(source: str) -> list[str]:
    """The statements of a source; comments and blank lines stay with the one above.

    >>> statements("x = (1 +\\n2)\\n@twice\\ndef f():\\n    pass\\nf()")
    ['x = (1 +\\n2)', '@twice\\ndef f():\\n    pass', 'f()']
    """
    parts, inside, decorates = [], Inside(), False
    for line in source.split("\n"):
        at_the_edge = not inside and not _GOES_ON.match(line)
        if not parts or (at_the_edge and not decorates):
            parts.append([])
        parts[-1].append(line)
        decorates = line.startswith("@") if at_the_edge else decorates
        inside.read(line)
    return ["\n".join(lines) for lines in parts]


def each_in_its_place(source: str) -> list[str]:
    """The statements, each on the lines on which it stands in the source, so that an error tells the right line; none
    if there are more than MOST."""
    found, above, placed = statements(source), 0, []
    for each in found if len(found) <= MOST else ():
        placed.append("\n" * above + each)
        above += each.count("\n") + 1
    return placed
