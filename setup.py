"""The one build step that pyproject.toml cannot say: learners' notebooks and exercises go into the wheel.

They lie beside the package, where a checkout opens them. In the wheel they lie in it, in `course/packed/`, and
`autogradlab lab DIR` copies them out. Solutions and rubrics are not among them.
"""
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PACKED = ("notebooks", "exercises")


class BuildWithNotebooks(build_py):
    """Builds the package and puts the numbered notebooks of the course into it."""

    def run(self):
        super().run()
        if self.editable_mode:  # a checkout opens its own notebooks
            return
        for page in self.pages():
            packed = Path(self.build_lib, "autogradlab", "course", "packed", page)
            packed.parent.mkdir(parents=True, exist_ok=True)
            self.copy_file(str(page), str(packed), preserve_mode=False)

    def pages(self):
        return sorted(page for folder in PACKED for page in Path(folder).glob("[0-9][0-9]_*.ipynb"))


setup(cmdclass={"build_py": BuildWithNotebooks})
