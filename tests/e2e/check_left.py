#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What a test leaves: check_identities.py of its runs, then check_archives.py.

    check_left.py [--alone] MPIPROF_REPORT DIRECTORY
"""

import os
import sys

import check_identities


def main(*options, tool, folder):
    check_identities.main(tool, [folder])
    archives = [os.path.join(path, "run.otf2")
                for path, _, files in os.walk(folder) if "run.otf2" in files]
    if archives:
        import check_archives # which imports otf2, if it is there
        check_archives.main([*options, "--most", "2", *archives])


if __name__ == "__main__":
    main(*sys.argv[1:-2], tool=sys.argv[-2], folder=sys.argv[-1])
