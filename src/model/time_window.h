/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * time_window.h - the part of a run's time line that the numbers cover.
 *
 * Units: ns since the run's start, the first end of MPI_Init (see profile.h),
 * as on the time line of the HTML report.
 */
#ifndef MODEL_TIME_WINDOW_H
#define MODEL_TIME_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

struct time_window {
    bool given;        /* false: the whole run, and no other field is set */
    bool from_set;     /* false: includes the time before the start */
    uint64_t from, to; /* to: UINT64_MAX is the end of the run and everything
                        * after it; in a profile at most `run' */
    uint64_t run; /* in a profile: the time at which the last rank's measured
                    * part ends */
};

#endif
