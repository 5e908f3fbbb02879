"""Lesson 12, the clinic: from a symptom to the smallest change, ten times."""
