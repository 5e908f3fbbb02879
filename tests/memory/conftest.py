"""Memory is counted over all live objects, so what other tests left behind must not be among them."""

import pytest


@pytest.fixture(autouse=True)
def nothing_from_before(small_heap):
    pass
