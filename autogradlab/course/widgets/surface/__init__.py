"""Lesson 13: the loss as a landscape, and the way down."""
