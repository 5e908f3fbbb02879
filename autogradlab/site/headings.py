"""Give the theme's captions the heading level that they lack, for readers who hear the page."""

TREE = "furo_navigation_tree"
CAPTION = '<p class="caption" role="heading"'


def levels(app, page, template, context, doctree):
    """Give the captions of the list of pages the level below the page's title."""
    if TREE in context:
        context[TREE] = context[TREE].replace(f"{CAPTION}>", f'{CAPTION} aria-level="2">')


def setup(app):
    app.connect("html-page-context", levels, priority=900)  # after the theme has made its list
    return {"parallel_read_safe": True, "parallel_write_safe": True}
