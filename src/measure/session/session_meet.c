/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/session/session_state.h"

#include <stdlib.h>
#include <time.h>

#include "measure/comm/exchange.h"

/* MPI_Finalize waits for all processes, so mpiprof may, too.  The end of a
 * session need not: a process that waits in vain goes on, and then must take
 * part in nothing that others begin.  So rank 0 asks those that are here, and
 * who has said yes waits for its verdict, which comes soon whatever it is. */
enum tag { TAG_HERE = 1, TAG_ASK, TAG_YES, TAG_VERDICT };

#define LONGEST_NAP_NS 10000000
#define ANSWER_SECONDS 5

/* At rank 0. */
struct meeting {
    int *words; /* of each rank; 0: nothing came */
    MPI_Request *requests;
};

static uint64_t after_seconds(double seconds)
{
    return record_now() +
           (uint64_t)(seconds * 1e9 * recorder.rate.ticks_per_ns);
}

/* As long as the run has taken, but at least MPIPROF_WAIT. */
static uint64_t end_of_patience(void)
{
    double least = (double)session.settings.number[SETTING_WAIT];
    double taken = clock_ticks_to_ns(&recorder.rate,
                                     (double)(record_now() - recorder.begin)) /
                   1e9;

    return after_seconds(taken > least ? taken : least);
}

static bool are_done(int count, MPI_Request *requests)
{
    int done = 1;

    for (int i = 0; done && i < count; i++)
        PMPI_Test(&requests[i], &done, MPI_STATUS_IGNORE);
    return done;
}

/* The naps become longer: others may need the core. */
static bool wait_until(int count, MPI_Request *requests, uint64_t limit)
{
    struct timespec nap = { 0, 1000 };

    while (!are_done(count, requests)) {
        if (record_now() > limit)
            return false;
        nanosleep(&nap, NULL);
        if (nap.tv_nsec < LONGEST_NAP_NS)
            nap.tv_nsec *= 2;
    }
    return true;
}

/* Receives only: nobody else need do anything for it. */
static void give_up(int count, MPI_Request *requests)
{
    for (int i = 0; i < count; i++)
        if (requests[i] != MPI_REQUEST_NULL) {
            PMPI_Cancel(&requests[i]);
            PMPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        }
}

/* Rank 0: a word from every other rank. */
static bool hear_all(struct meeting *meeting, enum tag tag, uint64_t limit)
{
    for (int i = 1; i < session.ranks; i++) {
        meeting->words[i] = 0;
        PMPI_Irecv(&meeting->words[i], 1, MPI_INT, i, tag, session.comm,
                   &meeting->requests[i]);
    }
    if (wait_until(session.ranks - 1, meeting->requests + 1, limit))
        return true;
    give_up(session.ranks - 1, meeting->requests + 1);
    return false;
}

/* Rank 0: a word to those that were heard. */
static void tell_heard(struct meeting *meeting, enum tag tag, const int *word)
{
    MPI_Request *sends = calloc((size_t)session.ranks, sizeof(*sends));
    int count = 0;

    for (int i = 1; sends != NULL && i < session.ranks; i++)
        if (meeting->words[i] != 0)
            PMPI_Isend(word, 1, MPI_INT, i, tag, session.comm,
                       &sends[count++]);
    if (sends != NULL &&
        wait_until(count, sends, after_seconds(ANSWER_SECONDS)))
        free(sends);
}

static bool meeting_create(struct meeting *meeting)
{
    meeting->words = calloc((size_t)session.ranks, sizeof(int));
    meeting->requests = calloc((size_t)session.ranks, sizeof(MPI_Request));
    return meeting->words != NULL && meeting->requests != NULL;
}

static bool lead_meeting(void)
{
    static int here, sure; /* may be on their way when this returns */
    struct meeting meeting;

    if (meeting_create(&meeting)) {
        here = hear_all(&meeting, TAG_HERE, end_of_patience());
        tell_heard(&meeting, TAG_ASK, &here);
    }
    if (here) {
        sure = hear_all(&meeting, TAG_YES, after_seconds(ANSWER_SECONDS));
        tell_heard(&meeting, TAG_VERDICT, &sure);
    }
    free(meeting.words);
    free(meeting.requests);
    return sure;
}

static bool follow_meeting(void)
{
    static const int yes = 1;
    static int asked;
    MPI_Request here, ask;
    int verdict = 0;

    PMPI_Isend(&yes, 1, MPI_INT, 0, TAG_HERE, session.comm, &here);
    PMPI_Irecv(&asked, 1, MPI_INT, 0, TAG_ASK, session.comm, &ask);
    if (!wait_until(1, &ask, end_of_patience()))
        give_up(1, &ask);
    if (!asked)
        return false;
    PMPI_Wait(&here, MPI_STATUS_IGNORE);
    PMPI_Send(&yes, 1, MPI_INT, 0, TAG_YES, session.comm);
    PMPI_Recv(&verdict, 1, MPI_INT, 0, TAG_VERDICT, session.comm,
              MPI_STATUS_IGNORE);
    return verdict;
}

bool session_meet(void)
{
    /* MPICH 4.0 crashes in MPI_Test while there are no others to talk to. */
    if (session.ranks == 1)
        return true;
    if (!session.of_sessions)
        return exchange_agree(session.comm, true);
    if (session.rank == 0 ? lead_meeting() : follow_meeting())
        return true;
    session_tell_once("not all processes ended their last MPI session in "
                      "time: rank %d gave up waiting (MPIPROF_WAIT), and "
                      "the results of this run could not be written",
                      session.rank);
    return false;
}
