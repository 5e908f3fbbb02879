"""The settings for Sphinx: which extensions, which look, and that nothing comes from another host."""

from pathlib import Path

from autogradlab import __version__
from autogradlab.course.style import style_rules
from autogradlab.draw.theme import FORWARD_TEXT, SECOND_TEXT, page_roles

LOOK = Path(__file__).parent / "look"
IN_THE_DARK = '[data-jp-theme-light="false"]'


#: The one setting that is Furo's own: it has to be in a conf.py, because Sphinx does not know it before Furo is loaded.
CONF = 'pygments_dark_style = "a11y-high-contrast-dark"\n'


def accents(link, visited):
    """The theme's variables for the color of links."""
    return {"color-brand-primary": link, "color-brand-content": link, "color-brand-visited": visited}


def settings(extra, look):
    """The settings; `extra` holds files to be copied as they are, `look` the style sheets and the script."""
    return {
        "project": "autogradlab",
        "release": __version__,
        "author": "the autogradlab course",
        "language": "en",
        "extensions": [
            "myst_nb",
            "autogradlab.site.mathml",
            "sphinx.ext.autodoc",
            "sphinx.ext.viewcode",
            "autogradlab.site.sources",
            "autogradlab.site.headings",
        ],
        "add_module_names": False,
        "autodoc_typehints": "none",
        "toc_object_entries": False,
        "smartquotes": False,
        "html_math_renderer": "mathml",
        "myst_enable_extensions": ["dollarmath"],
        "myst_heading_anchors": 4,
        "nb_execution_mode": "off",
        "nb_ipywidgets_js": {},
        "nb_merge_streams": True,
        "nb_code_prompt_show": "Predicted? Show the {type}",
        "nb_code_prompt_hide": "Hide the {type}",
        "pygments_style": "a11y-high-contrast-light",
        "highlight_language": "none",
        "html_theme": "furo",
        "html_title": "autogradlab",
        "templates_path": [str(LOOK)],
        "html_static_path": [str(look)],
        "html_css_files": ["course.css", "site.css"],
        "html_js_files": [("site.js", {"defer": "defer"})],
        "html_extra_path": [str(extra)],
        "html_show_sphinx": False,
        "html_show_copyright": False,
        "html_copy_source": False,
        "html_show_sourcelink": False,
        "html_use_index": False,
        "html_theme_options": {
            "light_css_variables": accents(FORWARD_TEXT, SECOND_TEXT),
            "dark_css_variables": accents("#56B4E9", "#C9A6E4"),
            "navigation_with_keys": False,
        },
    }


def course_sheet():
    """The course's style sheet for a page of this theme: dark if the reader chose it, or if the system is."""
    plain = style_rules()
    roles = page_roles()
    dark = roles[roles.index(IN_THE_DARK) :]
    chosen = plain.replace(IN_THE_DARK, 'body[data-theme="dark"]')
    system = dark.replace(IN_THE_DARK, 'body:not([data-theme="light"])')
    return f"{chosen}\n@media (prefers-color-scheme:dark){{{system}}}\n"
