/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * remark_sentences.h - sentences of remarks, and what their values are.
 *
 * Threads: any.
 */
#ifndef REPORT_REMARK_SENTENCES_H
#define REPORT_REMARK_SENTENCES_H

#include <stdbool.h>

#include "base/text/strbuf.h"
#include "model/notes/remark.h"

struct remark_value {
    const char *name; /* a number in ns or bytes has a name that ends so */
    const char *text; /* NULL: a number */
    uint64_t number;
};

/* Appends the sentence. */
void remark_say(const struct remark *remark, struct strbuf *out);
/* Name of the code; "unknown" of a newer mpiprof. */
const char *remark_name(const struct remark *remark);
/* Value number `at'; false: there are fewer. */
bool remark_value(const struct remark *remark, int at,
                  struct remark_value *out);

#endif
