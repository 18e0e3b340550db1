#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A library that is loaded where another one was has call sites, functions, samples
# and marks of its own.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
test "$HAVE_LIBDW" = yes || skip "built without libdw: functions have no names"
$MPICC -fPIC -shared "$programs/slow_dlclose.c" -o slow_dlclose.so ||
    fail "slow_dlclose.c"
build_c reload reload.c "-pthread $work/slow_dlclose.so -ldl"

# libraries KIND OPTIONS: KIND/first.so and so on; each part() calls the function
# of that name once, which is what standard input says, with NAME for its name.
libraries() {
    kind=$1
    shift
    mkdir "$kind"
    cat >"$kind/text"
    for name in first other third; do
        { echo '#include <mpi.h>'; sed "s/NAME/$name/" "$kind/text"
            echo "void part(void) { $name(); __asm__(\"\"); }"; } >$name.c
        $MPICC -g -O1 -fPIC -shared "-DIS_$name" "$@" $name.c \
            -o "$kind/$name.so" ||
            fail "$kind, $name.c"
    done
}

# reload RUN KIND [WORD=VALUE...]: calls part() of the first library 10 times, of the
# next 20 times, of the third 30 times; they are where the first one was.
reload() {
    run=$1
    kind=$2
    shift 2
    measure "$run.run" 1 env "$@" "$mpiprof_run" ./reload \
        "./$kind/first.so" "./$kind/other.so" "./$kind/third.so" >places
    same_place
}

same_place() {
    test "$(sort -u places | wc -l)" = 1 ||
        skip "libraries are loaded at other addresses: $(cat places)"
}

# during KIND: calls part() of the first library 10 times, of the next 20 times, which
# is loaded while another thread is still in the dlclose() that unloads the first.
during() {
    run=during_$1
    measure "$run.run" 1 "$mpiprof_run" ./reload during "./$1/first.so" \
        "./$1/other.so" >places
    same_place
    column functions_mpi within_calls >calls
    printf 'first 10\nother 20\n' | diff - calls || fail "$run: $(cat table)"
    echo "ok: during an unload, $1"
}

# column TABLE COLUMN [FUNCTION]: of the rows of the three functions, and of that.
column() {
    "$report" --format csv --table "$1" --all "$run.run" >table ||
        fail "$run: no table $1"
    tr -d '\r' <table | awk -F , -v column="$2" -v more="${3-}" 'NR == 1 {
            for (i = 1; i <= NF; i++) if ($i == column) at = i
        } $1 ~ /^(part\/)?(first|other|third)$/ || $1 == more {
            print $1, $at }' | sort
}

barrier='static __attribute__((noinline)) void NAME(void)
    { MPI_Barrier(MPI_COMM_WORLD); __asm__(""); }'
echo "$barrier" | libraries plain
for frames in 8 1; do
    reload $frames plain MPIPROF_CALLPATH=$frames
    column functions_mpi within_calls >calls
    printf 'first 10\nother 20\nthird 30\n' | diff - calls ||
        fail "$frames frames: $(cat table)"
    echo "ok: $frames frames"
done

during plain

# Where the first has a frame pointer the others have any number, at the same
# address.
if test "$(uname -m)$(getconf LONG_BIT)" = x86_6464; then
    { echo "$barrier"; cat <<'END'; } | libraries frames -Dpart=in_c
#ifdef IS_first
#define FRAME "mov %rsp, %rbp\n .cfi_def_cfa_register %rbp\n"
#else
#define FRAME "mov $0x5a5a5a5a, %ebp\n"
#endif
__asm__(".globl part\n .type part, @function\n .p2align 8\n part: .cfi_startproc\n"
        "push %rbp\n .cfi_def_cfa_offset 16\n .cfi_offset %rbp, -16\n" FRAME
        ".p2align 5\n call NAME\n pop %rbp\n .cfi_def_cfa %rsp, 8\n"
        "ret\n .cfi_endproc\n .size part, . - part");
END
    reload frames frames
    column functions_mpi within_calls main >calls
    test "$HAVE_LIBUNWIND" != yes ||
        printf 'first 10\nmain 60\nother 20\nthird 30\n' | diff - calls ||
        fail "frames: $(cat table)"
    echo "ok: other frames"
    during frames
fi

echo "$barrier" | libraries instrumented -finstrument-functions
reload instrumented instrumented
column regions visits >calls
printf 'part/first 10\npart/other 20\npart/third 30\n' | diff - calls ||
    fail "instrumented: $(cat table)"
mkdir same && cp instrumented/*.so same
MPIPROF_FUNCTIONS=skip:first measure same.run 1 "$mpiprof_run" ./reload \
    ./same/first.so ./same/other.so=./same/first.so ./same/third.so=./same/first.so
as_json same.run same --all
with_report same.json <<'END' || fail "same path"
visits = sorted(row["visits"] for row in rows_of(report, "regions"))
if visits[-5:] != [10, 20, 20, 30, 30]:
    sys.exit("visits of functions: %s" % visits)
END
echo "ok: instrumented"

# Samples that nobody has taken by then: no call of MPI comes before dlclose().
libraries busy <<'END'
#include <time.h>
static volatile double sum;
static __attribute__((noinline)) void NAME(void)
{
    struct timespec now, end;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    end.tv_nsec += 5000000;
    do {
        for (int i = 0; i < 1000; i++)
            sum += i;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while (now.tv_sec * 1e9 + now.tv_nsec < end.tv_sec * 1e9 + end.tv_nsec);
}
END
reload busy busy MPIPROF_SAMPLE=1000
if ! one_line <busy.run/summary.txt | grep -q 'lines were sampled'; then
    echo "skip samples: this system permits none"
else
    column functions time_s >seconds
    test "$(sort -k 2g seconds | sed 's/ .*//' | xargs)" = "first other third" ||
        fail "samples: not those of 10, 20 and 30 calls: $(cat table)"
    echo "ok: sampled"
fi

# Marks of equal names and lines, in other files.
libraries marked "-I$SRC_DIR/include" -ldl <<'END'
#include <mpiprof.h>
static void NAME(void) { MPIPROF_BEGIN("step"); MPIPROF_END("step"); }
END
reload marked marked
"$report" export --format tau -o tau marked.run || fail "no files for TAU"
grep -rho 'step \[{[a-z]*\.c}' tau | sort -u >marks
printf 'step [{%s.c}\n' first other third | diff - marks ||
    fail "marks: $(grep -rh step tau)"

# No names come from a file that was built again since, or is gone.
echo "$barrier" | libraries unmarked -Wl,--build-id=none
reload identified plain MPIPROF_SYMBOLS=later
reload unmarked unmarked MPIPROF_SYMBOLS=later
mkdir brought && mv unmarked/first.so brought && mv plain/other.so plain/first.so
{ echo 'void before(void) { __asm__("nop"); }'; cat first.c; } >rebuilt.c
$MPICC -g -O1 -fPIC -shared -Wl,--build-id=none rebuilt.c -o unmarked/first.so ||
    fail "rebuilt.c"
column functions_mpi within_calls >calls
printf 'other 20\nthird 30\n' | diff - calls || fail "rebuilt: $(cat table)"
run=identified
column functions_mpi within_calls >calls
echo 'third 30' | diff - calls || fail "other build-id: $(cat table)"
"$report" --full identified.run | one_line | grep -q "are shown as addresses: first.so has \
changed since the run, other.so was not found or cannot be read (MPIPROF_BINARIES=FOLDER)" ||
    fail "not a word of it: $("$report" --full identified.run)"
MPIPROF_BINARIES=brought
export MPIPROF_BINARIES
run=unmarked
column functions_mpi within_calls >calls
printf 'first 10\nother 20\nthird 30\n' | diff - calls || fail "brought: $(cat table)"
echo "ok: rebuilt"
