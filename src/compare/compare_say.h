/*
 * compare_say.h - the difference of two sides in sentences.
 */
#ifndef COMPARE_COMPARE_SAY_H
#define COMPARE_COMPARE_SAY_H

#include "analyze/facts/say.h"
#include "compare/compare.h"

/* Verdict and remarks on what does not compare. */
void compare_say(const struct runs *runs, const struct compare_sides *sides,
                 struct report *report);
/* Time for a sentence, without its sign. */
struct said compare_say_time(double ns);

/* The largest of the regions and procedures, the largest first. */
#define PARTS_MOST 3
struct parts {
    const struct runs_row *row[PARTS_MOST];
    double ns[PARTS_MOST];
};

/* Keeps it if it is among them; others than regions and procedures not. */
void parts_keep(struct parts *parts, const struct runs_row *row, double ns);
/* "<what>: useful time in main/solve +1.20 s, time in MPI_Send +10.0 ms." */
void parts_say(const struct parts *parts, const char *what, char sign,
               struct report *report);

/* Names, before anything else, those that did not come to their end: a killed
 * run is no fast one. */
void compare_say_unfinished(const struct runs *runs, struct report *report);
/* Remarks on all these runs. */
void compare_say_runs(const struct runs *runs, struct report *report);

#endif
