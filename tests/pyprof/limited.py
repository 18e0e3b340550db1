# SPDX-License-Identifier: BSD-3-Clause
"""`mpiprof-report python' with limits of memory and time, for damaged files."""

import resource
import subprocess
import sys

REPORT = sys.argv[1]
SECONDS = 10   # of a processor, however busy the machine is
LONGEST = 300  # on the clock: one that waits for ever
MEMORY = 400 << 20


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def report(*words):
    """status, standard output, lines of standard error"""
    done = subprocess.run([REPORT, "python", *words], capture_output=True,
                          timeout=LONGEST, preexec_fn=limit)
    return (done.returncode, done.stdout.decode(),
            done.stderr.decode().splitlines())
