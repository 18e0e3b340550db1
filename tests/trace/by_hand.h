/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * by_hand.h - what programs have in common that write an archive with OTF2
 * alone: they know what is in it, and need nothing of what is tested.
 *
 * World is communicator 0, with the groups 0 and 1; string 0 is empty.
 * Errors: say so and end the program.
 */
#ifndef TESTS_TRACE_BY_HAND_H
#define TESTS_TRACE_BY_HAND_H

#include <otf2/otf2.h>
#include <stdint.h>

#define WORLD 0
#define EMPTY 0

void must(OTF2_ErrorCode code, const char *what);
/* Of zeros; the caller frees it. */
void *must_have(size_t count, size_t size);

/* FOLDER/run.otf2 must not be there. */
OTF2_Archive *by_hand_open(const char *folder);
/* The locations, from 0 on, define nothing of their own. */
void by_hand_locals(OTF2_Archive *archive, uint32_t locations);
/* Clock, in ns from 0 on, paradigm and the only node. */
void by_hand_machine(OTF2_GlobalDefWriter *writer, uint64_t length,
                     uint32_t mpi, uint32_t node, uint32_t class);
/* MPI_COMM_WORLD of that many ranks; each has so many locations, of which the
 * first is its own. */
void by_hand_world(OTF2_GlobalDefWriter *writer, uint32_t name,
                   uint32_t ranks, uint32_t locations);

#endif
