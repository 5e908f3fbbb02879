"""Lesson 01, Slope: what one number in `.grad` promises about the loss."""
