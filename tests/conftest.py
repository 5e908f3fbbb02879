"""What tests of several rooms share."""

import gc
import sys

import pytest


@pytest.fixture(params=["autogradlab", "torch"])
def ag(request):
    """Our engine, and PyTorch where it is installed: a test that takes `ag` is a promise that both keep."""
    return pytest.importorskip(request.param)


@pytest.fixture
def no_cuda_build():
    """PyTorch speaks otherwise of places when it was built for CUDA: a test that takes this is left out there."""
    if "torch" in sys.modules and sys.modules["torch"].version.cuda:
        pytest.skip("this PyTorch was built for CUDA")


@pytest.fixture
def no_collector():
    """What is gone in this test went because nobody held it: the collector of rings rests."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def _small_heap():
    """What earlier tests left behind is out of sight of those who look at all objects that are alive: what they count
    is the test's own, and counting takes no longer than in a program that does nothing else."""
    gc.freeze()  # the collector no longer lists what is alive by now
    yield
    gc.unfreeze()


small_heap = pytest.fixture(_small_heap)
small_heap_for_all = pytest.fixture(_small_heap, scope="module")
