"""A source is executed, probes look at what it left, and plain data comes back."""

import os

import pytest

from autogradlab import confine
from autogradlab.confine.zygote import Unfit

DOUBLE = "def double(x):\n    return 2 * x\n"


def values(outcome):
    return [result.value for result in outcome.results]


def test_probes_see_the_names_of_the_source(run):
    assert values(run(DOUBLE, "answer = double(3)", "answer = double('ab')")) == [6, "abab"]


def test_a_probe_leaves_the_names_alone_for_the_next_one(forked):
    assert values(forked("x = 1\nanswer = 5", "x = 2; answer = x", "answer = x", "x")) == [2, 1, None]


def test_whether_an_answer_was_given_is_told(forked):
    given, missing = forked("", "answer = None", "x = 1").results
    assert given.answered and not missing.answered and given.value is missing.value is None


def test_a_forked_probe_cannot_change_an_object_for_the_next_one(forked):
    assert values(forked("items = [1]", "items.append(2); answer = items", "answer = items")) == [[1, 2], [1]]


def test_the_prelude_was_run_before_the_source(run):
    assert values(run("y = math.sqrt(x)", "answer = y", prelude="import math\nx = 9")) == [3.0]


def test_the_engine_can_be_imported_wherever_it_lies(run):
    outcome = run(
        "w = ag.tensor(3., requires_grad=True)",
        "(w ** 2).backward()\nanswer = w.grad.item()",
        prelude="import autogradlab as ag",
    )
    assert values(outcome) == [6.0]


@pytest.mark.parametrize(
    "prelude, name",
    [("1 / 0", "ZeroDivisionError"), ("x = (", "SyntaxError"), ("import no_such_module", "ModuleNotFoundError")],
)
def test_a_prelude_that_fails_is_said_to_be_ours(run, left_over, prelude, name):
    with pytest.raises(Unfit, match=name):
        run("", prelude=prelude)
    assert left_over() == set()


def test_what_is_printed_belongs_to_the_program_that_printed_it(run):
    outcome = run("print('one')", "print('two')\nimport sys\nprint('aside', file=sys.stderr)", "print('three', end='')")
    assert outcome.printed == "one\n"
    assert [result.printed for result in outcome.results] == ["two\n", "three"]
    assert outcome.results[0].stderr == "aside\n"


def test_a_warning_is_no_print(forked):
    program = forked("import warnings\nwarnings.warn('look here')\nprint(1)").program
    assert program.printed == "1\n" and "look here" in program.stderr and program.completed


def test_a_long_print_is_cut(forked):
    outcome = forked("for _ in range(3000): print('0123456789')", "answer = 1")
    assert len(outcome.printed) == 10_000 and values(outcome) == [1]


def test_an_error_of_the_source_names_its_lines(run):
    error = run("def f(x):\n    return 1 / x\n\nf(0)", "answer = 1").error
    assert (error.name, error.sentence) == ("ZeroDivisionError", "division by zero")
    assert [(line.number, line.text) for line in error.lines] == [(4, "f(0)"), (2, "return 1 / x")]


def test_a_line_ends_where_python_ends_it(forked):
    error = forked("# a form feed \x0c, \x1c, \u2028 and \x85\ndef f():\r\n    return 1 / 0\rf()").error
    assert [(line.number, line.text) for line in error.lines] == [(4, "f()"), (3, "return 1 / 0")]


@pytest.mark.parametrize(
    "source",
    [
        "class E(Exception): __notes__ = 7\nraise E",
        "class E(Exception):\n    @property\n    def __notes__(self): raise self\nraise E",
        "class Kind(type): __name__ = property(lambda kind: exit())\nclass E(Exception, metaclass=Kind): pass\nraise E",
    ],
    ids=["notes", "notes that raise", "a name that raises"],
)
def test_an_error_that_cannot_be_described_is_an_error_all_the_same(forked, source):
    assert forked(source).program.error.name == "an error that cannot be described"


def test_no_probe_is_run_after_an_error_of_the_source(forked):
    outcome = forked("1 / 0", "answer = 1")
    assert outcome.results == () and not outcome.program.completed


def test_an_error_of_a_probe_costs_that_probe_only(run):
    outcome = run("def f(x):\n    raise ValueError('no', x)", "f(1)", "answer = 2")
    failed, fine = outcome.results
    assert failed.error.name == "ValueError" and failed.error.lines[0].number == 2
    assert fine.value == 2 and outcome.error is None


def test_a_syntax_error_names_its_line(forked):
    error = forked("x = 1\ny = (2").error
    assert error.name == "SyntaxError" and [line.number for line in error.lines] == [2]


def test_the_notes_of_an_error_come_along(forked):
    error = forked("e = ValueError('no')\ne.add_note('help: yes')\nraise e").error
    assert error.notes == ("help: yes",)


def test_an_endless_recursion_is_an_error_like_others(forked):
    error = forked("def f():\n    return f()", "f()").results[0].error
    assert error.name == "RecursionError" and 0 < len(error.lines) <= 10


@pytest.mark.parametrize("error", ["KeyboardInterrupt", "GeneratorExit", "BaseException"])
def test_an_error_that_is_no_exception_is_recorded_all_the_same(forked, error):
    assert forked(f"raise {error}").error.name == error


def test_an_error_that_cannot_say_what_it_is_has_no_sentence(forked):
    source = "class Odd(Exception):\n    def __str__(self):\n        raise RuntimeError\nraise Odd"
    assert (forked(source).error.name, forked(source).error.sentence) == ("Odd", "")


def test_classes_and_dataclasses_of_the_source_work(forked):
    source = "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\nassert __name__ == '__main__'"
    assert values(forked(source, "answer = P(3).x")) == [3]


def test_the_source_of_a_function_can_be_read(forked):
    assert values(forked(DOUBLE, "import inspect; answer = inspect.getsource(double)")) == [DOUBLE]


def test_nothing_waits_on_the_keyboard(run):
    assert run("input()").error.name == "EOFError"


def test_the_working_folder_is_empty_private_and_gone_afterwards(run):
    outcome = run(
        "import os\nopen('mine.txt', 'w').close()",
        "answer = [os.getcwd(), os.listdir(), os.environ['HOME'], os.path.expanduser('~')]",
    )
    folder, content, *homes = outcome.results[0].value
    assert content == ["mine.txt"] and homes == [folder, folder]
    assert not os.path.exists(folder)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="permissions of POSIX")
def test_a_locked_folder_is_removed_as_well(run):
    source = "import os\nos.makedirs('a/b')\nopen('a/b/c', 'w').close()\nos.symlink('/', 'a/link')\nos.chmod('a/b', 0)"
    folder = run(source + "\nos.chmod('a', 0)", "answer = os.getcwd()").results[0].value
    assert not os.path.exists(folder) and os.path.exists("/")


def test_no_variable_of_this_process_is_known_inside(run, monkeypatch):
    monkeypatch.setenv("AUTOGRADLAB_SECRET", "1234")
    assert run("import os", "answer = str(dict(os.environ))").results[0].value.count("1234") == 0


def test_runs_know_nothing_of_each_other(run):
    run("import math\nmath.pi = 3\nx = 1")
    assert values(run("import math", "answer = [math.pi > 3, 'x' in globals()]")) == [[True, False]]


def test_a_fork_of_this_process_has_an_interpreter_of_its_own(forked):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, str(confine.run("", ["answer = 7"]).results[0].value).encode())
            confine.shut_down()
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading) as answer:
        assert answer.read() == "7"
    os.waitpid(child, 0)
    assert values(forked("", "answer = 8")) == [8]
