/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * write_sample.c - each rank writes a made-up run through trace.h.
 *
 *     mpiexec -n N write_sample DIRECTORY STEPS LIMIT_KB BUFFER_KB [SILENT]
 *
 * Prints "events bytes stopped" of all ranks added up.  SILENT: a rank that
 * does not record.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "measure/trace/trace.h"
#include "model/call.h"
#include "sample.h"

static struct run {
    int rank, ranks, left, right;
    struct trace *trace;
    struct trace_writer *writer;
    struct sample sample;
    uint64_t now;
} run;

static char counter_name[] = "PAPI_TOT_INS";
static char *const counters[] = { counter_name };

static uint32_t call_id(const char *name)
{
    int id = call_find(name);

    if (id < 0) {
        fprintf(stderr, "no %s\n", name);
        exit(1);
    }
    return (uint32_t)id;
}

/* Counters count 3 per tick. */
static void count(uint64_t ticks)
{
    uint64_t value = 3 * (ticks - SAMPLE_BEGIN);

    trace_counters(run.writer, ticks, &value);
}

static uint64_t enter(uint32_t call, enum sample_path path)
{
    run.now += 100;
    count(run.now);
    trace_enter(run.writer, run.now, call, run.sample.path[path]);
    return run.now;
}

static void leave(uint32_t call, uint64_t ticks)
{
    run.now += ticks;
    count(run.now);
    trace_leave(run.writer, run.now, call);
}

static void collective(const char *name, enum call_coll coll, uint32_t comm,
                       int root, uint64_t out, uint64_t in)
{
    uint32_t call = call_id(name);
    struct trace_collective what = { .coll = coll, .comm = comm, .root = root,
                                     .out_bytes = out, .in_bytes = in };

    trace_collective_begin(run.writer, enter(call, SAMPLE_MAIN));
    trace_collective_end(run.writer, run.now + 300, &what);
    leave(call, 300);
}

static void first_call(void)
{
    uint32_t call = call_id("MPI_Init");
    struct trace_collective what = { .create = true,
                                     .root = TRACE_ROOT_NONE };
    const uint32_t *comm = run.sample.comm;

    what.comm = comm[SAMPLE_WORLD];
    trace_collective_begin(run.writer, enter(call, SAMPLE_MAIN));
    trace_comm_create(run.writer, run.now + 2000, comm[SAMPLE_WORLD]);
    trace_comm_create(run.writer, run.now + 2000, comm[SAMPLE_SELF]);
    trace_collective_end(run.writer, run.now + 2000, &what);
    leave(call, 2000);
}

static void make_half(void)
{
    uint32_t call = call_id("MPI_Comm_split");
    struct trace_collective what = { .create = true,
                                     .root = TRACE_ROOT_NONE };

    what.comm = run.sample.comm[SAMPLE_WORLD];
    trace_collective_begin(run.writer, enter(call, SAMPLE_MAIN));
    trace_comm_create(run.writer, run.now + 50,
                      run.sample.comm[SAMPLE_HALF]);
    trace_collective_end(run.writer, run.now + 50, &what);
    leave(call, 50);
}

static void blocking_messages(int step)
{
    uint32_t send = call_id("MPI_Send"), recv = call_id("MPI_Recv");
    uint32_t world = run.sample.comm[SAMPLE_WORLD];
    uint64_t bytes = 100 + (uint64_t)(step % 10);

    trace_send(run.writer, enter(send, SAMPLE_STEP), world, run.right, step,
               bytes);
    leave(send, 200);
    enter(recv, SAMPLE_STEP);
    trace_recv(run.writer, run.now + 400, world, run.left, step, bytes);
    leave(recv, 400);
}

static void nonblocking_messages(int step)
{
    uint32_t isend = call_id("MPI_Isend"), irecv = call_id("MPI_Irecv");
    uint32_t wait = call_id("MPI_Waitall");
    uint32_t world = run.sample.comm[SAMPLE_WORLD];
    uint64_t request = 4 * (uint64_t)step;

    enter(irecv, SAMPLE_STEP);
    trace_irecv_request(run.writer, run.now + 20, request + 1);
    leave(irecv, 20);
    trace_isend(run.writer, enter(isend, SAMPLE_STEP), world, run.left, step,
                1000, request + 2);
    leave(isend, 30);
    enter(wait, SAMPLE_STEP);
    trace_irecv(run.writer, run.now + 500, world, run.right, step, 1000,
                request + 1);
    trace_isend_complete(run.writer, run.now + 500, request + 2);
    leave(wait, 500);
}

static void nonblocking_collective(int step)
{
    uint32_t start = call_id("MPI_Iallreduce"), wait = call_id("MPI_Wait");
    struct trace_collective what = {
        .coll = CALL_COLL_ALLREDUCE, .root = TRACE_ROOT_NONE,
        .comm = run.sample.comm[SAMPLE_WORLD],
        .out_bytes = 8 * (uint64_t)run.ranks,
        .in_bytes = 8 * (uint64_t)run.ranks,
    };
    uint64_t request = 4 * (uint64_t)step + 3;

    trace_icollective_request(run.writer, enter(start, SAMPLE_MAIN), request,
                              0);
    leave(start, 40);
    enter(wait, SAMPLE_MAIN);
    trace_icollective_complete(run.writer, run.now + 60, &what, request);
    leave(wait, 60);
}

static void one_step(int step)
{
    uint32_t halo = run.sample.region[SAMPLE_HALO];
    uint32_t half = run.sample.comm[SAMPLE_HALF];
    bool root = run.rank < 2;
    uint64_t members = (uint64_t)(run.ranks + 1 - run.rank % 2) / 2;

    trace_region_enter(run.writer, run.now += 100, halo, 0);
    blocking_messages(step);
    nonblocking_messages(step);
    trace_region_leave(run.writer, run.now += 100, halo);
    nonblocking_collective(step);
    collective("MPI_Bcast", CALL_COLL_BCAST, half, 0, root ? 64 * members : 0,
               64);
    collective("MPI_Barrier", CALL_COLL_BARRIER,
               run.sample.comm[SAMPLE_SELF], TRACE_ROOT_NONE, 0, 0);
}

static void paused_stretch(void)
{
    trace_on_off(run.writer, run.now += 100, false);
    trace_on_off(run.writer, run.now += 5000, true);
}

static void last_call(void)
{
    uint32_t call = call_id("MPI_Finalize");
    struct trace_collective what = { .destroy = true,
                                     .root = TRACE_ROOT_NONE };
    const uint32_t *comm = run.sample.comm;

    what.comm = comm[SAMPLE_WORLD];
    trace_collective_begin(run.writer, enter(call, SAMPLE_MAIN));
    trace_comm_destroy(run.writer, run.now + 70, comm[SAMPLE_SELF]);
    trace_comm_destroy(run.writer, run.now + 70, comm[SAMPLE_WORLD]);
    trace_collective_end(run.writer, run.now + 70, &what);
    leave(call, 70);
}

static void second_thread(void)
{
    struct trace_writer *writer =
        trace_writer_create(run.trace, 1, run.now);
    uint32_t call = call_id("MPI_Send");

    trace_enter(writer, run.now + 10, call, 0);
    trace_send(writer, run.now + 10, run.sample.comm[SAMPLE_SELF], 0, 7, 3);
    trace_leave(writer, run.now + 20, call);
    trace_enter(writer, run.now + 30, call_id("MPI_Recv"), 0);
    trace_recv(writer, run.now + 40, run.sample.comm[SAMPLE_SELF], 0, 7, 3);
    trace_leave(writer, run.now + 40, call_id("MPI_Recv"));
}

static void play(int steps)
{
    run.now = SAMPLE_BEGIN + 10 * (uint64_t)run.rank;
    run.writer = trace_writer_create(run.trace, 0, run.now);
    first_call();
    make_half();
    trace_region_enter(run.writer, run.now += 100,
                       run.sample.region[SAMPLE_SOLVE], 0);
    if (run.rank == 0)
        second_thread();
    for (int i = 0; i < steps; i++)
        one_step(i);
    trace_region_leave(run.writer, run.now += 100,
                       run.sample.region[SAMPLE_SOLVE]);
    paused_stretch();
    last_call();
}

/* As a real run would: the definitions of all ranks, merged. */
static struct profile *merge_all(uint32_t **own_map)
{
    struct profile *profile;
    uint32_t *map[DEFINITION_KINDS];
    struct sample other;

    if (profile_create(&profile) != STATUS_OK)
        exit(1);
    profile->program = strdup("sample");
    profile->rank_count = (uint32_t)run.ranks;
    profile_use_call_table(profile);
    definitions_intern(profile->definitions, DEFINITION_HOST, 0, 0, "node1",
                       5);
    for (int i = 0; i < run.ranks; i++) {
        sample_define(&other, i, run.ranks);
        definitions_merge(profile->definitions, other.definitions, map);
        for (int k = 0; k < DEFINITION_KINDS; k++)
            if (i == run.rank)
                own_map[k] = map[k];
            else
                free(map[k]);
        definitions_destroy(other.definitions);
    }
    return profile;
}

static char why[TRACE_WHY_BYTES]; /* there is no trace */

static enum status finish(struct trace_totals *totals)
{
    struct clock_rate rate = { .counter = true,
                               .ticks_per_ns = SAMPLE_TICKS_PER_NS };
    uint32_t *map[DEFINITION_KINDS];
    struct profile *profile = merge_all(map);
    struct clock_line line = { { 0, 0, 0 }, { 0, 0, 0 } };
    struct samples samples = { .source = SAMPLE_NONE };
    struct trace_closing closing = {
        .ready = true, .line = &line, .rate = &rate,
        .own = run.sample.definitions, .map = map,
        .run = run.rank == 0 ? profile : NULL,
        .start_ticks = SAMPLE_BEGIN + 500,
        .start_unix_ns = 1700000000000000000ull, .end_ticks = run.now,
        .why = why, .samples = &samples,
    };
    enum status status = trace_close(run.trace, &closing, totals);

    for (int k = 0; k < DEFINITION_KINDS; k++)
        free(map[k]);
    profile_destroy(profile);
    return status;
}

static void print_totals(const struct trace_totals *totals)
{
    uint64_t mine[3] = { totals->events, totals->bytes,
                         totals->stopped_ticks != 0 };
    uint64_t all[3];

    MPI_Reduce(mine, all, 3, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    if (run.rank == 0)
        printf("%llu %llu %llu\n", (unsigned long long)all[0],
               (unsigned long long)all[1], (unsigned long long)all[2]);
}

int main(int argc, char **argv)
{
    struct trace_config config = { .directory = argv[1],
                                   .counter_clock = true,
                                   .counter_count = 1,
                                   .counters = counters,
                                   .why = why };
    struct trace_totals totals = { 0 };
    enum status status;

    MPI_Init(&argc, &argv);
    if (argc < 5)
        return 2;
    MPI_Comm_rank(MPI_COMM_WORLD, &run.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &run.ranks);
    run.left = (run.rank + run.ranks - 1) % run.ranks;
    run.right = (run.rank + 1) % run.ranks;
    config.comm = MPI_COMM_WORLD;
    config.limit_bytes = (uint64_t)atoi(argv[3]) << 10;
    config.buffer_bytes = (uint64_t)atoi(argv[4]) << 10;
    config.record = argc < 6 || atoi(argv[5]) != run.rank;
    sample_define(&run.sample, run.rank, run.ranks);
    status = trace_open(&config, &run.trace);
    if (status == STATUS_OK) {
        play(atoi(argv[2]));
        status = finish(&totals);
        print_totals(&totals);
    }
    if (status != STATUS_OK && run.rank == 0)
        log_warn("%s", why);
    definitions_destroy(run.sample.definitions);
    MPI_Finalize();
    return status == STATUS_OK ? 0 : 1;
}
