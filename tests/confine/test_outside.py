"""What a program tries against the machine around it fails; where nothing is promised, the same attempts succeed.

The programs are harmless where they succeed: on this machine only, signal 0, nothing read but what is ours.
"""

import os
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from autogradlab.confine import Probe, run_cells, running
from autogradlab.confine.folder import private_folder
from autogradlab.confine.layers.places import ROOT
from autogradlab.confine.zygote import FORKS

pytestmark = pytest.mark.skipif(not FORKS, reason="this system has no fork")
BODY = """
import ctypes, os, resource, signal, socket, struct, sys, time
libc = ctypes.CDLL(None, use_errno=True)
came_off = []

def attempt(name, act):
    try:
        if act() != -1:
            came_off.append(name)
    except (OSError, ImportError, MemoryError):
        pass
"""


def came_off(level, attempts, prelude="", **names):
    """The names of the attempts, lines `name: expression`, that succeeded in a cell or in a probe."""
    given = "".join(f"{name} = {value!r}\n" for name, value in names.items())
    lines = [line.strip().partition(": ") for line in attempts.strip().splitlines()]
    calls = "".join(f"attempt({name!r}, lambda: {act})\n" for name, _, act in lines)
    probes = [Probe("answer = came_off"), Probe(f"came_off = []\n{calls}answer = came_off")]
    outcome = run_cells([BODY + given, calls], probes, level=level, prelude=prelude)
    assert outcome.cells[1].completed, outcome.cells[1]
    return {name for result in outcome.results for name in result.value}


@pytest.fixture
def canary(tmp_path):
    path = tmp_path / "canary"
    path.write_text("mine")
    path.chmod(0o640)
    before = path.stat()
    yield path
    after = path.stat()
    assert path.read_text() == "mine" and (after.st_mode, after.st_mtime) == (before.st_mode, before.st_mtime)
    assert list(tmp_path.iterdir()) == [path]


READING = """
    canary: open(canary).read()
    home: os.listdir(home)
    root: os.listdir('/')
    checkout: os.listdir(root)
    solutions: os.listdir(root + '/solutions')
    rubric: open(root + '/solutions/rubrics/04_accumulate.py').read()
    notebook: open(root + '/solutions/04_accumulate.ipynb').read()
    test: open(root + '/tests/confine/test_attacks.py').read()
    users: open('/etc/passwd').read()
    neighbor: open(neighbor + '/work').read()
    neighbors: os.listdir(os.path.dirname(neighbor))
    environment: open(f'/proc/{parent}/environ').read()
    memory: open(f'/proc/{parent}/mem', 'rb').read(0)
    command: open(f'/proc/{parent}/cmdline').read()
    own memory: open('/proc/self/mem', 'rb').read(0)
    a link: os.symlink(canary, 'link') or open('link').read()
    a twin: os.link(canary, 'twin')
    a handle: os.open(canary, os.O_RDONLY)
"""


def test_no_file_outside_can_be_read(walled, canary):
    with private_folder() as neighbor:
        (Path(neighbor) / "work").write_text("theirs")
        names = {"canary": str(canary), "home": os.path.expanduser("~"), "root": ROOT, "neighbor": neighbor}
        assert came_off(walled, READING, **names, parent=os.getpid()) == set()


def test_the_same_attempts_come_off_where_nothing_is_promised(canary):
    names = {"canary": str(canary), "home": os.path.expanduser("~"), "root": ROOT, "neighbor": "/"}
    assert {"canary", "home", "rubric", "a link"} <= came_off(1, READING, **names, parent=os.getpid())


@pytest.mark.parametrize("name", ["solutions", "solutions.rubrics", "tests", "hidden_tests", "conftest", "notebooks"])
def test_neither_solutions_nor_tests_can_be_imported(level, name):
    outcome = run_cells([f"import {name}"], level=level)
    assert outcome.cells[0].error.name == "ModuleNotFoundError"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A folder on the search path, as a course's is while it is graded: a module, packages, and private files."""
    for name in (
        *("helpers.py", "sibling.py", "solutions/rubrics/01.py", "grades/secret.key", "hand_ins/eve/01.ipynb"),
        *("tools/__init__.py", "tools/late.py", "tools/table.csv"),
        *("course/__init__.py", "course/solutions/01.py", "course/used.py", "course/other.py"),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("answer = 42" if path.suffix == ".py" else "[]")
    monkeypatch.syspath_prepend(str(tmp_path))
    running.shut_down()  # an interpreter that waits with the same prelude knows another course
    return tmp_path


def test_a_module_from_the_courses_folder_can_be_used_and_nothing_beside_it_can_be_read(walled, course):
    attempts = """
        solution: open(course + '/solutions/rubrics/01.py').read()
        secret: open(course + '/grades/secret.key').read()
        neighbor: open(course + '/hand_ins/eve/01.ipynb').read()
        list: os.listdir(course)
        sibling: open(course + '/sibling.py').read()
        import a sibling: __import__('sibling')
        inside a package: open(course + '/course/solutions/01.py').read()
        beside what was imported: open(course + '/course/other.py').read()
        itself: open(helpers.__file__).read()
        data of a package: open(course + '/tools/table.csv').read()
        import late: __import__('tools.late')
        what was imported: open(course + '/course/used.py').read()
    """
    prelude = "import helpers, tools, course.used\nassert helpers.answer == 42\ndel course"
    came = came_off(walled, attempts, prelude=prelude, course=str(course))
    assert came == {"itself", "data of a package", "import late", "what was imported"}


def test_no_file_outside_can_be_changed(walled, canary):
    writing = """
        write: open(canary, 'a').write('x')
        empty: os.truncate(canary, 0)
        remove: os.unlink(canary)
        rename: os.rename(canary, canary + '2')
        take: os.rename(canary, 'mine')
        replace: (open('mine', 'w').close(), os.replace('mine', canary))
        new file: open(canary + '3', 'w').close()
        new folder: os.mkdir(canary + '4')
        new pipe: os.mkfifo(canary + '5')
        new link: os.symlink('/', canary + '6')
        permissions: os.chmod(canary, 0)
        permissions of the folder: os.chmod(os.path.dirname(canary), 0)
        owner: os.chown(canary, 1, 1)
        time: os.utime(canary, (1, 1))
        attribute: os.setxattr(canary, 'user.x', b'x')
        shared memory: open('/dev/shm/agl', 'w').close()
        temporary: open('/tmp/agl', 'w').close()
        package: open(os.__file__, 'a').close()
        device: os.mknod('disk', 0o60600, os.makedev(254, 0))
    """
    assert came_off(walled, writing, canary=str(canary)) == set()


def test_an_open_file_is_neither_marked_nor_held_back_from_others(walled, canary):
    """Whoever opens a file waits for a lease on it to end; flags such as `no dump`, and hints, stay with a file."""
    holding = """
        lease: fcntl.fcntl(file, 1024, fcntl.F_RDLCK)
        lease for writing: fcntl.fcntl(file, 1024, fcntl.F_WRLCK)
        watch: fcntl.fcntl(os.open(os.path.dirname(os.__file__), os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS)
        hint: fcntl.fcntl(file, 1036, struct.pack('Q', 2))
        a hint that was left: fcntl.fcntl(file, 1035, bytes(8))
        signal: fcntl.fcntl(file, fcntl.F_SETSIG, 9)
        flags: fcntl.ioctl(file, 0x40086602, struct.pack('l', 0x40))
        version: fcntl.ioctl(file, 0x40087602, struct.pack('l', 7))
        reading: file.read()
        inherited: os.set_inheritable(file.fileno(), True)
        lock: fcntl.lockf(file, fcntl.LOCK_SH)
        copy: os.dup(file.fileno())
    """
    prelude = f"import fcntl\nfile = open({str(canary)!r})"
    assert came_off(walled, holding, prelude=prelude) == {"reading", "inherited", "lock", "copy"}


def test_no_memory_is_shared_without_a_file_as_it_would_stay_when_nobody_maps_it(walled):
    keeping = """
        made: open('a', 'wb').write(bytes(4096))
        shared: mmap.mmap(-1, 4096)
        shared by a device: mmap.mmap(os.open('/dev/zero', os.O_RDWR), 4096)
        in a pipe: libc.syscall(278 if os.uname().machine == 'x86_64' else 75, os.pipe()[1], bytes(16), 1, 0)
        its own: mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE)
        of a file: mmap.mmap(os.open('a', os.O_RDWR), 4096)
    """
    assert came_off(walled, keeping, prelude="import mmap") == {"made", "its own", "of a file"}


def test_the_private_folder_can_be_used(walled):
    using = """
        file: open('a', 'w').write('x')
        read: open('a').read()
        folder: os.mkdir('b')
        rename: os.rename('a', 'b/a')
        remove: os.unlink('b/a')
        temporary: __import__('tempfile').NamedTemporaryFile().write(b'x')
    """
    assert came_off(walled, using) == {"file", "read", "folder", "rename", "remove", "temporary"}


SENDING = """
    tcp: socket.create_connection(('127.0.0.1', tcp), 1).sendall(b'x')
    udp: socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', udp))
    unix: (s := socket.socket(socket.AF_UNIX), s.connect(folder + '/stream'), s.sendall(b'x'))
    datagram: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b'x', folder + '/datagram')
    pair: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].sendto(b'x', folder + '/datagram')
    abstract: (s := socket.socket(socket.AF_UNIX), s.connect(chr(0) + name), s.sendall(b'x'))
    ring: libc.syscall(425, 8, ctypes.create_string_buffer(120))
    listen: socket.create_server(('127.0.0.1', 0))
    raw: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)
"""


@pytest.fixture
def listeners():
    """(names to reach them by, a function that tells which were reached) of listening sockets of several kinds."""
    with ExitStack() as stack:
        folder = stack.enter_context(private_folder())
        name = f"agl-{os.getpid()}"

        def listener(family, kind, address):
            sock = stack.enter_context(socket.socket(family, kind))
            sock.bind(address)
            sock.setblocking(False)
            if kind == socket.SOCK_STREAM:
                sock.listen()
            return sock

        socks = [
            listener(*each)
            for each in (
                (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
                (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
                (socket.AF_UNIX, socket.SOCK_STREAM, folder + "/stream"),
                (socket.AF_UNIX, socket.SOCK_DGRAM, folder + "/datagram"),
                (socket.AF_UNIX, socket.SOCK_STREAM, "\0" + name),
            )
        ]
        names = {"tcp": socks[0].getsockname()[1], "udp": socks[1].getsockname()[1], "folder": folder, "name": name}
        yield names, lambda: [heard(sock) for sock in socks]


def heard(sock):
    try:
        if sock.type == socket.SOCK_STREAM:
            sock.accept()[0].close()
        else:
            sock.recv(10)
        return True
    except BlockingIOError:
        return False


def test_nobody_is_reached_by_any_network(walled, listeners):
    names, heard = listeners
    assert came_off(walled, SENDING, **names) == set()
    assert not any(heard())


def test_the_listeners_do_hear_where_nothing_is_promised(listeners):
    names, heard = listeners
    came_off(1, SENDING, **names)
    assert all(heard())


def test_no_other_process_can_be_touched(walled):
    touching = """
        signal: os.kill(other, 0)
        signal the group: os.killpg(group, 0)
        signal everybody: os.kill(-1, 0)
        signal a thread: libc.syscall(234, other, other, 0)
        queue: libc.syscall(129, other, 18, ctypes.create_string_buffer(128))
        trace: libc.ptrace(0x4206, other, None, None)
        memory: libc.process_vm_readv(other, struct.pack('PN', id(other), 1), 1, struct.pack('PN', address, 1), 1, 0)
        handle: libc.syscall(434, other, 0)
        limits: resource.prlimit(other, resource.RLIMIT_CPU)
        priority: os.setpriority(os.PRIO_PROCESS, other, 19)
        processors: os.sched_setaffinity(other, {0})
        another session: os.setsid()
        another group: os.setpgid(0, 0)
        owner of a file: __import__('fcntl').fcntl(0, 8, other)
        compare: libc.syscall(312, other, other, 0, 0, 0)
        keys: libc.syscall(250, 0, -3, 0)
        bpf: libc.syscall(321, 0, None, 0)
        perf: libc.syscall(298, ctypes.create_string_buffer(120), 0, -1, -1, 0)
        faults: libc.syscall(323, 1)
        namespaces: libc.unshare(0x10000000)
        newer: libc.syscall(462, 0, 0, 0)
        another kind of processor: libc.syscall(0x40000000 + 39)
        memory that stays: libc.shmget(0x61676c, 4096, 0o1600)
        memory without a name: os.memfd_create('x')
        watch: libc.inotify_add_watch(libc.inotify_init(), b'/tmp', 256)
        program: os.execv('/bin/true', ['true'])
        child program: os.posix_spawn('/bin/true', ['true'], {})
    """
    if os.uname().machine != "x86_64":
        pytest.skip("the numbers of x86-64")
    names = {"other": os.getpid(), "group": os.getpgid(0), "address": id(touching)}
    assert came_off(walled, touching, **names) == set()


def test_threads_and_pairs_of_sockets_work(walled):
    source = (
        "import asyncio, threading\nfound = []\nthread = threading.Thread(target=found.append, args=(1,))\n"
        "thread.start(); thread.join()\nasync def two(): return 2\nfound.append(asyncio.run(two()))"
    )
    assert run_cells([source], [Probe("answer = found")], level=walled).results[0].value == [1, 2]
