"""What stands between a run and its machine, a layer a file. A run takes them in the order of `settling.STEPS`.

    limits       processor time, memory, files: what one process may use (POSIX)
    processes    how many processes, how much memory and disk all of a run may use; watched from outside (Linux)
    privileges   no right of root, and no way to one (Linux)
    files        reads the interpreter and the package, writes into its own folder: Landlock (Linux 5.13)
    calls        no network, no hand on other processes, no new corners of the kernel: seccomp (Linux, two processors)
    namespaces   a machine of its own: processes, network, file systems (Linux, where users may)

None of them needs root or an installed package. None is believed in: `levels` tries each one out.
"""
