"""Lesson 05, The training loop in five lines: why these lines, and why in this order."""
