/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mpiprof.h - marks regions of a program for mpiprof.
 *
 * Nothing needs to be linked: without libmpiprof the marks are no-ops.  Each
 * source file looks for libmpiprof once, at its first mark, in the program and
 * in the libraries loaded with it.  Regions nest; END names the innermost open
 * region (a mismatch is reported in the summary, never fatal).  Any thread,
 * any time, also before MPI_Init and, without effect, after MPI_Finalize and
 * in functions that MPI calls (operations, attributes, error handlers).
 * Strings are copied.
 *
 *     MPIPROF_BEGIN("solve");
 *     ...
 *     MPIPROF_END("solve");
 *
 * A program that writes its own files next to mpiprof's can query the
 * directory, and register a function to be called when the program would
 * otherwise end without writing them:
 *
 *     const char *directory = MPIPROF_RUN_DIRECTORY();   NULL: nothing is
 *     int rank = MPIPROF_RUN_RANK();                     measured; rank -1
 *     MPIPROF_BEFORE_END(write_my_file);
 *     MPIPROF_NOTE_SIGNAL(SIGTERM);                      ends the process
 */
#ifndef MPIPROF_H
#define MPIPROF_H

#if defined(__GNUC__)
#include <dlfcn.h>
#pragma weak dlsym /* in a separate library before glibc 2.34 */
#define MPIPROF_WEAK __attribute__((weak))
#define MPIPROF_MAY_BE_UNUSED __attribute__((unused))
#define MPIPROF_INLINE static inline __attribute__((no_instrument_function))
#else
#define MPIPROF_WEAK
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* file may be NULL and line 0 if the source position is unknown. */
void mpiprof_region_begin(const char *name, const char *file,
                          int line) MPIPROF_WEAK;
void mpiprof_region_end(const char *name) MPIPROF_WEAK;

/* The directory of this run, absolute, and the rank of this process in it (in
 * MPI_COMM_WORLD, if there is one).  NULL and -1 before MPI_Init, in a child
 * of fork(), and if nothing is measured; unchanged after MPI_Finalize.  The
 * text is mpiprof's.  Any thread. */
const char *mpiprof_run_directory(void) MPIPROF_WEAK;
int mpiprof_run_rank(void) MPIPROF_WEAK;

/* Registers a function that is called once if the process ends by MPI_Abort or
 * exit(), by the calling thread, before the call continues; if function does
 * not return within ten seconds, SIGALRM ends the process.  Only the last
 * function given is called; NULL: none.  Not called after a signal or _exit(),
 * nor in a child of fork().  Any thread. */
typedef void mpiprof_last_function(void);
void mpiprof_before_end(mpiprof_last_function *function) MPIPROF_WEAK;

/* For a program that handles a signal, and then ends because of it: the report
 * names the signal.  Any thread, also in a signal handler. */
void mpiprof_note_signal(int signal) MPIPROF_WEAK;

#if defined(__GNUC__)

typedef void mpiprof_begin_function(const char *, const char *, int);
typedef void mpiprof_end_function(const char *);

MPIPROF_INLINE void mpiprof_begin_nothing(const char *name, const char *file,
                                          int line)
{
    (void)name;
    (void)file;
    (void)line;
}

MPIPROF_INLINE void mpiprof_end_nothing(const char *name)
{
    (void)name;
}

/* In a program linked with -no-pie and without libmpiprof the linker has fixed
 * the weak symbols at 0: looks up a preloaded libmpiprof. */
MPIPROF_INLINE void *mpiprof_look_up(const char *name)
{
    return dlsym ? dlsym((void *)0, name) : (void *)0; /* RTLD_DEFAULT */
}

MPIPROF_INLINE void mpiprof_begin_first(const char *name, const char *file,
                                        int line);
MPIPROF_INLINE void mpiprof_end_first(const char *name);

/* One word each, so that concurrent threads are safe. */
MPIPROF_MAY_BE_UNUSED static mpiprof_begin_function *mpiprof_begin_here =
    mpiprof_begin_first;
MPIPROF_MAY_BE_UNUSED static mpiprof_end_function *mpiprof_end_here =
    mpiprof_end_first;

MPIPROF_INLINE void mpiprof_begin_first(const char *name, const char *file,
                                        int line)
{
    mpiprof_begin_function *found = mpiprof_region_begin;

    if (!found)
        found = __extension__(mpiprof_begin_function *)
            mpiprof_look_up("mpiprof_region_begin");
    if (!found)
        found = mpiprof_begin_nothing;
    __atomic_store_n(&mpiprof_begin_here, found, __ATOMIC_RELAXED);
    found(name, file, line);
}

MPIPROF_INLINE void mpiprof_end_first(const char *name)
{
    mpiprof_end_function *found = mpiprof_region_end;

    if (!found)
        found = __extension__(mpiprof_end_function *)
            mpiprof_look_up("mpiprof_region_end");
    if (!found)
        found = mpiprof_end_nothing;
    __atomic_store_n(&mpiprof_end_here, found, __ATOMIC_RELAXED);
    found(name);
}

#define MPIPROF_BEGIN(name)                                                  \
    __atomic_load_n(&mpiprof_begin_here, __ATOMIC_RELAXED)((name), __FILE__, \
                                                           __LINE__)
#define MPIPROF_END(name) \
    __atomic_load_n(&mpiprof_end_here, __ATOMIC_RELAXED)((name))

#define MPIPROF_FIND(type, name) \
    ((name) ? (name) : __extension__(type *) mpiprof_look_up(#name))

typedef const char *mpiprof_directory_function(void);
typedef int mpiprof_rank_function(void);
typedef void mpiprof_before_end_function(mpiprof_last_function *);
typedef void mpiprof_note_function(int);

MPIPROF_INLINE const char *mpiprof_run_directory_here(void)
{
    mpiprof_directory_function *found =
        MPIPROF_FIND(mpiprof_directory_function, mpiprof_run_directory);

    return found ? found() : (const char *)0;
}

MPIPROF_INLINE int mpiprof_run_rank_here(void)
{
    mpiprof_rank_function *found =
        MPIPROF_FIND(mpiprof_rank_function, mpiprof_run_rank);

    return found ? found() : -1;
}

MPIPROF_INLINE void mpiprof_before_end_here(mpiprof_last_function *function)
{
    mpiprof_before_end_function *found =
        MPIPROF_FIND(mpiprof_before_end_function, mpiprof_before_end);

    if (found)
        found(function);
}

MPIPROF_INLINE void mpiprof_note_signal_here(int signal)
{
    mpiprof_note_function *found =
        MPIPROF_FIND(mpiprof_note_function, mpiprof_note_signal);

    if (found)
        found(signal);
}

#define MPIPROF_RUN_DIRECTORY() mpiprof_run_directory_here()
#define MPIPROF_RUN_RANK() mpiprof_run_rank_here()
#define MPIPROF_BEFORE_END(function) mpiprof_before_end_here((function))
#define MPIPROF_NOTE_SIGNAL(signal) mpiprof_note_signal_here((signal))

#else

#define MPIPROF_BEGIN(name) mpiprof_region_begin((name), __FILE__, __LINE__)
#define MPIPROF_END(name) mpiprof_region_end((name))
#define MPIPROF_RUN_DIRECTORY() mpiprof_run_directory()
#define MPIPROF_RUN_RANK() mpiprof_run_rank()
#define MPIPROF_BEFORE_END(function) mpiprof_before_end((function))
#define MPIPROF_NOTE_SIGNAL(signal) mpiprof_note_signal((signal))

#endif

#ifdef __cplusplus
}
#endif

#endif
