"""The house: imports point downward, in no circle, and importing the engine costs NumPy and nothing more."""

import ast
import re
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import autogradlab

ROOT = Path(autogradlab.__file__).parent
MODULES = {
    ".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__"): path
    for path in ROOT.rglob("*.py")
}

ENGINE = {"autograd", "ops", "nn", "optim", "utils", "linalg", "random"}
MAY_IMPORT = {
    "autograd": set(),
    "ops": {"autograd"},
    "nn": {"autograd", "ops"},
    "optim": {"autograd", "ops"},
    "utils": {"autograd", "ops"},
    "linalg": {"ops"},
    "random": {"ops"},  # a handful of ops under torch's module name
    "fuse": {"autograd", "ops"},
    "memory": {"autograd"},
    "draw": set(),
    "confine": set(),
    "spreadsheet": set(),
    "the face": ENGINE | {"fuse", "memory", "draw"},  # autogradlab/__init__.py: torch's names; rooms on demand
    "course": {"the face", *ENGINE, "fuse", "memory", "draw", "confine", "spreadsheet"},
    "grading": {"confine", "spreadsheet"},  # the judge knows nothing of the course
    "site": {"the face", *ENGINE, "course", "draw"},
    # Pages about a class look like the course's own.
    "grading.reports": {
        "confine",
        "spreadsheet",
        "course.checks",
        "course.classroom",
        "course.misconceptions",
        "course.plots",
        "draw",
    },
}
TOP = {"cli", "doctor", "__main__"}
NAMED_ROOMS = {*MAY_IMPORT, *MAY_IMPORT["grading.reports"]}


def imports(module):
    """The package's own modules that `module` imports, wherever in the file it does so."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: len(package.split(".")) + 1 - node.level]) if node.level else ""
            source = ".".join(filter(None, [base, node.module]))
            named = {f"{source}.{name.name}" for name in node.names}
            yield from named if named <= MODULES.keys() else (named | {source}) & MODULES.keys() - {package}


def room(module):
    parts = module.split(".")[1:] or ["the face"]
    return ".".join(parts[:2]) if ".".join(parts[:2]) in NAMED_ROOMS else parts[0]


def floor(room):
    return room.partition(".")[0]


def allowed(importer, imported):
    here, there = room(importer), room(imported)
    may_import = MAY_IMPORT.get(here) or MAY_IMPORT.get(floor(here), set())
    return floor(here) in TOP or floor(there) == floor(here) or bool({there, floor(there)} & may_import)


@pytest.mark.parametrize("module", sorted(MODULES))
def test_imports_point_downward(module):
    assert floor(room(module)) in MAY_IMPORT.keys() | TOP, "a room without a place on the ladder"
    assert [imported for imported in imports(module) if not allowed(module, imported)] == []


def test_no_imports_go_in_a_circle():
    TopologicalSorter({module: set(imports(module)) for module in MODULES}).prepare()


def test_the_engine_is_read_in_the_order_of_its_imports():
    text = " ".join(autogradlab.autograd.__doc__.split())
    order = re.search(r"order of imports: (.*?);", text)[1].split(", ")
    later = {f"autogradlab.autograd.{name}": place for place, name in enumerate(order)}
    assert (
        len(order) > 10
        and [
            (module, imported)
            for module in later
            for imported in imports(module)
            if later.get(imported, -1) > later[module]
        ]
        == []
    )


def test_a_step_upward_is_noticed():
    assert not allowed("autogradlab.autograd.tensor", "autogradlab.ops.arithmetic")
    assert not allowed("autogradlab.draw.dot", "autogradlab") and allowed("autogradlab.course.style", "autogradlab")
    assert not allowed("autogradlab.grading.judge", "autogradlab.course.lessons")
    assert not allowed("autogradlab.grading.judge", "autogradlab.course.checks.compare")
    assert allowed("autogradlab.grading.reports.student", "autogradlab.course.classroom.shares")
    assert not allowed("autogradlab.grading.judge", "autogradlab.course.classroom.shares")


def loaded_by(statement):
    """The names of all modules, in the order in which their import began."""
    code = f"import sys; {statement}; print(*sys.modules)"
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT.parent
    ).stdout.split()


def test_importing_the_engine_costs_numpy_and_nothing_more():
    loaded = loaded_by("import autogradlab as ag; ag.tensor(2., requires_grad=True).exp().backward()")
    heavy = {"matplotlib", "IPython", "ipywidgets", "graphviz", "torch", "scipy", "nbformat", "hypothesis"}
    assert heavy.isdisjoint(loaded)
    assert {name for name in loaded if name.startswith("autogradlab.") and name.split(".")[1] not in ENGINE} == set()


def test_numpy_is_imported_before_any_room_of_ours():
    """Imported later, it takes half as long again: see autogradlab/__init__.py."""
    loaded = loaded_by("import autogradlab")
    assert loaded.index("numpy") < loaded.index("autogradlab.autograd")


def printed_by(code):
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT.parent)
    return run.stdout.split()


@pytest.mark.parametrize("before", ["enable", "disable"])
def test_importing_leaves_the_garbage_collector_as_it_was(before):
    assert printed_by(f"import gc; gc.{before}(); import autogradlab; print(gc.isenabled())") == [
        str(before == "enable")
    ]


def test_importing_leaves_little_to_be_searched_for_garbage():
    """Its objects count as old, though no search has seen them: see autogradlab/__init__.py."""
    code = "import gc; frozen = gc.get_freeze_count(); import autogradlab"
    young, before, after = printed_by(f"{code}; print(len(gc.get_objects(0)), frozen, gc.get_freeze_count())")
    assert int(young) < 700 and after == before  # Python 3.12 begins with some frozen


def test_importing_keeps_frozen_what_the_program_has_frozen():
    code = "gc.freeze(); frozen = gc.get_freeze_count(); import autogradlab"
    frozen, after = map(int, printed_by(f"import gc; {code}; print(frozen, gc.get_freeze_count())"))
    assert 0 < after <= frozen  # some of it may have been freed


def test_garbage_from_before_is_still_found():
    loop = "class Loop: pass\nloop = Loop(); loop.itself = loop; seen = weakref.ref(loop); del loop"
    after = "import autogradlab; before = seen() is None; gc.collect(); print(before, seen() is None)"
    assert printed_by(f"import gc, weakref; gc.disable()\n{loop}; {after}") == ["False", "True"]


def test_the_face_gives_pytorchs_names_only():
    public = {name for name in vars(autogradlab) if not name.startswith("_")}
    assert {"tensor", "no_grad", "Tensor", "float32", "sum", "matmul", "autograd"} <= public
    with pytest.raises(AttributeError, match="module 'torch' has no attribute 'tensr'"):
        autogradlab.tensr
