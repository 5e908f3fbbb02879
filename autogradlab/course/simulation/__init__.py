"""Simulated learners answer every check: what the checks understand, measured on every change.

A learner here is a wrong picture of the machine, run. That the checks tell these pictures apart is proved; that people
hold these pictures is not.
"""

from autogradlab.course.simulation.learners import Believer, Reference
from autogradlab.course.simulation.run import Simulation, simulate

__all__ = ["Believer", "Reference", "Simulation", "simulate"]
