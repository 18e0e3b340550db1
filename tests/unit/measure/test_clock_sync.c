/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_clock_sync.c - a host whose clock has another rate than the run's
 * answers with what the run's clock shows now.
 *
 * The test is rank 2 of four, each with a clock of its own: it asks rank 0 and
 * then answers rank 3.  What MPI would bring comes from the test.
 */
#include "measure/clock/sync.h"

#include <stdlib.h>
#include <string.h>

#include "measure/comm/exchange.h"
#include "scripted_clock.h"
#include "unit.h"

#define RUN_RATE 2.0        /* ticks per ns of the clock of rank 0 */
#define RUN_START 7000000ll /* its ticks at the first question */
#define LATER_NS 1000000000ll
#define DOUBT 1000000 /* of the ratio of two rates, after that time */

struct word {
    uint64_t ticks, error;
};

static struct word answer; /* to rank 3 */
static uint32_t questions;

/* ---- what MPI and the other ranks do ---- */

int PMPI_Comm_rank(MPI_Comm comm, int *rank)
{
    (void)comm;
    *rank = 2;
    return MPI_SUCCESS;
}

int PMPI_Comm_size(MPI_Comm comm, int *size)
{
    (void)comm;
    *size = 4;
    return MPI_SUCCESS;
}

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag,
                MPI_Status *status)
{
    (void)source, (void)tag, (void)comm, (void)status;
    *flag = 1;
    return MPI_SUCCESS;
}

/* An answer of rank 0, or the only question of rank 3, which comes late. */
int PMPI_Recv(void *data, int count, MPI_Datatype type, int source, int tag,
              MPI_Comm comm, MPI_Status *status)
{
    const struct word run = { .ticks = RUN_START };
    const bool more = false;

    (void)type, (void)tag, (void)comm, (void)status;
    if (source == 0) {
        memcpy(data, &run, (size_t)count);
    } else {
        script_pass(LATER_NS);
        memcpy(data, &more, (size_t)count);
    }
    return MPI_SUCCESS;
}

int PMPI_Send(const void *data, int count, MPI_Datatype type, int dest,
              int tag, MPI_Comm comm)
{
    (void)type, (void)tag, (void)comm;
    if (dest == 3)
        memcpy(&answer, data, (size_t)count);
    questions += dest == 0;
    return MPI_SUCCESS;
}

int PMPI_Iallreduce(const void *from, void *to, int count, MPI_Datatype type,
                    MPI_Op op, MPI_Comm comm, MPI_Request *request)
{
    (void)from, (void)to, (void)count, (void)type, (void)op, (void)comm;
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
}

void exchange_wait(MPI_Request *request)
{
    (void)request;
}

bool exchange_agree(MPI_Comm comm, bool yes)
{
    (void)comm;
    return yes;
}

void exchange_share(MPI_Comm comm, void *data, size_t size)
{
    const double rate = RUN_RATE;

    (void)comm;
    memcpy(data, &rate, size);
}

void exchange_send(MPI_Comm comm, int to, const void *data, size_t size)
{
    (void)comm, (void)to, (void)data, (void)size;
}

void *exchange_recv(MPI_Comm comm, int from, size_t *size)
{
    (void)comm, (void)from;
    *size = 0;
    return NULL;
}

/* ---- the test ---- */

UNIT_TEST(a_clock_of_another_rate_tells_the_time_of_the_run)
{
    const struct clock_rate rate = { .ticks_per_ns = 1.0 };
    struct clock_line lines[4] = { { .last.error = 0 } };
    int leaders[] = { 0, 1, 2, 3 };
    struct clock_sync sync = {
        .count = 4, .own = 2, .lines = lines, .leaders = leaders
    };

    script_start();
    questions = 0;
    clock_sync_end(MPI_COMM_SELF, &rate, &sync);
    CU_ASSERT(questions > 1);
    CU_ASSERT_EQUAL(answer.ticks, RUN_START + (int64_t)RUN_RATE * LATER_NS);
    CU_ASSERT_EQUAL(answer.error, 1 + DOUBT);
    CU_ASSERT_EQUAL(sync.line.last.ticks, SCRIPT_START_NS);
    CU_ASSERT_EQUAL(sync.line.last.ahead,
                    RUN_START - (int64_t)SCRIPT_START_NS);
    CU_ASSERT_EQUAL(sync.line.last.error, 1);
}
