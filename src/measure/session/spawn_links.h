/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * spawn_links.h - finds which run spawned which.
 *
 * MPI does not tell a spawned world about its parents, and nothing may be sent
 * to a world that may not be measured.  So both leave a line in a file of
 * their own directory at once, and look for the other's at the end, in
 * neighbouring directories: a spawned process calls MPI_Init while its parents
 * are in the spawning call.  On hosts with different clocks nothing is found.
 * Threads: calls of MPI_Comm_spawn any, the others one.  Memory: none.
 * Errors: none; lines that cannot be written or read are not found.
 */
#ifndef MEASURE_SESSION_SPAWN_LINKS_H
#define MEASURE_SESSION_SPAWN_LINKS_H

#include <stdint.h>

#include "model/notes/remark.h"

/* Notes that a world of `ranks' processes was spawned; ns since 1970. */
void spawn_links_spawned(const char *directory, uint64_t init_begin_ns,
                         int ranks);
/* Notes a call that spawned `ranks' processes. */
void spawn_links_spawns(const char *directory, const char *procedure,
                        uint64_t begin_ns, uint64_t end_ns, int ranks);
/* Appends a remark for the parents and one for each spawned run. */
void spawn_links_describe(const char *directory, struct remarks *remarks);

#endif
