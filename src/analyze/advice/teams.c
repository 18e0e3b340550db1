/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * teams.c - the ranks that can share work for which others wait: where ranks work in
 * teams, each with a communicator of its own, only those of one team.
 */
#include "analyze/advice/trials.h"

#include <stdlib.h>

#include "model/notes/comm_note.h"

/* Whether it has several ranks, but not all. */
static bool is_part(const struct scope *scope, uint32_t comm)
{
    struct definition item =
        definitions_get(scope->profile->definitions, DEFINITION_COMM, comm);
    uint32_t size = comm == 0 || item.note_size == 0
                        ? 0
                        : comm_note_size(item.note, item.note_size);

    return size > 1 && size < scope->profile->rank_count;
}

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
    const struct scope *scope = trials->scope;
    const struct rank_data *rank;
    uint32_t comm = 0;
    bool any = false, one = profile_rank(scope->profile, trial->finding->rank,
                                         &rank) == STATUS_OK;

    for (size_t i = 0; one && i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];
        bool part = is_part(scope, row->comm), chosen;

        if (!call_class_waits(scope_call_class(scope, row->call)))
            continue;
        chosen = is_chosen(trials, trial, scope_site(scope, row));
        if (!part && !chosen)
            continue;
        any |= chosen;
        one = part && (comm == 0 || comm == row->comm);
        comm = row->comm;
    }
    return any && one ? comm : 0;
}

/* Takes the workers of the group.  Returns whether some of them are not slow and no
 * rank outside is: to even one of several teams with a slow rank each gains nothing. */
static bool take_members(const struct trials *trials, struct trial *trial,
                         const struct comm_note *group)
{
    bool others = false;

    for (uint32_t i = 0; i < group->size; i++) {
        uint32_t rank = group->members[i];

        if (rank >= trials->ranks || !trials->workers[rank])
            continue;
        trial->team[rank] = true;
        others |= trial->like_others[rank] == 1;
    }
    for (uint32_t i = 0; i < trials->ranks; i++)
        others = others && (trial->team[i] || trial->like_others[i] == 1);
    return others;
}

void teams_find(const struct trials *trials, struct trial *trial)
{
    uint32_t comm = find_comm(trials, trial);
    struct definition item = definitions_get(
        trials->scope->profile->definitions, DEFINITION_COMM, comm);
    struct comm_note note = { 0 };

    if (comm == 0 ||
        comm_note_decode(item.note, item.note_size, &note) != STATUS_OK)
        return;
    trial->team = calloc(trials->ranks, sizeof(*trial->team));
    trials->advice->failed |= trial->team == NULL;
    if (trial->team != NULL &&
        (note.remote_size > 0 || !take_members(trials, trial, &note))) {
        free(trial->team);
        trial->team = NULL;
    }
    comm_note_clear(&note);
}
