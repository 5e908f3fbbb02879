"""Lesson 01: a curve, the line through two of its points, and the slope that a gradient is."""
