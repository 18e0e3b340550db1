/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * timeline.c - no section: time per rank, class and stretch of the run.
 *
 * Only with --table timeline or --all: it has up to 512 stretches per rank.
 */
#include "analyze/facts/rank_rows.h"

static const struct column columns[] = {
    { "rank", "rank", CELL_INTEGER, "Rank in MPI_COMM_WORLD." },
    { "class", "class", CELL_TEXT,
      "\"useful\", \"outside_wait\" (waits for an accelerator or in SHMEM, which "
      "other tables count as useful time), or the class of the MPI calls." },
    { "begin_s", "begin", CELL_NS,
      "Start of the stretch, counted from the start of the run." },
    { "width_s", "width", CELL_NS, "Length of the stretch." },
    { "time_s", "time", CELL_NS, "Time of that class within it." },
};

static const struct table_form forms[] = {
    TABLE_FORM_WITH("timeline", "Time line", 0, columns, .per_stretch = true),
};

static const char *class_name(int class)
{
    if (class == PROFILE_TIMELINE_USEFUL)
        return "useful";
    if (class == PROFILE_TIMELINE_OUTSIDE)
        return "outside_wait";
    return call_class_name((enum call_class) class);
}

static void add_bin(struct table *table, const struct rank_data *rank,
                    uint32_t bin)
{
    const struct timeline *line = &rank->timeline;

    for (int class = 0; class < PROFILE_TIMELINE_CLASSES; class ++) {
        if (line->time[bin][class] == 0)
            continue;
        table_integer(table, rank->rank);
        table_text(table, class_name(class));
        TABLE_NUMBERS(table, rank->begin + bin * line->bin_width,
                      line->bin_width, line->time[bin][class]);
    }
}

static void add_rank(struct table *table, const struct scope *scope,
                     const struct rank_data *rank, void *context)
{
    (void)scope;
    (void)context;
    for (uint32_t bin = 0; bin < rank->timeline.bins; bin++)
        add_bin(table, rank, bin);
}

static enum status timeline_finish(void *state, const struct scope *scope,
                                   struct report *report)
{
    (void)state;
    return report_add_rank_rows(report, &forms[0], scope,
                                &(struct rank_rows_maker){ .add = add_rank });
}

const struct analysis timeline_analysis = {
    .finish = timeline_finish,
    FORMS(forms),
};
