"""Who holds which bytes is asked of everything alive; what other tests left behind must not be counted."""
import gc

import pytest


@pytest.fixture(autouse=True)
def nothing_from_before():
    gc.collect()
    gc.freeze()                             # the collector no longer lists what is alive by now
    yield
    gc.unfreeze()
