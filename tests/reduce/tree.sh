#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What ranks tell each other along the tree, and the file that they write
# together, come out right for any number of ranks: of trees that are full, one
# more, one less, in one job.
. "$SRC_DIR/tests/lib.sh"
needs_launcher

launch 13 "$BUILD_DIR/tests/reduce/exchanges" || fail "exchanges"
launch 13 "$BUILD_DIR/tests/reduce/sections" "$work/sections" \
    "$work/not/there" || fail "sections"
