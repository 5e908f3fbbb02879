"""What tests of movers share."""

from xml.etree import ElementTree


def texts(picture):
    """Every text in a mover's picture, or in an SVG."""
    svg = getattr(picture, "svg", picture)
    return [element.text for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")]


def texts_that_agree(mover):
    """The same, for a picture whose label is the description and whose title begins the text version, too."""
    shown = texts(mover)
    assert ElementTree.fromstring(mover.svg).get("aria-label") == mover.description
    assert shown[0] in mover.description and shown[0] in mover.text.splitlines()[0]
    return shown
