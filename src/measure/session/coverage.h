/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * coverage.h - counts the procedures of the MPI library covered by mpiprof.
 *
 * Counts the facts in this process: functions exported by the loaded MPI
 * libraries, and those among them whose name resolves to libmpiprof first.  C:
 * MPI_Xxx.  Fortran: mpi_xxx_ in all its forms (mpi_xxx_f08_ ...).
 * Threads: one.  Memory: the caller calls coverage_clear().
 */
#ifndef MEASURE_SESSION_COVERAGE_H
#define MEASURE_SESSION_COVERAGE_H

#include "base/strbuf.h"

struct coverage {
    unsigned c_exported, c_wrapped;
    unsigned fortran_exported, fortran_wrapped;
    struct strbuf passed; /* names not wrapped, each after a blank */
};

void coverage_count(struct coverage *coverage);
void coverage_clear(struct coverage *coverage);

#endif
