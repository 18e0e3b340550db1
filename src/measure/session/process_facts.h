/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * process_facts.h - facts about a process and its host.
 *
 * Threads: one.  Memory: in the caller's storage; texts are cut to fit.
 * Errors: an unavailable fact is "unknown".
 */
#ifndef MEASURE_SESSION_PROCESS_FACTS_H
#define MEASURE_SESSION_PROCESS_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/resources/core_set.h"

struct process_facts {
    char program[256];  /* base name; the script's for an interpreter */
    char command[4096]; /* with arguments */
    bool bare_python;   /* Python, and not by python3 -m mpiprof */
    char host[256];
    char cpu[256];         /* model name */
    uint64_t memory_bytes; /* of the host; 0: unknown */
    struct core_set cores;
};

void process_facts_learn(struct process_facts *facts);

/* Describes the MPI library in one line of at most size bytes. */
void process_facts_mpi(char *text, int size);

#endif
