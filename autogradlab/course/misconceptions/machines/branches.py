"""M43: the graph has both branches of an `if`, whichever is taken.

An engine cannot see the branch that does not run, so here the program is changed before it runs: `a if test else b`,
and the `if` statements that mean the same, yield the value of the branch that is taken and the gradients of both.
"""

import ast

from autogradlab.autograd.tensor import Tensor
from autogradlab.course import programs

from .patching import patched

_NAME = "__both_branches"


def both_branches():
    """M43: both branches of an `if` contribute gradients. Only for programs that `programs.run` runs."""

    def compiled(source, filename, kind):
        tree = ast.fix_missing_locations(_BothBranches().visit(ast.parse(source)))
        tree.body.insert(0, ast.parse(f"from {__name__} import {_both.__name__} as {_NAME}").body[0])
        return compile(ast.fix_missing_locations(tree), filename, kind)

    return patched(programs, "compile", compiled)


def _both(test, first, second):
    """The value of the branch that the test chooses, with the gradients of both."""
    taken, other = (first, second) if test else (second, first)
    result = taken()
    if not isinstance(result, Tensor):
        return result
    beside = other()
    return result + (beside - beside.detach()) if isinstance(beside, Tensor) else result


class _BothBranches(ast.NodeTransformer):
    def visit_IfExp(self, node):
        self.generic_visit(node)
        branches = [ast.Lambda(_no_arguments(), branch) for branch in (node.body, node.orelse)]
        return ast.copy_location(ast.Call(ast.Name(_NAME, ast.Load()), [node.test, *branches], []), node)

    def visit_If(self, node):
        """`if test: y = a` / `else: y = b`, or the same with `return`, as a conditional expression; others stay."""
        match node:
            case ast.If(body=[ast.Assign(targets=[ast.Name(id=one)])], orelse=[ast.Assign(targets=[ast.Name(id=two)])]):
                if one == two:
                    return self.visit(ast.copy_location(ast.Assign(node.body[0].targets, _chosen(node)), node))
            case ast.If(body=[ast.Return(value=ast.expr())], orelse=[ast.Return(value=ast.expr())]):
                return self.visit(ast.copy_location(ast.Return(_chosen(node)), node))
        return self.generic_visit(node)

    def visit_FunctionDef(self, node):
        """`if test: return a` before a last `return b` becomes an `if` with an `else`."""
        match node.body:
            case [*_, ast.If(body=[ast.Return()], orelse=[]) as choice, ast.Return() as last]:
                choice.orelse = [last]
                del node.body[-1]
        return self.generic_visit(node)


def _chosen(node):
    return ast.copy_location(ast.IfExp(node.test, node.body[0].value, node.orelse[0].value), node)


def _no_arguments():
    return ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
