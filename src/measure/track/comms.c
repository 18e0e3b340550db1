/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/track/comms.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/hash.h"
#include "base/log.h"
#include "model/notes/comm_note.h"

/* For the others, how many must have ended since one did that serves again:
 * requests that outlived it still ask it for ranks. */
#define OTHERS_RESTING 256

/* Slots hold infos; in the place of a freed one `gone` stays where others may
 * lie behind it.  Readers take no lock: a table is published whole, and kept
 * until teardown when another one replaces it. */
struct slots {
    uint32_t mask, used;
    struct slots *older;
    struct comm_info *volatile info[];
};

static struct {
    pthread_mutex_t lock;
    struct slots *volatile slots;
    struct comm_info *all;
    comms_new_function *on_new;
    void *context;
    uint64_t shared, crowded;
    uint32_t count;                           /* of all */
    struct comm_info *resting, *last_resting; /* others that have ended */
    uint32_t resting_count;
    MPI_Group world_group;
    uint32_t world_size;
} state = { .lock = PTHREAD_MUTEX_INITIALIZER };

uint32_t comms_generation = 1;

static uint32_t slot_of(MPI_Comm comm, uint32_t mask)
{
    return (uint32_t)(hash_mix(0, (uint64_t)(uintptr_t)comm) >> 32) & mask;
}

static struct slots *slots_create(uint32_t count)
{
    struct slots *slots =
        calloc(1, sizeof(*slots) + count * sizeof(slots->info[0]));

    if (slots != NULL)
        slots->mask = count - 1;
    return slots;
}

static struct comm_info gone = { .freed = true };

static void slots_put(struct slots *slots, struct comm_info *info)
{
    uint32_t at = slot_of(info->handle, slots->mask);

    while (slots->info[at] != NULL && slots->info[at] != &gone)
        at = (at + 1) & slots->mask;
    slots->used += slots->info[at] == NULL;
    __atomic_store_n(&slots->info[at], info, __ATOMIC_RELEASE);
}

/* Behind the last one of a run nobody looks for anything. */
static void slots_take(struct slots *slots, const struct comm_info *info)
{
    uint32_t at = slot_of(info->handle, slots->mask);

    while (slots->info[at] != NULL && slots->info[at] != info)
        at = (at + 1) & slots->mask;
    if (slots->info[at] == NULL)
        return;
    __atomic_store_n(&slots->info[at], &gone, __ATOMIC_RELEASE);
    while (slots->info[(at + 1) & slots->mask] == NULL &&
           slots->info[at] == &gone) {
        __atomic_store_n(&slots->info[at], NULL, __ATOMIC_RELEASE);
        slots->used--;
        at = (at - 1) & slots->mask;
    }
}

static struct comm_info *slots_get(const struct slots *slots, MPI_Comm comm)
{
    uint32_t at = slot_of(comm, slots->mask);
    struct comm_info *info;

    while ((info = __atomic_load_n(&slots->info[at], __ATOMIC_ACQUIRE)) !=
           NULL) {
        if (__atomic_load_n(&info->handle, __ATOMIC_RELAXED) == comm &&
            !__atomic_load_n(&info->freed, __ATOMIC_RELAXED))
            return info;
        at = (at + 1) & slots->mask;
    }
    return NULL;
}

/* Drops what is gone, and doubles when what lives needs it. */
static bool slots_make_room(void)
{
    struct slots *old = state.slots;
    struct slots *fresh;
    uint32_t alive = 0;

    if (old->used < old->mask / 2)
        return true;
    for (uint32_t i = 0; i <= old->mask; i++)
        alive += old->info[i] != NULL && !old->info[i]->freed;
    fresh = slots_create(alive < old->mask / 4 ? old->mask + 1
                                               : 2 * (old->mask + 1));
    if (fresh == NULL)
        return false;
    for (uint32_t i = 0; i <= old->mask; i++)
        if (old->info[i] != NULL && !old->info[i]->freed)
            slots_put(fresh, old->info[i]);
    fresh->older = old;
    __atomic_store_n(&state.slots, fresh, __ATOMIC_RELEASE);
    return true;
}

static bool members_are_world(const uint32_t *world, uint32_t size)
{
    if (size != state.world_size)
        return false;
    for (uint32_t i = 0; i < size; i++)
        if (world[i] != i)
            return false;
    return true;
}

/* World ranks of a group; NULL when out of memory. */
static uint32_t *world_ranks(MPI_Group group, uint32_t size)
{
    int *from = calloc(size + 1, sizeof(*from));
    int *to = calloc(size + 1, sizeof(*to));

    if (from == NULL || to == NULL) {
        FREE_ALL(from, to);
        return NULL;
    }
    for (uint32_t i = 0; i < size; i++)
        from[i] = (int)i;
    PMPI_Group_translate_ranks(group, (int)size, from, state.world_group, to);
    for (uint32_t i = 0; i < size; i++)
        if (to[i] == MPI_UNDEFINED)
            to[i] = -1; /* COMMS_NO_RANK */
    free(from);
    return (uint32_t *)to;
}

uint32_t *comms_group_members(MPI_Group group, uint32_t *size)
{
    int members = 0;

    PMPI_Group_size(group, &members);
    *size = (uint32_t)members;
    return world_ranks(group, *size);
}

/* The two groups of an intercommunicator in an order both sides agree on. */
static uint64_t members_hash(const struct comm_info *info)
{
    uint64_t here = hash_bytes(info->world, info->size * sizeof(uint32_t), 1);
    uint64_t there;

    if (info->remote_size == 0)
        return here;
    there = hash_bytes(info->remote_world,
                       info->remote_size * sizeof(uint32_t), 1);
    return here < there ? hash_mix(here, there) : hash_mix(there, here);
}

static bool learn_members(struct comm_info *info)
{
    MPI_Group group;
    int size, rank, inter;

    PMPI_Comm_size(info->handle, &size);
    PMPI_Comm_rank(info->handle, &rank);
    info->size = (uint32_t)size;
    info->rank = (uint32_t)rank;
    PMPI_Comm_group(info->handle, &group);
    info->world = world_ranks(group, info->size);
    PMPI_Group_free(&group);
    PMPI_Comm_test_inter(info->handle, &inter);
    if (inter && info->world != NULL) {
        PMPI_Comm_remote_size(info->handle, &size);
        info->remote_size = (uint32_t)size;
        PMPI_Comm_remote_group(info->handle, &group);
        info->remote_world = world_ranks(group, info->remote_size);
        PMPI_Group_free(&group);
    }
    if (info->world == NULL || (inter && info->remote_world == NULL))
        return false;
    info->members = members_hash(info);
    return true;
}

/* The parent counts only for communicators of one group: the two sides of an
 * intercommunicator have different parents. */
static uint64_t base_identity(const struct comm_info *info)
{
    uint64_t parent = info->parent != NULL && info->remote_size == 0
                          ? info->parent->identity
                          : 7;

    return hash_mix(parent, info->members);
}

/* How many with the same parent and members there were: taken from the one
 * made last, so that it does not walk all of them each time. */
struct family {
    uint64_t base;
    uint64_t made;
    struct comm_info *spare; /* infos that have ended, of the last identity */
};

static struct {
    struct family *list;
    uint32_t mask, used;
} families;

static struct family *family_slot(struct family *list, uint32_t mask,
                                  uint64_t base)
{
    uint32_t at = (uint32_t)base & mask;

    while (list[at].made != 0 && list[at].base != base)
        at = (at + 1) & mask;
    return &list[at];
}

static bool families_grow(void)
{
    uint32_t mask = families.list == NULL ? 63 : 2 * families.mask + 1;
    struct family *list = calloc(mask + 1, sizeof(*list));

    if (list == NULL)
        return false;
    for (uint32_t i = 0; families.list != NULL && i <= families.mask; i++)
        if (families.list[i].made != 0)
            *family_slot(list, mask, families.list[i].base) = families.list[i];
    free(families.list);
    families.list = list;
    families.mask = mask;
    return true;
}

static bool family_is_known(uint64_t base)
{
    return families.list != NULL &&
           family_slot(families.list, families.mask, base)->made >=
               COMMS_APART;
}

/* NULL: no memory. */
static struct family *family_of(uint64_t base)
{
    struct family *family;

    if ((families.list == NULL || families.used >= families.mask / 2) &&
        !families_grow())
        return NULL;
    family = family_slot(families.list, families.mask, base);
    if (family->made == 0) {
        family->base = base;
        families.used++;
    }
    return family;
}

static void info_destroy(struct comm_info *info)
{
    FREE_ALL(info->name, info->is_missing, info->world, info->remote_world,
             info);
}

static uint32_t *copy_ranks(const uint32_t *ranks, uint32_t size)
{
    uint32_t *copy = calloc(size + 1, sizeof(*copy));

    for (uint32_t i = 0; copy != NULL && i < size; i++)
        copy[i] = ranks == NULL ? i : ranks[i];
    return copy;
}

static bool copy_members(struct comm_info *info)
{
    const struct comm_info *from = info->parent;

    info->size = from->size;
    info->rank = from->rank;
    info->remote_size = from->remote_size;
    info->members = from->members;
    info->gridless = from->gridless && !from->shared;
    if (from->world != NULL)
        info->world = copy_ranks(from->world, from->size);
    if (from->remote_size > 0)
        info->remote_world = copy_ranks(from->remote_world, from->remote_size);
    return (from->world == NULL || info->world != NULL) &&
           (from->remote_size == 0 || info->remote_world != NULL);
}

/* Whose ancestors are too many has none. */
static void find_base(struct comm_info *info)
{
    info->depth = info->parent == NULL || info->remote_size > 0
                      ? 1
                      : info->parent->depth + 1;
    if (info->depth > COMMS_DEEPEST) {
        info->depth = COMMS_DEEPEST + 1;
        info->parent = NULL;
        info->shared = true;
    }
    info->base = base_identity(info);
    if (info->shared)
        info->base = hash_mix(info->base, COMMS_DEEPEST);
}

/* The info to go on with: this one, or one of the same identity that has ended,
 * which then takes over the handle. */
static struct comm_info *identify_comm(struct comm_info *info)
{
    struct comm_info *spare;
    struct family *family;

    family = family_of(info->base);
    if (family == NULL) {
        info->identity = hash_mix(info->base, 0) | 1u << 8;
        return info;
    }
    info->shared |= family->made >= COMMS_APART;
    info->identity =
        hash_mix(info->base, info->shared ? COMMS_APART : family->made) |
        1u << 8;
    family->made++;
    spare = info->shared ? family->spare : NULL;
    state.shared += info->shared;
    if (spare == NULL)
        return info;
    family->spare = spare->spare;
    __atomic_store_n(&spare->handle, info->handle, __ATOMIC_RELAXED);
    spare->degree_known = false;
    spare->gridless = info->gridless;
    __atomic_store_n(&spare->freed, false, __ATOMIC_RELAXED);
    info_destroy(info);
    return spare;
}

/* ---- the others ---- */

/* Those that share a row already go on to do so. */
static bool comm_is_other(const struct comm_info *info)
{
    if (info->parent != NULL && info->parent->other)
        return true;
    return state.count >= COMMS_MOST && !family_is_known(info->base);
}

/* A list with room for any group of this world, never to be moved: a request
 * may look at it when it serves again. */
static bool list_make_roomy(uint32_t **list, uint32_t size, uint32_t room)
{
    uint32_t *roomy = calloc(room + 1, sizeof(*roomy));

    if (roomy == NULL)
        return false;
    for (uint32_t i = 0; i < size; i++)
        roomy[i] = (*list)[i];
    free(*list);
    *list = roomy;
    return true;
}

static void rest_comm(struct comm_info *info)
{
    info->spare = NULL;
    if (state.last_resting == NULL)
        state.resting = info;
    else
        state.last_resting->spare = info;
    state.last_resting = info;
    state.resting_count++;
}

/* NULL: none has rested for long enough that has the room. */
static struct comm_info *wake_comm(const struct comm_info *fresh)
{
    struct comm_info *info = state.resting;

    if (state.resting_count <= OTHERS_RESTING || info->room < fresh->room)
        return NULL;
    state.resting = info->spare;
    if (state.resting == NULL)
        state.last_resting = NULL;
    state.resting_count--;
    info->spare = NULL;
    return info;
}

/* The members of an info that serves again; sizes are right for either. */
static void take_members(struct comm_info *info, const struct comm_info *fresh)
{
    info->size = info->remote_size = 0;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    memcpy(info->world, fresh->world, fresh->size * sizeof(*fresh->world));
    memcpy(info->remote_world, fresh->remote_world,
           fresh->remote_size * sizeof(*fresh->world));
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    info->size = fresh->size;
    info->remote_size = fresh->remote_size;
    info->rank = fresh->rank;
}

/* The info to go on with; NULL: no memory, and nothing has changed. */
static struct comm_info *join_others(struct comm_info *fresh)
{
    struct comm_info *info;
    uint32_t room =
        fresh->size > fresh->remote_size ? fresh->size : fresh->remote_size;

    if (fresh->world == NULL)
        fresh->world = copy_ranks(NULL, fresh->size);
    if (fresh->world == NULL)
        return NULL;
    fresh->room = room > state.world_size ? room : state.world_size;
    state.crowded++;
    info = wake_comm(fresh);
    if (info == NULL) {
        fresh->other = fresh->shared = true;
        fresh->identity = COMM_IDENTITY_OTHERS;
        fresh->parent = NULL;
        return list_make_roomy(&fresh->world, fresh->size, fresh->room) &&
                       list_make_roomy(&fresh->remote_world,
                                       fresh->remote_size, fresh->room)
                   ? fresh
                   : NULL;
    }
    take_members(info, fresh);
    __atomic_store_n(&info->handle, fresh->handle, __ATOMIC_RELAXED);
    info->degree_known = false;
    __atomic_store_n(&info->freed, false, __ATOMIC_RELAXED);
    info_destroy(fresh);
    return info;
}

static void enlist_comm(struct comm_info *info)
{
    state.count++;
    if (!info->other && info->remote_size == 0 && info->world != NULL &&
        members_are_world(info->world, info->size)) {
        free(info->world);
        info->world = NULL;
    }
    info->next = state.all;
    state.all = info;
    state.on_new(info, state.context);
}

/* With the lock held. */
static struct comm_info *comm_take_in(MPI_Comm comm, struct comm_info *parent,
                                      const struct comm_birth *birth)
{
    struct comm_info *fresh = calloc(1, sizeof(*fresh));
    struct comm_info *info = fresh;

    if (fresh == NULL)
        return NULL;
    fresh->handle = comm;
    fresh->parent = parent;
    fresh->made_by = birth->by;
    fresh->handle_as_made = comm;
    if (!slots_make_room() ||
        !(birth->duplicate && parent != NULL ? copy_members(fresh)
                                             : learn_members(fresh))) {
        info_destroy(fresh);
        return NULL;
    }
    if (comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF) {
        fresh->predefined = fresh->gridless = true;
        fresh->identity =
            comm == MPI_COMM_WORLD ? COMM_IDENTITY_WORLD : COMM_IDENTITY_SELF;
    } else {
        find_base(fresh);
        info =
            comm_is_other(fresh) ? join_others(fresh) : identify_comm(fresh);
    }
    if (info == NULL) {
        info_destroy(fresh);
        return NULL;
    }
    if (info == fresh)
        enlist_comm(info);
    slots_put(state.slots, info);
    __atomic_add_fetch(&comms_generation, 1, __ATOMIC_RELEASE);
    return info;
}

static bool take_in_predefined(void)
{
    static const struct comm_birth birth;
    struct comm_info *world, *self;

    pthread_mutex_lock(&state.lock);
    world = comm_take_in(MPI_COMM_WORLD, NULL, &birth);
    self = world == NULL ? NULL : comm_take_in(MPI_COMM_SELF, world, &birth);
    pthread_mutex_unlock(&state.lock);
    return self != NULL;
}

enum status comms_setup(MPI_Comm all, bool with_world,
                        comms_new_function *on_new, void *context)
{
    int size;

    state.on_new = on_new;
    state.context = context;
    state.slots = slots_create(256);
    PMPI_Comm_size(all, &size);
    PMPI_Comm_group(all, &state.world_group);
    state.world_size = (uint32_t)size;
    if (state.slots == NULL || (with_world && !take_in_predefined()))
        return log_fail(STATUS_NO_MEMORY, "table of communicators");
    return STATUS_OK;
}

void comms_teardown(void)
{
    struct slots *slots = state.slots;
    struct comm_info *info = state.all;

    while (slots != NULL) {
        struct slots *older = slots->older;

        free(slots);
        slots = older;
    }
    while (info != NULL) {
        struct comm_info *next = info->next;

        info_destroy(info);
        info = next;
    }
    free(families.list);
    memset(&families, 0, sizeof(families));
    PMPI_Group_free(&state.world_group);
    state.slots = NULL;
    state.all = state.resting = state.last_resting = NULL;
    state.count = state.resting_count = 0;
}

struct comm_info *comms_find(MPI_Comm comm)
{
    static const struct comm_birth unseen;
    struct comm_info *info;

    if (comm == MPI_COMM_NULL)
        return NULL;
    info = slots_get(__atomic_load_n(&state.slots, __ATOMIC_ACQUIRE), comm);
    return info != NULL ? info : comms_created(MPI_COMM_NULL, comm, &unseen);
}

/* With the lock held. */
static void end_comm(struct comm_info *info)
{
    __atomic_store_n(&info->freed, true, __ATOMIC_RELAXED);
    slots_take(state.slots, info);
}

struct comm_info *comms_created(MPI_Comm parent, MPI_Comm created,
                                const struct comm_birth *birth)
{
    struct comm_info *above = NULL;
    struct comm_info *info;

    if (created == MPI_COMM_NULL)
        return NULL;
    if (parent != MPI_COMM_NULL)
        above = comms_find(parent);
    pthread_mutex_lock(&state.lock);
    info = slots_get(state.slots, created);
    if (info != NULL && parent != MPI_COMM_NULL && !info->predefined) {
        end_comm(info); /* was not seen yet */
        info->end_unreported = true;
        info = NULL;
    }
    if (info == NULL) {
        info = comm_take_in(created, above, birth);
        if (info != NULL)
            info->made = birth->made;
    }
    pthread_mutex_unlock(&state.lock);
    return info;
}

/* The one that a call has ended which began then: its handle was given to newer
 * ones meanwhile. */
static struct comm_info *find_unreported_end(MPI_Comm comm, uint64_t began)
{
    struct comm_info *found = NULL;

    for (struct comm_info *at = state.all; at != NULL; at = at->next)
        if (at->handle == comm && at->end_unreported && at->made <= began &&
            (found == NULL || at->made > found->made))
            found = at;
    return found;
}

static void give_back(struct comm_info *info)
{
    struct family *family =
        info->shared && !info->other ? family_of(info->base) : NULL;

    if (info->other)
        rest_comm(info);
    if (family == NULL)
        return;
    info->spare = family->spare;
    family->spare = info;
}

struct comm_info *comms_freed(MPI_Comm comm, uint64_t began)
{
    struct comm_info *info, *older = NULL;

    if (comm == MPI_COMM_NULL)
        return NULL;
    pthread_mutex_lock(&state.lock);
    info = slots_get(state.slots, comm);
    if (info == NULL || info->made > began) /* or made and ended meanwhile */
        older = find_unreported_end(comm, began);
    info = older != NULL ? older : info;
    if (info != NULL) {
        end_comm(info);
        info->end_unreported = false;
        give_back(info);
    }
    __atomic_add_fetch(&comms_generation, 1, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&state.lock);
    return info;
}

void comms_named(MPI_Comm comm, const char *name)
{
    struct comm_info *info = comms_find(comm);

    if (info == NULL)
        return;
    pthread_mutex_lock(&state.lock);
    free(info->name);
    info->name = strdup(name);
    pthread_mutex_unlock(&state.lock);
}

void comms_serialised(struct comm_info *info, comms_new_function *what,
                      void *context)
{
    pthread_mutex_lock(&state.lock);
    what(info, context);
    pthread_mutex_unlock(&state.lock);
}

static bool any_outside(const uint32_t *members, uint32_t count)
{
    for (uint32_t i = 0; members != NULL && i < count; i++)
        if (members[i] == COMMS_NO_RANK)
            return true;
    return false;
}

bool comms_has_outsiders(const struct comm_info *info)
{
    return any_outside(info->world, info->size) ||
           any_outside(info->remote_world, info->remote_size);
}

bool comms_leads_outside(const struct comm_info *info)
{
    for (uint32_t i = 0; i < info->remote_size; i++)
        if (info->remote_world[i] != COMMS_NO_RANK)
            return false;
    return info->remote_size > 0;
}

struct comm_info *comms_all(void)
{
    return state.all;
}

uint64_t comms_shared(void)
{
    return state.shared;
}

uint64_t comms_crowded(void)
{
    return state.crowded;
}

static void learn_grid(struct comm_info *info)
{
    int dimensions = 0;
    int ends[2];
    bool *is_missing;

    PMPI_Cartdim_get(info->handle, &dimensions);
    info->in_degree = info->out_degree = 2 * dimensions;
    info->missing = 0;
    is_missing = calloc(2 * (size_t)dimensions + 1, sizeof(*is_missing));
    for (int d = 0; is_missing != NULL && d < dimensions; d++) {
        PMPI_Cart_shift(info->handle, d, 1, &ends[0], &ends[1]);
        for (int end = 0; end < 2; end++) {
            is_missing[2 * d + end] = ends[end] == MPI_PROC_NULL;
            info->missing += ends[end] == MPI_PROC_NULL;
        }
    }
    free(info->is_missing);
    info->is_missing = is_missing;
}

static void learn_degrees(struct comm_info *info)
{
    int kind = MPI_UNDEFINED;
    int weighted, neighbors = 0;

    info->in_degree = info->out_degree = 0;
    PMPI_Topo_test(info->handle, &kind);
    if (kind == MPI_CART) {
        learn_grid(info);
    } else if (kind == MPI_GRAPH) {
        PMPI_Graph_neighbors_count(info->handle, (int)info->rank, &neighbors);
        info->in_degree = info->out_degree = neighbors;
    } else if (kind == MPI_DIST_GRAPH) {
        PMPI_Dist_graph_neighbors_count(info->handle, &info->in_degree,
                                        &info->out_degree, &weighted);
    }
}

void comms_degrees(struct comm_info *info)
{
    if (__atomic_load_n(&info->degree_known, __ATOMIC_ACQUIRE))
        return;
    pthread_mutex_lock(&state.lock);
    if (!info->degree_known)
        learn_degrees(info);
    __atomic_store_n(&info->degree_known, true, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&state.lock);
}
