"""Attacks through what is in the folder of hand-ins: links, pipes, zips, companions, and names of students."""

import io
import json
import os
import socket
import stat
import zipfile
from pathlib import Path

from ..hand_in import Attack, dumped, lay
from ..target import FULL, RIGHT, STEM, WRONG

_NAME = f"{STEM}.ipynb"


def _linked(folder: Path) -> None:
    place = folder / "symlink_notebook"
    place.mkdir()
    (place / _NAME).symlink_to("/etc/passwd")


def _linked_to_neighbor(folder: Path) -> None:
    place = folder / "symlink_to_neighbor"
    place.mkdir()
    (place / _NAME).symlink_to(f"../honest_000/{_NAME}")


def _pipe(folder: Path) -> None:
    place = folder / "fifo_notebook"
    place.mkdir()
    os.mkfifo(place / _NAME)


def _endless(folder: Path) -> None:
    place = folder / "device_notebook"
    place.mkdir()
    (place / _NAME).symlink_to("/dev/zero")


def _folder_as_notebook(folder: Path) -> None:
    (folder / "folder_as_notebook" / _NAME).mkdir(parents=True)


def _companions(folder: Path) -> None:
    """Files beside a wrong answer that graders or Python load where they are found."""
    place = lay(folder, "companions", dumped(WRONG))
    for name in (
        "numpy.py",
        "json.py",
        "conftest.py",
        "sitecustomize.py",
        "nbgrader_config.py",
        "autogradlab.py",
        "pytest.ini",
        ".env",
        "answer.pth",
    ):
        (place / name).write_text("import os; os._exit(0)\n")


def _own_rubric(folder: Path) -> None:
    place = lay(folder, "own_rubric", dumped(WRONG))
    (place / "solutions" / "rubrics").mkdir(parents=True)
    (place / "solutions" / "rubrics" / f"{STEM}.py").write_text("RUBRIC = None\n")


def _two_versions(folder: Path) -> None:
    """A wrong answer under the exercise's name, and beside it a right one under another name."""
    place = lay(folder, "two_versions", dumped(WRONG))
    (place / "copy.ipynb").write_bytes(dumped(RIGHT))


def _neighbors_name_below(folder: Path) -> None:
    """A folder inside the student's, named as a platform names a neighbor's, with a newer, wrong answer."""
    place = lay(folder, "neighbors_name_below", dumped(WRONG)) / "honest_001_assignsubmission_file_"
    place.mkdir()
    (place / _NAME).write_bytes(dumped(WRONG))
    os.utime(place / _NAME, (4e9, 4e9))


def _zip(members) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in members:
            archive.writestr(member, content)
    return data.getvalue()


def _zipped(student: str, members, change=lambda data: data):
    def put(folder: Path) -> None:
        (folder / student).mkdir()
        (folder / student / "work.zip").write_bytes(change(_zip(members)))

    return put


def _link_member() -> zipfile.ZipInfo:
    member = zipfile.ZipInfo(_NAME)
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    return member


def _understated(data: bytes) -> bytes:
    """The zip, changed so that it says its member is small."""
    place = data.rindex(b"PK\x01\x02") + 24
    return data[:place] + (100).to_bytes(4, "little") + data[place + 4 :]


def _named(student: str):
    return lambda folder: lay(folder, student, dumped(RIGHT))


def _file(name: str):
    def put(folder: Path) -> None:
        made = json.loads(dumped(RIGHT))
        (folder / name).write_bytes(json.dumps(made).encode())

    return put


def _files_beside(folder: Path) -> None:
    place = lay(folder, "files_beside", dumped(RIGHT))
    for name in (
        "a\nb,=1+1.txt",
        "\x1b[2J.pdf",
        "\u202egpj.ipynb",
        "<script>alert(1).ipynb",
        "`x`.ipynb",
        "=1.csv",
        "-rf",
    ):
        (place / name).write_bytes(dumped(WRONG) if name.endswith("ipynb") else b"x")


def _many_versions(folder: Path) -> None:
    (folder / "many_versions").mkdir()
    for number in range(3000):
        (folder / "many_versions" / f"{number}.ipynb").write_bytes(dumped(WRONG))


def _socket(folder: Path) -> None:
    place, here = folder / "socket_notebook", os.getcwd()
    place.mkdir()
    os.chdir(place)  # a socket's path may not be long
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(_NAME)
    os.chdir(here)


def _terabyte(folder: Path) -> None:
    (folder / "terabyte").mkdir()
    with open(folder / "terabyte" / _NAME, "wb") as file:
        file.truncate(10**12)


def _link(path: Path, to: str) -> None:
    path.symlink_to(to)


def _dated(folder: Path, name: str, when: float) -> None:
    os.utime(lay(folder, name, dumped(RIGHT)) / _NAME, (when, when))


def _deep_folders(folder: Path) -> None:
    place = folder.joinpath("deep_folders", *["d"] * 40)
    place.mkdir(parents=True)
    (place / _NAME).write_bytes(dumped(RIGHT))


def _undated(data: bytes) -> bytes:
    """The zip with a time and a date that do not exist."""
    place = data.rindex(b"PK\x01\x02") + 12
    return data[:place] + b"\xff" * 4 + data[place + 4 :]


def _at(name: str, tries: str, lay_it, deserves: int = 0, graded: bool = True, student: str = "") -> Attack:
    return Attack(name, tries, lay_it, deserves, student, graded)


_BOMB = [(_NAME, bytes(40 * 2**20))]
_SQL = "x'); drop table rows; --"
_MOODLE = "honest_002_7_assignsubmission_file"
_PAGE = "honest-001-0123456789abcdef"
_MARKUP, _FORMULA = "<script>alert(1)", "=HYPERLINK(1)"
ATTACKS = [
    _at("symlink_notebook", "the notebook is a link to a file outside", _linked, graded=False),
    _at("symlink_to_neighbor", "the notebook is a link to a neighbor's", _linked_to_neighbor, graded=False),
    _at("fifo_notebook", "the notebook is a pipe, and reading it waits for ever", _pipe, graded=False),
    _at("folder_as_notebook", "the notebook is a folder", _folder_as_notebook, graded=False),
    _at("companions", "numpy.py, conftest.py, sitecustomize.py and configurations beside it", _companions),
    _at("own_rubric", "a rubric of the student's own beside it", _own_rubric),
    _at("two_versions", "a wrong answer under the right name, a right one under another", _two_versions, 0),
    _at("neighbors_name_below", "a folder in the student's own that says it is a neighbor's", _neighbors_name_below),
    _at(
        "zip_slip",
        "a zip with names that lead out of it",
        _zipped("zip_slip", [("../../escaped.ipynb", b"x"), ("/tmp/escaped.ipynb", b"x")]),
        graded=False,
    ),
    _at("zip_link", "a zip with a link in it", _zipped("zip_link", [(_link_member(), b"/etc/passwd")]), graded=False),
    _at("zip_bomb", "40 MB of zeros in a small zip", _zipped("zip_bomb", _BOMB), graded=False),
    _at(
        "zip_that_lies",
        "a zip whose member is larger than it says",
        _zipped("zip_that_lies", _BOMB, _understated),
        graded=False,
    ),
    _at(
        "zip_in_zips",
        "a zip in a zip in a zip",
        _zipped("zip_in_zips", [("a.zip", _zip([("b.zip", _zip([(_NAME, dumped(RIGHT))]))]))]),
        graded=False,
    ),
    _at(
        "zip_cut",
        "a zip that was cut off",
        _zipped("zip_cut", [(_NAME, dumped(RIGHT))], lambda data: data[:300]),
        graded=False,
    ),
    _at("honest_zip", "nothing: an honest zip", _zipped("honest_zip", [(_NAME, dumped(RIGHT))]), FULL),
    _at("html_name", "a name with markup", _named(_MARKUP), FULL, student=_MARKUP),
    _at("csv_formula_name", "a name that a spreadsheet executes", _named(_FORMULA), FULL, student=_FORMULA),
    _at("terminal_name", "a name that clears the terminal", _named("\x1b[2J\x07bell"), FULL, student="\x1b[2J\x07bell"),
    _at("newline_name", "a name with a line of a table in it", _named('a\n1,2,"3'), FULL, student='a\n1,2,"3'),
    _at("reversed_name", "a name that turns the line around", _named("x\u202egpj"), FULL, student="x\u202egpj"),
    _at("dash_name", "a name that looks like an option", _named("--regrade"), FULL, student="--regrade"),
    _at("template_name", "a name that templates fill in", _named("{{7*7}}{0}%s"), FULL, student="{{7*7}}{0}%s"),
    _at("sql_name", "a name that a database might execute", _named(_SQL), FULL, student=_SQL),
    _at(
        "two_moodle_names",
        "a folder named like a platform's export of somebody else",
        _named("honest_000_41_assignsubmission_file_"),
        FULL,
        student="honest_000_41",
    ),
    _at("dots_name", "a name of dots", _named("..."), graded=False, student="...%2F01_target.ipynb"),
    _at(
        "traversal_name",
        "a name with a slash in disguise",
        _file("..%2f..%2freports.ipynb"),
        graded=False,
        student="..%252f..%252freports.ipynb",
    ),
    _at(
        "no_text_name",
        "a name that is not UTF-8",
        _named(os.fsdecode(b"\xff\xfe")),
        graded=False,
        student="%ED%B3%BF%ED%B3%BE%2F01_target.ipynb",
    ),
    _at("long_name", "a name of 250 letters", _named("n" * 250), FULL, student="n" * 250),
    _at("twin_name", "a name that looks like a neighbor's", _named("Honest_001"), FULL, student="Honest_001"),
    _at(
        "neighbors_moodle_name",
        "a name that ends like a neighbor's folder from Moodle",
        lambda folder: lay(folder, f"{_MOODLE}_9_assignsubmission_file_", dumped(WRONG)),
        student=f"{_MOODLE}_9",
    ),
    _at("device_notebook", "the notebook is a link to a file without end", _endless, graded=False),
    _at(
        "files_beside",
        "files beside a right answer whose names are markup, formulas, options, control",
        _files_beside,
        FULL,
    ),
    _at(
        "folder_as_zip",
        "nothing: a folder that is called a zip",
        lambda folder: lay(folder, "folder_as_zip.zip", dumped(RIGHT)),
        FULL,
    ),
    _at("many_versions", "three thousand versions", _many_versions),
    _at("socket_notebook", "the notebook is a socket", _socket, graded=False),
    _at("terabyte", "a file of a terabyte that takes no space", _terabyte, graded=False),
    _at(
        "linked_folder",
        "the student's folder is a link",
        lambda folder: _link(folder / "linked_folder", "/etc"),
        graded=False,
    ),
    _at("before_1970", "a file from before 1970", lambda folder: _dated(folder, "before_1970", -1e9), FULL),
    _at("far_future", "a file from the year 318,857", lambda folder: _dated(folder, "far_future", 1e13), FULL),
    _at("deep_folders", "forty folders within each other", _deep_folders, graded=False),
    _at("percent_name", "a name of percent codes", _named("%41nn%0a%1b"), FULL, student="%41nn%0a%1b"),
    _at("page_name", "a name like that of a neighbor's page", _named(_PAGE), FULL, student=_PAGE),
    _at(
        "zip_odd_names",
        "names with control characters, of thousands of letters and hundreds of folders in a zip",
        _zipped(
            "zip_odd_names", [("\x1b[2J\n.ipynb", b"x"), ("a" * 3000 + "/" * 500 + "x", b"x"), (_NAME, dumped(RIGHT))]
        ),
        FULL,
    ),
    _at(
        "zip_behind_bytes",
        "nothing: a zip with bytes before it",
        _zipped("zip_behind_bytes", [(_NAME, dumped(RIGHT))], lambda data: b"MZ" * 100 + data),
        FULL,
    ),
    _at(
        "zip_undated",
        "a zip with a date that is none",
        _zipped("zip_undated", [(_NAME, dumped(RIGHT))], _undated),
        FULL,
    ),
    _at(
        "zip_damaged",
        "a zip whose checksum is wrong",
        _zipped("zip_damaged", [(_NAME, dumped(RIGHT))], lambda data: data.replace(data[14:18], bytes(4))),
        graded=False,
    ),
]
