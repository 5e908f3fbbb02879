"""The course's secret, from which every submission's inputs are drawn: made once, kept private, shown to nobody."""

import os
import re
import secrets
import stat
from pathlib import Path

NAME = "secret.key"
BYTES = 32
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def of(path: Path) -> bytes:
    """The secret in a file, 32 bytes as hex digits; made there, readable by its owner alone, if there is no file yet.

    Errors:  ValueError if it holds something else, or if others may read it; OSError.
    """
    if not path.exists():
        _write(path, secrets.token_bytes(BYTES).hex())
    return known(path)


def known(path: Path) -> bytes:
    """The secret in a file that must exist, so that a misspelt name does not make another secret.

    Errors:  as `of`; ValueError if there is no file, or a folder.
    """
    if not path.exists():
        raise ValueError(
            f"there is no file `{path}`\n  help: with `--secret`, name the file that holds the secret; "
            f"without that option it is `{NAME}` in the folder of the gradebook, made at the first run"
        )
    if path.is_dir():
        raise ValueError(f"`{path}` is a folder\n  help: with `--secret`, name the file in it that holds the secret")
    if os.name == "posix" and path.stat().st_mode & _OTHERS:
        raise ValueError(
            f"`{path}` holds the secret of the grading, and others can read it\n"
            f"  help: `chmod 600 {path}`; where that changes nothing, move it to another disk, and use `--secret`"
        )
    text = path.read_text("ascii", "replace").strip()
    if not re.fullmatch(f"[0-9a-f]{{{2 * BYTES}}}", text):
        raise ValueError(
            f"`{path}` does not hold a secret, which is {2 * BYTES} hex digits\n"
            "  help: name the right file with `--secret`; with another secret everything is graded again"
        )
    return bytes.fromhex(text)


def _write(path: Path, text: str) -> None:
    """Write the file whole or not at all, and at no time readable by others."""
    unfinished = path.with_name(path.name + ".new")
    unfinished.unlink(missing_ok=True)
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, path)
