"""The course's style sheet: one `<style>` element that every card and mover brings along.

Colors come from `draw/theme.py`, rules from the `css/` folder beside this file, in reading order.
A page that shows ten cards holds the same rules ten times, so that no cell depends on another; the first that loads
stays in force for all of them, because every rule costs a browser time whenever something moves.
"""

from functools import cache
from importlib.resources import files

from autogradlab.draw.theme import page_roles

SHEETS = ("page.css", "checks.css", "fields.css", "progress.css", "movers.css", "picks.css", "plots.css", "stepper.css")


ONCE = """
const first = document.getElementById('agl-sheet') ?? document.body.appendChild(
  Object.assign(document.createElement('style'), {id: 'agl-sheet', textContent: this.textContent}));
this.disabled = first.textContent === this.textContent;
"""


@cache
def style_rules() -> str:
    """All rules of the course."""
    folder = files("autogradlab.course") / "css"
    return "\n".join([page_roles(), *((folder / name).read_text("utf-8") for name in SHEETS)])


@cache
def style_element() -> str:
    """The same as one `<style>` element."""
    return f'<style onload="{ONCE}">\n{style_rules()}</style>'
