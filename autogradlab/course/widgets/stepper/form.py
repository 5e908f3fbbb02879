"""The part of a stepper's picture that stays while steps and numbers change: places, wires, outlines, and slots.

It is drawn once, and serves every backward walk through a graph of the same form.
"""

import re
from dataclasses import replace

from autogradlab.draw import marks
from autogradlab.draw.measure import LANE, fits, text_width
from autogradlab.draw.paper import line, paper, words
from autogradlab.draw.records import Box
from autogradlab.draw.theme import HAIRLINE

from ..parts.slots import Slotted, slot
from .layout import MARGIN, sum_width
from .marks import NUMBER, STATE_CSS, SUM, SUM_ROOM, badge_place, badges, dots, number, ring, running, sum_box, tick
from .story import on_wire, value_on_wire
from .table import Table

TOP, NARROWEST = 68, 800


class Form:
    """The picture of one Story without its numbers. It serves another Story, too, if that has a graph of the same form,
    its numbers have room in the plan, and the same ones are finite.

    slotted  the SVG with slots for the numbers, see `numbers`, and for what changes from step to step
    """

    def __init__(self, story, plan):
        self.plan, self.layout, self._story = plan, plan.layout, story
        self.width = round(max(NARROWEST, self.layout.width + 2 * MARGIN))
        self.is_wide = self.width > NARROWEST
        self.bottom = TOP + self.layout.height + 24
        self.height = round(self.bottom + 12 + self.table(story).height + 44)
        self.slotted = Slotted(self._drawn())

    def table(self, story):
        return Table(story, self.bottom + 12, NARROWEST)

    def numbers(self, story):
        """The values of the slots for numbers, which are the same at every step."""
        kept = {id: value for id, (_, value) in story.kept.items()}
        found = {}
        for record in story.graph.boxes:
            held = {"data": record.value, "grad": record.grad, "kept": kept.get(record.again or record.id)}
            found.update((f"{row} {record.id}", value.text) for row, value in held.items() if value)
        found.update((f"value {wire}", value_on_wire(story.graph.edges[wire].value)) for wire in self.plan.values)
        found.update(
            (f"gradient {wire}", number(x, y, on_wire(story.sent[wire][1]), anchor))
            for wire, (x, y, anchor) in self.plan.gradients.items()
        )
        found.update((f"room {id}", self._room(id, texts)) for id, texts in story.sums.items())
        return found

    def reach(self, id):
        """How far (in px) a wide picture is scrolled to the right, so that this node is in view."""
        return round(min(max(self.layout.places[id][0] - NARROWEST / 2, 0), self.width - NARROWEST))

    def _drawn(self):
        left, graph = max(MARGIN, (self.width - self.layout.width) / 2), self._story.graph
        body = [
            *(self._wire(i, edge) for i, edge in enumerate(graph.edges)),
            *(self._node(record) for record in graph.nodes().values()),
            *self._on_wires(),
            *map(self._sum, self._story.sums),
        ]
        svg = paper(
            self.width,
            self.height,
            slot("about"),
            f"<style>{STATE_CSS}</style>",
            _in_view(
                _told("title", words(MARGIN, 32, slot("title"), "b", size=16))
                + _told("step", words(NARROWEST - MARGIN, 32, slot("step"), "sec", "end", 13))
            ),
            f'<g transform="translate({left:.1f},{TOP})">{"".join(body)}</g>',
            line(MARGIN, self.bottom, self.width - MARGIN, self.bottom, HAIRLINE),
            _in_view(_told("table", f"<g>{slot('table')}</g>") + self._legend()),
        )
        wide = f' data-wide="" style="min-width:{self.width}px"' if self.is_wide else ""  # it scrolls, not shrinks
        reach = f' data-reach="reach" data-at="{slot("reach")}"'
        return svg.replace("<svg", f'<svg data-label="about"{reach}{wide}', 1)

    def _wire(self, i, edge):
        layout = self.layout
        ends = [(layout.places[name], layout.sizes[name], name) for name in (edge.source, edge.target)]
        forward = marks.forward(layout.wires[i], ends, -LANE if edge.flows else 0, thin=True)
        if i not in self._story.sent:
            return f"<g>{forward}</g>"
        backward = marks.backward(layout.wires[i], ends, LANE)
        return _changing(f"e{i}", "st-wire", f'{forward}<g class="st-back">{backward}</g>')

    def _node(self, record):
        (x, y), size = self.layout.places[record.id], self.layout.sizes[record.id]
        at = f' transform="translate({x:.1f},{y:.1f})"'
        if isinstance(record, Box):
            return self._box(_with_slots(record), record.again or record.id, size, at)
        if all(moment.id != record.id for moment in self._story.moments):  # nothing arrived, so it never ran
            return f"<g{at}>{marks.operation(record, size)}</g>"
        return _changing(record.id, "st-operation", marks.operation(record, size) + badges(*badge_place(size)), at)

    def _box(self, record, id, size, at):
        if id not in self._story.kept:
            drawn = marks.tensor(record, size)
            return _changing("root", "st-root", drawn, at) if id == self._story.graph.root else f"<g{at}>{drawn}</g>"
        after = _with_slot(self._story.kept[id][1], f"kept {record.id}")
        return _changing(
            f"kept-{id}",
            "st-leaf",
            (
                f'<g class="st-before">{marks.tensor(record, size)}</g>'
                f'<g class="st-after">{marks.tensor(replace(record, grad=after), size)}</g>'
                + ring(size.half + 5, size.body + 5)
            ),
            at,
        )

    def _sum(self, id):
        (x, y), size = self.layout.places[id], self.layout.sizes[id]
        text = words(0, size.body + 25, slot(f"sum-{id}"), slot(f"sum-look-{id}"), "middle", SUM)
        text = _told(f"sum-{id}", text).replace("<text", f'<text data-class="sum-look-{id}"', 1)
        return _changing(id, "st-sum", slot(f"room {id}") + text, f' transform="translate({x:.1f},{y:.1f})"')

    def _room(self, id, texts):
        """The outline around a sum."""
        return sum_box(self.layout.sizes[id].body + 9, sum_width(texts) + 16, SUM_ROOM - 6)

    def _on_wires(self):
        """Values above the wires in blue, gradients below them."""
        for wire, (x, y, anchor) in self.plan.values.items():
            yield words(x, y, slot(f"value {wire}"), "f b h", anchor, NUMBER)
        for wire in self.plan.gradients:
            yield _changing(f"e{wire}", "st-number", slot(f"gradient {wire}"))

    def _legend(self):
        y, x, parts = self.height - 24, MARGIN + 8, []
        for mark, text in ((dots, "waits for all its contributions"), (running, "runs now"), (tick, "has run")):
            parts += [mark(x, y), words(x + 15, y + 4, text, "s sec")]
            x += 0.8 * text_width(text, 12) + 46
        return "".join(parts)


def _with_slots(box):
    return replace(box, value=_with_slot(box.value, f"data {box.id}"), grad=_with_slot(box.grad, f"grad {box.id}"))


def _with_slot(value, name):
    """The value with a slot in place of its number, if it is one number that fits; otherwise as it is."""
    return replace(value, entries=slot(name)) if value and not value.shape and fits(value) else value


def _in_view(content):
    """A group that moves along when the picture is scrolled, so that the words about this step stay in view."""
    return f'<g data-move="reach" transform="translate({slot("reach")},0)">{content}</g>'


def _told(name, element):
    """An element whose content changes. The page finds it by `data-inner`."""
    return re.sub(r"^<\w+", rf'\g<0> data-inner="{name}"', element)


def _changing(name, kind, content, more=""):
    """A group whose class is its kind, then its state. The page finds it by `data-state`."""
    return f'<g class="{kind} {slot(name)}" data-state="{name}"{more}>{content}</g>'
