"""A mover that a notebook shows twice moves in both places, whichever of them is moved."""

import nbformat
import pytest

pytestmark = pytest.mark.browser

NOTEBOOK = "twice.ipynb"
CELLS = ["from autogradlab.course.widgets.slope.mover import Slope\nslope = Slope(w=3.0)\nslope", "slope"]
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
SAY = "words => [...document.querySelectorAll('.agl-sheet')].every(one => one.textContent.includes(words))"


def test_both_pictures_follow_either_slider(lab, open_and_run):
    cells = [*map(nbformat.v4.new_code_cell, CELLS)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=KERNEL), lab.folder / NOTEBOOK)
    page = open_and_run(NOTEBOOK)
    for place, key, words in ((0, "ArrowRight", "At w = 3.3 the"), (1, "ArrowLeft", "At w = 3 the")):
        page.locator(".agl-mover").nth(place).locator("[role=slider]").first.focus()
        for _ in range(3):
            page.keyboard.press(key)
        page.wait_for_function(SAY, arg=words)
