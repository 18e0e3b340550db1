#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# CMake projects are measured in whatever order they name MPI and mpiprof, and
# where the linker drops libraries that seem unused.
. "$SRC_DIR/tests/lib.sh"
needs_launcher
command -v cmake >/dev/null || skip "no cmake"

env -u MAKEFLAGS -u MFLAGS make -C "$BUILD_DIR" install DESTDIR="$work/root" \
    >install.log 2>&1 || fail "install: $(tail -n 5 install.log)"
root=$work/root$(sed -n 's/^prefix = //p' "$BUILD_DIR/Makefile")
pc=$root/lib/pkgconfig/mpiprof-$MPI_FLAVOUR.pc
sed "s|^prefix=.*|prefix=$root|" "$pc" >pc && mv pc "$pc"
# C++ by the compiler beside MPICC, if there is one.
mpicxx=$(echo "$MPICC" | sed 's/mpicc/mpicxx/')
cxx=
if test "$mpicxx" != "$MPICC" && $mpicxx --version >/dev/null 2>&1; then
    cxx="cxx_behind cxx_before cxx_pc_behind cxx_pc_before"
    cp "$programs/reduce.c" reduce.cpp
fi
cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.13)
project(orders C)
find_package(MPI REQUIRED COMPONENTS C)
set(prefix kept)
find_package(mpiprof 0.1 REQUIRED COMPONENTS \${MPIPROF})
get_cmake_property(names VARIABLES)
list(FILTER names INCLUDE REGEX "^_mpiprof")
if(names OR NOT prefix STREQUAL "kept")
    message(FATAL_ERROR "left behind: \${names}, prefix = \${prefix}")
endif()
find_package(mpiprof 99 QUIET)
if(mpiprof_FOUND)
    message(FATAL_ERROR "found as version 99")
endif()
find_package(mpiprof QUIET COMPONENTS no_mpi)
if(mpiprof_FOUND)
    message(FATAL_ERROR "found for an MPI that is none")
endif()
find_package(PkgConfig REQUIRED)
pkg_check_modules(PC REQUIRED IMPORTED_TARGET mpiprof-$MPI_FLAVOUR)
add_subdirectory($SRC_DIR/share/examples/cmake example)
function(program name)
    add_executable(\${name} $programs/reduce.c)
    target_link_libraries(\${name} PRIVATE \${ARGN})
endfunction()
program(behind MPI::MPI_C mpiprof::\${MPIPROF})
program(before mpiprof::\${MPIPROF} MPI::MPI_C)
program(pc_behind MPI::MPI_C PkgConfig::PC)
program(pc_before PkgConfig::PC MPI::MPI_C)
file(WRITE inner.c "int inner(void) { return 0; }")
add_library(inner SHARED inner.c)
target_link_libraries(inner PUBLIC MPI::MPI_C PRIVATE mpiprof::\${MPIPROF})
program(of_a_library inner)
# A static library hands on libraries, but no options: what pkg-config names is kept
# where the linker keeps all that it is given.
add_library(part STATIC inner.c)
target_link_libraries(part PRIVATE mpiprof::\${MPIPROF} MPI::MPI_C)
program(of_part_behind MPI::MPI_C part)
program(of_part_before part MPI::MPI_C)
add_library(pc_part STATIC inner.c)
target_link_libraries(pc_part PRIVATE PkgConfig::PC MPI::MPI_C)
program(of_pc_part_behind -Wl,--no-as-needed MPI::MPI_C pc_part)
program(of_pc_part_before -Wl,--no-as-needed pc_part MPI::MPI_C)
program(of_pc_libraries -Wl,--no-as-needed MPI::MPI_C \${PC_LINK_LIBRARIES})
if(MPI_CXX_COMPILER)
    enable_language(CXX)
    find_package(MPI REQUIRED COMPONENTS CXX)
    function(cxx_program name)
        add_executable(\${name} reduce.cpp)
        target_link_libraries(\${name} \${ARGN})
    endfunction()
    cxx_program(cxx_behind MPI::MPI_CXX mpiprof::\${MPIPROF})
    cxx_program(cxx_before mpiprof::\${MPIPROF} MPI::MPI_CXX)
    cxx_program(cxx_pc_behind MPI::MPI_CXX PkgConfig::PC)
    cxx_program(cxx_pc_before PkgConfig::PC MPI::MPI_CXX)
endif()
foreach(name a_library part_behind part_before pc_part_behind pc_part_before)
    target_compile_definitions(of_\${name} PRIVATE INNER)
endforeach()
END
env -u MAKEFLAGS PKG_CONFIG_PATH="$root/lib/pkgconfig" cmake -S . -B build \
    -DCMAKE_PREFIX_PATH="$root" -DMPI_C_COMPILER="$MPICC" \
    -DMPIPROF="$MPI_FLAVOUR" ${cxx:+-DMPI_CXX_COMPILER="$mpicxx"} \
    -DCMAKE_EXE_LINKER_FLAGS=-Wl,--as-needed \
    -DCMAKE_SHARED_LINKER_FLAGS=-Wl,--as-needed >cmake.log 2>&1 &&
    env -u MAKEFLAGS cmake --build build >>cmake.log 2>&1 || {
    tail -n 30 cmake.log
    fail "cmake"
}
mkdir newer
printf 'cmake_minimum_required(VERSION 3.13)\nproject(newer C)\n%s\n' \
    'find_package(mpiprof 99 REQUIRED)' >newer/CMakeLists.txt
env -u MAKEFLAGS cmake -S newer -B newer/build -DCMAKE_PREFIX_PATH="$root" \
    >newer.log 2>&1 && fail "version 99 is there"
tr '\n' ' ' <newer.log | tr -s ' ' >newer.line
grep -q 'requested version "99".*mpiprofConfig.cmake, version: 0' newer.line ||
    fail "version 99: $(cat newer.log)"
for name in behind before pc_behind pc_before of_a_library of_part_behind \
    of_part_before of_pc_part_behind of_pc_part_before of_pc_libraries $cxx; do
    is_measured $name build/$name
    test "${name#of_}" != $name || readelf -d build/$name |
        sed -n 's/.*(NEEDED).*\[\(lib[^]]*\)\]/\1/p' | sed -n '/mpi/{p;q;}' |
        grep -q libmpiprof || fail "$name: MPI first: $(readelf -d build/$name)"
done
is_measured example build/example/heat2d --size 60 --steps 2
