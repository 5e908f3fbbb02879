"""Lesson 06, two questions from earlier lessons: what moves in a training loop (05), and where gradients land (03)."""

from autogradlab.course.checks.questions import Recall

R1 = Recall(id="06-R1", of=("05-C5", "05-C6", "05-C2"))
R2 = Recall(id="06-R2", of=("03-C2", "03-C3", "03-C5", "03-C6"))
