"""A backward walk through one graph as a standalone page: it holds, for each step, what changes from step to step."""

from html import escape

from ..parts.mover import marked_code
from ..parts.moving_page import Slider, Table, moving_page
from ..parts.slots import slot
from . import words as stepper_words


def page(story, picture, step):
    """The page as HTML text; it begins at this step."""
    rows = [_row(story, picture, number) for number in range(story.count + 1)]
    positions = tuple(f"{number} of {story.count}" for number in range(story.count + 1))
    body = f'<div class="agl-picture" role="group" aria-label="The graph">{picture.with_slots}</div>'
    after = (
        f'<p class="agl-state" aria-live="polite" data-inner="state">{slot("state")}</p>'
        "<details><summary>Text version</summary>"
        f'<div class="agl-page-twin"><pre tabindex="0" data-inner="twin">{slot("twin")}</pre></div></details>'
    )
    return moving_page(
        f"Backward, step by step, from {story.root[0]}",
        body,
        [Slider("step", positions, step, play=True)],
        [Table((0,), rows)],
        after,
    )


def _row(story, picture, step):
    words = {
        "state": marked_code(stepper_words.description(story, step)),
        "twin": escape(stepper_words.text(story, step)),
    }
    return picture.values(step) | words
