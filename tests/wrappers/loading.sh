#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# However MPI comes into a process, the right thing happens: measured where it
# is opened RTLD_LOCAL, left alone where it is another MPI than ours, inert in
# the shells and launchers that a preloaded library also gets into.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
here=$SRC_DIR/tests/wrappers

cp "$libs/libmpiprof.so" . || fail "no libmpiprof.so"
# shellcheck disable=SC2086 # lists of words
$MPICC -w -std=gnu11 -fPIC -shared -fvisibility=hidden -I"$SRC_DIR/src" \
    "$here/fake_core.c" "$BUILD_DIR/gen/call_table.c" \
    -o libmpiprof-core.so || fail "fake_core.c does not compile"
$MPICC -DPLUGIN -fPIC -shared "$here/plugin.c" -o plugin.so &&
    $CC "$here/plugin.c" -o host -ldl || fail "plugin.c does not compile"

FAKE_CORE_LOG=$work/plugin
export FAKE_CORE_LOG
launch 2 env LD_PRELOAD="$work/libmpiprof.so" ./host ./plugin.so ||
    fail "a plugin does not run"
grep 'MPI_Allreduce.* in place' plugin.0 || fail "a plugin is not measured"

# shellcheck disable=SC2016
FAKE_CORE_LOG=$work/shell LD_PRELOAD=$work/libmpiprof.so \
    launch 2 sh -c 'ls / >/dev/null; exec ./host ./plugin.so' ||
    fail "a preloaded launcher does not run"
diff plugin.0 shell.0 || fail "measured otherwise below a preloaded shell"

for other in $(other_flavours); do
    $(flavour_words "$other" mpicc) -w -I"$SRC_DIR/include" "$here/smoke.c" -o smoke_$other ||
        continue
    FAKE_CORE_LOG=$work/other timeout 60 $(flavour_words "$other" mpiexec) -n 2 \
        env LD_PRELOAD="$work/libmpiprof.so" ./smoke_$other 2>other.err ||
        fail "preloading into a program of $other breaks it"
    test ! -e other.0 || fail "measured with the wrong MPI"
    test "$(grep -c 'mpiprof: this libmpiprof is built for' other.err)" = 1 ||
        fail "not one line about the wrong MPI"
    grep "start it with the mpiexec and the mpiprof of $other\$" other.err ||
        fail "preloaded with the wrong MPI: $(cat other.err)"
    $(flavour_words "$other" mpicc) -w -I"$SRC_DIR/include" "$here/smoke.c" \
        -Wl,--no-as-needed "$work/libmpiprof.so" -o linked_$other &&
        timeout 60 $(flavour_words "$other" mpiexec) -n 2 \
            env LD_LIBRARY_PATH="$work" ./linked_$other 2>linked.err ||
        fail "linked with the wrong MPI's, it breaks"
    grep "link it with the output of .pkg-config --libs mpiprof-$other" \
        linked.err || fail "linked with the wrong MPI's: $(cat linked.err)"
    echo "ok $other"
done
