"""The reports for instructors and students, made from rows and the course's own texts. Read in this order:

legible, markdown, asked, wording, pages (texts made fit for a page); student, gradescope (of one row); grades, to_read,
cohort, reasons, items, figures, tables, in_short, class_page, list_page (of a class); writing; and similar, which is
written only if it is asked for.
"""

from .similar import write_similarity
from .writing import write

__all__ = ["write", "write_similarity"]
