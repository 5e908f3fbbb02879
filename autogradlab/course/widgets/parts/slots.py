"""An SVG picture, or a page, in which only some places change: everything else is written once.

`slot("n2")` marks a place in the text; `Slotted` cuts the text there and puts values in.
"""

import re

_OPEN, _CLOSE = "\ue000", "\ue001"


def slot(name):
    """The mark for a place whose value comes later."""
    return f"{_OPEN}{name}{_CLOSE}"


class Slotted:
    """A text with slots; the same name may stand at several places."""

    def __init__(self, text):
        self._parts = re.split(f"{_OPEN}(.*?){_CLOSE}", text)
        self.names = self._parts[1::2]

    def filled(self, values):
        """The text with `values[name]` in each slot."""
        parts = self._parts.copy()
        parts[1::2] = [values[name] for name in self.names]
        return "".join(parts)
