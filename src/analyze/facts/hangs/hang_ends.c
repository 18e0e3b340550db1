/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/facts/hangs/hang_ends.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/log.h"

static enum status make_room(struct hang_ends *ends, uint32_t rank_count)
{
    if (ends->ranks != NULL)
        return STATUS_OK;
    ends->ranks = calloc((size_t)rank_count + 1, sizeof(*ends->ranks));
    ends->unread = calloc((size_t)rank_count + 1, sizeof(*ends->unread));
    ends->threaded = calloc((size_t)rank_count + 1, sizeof(*ends->threaded));
    if (ends->ranks == NULL || ends->unread == NULL || ends->threaded == NULL)
        return log_fail(STATUS_NO_MEMORY, "ends of %u ranks", rank_count);
    ends->rank_count = rank_count;
    return STATUS_OK;
}

/* Peers that no reader of a file has checked. */
static void check_peers(struct rank_ending *ending, uint32_t rank_count)
{
    for (size_t i = 0; i < ending->wait_count; i++) {
        struct ending_wait *wait = &ending->waits[i];

        if (wait->peer < ENDING_NOBODY ||
            (wait->peer >= 0 && (uint32_t)wait->peer >= rank_count))
            wait->peer = ENDING_NOBODY;
    }
}

static enum status copy_ending(const struct rank_ending *from,
                               uint32_t rank_count, struct rank_ending *to)
{
    *to = *from;
    to->waits = malloc((from->wait_count + 1) * sizeof(*to->waits));
    if (to->waits == NULL) {
        to->wait_count = 0;
        return log_fail(STATUS_NO_MEMORY, "waits of a rank");
    }
    if (from->wait_count > 0)
        memcpy(to->waits, from->waits, from->wait_count * sizeof(*to->waits));
    check_peers(to, rank_count);
    return STATUS_OK;
}

static void take_in(struct hang_ends_between *between, uint64_t at)
{
    if (!between->any || at < between->first)
        between->first = at;
    if (!between->any || at > between->last)
        between->last = at;
    between->any = true;
}

static void add_time(struct hang_ends *ends, const struct rank_data *rank)
{
    uint64_t at = rank->ending.how == ENDING_FINALIZED
                      ? rank->begin + rank->length
                      : rank->ending.at;

    take_in(&ends->measured, at);
    if (rank->ending.how == ENDING_FINALIZED || rank->ending.at_known)
        take_in(&ends->ended, at);
}

static bool own_fault(int signal)
{
    static const int faults[] = { SIGSEGV, SIGBUS,  SIGFPE,  SIGILL, SIGABRT,
                                  SIGSYS,  SIGTRAP, SIGPIPE, SIGXFSZ };

    for (size_t i = 0; i < sizeof(faults) / sizeof(*faults); i++)
        if (faults[i] == signal)
            return true;
    return false;
}

enum status hang_ends_add(struct hang_ends *ends,
                          const struct profile *profile,
                          const struct rank_data *rank)
{
    const struct rank_ending *ending = &rank->ending;

    add_time(ends, rank);
    if (ending->how == ENDING_FINALIZED || rank->rank >= profile->rank_count)
        return STATUS_OK;
    if (make_room(ends, profile->rank_count) != STATUS_OK)
        return STATUS_NO_MEMORY;
    ends->count++;
    ends->running = ends->running || ending->how == ENDING_RUNNING;
    ends->at_fault = ends->at_fault || ending->how == ENDING_EXIT ||
                     ending->how == ENDING_ABORT ||
                     (ending->how == ENDING_SIGNAL && own_fault(ending->code));
    ends->threaded[rank->rank] = rank->threads > 1;
    ending_clear(&ends->ranks[rank->rank]);
    return copy_ending(ending, profile->rank_count, &ends->ranks[rank->rank]);
}

void hang_ends_mark_unread(struct hang_ends *ends, const int *unread,
                           size_t count)
{
    for (size_t i = 0; i < count && ends->ranks != NULL; i++)
        ends->unread[unread[i]] = true;
}

void hang_ends_clear(struct hang_ends *ends)
{
    for (uint32_t i = 0; i < ends->rank_count; i++)
        ending_clear(&ends->ranks[i]);
    FREE_ALL(ends->ranks, ends->unread, ends->threaded);
    *ends = (struct hang_ends){ 0 };
}

uint64_t hang_ends_apart(const struct hang_ends *ends)
{
    return ends->ranks == NULL ? 0
                               : ends->measured.last - ends->measured.first;
}

uint64_t hang_ends_known_apart(const struct hang_ends *ends)
{
    return ends->ranks == NULL ? 0 : ends->ended.last - ends->ended.first;
}

uint64_t hang_ends_waited(const struct rank_ending *ending)
{
    return ending->at > ending->since ? ending->at - ending->since : 0;
}

/* A rank that is gone without a sign was killed alone if others still run, or
 * if one of them was at fault: then nobody has ended them all.  Launchers
 * often send SIGTERM and SIGKILL at once, and a rank may see either: if others
 * received SIGTERM, this rank may just be the first that received SIGKILL,
 * wherever it was. */
bool hang_ends_by_itself(const struct hang_ends *ends,
                         const struct rank_ending *ending)
{
    switch (ending->how) {
    case ENDING_RUNNING: return false;
    case ENDING_SIGNAL: return own_fault(ending->code);
    case ENDING_UNKNOWN: return ends->running || ends->at_fault;
    default: return true;
    }
}

struct signal_name {
    int number;
    const char *name;
};

static const struct signal_name signal_names[] = {
    { SIGABRT, "SIGABRT" }, { SIGALRM, "SIGALRM" }, { SIGBUS, "SIGBUS" },
    { SIGFPE, "SIGFPE" },   { SIGHUP, "SIGHUP" },   { SIGILL, "SIGILL" },
    { SIGINT, "SIGINT" },   { SIGKILL, "SIGKILL" }, { SIGPIPE, "SIGPIPE" },
    { SIGQUIT, "SIGQUIT" }, { SIGSEGV, "SIGSEGV" }, { SIGSYS, "SIGSYS" },
    { SIGTERM, "SIGTERM" }, { SIGTRAP, "SIGTRAP" }, { SIGUSR1, "SIGUSR1" },
    { SIGUSR2, "SIGUSR2" }, { SIGXCPU, "SIGXCPU" }, { SIGXFSZ, "SIGXFSZ" },
};

static void put_signal(int number, struct strbuf *out)
{
    for (size_t i = 0; i < sizeof(signal_names) / sizeof(*signal_names); i++)
        if (signal_names[i].number == number) {
            strbuf_puts(out, signal_names[i].name);
            return;
        }
    strbuf_printf(out, "signal %d", number);
}

void hang_ends_how(const struct rank_ending *ending, struct strbuf *out)
{
    switch (ending->how) {
    case ENDING_FINALIZED: strbuf_puts(out, "MPI_Finalize"); break;
    case ENDING_RUNNING: strbuf_puts(out, "running"); break;
    case ENDING_EXIT: strbuf_printf(out, "exit(%d)", ending->code); break;
    case ENDING_ABORT:
        strbuf_printf(out, "MPI_Abort(%d)", ending->code);
        break;
    case ENDING_SIGNAL: put_signal(ending->code, out); break;
    default: strbuf_puts(out, "killed or lost");
    }
}

void hang_ends_did(const struct rank_ending *ending, struct strbuf *out)
{
    static const char *const verbs[ENDING_KINDS] = {
        [ENDING_FINALIZED] = "ended with ", [ENDING_RUNNING] = "was ",
        [ENDING_EXIT] = "ended with ",      [ENDING_ABORT] = "called ",
        [ENDING_SIGNAL] = "got ",           [ENDING_UNKNOWN] = "was ",
    };

    if (ending->how < ENDING_KINDS)
        strbuf_puts(out, verbs[ending->how]);
    hang_ends_how(ending, out);
}
