"""Formulas as MathML, which every current browser draws by itself: no script, no font, no request.

docutils turns LaTeX into MathML; this registers it with Sphinx as one more renderer of mathematics.
"""

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml


def written(node, as_block):
    """The MathML of a node, with the underscores that LaTeX has to escape as plain ones."""
    return tex2mathml(node.astext().replace(r"\_", "_"), as_block=as_block)


def visit_inline(writer, node):
    writer.body.append(f'<span class="math">{written(node, False)}</span>')
    raise nodes.SkipNode


def visit_block(writer, node):
    writer.body.append(f'<div class="math" tabindex="0" role="group" aria-label="Formula">{written(node, True)}</div>')
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
