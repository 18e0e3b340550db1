/*
 * coverage.h - how many procedures of the MPI library go through mpiprof.
 *
 * Counts what is so in this process: the functions that the loaded MPI
 * libraries export, and those of them whose name leads to libmpiprof first.
 * C: MPI_Xxx.  Fortran: mpi_xxx_ in all its forms (mpi_xxx_f08_ ...).
 * Threads: one.  Memory: coverage_clear() by the caller.
 */
#ifndef MEASURE_SESSION_COVERAGE_H
#define MEASURE_SESSION_COVERAGE_H

#include "base/strbuf.h"

struct coverage {
    unsigned c_exported, c_wrapped;
    unsigned fortran_exported, fortran_wrapped;
    struct strbuf passed; /* names of those that are not wrapped, a blank
                           * before each */
};

void coverage_count(struct coverage *coverage);
void coverage_clear(struct coverage *coverage);

#endif
