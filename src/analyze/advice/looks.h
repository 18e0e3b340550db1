/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * looks.h - the advice rules, each in the file of its question.
 *
 * A look adds its findings.  Later looks may use findings of earlier ones.
 */
#ifndef ANALYZE_ADVICE_LOOKS_H
#define ANALYZE_ADVICE_LOOKS_H

#include "analyze/advice/advice.h"

typedef void advice_look(struct advice *advice, const struct scope *scope);

advice_look look_at_trust;       /* run.c; also withholds gains */
advice_look look_at_balance;     /* balance.c */
advice_look look_at_causes;      /* late.c */
advice_look look_at_chains;      /* chains.c */
advice_look look_at_waits;       /* late.c; not of those chains */
advice_look look_at_messages;    /* messages.c */
advice_look look_at_tests;       /* messages.c */
advice_look look_at_collectives; /* collectives.c */
advice_look look_at_placement;   /* placement.c */
advice_look look_at_objects;     /* objects.c */
advice_look look_at_files;       /* files.c */
advice_look look_at_pickling;    /* pickling.c */
advice_look look_at_threads;     /* uses.c */
advice_look look_at_run;         /* run.c */

#endif
