#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What ranks tell each other along the tree, and the file that they write
# together, come out right for any number of ranks: of trees that are full, one
# more, one less.
. "$SRC_DIR/tests/lib.sh"
needs_launcher

for ranks in 1 2 3 4 5 7 8 9 13; do
    launch $ranks "$BUILD_DIR/tests/reduce/exchanges" ||
        fail "$ranks ranks"
    launch $ranks "$BUILD_DIR/tests/reduce/sections" "$work/sections" \
        "$work/not/there" || fail "the file of $ranks ranks"
done
