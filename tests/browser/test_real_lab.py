"""The JupyterLab on which the other browser tests are built."""

import json
import urllib.request
from pathlib import Path

import pytest
from real_lab import SOCKETS_IN_FOLDERS, free_port

pytestmark = pytest.mark.browser
HANDED_OUT = Path("/proc/sys/net/ipv4/ip_local_port_range")


@pytest.mark.skipif(not HANDED_OUT.exists(), reason="only Linux tells which ports it hands out")
def test_no_kernel_is_given_the_port_of_a_jupyterlab():
    """A kernel asks the system for any free port; one that got JupyterLab's once answered in its place."""
    first = int(HANDED_OUT.read_text().split()[0])
    if first < 30_000:
        pytest.skip("this system hands out nearly all ports")
    assert all(1024 < free_port() < first for _ in range(20))


@pytest.mark.skipif(not SOCKETS_IN_FOLDERS, reason="there are no such sockets here")
def test_no_kernel_needs_a_port(lab):
    """Two kernels that two JupyterLabs had started at once got the same port, and one of them never answered."""
    kernel = json.loads(asked(lab, "POST", "/api/kernels"))["id"]
    assert json.loads((lab.runtime / f"kernel-{kernel}.json").read_text())["transport"] == "ipc"
    asked(lab, "DELETE", f"/api/kernels/{kernel}")


def asked(lab, method, path):
    request = urllib.request.Request(f"{lab.address}{path}?token={lab.token}", method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read()
