"""Fixtures of the confinement tests: its two ways to start a run, its levels, and the processes that are left."""

import os
import time

import pytest

from autogradlab import confine
from autogradlab.confine import running, tree
from autogradlab.confine.zygote import FORKS

WAYS = [pytest.param(True, marks=pytest.mark.skipif(not FORKS, reason="this system has no fork")), False]


@pytest.fixture(params=WAYS, ids=["forked", "fresh"])
def run(request):
    """`confine.run`, once forked from a waiting interpreter and once in a fresh one: both must keep the promise."""

    def go(source, *probes, **options):
        return confine.run(source, probes, warm=request.param, **options)

    return go


@pytest.fixture
def forked():
    """`confine.run`, forked from a waiting interpreter that is already started."""
    if not FORKS:
        pytest.skip("this system has no fork")
    confine.run("")
    return lambda source, *probes, **options: confine.run(source, probes, **options)


@pytest.fixture
def left_over():
    """A function that returns the descendants of this process that are new in this test, apart from interpreters that
    wait for a run; it asks until there are none, but for at most 5 seconds."""
    if not os.path.exists("/proc/self/task"):
        pytest.skip("this system does not list a process's children")
    before = set(tree.descendants())

    def left():
        waiting = {zygote._process.pid for zygote in running._zygotes.values()}
        return set(tree.descendants()) - before - waiting

    def look():
        until = time.monotonic() + 5
        while left() and time.monotonic() < until:
            time.sleep(0.02)
        return left()

    return look


@pytest.fixture(params=[1, 2, 3], ids=["separated", "confined", "isolated"])
def level(request):
    """Each level that this machine offers."""
    return given(request.param)


@pytest.fixture(params=[2, 3], ids=["confined", "isolated"])
def walled(request):
    """Each offered level that protects the machine from a run."""
    return given(request.param)


def given(level):
    """The level; skips with the reason where the machine does not offer it."""
    if level > 1 and confine.levels().best < level:
        pytest.skip("; ".join(f"{layer.name}: {layer.said}" for layer in confine.levels().missing) or "not in force")
    return level
