"""Lesson 10, Gradients as data: hooks, how much arrives in front, clipping, and the slope of a slope."""
