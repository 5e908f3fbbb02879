"""The stepper's picture: its form is drawn once; a step only changes classes, sums, and the table below the graph."""

from html import escape

from ..parts.slots import slot
from .form import Form
from .layout import plan
from .marks import DONE, NOW, WAITING
from .words import description, title


class StepPicture:
    """The pictures of all steps of one Story.

    form   the part that stays; by default it is made, and one made for another Story of the same form serves as well
    """

    def __init__(self, story, form=None):
        self.story, self.form = story, form or Form(story, plan(story))
        self.layout, self.is_wide = self.form.layout, self.form.is_wide
        self.table = self.form.table(story)
        self._numbers = self.form.numbers(story)
        self._fired = {moment.id: step for step, moment in enumerate(story.moments, 1)}

    @property
    def with_slots(self):
        """One SVG for all steps, with slots for what changes from one to the next."""
        slots = {name: slot(name) for name in self.form.slotted.names}
        return self.form.slotted.filled(slots | self._numbers)

    def at(self, step):
        """The SVG at this step."""
        return self.form.slotted.filled(self._numbers | self.values(step))

    def values(self, step):
        """The value of each slot at this step, without the numbers, which stay the same."""
        story = self.story
        values = {
            "about": escape(description(story, step).replace("`", "")),
            "title": escape(title(story, step)),
            "step": f"step {step} of {story.count}",
            "table": self.table.at(step),
            "reach": str(self.form.reach(story.moments[step - 1].id if step else story.graph.root)),
            "root": _state(0, step),
        }
        values.update((id, _state(max(texts), step)) for id, texts in story.sums.items())  # a result's box has no step
        values.update((id, _state(since, step)) for id, since in self._fired.items())
        values.update((f"kept-{id}", _state(since, step)) for id, (since, _) in story.kept.items())
        values.update((f"e{wire}", _state(since, step)) for wire, (since, _) in story.sent.items())
        for id, texts in story.sums.items():
            values[f"sum-{id}"], values[f"sum-look-{id}"] = _sum_at(texts, step, story.paths[id])
        return values


def _state(since, step):
    return WAITING if step < since else NOW if step == since else DONE


def _sum_at(texts, step, paths):
    """(the text of what has arrived by this step, its CSS classes)."""
    known = [text for since, text in texts.items() if since <= step]
    waiting = " + ".join("?" * paths) if paths < 5 else f"0 of {paths} contributions"
    return (escape(known[-1]), "g b h") if known else (waiting, "dim")
