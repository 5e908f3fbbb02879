"""A drawing: one graph at one moment, as a picture, in words, and as DOT."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from .again import with_far_leaves_repeated
from .fold import folded
from .layout import lay_out
from .measure import MARGIN
from .show import USUAL, only
from .showing import Showing, scrolled
from .svg import picture
from .text import description, text, title

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from .records import Graph


#: The most operations in a picture, where a fold counts as one; and the most with `fold=False`.
LARGEST, LARGEST_OPEN = 200, 1500


class Drawing(Showing):
    """The result of `draw`: a snapshot, which a later backward does not change.

    everything   the plain data of the whole graph
    records      the part of it that the picture and the text version show: folded, and limited to `show`
    layout       which rung placed the nodes: 'dot', 'graphviz-pure', 'own'; 'text' if there is no picture
    svg, dot     the picture, and the graph in the DOT language
    text         the text version;  description  one sentence
    """

    def __init__(
        self,
        everything: Graph,
        rungs: Sequence[str] | None = None,
        show: Collection[str] = USUAL,
        fold: bool = True,
        modules: Mapping[str, str] | None = None,
    ) -> None:
        self.everything, self._rungs, self._show = everything, rungs, show
        self._most = LARGEST if fold else LARGEST_OPEN
        kept = folded(everything, modules or {}) if fold else everything
        self.records = with_far_leaves_repeated(only(kept, show))
        self._layout = lay_out(self.records, rungs) if self.fits else None

    @property
    def fits(self) -> bool:
        """Whether the graph is small enough for a readable picture."""
        return len(self.records.operations) + len(self.records.folds) <= self._most

    @property
    def layout(self) -> str:
        return self._layout.rung if self._layout else "text"

    @property
    def width(self) -> float:
        return self._layout.width + 2 * MARGIN if self._layout else 0

    @property
    def title(self) -> str:
        return title(self.everything, self._show)

    @property
    def description(self) -> str:
        folds = f" Drawn folded: {', '.join(fold.name for fold in self.records.folds)}." if self.records.folds else ""
        return description(only(self.everything, self._show)) + folds

    @cached_property
    def text(self) -> str:
        return text(self.records, self.title)

    @cached_property
    def svg(self) -> str:
        """The picture as SVG text, or '' if there are only words."""
        return picture(self.records, self._layout, self.title, self.description) if self._layout else ""

    @cached_property
    def dot(self) -> str:
        from .dot import dot_source  # imported here: only DOT needs the graphviz package

        return dot_source(self.records, self.title)

    def _opened(self):
        """The picture without folds, to be opened by a click; '' if nothing is folded or there is no readable one."""
        count = len(self.everything.operations)
        if not self.records.folds or count > LARGEST:
            return ""
        whole, label = Drawing(self.everything, self._rungs, self._show, fold=False), f"All {count} operations"
        return f"<details><summary>{label}</summary>{scrolled(whole.svg, label)}</details>" if whole.svg else ""
