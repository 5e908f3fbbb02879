"""What tests of several rooms share."""
import pytest


@pytest.fixture(params=["autogradlab", "torch"])
def ag(request):
    """Our engine, and PyTorch where it is installed: a test that takes `ag` is a promise that both keep."""
    return pytest.importorskip(request.param)
