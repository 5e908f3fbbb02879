"""The common base of drawings and summaries: how they are displayed, and how they are saved."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from .programs import PROGRAMS, LayoutFailed, run
from .theme import MONO, standalone_css

if TYPE_CHECKING:
    from os import PathLike


_PAGE_WIDTH = 800
_PRE = f"margin:4px 0;overflow-x:auto;font-family:{MONO}"


class Showing:
    """A graph at one moment: `title`, `description`, `text`, `svg` ('' if there are only words), `dot` (or '')."""

    title = description = text = svg = dot = ""
    #: How wide the picture is, in px.
    width = 0

    # ---- files ------------------------------------------------------------------------------------------------

    def save(self, path: str | PathLike[str]) -> Path:
        """Write a file and return its path. Its ending says what: .svg, .html, .dot, .txt, or .png (by a program)."""
        path = Path(path)
        writers = {
            ".svg": self._svg_file,
            ".png": self._png_file,
            ".html": lambda: self.html().encode(),
            ".dot": self._dot_file,
            ".txt": lambda: f"{self.text}\n".encode(),
        }
        if path.suffix.lower() not in writers:
            raise ValueError(
                f"a drawing cannot be saved as `{path.name}`\n  help: end the name in {', '.join(writers)}"
            )
        if not path.parent.is_dir():
            raise FileNotFoundError(f"there is no folder `{path.parent}`\n  help: make it first, or save elsewhere")
        path.write_bytes(writers[path.suffix.lower()]())
        return path

    def _svg_file(self):
        if not self.svg:
            raise ValueError("this drawing has no picture, only words\n  help: save it as .txt or .html")
        return self.svg.encode()

    def _dot_file(self):
        if not self.dot:
            raise ValueError(
                "this graph is too large for a useful .dot\n  help: save the summary as .svg, .html or .txt"
            )
        return self.dot.encode()

    def _png_file(self):
        source = self._dot_file().decode()
        for program in PROGRAMS:
            try:
                return run(program, source, "png")
            except LayoutFailed:
                continue
        raise RuntimeError(
            f"a .png needs a program, and none of these works here: {', '.join(PROGRAMS)}\n"
            "  help: save it as .svg or .html, which need none, or install graphviz-pure"
        )

    # ---- display ----------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/html": self._figure(), "text/plain": self.text}

    def html(self) -> str:
        """A standalone page: the picture and the text version, in light and dark, without scripts or network access."""
        return (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(self.title)}</title>\n<style>{standalone_css()}</style>\n</head>\n<body>\n<main>\n<h1>{escape(self.title)}</h1>\n"
            f"<p>{escape(self.description)}</p>\n{self._figure()}\n</main>\n</body>\n</html>\n"
        )

    def _figure(self):
        words = f'<pre style="{escape(_PRE)}" tabindex="0">{escape(self.text)}</pre>'
        if not self.svg:
            return f'<div class="agl-drawing">{words}</div>'
        picture = (
            scrolled(self.svg, self.title)
            if self.width > _PAGE_WIDTH
            else f'<div style="overflow-x:auto">{self.svg}</div>'
        )
        return (
            f'<div class="agl-drawing">{picture}{self._opened()}'
            f"<details><summary>Text version</summary>{words}</details></div>"
        )

    def _opened(self):
        """HTML that can be opened under the picture, besides the text version."""
        return ""


def scrolled(svg: str, label: str) -> str:
    return f'<div style="overflow-x:auto" tabindex="0" role="group" aria-label="{escape(label)}">{svg}</div>'
