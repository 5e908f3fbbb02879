"""What a page shows of a mover."""

import re

import pytest

RULES = re.compile("<style>.*?</style>", re.DOTALL)
NUMBER = re.compile("^<!--[0-9]+-->")


@pytest.fixture
def shows():
    """Whether the page shows a mover's picture as it is now, with the picture's style rules beside it."""

    def shows(mover):
        rules, whole = (widget.value for widget in mover.sheet.widgets[:2])
        assert rules == "".join(RULES.findall(mover.svg))
        return NUMBER.sub("", whole) == RULES.sub("", mover.svg)

    return shows
