"""Lesson 01: a curve, the line through two of its points, and the gradient as the slope of the curve."""
