"""The command line `autogradlab`: one function per verb, which imports what it needs when it runs."""

import argparse
import os
import sys
from importlib.util import find_spec
from itertools import takewhile

PLACE = "name a place that exists, that you may use, and that has room"


def main(arguments: list[str] | None = None) -> int:
    """Run the command that the words after `autogradlab` ask for; returns the exit status."""
    sys.stdout.reconfigure(errors="replace")  # a console that lacks a letter shows ? instead of stopping
    words = sys.argv[1:] if arguments is None else arguments
    # JupyterLab has options that argparse would take for its own (--help), so `lab` passes everything on.
    options = argparse.Namespace(run=lab, arguments=words[1:]) if words[:1] == ["lab"] else parser().parse_args(words)
    try:
        status = options.run(options)
        sys.stdout.flush()
        return status
    except ModuleNotFoundError as error:
        from .doctor import CURE

        package = error.name.split(".")[0]
        return complain(
            f"`autogradlab {words[0]}` needs the package `{package}`, which is not installed here\n  help: {CURE}"
        )
    except BrokenPipeError:  # the reader closed the pipe, as in `autogradlab doctor | head -1`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return complain(f"`{error.filename}`: {error.strerror}\n  help: {PLACE}" if error.strerror else str(error))
    except ValueError as error:
        return complain(str(error))


class Parser(argparse.ArgumentParser):
    """A parser that reports a usage error in one sentence and a line of help."""

    slip = 1  # the exit status of a usage error

    def parse_known_args(self, args=None, namespace=None):
        """Let a verb report unknown options itself, and before missing ones: one may be the other, misspelled."""
        if unknown := self._unknown(args):
            self.error(f"there is no option {unknown[0]}")
        found, rest = super().parse_known_args(args, namespace)
        if rest:
            self.error(f"unrecognized arguments: {' '.join(rest)}")
        return found, rest

    def _unknown(self, words):
        """The words that look like long options but are not; those after a verb are left to the verb's parser."""
        mine = takewhile(lambda word: word.startswith("-") if self._subparsers else word != "--", words)
        named = (word for word in mine if word.startswith("--"))
        options = self._option_string_actions
        return [word for word in named if not any(each.startswith(word.partition("=")[0]) for each in options)]

    def error(self, message):
        complain(f"{message}\n  help: `{self.prog} --help` shows what can be asked for")
        sys.exit(self.slip)


def parser() -> argparse.ArgumentParser:
    """The verbs and their options."""
    top = Parser(prog="autogradlab", description="The tools of the autogradlab course.")
    verbs = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def verb(name, run, what):
        parsed = verbs.add_parser(name, help=what, description=what)
        parsed.set_defaults(run=run)
        return parsed

    verb("lab", lab, "open the course in JupyterLab: `autogradlab lab [DIR] [JupyterLab's arguments]`")
    verb("doctor", doctor, "say what is installed here, what is missing and how to fix it")
    written = verb("exercises", exercises, "write exercises/ from solutions/")
    how = written.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="change nothing; say whether they agree")
    how.add_argument("--run", dest="outputs", action="store_true", help="run the solutions first, store what they show")
    released = verb("release", release, "write a copy of the course for learners: no solutions, no rubrics")
    released.add_argument("folder", metavar="DIR", help="a new or empty folder, or one that was released into before")
    released.add_argument("--replace", action="store_true", help="replace files in DIR that differ")
    attempts_parser(verb("attempts", show_attempts, "your own private log of checks"))
    seen = verb("classroom", classroom, "what a class's exported attempts say: a page and tables")
    seen.add_argument("exports", help="the folder that holds the learners' exports")
    seen.add_argument("--out", required=True, metavar="DIR", help="the folder to write the report into")
    grade_parser(verb("grade", grade, "grade a folder of hand-ins, or a learning platform's zip of them"))
    marked = verb("marks", marks, "take points given by a human into a gradebook")
    marked.add_argument("file", help="a CSV with the columns student, exercise, question, points, comment")
    graded_into(marked)
    reported = verb("report", report, "write the reports anew from a gradebook: the class, its items, each student")
    reported.add_argument("out", metavar="DIR", type=named, help="the folder of the gradebook and the reports")
    of_the_course(reported)
    similar(reported)
    reported.add_argument(
        "--without",
        metavar="STUDENT",
        action="append",
        default=[],
        help="leave a student out of the reports until `grade` finds a hand-in again; results and marks stay",
    )
    pages = verb("site", site, "write the whole course as static pages, with figures that move without a kernel")
    pages.add_argument("folder", metavar="DIR", help="the folder for the pages: a new one, or one with older pages")
    simulated = verb("simulate", simulate, "let every simulated learner answer every check; say what was understood")
    simulated.add_argument("--json", metavar="FILE", help="write the numbers and the whole matrix there")
    return top


def complain(message: str) -> int:
    """Print an error message; returns the exit status for it."""
    print(f"autogradlab: {message}", file=sys.stderr)
    return 1


def lab(options) -> int:
    from .course.lab import open_lab

    return open_lab(options.arguments) or 0


def doctor(options) -> int:
    from .doctor import examine

    return 0 if examine() else 1


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


def release(options) -> int:
    from .course.lab import course_folder
    from .grading.release import release as write

    written = write(course_folder(), options.folder, options.replace)
    print(
        f"files written: {len(written)}, learners start with `python course.py lab` in {options.folder}"
        if written
        else f"{options.folder} agrees with the course"
    )
    return 0


def attempts_parser(attempts: argparse.ArgumentParser) -> None:
    """Add the actions on the learner's own log: show, delete, export."""
    actions = attempts.add_subparsers(title="actions", metavar="ACTION", required=True)
    for name, run, what in (
        ("show", show_attempts, "print the log as a table"),
        ("delete", delete_attempts, "forget all of it"),
        ("export", export_attempts, "write it to a file that can be handed in, after showing what leaves"),
    ):
        action = actions.add_parser(name, help=what, description=what)
        action.set_defaults(run=run)
    action.add_argument("file", help="a new file, e.g. my_attempts.jsonl")
    action.add_argument("--code", default="", help="a course code instead of your random name")
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
    """Ask whether to go on; only `y` or `yes`, typed at a terminal, is a yes."""
    if not (sys.stdin and sys.stdin.isatty()):
        complain("nothing was written: there is no terminal to ask at\n  help: add `--yes` to skip the question")
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


def grade_parser(graded: argparse.ArgumentParser) -> None:
    """Add the options of `grade`. Its usage errors exit with 2, because 1 means that some graded work needs a look."""
    graded.slip = 2
    graded.add_argument(
        "hand_ins",
        metavar="HAND_INS",
        type=named,
        help="a folder with a notebook or a folder for each student, or a zip of these",
    )
    graded_into(graded)
    for name, metavar, what in (
        ("--exercise", "STEM", "the exercise that all of them answer, such as 04_accumulate; else each notebook says"),
        ("--due", "WHEN", "when work was due, such as 2026-03-01T18:00; what is newer gets a note"),
        ("--dask", "ADDRESS", "let a Dask cluster do the work, instead of this machine"),
        ("--secret", "FILE", "the course's secret, instead of the one in DIR"),
    ):
        graded.add_argument(name, metavar=metavar, default="", help=what)
    graded.add_argument("--on-time", action="store_true", help="nothing that is late replaces what was on time")
    graded.add_argument("--workers", metavar="N", type=workers, help="how many at a time; by default one per core")
    graded.add_argument("--regrade", action="store_true", help="also grade again what was graded before")
    similar(graded)
    graded.add_argument(
        "--allow-level",
        metavar="N",
        type=int,
        choices=(1, 2, 3),
        default=2,
        help="the least confinement: 1 separated, 2 confined (default), 3 isolated",
    )


def graded_into(parsed: argparse.ArgumentParser) -> None:
    """Add the options that name the folders of the gradebook and of the course."""
    parsed.add_argument(
        "--out", required=True, metavar="DIR", type=named, help="the folder of the gradebook and the reports"
    )
    of_the_course(parsed)


def of_the_course(parsed: argparse.ArgumentParser) -> None:
    """Add the option that names the course's folder."""
    parsed.add_argument("--course", metavar="DIR", help="the course's folder, with its solutions; else the one here")


def similar(parsed: argparse.ArgumentParser) -> None:
    """Add the option to compare hand-ins with each other."""
    parsed.add_argument("--similarity", action="store_true", help="also write which hand-ins are much alike")


def named(text: str) -> str:
    """The name of a file or folder. An empty one is refused: it would silently mean the current folder."""
    if not text.strip():
        raise argparse.ArgumentTypeError("the name is empty; `.` is the folder that you are in")
    return text


def workers(text: str) -> int:
    """The number of workers, from 1 to 256."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= 256):
        raise argparse.ArgumentTypeError(f"`{text}` is not a whole number from 1 to 256")
    return int(text)


def grade(options) -> int:
    from .grading.command import grade as run

    return run(options, course_of(options))


def marks(options) -> int:
    from .grading.command import marks as run

    return run(options, course_of(options))


def report(options) -> int:
    from .grading.command import report as run

    return run(options, course_of(options))


def course_of(options):
    """The course's folder: the one given with `--course`, else the one that `course_folder` finds."""
    from pathlib import Path

    from .course.lab import course_folder

    return Path(options.course) if options.course else course_folder()


def simulate(options) -> int:
    import json

    from tqdm import tqdm

    from .course.simulation import simulate as run

    if options.json:
        open(options.json, "a", encoding="utf-8").close()  # a file that cannot be written is reported before the work
    simulation = run(progress=lambda items: tqdm(items, "items", disable=None, leave=False))
    found = simulation.summary()
    if options.json:
        with open(options.json, "w", encoding="utf-8", newline="\n") as file:
            json.dump(found, file, indent=1)
    for name, value in found.items():
        if name != "matrix":
            print(f"{name:22} {value}")
    for miss in simulation.misses():
        print(miss)
    return 0 if found["detected"] == found["named_first"] == 1 and not found["false_names"] else 1


def site(options) -> int:
    from .course.lab import course_folder

    missing = [name for name in ("sphinx", "myst_nb", "furo") if not find_spec(name)]
    if missing:
        return complain(
            f"pages need packages that are not installed here: {', '.join(missing)}\n"
            '  help: run `pip install -e ".[site]"` in the course\'s folder'
        )
    from tqdm import tqdm

    from .site.build import FOR_INSTRUCTORS, build

    course = course_folder()
    with tqdm(desc="lessons run", disable=None, leave=False) as bar:

        def tell(done, count):
            bar.total = count
            bar.update()

        complaints = build(course, options.folder, tell=tell)
    print("\n".join(complaints) or "every link leads somewhere")
    if (course / FOR_INSTRUCTORS).exists():
        print("pages for instructors are among them; for pages without them, build in a folder that `release` wrote")
    print(f"written: {options.folder}; open its index.html")
    return 1 if complaints else 0
