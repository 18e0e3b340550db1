/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/advice/teams.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/advice/trials.h"
#include "base/ranklist.h"
#include "model/notes/comm_note.h"

#define NEARLY_ALL 0.9

/* ---- by the profile ---- */

/* Returns false if they are unknown, or of two groups; else the caller clears `out'. */
static bool decode_members(const struct scope *scope, uint32_t comm,
                           struct comm_note *out)
{
    struct definition item =
        definitions_get(scope->profile->definitions, DEFINITION_COMM, comm);

    if (item.note_size == 0 ||
        comm_note_decode(item.note, item.note_size, out) != STATUS_OK)
        return false;
    if (out->remote_size == 0)
        return true;
    comm_note_clear(out);
    return false;
}

/* UINT32_MAX: unknown */
static uint32_t host_of(const struct advice_facts *facts,
                        const struct scope *scope, uint32_t rank)
{
    return rank < scope->profile->rank_count &&
                   facts->hosts[rank] < facts->host_count
               ? facts->hosts[rank]
               : UINT32_MAX;
}

/* Whether its members are all ranks of a host, or were chosen for sharing memory: they
 * solve the same problem as the others. */
static bool is_of_host(const struct advice_facts *facts,
                       const struct scope *scope, uint32_t comm)
{
    struct comm_note note;
    uint32_t host, there = 0;
    bool found;

    if (!decode_members(scope, comm, &note))
        return false;
    host = host_of(facts, scope, note.size > 0 ? note.members[0] : UINT32_MAX);
    for (uint32_t i = 0; host != UINT32_MAX && i < note.size; i++)
        there += host_of(facts, scope, note.members[i]) == host;
    found = (there == note.size && there > 0 &&
             there == facts->host_ranks[host]) ||
            (note.made_by != NULL &&
             strcmp(note.made_by, "MPI_Comm_split_type") == 0);
    comm_note_clear(&note);
    return found;
}

static bool is_most(uint64_t inside, uint64_t outside)
{
    return (double)inside >= NEARLY_ALL * ((double)inside + (double)outside);
}

/* Whether the ranks of that communicator have work of their own: where hosts have one
 * each, if ranks wait nowhere else. */
static bool is_team(const struct advice_facts *facts,
                    const struct scope *scope, uint32_t comm)
{
    return comm != 0 && facts->teams[comm].ranks > 0 &&
           (is_most(facts->inside, facts->outside) ||
            !is_of_host(facts, scope, comm));
}

/* Whether they wait for each other alone. */
static bool waits_inside(const struct advice_facts *facts,
                         const struct scope *scope, uint32_t comm)
{
    const struct team_facts *team = &facts->teams[comm];

    return is_most(team->inside, team->outside) && is_team(facts, scope, comm);
}

uint32_t teams_find_comm(const struct advice_facts *facts,
                         const struct scope *scope, uint32_t rank)
{
    uint32_t comm = facts->team_of[rank];

    return waits_inside(facts, scope, comm) ? comm : 0;
}

double teams_longest_work(const struct advice_facts *facts,
                          const struct scope *scope)
{
    double longest = 0;

    for (uint32_t comm = 1; comm < facts->comm_count; comm++) {
        const struct team_facts *team = &facts->teams[comm];

        if ((double)team->useful > longest * team->ranks &&
            waits_inside(facts, scope, comm))
            longest = (double)team->useful / team->ranks;
    }
    return longest;
}

static bool *find_members(const struct scope *scope, uint32_t comm)
{
    uint32_t ranks = scope->profile->rank_count;
    bool *members = calloc(ranks + 1u, sizeof(*members));
    struct comm_note note;

    if (members == NULL || !decode_members(scope, comm, &note))
        return members;
    for (uint32_t i = 0; i < note.size; i++)
        if (note.members[i] < ranks)
            members[note.members[i]] = true;
    comm_note_clear(&note);
    return members;
}

void teams_list(const struct scope *scope, uint32_t comm, struct strbuf *out)
{
    struct ranklist_text list = { .out = out };
    bool *members = find_members(scope, comm);

    for (uint32_t i = 0; members != NULL && i < scope->profile->rank_count;
         i++)
        if (members[i])
            ranklist_text_add(&list, i);
    ranklist_text_end(&list);
    out->failed |= members == NULL;
    free(members);
}

/* ---- by the trace ---- */

static bool is_chosen(const struct trials *trials, const struct trial *trial,
                      uint64_t site)
{
    const struct wait_tallies *waits = &trials->advice->waits;

    for (uint32_t i = 0; i < trials->replay->site_count; i++)
        if (trial->sites[i] &&
            wait_place_site(waits, waits->places[i]) == site)
            return true;
    return false;
}

/* The communicator of all calls for which others wait until the rank has done this
 * work, if it is the only one of a part of the ranks that this rank uses: rows and
 * columns of a grid are no teams.  0: there is none. */
static uint32_t find_comm(const struct trials *trials,
                          const struct trial *trial)
{
    const struct advice_facts *facts = &trials->advice->facts;
    const struct scope *scope = trials->scope;
    uint32_t comm = facts->team_of[trial->finding->rank];
    const struct rank_data *rank;
    bool any = false, one = is_team(facts, scope, comm) &&
                            profile_rank(scope->profile, trial->finding->rank,
                                         &rank) == STATUS_OK;

    for (size_t i = 0; one && i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];

        if (!call_class_waits(scope_call_class(scope, row->call)) ||
            !is_chosen(trials, trial, scope_site(scope, row)))
            continue;
        any = true;
        one = facts_is_inside(scope, row, comm,
                              facts->teams[comm].sends_outside);
    }
    return any && one ? comm : 0;
}

/* Whether some of the team are not slow and no other rank is: to even one of several
 * teams with a slow rank each gains nothing. */
static bool is_alone_slow(const struct trials *trials,
                          const struct trial *trial)
{
    bool others = false;

    for (uint32_t i = 0; i < trials->ranks; i++) {
        if (!trial->team[i] && trial->like_others[i] != 1)
            return false;
        others |= trial->team[i] && trial->like_others[i] == 1;
    }
    return others;
}

void teams_find(const struct trials *trials, struct trial *trial)
{
    uint32_t comm = find_comm(trials, trial);

    if (comm == 0)
        return;
    trial->team = find_members(trials->scope, comm);
    trials->advice->failed |= trial->team == NULL;
    for (uint32_t i = 0; trial->team != NULL && i < trials->ranks; i++)
        trial->team[i] &= trials->workers[i];
    if (trial->team != NULL && !is_alone_slow(trials, trial)) {
        free(trial->team);
        trial->team = NULL;
    }
}
