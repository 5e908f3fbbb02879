"""Lesson 03: who gets a `.grad`, and where a cut ends the graph."""
