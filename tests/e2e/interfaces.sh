#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What a run says of the interfaces it used and of the procedures measured.
. "$SRC_DIR/tests/lib.sh"
needs_launcher

# says RUN INTERFACES: the run table, and `info --procedures'.
says() {
    "$report" --format csv --table run "$1" >facts.csv || fail "report of $1"
    std_python - "$2" <<'END' || fail "$1: $(cat facts.csv)"
import csv, sys
row = next(csv.DictReader(open("facts.csv")))
if row["interfaces"] != sys.argv[1]:
    sys.exit("interfaces are %r" % row["interfaces"])
languages = {"C"} | {"Fortran" for name in sys.argv[1:] if "Fortran" in name}
for part in row["coverage"].split(", "):
    wrapped, _, exported, _, language = part.split()
    if not 0 < int(wrapped) <= int(exported):
        sys.exit(part)
    languages.discard(language)
if languages:
    sys.exit("nothing on %s" % languages)
END
    "$report" info --procedures "$1" >info.txt || fail "info of $1"
    grep -q '^ *MPI_Send ' info.txt || fail "no MPI_Send: $(cat info.txt)"
    passed=$(sed -n '/do not go through/,/^$/p' info.txt | tail -n +2)
    for name in MPI_Wtime MPI_Initialized; do
        echo "$passed" | grep -qw $name || fail "$name is not in: $passed"
    done
    ! echo "$passed" | grep -qw MPI_Send || fail "MPI_Send is in: $passed"
    # As many names as the numbers say.
    expected=$(std_python -c '
import csv
row = next(csv.DictReader(open("facts.csv")))
parts = [p.split() for p in row["coverage"].split(", ")]
print(sum(int(p[2]) - int(p[0]) for p in parts))')
    test "$(echo "$passed" | wc -w)" = "$expected" ||
        fail "$expected expected: $passed"
    echo "ok: $1, $2"
}

build_c p2p "p2p.c expect.c"
measure c.run 2 "$mpiprof_run" ./p2p "$work/c.expected"
says c.run C
test -n "$MPIFC" || skip "Fortran: no compiler of $MPI_FLAVOUR"
for pair in MPIF_H:Fortran MPI_MODULE:Fortran MPI_F08:"Fortran 2008"; do
    interface=${pair%%:*}
    test "$interface" != MPI_F08 || test "$HAVE_MPI_F08" = yes || continue
    build_fortran "$interface" "$interface"
    measure "$interface.run" 3 "$mpiprof_run" "./$interface" "$work/$interface"
    says "$interface.run" "${pair#*:}"
done

# One program, both.
cat >mixed.c <<'END'
#include <mpi.h>
void fortran_part_(void);
int main(int count, char **arguments)
{
    int data = 1;
    MPI_Init(&count, &arguments);
    MPI_Send(&data, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    fortran_part_();
    MPI_Finalize();
    return 0;
}
END
cat >part.f90 <<'END'
subroutine fortran_part()
    use mpi
    integer :: ierror
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
end subroutine fortran_part
END
# shellcheck disable=SC2086
$MPICC -c mixed.c && $MPIFC mixed.o part.f90 -o mixed || fail "mixed"
measure mixed.run 2 "$mpiprof_run" ./mixed
says mixed.run "C, Fortran"
