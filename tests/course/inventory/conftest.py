"""Every test has its own empty data folder, and a kernel that has not seen a sitting yet."""

import pytest

from autogradlab.course.inventory import face


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    """Where this test's answers go."""
    monkeypatch.setenv("AUTOGRADLAB_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("AUTOGRADLAB_RECORD", raising=False)
    monkeypatch.setattr(face, "_sittings", {})
    return tmp_path / "data"


@pytest.fixture
def fresh_kernel(monkeypatch):
    """Call it to forget what a kernel keeps in memory; the log stays."""
    return lambda: monkeypatch.setattr(face, "_sittings", {})
