/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * looker.h - rank 0 looks again and again for the message of rank 1, which works
 * longer before it sends.
 *
 * A program includes this header and defines receive().  Cure 1: both work alike.
 */
#ifndef TESTS_CURES_LOOKER_H
#define TESTS_CURES_LOOKER_H

#include "cures.h"

/* Rank 0, until it has the message, a double with tag 0. */
static void receive(void);

static void produce(void)
{
    double data = 0;

    work(CURED(1) ? 20 : 30);
    MPI_Send(&data, 1, MPI_DOUBLE, 0, 0, WORLD);
}

static void run(void)
{
    for (int i = 0; i < 6; i++) {
        if (me == 1) {
            produce();
        } else {
            work(CURED(1) ? 20 : 10);
            receive();
        }
    }
}

#endif
