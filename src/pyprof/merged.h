/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * merged.h - the data of pyprof.h, private to this folder.
 *
 * Functions, edges (caller and callee) and texts are identified by number.
 * Errors: only a lack of memory, which is logged.
 */
#ifndef PYPROF_MERGED_H
#define PYPROF_MERGED_H

#include "base/rank_stats.h"
#include "pyprof/by_rank.h"
#include "pyprof/files/py_names.h"
#include "pyprof/files/paths.h"
#include "pyprof/files/py_profile.h"
#include "pyprof/pyprof.h"
#include "report/unread_files.h"

struct function_key {
    uint32_t file, name;
    int64_t line;
};

/* Sums as in pstats: including negative times and NaN. */
struct py_exact {
    double own, cumulative;
};

/* Which functions of a profile communicate. */
enum mpi_call {
    MPI_CALL_NONE,
    MPI_CALL_MPI,     /* mpi4py, and transfers of petsc4py: waits, no work */
    MPI_CALL_CLASS,   /* called like a class method of mpi4py, such as Waitall:
                     * MPI in a program that uses mpi4py */
    MPI_CALL_FUTURES, /* mpi4py.futures: waits for tasks, and moves them */
    MPI_CALL_H5PY,    /* I/O of h5py, which counts as MPI in parallel files */
    MPI_CALL_MIXED,   /* petsc4py, slepc4py: work and MPI, inseparable here */
    MPI_CALL_OPENS_H5PY /* opens a parallel file of h5py */
};
/* file and name: as cProfile has them (mpi_calls.c). */
enum mpi_call mpi_call_of(const char *file, const char *name);
/* Whether a method of mpi4py takes or returns objects, which it pickles. */
bool mpi_call_pickles(const char *name);

struct py_function {
    struct function_key key;
    struct py_numbers total;            /* negative times and NaN as 0 */
    struct py_exact exact;              /* for the merged file */
    struct rank_stats own, cumulative;  /* ns, by position of the rank */
    struct rank_stats with_libraries;   /* of `program': see program_times.c */
    uint32_t first_caller, last_caller; /* edges, or PY_NONE */
    uint32_t first_callee, last_callee;
    uint32_t clashes; /* ranks where another function had the same label */
    double lost_s;    /* that functions which it calls lost to equal labels */
    bool listed;      /* not only as a caller */
    bool in_first;    /* called on the first rank */
    bool twin;        /* another file of that name has it in the same line */
    bool program;     /* not built in, nor installed as a library */
    enum mpi_call call;
    uint64_t hidden_ns; /* MPI that its own time includes, over all ranks */
};

/* The first function of that name and line in a file of that name. */
struct py_namesake {
    uint64_t base; /* hash of the file's name */
    int64_t line;
    uint64_t name;
    uint32_t function;
};

struct py_edge {
    uint32_t callee, caller;
    uint32_t next_caller; /* of the callee, or PY_NONE */
    uint32_t next_callee; /* of the caller */
    bool bare;            /* no more than calls is known of some rank */
    bool full;            /* more is known of some rank */
    struct py_numbers total;
    struct py_exact exact;
    struct rank_stats cumulative; /* ns, by position of the rank */
};

struct py_rank {
    int rank;
    char *path;
    uint64_t own_ns, calls, primitive;
    uint64_t mpi_ns; /* part of own_ns: in functions that communicate */
    uint32_t functions;
    uint32_t own_program, shared_program; /* functions of the program; those
                                           * that the first rank has, too */
    uint32_t top; /* the function with the most own time, or PY_NONE */
    uint64_t top_ns;
    uint32_t group;
};

/* A folder merged into another. */
struct fold {
    char *from, *to;
    int first, last; /* ranks where this occurred */
    uint32_t ranks;
};

#define GROUPS_MOST 16

/* Similar ranks, represented by the first. */
struct py_group {
    uint64_t *own_ns; /* by function */
    size_t functions;
    uint64_t total;  /* of the first rank */
    uint64_t sum_ns; /* of all its ranks */
    uint64_t mpi_ns; /* part of that */
    uint32_t ranks;
};

struct pyprof {
    struct pyprof_options options;
    bool *maps_used; /* maps that applied to some file */
    struct py_names names;
    MAP_OF(struct py_function, functions, function_count);
    MAP_OF(struct py_edge, edges, edge_count);
    MAP_OF(struct py_namesake, namesakes, namesake_count);
    struct py_rank *ranks;
    size_t rank_count;
    struct fold *folds;
    size_t fold_count;
    struct paths paths;
    struct by_rank by_rank;
    const struct pyprof_mpi *mpi; /* of the next rank, or NULL */
    bool mpi4py;                  /* methods of MPI have their module */
    bool class_methods;           /* some may be mpi4py's */
    bool parallel_h5py;           /* h5py opened parallel files */
    bool late;                    /* ranks were added without knowing that */
    struct py_group groups[GROUPS_MOST];
    size_t group_count;
    struct unread_files unread;
    uint32_t lossy_ranks;   /* ranks that lost functions to equal labels */
    double lost_s;          /* seconds lost, at least */
    uint32_t mixed_ranks;   /* ranks with the calls of threads mixed up */
    uint64_t odd_times;     /* number of times negative or not finite */
    uint32_t bare_ranks;    /* ranks profiled by the `profile' module */
    uint32_t ignored_ranks; /* ranks with data behind the profile */
};

uint64_t py_ns(double seconds);
/* Returns the time to count: 0 for negative times and NaN. */
double py_counted(double seconds);
/* Adds with a limit of 2^63 - 1. */
uint64_t py_add(uint64_t a, uint64_t b);

/* PY_NONE: no memory. */
uint32_t merged_function(struct pyprof *merged, struct function_key key);
uint32_t merged_find(const struct pyprof *merged, struct function_key key);
uint32_t merged_edge(struct pyprof *merged, uint32_t callee, uint32_t caller);
uint64_t merged_own_ns(const struct pyprof *merged); /* over all ranks */
/* Same, in MPI; 0 also where methods of MPI do not show. */
uint64_t merged_mpi_ns(const struct pyprof *merged);
/* Whether the function only waits and transfers. */
bool merged_is_mpi(const struct pyprof *merged, uint32_t function);
/* Same, but for Python's part of mpi4py, which no version hides. */
bool merged_is_method_of_mpi(const struct pyprof *merged, uint32_t function);

/* Maps the functions of a file, by key, to functions with normalised names. */
enum status merged_map_keys(struct pyprof *merged,
                            const struct py_profile *profile, int rank,
                            uint32_t *functions);
/* Whether a file is the program's, not the interpreter's or a library's. */
bool py_is_program(const char *file);
/* Computes what functions of the program take in a file, with the libraries
 * that they call; functions: by key; hidden_ns: MPI in their own time; both by
 * function; waited_s: what functions of MPI take in libraries that they call.
 * False: no memory. */
bool program_times_make(const struct pyprof *merged,
                        const struct py_profile *profile,
                        const uint32_t *functions, const uint64_t *hidden_ns,
                        uint64_t *work_ns, double *waited_s);
/* Adds to hidden_ns, by function, the MPI time that is in own times of this file,
 * by pyprof_next_mpi(). */
void hidden_mpi_take(struct pyprof *merged, const struct py_profile *profile,
                     const uint32_t *functions, uint64_t *hidden_ns);
/* Adds the rank to a group, by its time in each function. */
bool groups_join(struct pyprof *merged, struct py_rank *rank,
                 const uint64_t *own_ns, size_t functions);

#endif
