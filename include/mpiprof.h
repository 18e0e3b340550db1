/*
 * mpiprof.h - marks regions of a program for mpiprof.
 *
 * Nothing needs to be linked: without libmpiprof these are no-ops.  A file
 * looks for it once, at its first mark, in the program and in what was loaded
 * with it.  Regions
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

#if defined(__GNUC__)
#include <dlfcn.h>
#pragma weak dlsym /* glibc before 2.34 has it in a library of its own */
#define MPIPROF_WEAK __attribute__((weak))
#define MPIPROF_MAY_BE_UNUSED __attribute__((unused))
#else
#define MPIPROF_WEAK
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* file may be NULL and line 0 where the source position is not known. */
void mpiprof_region_begin(const char *name, const char *file, int line)
    MPIPROF_WEAK;
void mpiprof_region_end(const char *name) MPIPROF_WEAK;

#if defined(__GNUC__)

typedef void mpiprof_begin_function(const char *, const char *, int);
typedef void mpiprof_end_function(const char *);

static inline void mpiprof_begin_nothing(const char *name, const char *file,
                                         int line)
{
    (void)name;
    (void)file;
    (void)line;
}

static inline void mpiprof_end_nothing(const char *name)
{
    (void)name;
}

/* The linker has made the weak symbols 0 for ever in a program that is linked
 * with -no-pie and without libmpiprof: one that is preloaded is looked up. */
static inline void *mpiprof_look_up(const char *name)
{
    return dlsym ? dlsym((void *)0, name) : (void *)0; /* RTLD_DEFAULT */
}

static inline void mpiprof_begin_first(const char *name, const char *file,
                                       int line);
static inline void mpiprof_end_first(const char *name);

/* One word each, so that threads may meet here. */
MPIPROF_MAY_BE_UNUSED static mpiprof_begin_function *mpiprof_begin_here =
    mpiprof_begin_first;
MPIPROF_MAY_BE_UNUSED static mpiprof_end_function *mpiprof_end_here =
    mpiprof_end_first;

static inline void mpiprof_begin_first(const char *name, const char *file,
                                       int line)
{
    mpiprof_begin_function *found = mpiprof_region_begin;

    if (!found)
        found = __extension__(mpiprof_begin_function *)mpiprof_look_up(
            "mpiprof_region_begin");
    if (!found)
        found = mpiprof_begin_nothing;
    __atomic_store_n(&mpiprof_begin_here, found, __ATOMIC_RELAXED);
    found(name, file, line);
}

static inline void mpiprof_end_first(const char *name)
{
    mpiprof_end_function *found = mpiprof_region_end;

    if (!found)
        found = __extension__(mpiprof_end_function *)mpiprof_look_up(
            "mpiprof_region_end");
    if (!found)
        found = mpiprof_end_nothing;
    __atomic_store_n(&mpiprof_end_here, found, __ATOMIC_RELAXED);
    found(name);
}

#define MPIPROF_BEGIN(name)                                             \
    __atomic_load_n(&mpiprof_begin_here, __ATOMIC_RELAXED)((name),      \
                                                           __FILE__,    \
                                                           __LINE__)
#define MPIPROF_END(name) \
    __atomic_load_n(&mpiprof_end_here, __ATOMIC_RELAXED)((name))

#else

#define MPIPROF_BEGIN(name) mpiprof_region_begin((name), __FILE__, __LINE__)
#define MPIPROF_END(name) mpiprof_region_end((name))

#endif

#ifdef __cplusplus
}
#endif

#endif
