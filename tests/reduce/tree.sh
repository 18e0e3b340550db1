#!/bin/sh
# What ranks tell each other along the tree comes out right for any number of
# them: of trees that are full, one more, one less.
. "$SRC_DIR/tests/e2e/lib.sh"
needs_launcher

for ranks in 1 2 3 4 5 7 8 9 13; do
    launch $ranks "$BUILD_DIR/tests/reduce/exchanges" ||
        fail "$ranks ranks"
done
