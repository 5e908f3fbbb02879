"""Lesson 08: two switches, and the lamps that each of them lights."""
