"""Lesson 12: the vital signs of a training loop that is ill."""
