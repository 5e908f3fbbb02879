"""Lesson 11, Memory and speed: what stays alive, who holds it, and what fusing operations saves."""
