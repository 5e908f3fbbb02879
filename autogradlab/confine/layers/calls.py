"""System calls that are refused or restricted, each with its number on x86-64 and on aarch64 (- if there is none).

A call that is not named here is allowed, unless it is newer than HIGHEST.
"""

HIGHEST = 450  # calls newer than Linux 6.1 were not reviewed, so they do not exist for a run
NEW_CORNERS = 0x7E020000  # the flags of clone that make namespaces

# all network access, to this machine too
_NETWORK = """
    socket 41 198, connect 42 203, bind 49 200, listen 50 201, accept 43 202, accept4 288 242, sendmmsg 307 269
"""

# reading, changing, slowing or ending other processes
_OTHER_PROCESSES = """
    ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, process_madvise 440 440,
    process_mrelease 448 448, kcmp 312 272, pidfd_open 434 434, pidfd_getfd 438 438, pidfd_send_signal 424 424,
    rt_sigqueueinfo 129 138, rt_tgsigqueueinfo 297 240, setpriority 141 140, ioprio_set 251 30,
    sched_setscheduler 144 119, sched_setparam 142 118, sched_setattr 314 274, migrate_pages 256 238,
    move_pages 279 239
"""

# leaving the group in which all of a run is ended at once, and which gets one share of the processor
_OUT_OF_THE_GROUP = """
    setsid 112 157, setpgid 109 154
"""

# no other program is started
_OTHER_PROGRAMS = """
    execve 59 221, execveat 322 281, memfd_create 319 279, memfd_secret 447 447
"""

# what Landlock does not refuse: changing the permissions and times of files, and watching folders
_FILES = """
    chmod 90 -, fchmod 91 52, fchmodat 268 53, chown 92 -, fchown 93 55, lchown 94 -, fchownat 260 54, setxattr 188 5,
    lsetxattr 189 6, fsetxattr 190 7, removexattr 197 14, lremovexattr 198 15, fremovexattr 199 16, utime 132 -,
    utimes 235 -, futimesat 261 -, utimensat 280 88, truncate 76 45, inotify_init 253 -, inotify_init1 294 26,
    inotify_add_watch 254 27, fanotify_init 300 262, fanotify_mark 301 263, name_to_handle_at 303 264,
    open_by_handle_at 304 265
"""

# making all of the machine wait for its disks
_DISKS = """
    sync 162 81, syncfs 306 267
"""

# keeping memory in a pipe, where it belongs to no process and is not counted
_UNCOUNTED = """
    vmsplice 278 75
"""

# named shared memory, queues and semaphores, which outlast a run
_LASTING = """
    shmget 29 194, shmat 30 196, shmctl 31 195, shmdt 67 197, semget 64 190, semop 65 193, semctl 66 191,
    semtimedop 220 192, msgget 68 186, msgsnd 69 189, msgrcv 70 188, msgctl 71 187, mq_open 240 180,
    mq_unlink 241 181
"""

# mounting file systems, and getting other views of them
_FILE_SYSTEMS = """
    mount 165 40, umount2 166 39, pivot_root 155 41, chroot 161 51, unshare 272 97, setns 308 268, open_tree 428 428,
    move_mount 429 429, fsopen 430 430, fsconfig 431 431, fsmount 432 432, fspick 433 433, mount_setattr 442 442,
    swapon 167 224, swapoff 168 225, quotactl 179 60, quotactl_fd 443 443
"""

# settings, modules and keys of the machine, and the parts of the kernel in which most holes were found
_MACHINE = """
    acct 163 89, adjtimex 159 171, bpf 321 280, clock_adjtime 305 266, clock_settime 227 112, delete_module 176 106,
    finit_module 313 273, init_module 175 105, ioperm 173 -, iopl 172 -, kexec_file_load 320 294, kexec_load 246 104,
    lookup_dcookie 212 18, modify_ldt 154 -, nfsservctl 180 42, personality 135 92, perf_event_open 298 241,
    reboot 169 142, setdomainname 171 162, sethostname 170 161, settimeofday 164 170, sysfs 139 -, syslog 103 116,
    uselib 134 -, userfaultfd 323 282, ustat 136 -, vhangup 153 58, io_uring_setup 425 425, io_uring_enter 426 426,
    io_uring_register 427 427, add_key 248 217, request_key 249 218, keyctl 250 219
"""

# allowed for some arguments only
_LOOKED_AT = """
    clone 56 220, clone3 435 435, socketpair 53 199, prlimit64 302 261, sched_setaffinity 203 122, fcntl 72 25,
    ioctl 16 29, kill 62 129, tkill 200 130, tgkill 234 131, mmap 9 222
"""


def _named(table: str) -> list[list[str]]:
    return [entry.split() for entry in table.replace(",", "\n").strip().splitlines() if entry.strip()]


_REFUSED = _named(
    _NETWORK
    + _OTHER_PROCESSES
    + _OUT_OF_THE_GROUP
    + _OTHER_PROGRAMS
    + _FILES
    + _DISKS
    + _UNCOUNTED
    + _LASTING
    + _FILE_SYSTEMS
    + _MACHINE
)
REFUSED = tuple(name for name, *_ in _REFUSED)
NUMBERS = {
    processor: {name: int(numbers[place]) for name, *numbers in _REFUSED + _named(_LOOKED_AT) if numbers[place] != "-"}
    for place, processor in enumerate(("x86_64", "aarch64"))
}
