"""What a page shows of a mover."""

import re

import pytest

RULES = re.compile("<style>.*?</style>", re.DOTALL)
NUMBER = re.compile("^<!--[0-9]+-->")


@pytest.fixture
def shows():
    """Whether the page shows a mover's picture as it is now, with the picture's style rules beside it."""

    def shows(mover):
        assert mover.sheet.helpers[0].value == "".join(RULES.findall(mover.svg))
        return NUMBER.sub("", mover.sheet.picture.value) == RULES.sub("", mover.svg)

    return shows
