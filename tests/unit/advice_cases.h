/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * advice_cases.h - runs that a rule of suggestions has to fire in, or not.
 *
 * Two ranks of synthetic.h run for 4.0 s and work 2.2 s of it, so that no more
 * than 1.8 s can be gained in MPI; 2 % of T are 0.08 s.
 */
#ifndef TESTS_UNIT_ADVICE_CASES_H
#define TESTS_UNIT_ADVICE_CASES_H

#include <stdlib.h>

#include "report_cells.h"

#define MS UINT64_C(1000000)

/* The index of that new procedure. */
static inline uint32_t add_call(struct profile *profile, const char *name,
                                enum call_class class, enum call_coll coll)
{
    size_t count = profile->call_count;
    struct profile_call *calls =
        realloc(profile->calls, (count + 1) * sizeof(*calls));

    CU_ASSERT_PTR_NOT_NULL_FATAL(calls);
    profile->calls = calls;
    calls[count] = (struct profile_call){ strdup(name), (uint8_t) class,
                                          CALL_ROLE_FUNCTION, (uint8_t)coll };
    profile->call_count++;
    return (uint32_t)count;
}

/* One more row of that rank; bytes are sent. */
static inline struct row *add_row(struct profile *profile, uint32_t rank,
                                  uint32_t call, uint64_t count, uint64_t ns,
                                  uint64_t bytes)
{
    struct rank_data *data = &profile->ranks[rank];
    struct row *row;

    data->rows =
        realloc(data->rows, (data->row_count + 1) * sizeof(*data->rows));
    CU_ASSERT_PTR_NOT_NULL_FATAL(data->rows);
    row = &data->rows[data->row_count++];
    *row = (struct row){ .call = call,
                         .count = count,
                         .time = { ns, ns / count, ns / count } };
    row->out.min = row->in.min = UINT64_MAX;
    if (bytes > 0)
        row->out = (struct spread){ bytes, bytes / count, bytes / count };
    return row;
}

/* On both ranks of such a run. */
static inline struct profile *with_calls(const char *name,
                                         enum call_class class,
                                         enum call_coll coll, uint64_t count,
                                         uint64_t ns, uint64_t bytes)
{
    struct profile *profile = synthetic(2);
    uint32_t call = add_call(profile, name, class, coll);

    for (uint32_t i = 0; i < 2; i++)
        add_row(profile, i, call, count, ns, bytes);
    return profile;
}

static inline bool has_rule(const char *rule)
{
    for (size_t i = 0; i < row_count("advice"); i++)
        if (strcmp(text_at("advice", i, "rule"), rule) == 0)
            return true;
    return false;
}

/* Takes the profile.  gain in seconds; 0: not known. */
static inline void fires(struct profile *profile, const char *rule,
                         double gain)
{
    size_t row;

    make_report(profile, NULL);
    row = row_with("advice", "rule", rule);
    if (gain > 0) {
        NEAR(number_at("advice", row, "gain_s"), gain);
        NEAR(number_at("advice", row, "gain_share"), gain / 4.0);
    } else {
        EMPTY_AT("advice", row, "gain_s");
    }
}

static inline void is_silent(struct profile *profile, const char *rule)
{
    make_report(profile, NULL);
    CU_ASSERT_FALSE(has_rule(rule));
}

/* With --region solve: what is of the whole run is not told. */
static inline void is_silent_inside(struct profile *profile, const char *rule)
{
    struct analyze_options options = { .region = "solve" };

    make_report(profile, &options);
    CU_ASSERT_FALSE(has_rule(rule));
}

/* In what --from and --to leave of the run. */
static inline void is_silent_in_a_part(struct profile *profile,
                                       const char *rule)
{
    profile->window = (struct time_window){ .given = true,
                                            .to = UINT64_C(2000000000),
                                            .run = UINT64_C(4000000000) };
    is_silent(profile, rule);
}

static inline void says(const char *rule, const char *column, const char *text)
{
    size_t row = row_with("advice", "rule", rule);

    HAS(text_at("advice", row, column), text);
}

/* main/solve of a rank of that run, as long as its time is what it was. */
static inline struct region_data *solve_of(struct rank_data *rank)
{
    uint64_t time = rank->rank == SYNTHETIC_SLOW_RANK ? 3500 * MS : 2000 * MS;

    for (size_t i = 0; i < rank->region_count; i++)
        if (rank->regions[i].exclusive == time)
            return &rank->regions[i];
    CU_FAIL_FATAL("no such region");
    return NULL;
}

#endif
