"""What a learner's function returned, where a trial's own program could do nothing with it: it left out `return`, or
gave a plain number in the place of a tensor.

What the process says of an error is only compared with what Python says; nothing of it is repeated.
"""

import ast
import re
from collections.abc import Sequence
from functools import lru_cache

#: What a trial asks of a tensor or an array, and of nothing else.
_ASKED = frozenset({"item", "tolist", "detach", "shape", "dtype", "requires_grad"})
_PLAIN = "float", "int", "bool", "list", "tuple"
_LACKS = re.compile(r"'(?P<type>\w+)' object has no attribute '(?P<name>\w+)'")
_NO_LIST = "'NoneType' object is not iterable"


def told(trials: Sequence, results: Sequence, entry: tuple[str, ...]) -> list[str]:
    """For each trial a sentence on what a function of `entry` returned; empty where nothing tells that for sure.

    An answer that is None may be meant, unless it is None wherever it is the function's own.
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
    if error.lines:  # it was raised within the learner's own
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
    """The function whose result is a trial's whole answer, perhaps as a list or a number: `answer = listed(f(x))`."""
    last = ast.parse(probe).body[-1:]
    node = last[0].value if last and isinstance(last[0], ast.Assign) else None
    while isinstance(node, ast.Call) and _called(node) not in entry:
        through = [node.func.value] if isinstance(node.func, ast.Attribute) and not node.args else node.args
        node = through[0] if len(through) == 1 else None
    return _called(node) if _called(node) in entry else ""


@lru_cache(maxsize=1024)
def _asked_for(probe: str, attribute: str, entry: tuple[str, ...]) -> str:
    """The function whose result is the only thing that a trial asks for this attribute: of several, nobody knows which
    had none."""
    tree = ast.parse(probe)
    asked = [each for each in ast.walk(tree) if isinstance(each, ast.Attribute) and each.attr == attribute]
    return _only([each.value for each in asked], tree, entry)


@lru_cache(maxsize=1024)
def _walked(probe: str, entry: tuple[str, ...]) -> str:
    """The function whose result a trial walks through, if it walks through nothing else that a learner's program makes:
    names are the trial's own."""
    tree = ast.parse(probe)
    walked = [each.iter for each in ast.walk(tree) if isinstance(each, (ast.For, ast.comprehension))]
    return _only([each for each in walked if _called(each) in entry or isinstance(each, ast.Attribute)], tree, entry)


def _only(nodes: list[ast.expr], tree: ast.Module, entry: tuple[str, ...]) -> str:
    """The one function of `entry` that all of these expressions are results of, called there or kept under a name."""
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
    """The name of the function that is called; empty for what is no such call."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
