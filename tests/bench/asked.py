"""A mover as it is with a page: the script there asks for the whole picture, and from then on gets what changes."""


def asked(mover):
    """The same mover, after its page has asked."""
    next(each for each in everything(mover.box) if "agl-ask" in each._dom_classes).click()
    return mover


def everything(box):
    """The box and all that is in it."""
    inside = [box]
    for each in inside:
        inside += getattr(each, "children", ())
    return inside
