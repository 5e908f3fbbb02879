"""Lesson 08, two questions from earlier lessons: what a graph keeps, and what a training loop leaves behind."""

from autogradlab.course.checks.questions import Recall

R1 = Recall(id="08-R1", of=("07-C1", "07-C3", "07-C8", "07-C2"))

R2 = Recall(id="08-R2", of=("05-C7", "05-C6", "05-C5"))
