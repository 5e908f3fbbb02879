"""The layers between a run and its machine, one in each file. A run takes them in the order of `settling.STEPS`.

    limits       processor time, memory, files: what one process may use (POSIX)
    processes    how many processes and threads, how much memory and disk a run may use; watched from outside (Linux)
    privileges   no root privileges, and no way to get any (Linux)
    files        reads the interpreter and the package, writes into its own folder: Landlock (Linux 5.13)
    calls        no network, no access to other processes, no new kernel features: seccomp (Linux, two processors)
    namespaces   a machine of its own: processes, network, file systems (Linux, where users may make them)

None of them needs root or an installed package. None is taken on trust: `levels` tries each one out.
"""
