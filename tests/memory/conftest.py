"""Who holds which bytes is asked of everything alive; what other tests left behind must not be counted."""

import pytest


@pytest.fixture(autouse=True)
def nothing_from_before(small_heap):
    pass
