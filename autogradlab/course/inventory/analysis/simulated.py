"""Simulated classes with known abilities and planted misconceptions: records as the log would hold them.

They test the analysis before there are data. They say nothing about real learners.
"""

from functools import cache

import numpy as np

from autogradlab.course.inventory.forms import items, keys


def records(learners=100, seed=0, gain=0.0, left=None, phases=("before", "after"), spread=1.0, tilt=None):
    """Records of a class; the learners are called "learner 0", "learner 1", ...

    gain    logits by which everybody is better in each further phase
    left    {idea: share of learners who hold it before; nobody holds it after}
    spread  standard deviation of the abilities, in logits; the questions lie between -1 and 1
    tilt    (question number, logits by which it is harder for every second learner), or nothing
    """
    rng = np.random.default_rng(seed)
    abilities = rng.normal(0, spread, learners)
    holders = {idea: rng.random(learners) < share for idea, share in (left or {}).items()}
    made = []
    for learner, ability in enumerate(abilities):
        for when, phase in enumerate(phases):
            held = {idea for idea, who in holders.items() if who[learner] and when == 0}
            solved = _solved(ability + gain * when, tilt if learner % 2 else None, rng)
            made += sitting(f"learner {learner}", "AB"[(learner + when) % 2], phase, solved, held, rng)
    return made


def _solved(ability, tilt, rng):
    """Which questions are solved: with probability 1 / (1 + exp(difficulty - ability)) each. (Rasch, 1960)"""
    logits = ability - np.linspace(-1, 1, 20)
    if tilt:
        logits[tilt[0] - 1] -= tilt[1]
    return rng.random(20) < 1 / (1 + np.exp(-logits))


def sitting(learner, form, phase, solved, held, rng):
    """One learner's answers to a form: a held idea's where there is one, else right if `solved`, else random."""
    return [record(learner, item, phase, chosen(item, right, held, rng)) for item, right in zip(items(form), solved)]


def chosen(item, right, held, rng):
    """The letter of an answer: that of a held idea if there is one, else right if `right`, else a wrong one or "?"."""
    ideas = _ideas(item.id[0])[item.id]
    believed = [letter for letter, its_ideas in ideas.items() if its_ideas <= held]
    if believed:
        return believed[0]
    if right:
        return keys(item.id[0])[item.id]
    free = [letter for letter, its_ideas in ideas.items() if not its_ideas & held] + ["?"]
    return free[rng.integers(len(free))]


def record(learner, item, phase, letter):
    """A line of the log."""
    verdict = "passed" if letter == keys(item.id[0])[item.id] else "not yet"
    tag = " ".join(sorted(_ideas(item.id[0])[item.id].get(letter, ()))) if letter != "?" else "do not know"
    return {
        "v": 2,
        "learner": learner,
        "item": item.id,
        "seed": 0,
        "attempt": 1,
        "answer": letter,
        "verdict": verdict,
        "tag": tag,
        "confidence": "",
        "hint": 0,
        "seconds": "under 1 min",
        "day": "2026-11-22",
        "phase": phase,
    }


@cache
def _ideas(form):
    """{id: {letter: ideas}} of all wrong answers of a form."""
    return {
        item.id: {letter: frozenset(option.idea.split()) for letter, option in item.lettered().items() if option.idea}
        for item in items(form)
    }
