# SPDX-License-Identifier: BSD-3-Clause
# tests/odd/fortran/local.mk - the odd programs in Fortran: a test for each program
# and interface, see run.py; with `use mpi', which calls the same procedures as
# mpif.h does, those that have most arguments of other kinds.  A test is a script
# made here.

odd_fortran_tests = \
	tests/odd/fortran/p2p.mpif_h tests/odd/fortran/p2p.mpi \
	tests/odd/fortran/p2p.mpi_f08 tests/odd/fortran/requests.mpif_h \
	tests/odd/fortran/requests.mpi_f08 tests/odd/fortran/collectives.mpif_h \
	tests/odd/fortran/collectives.mpi_f08 \
	tests/odd/fortran/nonblocking.mpif_h \
	tests/odd/fortran/nonblocking.mpi_f08 tests/odd/fortran/types.mpif_h \
	tests/odd/fortran/types.mpi_f08 tests/odd/fortran/comms.mpif_h \
	tests/odd/fortran/comms.mpi tests/odd/fortran/comms.mpi_f08 \
	tests/odd/fortran/environment.mpif_h \
	tests/odd/fortran/environment.mpi_f08 tests/odd/fortran/onesided.mpif_h \
	tests/odd/fortran/onesided.mpi_f08 tests/odd/fortran/io.mpif_h \
	tests/odd/fortran/io.mpi_f08 tests/odd/fortran/f08_only.mpi_f08 \
	tests/odd/fortran/mpi4.mpif_h tests/odd/fortran/mpi4.mpi \
	tests/odd/fortran/mpi4.mpi_f08 tests/odd/fortran/mixed_c.mpif_h \
	tests/odd/fortran/mixed_c.mpi_f08 \
	tests/odd/fortran/mixed_fortran.mpif_h \
	tests/odd/fortran/mixed_fortran.mpi_f08 tests/odd/fortran/spawn.mpif_h \
	tests/odd/fortran/spawn.mpi_f08

TESTS += $(odd_fortran_tests)
CLEANFILES += $(odd_fortran_tests)
EXTRA_DIST += \
	tests/odd/fortran/run.py tests/odd/fortran/odd.h \
	tests/odd/fortran/odd_main.inc \
	tests/odd/fortran/odd_cases.f90 tests/odd/fortran/odd_world.F90 \
	tests/odd/fortran/collective_cases.h \
	tests/odd/fortran/collectives.F90 tests/odd/fortran/comms.F90 \
	tests/odd/fortran/environment.F90 tests/odd/fortran/f08_only.F90 \
	tests/odd/fortran/io.F90 tests/odd/fortran/mixed_c.F90 \
	tests/odd/fortran/mixed_c.c tests/odd/fortran/mixed_fortran.F90 \
	tests/odd/fortran/mixed_fortran_c.c tests/odd/fortran/mpi4.F90 \
	tests/odd/fortran/nonblocking.F90 tests/odd/fortran/onesided.F90 \
	tests/odd/fortran/p2p.F90 tests/odd/fortran/requests.F90 \
	tests/odd/fortran/spawn.F90 tests/odd/fortran/types.F90

$(odd_fortran_tests):
	$(AM_V_GEN)$(MKDIR_P) $(@D) && { echo '#!/bin/sh'; \
	echo 'exec "$$PYTHON" -S "$$SRC_DIR/tests/odd/fortran/run.py" $(@F)'; \
	} >$@ && chmod +x $@

check-odd-fortran:
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(odd_fortran_tests)'

.PHONY: check-odd-fortran
