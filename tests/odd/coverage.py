#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every procedure that MPI exports is called by a case of the collection, or
not_called.tsv says why not.  Uses what the tests of the collection left, and
runs the programs whose tests have not been run."""

import glob
import os
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import run  # noqa: E402

if __name__ == "__main__":
    sys.exit(run.main(["--coverage"] +
                      sorted(glob.glob(os.path.join(HERE, "odd_*.c")))))
