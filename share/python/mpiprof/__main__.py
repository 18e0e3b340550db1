# SPDX-License-Identifier: BSD-3-Clause
"""python3 -m mpiprof"""

from mpiprof._command import main

if __name__ == "__main__":
    main()
