"""Lessons 00 and 05: what each of the five lines writes."""
