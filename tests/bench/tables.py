"""Runs benchmarks, keeps what they printed, and writes docs/benchmarks.md from all that was kept.

    python tests/bench/tables.py engine fusion                      run these two, then write
    python tests/bench/tables.py grading --nbgrader PYTHON          run this one with its own options, then write
    python tests/bench/tables.py                                    only write

Results are in tests/bench/results/, with the machine, the versions and how busy the machine was. Only programs whose
rounds are interleaved or that print ratios belong here: a machine that is busy with other things slows all alike.
"""

import argparse
import ast
import json
import os
import platform
import subprocess
import sys
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

HERE = Path(__file__).resolve().parent
RESULTS, PAGE = HERE / "results", HERE.parents[1] / "docs" / "benchmarks.md"
PROGRAMS = ("engine", "fusion", "slider", "latency", "confine", "judge", "grading")
PACKAGES = {"numpy": "NumPy", "torch": "PyTorch"}
BUSY = "**More programs than cores: the absolute times say little, and the ratios should be measured again.**"
HEAD = """# Benchmarks

What was measured, by which program, on which machine. Read the ratios: each round runs all contestants one after the
other, so that whatever else the machine does slows them all alike. Absolute times belong to the machine and the moment.

This page is written by `python tests/bench/tables.py`, from what the programs printed. `python tests/bench/tables.py
engine` measures again on your machine; any program also runs alone, such as `python tests/bench/engine.py`.
"""


def main():
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("names", nargs="*", choices=[[], *PROGRAMS], metavar="NAME", help=f"of {', '.join(PROGRAMS)}")
    chosen, options = asked.parse_known_args()
    for name in chosen.names:
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{name}.json").write_text(json.dumps(measured(name, options), indent=1) + "\n", "utf-8")
    PAGE.write_text(page(kept()), "utf-8", newline="\n")
    print(f"wrote {PAGE.name}")


def measured(name, options):
    """Run a program with these options; return what it printed, with date, machine, versions and load."""
    about = {
        "date": date.today().isoformat(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "versions": versions(),
        "load": load(),
    }
    done = subprocess.run(
        [sys.executable, HERE / f"{name}.py", *options],
        capture_output=True,
        text=True,
        check=True,
        cwd=HERE.parents[1],
        env={**os.environ, "PYTHONPATH": str(HERE.parents[1])},
    )
    return about | {"printed": done.stdout.strip("\n")}


def processor():
    """The processor's name; no name of the machine itself."""
    described = Path("/proc/cpuinfo").read_text("utf-8") if Path("/proc/cpuinfo").exists() else ""
    names = [line.partition(":")[2].strip() for line in described.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def versions():
    found = {"Python": platform.python_version()}
    for package, name in PACKAGES.items():
        try:
            found[name] = version(package)
        except PackageNotFoundError:
            continue
    return found


def load():
    """How many programs wanted a core in the minute before, or None where the system does not say."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def kept():
    """{name: result} of every program that has one."""
    files = {name: RESULTS / f"{name}.json" for name in PROGRAMS}
    return {name: json.loads(path.read_text("utf-8")) for name, path in files.items() if path.exists()}


def page(results):
    """The page's text."""
    return "\n".join([HEAD, *(section(name, result) for name, result in results.items())])


def section(name, result):
    about = ast.get_docstring(ast.parse((HERE / f"{name}.py").read_text("utf-8")))
    title, _, rest = about.partition(": ")
    busy = (result["load"] or 0) > result["cores"]
    load = f"; {result['load']:g} programs wanted a core when it began. {BUSY}" if busy else "."
    told = ", ".join(f"{package} {number}" for package, number in result["versions"].items())
    return (
        f"## {title}\n\n{result['date']}, {result['processor']}, {result['cores']} cores, {told}{load}\n\n"
        f"```text\n{result['printed']}\n```\n\nBy {rest}\n"
    )


if __name__ == "__main__":
    main()
