/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Polls: opal_progress() of Open MPI yields its core when it found nothing (if
 * mpi_yield_when_idle is set); ucp_worker_progress() of MPICH says what it found.
 *
 * Calls: each takes a microsecond at its end, or what VIRTUAL_COSTS says in
 * nanoseconds, "MPI_Send=2000000 MPI_Test=0"; "MPI_Send=20000+2" adds two for
 * each byte, of calls whose second and third argument say how many, and of what
 * MPI_Alltoallv sends; no call
 * does before MPI_Init has returned and after MPI_Finalize has begun.  All have
 * up to 13 arguments, none of them floating, and return a whole number: so each
 * can be passed on without being known.  calls.inc has CALL(MPI_...) for each
 * that the MPI defines.
 */
#define _GNU_SOURCE
#include "virtual_time.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- polls ---- */

static _Thread_local bool yielded;

int sched_yield(void)
{
    yielded = true;
    return (int)syscall(SYS_sched_yield);
}

void opal_progress(void)
{
    static void (*next)(void);
    uint64_t begun = virtual_on ? virtual_poll_begin() : 0;

    if (next == NULL)
        next = (void (*)(void))virtual_next("opal_progress");
    yielded = false;
    next();
    if (virtual_on)
        virtual_poll_end(begun, !yielded);
}

unsigned ucp_worker_progress(void *worker)
{
    static unsigned (*next)(void *);
    uint64_t begun = virtual_on ? virtual_poll_begin() : 0;
    unsigned found;

    if (next == NULL)
        next = (unsigned (*)(void *))virtual_next("ucp_worker_progress");
    found = next(worker);
    if (virtual_on)
        virtual_poll_end(begun, found > 0);
    return found;
}

/* ---- calls ---- */

#define USUAL_COST_NS 1000

typedef long function(long, long, long, long, long, long, long, long, long,
                      long, long, long, long);
#define TAKEN                                                               \
    long a, long b, long c, long d, long e, long f, long g, long h, long i, \
        long j, long k, long l, long m
#define PASSED a, b, c, d, e, f, g, h, i, j, k, l, m

struct call {
    const char *name, *own; /* own: as VIRTUAL_COSTS has it, if it has to */
    function *next;         /* NULL before the first call */
    uint64_t cost_ns, byte_ns;
};

static _Thread_local int depth; /* an MPI may be built of its own calls */
static bool initialized;

static void set_costs(struct call *call)
{
    const char *costs = getenv("VIRTUAL_COSTS");
    const char *name = call->own != NULL ? call->own : call->name;
    size_t length = strlen(name);
    char *end;

    call->cost_ns = call->own != NULL ? 0 : USUAL_COST_NS;
    while (costs != NULL && (costs = strstr(costs, name)) != NULL) {
        costs += length;
        if (*costs != '=')
            continue;
        call->cost_ns = strtoull(costs + 1, &end, 10);
        if (*end == '+')
            call->byte_ns = strtoull(end + 1, NULL, 10);
        return;
    }
}

static uint64_t bytes_of(long count, long type)
{
    static int (*next)(long, int *);
    int size = 0;

    if (next == NULL)
        next = (int (*)(long, int *))virtual_next("PMPI_Type_size");
    next(type, &size);
    return (uint64_t)(int)count * (uint64_t)size;
}

static bool has_counts(const struct call *call)
{
    return call->byte_ns > 0 && strcmp(call->name, "MPI_Alltoallv") == 0;
}

static long sum_of(const int *counts, long comm)
{
    static int (*next)(long, int *);
    int size = 0;
    long sum = 0;

    if (next == NULL)
        next = (int (*)(long, int *))virtual_next("PMPI_Comm_size");
    next(comm, &size);
    for (int i = 0; counts != NULL && i < size; i++)
        sum += counts[i];
    return sum;
}

static function *call_begin(struct call *call)
{
    if (call->next == NULL) {
        set_costs(call);
        call->next = (function *)virtual_next(call->name);
    }
    depth++;
    return call->next;
}

static void call_end(const struct call *call, long count, long type)
{
    uint64_t ns = call->cost_ns;

    if (--depth > 0 || !virtual_on || !initialized)
        return;
    if (call->byte_ns > 0)
        ns += call->byte_ns * bytes_of(count, type);
    if (ns > 0 && virtual_doing() == RUNNING)
        virtual_sleep_until(virtual_now_ns() + ns, COMPUTES);
}

#define CALL(NAME)                                   \
    long NAME(TAKEN);                                \
    long NAME(TAKEN)                                 \
    {                                                \
        static struct call call = { .name = #NAME }; \
        long result = call_begin(&call)(PASSED);     \
                                                     \
        if (has_counts(&call))                       \
            call_end(&call, sum_of((int *)b, i), d); \
        else                                         \
            call_end(&call, b, c);                   \
        return result;                               \
    }

/* What mpiprof sends for itself takes no time: the clocks of hosts would look
 * apart. */
static bool is_own(const void *caller)
{
    Dl_info found;

    return dladdr(caller, &found) != 0 &&
           strstr(found.dli_fname, "libmpiprof") != NULL;
}

/* Open MPI's Fortran procedures call these; they take no time unless named. */
#define CALL_OF_FORTRAN(NAME)                                          \
    long P##NAME(TAKEN);                                               \
    long P##NAME(TAKEN)                                                \
    {                                                                  \
        static struct call call = { .name = "P" #NAME, .own = #NAME }; \
        long result = call_begin(&call)(PASSED);                       \
                                                                       \
        if (is_own(__builtin_return_address(0)))                       \
            depth--;                                                   \
        else                                                           \
            call_end(&call, b, c);                                     \
        return result;                                                 \
    }

CALL_OF_FORTRAN(MPI_Send)
CALL_OF_FORTRAN(MPI_Recv)
CALL_OF_FORTRAN(MPI_Sendrecv)

/* Ranks may wait in these without polling.  The first takes its time, too:
 * a call that takes none is taken for one that was not seen. */
#define CALL_BETWEEN(NAME, DOING, INITIALIZED)       \
    long NAME(TAKEN);                                \
    long NAME(TAKEN)                                 \
    {                                                \
        static struct call call = { .name = #NAME }; \
        long result;                                 \
                                                     \
        initialized = false;                         \
        if (virtual_on)                              \
            virtual_enter(DOING);                    \
        result = call_begin(&call)(PASSED);          \
        if (virtual_on)                              \
            virtual_enter(RUNNING);                  \
        initialized = INITIALIZED;                   \
        call_end(&call, 0, 0);                       \
        return result;                               \
    }

CALL_BETWEEN(MPI_Init, IN_INIT, true)
CALL_BETWEEN(MPI_Init_thread, IN_INIT, true)
CALL_BETWEEN(MPI_Finalize, IN_FINALIZE, false)
CALL_BETWEEN(PMPI_Init, IN_INIT, true) /* of Open MPI's Fortran */
CALL_BETWEEN(PMPI_Init_thread, IN_INIT, true)
CALL_BETWEEN(PMPI_Finalize, IN_FINALIZE, false)

double MPI_Wtime(void);
double MPI_Wtime(void)
{
    double (*next)(void) = (double (*)(void))virtual_next("MPI_Wtime");

    return virtual_on ? (double)virtual_now_ns() / 1e9 : next();
}

#include "calls.inc"
