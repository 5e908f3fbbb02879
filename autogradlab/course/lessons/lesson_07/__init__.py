"""Lesson 07, Lifetime: what is kept between forward and backward, when it is freed, and what spoils it."""
