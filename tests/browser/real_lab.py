"""A real JupyterLab on the loopback, and a real Chromium that may talk to nothing else.

Everything that JupyterLab writes (settings, workspaces, the learner's attempt log) goes into a folder that the caller
throws away. The browser tests and `walk.py` are built on this file.
"""

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = ROOT / "autogradlab" / "course" / "lab_settings" / "overrides.json"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
]
SECONDS = 90
SOCKETS_IN_FOLDERS = os.name == "posix"
SHORT = "/tmp" if SOCKETS_IN_FOLDERS else None  # the path of a socket may have about a hundred letters
LEARNER = "00000000000000aa"  # options and lines are shuffled for each learner: here always for the same one
PROMPTS = "[...document.querySelectorAll('.jp-InputArea-prompt')]"


class Lab:
    """A running JupyterLab: its address and token, the folder of its notebooks, and where it keeps other things.

    record    the folder of the learner's record
    runtime   the folder of the kernels' connection files
    """

    def __init__(self, address, token, folder, record, runtime):
        self.address, self.token, self.folder, self.record, self.runtime = address, token, folder, record, runtime

    def notebook(self, name):
        return f"{self.address}/lab/tree/notebooks/{name}?token={self.token}&reset"


@contextmanager
def jupyterlab(home, theme):
    """A JupyterLab in the given theme, working on a copy of the notebooks in `home`; ended by its process id."""
    for folder in ("notebooks", "exercises"):
        shutil.copytree(ROOT / folder, home / "course" / folder)
    port, token = free_port(), secrets.token_hex(16)
    with (
        tempfile.TemporaryDirectory(dir=SHORT, ignore_cleanup_errors=True) as runtime,
        open(home / "lab.log", "wb") as log,
    ):
        environment = _environment(home, runtime)
        server = subprocess.Popen(
            _command(home, port, token, theme),
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd=home / "course",
            start_new_session=True,
        )
        try:
            _wait_until_it_answers(f"http://127.0.0.1:{port}/api", server, home / "lab.log")
            notebooks, record = home / "course" / "notebooks", environment["AUTOGRADLAB_DATA"]
            yield Lab(f"http://127.0.0.1:{port}", token, notebooks, record, Path(runtime))
        finally:
            _stop(server)


def chromium():
    """The path of a Chromium, or None where there is none."""
    names = (os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "chrome")
    return next((path for name in names if name and (path := shutil.which(name))), None)


@contextmanager
def launched(playwright, path):
    """The Chromium of this path, without a window."""
    browser = playwright.chromium.launch(executable_path=path, headless=True, args=FLAGS)
    try:
        yield browser
    finally:
        browser.close()


def cut_off_page(browser, width, height):
    """A page that may reach this machine only; what it tried to reach elsewhere is in `page.foreign`."""
    page = browser.new_page(viewport={"width": width, "height": height})
    page.foreign, page.errors = [], []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.route("**/*", lambda route: _local_only(route, page.foreign))
    page.set_default_timeout(SECONDS * 1000)
    return page


def run_cell_by_cell(page):
    """Press Shift+Enter from the first cell to the last, as a learner does, and wait for each cell to finish.

    Yields the index of each cell once it has run. Until the kernel is really there, nothing runs, and only the
    status bar says so.
    """
    page.wait_for_selector("#jp-main-statusbar >> text=/\\| Idle/")
    page.locator(".jp-Notebook .jp-Cell").first.click()
    page.keyboard.press("Escape")
    count = page.locator(".jp-Notebook .jp-Cell").count()
    for i in range(count):
        page.keyboard.press("Shift+Enter" if i < count - 1 else "Control+Enter")  # no new cell after the last
        page.wait_for_function(f"!{PROMPTS}.some(e => e.textContent.includes('*'))")
        yield i


def _command(home, port, token, theme):
    settings = home / "app-settings"
    settings.mkdir()
    (settings / "overrides.json").write_text(
        json.dumps(
            json.loads(OURS.read_text(encoding="utf-8"))
            | {
                "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
                "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
                "@jupyterlab/apputils-extension:themes": {
                    "theme": f"JupyterLab {theme.capitalize()}",
                    "adaptive-theme": False,
                },
            }
        )
    )
    return [
        sys.executable,
        "-m",
        "autogradlab",
        "lab",
        "--no-browser",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}",
        f"--LabApp.app_settings_dir={settings}",
        "--ServerApp.terminals_enabled=False",
        # Two servers may give the same free port to two kernels that start at once; sockets in a folder are their own.
        *["--KernelManager.transport=ipc"] * SOCKETS_IN_FOLDERS,
    ]


def _environment(home, runtime):
    folders = {
        name: str(home / name.lower())
        for name in (
            "JUPYTER_CONFIG_DIR",
            "JUPYTERLAB_SETTINGS_DIR",
            "JUPYTERLAB_WORKSPACES_DIR",
            "IPYTHONDIR",
            "MPLCONFIGDIR",
            "AUTOGRADLAB_DATA",
        )
    }
    data = Path(folders["AUTOGRADLAB_DATA"])
    data.mkdir()
    (data / "learner").write_text(LEARNER)
    return {**os.environ, **folders, "JUPYTER_RUNTIME_DIR": runtime}


def free_port():
    """A port below those that systems hand out themselves, so that no kernel gets it before JupyterLab does."""
    while True:
        port = 10_000 + secrets.randbelow(20_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def _wait_until_it_answers(url, server, log):
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        assert server.poll() is None, f"JupyterLab ended early:\n{log.read_text()}"
        try:
            with urllib.request.urlopen(url, timeout=2):
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"JupyterLab did not answer in {SECONDS} s:\n{log.read_text()}")


def _stop(server):
    """End JupyterLab and its kernels: they share one process group."""
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        if server.poll() is not None:
            return
        os.killpg(server.pid, sign)
        try:
            server.wait(2 if sign == signal.SIGINT else 8)
        except subprocess.TimeoutExpired:
            continue


def _local_only(route, foreign):
    if route.request.url.startswith(("http://127.0.0.1", "data:", "blob:")):
        route.continue_()
    else:
        foreign.append(route.request.url)
        route.abort()
