/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_rules.h - what is left out of the trace, by MPIPROF_TRACE_SKIP and
 * _ONLY.
 *
 * Each is a list of rules separated by commas: a procedure with * and ?,
 * ignoring case, a class of calls by its name or title, size<1K,
 * region:PATTERN.  SKIP leaves out everything that matches any of its rules.
 * For ONLY, rules of one kind (procedures and classes; sizes; regions) are
 * alternatives, and the trace keeps what satisfies every kind present.
 * Sizes apply to calls that transfer: messages, one-sided, to and from a file,
 * and calls that complete these; not to collective ones, whose bytes differ
 * between ranks.  With rules other than regions, which each rank evaluates for
 * itself, a message is in the trace with both ends or not at all.  Since the
 * procedure at the other end is unknown, all procedures that send or receive
 * are kept as long as the rules keep one of them.
 * Threads: constant once made.  Memory: trace_rules_destroy().  Errors: wrong
 * rules are no error; only a lack of memory is, which is logged.
 */
#ifndef SETTINGS_TRACE_RULES_H
#define SETTINGS_TRACE_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text/strbuf.h"
#include "model/notes/remark.h"

#define TRACE_RULES_MOST 64 /* total of both lists: one bit each */

/* Verdict on a call or a size. */
enum trace_verdict {
    TRACE_IN,
    TRACE_SKIPPED,  /* left out by MPIPROF_TRACE_SKIP */
    TRACE_NOT_ONLY, /* left out by MPIPROF_TRACE_ONLY */
    TRACE_BY_SIZE   /* a call whose bytes decide */
};

/* Rules that apply to a region, one bit each. */
#define TRACE_REGION_SKIPPED 1u
#define TRACE_REGION_ONLY 2u

enum trace_rule_kind {
    TRACE_RULE_CLASS,
    TRACE_RULE_PROCEDURE,
    TRACE_RULE_SIZE,
    TRACE_RULE_REGION
};

struct trace_rule {
    enum trace_rule_kind kind;
    bool only;           /* from MPIPROF_TRACE_ONLY */
    char *text;          /* as given */
    const char *pattern; /* procedure, region: part of text */
    int class;           /* enum call_class */
    uint64_t low, high;  /* range of matching bytes */
};

struct trace_rules {
    struct trace_rule list[TRACE_RULES_MOST];
    int count;
    bool messages;                  /* the trace has messages */
    bool transfers;                 /* same for one-sided transfers */
    bool sizes;                     /* there are size rules */
    enum trace_verdict why_by_size; /* verdict when a size rule leaves
                                     * something out */
    bool only_regions; /* nothing outside certain regions is traced */
    uint64_t least;    /* smallest size kept; UINT64_MAX: none */
    uint8_t *calls;    /* per call of call_table: enum trace_verdict */
    uint32_t kept[TRACE_RULES_MOST]; /* calls kept only as ends of messages */
    int kept_count;
};

/* Sets *out to NULL if no rule is left.  A part that cannot match is ignored
 * and appends one line to problems, naming the closest match. */
enum status trace_rules_read(const char *skip, const char *only,
                             struct trace_rules **out,
                             struct strbuf *problems);
void trace_rules_destroy(struct trace_rules *rules);

/* Sets the bits of matching rules in *met, which may be NULL. */
enum trace_verdict trace_rules_size(const struct trace_rules *rules,
                                    uint64_t bytes, uint64_t *met);
unsigned trace_rules_region(const struct trace_rules *rules, const char *path,
                            const char *name, uint64_t *met);
/* Whether a send of these bytes, or a receive with that room, may be in the
 * trace; met as above. */
bool trace_rules_take(const struct trace_rules *rules, uint64_t bytes,
                      bool receives, uint64_t *met);
/* Bits of the rules that match a call of call_table. */
uint64_t trace_rules_call(const struct trace_rules *rules, uint32_t call);

/* Bit of a call of call_table in rules.kept; 0: not listed. */
uint64_t trace_rules_kept(const struct trace_rules *rules, uint32_t call);
/* Whether `met' includes rules of this setting. */
bool trace_rules_any(const struct trace_rules *rules, bool only, uint64_t met);

/* Appends the rules of one setting, separated by commas. */
void trace_rules_print(const struct trace_rules *rules, bool only,
                       struct strbuf *out);
/* Appends a remark per setting that has rules not met. */
void trace_rules_unmet(const struct trace_rules *rules, uint64_t met,
                       struct remarks *remarks);
/* Appends a remark per setting whose calls (bits of rules.kept) are in the
 * trace nevertheless. */
void trace_rules_tell_kept(const struct trace_rules *rules, uint64_t kept,
                           struct remarks *remarks);

#endif
