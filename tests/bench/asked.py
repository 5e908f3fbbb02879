"""A mover as it is with a page, whose script has asked for the whole picture and from then on gets only changes."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))
from moved import everything  # noqa: E402


def asked(mover):
    """The same mover, after its page has asked."""
    next(each for each in everything(mover.box) if "agl-ask" in each._dom_classes).click()
    return mover
