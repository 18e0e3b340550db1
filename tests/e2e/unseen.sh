#!/bin/sh
# MPI that is used past mpiprof: each case gets one line that says what to do.
. "$SRC_DIR/tests/lib.sh"
needs_launcher

# says WORDS FILE: exactly one line of ours in FILE, with WORDS in it.
says() {
    test "$(grep -c '^mpiprof:' "$2")" = 1 || fail "lines: $(cat "$2")"
    grep -q "^mpiprof:.*$1" "$2" || fail "no '$1' in: $(cat "$2")"
}

# The MPI library first, and a plug-in: its calls never get to the wrappers.
cat >late.c <<'END'
#include <mpi.h>
int run_program(int count, char **arguments)
{
    MPI_Init(&count, &arguments);
    return MPI_Finalize();
}
END
# shellcheck disable=SC2046,SC2086
$MPICC -shared -fPIC late.c -o late.so && $CC "$programs/dlopened.c" -o late \
    -Wl,--no-as-needed $MPI_LIBS $(linked_flags) -ldl || fail "late.c"
launch 2 ./late ./late.so >out 2>&1 || fail "status $?: $(cat out)"
says "link -lmpiprof before the MPI library" out
MPIPROF_ENABLE=off launch 2 ./late ./late.so >out 2>&1
test ! -s out || fail "switched off, but: $(cat out)"
echo "ok: a plug-in behind the MPI library"

# A program that holds MPI itself, as after static linking.
cat >static.c <<'END'
int PMPI_Init(int *count, char ***arguments)
{
    return count == 0 && arguments == 0;
}
int main(int count, char **arguments)
{
    return PMPI_Init(&count, &arguments);
}
END
$CC static.c -o static || fail "static.c"
"$mpiprof_run" ./static >out 2>&1 || fail "status $?: $(cat out)"
says "static linking" out
echo "ok: MPI in the program"

# How much of the MPI library goes through mpiprof, against nm.
build_c p2p "p2p.c expect.c" "$(linked_flags)"
measure run 2 ./p2p "$work/expected"
"$report" --format json --table run run | "$PYTHON" -c '
import json, sys
table = json.load(sys.stdin)["tables"]["run"]
names = [column["name"] for column in table["columns"]]
print(table["rows"][0][names.index("coverage")])' >coverage || fail "no coverage"
for library in $(ldd p2p | sed -n 's/.* => \([^ ]*\) .*/\1/p'); do
    ! nm -D --defined-only "$library" | grep -q ' PMPI_Init$' || break
done
names_of() {
    nm -D --defined-only "$1" | awk '{ print $3 }' | sed 's/@.*//' |
        grep '^MPI_[A-Z][A-Za-z0-9_]*[a-z]' | grep -v -e '_f$' -e '_f08$' |
        sort -u
}
names_of "$library" >exported
names_of "$libs/libmpiprof.so" >wrapped
expected="$(comm -12 exported wrapped | wc -l) of $(wc -l <exported) in C"
case $(cat coverage) in
"$expected"*) ;;
*) fail "coverage is '$(cat coverage)', nm says '$expected'" ;;
esac
echo "ok: coverage, $expected"
