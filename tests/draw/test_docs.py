"""The pictures in docs/drawing.md are what `draw` gives today, byte for byte."""

import importlib.util
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    pytest.importorskip("torch")
    spec = importlib.util.spec_from_file_location("make_drawings", DOCS / "drawing" / "make.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script.make(tmp_path_factory.mktemp("drawings"))


def test_every_picture_is_made_again_byte_for_byte(made):
    for path in made:
        kept = DOCS / "drawing" / path.name
        assert path.read_bytes() == kept.read_bytes(), f"{kept.name} is old: run docs/drawing/make.py"


def test_the_page_shows_every_picture_and_describes_it(made):
    page = (DOCS / "drawing.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"drawing/([\w-]+\.svg)", page))
    assert {path.name for path in made} <= shown == {path.name for path in (DOCS / "drawing").glob("*.svg")}
    assert page.count("<img") == len(re.findall(r'<img src="[^"]+" alt="[^"]{20,}"', page))


def test_no_picture_holds_an_address_of_memory():
    for path in (DOCS / "drawing").glob("*.svg"):
        assert not re.search(r"\b1[34]\d{13}\b|0x[0-9a-f]{6,}", path.read_text(encoding="utf-8")), path.name
