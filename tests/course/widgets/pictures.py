"""What tests of movers share."""

from xml.etree import ElementTree


def texts(picture):
    """Every text in a mover's picture, or in an SVG."""
    svg = getattr(picture, "svg", picture)
    return [element.text for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")]
