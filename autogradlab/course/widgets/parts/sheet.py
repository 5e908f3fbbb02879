"""A mover's picture on the page: in motion only what changes is sent, and a whole picture once it rests.

The page asks for that, by a press on a button that nobody sees: `picture_script` presses it when it has loaded, when
the picture has come to rest, and when it has missed something. A page that runs no scripts never asks and gets each
picture whole. What is at rest is whole, so that whoever opens the notebook later sees it.
"""

import json
from html import escape

import ipywidgets as widgets

from .difference import Picture, changes

_HIDDEN = {"display": "none"}


class Sheet:
    """widgets: what is to be put on the page; `show(svg)` replaces the picture."""

    def __init__(self):
        self._rules, self._whole, self._changes = widgets.HTML(), widgets.HTML(), widgets.HTML(layout=_HIDDEN)
        self._ask = widgets.Button(layout=_HIDDEN)
        self.widgets = [self._rules, self._whole, self._changes, self._ask]
        for widget, name in (self._whole, "picture"), (self._changes, "changes"), (self._ask, "ask"):
            widget.add_class(f"agl-{name}")
        self._ask.on_click(lambda button: self._asked())
        self._svg = self._there = None
        self._number = 0

    def show(self, svg):
        """The picture's own style rules stay on the page beside it: with a style element that comes and goes, a
        browser works out the style of everything on the page anew.
        """
        self._rules.value, self._svg = _without_rules(svg)
        said = self._there and self._difference()
        self._number += 1
        if said:
            self._changes.value = escape(said, quote=False)
        else:
            self._send_whole()

    def _difference(self):
        """What the page is told in place of the whole picture; None where that would be no less."""
        there, self._there = self._there, Picture(self._svg)
        found = changes(there, self._there)
        said = found and json.dumps([self._number, *found], ensure_ascii=False)
        return said if said and len(said) < len(self._svg) / 2 else None

    def _send_whole(self):
        """Pictures are numbered, and changes name the one that they change."""
        self._whole.value = f"<!--{self._number}-->{self._svg}"

    def _asked(self):
        self._there = self._there or Picture(self._svg)
        self._send_whole()


def _without_rules(svg):
    """(the style elements of a picture, the rest of it)."""
    start, *more = svg.split("<style>")
    parts = [part.partition("</style>") for part in more]
    rules = "".join(f"<style>{css}</style>" for css, _, _ in parts)
    return rules, "".join([start, *(rest for _, _, rest in parts)])
