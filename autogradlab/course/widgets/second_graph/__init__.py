"""Lesson 10: the graph of a backward that is recorded itself."""
