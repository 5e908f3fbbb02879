"""Simulated learners answer every check, to measure on every change which misconceptions the checks recognize.

A simulated learner executes a wrong picture of the engine. This shows that the checks tell these pictures apart; it
does not show that people hold them.
"""

from autogradlab.course.simulation.learners import Believer, Reference
from autogradlab.course.simulation.run import Simulation, simulate

__all__ = ["Believer", "Reference", "Simulation", "simulate"]
