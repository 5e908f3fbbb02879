"""The JupyterLab on which the other browser tests are built."""

from pathlib import Path

import pytest
from real_lab import free_port

pytestmark = pytest.mark.browser
HANDED_OUT = Path("/proc/sys/net/ipv4/ip_local_port_range")


@pytest.mark.skipif(not HANDED_OUT.exists(), reason="only Linux tells which ports it hands out")
def test_no_kernel_is_given_the_port_of_a_jupyterlab():
    """A kernel asks the system for any free port; one that got JupyterLab's once answered in its place."""
    first = int(HANDED_OUT.read_text().split()[0])
    if first < 30_000:
        pytest.skip("this system hands out nearly all ports")
    assert all(1024 < free_port() < first for _ in range(20))
