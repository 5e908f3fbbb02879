"""Which checks the cells of a notebook ask: `check("01-C1")` alone, or `check.each("01-C1", "01-C2")`."""

import re

CALL = re.compile(r'^check(?:\.each)?\(("[^"]+"(?:, *\n? *"[^"]+")*)\)$', re.M)
_ID = re.compile(r'"([^"]+)"')


def asked_in(code: str) -> list[str]:
    """The ids, in their order on the page."""
    return [item_id for call in CALL.finditer(code) for item_id in ids_of(call)]


def ids_of(call: re.Match) -> list[str]:
    return _ID.findall(call[1])
