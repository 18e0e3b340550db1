/*
 * mpiprof.h - marks regions of a program for mpiprof.
 *
 * Nothing needs to be linked: without libmpiprof these are no-ops.  Regions
 * nest; END names the innermost open region (a mismatch is reported in the
 * summary, never fatal).  Any thread, any time, also before MPI_Init and
 * after MPI_Finalize (then without effect).  Strings are copied.
 *
 *     MPIPROF_BEGIN("solve");
 *     ...
 *     MPIPROF_END("solve");
 */
#ifndef MPIPROF_H
#define MPIPROF_H

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MPIPROF_WEAK __attribute__((weak))
#else
#define MPIPROF_WEAK
#endif

/* file may be NULL and line 0 where the source position is not known. */
void mpiprof_region_begin(const char *name, const char *file, int line)
    MPIPROF_WEAK;
void mpiprof_region_end(const char *name) MPIPROF_WEAK;

#define MPIPROF_BEGIN(name)                                      \
    do {                                                         \
        if (mpiprof_region_begin)                                \
            mpiprof_region_begin((name), __FILE__, __LINE__);    \
    } while (0)

#define MPIPROF_END(name)                  \
    do {                                   \
        if (mpiprof_region_end)            \
            mpiprof_region_end((name));    \
    } while (0)

#ifdef __cplusplus
}
#endif

#endif
