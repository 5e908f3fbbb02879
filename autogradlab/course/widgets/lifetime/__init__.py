"""Lesson 07: how long saved values live, and who writes into them."""
