"""Small mistakes that could be made in a file: each replaces the text at one place by another."""

import ast
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

SWAPS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.Pow: ("**", "*"),
    ast.MatMult: ("@", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "&"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}
DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
FORGOTTEN = (ast.Assign, ast.AugAssign, ast.Delete, ast.Raise, ast.Break, ast.Continue, ast.Expr)


@dataclass(frozen=True)
class Mutant:
    """One mistake in the file at `path`, which matters to tests that run its lines `first` to `last`."""

    path: str
    first: int
    last: int
    name: str  # such as "autograd/views.py refresh: `<` → `<=`"; of several alike the later ones are numbered
    source: str  # the whole file with the mistake in it


def mutants(root: Path, path: str) -> list[Mutant]:
    """Every mistake that this module can make in the file at `path` under `root`."""
    found, alike, short = [], Counter(), path.partition("/")[2]
    text = (root / path).read_text(encoding="utf-8")
    for where, statement, before, after, source in _Places(text).all():
        name = f"{short} {where}: `{_short(before)}` → `{_short(after)}`".replace(" :", ":")
        alike[name] += 1
        name += f" (no. {alike[name]})" if alike[name] > 1 else ""
        first, last = (statement.lineno, statement.end_lineno) if statement else (1, text.count("\n"))
        found.append(Mutant(path, first, last, name, source))
    return found


def changes(text: str) -> list[tuple[str, str]]:
    """(name, the whole text with the mistake) of every mistake that can be made in a text."""
    return [(f"`{_short(before)}` → `{_short(after)}`", whole) for *_, before, after, whole in _Places(text).all()]


class _Places:
    """The places of a text where a mistake could be; they are counted in bytes, as `ast` does."""

    def __init__(self, text: str):
        self.tree, self.text, self.starts = ast.parse(text), text.encode(), [0]
        for line in self.text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def all(self):
        """(function, statement, text before, text after, the whole text with the mistake) of each."""
        for where, statement, node in _looked_at(self.tree):
            for start, end, after in [*self._swapped(node), *self._changed(node), *self._negated(node)]:
                whole = self.text[:start] + after.encode() + self.text[end:]
                yield where, statement, self.text[start:end].decode(), after, whole.decode()

    def _swapped(self, node):
        """Operators replaced by their counterparts in SWAPS."""
        if isinstance(node, ast.Compare):
            for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators):
                yield self._between(left, right, *SWAPS[type(op)])
        elif isinstance(node, ast.BinOp):
            yield self._between(node.left, node.right, *SWAPS[type(node.op)])
        elif isinstance(node, ast.AugAssign):
            yield self._between(node.target, node.value, *(f"{text}=" for text in SWAPS[type(node.op)]))
        elif isinstance(node, ast.BoolOp):
            for left, right in zip(node.values, node.values[1:]):
                yield self._between(left, right, *SWAPS[type(node.op)])

    def _changed(self, node):
        """Minus signs and `not` removed, numbers and truth values changed, results lost, statements left out."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
            start = self._span(node)[0]
            yield start, start + (3 if isinstance(node.op, ast.Not) else 1), ""
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield *self._span(node), str(not node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            yield *self._span(node), f"({node.value} + 1)"
        elif isinstance(node, ast.Return) and not (node.value is None or _is_none(node.value)):
            yield *self._span(node), "return None"
        elif isinstance(node, FORGOTTEN):
            yield *self._span(node), "pass"

    def _negated(self, node):
        """Conditions that mean the opposite."""
        for test in [node.test] if isinstance(node, (ast.If, ast.While, ast.IfExp)) else getattr(node, "ifs", []):
            start, end = self._span(test)
            yield start, end, f"(not ({self.text[start:end].decode()}))"

    def _span(self, node):
        return (self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset)

    def _between(self, left, right, before, after):
        """(start, end, text after) for the operator between two nodes."""
        begin, end = self._span(left)[1], self._span(right)[0]
        at = begin + self.text[begin:end].index(before.encode())
        return at, at + len(before), after


def _looked_at(node, where="", statement=None):
    """Every node but annotations and what `_says_nothing` finds, with the definition and the statement it belongs to.

    What is run at import belongs to no statement: all of the file depends on it.
    """
    for name, field in ast.iter_fields(node):
        for child in field if isinstance(field, list) else [field]:
            if not isinstance(child, ast.AST) or name in ("annotation", "returns") or _says_nothing(child):
                continue
            once = statement is None and not isinstance(child, ast.FunctionDef)
            inner = child if isinstance(child, ast.stmt) and not once else statement
            yield where, inner, child
            inside = ".".join(filter(None, [where, child.name])) if isinstance(child, DEFINITIONS) else where
            yield from _looked_at(child, inside, inner)


def _says_nothing(node):
    """Whether a node is a docstring, a `yield` statement, `__all__`, or an f-string, whose parts `ast` misplaces."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, (ast.Constant, ast.Yield, ast.YieldFrom))
    if isinstance(node, ast.Assign):
        return any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets)
    return isinstance(node, ast.JoinedStr)


def _is_none(node):
    return isinstance(node, ast.Constant) and node.value is None


def _short(text):
    """A text on one line, without a bar, which would end a table's column."""
    text = " ".join(text.split()).replace("|", "¦") or "nothing"
    return text if len(text) <= 80 else text[:77] + "..."
