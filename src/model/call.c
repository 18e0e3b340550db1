/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * call.c - finds calls by name: a hash index over the generated table, built
 * at the first lookup.
 */
#include "model/call.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/hash.h"
#include "base/text/affix.h"

static pthread_once_t index_once = PTHREAD_ONCE_INIT;
static uint32_t *index_slots; /* row + 1; NULL: no memory, search the table */
static uint32_t index_mask;

static uint32_t first_slot(const char *name)
{
    return (uint32_t)hash_bytes(name, strlen(name), 0) & index_mask;
}

static void build_index(void)
{
    uint32_t room = 64;

    while (room < 2 * call_count)
        room *= 2;
    index_slots = calloc(room, sizeof(*index_slots));
    if (index_slots == NULL)
        return;
    index_mask = room - 1;
    for (uint32_t row = 0; row < call_count; row++) {
        uint32_t slot = first_slot(call_table[row].name);

        while (index_slots[slot] != 0)
            slot = (slot + 1) & index_mask;
        index_slots[slot] = row + 1;
    }
}

static int search_table(const char *name)
{
    for (uint32_t row = 0; row < call_count; row++)
        if (strcmp(call_table[row].name, name) == 0)
            return (int)row;
    return -1;
}

int call_find(const char *name)
{
    uint32_t slot;

    pthread_once(&index_once, build_index);
    if (index_slots == NULL)
        return search_table(name);
    for (slot = first_slot(name); index_slots[slot] != 0;
         slot = (slot + 1) & index_mask) {
        uint32_t row = index_slots[slot] - 1;

        if (strcmp(call_table[row].name, name) == 0)
            return (int)row;
    }
    return -1;
}

/* Whether only what tools put behind names follows: "()", " [{a.c} {3,1}]". */
static bool ends_spelling(const char *rest)
{
    if (strncmp(rest, "()", 2) == 0)
        rest += 2;
    rest += strspn(rest, " ");
    return *rest == '\0' || *rest == '[';
}

const char *call_spelled(const char *name, size_t *length)
{
    const char *start = name + (*name == 'P' || *name == 'p');
    size_t prefix = strncasecmp(start, "MPIX_", 5) == 0  ? 5
                    : strncasecmp(start, "MPI_", 4) == 0 ? 4
                                                         : 0;

    *length = prefix;
    while (isalnum((unsigned char)start[*length]) || start[*length] == '_')
        ++*length;
    if (prefix == 0 || !ends_spelling(start + *length))
        return NULL;
    while (*length > prefix && start[*length - 1] == '_')
        --*length;
    return *length > prefix ? start : NULL;
}

int call_find_spelled(const char *name)
{
    size_t length;
    const char *spelled = call_spelled(name, &length);

    for (uint32_t row = 0; spelled != NULL && row < call_count; row++)
        if (strncasecmp(call_table[row].name, spelled, length) == 0 &&
            call_table[row].name[length] == '\0')
            return (int)row;
    return -1;
}

const char *call_class_name(enum call_class class)
{
    static const char *const names[] = {
#define X(code, name, title) name,
        CALL_CLASS_LIST(X)
#undef X
    };

    return names
        [(unsigned)class < CALL_CLASS_COUNT ? class : CALL_CLASS_OTHER];
}

const char *call_class_title(enum call_class class)
{
    static const char *const titles[] = {
#define X(code, name, title) title,
        CALL_CLASS_LIST(X)
#undef X
    };

    return titles
        [(unsigned)class < CALL_CLASS_COUNT ? class : CALL_CLASS_OTHER];
}

uint64_t call_coll_size(enum call_role role, uint64_t out_bytes,
                        uint64_t in_bytes)
{
    return role == CALL_ROLE_ONE2ALL ? in_bytes : out_bytes;
}

enum call_poll call_poll_of(const char *name)
{
    static const struct {
        const char *start;
        enum call_poll poll;
    } polls[] = {
        { "MPI_Probe", CALL_POLL_PROBE },
        { "MPI_Mprobe", CALL_POLL_MPROBE },
        { "MPI_Iprobe", CALL_POLL_IPROBE },
        { "MPI_Improbe", CALL_POLL_IMPROBE },
        { "MPI_Test_c", CALL_POLL_NONE }, /* MPI_Test_cancelled */
        { "MPI_Test", CALL_POLL_TEST },
        { "MPI_Recv", CALL_POLL_RECEIVE },
        { "MPI_Irecv", CALL_POLL_RECEIVE },
        { "MPI_Mrecv", CALL_POLL_MRECEIVE },
        { "MPI_Imrecv", CALL_POLL_MRECEIVE },
    };

    for (size_t i = 0; i < sizeof(polls) / sizeof(*polls); i++)
        if (starts_with(name, polls[i].start))
            return polls[i].poll;
    return CALL_POLL_NONE;
}

bool call_makes_persistent(const char *name)
{
    return ends_with(name, "_init") || ends_with(name, "_init_c");
}
