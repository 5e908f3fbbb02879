"""What a mover shows on the page: picture, line in words and text version, sent whole or only as changes.

While a picture moves, a page that can apply changes gets them in one message; when it comes to rest, everything is sent
whole, so that the saved notebook shows it when it is opened again. The page asks for everything whole by pressing a
hidden button: `picture_script` presses it when it has loaded, when the picture has come to rest, and when it has missed
a change. A page that runs no scripts never asks and always gets everything whole.
"""

import json
from html import escape

import ipywidgets as widgets

from .difference import Picture, changes

_HIDDEN = {"display": "none"}


class Sheet:
    """The widgets `picture`, `words` and `twin`, whose contents `show` changes, and `helpers` to put beside them."""

    def __init__(self):
        self.picture, self.words, self.twin = (_named(name, widgets.HTML()) for name in ("picture", "words", "twin"))
        self._rules = widgets.HTML()
        self._changes = _named("changes", widgets.HTML(layout=_HIDDEN))
        self._ask = _named("ask", widgets.Button(layout=_HIDDEN))
        self._ask.on_click(lambda button: self._asked())
        self.helpers = [self._rules, self._changes, self._ask]
        self._number, self._shown, self._on_page = 0, ("", "", ""), None

    def show(self, svg, words, twin):
        """Show a picture and, as markup, the line in words and the text version.

        The picture's style rules have a widget of their own: whenever a style element comes or goes, a browser
        computes the style of everything on the page anew.
        """
        self._rules.value, picture = _without_rules(svg)
        before, self._shown = self._shown, (picture, words, twin)
        if self._on_page:
            self._send_changes(before)
        self._number += 1
        if not self._on_page:
            self._send_whole()

    def _send_changes(self, before):
        """Send the changes with the number of the picture they apply to, so that a page knows if it missed some."""
        there, self._on_page = self._on_page, Picture(self._shown[0])
        texts = (text if text != old else None for text, old in zip(self._shown[1:], before[1:]))
        said = [self._number, *changes(there, self._on_page), *texts]
        self._changes.value = escape(json.dumps(said, ensure_ascii=False), quote=False)

    def _send_whole(self):
        """Send everything, each text with the picture's number: a text equal to the last one would not be sent."""
        for widget, text in zip((self.picture, self.words, self.twin), self._shown):
            widget.value = f"<!--{self._number}-->{text}"

    def _asked(self):
        self._on_page = self._on_page or Picture(self._shown[0])
        self._send_whole()


def _named(name, widget):
    return widget.add_class(f"agl-{name}")


def _without_rules(svg):
    """(the style elements of a picture, the rest of it)."""
    start, *more = svg.split("<style>")
    parts = [part.partition("</style>") for part in more]
    rules = "".join(f"<style>{css}</style>" for css, _, _ in parts)
    return rules, "".join([start, *(rest for _, _, rest in parts)])
