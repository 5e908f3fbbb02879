"""What a page shows of a mover."""

import re

import pytest

RULES = re.compile("<style>.*?</style>", re.DOTALL)


@pytest.fixture
def shows():
    """Whether the page shows a mover's picture as it is now, with the picture's style rules beside it."""

    def shows(mover):
        rules = "".join(RULES.findall(mover.svg))
        return mover.picture.value == RULES.sub("", mover.svg) and mover.rules.value == rules != ""

    return shows
