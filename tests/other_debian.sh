#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# other_debian.sh - runs ./bootstrap check on another Debian, from nothing.
#
#   tests/other_debian.sh [RELEASE ARCH MPI]      [trixie i386 mpich]
#   tests/other_debian.sh --build                 gets ready and builds, no more
#   OTHER_TESTS=all tests/other_debian.sh ...     all tests, three times as long
#
# Makes that system with debootstrap in _cache (kept for the next time; about
# 1 GB), gives it a compiler and make, and runs the tests of one MPI in it.
# Debian 13 for 32-bit x86 is the one whose python3-mpi4py is for MPICH.
# Needs root, and a network to Debian's packages.  Its output is that of
# ./bootstrap check.  Exit status 77, and a line that says why: not possible.

set -u
command=check
[ "${1-}" != --build ] || { command=build; shift; }
release=${1:-trixie} arch=${2:-i386} mpi=${3:-mpich}
top=$(cd "$(dirname "$0")/.." && pwd) || exit 1
root=$top/_cache/debian-$release-$arch
log=$root.log

# What a system of 32 bits, a newer compiler and a newer MPI can break, and
# `.ci/run check' has not shown.  Names of the Makefile, then single tests.
other_tests()
{
    # All that is without MPI, and what is generated from this system's mpi.h.
    echo '$(unit_tests) $(wrapper_tests)'
    echo '$(filter-out %/bootstrap.sh %/docs.sh %/explain.sh,$(tool_tests))'
    echo '$(filter-out %/jobs.sh %/crew.sh %/crew_traces.sh %/windows.sh,$(trace_tests))'
    # Not valgrind: it would see the same code once more.
    echo tests/fuzz/corpus.sh tests/reduce/tree.sh
    # Signals, mapped files and what is in them, their limits, addresses that
    # run out.  left_trace makes as many calls as three minutes are good for;
    # its readers and writers are in trace_tests and the corpus.
    echo tests/faults/killed.sh tests/faults/snapshots.sh
    echo tests/faults/memory.sh tests/faults/file_limit.sh
    # Words: counts beyond 4 GiB, floating point, threads; ELF files and how
    # libraries come into a process; ports and spawned ranks, which this MPI has;
    # all traces.
    for name in c_linked c_more dlopened fortran fortran_linking io life \
        meeting mpi4py rma spawn trace_agrees trace_tests unseen; do
        echo tests/e2e/$name.sh
    done
    # Large counts, addresses, threads, and what a newer MPI brings; the rest
    # of the odd programs differ by procedure, not by word.
    for name in extensions io large large_collectives large_objects mpi41 \
        onesided openmp sessions threads; do
        echo tests/odd/odd_$name.c
    done
    # The module whose interfaces compilers differ in, and handles that go
    # between the languages.
    for name in p2p types f08_only mpi4 mixed_c; do
        echo tests/odd/fortran/$name.mpi_f08
    done
    echo tests/odd/fortran/mpi4.mpif_h
}

skip()
{
    echo "Debian $release $arch: not tested, $*"
    exit 77
}

# With devices, /proc and /sys of its own, which end with the command.
inside()
{
    unshare --mount --pid --fork sh -c '
        mount -t proc proc "$1/proc" && mount -t sysfs sysfs "$1/sys" &&
        mount --rbind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/dev/shm" ||
            exit 77
        root=$1
        shift
        exec chroot "$root" env -i HOME=/root LANG=C.UTF-8 \
            PATH=/usr/sbin:/usr/bin:/sbin:/bin setarch "$@"' \
        sh "$root" "$(machine)" "$@" < /dev/null
}

machine()
{
    case $arch in
    i386) echo i686 ;;
    *) uname -m ;;
    esac
}

make_system()
{
    rm -rf --one-file-system "$root"
    mkdir -p "$top/_cache"
    debootstrap --arch="$arch" --variant=minbase "$release" "$root.new" &&
        echo force-unsafe-io > "$root.new/etc/dpkg/dpkg.cfg.d/unsafe" &&
        mv "$root.new" "$root"
}

# What git knows, as it is now.
source_files()
{
    (cd "$top" && git ls-files -z | tar -c --null -T -)
}

same_source()
{
    [ "$(source_files | cksum)" = "$(cat "$root/src.cksum" 2> /dev/null)" ]
}

copy_source()
{
    rm -rf "$root/src" "$root/src.cksum"
    mkdir "$root/src" &&
        source_files | tar -x --no-same-owner -C "$root/src" &&
        source_files | cksum > "$root/src.cksum"
}

[ "$(id -u)" = 0 ] || skip "only root can make a system in a folder"
command -v debootstrap > /dev/null ||
    DEBIAN_FRONTEND=noninteractive apt-get install -y debootstrap \
        > /dev/null 2>&1 || skip "no debootstrap"
git -C "$top" rev-parse > /dev/null 2>&1 || skip "this is not a clone"
rm -rf --one-file-system "$root.new"
mkdir -p "$top/_cache"
[ -d "$root" ] || make_system > "$log" 2>&1 ||
    skip "debootstrap failed: $(tail -n 1 "$log")"
cp /etc/hosts /etc/resolv.conf "$root/etc/"
inside true 2> /dev/null || skip "no mount namespaces"
inside sh -c 'apt-get update && apt-get install -y gcc make' \
    > "$log" 2>&1 || skip "its packages: $(tail -n 1 "$log")"
same_source || copy_source || exit 1
tests=
[ "${OTHER_TESTS-}" = all ] || tests=$(other_tests | tr '\n' ' ')
# The page is made by JavaScript, which is the same everywhere; what the chosen
# tests do not need takes a while to unpack, and -g to compile.
without=
[ -z "$tests" ] || without="clang libclang-rt-dev libtrilinos-kokkos-dev graphviz \
    python3-jsonschema cmake ccache valgrind"
inside sh -c 'cd /src && CHECK_TESTS=$3 CHECK_REAL= PAGE=no LEAVE_OUT=$4 \
    FOR_TESTS=yes CFLAGS=-O0 CONFIG_SHELL=/bin/sh \
    enable_dependency_tracking=no exec ./bootstrap "$1" --mpi "$2"' \
    sh "$command" "$mpi" "$tests" "$without"
