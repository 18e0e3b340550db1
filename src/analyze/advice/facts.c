/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/advice/facts.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/text/affix.h"
#include "model/notes/comm_note.h"

#define UNKNOWN_HOST UINT32_MAX
#define DIAGONAL_LESS 4u /* times fewer bytes than to the neighbours between */
#define REGULAR_PART 4u /* of the messages to the usual peer: fewer are rare */

bool advice_only_tests(const char *name)
{
    enum call_poll poll = call_poll_of(name);

    return poll == CALL_POLL_TEST || poll == CALL_POLL_IPROBE ||
           poll == CALL_POLL_IMPROBE || strcmp(name, "MPI_Win_test") == 0 ||
           starts_with(name, "MPI_Request_get_status");
}

bool advice_receives_only(const struct scope *scope, const struct tally *site)
{
    uint8_t class = scope_call_class(scope, site_call(site->key));

    return (class == CALL_CLASS_P2P || class == CALL_CLASS_WAIT) &&
           site->in_bytes > 0 && site->out_bytes == 0 &&
           !advice_only_tests(scope_call_name(scope, site_call(site->key)));
}

/* ---- start and end ---- */

/* All with two dimensions or three, each of two ranks or more; the rest of those
 * whose first is given. */
static void add_grids(struct advice_facts *facts, uint32_t width,
                      uint32_t rest)
{
    for (uint32_t height = 2; height <= rest; height++)
        if (rest % height == 0)
            facts->grids[facts->grid_count++] =
                (struct rank_grid){ { width, height, rest / height } };
}

static uint32_t divisors_of(uint32_t number)
{
    uint32_t count = 0;

    for (uint32_t i = 1; i <= number; i++)
        count += number % i == 0;
    return count;
}

static bool make_grids(struct advice_facts *facts, uint32_t ranks)
{
    size_t divisors = divisors_of(ranks);

    facts->grids = calloc(divisors * divisors + 1, sizeof(*facts->grids));
    for (uint32_t i = 2; facts->grids != NULL && i < ranks; i++)
        if (ranks % i == 0)
            add_grids(facts, i, ranks / i);
    return facts->grids != NULL;
}

enum status facts_init(struct advice_facts *facts, const struct scope *scope)
{
    const struct definitions *names = scope->profile->definitions;
    size_t ranks = scope->profile->rank_count;

    facts->region_count = definitions_count(names, DEFINITION_REGION_NODE);
    facts->comm_count = definitions_count(names, DEFINITION_COMM);
    facts->regions = calloc(facts->region_count + 1u, sizeof(*facts->regions));
    facts->comm_sizes =
        calloc(facts->comm_count + 1u, sizeof(*facts->comm_sizes));
    facts->teams = calloc(facts->comm_count + 1u, sizeof(*facts->teams));
    facts->team_of = calloc(ranks + 1, sizeof(*facts->team_of));
    facts->host_count = definitions_count(names, DEFINITION_HOST);
    facts->host_ranks =
        calloc(facts->host_count + 1u, sizeof(*facts->host_ranks));
    facts->hosts = malloc((ranks + 1) * sizeof(*facts->hosts));
    facts->partners = malloc((ranks + 1) * sizeof(*facts->partners));
    facts->messages = calloc(ranks + 1, sizeof(*facts->messages));
    facts->distances = calloc(ranks + 1, sizeof(*facts->distances));
    facts->call_count = scope->profile->call_count;
    facts->tests = calloc(facts->call_count + 1u, sizeof(*facts->tests));
    facts->calls = calloc(ranks + 1, sizeof(*facts->calls));
    facts->bytes = calloc(ranks + 1, sizeof(*facts->bytes));
    if (facts->regions == NULL || facts->comm_sizes == NULL ||
        facts->teams == NULL || facts->team_of == NULL ||
        facts->host_ranks == NULL || facts->hosts == NULL ||
        facts->partners == NULL || facts->messages == NULL ||
        facts->distances == NULL || facts->tests == NULL ||
        facts->calls == NULL || facts->bytes == NULL ||
        !make_grids(facts, (uint32_t)ranks))
        return log_fail(STATUS_NO_MEMORY, "advice");
    for (uint32_t i = 0; i < facts->call_count; i++)
        facts->tests[i] = advice_only_tests(scope_call_name(scope, i));
    memset(facts->hosts, 0xff, (ranks + 1) * sizeof(*facts->hosts));
    memset(facts->partners, 0xff, (ranks + 1) * sizeof(*facts->partners));
    return STATUS_OK;
}

void facts_clear(struct advice_facts *facts)
{
    free(facts->regions);
    free(facts->comm_sizes);
    free(facts->teams);
    free(facts->team_of);
    free(facts->host_ranks);
    free(facts->hosts);
    free(facts->partners);
    free(facts->messages);
    free(facts->distances);
    free(facts->tests);
    free(facts->calls);
    free(facts->bytes);
    tallies_clear(&facts->payloads);
    free(facts->grids);
    amounts_clear(&facts->amounts);
}

/* ---- regions ---- */

static void add_region(struct region_facts *facts, const struct scope *scope,
                       uint32_t rank, const struct region_data *region)
{
    uint64_t time = scope_region_useful(scope, rank, region);

    facts->time += time;
    facts->visits += region->visits;
    for (int i = 0; i < PROFILE_COUNTERS; i++)
        facts->all[i] += (double)region->counters[i];
    if (time <= facts->most_time)
        return;
    facts->most_time = time;
    facts->most_visits = region->visits;
    facts->rank = rank;
    memcpy(facts->most, region->counters, sizeof(facts->most));
}

static void add_regions(struct advice_facts *facts, const struct scope *scope,
                        const struct rank_data *rank)
{
    for (size_t i = 0; i < rank->region_count; i++) {
        const struct region_data *region = &rank->regions[i];

        if (region->node < facts->region_count &&
            scope_inside(scope, region->node))
            add_region(&facts->regions[region->node], scope, rank->rank,
                       region);
    }
}

/* ---- collectives ---- */

static uint32_t size_of(const struct scope *scope, uint32_t comm)
{
    struct definition item =
        definitions_get(scope->profile->definitions, DEFINITION_COMM, comm);
    struct comm_note note;
    uint32_t size;

    if (item.note_size == 0 ||
        comm_note_decode(item.note, item.note_size, &note) != STATUS_OK)
        return scope->profile->rank_count;
    size = note.remote_size > 0 ? note.remote_size : note.size;
    comm_note_clear(&note);
    return size > 0 ? size : 1;
}

static uint32_t comm_size(struct advice_facts *facts,
                          const struct scope *scope, uint32_t comm)
{
    if (comm >= facts->comm_count)
        return scope->profile->rank_count;
    if (facts->comm_sizes[comm] == 0)
        facts->comm_sizes[comm] = size_of(scope, comm);
    return facts->comm_sizes[comm];
}

/* How many times each byte that a rank gives is sent, on average over the ranks; 0:
 * not of these collectives. */
static uint32_t times_sent(struct advice_facts *facts,
                           const struct scope *scope, const struct row *row)
{
    if (row->call >= scope->profile->call_count)
        return 0;
    switch (scope->profile->calls[row->call].coll) {
    case CALL_COLL_ALLREDUCE:
    case CALL_COLL_ALLGATHER:
    case CALL_COLL_ALLTOALL: return comm_size(facts, scope, row->comm);
    case CALL_COLL_BCAST:
    case CALL_COLL_GATHER:
    case CALL_COLL_REDUCE:
    case CALL_COLL_SCATTER: return 1;
    default: return 0;
    }
}

static enum status add_payloads(struct advice_facts *facts,
                                const struct scope *scope,
                                const struct rank_data *rank)
{
    for (size_t i = 0; i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];
        uint32_t times = times_sent(facts, scope, row);
        struct tally *tally;

        if (times == 0 || !scope_inside(scope, row->region))
            continue;
        tally = tallies_get(&facts->payloads, scope_site(scope, row));
        if (tally == NULL)
            return STATUS_NO_MEMORY;
        tally->out_bytes += row->out.sum / times;
    }
    return STATUS_OK;
}

static void add_traffic(struct advice_facts *facts, const struct scope *scope,
                        const struct rank_data *rank)
{
    for (size_t i = 0;
         rank->rank < scope->profile->rank_count && i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];

        if (scope_call_class(scope, row->call) == CALL_CLASS_SETUP ||
            row->call >= facts->call_count || facts->tests[row->call])
            continue;
        facts->calls[rank->rank] += row->count;
        facts->bytes[rank->rank] += row->out.sum + row->in.sum;
    }
}

/* ---- teams ---- */

/* The only communicator of a part of the ranks in whose calls the rank may wait; 0:
 * there is none, or several.  *sends_outside: whether its requests may be of others. */
static uint32_t find_team(struct advice_facts *facts,
                          const struct scope *scope,
                          const struct rank_data *rank, bool *sends_outside)
{
    uint32_t team = 0;

    *sends_outside = false;
    for (size_t i = 0; i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];
        uint8_t class = scope_call_class(scope, row->call);
        uint32_t size = comm_size(facts, scope, row->comm);
        bool part = row->comm != 0 && row->comm < facts->comm_count &&
                    size > 1 && size < scope->profile->rank_count;

        if (!call_class_waits(class))
            continue;
        if (part && team != 0 && team != row->comm)
            return 0;
        team = part ? row->comm : team;
        *sends_outside |=
            !part && (class == CALL_CLASS_P2P ||
                      starts_with(scope_call_name(scope, row->call), "MPI_I"));
    }
    return team;
}

bool facts_is_inside(const struct scope *scope, const struct row *row,
                     uint32_t comm, bool sends_outside)
{
    return row->comm == comm ||
           (row->comm == 0 && !sends_outside &&
            scope_call_class(scope, row->call) == CALL_CLASS_WAIT);
}

static void add_team(struct advice_facts *facts, const struct scope *scope,
                     const struct rank_data *rank)
{
    bool sends_outside;
    uint32_t comm = find_team(facts, scope, rank, &sends_outside);
    struct team_facts *team = &facts->teams[comm];
    uint64_t inside = 0, outside = 0;

    if (rank->rank >= scope->profile->rank_count)
        return;
    facts->team_of[rank->rank] = comm;
    if (rank->host < facts->host_count)
        facts->host_ranks[rank->host]++;
    team->sends_outside |= sends_outside;
    for (size_t i = 0; i < rank->row_count; i++) {
        const struct row *row = &rank->rows[i];

        if (!call_class_waits(scope_call_class(scope, row->call)))
            continue;
        if (comm != 0 && facts_is_inside(scope, row, comm, sends_outside))
            inside += row->time.sum;
        else
            outside += row->time.sum;
    }
    team->ranks++;
    team->useful += scope->ranks[scope_index_of(scope, rank->rank)].useful;
    team->inside += inside;
    team->outside += outside;
    facts->inside += inside;
    facts->outside += outside;
}

/* ---- nodes ---- */

/* Ranks come in ascending order: of two the higher tells of both ways. */
static void add_distances(struct advice_facts *facts,
                          const struct scope *scope,
                          const struct rank_data *rank)
{
    if (rank->rank >= scope->profile->rank_count)
        return;
    facts->hosts[rank->rank] = rank->host;
    for (size_t i = 0; i < rank->peer_count; i++) {
        const struct peer *peer = &rank->peers[i];
        uint64_t bytes = peer->out_bytes + peer->in_bytes;

        if (peer->rank >= rank->rank ||
            facts->hosts[peer->rank] == UNKNOWN_HOST)
            continue;
        facts->distances[rank->rank - peer->rank] += bytes;
        if (facts->hosts[peer->rank] != rank->host)
            facts->between += bytes;
    }
}

/* ---- partners ---- */

static void add_partner(struct advice_facts *facts, const struct scope *scope,
                        const struct rank_data *rank)
{
    for (size_t i = 0;
         rank->rank < scope->profile->rank_count && i < rank->peer_count;
         i++) {
        const struct peer *peer = &rank->peers[i];
        uint32_t *partner = &facts->partners[rank->rank];
        bool both = peer->in_messages > 0 && peer->out_messages > 0;

        facts->messages[rank->rank] += peer->in_messages + peer->out_messages;
        facts->all_messages += peer->in_messages + peer->out_messages;
        *partner =
            both && *partner == PARTNER_NONE ? peer->rank : PARTNER_SEVERAL;
    }
}

/* ---- a grid of ranks ---- */

/* Whether a message to the peer could go together with those to that rank. */
static bool can_carry(const struct rank_data *rank, uint32_t other,
                      const struct peer *peer)
{
    for (size_t i = 0; i < rank->peer_count; i++)
        if (rank->peers[i].rank == other && rank->peers[i].kind == PEER_P2P)
            return rank->peers[i].out_bytes / DIAGONAL_LESS >= peer->out_bytes;
    return false;
}

static bool are_neighbours(const struct rank_grid *grid,
                           const struct rank_data *rank,
                           const struct peer *peer)
{
    int steps = rank_grid_steps(grid, rank->rank, peer->rank);
    uint32_t stride = 1;

    for (int i = 0; steps > 1 && i < GRID_DIMENSIONS; i++) {
        uint32_t here = rank_grid_coordinate(grid, rank->rank, i);
        uint32_t there = rank_grid_coordinate(grid, peer->rank, i);

        if (here != there &&
            !can_carry(rank, rank->rank + stride * (there - here), peer))
            return false;
        stride *= grid->length[i];
    }
    return steps >= 0;
}

/* least: messages to a peer that are not rare. */
static bool grid_fits(const struct rank_grid *grid,
                      const struct rank_data *rank, uint64_t least)
{
    for (size_t i = 0; i < rank->peer_count; i++)
        if (rank->peers[i].kind == PEER_P2P &&
            rank->peers[i].out_messages > least &&
            !are_neighbours(grid, rank, &rank->peers[i]))
            return false;
    return true;
}

static void drop_grids(struct advice_facts *facts,
                       const struct rank_data *rank)
{
    uint64_t most = 0;
    size_t kept = 0;

    for (size_t i = 0; i < rank->peer_count; i++)
        if (rank->peers[i].kind == PEER_P2P &&
            rank->peers[i].out_messages > most)
            most = rank->peers[i].out_messages;
    if (most == 0)
        return;
    for (size_t i = 0; i < facts->grid_count; i++)
        if (grid_fits(&facts->grids[i], rank, most / REGULAR_PART))
            facts->grids[kept++] = facts->grids[i];
    facts->grid_count = kept;
}

struct rank_grid facts_grid(const struct advice_facts *facts)
{
    return facts->grid_count > 0 ? facts->grids[0]
                                 : (struct rank_grid){ { 0 } };
}

uint32_t facts_master(const struct advice_facts *facts,
                      const struct scope *scope)
{
    uint32_t ranks = scope->profile->rank_count, master = PARTNER_NONE;

    for (uint32_t i = 0; i < ranks; i++)
        if (facts->partners[i] == PARTNER_SEVERAL && master == PARTNER_NONE)
            master = i;
        else if (facts->partners[i] >= ranks)
            return PARTNER_NONE;
    for (uint32_t i = 0; i < ranks && master != PARTNER_NONE; i++)
        if (i != master && facts->partners[i] != master)
            return PARTNER_NONE;
    return master;
}

enum status facts_add(struct advice_facts *facts, const struct scope *scope,
                      const struct rank_data *rank)
{
    facts->open_requests += rank->open_requests;
    facts->with_open_requests += rank->open_requests > 0;
    facts->open_comms += rank->open_comms;
    facts->with_open_comms += rank->open_comms > 0;
    add_regions(facts, scope, rank);
    add_distances(facts, scope, rank);
    add_partner(facts, scope, rank);
    add_traffic(facts, scope, rank);
    add_team(facts, scope, rank);
    drop_grids(facts, rank);
    if (amounts_add(&facts->amounts, scope, rank) != STATUS_OK)
        return STATUS_NO_MEMORY;
    return add_payloads(facts, scope, rank);
}
