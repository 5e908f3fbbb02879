"""Fixtures that tests of several rooms share."""

import gc
import sys
from importlib import import_module
from importlib.util import find_spec

import pytest


@pytest.fixture(params=["autogradlab", "torch"])
def ag(request):
    """Our engine, and PyTorch where it is installed: a test that takes `ag` states a promise that both keep."""
    return pytest.importorskip(request.param)


@pytest.fixture
def no_cuda_build():
    """Skip the test where PyTorch was built for CUDA: its messages about devices differ there."""
    if find_spec("torch") and import_module("torch").version.cuda:
        pytest.skip("this PyTorch was built for CUDA")


@pytest.fixture
def usual_digits():
    """Skip the test where PyTorch runs without AVX2: it rounds otherwise there."""
    if "torch" in sys.modules and sys.modules["torch"].backends.cpu.get_cpu_capability() not in ("AVX2", "AVX512"):
        pytest.skip("PyTorch rounds otherwise on other processors")


@pytest.fixture
def no_collector():
    """Turn the cycle collector off: what is gone in this test went because nothing referred to it."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def _small_heap():
    """Hide what earlier tests left behind from code that looks at all live objects: what it counts is the test's own,
    and counting takes no longer than in a program that does nothing else."""
    gc.freeze()  # the collector no longer lists the objects that are alive now
    yield
    gc.unfreeze()


small_heap = pytest.fixture(_small_heap)
small_heap_for_all = pytest.fixture(_small_heap, scope="module")
