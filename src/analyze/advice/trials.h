/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trials.h - the changes that cures_simulate() tries; internal to this folder.
 *
 * Shape: a trial for each finding with a cure, those with the largest estimates,
 * and a second one, directly after it, where all work of a region may have to be
 * compared instead of a part.  trials.c makes them, unequal_work.c judges those
 * that change work, for which teams.c finds out who can share it, cures.c simulates
 * them.
 * Units: ns, world ranks.  Threads: one owner.  Memory: trials_clear() frees.
 */
#ifndef ANALYZE_ADVICE_TRIALS_H
#define ANALYZE_ADVICE_TRIALS_H

#include "analyze/advice/advice.h"
#include "replay/log/scenario.h"

#define TRIALS_MOST 31u

/* One finding's cure in the simulation. */
struct trial {
    struct finding *finding;
    struct change change;
    bool wide;   /* all work in the region; the trial before has a part */
    bool *sites; /* by site of the log */
    bool spread; /* the part costs others less than half of all */
    double *factors, *like_others;     /* by rank */
    uint64_t *step_work;               /* of work, in runs with steps */
    double *step_factors, *step_alike; /* of one block; the latter make slow
                                        * ranks as fast as the others */
    uint64_t *behind; /* of unequal work, see struct scenario */
    uint64_t
        *follows; /* of small collectives and of a master's work, see struct
                   * scenario */
    bool *leads;  /* of small collectives */
    struct packing packing; /* of small messages */
    bool merged; /* consecutive calls, or messages of an exchange, are
                             * merged into one */
    bool wrong;  /* the run did not lose time this way */
    bool turns;  /* of all work: ranks work alone, one after another */
    bool
        evened; /* in the rest of the region the rank works less than others */
    uint64_t gain, gain_like_others;
    bool *team; /* by rank: who can share the work; NULL: all workers can */
    uint64_t excess; /* of its rank's work, over the mean of all workers */
    uint64_t longer; /* of a part: than the others in the whole region */
    /* Simulated facts of work: rule, kind of the cure, ranks and times. */
    struct finding found;
    bool masked; /* gains with the others' changes alone */
    bool placed; /* nearly all of the work leads to the site of the cure */
};

struct trials {
    const struct scope *scope;
    const struct replay_result *replay;
    struct advice *advice;
    struct trial *items;
    uint32_t count;
    uint32_t masked; /* further items, which gain nothing alone */
    uint32_t ranks;
    struct steps steps; /* count 0: none */
    bool *workers;      /* by rank: neither a master nor one that hands
                         * out tasks */
    uint64_t unchanged; /* T of the simulation without changes */
};

/* Requires a zeroed struct with scope, replay, advice and ranks; trials_clear() also
 * after a failure. */
enum status trials_init(struct trials *trials);
void trials_clear(struct trials *trials);
void trial_clear(struct trial *trial);
/* Returns the mean work of the workers other than that rank; UINT32_MAX: of all
 * workers.  work: by rank; NULL: their useful time. */
double trials_other_mean(const struct trials *trials, const uint64_t *work,
                         uint32_t rank);

/* Whether the finding has a cure to try. */
bool trial_wanted(const struct finding *finding);
/* Whether the trial changes work. */
bool trial_is_work(const struct trial *trial);
/* Whether the trial shares the work of all ranks, step by step. */
bool trial_is_of_all(const struct trial *trial);

/* ---- unequal work ---- */

/* Sets `team' of the trial, if only some ranks can share its work. */
void teams_find(const struct trials *trials, struct trial *trial);
/* Finds the factors of all trials of work, and which are not what happened;
 * changed: their work by scenario, that of no change first, and rank. */
void unequal_work_judge(struct trials *trials, const uint64_t *changed);
/* Drops a trial of part of a region's work, or the trial of all work there: the one
 * that explains the run less, see is_better(). */
void unequal_work_choose(struct trials *trials);
/* Gives the finding what the simulation found out about its work. */
void unequal_work_tell(const struct trials *trials, struct trial *trial);
/* Same for the steps that this work is in alone. */
void unequal_work_tell_phase(struct trial *trial);
/* Same for ranks that take turns. */
void unequal_work_tell_turns(struct trial *trial);

#endif
