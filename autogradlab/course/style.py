"""The course's style sheet: one `<style>` element that every card and mover brings along.

Colours come from `draw/theme.py`, rules from the `css/` folder beside this file, in reading order.
A page that shows ten cards holds the same rules ten times, which is harmless and needs no order of cells.
"""
from functools import cache
from importlib.resources import files

from autogradlab.draw.theme import page_roles

SHEETS = (
    "page.css", "checks.css", "fields.css", "progress.css", "movers.css", "movers2.css", "movers3.css", "stepper.css")


@cache
def style_element() -> str:
    """All rules of the course as one `<style>` element."""
    folder = files("autogradlab.course") / "css"
    rules = [page_roles(), *((folder / name).read_text("utf-8") for name in SHEETS)]
    return "<style>\n" + "\n".join(rules) + "</style>"
