#!/bin/sh
# However often a program does something, what mpiprof keeps of it is bounded;
# no call is lost.  `make soak' does it for longer.
exec "$PYTHON" "$SRC_DIR/tests/soak/soak.py" --short
