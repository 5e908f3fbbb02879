"""Colors and fonts: the only home of both, for pictures and for pages.

Shape says what a node is; hue says which way information flows: forward is blue and solid,
backward is vermilion and dashed. Hues are members of the Okabe-Ito set; every text color keeps
4.5:1 and every stroke 3:1 against its background. No color carries a fact alone: a word, a glyph or
a dash always says it too.

Pictures bring their own white paper in both themes, so they use the plain colors below.
Pages (HTML around pictures) follow JupyterLab's theme, so they use the roles of `page_roles`.
"""

from __future__ import annotations

# Strokes of pictures: at least 3:1 on white and on #111111.
FORWARD, BACKWARD, CORRECT, HIGHLIGHT, IDLE = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#767676"

# The second graph, which a backward pass with create_graph has made.
SECOND, SECOND_TEXT, SECOND_TINT = "#8E4EC6", "#703A97", "#F1E8F6"

# Text of pictures, on white paper and on the tints.
INK, SECONDARY, DIM = "#1A1A1A", "#595959", "#767676"
FORWARD_TEXT, BACKWARD_TEXT, CORRECT_TEXT = "#005A8D", "#A84900", "#00704F"

# Fills of pictures, and hairlines that only decorate.
PAPER, FORWARD_TINT, BACKWARD_TINT, CORRECT_TINT, HIGHLIGHT_TINT, IDLE_TINT = (
    "#FFFFFF",
    "#E6F1F8",
    "#FCEBDD",
    "#E1F3EC",
    "#F3DFEA",
    "#F5F5F5",
)
HAIRLINE, GRID = "#D6D6D6", "#ECECEC"

# Three fonts: sans for our words, monospace for Python, italic serif for mathematics.
SANS = '"Helvetica Neue",Helvetica,Arial,"Liberation Sans","DejaVu Sans",sans-serif'
MONO = '"SF Mono",Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace'
SERIF = 'Georgia,"Times New Roman","Liberation Serif","DejaVu Serif",serif'

#: Classes that every SVG of ours may use; put inside its <style>.
PICTURE_CSS = f"""
.agl{{font-family:{SANS};font-size:14px;font-variant-numeric:tabular-nums lining-nums}}
.agl text{{fill:{INK}}}
.agl .m{{font-family:{MONO}}}
.agl .i{{font-family:{SERIF};font-style:italic}}
.agl .b{{font-weight:700}}
.agl .s{{font-size:12px}}
.agl .sec{{fill:{SECONDARY}}}
.agl .f{{fill:{FORWARD_TEXT}}}
.agl .g{{fill:{BACKWARD_TEXT}}}
.agl .g2{{fill:{SECOND_TEXT}}}
.agl .ok{{fill:{CORRECT_TEXT}}}
.agl .dim{{fill:{DIM}}}
.agl .on{{fill:{PAPER}}}
.agl .h{{paint-order:stroke;stroke:{PAPER};stroke-width:5px;stroke-linejoin:round}}
""".strip()

_LIGHT = {
    "ink": f"var(--jp-content-font-color1,{INK})",
    "sec": SECONDARY,
    "surface": "var(--jp-layout-color0,#fff)",
    "raised": "var(--jp-layout-color2,#eee)",
    "code": "var(--jp-cell-editor-background,#f5f5f5)",
    "line": "#8a8a8a",
    "hair": HAIRLINE,
    "fwd": FORWARD_TEXT,
    "bwd": BACKWARD_TEXT,
    "ok": CORRECT_TEXT,
    "ok-fill": CORRECT_TINT,
    "hi": HIGHLIGHT,
    "hi-fill": HIGHLIGHT_TINT,
    "act": FORWARD_TEXT,
    "act-ink": "#fff",
    "paper": PAPER,
    "edge": f"{INK}59",
}
_DARK = {
    "sec": "#B8B8B8",
    "line": "#8f8f8f",
    "hair": "#4a4a4a",
    "fwd": "#56B4E9",
    "bwd": "#F0894A",
    "ok": "#2FC79B",
    "ok-fill": "#12271F",
    "hi-fill": "#3B2532",
    "act": "#56B4E9",
    "act-ink": "#111",
}


def page_roles() -> str:
    """CSS that gives `.agl-ui` its colors as variables (`--agl-fwd`, ...), in light and dark."""

    def block(selector, roles):
        return selector + "{" + ";".join(f"--agl-{name}:{value}" for name, value in roles.items()) + "}"

    return "\n".join((block(".agl-ui", _LIGHT), block('[data-jp-theme-light="false"] .agl-ui', _DARK)))


def standalone_css() -> str:
    """CSS of a standalone page, light or dark as the reader's system prefers."""
    return (
        f"body{{margin:0;font-family:{SANS};font-size:16px;line-height:1.5;color:{INK};background:#fff}}"
        "main{max-width:1200px;margin:0 auto;padding:20px}h1{font-size:20px;margin:0 0 8px}p{max-width:70ch}"
        "summary{padding:10px 0;min-height:24px;cursor:pointer}pre{font-size:14px}"
        f":focus-visible{{outline:3px solid {FORWARD};outline-offset:2px}}"
        "@media (prefers-color-scheme:dark){:root{color-scheme:dark}"
        "body{color:#fff;background:#111}:focus-visible{outline-color:#56B4E9}}"
    )
