"""Lesson 10, Gradients as data: hooks, how much reaches the first layers, clipping, and the slope of a slope."""
