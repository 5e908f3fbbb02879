"""The stepper's picture: placed once; a step only changes classes, sums, and the table below the graph."""
import re
from dataclasses import replace
from html import escape

from autogradlab.draw import marks
from autogradlab.draw.measure import LANE, shown, text_width
from autogradlab.draw.paper import line, paper, words
from autogradlab.draw.records import Box
from autogradlab.draw.theme import HAIRLINE

from ..parts.slots import Slotted, slot
from .layout import MARGIN, plan
from .marks import (
    DONE,
    NOW,
    NUMBER,
    STATE_CSS,
    SUM,
    SUM_ROOM,
    WAITING,
    badge_place,
    badges,
    dots,
    number,
    ring,
    running,
    sum_box,
    tick,
)
from .story import on_wire
from .table import Table
from .words import description, title

TOP, NARROWEST = 68, 800


class StepPicture:
    """Draws the steps of one Story.

    plan        where all stands; one that was made for a graph of the same form may be given
    with_slots  the SVG of every step, with slots for what changes
    """

    def __init__(self, story, places=None):
        self.story, self.plan = story, places or plan(story)
        self.layout = self.plan.layout
        self.width = round(max(NARROWEST, self.layout.width + 2 * MARGIN))
        self._bottom = TOP + self.layout.height + 24
        self.is_wide = self.width > NARROWEST
        self.table = Table(story, self._bottom + 12, NARROWEST)
        self.height = round(self._bottom + 12 + self.table.height + 44)
        self._fired = {moment.id: step for step, moment in enumerate(story.moments, 1)}
        self.with_slots = self._skeleton()
        self._slotted = Slotted(self.with_slots)

    def at(self, step):
        """The SVG at this step."""
        return self._slotted.filled(self.values(step))

    def values(self, step):
        """What stands in each slot at this step."""
        story = self.story
        values = {"about": escape(description(story, step).replace("`", "")), "title": escape(title(story, step)),
                  "step": f"step {step} of {story.count}", "table": self.table.at(step),
                  "reach": str(self._reach(step)), "root": _state(0, step)}
        values.update((id, _state(max(texts), step)) for id, texts in story.sums.items())   # a named result never fires
        values.update((id, _state(since, step)) for id, since in self._fired.items())
        values.update((f"kept-{id}", _state(since, step)) for id, (since, _) in story.kept.items())
        values.update((f"e{wire}", _state(since, step)) for wire, (since, _) in story.sent.items())
        for id, texts in story.sums.items():
            values[f"sum-{id}"], values[f"sum-look-{id}"] = _sum_at(texts, step, story.paths[id])
        return values

    # ---- what stays -------------------------------------------------------------------------------------------

    def _skeleton(self):
        left, graph = max(MARGIN, (self.width - self.layout.width) / 2), self.story.graph
        body = [*(self._wire(i, edge) for i, edge in enumerate(graph.edges)),
                *(self._node(record) for record in graph.nodes().values()), *self._numbers(),
                *(self._sum(id, texts) for id, texts in self.story.sums.items())]
        svg = paper(
            self.width, self.height, slot("about"), f"<style>{STATE_CSS}</style>",
            _in_view(_told("title", words(MARGIN, 32, slot("title"), "b", size=16))
                     + _told("step", words(NARROWEST - MARGIN, 32, slot("step"), "sec", "end", 13))),
            f'<g transform="translate({left:.1f},{TOP})">{"".join(body)}</g>',
            line(MARGIN, self._bottom, self.width - MARGIN, self._bottom, HAIRLINE),
            _in_view(_told("table", f'<g>{slot("table")}</g>') + self._legend()))
        wide = f' style="min-width:{self.width}px"' if self.is_wide else ""        # it scrolls, not shrinks
        reach = f' data-reach="reach" data-at="{slot("reach")}"'
        return svg.replace("<svg", f'<svg data-label="about"{reach}{wide}', 1)

    def _reach(self, step):
        """How far a picture that is wider than the page is scrolled, so that what runs now is in view."""
        id = self.story.moments[step - 1].id if step else self.story.graph.root
        return round(min(max(self.layout.places[id][0] - NARROWEST / 2, 0), self.width - NARROWEST))

    def _wire(self, i, edge):
        layout = self.layout
        ends = [(layout.places[name], layout.sizes[name], name) for name in (edge.source, edge.target)]
        forward = marks.forward(layout.wires[i], ends, -LANE if edge.flows else 0, thin=True)
        if i not in self.story.sent:
            return f"<g>{forward}</g>"
        backward = marks.backward(layout.wires[i], ends, LANE)
        return _changing(f"e{i}", "st-wire", f'{forward}<g class="st-back">{backward}</g>')

    def _node(self, record):
        (x, y), size = self.layout.places[record.id], self.layout.sizes[record.id]
        at = f' transform="translate({x:.1f},{y:.1f})"'
        if isinstance(record, Box):
            id = record.again or record.id
            if id == self.story.graph.root and id not in self.story.kept:
                return _changing("root", "st-root", marks.tensor(record, size), at)
            if id not in self.story.kept:
                return f"<g{at}>{marks.tensor(record, size)}</g>"
            after = self.story.kept[id][1]
            return _changing(f"kept-{id}", "st-leaf", (
                f'<g class="st-before">{marks.tensor(record, size)}</g>'
                f'<g class="st-after">{marks.tensor(replace(record, grad=after), size)}</g>'
                + ring(size.half + 5, size.body + 5)), at)
        if record.id not in self._fired:                # nothing arrived there, so it never ran
            return f"<g{at}>{marks.operation(record, size)}</g>"
        return _changing(record.id, "st-operation", marks.operation(record, size) + badges(*badge_place(size)), at)

    def _sum(self, id, texts):
        (x, y), size = self.layout.places[id], self.layout.sizes[id]
        top = size.body + 9
        width = max(text_width(text, SUM) for text in texts.values()) + 16
        text = words(0, top + 16, slot(f"sum-{id}"), slot(f"sum-look-{id}"), "middle", SUM)
        text = _told(f"sum-{id}", text).replace("<text", f'<text data-class="sum-look-{id}"', 1)
        return _changing(id, "st-sum", sum_box(top, width, SUM_ROOM - 6) + text,
                         f' transform="translate({x:.1f},{y:.1f})"')

    def _numbers(self):
        """Values above the wires in blue, gradients below them."""
        for wire, (x, y, anchor) in self.plan.values.items():
            yield words(x, y, shown(self.story.graph.edges[wire].value), "f b h", anchor, NUMBER)
        for wire, (x, y, anchor) in self.plan.gradients.items():
            yield _changing(f"e{wire}", "st-number", number(x, y, on_wire(self.story.sent[wire][1]), anchor))

    def _legend(self):
        y, x, parts = self.height - 24, MARGIN + 8, []
        for mark, text in ((dots, "waits for all its contributions"), (running, "runs now"), (tick, "has run")):
            parts += [mark(x, y), words(x + 15, y + 4, text, "s sec")]
            x += 0.8 * text_width(text, 12) + 46
        return "".join(parts)


def _state(since, step):
    return WAITING if step < since else NOW if step == since else DONE


def _sum_at(texts, step, paths):
    """(what has arrived by this step, the classes it is written in)."""
    known = [text for since, text in texts.items() if since <= step]
    waiting = " + ".join("?" * paths) if paths < 5 else f"0 of {paths} contributions"
    return (escape(known[-1]), "g b") if known else (waiting, "dim")


def _in_view(content):
    """What moves along when the picture is scrolled: the words about what runs now."""
    return f'<g data-move="reach" transform="translate({slot("reach")},0)">{content}</g>'


def _told(name, element):
    """An element whose content changes. The page finds it by `data-inner`."""
    return re.sub(r"^<\w+", rf'\g<0> data-inner="{name}"', element)


def _changing(name, kind, content, more=""):
    """A group whose class has its state behind its kind. The page finds it by `data-state`."""
    return f'<g class="{kind} {slot(name)}" data-state="{name}"{more}>{content}</g>'


