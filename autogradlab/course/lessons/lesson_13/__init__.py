"""Lesson 13, Capstone: the plan of an engine, its first stage in miniature, and what makes it grow."""
