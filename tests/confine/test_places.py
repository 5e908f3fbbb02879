"""What a run may read: of a package that lies in a private place, only the file that was imported."""

import os
import sys
import sysconfig
from types import ModuleType

import pytest

from autogradlab.confine.layers import places


@pytest.fixture
def imported(monkeypatch, tmp_path):
    """Import, in name only, a package that is a folder of its own; return the folder."""
    folder = tmp_path.resolve() / "lone"
    folder.mkdir()
    module = ModuleType("lone")
    module.__file__, module.__path__ = str(folder / "__init__.py"), [str(folder)]
    (folder / "__init__.py").touch()
    monkeypatch.setitem(sys.modules, "lone", module)
    return folder


def test_a_package_from_elsewhere_is_readable_as_a_whole(imported):
    assert str(imported) in places.readable.__wrapped__()


@pytest.mark.parametrize("root", [places.ROOT, os.path.realpath(sysconfig.get_path("purelib"))])
def test_a_package_that_is_the_home_folder_is_not(imported, monkeypatch, root):
    """Nor where this package is installed, and not run from a checkout."""
    monkeypatch.setattr(places, "ROOT", root)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(imported))
    found = places.readable.__wrapped__()
    assert str(imported) not in found and str(imported / "__init__.py") in found
    assert os.path.realpath(sysconfig.get_path("purelib")) in found, "libraries can be read in both cases"
