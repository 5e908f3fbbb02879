"""Sentences on what a learner's function returned if a trial's program could not use it: None, as `return` is missing,
or a plain number in place of a tensor.

An error message from the learner's process is only compared with Python's own; nothing of it is quoted.
"""

import ast
import re
from collections.abc import Sequence
from functools import lru_cache

#: Attributes that trials look up on tensors or arrays, and on nothing else.
_ASKED = frozenset({"item", "tolist", "detach", "shape", "dtype", "requires_grad"})
_PLAIN = "float", "int", "bool", "list", "tuple"
_LACKS = re.compile(r"'(?P<type>\w+)' object has no attribute '(?P<name>\w+)'")
_NO_LIST = "'NoneType' object is not iterable"


def told(trials: Sequence, results: Sequence, entry: tuple[str, ...]) -> list[str]:
    """For each trial a sentence on what a function of `entry` returned; empty where that is not certain.

    None as an answer may be intended: it is only reported if every answer that is a function's own result is None.
    """
    owners = [_answers(trial.probe, entry) for trial in trials]
    meant = any(own and each.completed and each.value is not None for own, each in zip(owners, results))
    return [
        _told_by_error(result.error, trial.probe, entry) if result.error else _told_by_answer(result, own, meant)
        for trial, result, own in zip(trials, results, owners)
    ]


def _told_by_answer(result, owner: str, meant: bool) -> str:
    is_nothing = result.completed and result.answered and result.value is None and not meant
    return _returned_none(owner) if owner and is_nothing else ""


def _told_by_error(error, probe: str, entry: tuple[str, ...]) -> str:
    if error.lines:  # it was raised in the learner's own code
        return ""
    if error.sentence == _NO_LIST and (owner := _walked(probe, entry)):
        return _returned_none(owner)
    found = _LACKS.fullmatch(error.sentence)
    if not found or found["name"] not in _ASKED or not (owner := _asked_for(probe, found["name"], entry)):
        return ""
    plain = next((each for each in _PLAIN if each == found["type"]), "")
    is_plain = f"`{owner}` returned a plain {plain}, where a tensor or an array is asked for." if plain else ""
    return _returned_none(owner) if found["type"] == "NoneType" else is_plain


def _returned_none(owner: str) -> str:
    return f"`{owner}` returned None (nothing): does it end with `return`?"


@lru_cache(maxsize=1024)
def _answers(probe: str, entry: tuple[str, ...]) -> str:
    """The function whose result is a trial's whole answer, perhaps converted first: `answer = listed(f(x))`."""
    last = ast.parse(probe).body[-1:]
    node = last[0].value if last and isinstance(last[0], ast.Assign) else None
    while isinstance(node, ast.Call) and _called(node) not in entry:
        through = [node.func.value] if isinstance(node.func, ast.Attribute) and not node.args else node.args
        node = through[0] if len(through) == 1 else None
    return _called(node) if _called(node) in entry else ""


@lru_cache(maxsize=1024)
def _asked_for(probe: str, attribute: str, entry: tuple[str, ...]) -> str:
    """The function whose result is the only object on which a trial looks up this attribute; with several, it would be
    unknown which one lacked it."""
    tree = ast.parse(probe)
    asked = [each for each in ast.walk(tree) if isinstance(each, ast.Attribute) and each.attr == attribute]
    return _only([each.value for each in asked], tree, entry)


@lru_cache(maxsize=1024)
def _walked(probe: str, entry: tuple[str, ...]) -> str:
    """The function whose result a trial iterates over, if that is the only object of the learner's that it iterates
    over; plain names are the trial's own."""
    tree = ast.parse(probe)
    walked = [each.iter for each in ast.walk(tree) if isinstance(each, (ast.For, ast.comprehension))]
    return _only([each for each in walked if _called(each) in entry or isinstance(each, ast.Attribute)], tree, entry)


def _only(nodes: list[ast.expr], tree: ast.Module, entry: tuple[str, ...]) -> str:
    """The one function of `entry` whose results all of these expressions are, as calls or as names assigned once."""
    kept = {
        each.targets[0].id: _called(each.value)
        for each in tree.body
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name) and len(each.targets) == 1
    }
    stored = [each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    once = {name: owner for name, owner in kept.items() if stored.count(name) == 1}
    owners = {once.get(each.id, "") if isinstance(each, ast.Name) else _called(each) for each in nodes}
    return owners.pop() if len(owners) == 1 and owners <= set(entry) else ""


def _called(node: ast.AST | None) -> str:
    """The name of the function that a node calls; empty if it is not a call of a plain name."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
