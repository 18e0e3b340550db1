/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * regions.c - mpiprof_region_begin and _end, in C and in Fortran.
 *
 * Regions opened before MPI_Init are kept, up to a limit per thread, and
 * passed to the core when it starts (other threads': at their next region).
 */
#include <stdlib.h>
#include <string.h>

#include "shield.h"
#include "fortran.h"
#include "mpiprof.h"
#include "regions.h"

enum { MOST_EARLY = 64, NAME_ROOM = 256 };

struct early {
    int depth; /* may be more than what is kept */
    struct {
        char *name, *file;
        int line;
        struct hook_range range;
    } regions[MOST_EARLY];
};

static __thread struct early *early __attribute__((tls_model("initial-exec")));

void regions_keep(const char *name, const char *file, int line,
                  struct hook_range range)
{
    int i;

    if (early == NULL)
        early = calloc(1, sizeof *early);
    if (early == NULL)
        return;
    i = early->depth++;
    if (i >= MOST_EARLY)
        return;
    early->regions[i].name = name != NULL ? strdup(name) : NULL;
    early->regions[i].file = file != NULL ? strdup(file) : NULL;
    early->regions[i].line = line;
    early->regions[i].range = range;
}

/* Whichever mark is innermost, or that range; -1: there is none. */
static int persist_place(struct hook_range range)
{
    int i = early->depth < MOST_EARLY ? early->depth : MOST_EARLY;

    while (--i >= 0)
        if (early->regions[i].range.source == range.source &&
            early->regions[i].range.id == range.id)
            return i;
    return -1;
}

void regions_drop(struct hook_range range)
{
    int i, kept;

    if (early == NULL || early->depth == 0)
        return;
    if (early->depth > MOST_EARLY) {
        early->depth--;
        return;
    }
    i = persist_place(range);
    if (i < 0)
        return;
    free(early->regions[i].name);
    free(early->regions[i].file);
    kept = --early->depth;
    memmove(&early->regions[i], &early->regions[i + 1],
            (size_t)(kept - i) * sizeof early->regions[0]);
    if (kept == 0) { /* the thread may end before MPI is used */
        free(early);
        early = NULL;
    }
}

/* The thread is inside mpiprof. */
void regions_replay(void)
{
    struct early *old = early;
    int held;

    if (old == NULL)
        return;
    held = cancel_hold();
    early = NULL;
    for (int i = 0; i < old->depth && i < MOST_EARLY; i++) {
        if (old->regions[i].range.source == HOOK_FUNCTION)
            hook_state.ops->function_enter(
                &hook_thread, (void *)(uintptr_t)old->regions[i].range.id,
                old->regions[i].range.frame);
        if (old->regions[i].name == NULL)
            continue;
        if (old->regions[i].range.source != HOOK_MARK)
            hook_state.ops->range_begin(&hook_thread, old->regions[i].range,
                                        old->regions[i].name);
        else
            hook_state.ops->region_begin(&hook_thread, old->regions[i].name,
                                         old->regions[i].file,
                                         old->regions[i].line);
        free(old->regions[i].name);
        free(old->regions[i].file);
    }
    free(old);
    cancel_release(held);
}

static const struct hook_range mark = { .source = HOOK_MARK };

/* Inside MPI, whose time is no region's, and in functions of the program that
 * ours call (its malloc) no region begins or ends. */
EXPORTED void mpiprof_region_begin(const char *name, const char *file,
                                   int line)
{
    struct shield before;

    if (name == NULL || hook_state.mode == HOOK_OFF ||
        hook_is_inside(&hook_thread, CALLER))
        return;
    before = shield_raise();
    if (hook_state.mode == HOOK_ASLEEP) {
        regions_keep(name, file, line, mark);
    } else {
        regions_replay();
        hook_state.ops->region_begin(&hook_thread, name, file, line);
    }
    shield_lower(&before);
}

EXPORTED void mpiprof_region_end(const char *name)
{
    struct shield before;

    if (name == NULL || hook_state.mode == HOOK_OFF ||
        hook_is_inside(&hook_thread, CALLER))
        return;
    before = shield_raise();
    if (hook_state.mode == HOOK_ASLEEP) {
        regions_drop(mark);
    } else {
        regions_replay();
        hook_state.ops->region_end(&hook_thread, name);
    }
    shield_lower(&before);
}

/* The Fortran module mpiprof binds to these: name not ended by NUL. */
EXPORTED void mpiprof_f_region_begin(const char *name, size_t length);
EXPORTED void mpiprof_f_region_end(const char *name, size_t length);

void mpiprof_f_region_begin(const char *name, size_t length)
{
    char room[NAME_ROOM];

    mpiprof_region_begin(f_string(name, length, room, sizeof room), NULL, 0);
}

void mpiprof_f_region_end(const char *name, size_t length)
{
    char room[NAME_ROOM];

    mpiprof_region_end(f_string(name, length, room, sizeof room));
}
