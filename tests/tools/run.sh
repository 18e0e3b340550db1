#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The command line of mpiprof-run: settings, the right library, the program's
# own exit status; without a library the program runs all the same.
. "$SRC_DIR/tests/lib.sh"
for name in $(for fact in launcher likely_launcher rank local_rank; do
    flavour_words all $fact
done) LD_PRELOAD; do
    unset $name
done

# Libraries that are none: what is preloaded can be seen, and does nothing.
mkdir -p bin lib/mpiprof/openmpi lib/mpiprof/mpich one
run=$work/bin/mpiprof-run
cp "$BUILD_DIR/.libs/mpiprof-run" bin 2>/dev/null ||
    cp "$BUILD_DIR/mpiprof-run" bin || fail "mpiprof-run"
for folder in lib/mpiprof/openmpi lib/mpiprof/mpich one; do
    echo 'int mpiprof_nothing;' | $CC -shared -fPIC -x c - \
        -o $folder/libmpiprof.so || fail "cannot make a library"
done

# ---- the program ----
gives 0 "^hello$" "$run" --mpi mpich echo hello
gives 0 "" "$run" --mpi mpich true
gives 3 "" "$run" --mpi mpich sh -c "exit 3"
gives 0 "^a --help$" "$run" --mpi mpich echo a --help
refuses 127 "nosuch: program not found, here or in PATH; give its path" "$run" nosuch
refuses 127 "./nosuch: program not found" "$run" ./nosuch
mkdir path
printf '#!/bin/sh\necho found\n' >path/a_script
chmod +x path/a_script
: >not_executable
for name in ./not_executable not_executable; do
    refuses 126 "not_executable: this is not an executable file; use chmod" \
        "$run" --mpi mpich $name
done
mkdir a_folder
refuses 126 "a_folder: this is a directory; give" "$run" ./a_folder
cp path/a_script here_only
refuses 127 "here_only: not in PATH; put ./ before its name" "$run" here_only
printf '#!/nosuch/sh\n' >orphan
printf 'no first line' >headless
chmod +x orphan headless
refuses 126 "orphan: the interpreter" "$run" --mpi mpich ./orphan
refuses 126 "headless: neither" "$run" --mpi mpich ./headless
# One rank of a host says it.
gives 127 "" env MPI_LOCALRANKID=1 "$run" nosuch
gives 0 "^found$" env PATH="$work/path:$PATH" "$run" --mpi mpich a_script

# ---- the library ----
for mpi in openmpi mpich; do
    gives 0 "^LD_PRELOAD=$work/lib/mpiprof/$mpi/libmpiprof.so$" \
        "$run" --mpi $mpi env
done
gives 0 "^LD_PRELOAD=.*/mpich/" env PMI_RANK=0 "$run" env
gives 0 "^LD_PRELOAD=.*/openmpi/" env PMIX_RANK=0 "$run" env
gives 0 "^LD_PRELOAD=.*/openmpi/" env OMPI_COMM_WORLD_RANK=1 PMI_RANK=1 \
    "$run" env
gives 0 "^LD_PRELOAD=.*/mpich/libmpiprof.so:$work/one/libmpiprof.so$" \
    env LD_PRELOAD="$work/one/libmpiprof.so" "$run" --mpi mpich env
gives 0 "^LD_PRELOAD=$work/one/libmpiprof.so$" \
    env MPIPROF_LIBDIR="$work/one" "$run" --mpi mpich env
gives 0 "^LD_PRELOAD=$work/lib/mpiprof/mpich/" \
    env MPIPROF_LIBDIR="$work/lib/mpiprof" "$run" --mpi mpich env
# So does one that the program starts.
gives 0 "^LD_PRELOAD=$work/one/libmpiprof.so$" \
    env MPIPROF_LIBDIR="$work/one" "$run" --mpi mpich env -u LD_PRELOAD \
    "$run" --mpi mpich env

# ---- the list of counters ----
for mpi in openmpi mpich; do
    printf '#!/bin/sh\necho counters of %s\n' $mpi \
        >lib/mpiprof/$mpi/mpiprof-counters
    chmod +x lib/mpiprof/$mpi/mpiprof-counters
done
for mpi in openmpi mpich; do
    gives 0 "^counters of $mpi$" "$run" --mpi $mpi --list-counters
done
gives 0 "^counters of mpich$" env PMI_RANK=0 "$run" --list-counters

# ---- the module of Python programs ----
gives 0 "" env -u PYTHONPATH "$run" --mpi mpich env
# Of an earlier `make install' there may be one.
found=$(sed -n 's/^PYTHONPATH=//p' out)
test -z "$found" || test -f "$found/mpiprof/__init__.py" ||
    fail "PYTHONPATH without the module: $found"
module=$work/share/mpiprof/python
mkdir -p "$module/mpiprof"
: >"$module/mpiprof/__init__.py"
gives 0 "^PYTHONPATH=$module$" env -u PYTHONPATH "$run" --mpi mpich env
gives 0 "^PYTHONPATH=$module$" env PYTHONPATH= "$run" --mpi mpich env
gives 0 "^PYTHONPATH=/a:/b:$module$" env PYTHONPATH=/a:/b \
    "$run" --mpi mpich env
gives 0 "^PYTHONPATH=/a:$module:/b$" env PYTHONPATH="/a:$module:/b" \
    "$run" --mpi mpich env
gives 0 "^PYTHONPATH=${module}2:$module$" env PYTHONPATH="${module}2" \
    "$run" --mpi mpich "$run" --mpi mpich env
rm -r share

# ---- settings ----
gives 0 "^MPIPROF_TRACE_MB=16$" "$run" --mpi mpich --trace-mb 16 env
gives 0 "^MPIPROF_OUTPUT=a b$" "$run" --mpi mpich --output="a b" env
gives 0 "  --callpath 0..64 " "$run" --help
gives 0 "mpiprof [0-9]" "$run" --version
refuses 2 "MPIPROF_TRACE_MB=0" "$run" --trace-mb 0 true
refuses 2 "MPIPROF_CLOCK=sun" "$run" --clock sun true
refuses 2 "no option --tracemb; did you mean --trace-mb?" \
    "$run" --tracemb=5 true
refuses 2 "option --c is ambiguous: --callpath, --counters, --clock" \
    "$run" --c 5 true
refuses 2 "option --help takes no value" "$run" --help=3 true
refuses 2 "MPIPROF_TRACE=maybe is not on, off or a list" "$run" --trace maybe \
    true
refuses 2 "MPIPROF_TRACE=3-1 is not" "$run" --trace 3-1 true
refuses 2 "MPIPROF_TRACE_SKIP: bogus is neither a procedure" "$run" --trace-skip bogus \
    true
refuses 2 "MPI_Iprob is .*did you mean MPI_Iprobe? See mpiprof-run --help" \
    "$run" --trace-skip wait,MPI_Iprob,io true
refuses 2 "MPIPROF_TRACE_ONLY: size<1Q is not a size" "$run" --trace-only 'size<1Q' \
    true
refuses 2 "MPI_Comm_rank is not measured, .* has it; see mpiprof-run" \
    "$run" --trace-skip MPI_Comm_rank true
refuses 2 "MPIPROF_COUNTERS names 9 counters: at most 8 can be counted" \
    "$run" --counters 1,2,3,4,5,6,7,8,9 true
gives 0 "^MPIPROF_TRACE=0-15,512$" "$run" --mpi mpich --trace 0-15,512 env
gives 0 "^MPIPROF_COUNTERS=1,2,3,4,5,6,7,8$" \
    "$run" --mpi mpich --counters 1,2,3,4,5,6,7,8 env
gives 0 "^MPIPROF_TRACE_ONLY=region:a\*$" "$run" --mpi mpich \
    --trace-only 'region:a*' env
# One process of a host says it.
for wrong in --frobnicate --trace=maybe --mpi=lam --trace-mb=0; do
    refuses 2 "" env OMPI_COMM_WORLD_LOCAL_RANK=0 "$run" $wrong true
    gives 2 "" env OMPI_COMM_WORLD_LOCAL_RANK=1 "$run" $wrong true
    gives 2 "" env MPI_LOCALRANKID=3 "$run" $wrong true
done
gives 2 "" env SLURM_LOCALID=1 "$run"
refuses 2 "--output" "$run" --output
refuses 2 "no program given; put it after" "$run"

# ---- nothing that fits: one rank says so, the program runs ----
unmeasured() {
    "$@" >out 2>err || fail "$*: exit status"
    grep '^hello$' out >/dev/null || fail "$*: did not run"
    test "$(wc -l <err)" -eq "$lines" || fail "$*: says $(cat err)"
}
lines=1 unmeasured "$run" echo hello
rm -r lib/mpiprof/mpich
lines=0 unmeasured "$run" echo hello
lines=1 unmeasured env PMI_RANK=0 MPIPROF_LIBDIR="$work/lib/mpiprof" \
    "$run" echo hello
lines=0 unmeasured env PMI_RANK=1 MPIPROF_LIBDIR="$work/lib/mpiprof" \
    "$run" echo hello
env MPIPROF_LIBDIR=/nosuch "$run" --mpi mpich echo hello 2>&1 >out |
    grep -q 'not installed for mpich (MPIPROF_LIBDIR=/nosuch has no' ||
    fail "MPIPROF_LIBDIR is not named"
mkdir "with blank"
cp one/libmpiprof.so "with blank"
lines=1 unmeasured env MPIPROF_LIBDIR="$work/with blank" "$run" \
    --mpi mpich echo hello

# ---- what a program is linked to tells, whatever has started it ----
test -n "${MPICC-}" || exit 0
echo 'int MPI_Init(int *, char ***); int main(void) { return MPI_Init(0, 0); }' |
    $MPICC -x c - -o linked || exit 0
other=openmpi
test "$MPI_FLAVOUR" = openmpi && other=mpich
mkdir -p "lib/mpiprof/$other" "lib/mpiprof/$MPI_FLAVOUR"
cp one/libmpiprof.so "lib/mpiprof/$other"
cat >>"$work/tracer.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void tell(void)
{
    printf("right library\n");
    exit(0);
}
END
$CC -shared -fPIC tracer.c -o "lib/mpiprof/$MPI_FLAVOUR/libmpiprof.so"
gives 0 "^right library$" env PMI_RANK=0 "$run" ./linked
gives 0 "^right library$" env OMPI_COMM_WORLD_RANK=0 "$run" ./linked
