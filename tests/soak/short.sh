#!/bin/sh
# However often a program does something, what mpiprof keeps of it is bounded;
# no call is lost.  `make soak' does it for longer.
# Takes longer than 30 s: 14 cases, each with and without mpiprof.
exec "$PYTHON" "$SRC_DIR/tests/soak/soak.py" --short
