"""What a teacher sees of a class, made from the exports that learners hand in. Read in this order:

records, exports (from files to attempts), shares (proportions that bring their interval), cohort, scores (who answered
what, and how the class did), the views items, distractors, ideas, transitions, unexplained, voting, and what shows
them: tables, spreadsheet, figures, page, report. Beside them `vote_questions` writes those of the guide for teachers.
"""

from autogradlab.course.classroom.report import write_report

__all__ = ["write_report"]
