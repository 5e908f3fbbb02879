"""A drawing: one graph at one moment, as a picture, in words, and as DOT."""
from functools import cached_property
from html import escape
from pathlib import Path

from .layout import lay_out
from .programs import PROGRAMS, LayoutFailed, run
from .svg import picture
from .text import description, summary, text, title
from .theme import MONO

#: More operations than this make no readable picture: then there are only words.
LARGEST = 200
_PAGE_WIDTH = 800
_PRE = f"margin:4px 0;overflow-x:auto;font-family:{MONO}"


class Drawing:
    """What `draw` gives. It is a snapshot: a later backward does not change it.

    records      the plain data that everything below is made from
    layout       which rung placed the nodes: 'dot', 'graphviz-pure', 'own'; or 'text', and then there is no picture
    svg, dot     the picture, and the graph in the DOT language
    text         the text version;  description  one sentence
    """

    def __init__(self, records, rungs=None):
        self.records = records
        self._layout = lay_out(records, rungs) if len(records.operations) <= LARGEST else None

    @property
    def layout(self):
        return self._layout.rung if self._layout else "text"

    @property
    def title(self):
        return title(self.records)

    @property
    def description(self):
        return description(self.records)

    @cached_property
    def text(self):
        return text(self.records) if len(self.records.operations) <= LARGEST else summary(self.records)

    @cached_property
    def svg(self):
        """The picture as SVG text, or '' if there are only words."""
        return picture(self.records, self._layout) if self._layout else ""

    @cached_property
    def dot(self):
        from .dot import dot_source  # here, because only who asks for DOT needs the graphviz package

        return dot_source(self.records, self.title)

    def save(self, path):
        """Write a file and give its path. The ending says what: .svg, .dot, .txt, or .png (with a layout program)."""
        path = Path(path)
        writers = {".svg": self._svg_file, ".png": self._png_file, ".dot": lambda: self.dot.encode(),
                   ".txt": lambda: f"{self.text}\n".encode()}
        if path.suffix.lower() not in writers:
            raise ValueError(f"a drawing cannot be saved as `{path.name}`\n"
                             f"  help: end the name in {', '.join(writers)}")
        path.write_bytes(writers[path.suffix.lower()]())
        return path

    def _svg_file(self):
        if not self.svg:
            raise ValueError("this drawing has no picture, only words\n  help: save it as .txt or .dot")
        return self.svg.encode()

    def _png_file(self):
        for program in PROGRAMS:
            try:
                return run(program, self.dot, "png")
            except LayoutFailed:
                continue
        raise RuntimeError(f"a .png needs a program, and none of these works here: {', '.join(PROGRAMS)}\n"
                           "  help: save it as .svg, or install graphviz-pure")

    # ---- showing itself ---------------------------------------------------------------------------------------

    def __repr__(self):
        return self.text

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"text/html": self._html(), "text/plain": self.text}

    def _html(self):
        words = f'<pre style="{escape(_PRE)}" tabindex="0">{escape(self.text)}</pre>'
        if not self.svg:
            return f'<div class="agl-drawing">{words}</div>'
        wide = self._layout.width > _PAGE_WIDTH - 40
        reach = f' tabindex="0" role="group" aria-label="{escape(self.title)}"' if wide else ""
        return (f'<div class="agl-drawing"><div style="overflow-x:auto"{reach}>{self.svg}</div>'
                f"<details><summary>Text version</summary>{words}</details></div>")
