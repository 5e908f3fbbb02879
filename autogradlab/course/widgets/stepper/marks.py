"""What a stepper's picture adds to the drawing's marks: the state of each part, which is just a CSS class."""

from autogradlab.draw.measure import RADIUS, text_width
from autogradlab.draw.paper import box, circle, words
from autogradlab.draw.theme import BACKWARD_TEXT, CORRECT_TEXT, HIGHLIGHT, HIGHLIGHT_TINT, IDLE, INK, PAPER

WAITING, NOW, DONE = "waiting", "now", "done"

#: Font sizes (px) of a gradient beside its wire and of a sum, and the height that a sum takes.
NUMBER, SUM, SUM_ROOM = 15, 14, 28

#: How the states look.
STATE_CSS = f"""
.agl .st-wire.waiting .st-back,.agl .st-number.waiting,.agl .st-number rect,.agl .st-sum rect{{display:none}}
.agl .st-wire.now .st-back path{{stroke-width:3.5}}
.agl .st-number.now rect,.agl .st-sum.now rect{{display:inline}}
.agl .st-number.now text{{fill:{PAPER};stroke:none}}
.agl .st-sum.now text{{stroke:none}}
.agl .st-operation.waiting>rect{{stroke:{IDLE}}}
.agl .st-operation.now>rect{{fill:{HIGHLIGHT_TINT};stroke:{HIGHLIGHT};stroke-width:3}}
.agl .st-ring,.agl .st-dots,.agl .st-run,.agl .st-tick{{display:none}}
.agl .now>.st-ring,.agl .waiting>.st-dots,.agl .now>.st-run,.agl .done>.st-tick{{display:inline}}
.agl .st-leaf>.st-after,.agl .st-leaf.now>.st-before,.agl .st-leaf.done>.st-before{{display:none}}
.agl .st-leaf.now>.st-after,.agl .st-leaf.done>.st-after{{display:inline}}
""".strip()


def badge_place(size):
    """The place of an operation's badge relative to its middle: at the upper right of its outline."""
    return size.half - RADIUS + 18, RADIUS - size.body - 14


def badges(x, y):
    """The three states of a node as glyphs: three dots, a filled triangle, a tick. The class around them shows one."""
    return "".join(
        f'<g class="{name}">{mark(x, y)}</g>'
        for name, mark in (("st-dots", dots), ("st-run", running), ("st-tick", tick))
    )


def dots(x, y):
    points = (circle(x + d, y, 1.2, IDLE, "none", 0) for d in (-3.6, 0, 3.6))
    return circle(x, y, 7.5, PAPER, IDLE, 1.25) + "".join(points)


def running(x, y):
    return circle(x, y, 7.5, INK, INK, 1) + f'<path d="M{x - 2.5:.1f},{y - 4:.1f} l6.5,4 l-6.5,4 z" fill="{PAPER}"/>'


def tick(x, y):
    return circle(x, y, 7.5, PAPER, CORRECT_TEXT, 1.25) + (
        f'<path d="M{x - 4:.1f},{y:.1f} l2.9,3 l5.1,-6.4" fill="none" stroke="{CORRECT_TEXT}" stroke-width="1.8"/>'
    )


def ring(half, body):
    """A second outline around the box of the current step."""
    return f'<g class="st-ring">{box(-half, -body, 2 * half, 2 * body, "none", HIGHLIGHT, 2.5, 10)}</g>'


def number(x, y, text, anchor):
    """A gradient beside its wire, and the pill that it travels in while it is being sent."""
    width = text_width(text, NUMBER) * 0.95 + 12
    left = {"start": x - 6, "middle": x - width / 2, "end": x - width + 6}[anchor]
    return box(left, y - NUMBER + 0.5, width, NUMBER + 6, BACKWARD_TEXT, radius=(NUMBER + 6) / 2) + words(
        x, y, text, "g b h", anchor, NUMBER
    )


def sum_box(y, width, height):
    return box(-width / 2, y, width, height, HIGHLIGHT_TINT, HIGHLIGHT, 1.25, 5)
