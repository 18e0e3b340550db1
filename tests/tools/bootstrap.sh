#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# ./bootstrap build asks only for what building needs: it neither stops nor
# installs for what tests need or for what is there, and needs neither apt-get nor
# root where nothing is missing.
. "$SRC_DIR/tests/lib.sh"
unset FOR_TESTS # of who runs the tests

# A tree whose configure and Makefile do nothing, and a PATH with what the script
# itself calls; of what is installed only the names matter.
mkdir -p tree/share tree/gen path
cp "$SRC_DIR/bootstrap" tree && cp -r "$SRC_DIR/share/flavours" tree/share ||
    fail "no bootstrap"
printf 'all install:\n' >tree/Makefile.in
cat >tree/configure <<'END'
#!/bin/sh
cp ../../Makefile.in Makefile
echo "$@" >configured
END
for name in sh awk cat cp date dirname env grep head id make mkdir nproc rm sed \
    tail tr; do
    ln -s "$(command -v $name)" path || fail "no $name"
done
# is_there NAME...: as programs; the compiler has the headers of the file headers.
is_there() {
    for name in "$@"; do
        printf '#!/bin/sh\necho "$0 $*" >>"%s/calls"\n' "$work" >path/$name
        chmod +x path/$name
    done
}
is_there gcc python3 autoconf automake libtoolize gfortran otf2-config node npm \
    pkg-config mpicc.openmpi mpicc.mpich
cat >path/gcc <<END
#!/bin/sh
read -r include header
grep -qxF "\$header" "$work/headers"
END
printf '<%s>\n' stdio.h zlib.h utf8proc.h papi.h libunwind.h \
    elfutils/libdwfl.h jansson.h >headers
chmod +x tree/configure

# bootstrap STATUS PATTERN [ARGUMENTS]
bootstrap() {
    bootstrap_status=$1
    pattern=$2
    shift 2
    rm -rf tree/_build calls
    : >calls
    env -i PATH="$work/path" FOR_TESTS="${FOR_TESTS-}" \
        tree/bootstrap build "$@" >out 2>&1
    got=$?
    test $got = "$bootstrap_status" || fail "status $got: $(cat out)"
    grep -q "$pattern" out || fail "no '$pattern' in: $(cat out)"
}

bootstrap 0 '^installed in '
! grep -v '^\(configuring\|building\|installing\) for .* done\|^installed in ' \
    out || fail "says more than what it does"
grep -qF "MPICC=$work/path/mpicc.mpich" tree/_build/mpich/configured ||
    fail "$(cat tree/_build/mpich/configured)"
echo "ok: nothing is missing, and nothing is asked for"

# demo CORES RANKS SLOW: what it runs there.
demo() {
    rm -rf tree/_build path/nproc
    printf '#!/bin/sh\necho %s\n' "$1" >path/nproc
    chmod +x path/nproc
    env -i PATH="$work/path" tree/bootstrap demo --mpi openmpi >out 2>&1 ||
        fail "$1 cores: $(cat out)"
    grep -q "^\$ mpiexec.* -n $2 ./heat2d --slow $3\$" out ||
        fail "$1 cores: $(cat out)"
    grep -qxF "\$ mpiprof-report mpiprof-heat2d-$2-1" out ||
        fail "$1 cores: $(cat out)"
}
is_there mpiexec.openmpi mpiprof-report
cat >path/mpiexec.openmpi <<'END'
#!/bin/sh
while [ "$1" != -n ]; do shift; done
mkdir "mpiprof-heat2d-$2-1"
END
demo 1 2 1
demo 2 2 1
demo 3 3 1
demo 64 4 2
echo "ok: the demo has a rank per core, from two to four"

printf '#!/bin/sh\necho "$@" >>"%s/calls"\nexit 100\n' "$work" >path/apt-get
chmod +x path/apt-get
bootstrap 0 '^installed in '
! grep install calls || fail "apt-get is called"
echo "ok: what only tests need is not installed"

FOR_TESTS=yes bootstrap 0 '^missing packages: .*libcunit1-dev'
grep -q '^update' calls || test "$(id -u)" != 0 || fail "apt-get is not called"
echo "ok: what only tests need is installed for them"

# configured: what came is looked for, and nothing else makes it anew.
again() {
    rm -f tree/_build/mpich/configured
    env -i PATH="$work/path" FOR_TESTS=yes tree/bootstrap build >out 2>&1
}
if test "$(id -u)" = 0; then
    again
    test ! -e tree/_build/mpich/configured || fail "configured for nothing"
    printf '#!/bin/sh\necho "echo install ok installed" >"%s/path/dpkg-query"\n' \
        "$work" >path/apt-get
    ln -sf "$(command -v chmod)" path
    echo "chmod +x '$work/path/dpkg-query'" >>path/apt-get
    again
    test -e tree/_build/mpich/configured || fail "not configured for what came"
    rm path/dpkg-query
    echo "ok: configured anew for what came"
fi
printf '#!/bin/sh\necho "$@" >>"%s/calls"\nexit 100\n' "$work" >path/apt-get

mv path/otf2-config .
sed -i /papi/d headers
bootstrap 0 '^goes on without what is optional: libotf2-trace-dev libpapi-dev$'
test "$(id -u)" != 0 || grep -q '^update' calls || fail "apt-get is not called"
rm path/apt-get
bootstrap 0 '^goes on without what is optional: libotf2-trace-dev libpapi-dev$'
echo "ok: what is optional stops nothing"

rm path/mpicc.openmpi
bootstrap 0 '^not built for openmpi: there is no mpicc.openmpi$'
test ! -e tree/_build/openmpi || fail "built for openmpi"
bootstrap 1 '^  libopenmpi-dev *openmpi-bin' --mpi openmpi
printf '#!/bin/sh\necho "#define OMPI_MAJOR_VERSION 4"\n' >path/mpicc
chmod +x path/mpicc
bootstrap 0 '^installed in ' --mpi openmpi
grep -qF "MPICC=$work/path/mpicc " tree/_build/openmpi/configured ||
    fail "$(cat tree/_build/openmpi/configured)"
rm path/mpicc path/mpicc.mpich
bootstrap 1 '^  libopenmpi-dev *openmpi-bin *libmpich-dev *mpich'
echo "ok: an MPI of one's own will do"

is_there mpicc.openmpi
sed -i /zlib/d headers
bootstrap 1 '^  zlib1g-dev$'
bootstrap 1 'needs one of: openmpi mpich' --mpi lam
echo "ok: says what is missing"
