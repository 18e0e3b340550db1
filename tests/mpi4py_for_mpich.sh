#!/bin/sh
# mpi4py_for_mpich.sh - makes an mpi4py for MPICH in _cache/mpi4py-mpich.
#
# Debian's python3-mpi4py is for Open MPI only.  This takes the source that
# belongs to that package and compiles it with mpicc.mpich; tests put the
# folder into PYTHONPATH.  Nothing outside _cache is changed.  The last line
# says how it ended; exit status 77 when it could not be done, then the tests
# of Python programs with MPICH are skipped.  MPI4PY_SOURCE=FILE.tar.gz gives
# a source that is already there.

set -u
top=$(cd "$(dirname "$0")/.." && pwd) || exit 1
target=$top/_cache/mpi4py-mpich
work=$top/_cache/mpi4py-source
python=/usr/bin/python3

# Once it did not work it is not tried again in this clone.
skip()
{
    mkdir -p "$top/_cache"
    rm -rf "$work"
    echo "mpi4py with MPICH: not tested, $*" | tee "$target.skipped"
    exit 77
}

# A list of sources next to the machine's own list, which stays as it is.
private_lists()
{
    mkdir -p "$work/lists/partial" || return 1
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2> /dev/null |
        sed -n 's/^deb /deb-src /p' > "$work/one-line.list"
    for file in /etc/apt/sources.list.d/*.sources; do
        [ -f "$file" ] && sed 's/^Types:.*/Types: deb-src/' "$file" \
            > "$work/$(basename "$file")"
    done
    for file in "$work"/*.list "$work"/*.sources; do
        [ -s "$file" ] || rm -f "$file"
    done
}

apt_source()
{
    private_lists || return 1
    set -- -q -o Dir::Etc::sourcelist=- -o "Dir::Etc::sourceparts=$work" \
        -o "Dir::State::lists=$work/lists" -o APT::Sandbox::User=root
    apt-get "$@" update &&
        (cd "$work" && apt-get "$@" source --download-only mpi4py)
}

fetch()
{
    if [ -n "${MPI4PY_SOURCE:-}" ]; then
        cp "$MPI4PY_SOURCE" "$work/mpi4py_given.orig.tar.gz"
        return
    fi
    command -v apt-get > /dev/null && apt_source
}

needs_cython()
{
    [ -z "$(find "$work/source" -name '*mpi4py.MPI.c' -o -name MPI.c)" ]
}

compile()
{
    cd "$work/source" &&
        env MPICC=mpicc.mpich "$python" setup.py build --mpicc=mpicc.mpich
}

works()
{
    (cd / && PYTHONPATH=$1 "$python" -c '
from mpi4py import MPI
assert "MPICH" in MPI.Get_library_version()')
}

[ -d "$target" ] && works "$target" && { echo "mpi4py with MPICH: there"; exit 0; }
[ -f "$target.skipped" ] && { cat "$target.skipped"; exit 77; }
command -v mpicc.mpich > /dev/null || skip "no mpicc.mpich"
"$python" -c 'import setuptools, sysconfig, os
assert os.path.exists(sysconfig.get_paths()["include"] + "/Python.h")' ||
    skip "no python3-dev and python3-setuptools"
rm -rf "$work" "$target"
mkdir -p "$work/source"
fetch || skip "its source package could not be fetched"
tar xf "$work"/mpi4py_*.orig.tar.* -C "$work/source" --strip-components=1 ||
    skip "its source could not be unpacked"
! needs_cython || command -v cython3 || skip "its source needs cython3"
compile || skip "its source did not compile"
works "$(echo "$work"/source/build/lib*)" || skip "what was compiled fails"
mv "$work"/source/build/lib* "$target" && rm -rf "$work"
echo "mpi4py with MPICH: made"
