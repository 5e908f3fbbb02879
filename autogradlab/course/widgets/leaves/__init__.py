"""Lesson 03: which tensors get a `.grad`, and where a cut ends the graph."""
