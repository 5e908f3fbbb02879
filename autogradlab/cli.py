"""The command line `autogradlab`: one function per verb. What a verb needs is imported when it runs."""
import argparse
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec

COURSE_CURE = 'start the course with `python course.py lab`, or run `pip install -e ".[course]"` in its folder'
TEST_CURE = 'run the tests with `python course.py test`, or run `pip install -e ".[test]"` in the course\'s folder'
NEEDED = {"numpy": COURSE_CURE, "jupyterlab": COURSE_CURE, "ipywidgets": COURSE_CURE, "matplotlib": COURSE_CURE,
          "nbval": TEST_CURE}


def main(arguments: list[str] | None = None) -> int:
    """Does what the words after `autogradlab` ask for; gives the exit status."""
    sys.stdout.reconfigure(errors="replace")  # a console that lacks a letter shows ? instead of stopping
    words = sys.argv[1:] if arguments is None else arguments
    # JupyterLab has options that argparse would take for its own (--help), so `lab` hands everything on.
    options = argparse.Namespace(run=lab, arguments=words[1:]) if words[:1] == ["lab"] else parser().parse_args(words)
    try:
        return options.run(options)
    except ModuleNotFoundError as error:
        package = error.name.split(".")[0]
        return complain(f"`autogradlab {words[0]}` needs the package `{package}`, which is not installed here\n"
                        f"  help: {COURSE_CURE}")
    except OSError as error:
        return complain(f"`{error.filename}`: {error.strerror}" if error.strerror else str(error))
    except ValueError as error:
        return complain(str(error))


class Parser(argparse.ArgumentParser):
    """Tells a slip of the command line in one sentence and a line of help."""

    def error(self, message):
        sys.exit(complain(f"{message}\n  help: `{self.prog} --help` shows what can be asked for"))


def parser() -> argparse.ArgumentParser:
    """The verbs and their options."""
    top = Parser(prog="autogradlab", description="The tools of the autogradlab course.")
    verbs = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def verb(name, run, what):
        parsed = verbs.add_parser(name, help=what, description=what)
        parsed.set_defaults(run=run)
        return parsed

    verb("lab", lab, "open the course in JupyterLab; further arguments are JupyterLab's")
    verb("doctor", doctor, "say what is installed here, what is missing and the cure")
    written = verb("exercises", exercises, "write exercises/ from solutions/")
    how = written.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="change nothing; say whether they agree")
    how.add_argument("--run", dest="outputs", action="store_true", help="run the solutions first, store what they show")
    attempts_parser(verb("attempts", show_attempts, "your own private log of checks"))
    seen = verb("classroom", classroom, "what a class's exported attempts say: a page and tables")
    seen.add_argument("exports", help="the folder that holds the learners' exports")
    seen.add_argument("--out", required=True, metavar="DIR", help="the folder to write the report into")
    simulated = verb("simulate", simulate, "let every simulated learner answer every check; say what was understood")
    simulated.add_argument("--json", metavar="FILE", help="write the numbers and the whole matrix there")
    return top


def complain(message: str) -> int:
    """Says what is the matter and gives the exit status for it."""
    print(f"autogradlab: {message}", file=sys.stderr)
    return 1


def lab(options) -> int:
    from .course.lab import open_lab

    return open_lab(options.arguments) or 0


def doctor(options) -> int:
    from . import __version__
    from .draw import layout_programs

    print(f"{'Python':12} {sys.version.split()[0]}  ({sys.executable})")
    print(f"{'autogradlab':12} {__version__}")
    missing = [name for name in NEEDED if not describe(name)]
    print(f"{'torch':12} {installed('torch') or 'not installed; the course does not need it'}")
    print("graphs are laid out by the first of these that is there:")
    for name, path in layout_programs():
        print(f"  {name:16} {path or 'not found'}")
    for cure in {NEEDED[name]: None for name in missing}:
        print(f"  help: {cure}")
    return 1 if missing else 0


def describe(name: str) -> bool:
    """Prints a line on a package; gives whether it is there."""
    found = installed(name)
    print(f"{name:12} {found or 'MISSING'}")
    return bool(found)


def installed(name: str) -> str:
    """The version of an installed package, empty when it is not there."""
    try:
        return version(name) if find_spec(name) else ""
    except PackageNotFoundError:
        return ""


def exercises(options) -> int:
    from .course.lab import course_folder
    from .grading.exercises import check, write

    if options.outputs:
        from .grading.outputs import store

        print("\n".join(f"outputs stored: {path}" for path in store(course_folder())) or "no output has changed")
    if not options.check:
        print("\n".join(f"written: {path}" for path in write(course_folder())) or "exercises/ agrees with solutions/")
        return 0
    problems = check(course_folder())
    print("\n".join(problems) or "exercises/ agrees with solutions/")
    if problems:
        print("  help: run `autogradlab exercises`, which writes them anew")
    return 1 if problems else 0


def attempts_parser(attempts: argparse.ArgumentParser) -> None:
    """Adds what can be done with one's own log: show, delete, export."""
    actions = attempts.add_subparsers(title="actions", metavar="ACTION", required=True)
    for name, run, what in (
            ("show", show_attempts, "print the log as a table"), ("delete", delete_attempts, "forget all of it"),
            ("export", export_attempts, "write it to a file that can be handed in, after showing what leaves")):
        action = actions.add_parser(name, help=what, description=what)
        action.set_defaults(run=run)
    action.add_argument("file", help="a new file, e.g. my_attempts.jsonl")
    action.add_argument("--code", default="", help="a course code in place of your random name")
    action.add_argument("--text", action="store_true", help="keep answers in words of your own")
    action.add_argument("--yes", action="store_true", help="do not ask first")


def show_attempts(options) -> int:
    from .course.checks.log_export import show

    print(show())
    return 0


def delete_attempts(options) -> int:
    from .course.checks.log import delete
    from .course.checks.log_export import counted

    print(f"{counted(delete())} deleted")
    return 0


def export_attempts(options) -> int:
    from pathlib import Path

    from .course.checks import log_export

    path = Path(options.file)
    log_export.refuse_taken(path)
    records = log_export.leaving(options.code, options.text)
    if not records:
        return complain("no attempts are recorded, so there is nothing to export\n  help: answer a check first")
    print(log_export.preview(records, path))
    if not (options.yes or agreed()):
        return 1
    log_export.export(records, path)
    print(f"{log_export.counted(len(records))} written to {path}")
    return 0


def agreed() -> bool:
    """Asks whether to go on; only `y` or `yes`, typed at a terminal, is a yes."""
    if not (sys.stdin and sys.stdin.isatty()):
        complain("nothing was written: there is no terminal to ask at\n  help: add `--yes` to write without a question")
        return False
    print("Write this file? [y/N] ", end="", flush=True)
    if sys.stdin.readline().strip().lower() in ("y", "yes"):
        return True
    print("nothing was written")
    return False


def classroom(options) -> int:
    from .course.checks.wording import to_text
    from .course.classroom import write_report

    report = write_report(options.exports, options.out)
    print(f"exports read: {report.files}, learners: {report.learners}")
    print("\n".join(to_text(sentence) for sentence in report.troubles) or "every file could be read")
    print(f"written: {report.page}")
    return 0


def simulate(options) -> int:
    import json

    from tqdm import tqdm

    from .course.simulation import simulate as run

    found = run(progress=lambda items: tqdm(items, "items", leave=False)).summary()
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=1)
    for name, value in found.items():
        if name != "matrix":
            print(f"{name:22} {value}")
    return 0 if found["detected"] == found["named_first"] == 1 and not found["false_names"] else 1
