"""Lesson 04, Accumulate, clear, and big batches: why `.grad` adds up, and what to do with it."""
