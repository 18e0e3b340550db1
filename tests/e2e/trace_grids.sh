#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The trace knows the grids of Cartesian communicators and who is where.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
needs_trace
command -v otf2-print >/dev/null || skip "no otf2-print"

build_c grids "grids.c expect.c" "$(linked_flags)"
expect_counts grids.run 6 ./grids
otf2-print -Werror -G grids.run/run.otf2 >grids.print ||
    fail "otf2-print: $(cat grids.print)"

# grids NAME: dimensions, then the coordinates of ranks in their order.
grids() {
    sed -n 's/^CART_DIMENSION .*Size: \([0-9]*\), Periodicity: \(.*\)/\1 \2/p
        s/^CART_TOPOLOGY .*Name: "\([^"]*\)".*Communicator: "\([^"]*\)".*/\1 of \2/p
        s/^CART_COORDINATE .*Rank: \([0-9]*\) .*Coordinates*: \(.*\)/\1 \2/p
        ' grids.print
}
grid="2 FALSE
3 TRUE
the grid of the grid
0 (0, 0)
1 (0, 1)
2 (0, 2)
3 (1, 0)
4 (1, 1)
5 (1, 2)"
ring="3 TRUE
 of 
0 (0)
1 (1)
2 (2)"
copy=$(echo "$grid" | sed 's/^the grid of the grid/ of /')
# Two rings: those of ranks 0 to 2 and 3 to 5.
grids | sort >found
printf '%s\n' "$grid" "$ring" "$copy" "$ring" | sort >wanted
diff wanted found || fail "grids: $(grids)"
