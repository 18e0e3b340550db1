/*
 * trace_rules.h - what the trace is without: MPIPROF_TRACE_SKIP and _ONLY.
 *
 * Each is a list of rules with commas between them: a procedure with * and ?
 * in any case, a class of calls by its name or title, size<1K, region:PATTERN.
 * SKIP leaves out what any of its rules matches.  Of ONLY the rules of a kind
 * (procedures and classes; sizes; regions) are alternatives, and the trace has
 * what agrees with every kind that is there.
 * Sizes decide about calls that transfer: messages, one-sided, to and from a
 * file, and those that complete such; not about collective ones, whose bytes
 * differ between ranks.
 * By rules of other kinds than regions, of which each rank knows its own, a
 * message is in the trace with both ends or not at all.  Nobody knows which
 * procedure the other end is, so the procedures that send or receive stay, all
 * of them, as long as the rules leave one of them in.
 * Threads: constant once made.  Memory: trace_rules_destroy().
 */
#ifndef SETTINGS_TRACE_RULES_H
#define SETTINGS_TRACE_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/strbuf.h"

#define TRACE_RULES_MOST 64 /* of both lists: a bit each */

/* What becomes of a call or a size. */
enum trace_verdict {
    TRACE_IN,
    TRACE_SKIPPED,  /* out because of MPIPROF_TRACE_SKIP */
    TRACE_NOT_ONLY, /* out because of MPIPROF_TRACE_ONLY */
    TRACE_BY_SIZE   /* of a call: its bytes decide */
};

/* The end of a line about a rule that is wrong. */
#define TRACE_RULE_IGNORED "  The rule is ignored."

/* How a region stands to the rules, a bit each. */
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
    bool only;         /* of MPIPROF_TRACE_ONLY */
    char *text;        /* as it was given */
    const char *pattern; /* procedure, region: a part of text */
    int class;         /* enum call_class */
    uint64_t low, high; /* bytes that match */
};

struct trace_rules {
    struct trace_rule list[TRACE_RULES_MOST];
    int count;
    bool messages; /* whether the trace has any */
    bool transfers; /* the same of one-sided ones */
    bool sizes;    /* there is a rule about them */
    enum trace_verdict why_by_size; /* of what such a rule leaves out */
    bool only_regions; /* nothing is traced outside of some */
    uint64_t least; /* the smallest size that is in; UINT64_MAX: none is */
    uint8_t *calls; /* for each of call_table: enum trace_verdict */
    uint32_t kept[TRACE_RULES_MOST]; /* those that would be left out, but are
                                      * ends of messages, and stay */
    int persist_count;
};

/* *out is NULL when no rule is left.  A part that cannot match appends one
 * line to problems, naming what is closest, and counts for nothing. */
enum status trace_rules_read(const char *skip, const char *only,
                             struct trace_rules **out,
                             struct strbuf *problems);
void trace_rules_destroy(struct trace_rules *rules);

/* Sets the bits of rules that match in *met, which may be NULL. */
enum trace_verdict trace_rules_size(const struct trace_rules *rules,
                                    uint64_t bytes, uint64_t *met);
unsigned trace_rules_region(const struct trace_rules *rules, const char *path,
                            const char *name, uint64_t *met);
/* Whether a send of these bytes can be in the trace, or a receive with room
 * for them; met as above. */
bool trace_rules_take(const struct trace_rules *rules, uint64_t bytes,
                      bool receives, uint64_t *met);
/* The bits of the rules that match a call of call_table. */
uint64_t trace_rules_call(const struct trace_rules *rules, uint32_t call);

/* The bit in rules.kept of a call of call_table; 0: it is not there. */
uint64_t trace_rules_kept(const struct trace_rules *rules, uint32_t call);
/* Whether rules of this setting are among those that have met. */
bool trace_rules_any(const struct trace_rules *rules, bool only, uint64_t met);

/* Appends the rules of one setting, with commas. */
void trace_rules_print(const struct trace_rules *rules, bool only,
                       struct strbuf *out);
/* Appends "MPIPROF_TRACE_SKIP: MPI_X, io matched nothing" if any has not. */
void trace_rules_unmet(const struct trace_rules *rules, uint64_t met,
                       struct strbuf *out);
/* Appends a line for each setting that some of these (bits of rules.kept) are
 * in the trace in spite of. */
void trace_rules_tell_kept(const struct trace_rules *rules, uint64_t kept,
                           struct strbuf *out);

#endif
