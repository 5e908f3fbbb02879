"""What the tests of the confinement share: its two ways to start a run, and a look at the processes that are left."""
import os
import time

import pytest

from autogradlab import confine
from autogradlab.confine import tree
from autogradlab.confine.zygote import FORKS

WAYS = [pytest.param(True, marks=pytest.mark.skipif(not FORKS, reason="this system has no fork")), False]


@pytest.fixture(params=WAYS, ids=["forked", "fresh"])
def run(request):
    """`confine.run`, once forked from a waiting interpreter and once in a fresh one: a promise that both keep."""
    def go(source, *probes, **options):
        return confine.run(source, probes, warm=request.param, **options)
    return go


@pytest.fixture
def forked():
    """`confine.run` from a waiting interpreter, with one already waiting."""
    if not FORKS:
        pytest.skip("this system has no fork")
    confine.run("")
    return lambda source, *probes, **options: confine.run(source, probes, **options)


@pytest.fixture
def left_over():
    """The processes below this one that were not there before the test; asks until there are none, or for 5 seconds."""
    if not os.path.exists("/proc/self/task"):
        pytest.skip("this system does not list a process's children")
    before = set(tree.descendants())

    def look():
        until = time.monotonic() + 5
        while (left := set(tree.descendants()) - before) and time.monotonic() < until:
            time.sleep(0.02)
        return left
    return look
