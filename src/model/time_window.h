/*
 * time_window.h - the part of a run's time line that the numbers are of.
 *
 * Units: ns since the run's start, which is the first end of MPI_Init (see
 * profile.h): as on the time line of a page.
 */
#ifndef MODEL_TIME_WINDOW_H
#define MODEL_TIME_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

struct time_window {
    bool given;    /* else all of the run, and nothing else is set */
    bool from_set; /* else it has what is before the start, too */
    uint64_t from, to; /* to: UINT64_MAX: the end of the run, and what comes
                        * behind it; in a profile no more than `run' */
    uint64_t run;  /* in a profile: when the last rank's measured part ends */
};

#endif
