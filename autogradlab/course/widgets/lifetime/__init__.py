"""Lesson 07: how long saved values live, and what writes into them."""
