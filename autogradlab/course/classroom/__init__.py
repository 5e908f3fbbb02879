"""What a teacher sees of a class, made from the exports that learners hand in. Read in this order:

records, exports (from files to attempts), shares (proportions with their interval), cohort, scores (who answered what,
and how the class did), the views items, distractors, ideas, transitions, unexplained, voting, and their output: tables,
figures, page, report. Apart from these, `vote_questions` writes the questions of the teachers' guide.
"""

from autogradlab.course.classroom.report import write_report

__all__ = ["write_report"]
