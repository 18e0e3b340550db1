/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * add.c - adds one rank's profile to the merged one.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array_room.h"
#include "base/file_at.h"
#include "base/log.h"
#include "base/text/affix.h"
#include "pyprof/merged.h"

#define FILE_MOST (1u << 30) /* bytes */
#define INEXACT 1e-8         /* of a time, by which its sums may differ */
#define INEXACT_S 1e-8

/* Values of one file for a function of the merged profile. */
struct here {
    struct py_numbers counted;
    struct py_exact exact;
    double through;      /* seconds in what it calls */
    uint64_t from_calls; /* by its callers */
};

/* One file on its way. */
struct adding {
    struct pyprof *merged;
    const struct py_profile *profile;
    uint32_t position;   /* of the rank */
    uint32_t *functions; /* by key */
    struct here *here;   /* by function */
    uint64_t *own_ns;    /* by function */
    uint64_t *work_ns, *hidden_ns;
    bool bare;
    double waited; /* seconds in libraries that functions of MPI call */
    double roots;  /* seconds in functions that nobody calls */
    double lost;   /* seconds, at least */
    bool lossy;
};

static void add_numbers(struct py_numbers *to, struct py_exact *exact,
                        const struct py_numbers *from)
{
    to->calls = py_add(to->calls, from->calls);
    to->primitive = py_add(to->primitive, from->primitive);
    to->own += py_counted(from->own);
    to->cumulative += py_counted(from->cumulative);
    exact->own += from->own;
    exact->cumulative += from->cumulative;
}

static void count_odd(struct pyprof *merged, const struct py_numbers *numbers)
{
    if (!isfinite(numbers->own) || !isfinite(numbers->cumulative) ||
        numbers->own < 0 || numbers->cumulative < 0)
        merged->odd_times++;
}

/* ---- functions and edges ---- */

static bool add_caller(struct adding *adding, uint32_t callee,
                       const struct py_caller *caller)
{
    uint32_t from = adding->functions[caller->key];
    uint32_t which = merged_edge(adding->merged, callee, from);
    struct py_edge *edge;

    if (which == PY_NONE)
        return false;
    edge = &adding->merged->edges[which];
    add_numbers(&edge->total, &edge->exact, &caller->numbers);
    rank_stats_add(&edge->cumulative, adding->position,
                   py_ns(py_counted(caller->numbers.cumulative)));
    count_odd(adding->merged, &caller->numbers);
    adding->here[callee].from_calls =
        py_add(adding->here[callee].from_calls, caller->numbers.calls);
    adding->here[from].through += caller->numbers.cumulative;
    if (caller->bare)
        edge->bare = adding->bare = true;
    else
        edge->full = true;
    return true;
}

static bool add_entry(struct adding *adding, const struct py_entry *entry)
{
    uint32_t which = adding->functions[entry->key];
    struct py_function *function = &adding->merged->functions[which];

    function->listed = true;
    add_numbers(&function->total, &function->exact, &entry->numbers);
    add_numbers(&adding->here[which].counted, &adding->here[which].exact,
                &entry->numbers);
    count_odd(adding->merged, &entry->numbers);
    for (size_t i = 0; i < entry->caller_count; i++)
        if (!add_caller(adding, which,
                        &adding->profile->callers[entry->first_caller + i]))
            return false;
    return true;
}

/* ---- what a rank is ---- */

/* By how much the parts are more than the whole; 0: they are not. */
static double excess_of_parts(double parts, double whole)
{
    double more = parts - whole;

    return isfinite(more) && more > INEXACT * fabs(whole) + INEXACT_S ? more
                                                                      : 0;
}

/* By how much a function's own time and its callees' exceed its cumulative time
 * (sign 1), or are less (-1).  Times of recursive functions overlap and
 * say nothing. */
static double excess_below(const struct here *here, int sign)
{
    const struct py_exact *exact = &here->exact;
    double parts = exact->own + here->through;

    if (here->counted.calls != here->counted.primitive)
        return 0;
    return sign > 0 ? excess_of_parts(parts, exact->cumulative)
                    : excess_of_parts(exact->cumulative, parts);
}

/* cProfile keeps one of several functions with one label: its callees and
 * counts do not fit what its callers and callees say. */
static void look_for_clashes(struct adding *adding, uint32_t which, bool timed)
{
    const struct here *here = &adding->here[which];
    struct py_function *function = &adding->merged->functions[which];

    if ((timed && excess_below(here, 1) > 0) ||
        here->from_calls > here->counted.calls) {
        function->clashes++;
        adding->lossy = true;
    }
    if (timed)
        function->lost_s += excess_below(here, -1);
}

static void add_up_losses(struct adding *adding)
{
    double own = 0, missing;

    for (uint32_t i = 0; i < adding->merged->function_count; i++) {
        const struct here *here = &adding->here[i];

        own += here->exact.own;
        if (here->from_calls == 0)
            adding->roots += here->exact.cumulative;
        missing = excess_below(here, 1);
        adding->lost = missing > adding->lost ? missing : adding->lost;
    }
    /* Functions that nobody calls take what all functions take themselves. */
    missing = excess_of_parts(adding->roots, own);
    adding->lost = missing > adding->lost ? missing : adding->lost;
}

/* Whether a thread began under the profiler, which until Python 3.11 only sees
 * one thread, and later takes the calls of all for those of one. */
static bool mixes_threads(const struct adding *adding)
{
    const struct pyprof *merged = adding->merged;
    uint32_t name = py_names_find(&merged->names, "_bootstrap");

    for (uint32_t i = 0; i < merged->function_count; i++)
        if (merged->functions[i].key.name == name &&
            adding->here[i].counted.calls > 0 &&
            ends_with(
                py_names_text(&merged->names, merged->functions[i].key.file),
                "/threading.py"))
            return true;
    return false;
}

static void look_for_losses(struct adding *adding)
{
    struct pyprof *merged = adding->merged;
    bool mixed;

    if (adding->bare || adding->profile->caller_count == 0)
        return;
    mixed = mixes_threads(adding);
    merged->mixed_ranks += mixed;
    if (!mixed)
        add_up_losses(adding);
    for (uint32_t i = 0; i < merged->function_count; i++)
        look_for_clashes(adding, i, !mixed);
    merged->lossy_ranks += adding->lossy || adding->lost > 0;
    merged->lost_s += adding->lost;
}

static bool is_called(const struct py_numbers *numbers)
{
    return numbers->calls > 0 || numbers->own > 0 || numbers->cumulative > 0;
}

static void add_across(struct adding *adding, uint32_t which)
{
    struct pyprof *merged = adding->merged;
    struct py_function *function = &merged->functions[which];
    const struct py_numbers *numbers = &adding->here[which].counted;
    struct by_rank_cell cell = { which,
                                 adding->own_ns[which],
                                 py_ns(numbers->cumulative),
                                 adding->work_ns[which],
                                 numbers->calls,
                                 numbers->primitive };

    if (cell.work > 0)
        rank_stats_add(&function->with_libraries, adding->position, cell.work);
    if (is_called(numbers)) {
        rank_stats_add(&function->own, adding->position, cell.own);
        rank_stats_add(&function->cumulative, adding->position,
                       cell.cumulative);
    }
    if (merged->options.by_rank && (cell.work > 0 || is_called(numbers)))
        by_rank_put(&merged->by_rank, &cell);
}

static void sum_up(struct adding *adding, struct py_rank *rank)
{
    struct pyprof *merged = adding->merged;
    double own = 0, mpi = adding->waited; /* rounded as a part of own */

    rank->top = PY_NONE;
    for (uint32_t i = 0; i < merged->function_count; i++) {
        const struct py_numbers *numbers = &adding->here[i].counted;

        own += numbers->own;
        adding->own_ns[i] = py_ns(numbers->own);
        if (merged_is_mpi(merged, i))
            mpi += numbers->own;
        mpi += (double)adding->hidden_ns[i] / 1e9;
        rank->calls = py_add(rank->calls, numbers->calls);
        rank->primitive = py_add(rank->primitive, numbers->primitive);
        rank->functions += is_called(numbers);
        if (adding->position == 0)
            merged->functions[i].in_first = is_called(numbers);
        if (merged->functions[i].program && is_called(numbers)) {
            rank->own_program++;
            rank->shared_program += merged->functions[i].in_first;
        }
        add_across(adding, i);
        if (adding->own_ns[i] > rank->top_ns) {
            rank->top = i;
            rank->top_ns = adding->own_ns[i];
        }
    }
    look_for_losses(adding);
    if (merged->options.by_rank)
        by_rank_end(&merged->by_rank);
    rank->own_ns = py_ns(own);
    rank->mpi_ns = py_ns(mpi);
    if (rank->mpi_ns > rank->own_ns) /* rounded up */
        rank->mpi_ns = rank->own_ns;
}

static enum status add_rank(struct adding *adding, int number,
                            const char *path)
{
    struct pyprof *merged = adding->merged;
    struct py_rank *rank;

    if (!array_more(&merged->ranks, merged->rank_count,
                    sizeof(*merged->ranks)))
        return STATUS_NO_MEMORY;
    rank = &merged->ranks[merged->rank_count];
    *rank = (struct py_rank){ .rank = number, .path = strdup(path) };
    if (rank->path == NULL)
        return STATUS_NO_MEMORY;
    merged->rank_count++;
    sum_up(adding, rank);
    if (!groups_join(merged, rank, adding->own_ns, merged->function_count))
        return STATUS_NO_MEMORY;
    merged->bare_ranks += adding->bare;
    merged->ignored_ranks += adding->profile->ignored > 0;
    return STATUS_OK;
}

/* ---- a file ---- */

/* Arrays by function, zero.  False: no memory. */
static bool make_room(struct adding *adding)
{
    size_t count = adding->merged->function_count + (size_t)1;

    adding->here = calloc(count, sizeof(*adding->here));
    adding->own_ns = calloc(3 * count, sizeof(*adding->own_ns));
    if (adding->here == NULL || adding->own_ns == NULL)
        return false;
    adding->work_ns = adding->own_ns + count;
    adding->hidden_ns = adding->own_ns + 2 * count;
    return true;
}

static enum status profile_merge(struct adding *adding, int rank,
                                 const char *path)
{
    struct pyprof *merged = adding->merged;
    const struct py_profile *profile = adding->profile;
    enum status status =
        merged_map_keys(merged, profile, rank, adding->functions);

    if (status != STATUS_OK)
        return status;
    if (!make_room(adding))
        return log_fail(STATUS_NO_MEMORY, "%s", path);
    for (size_t i = 0; i < profile->entry_count; i++)
        if (!add_entry(adding, &profile->entries[i]))
            return log_fail(STATUS_NO_MEMORY, "%s", path);
    hidden_mpi_take(merged, profile, adding->functions, adding->hidden_ns);
    if (!program_times_make(merged, profile, adding->functions,
                            adding->hidden_ns, adding->work_ns,
                            &adding->waited) ||
        add_rank(adding, rank, path) != STATUS_OK)
        return log_fail(STATUS_NO_MEMORY, "%s", path);
    return STATUS_OK;
}

static enum status add_profile(struct pyprof *merged, int rank,
                               const char *path,
                               const struct py_profile *profile)
{
    struct adding adding = { .merged = merged,
                             .profile = profile,
                             .position = (uint32_t)merged->rank_count };
    enum status status;

    adding.functions =
        malloc((profile->key_count + 1) * sizeof(*adding.functions));
    status = adding.functions == NULL ? log_fail(STATUS_NO_MEMORY, "%s", path)
                                      : profile_merge(&adding, rank, path);
    FREE_ALL(adding.functions, adding.here, adding.own_ns);
    return status;
}

enum status pyprof_add_bytes(struct pyprof *merged, int rank, const char *path,
                             const void *data, size_t size)
{
    struct py_profile profile;
    struct strbuf problem = { 0 };
    enum status status;

    status = py_profile_read(data, size, &profile, &problem);
    if (status == STATUS_OK) {
        status = add_profile(merged, rank, path, &profile);
        py_profile_clear(&profile);
    } else {
        status = unread_files_add(&merged->unread, status, rank, path,
                                  strbuf_text(&problem));
    }
    strbuf_clear(&problem);
    return status;
}

static enum status add_open(struct pyprof *merged, int rank, const char *path,
                            int file, const struct stat *facts)
{
    size_t size = (size_t)facts->st_size;
    void *data = malloc(size + 1);
    enum status status;
    int64_t there;

    if (data == NULL)
        return log_fail(STATUS_NO_MEMORY, "%s", path);
    there = file_read_at(file, data, size, 0);
    status = there < 0
                 ? unread_files_add(&merged->unread, STATUS_IO, rank, path,
                                    strerror(errno))
                 : pyprof_add_bytes(merged, rank, path, data, (size_t)there);
    free(data);
    return status;
}

enum status pyprof_add(struct pyprof *merged, int rank, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat facts;
    enum status status;

    if (file < 0)
        return unread_files_add(&merged->unread, STATUS_IO, rank, path,
                                strerror(errno));
    if (fstat(file, &facts) != 0)
        status = unread_files_add(&merged->unread, STATUS_IO, rank, path,
                                  strerror(errno));
    else if (!S_ISREG(facts.st_mode))
        status = unread_files_add(&merged->unread, STATUS_BAD_FORMAT, rank,
                                  path, "is not a regular file");
    else if (facts.st_size > FILE_MOST)
        status = unread_files_add(&merged->unread, STATUS_BAD_FORMAT, rank,
                                  path, "is larger than 1 GiB: not a profile");
    else
        status = add_open(merged, rank, path, file, &facts);
    close(file);
    return status;
}

bool pyprof_again(const struct pyprof *merged, struct pyprof_options *options)
{
    options->mpi4py = merged->mpi4py;
    options->parallel_h5py = merged->parallel_h5py;
    return merged->late;
}
