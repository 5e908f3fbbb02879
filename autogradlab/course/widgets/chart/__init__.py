"""Lesson 12: the vital signs of a training that is ill."""
