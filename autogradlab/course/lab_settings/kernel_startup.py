"""Run in each kernel's own namespace, so it leaves no name behind; see `autogradlab/course/startup.py`."""

from autogradlab.course import startup as _startup

_startup.install()
del _startup
