#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Kokkos' own library tells mpiprof what a program does: kokkos.c, which does
# the same by itself, knows its functions from us.
. "$SRC_DIR/tests/lib.sh"
needs_launcher

include=-I/usr/include/trilinos
echo "#include <Kokkos_Core.hpp>" >with.cpp
# shellcheck disable=SC2086 # a compiler may come with options
$MPICC $include -E with.cpp >/dev/null 2>&1 ||
    skip "no Kokkos (Debian: libtrilinos-kokkos-dev), or no C++"
build_c kokkos kokkos_itself.cpp "$include -DOMPI_SKIP_MPICXX \
    -DMPICH_SKIP_MPICXX -w -ltrilinos_kokkoscore -lstdc++ -lm -ldl"

# Older versions of Kokkos know the second one only.
KOKKOS_TOOLS_LIBS=$libs/libmpiprof.so
KOKKOS_PROFILE_LIBRARY=$KOKKOS_TOOLS_LIBS
export KOKKOS_TOOLS_LIBS KOKKOS_PROFILE_LIBRARY
measure kokkos.run 2 "$mpiprof_run" ./kokkos
as_json kokkos.run kokkos --all
! one_line <kokkos.run/summary.txt | grep "have no counterpart" ||
    fail "regions without begin or end"
with_report kokkos.json <<'END' || fail "regions"
parts = ["", "/fill", "/add", "/scan", "/deep_copy Host:to <- Host:from",
         "/section", "/event"]
found = {row["region"]: row["visits"] for row in rows_of(report, "regions")}
for name in ["step" + part for part in parts]:
    if found.get(name) != 6: # two ranks, three steps
        sys.exit("%s: %s visits of 6, in %s" % (name, found.get(name), found))
END
echo "ok: kokkos.run"
