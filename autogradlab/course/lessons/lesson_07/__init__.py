"""Lesson 07, Lifetime: what is kept between forward and backward, when it is given up, and who spoils it."""
