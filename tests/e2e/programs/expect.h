/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * expect.h - what a test program expects the profile to hold.
 *
 * A program says beside each MPI call what it must count; at its end each
 * rank writes PREFIX.RANK.tsv (rank, procedure, calls, bytes_out, bytes_in),
 * without MPI, for check_counts.py to compare.
 * Bytes of collectives follow the convention of the OTF2 archive, those of
 * receives and nonblocking collectives are charged as the profile does:
 * received bytes to the call that completes, all others to the call that
 * starts.  Threads: one.  Errors: end the program with status 1.
 */
#ifndef TESTS_E2E_PROGRAMS_EXPECT_H
#define TESTS_E2E_PROGRAMS_EXPECT_H

#include <stdint.h>

/* procedure: a string that stays valid. */
void expect(const char *procedure, uint64_t calls, uint64_t bytes_out,
            uint64_t bytes_in);

/* A call that moves nothing, or as many bytes. */
#define CALL(procedure, ...) MOVES(0, 0, procedure, __VA_ARGS__)
#define MOVES(out, in, procedure, ...)      \
    do {                                    \
        procedure(__VA_ARGS__);             \
        expect(#procedure, 1, (out), (in)); \
    } while (0)

/* Between these nothing is counted: the measurement is switched off. */
void expect_pause(void);
void expect_resume(void);

void expect_write(const char *prefix, int rank);

#endif
