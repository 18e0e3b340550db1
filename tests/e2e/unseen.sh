#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
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

# The same by flags of dlopen(), also when preloaded; MPI opened by the program,
# which asks its handle, also for names of a library in front of MPI; and MPI
# apart from all that we know.
cat >looks.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>
int main(int count, char **words)
{
    int deep = strcmp(words[1], "deepbind") == 0;
    int global = strcmp(words[1], "default") == 0;
    int apart = strcmp(words[1], "dlmopen") == 0;
    int flags = RTLD_NOW | (deep ? RTLD_DEEPBIND : global ? RTLD_GLOBAL : 0);
    void *mpi = apart ? dlmopen(LM_ID_NEWLM, words[2], flags)
                      : dlopen(words[2], flags);
    void *from = global ? RTLD_DEFAULT : mpi;
    int (*run)(int, char **), (*init)(int *, char ***), (*end)(void);
    if (mpi == NULL || dlsym(RTLD_NEXT, "dlsym") != (void *)dlsym)
        return 1;
    *(void **)&run = dlsym(mpi, "run_program");
    if (run != NULL)
        return run(count, words);
    *(void **)&init = dlsym(from, "MPI_Init");
    *(void **)&end = dlsym(from, "MPI_Finalize");
    return apart ? 0 : dlerror() != NULL || init(NULL, NULL) || end();
}
END
cat >front.c <<'END'
#include <dlfcn.h>
static int (*init)(int *, char ***), (*end)(void);
__attribute__((constructor)) static void find(void)
{
    void *mpi = dlopen(MPI, RTLD_NOW);
    *(void **)&init = dlsym(mpi, "MPI_Init");
    *(void **)&end = dlsym(mpi, "MPI_Finalize");
}
int MPI_Init(int *count, char ***words)
{
    return init(count, words);
}
int MPI_Finalize(void)
{
    return end();
}
END
$CC looks.c -o looks -ldl || fail "looks.c"
for library in $(ldd late.so | sed -n 's/.* => \([^ ]*\) .*/\1/p'); do
    ! nm -D --defined-only "$library" | grep -q ' PMPI_Init$' || break
done
$CC -shared -fPIC -DMPI="\"$library\"" front.c -o front.so -ldl ||
    fail "front.c"
by_handle="local $library
local ./front.so
deepbind $library"
case $(uname -m)$(getconf LONG_BIT) in
x86_6464 | aarch6464) words="without dlmopen()" seen=$by_handle unseen= ;;
*) words="look its names up in RTLD_DEFAULT" seen= unseen=$by_handle ;;
esac
printf '%s\n' "deepbind ./late.so" "dlmopen $library" "$unseen" >ways
while read -r way file && test "$way" != ""; do
    launch 2 "$mpiprof_run" ./looks "$way" "$file" >out 2>&1 </dev/null ||
        fail "$way $file: status $?: $(cat out)"
    says "$words; nothing" out
    echo "ok: $way $file"
done <ways
printf '%s\n' "default $library" "$seen" >ways
while read -r way file && test "$way" != ""; do
    measure seen.run 2 "$mpiprof_run" ./looks "$way" "$file" </dev/null
    "$report" --format csv --table procedures seen.run/run.mpiprof >csv ||
        fail "$way $file: $(cat seen.run.err)"
    grep -q "^MPI_Finalize,[^,]*,2," csv || fail "$way $file: $(cat csv)"
    rm -r seen.run
    echo "ok: $way $file"
done <ways
launch 2 "$mpiprof_run" ./looks none ./late.so >out 2>&1
grep -q "^mpiprof: report:" out || fail "a plug-in, preloaded: $(cat out)"
echo "ok: as that line says"

# Programs into which nothing is preloaded, for one reason or the other.
echo 'int main(void) { return 0; }' >empty.c
if $CC -static empty.c -o static 2>/dev/null; then
    "$mpiprof_run" ./static >out 2>&1 || fail "status $?: $(cat out)"
    says "static is linked statically" out
    echo "ok: a static program"
fi
$CC empty.c -o empty || fail "empty.c"
"$mpiprof_run" ./empty >out 2>&1 || fail "status $?: $(cat out)"
test ! -s out || fail "a program without MPI: $(cat out)"
if test "$(id -u)" = 0 && chown 1 empty && chmod u+s empty; then
    "$mpiprof_run" ./empty >out 2>&1 || fail "status $?: $(cat out)"
    says "empty has privileges of its own" out
    echo "ok: a program that is set-user-ID"
fi
# Root has the capabilities anyway.
$CC empty.c -o capable || fail "empty.c"
other="setpriv --reuid=65534 --clear-groups"
if test "$(id -u)" = 0 && setcap cap_net_raw+ep capable 2>/dev/null &&
    $other test -x capable -a -x "$mpiprof_run"; then
    $other "$mpiprof_run" ./capable >out 2>&1 || fail "status $?: $(cat out)"
    says "capable has privileges of its own" out
    echo "ok: a program with file capabilities"
fi

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
as_json run run --table run
echo 'print(rows_of(report, "run")[0]["coverage"])' |
    with_report run.json >coverage || fail "no coverage"
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
