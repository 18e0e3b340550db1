/*
 * timeline.c - no section: time per rank, class and stretch of the run.
 *
 * Only with --table timeline or --all: it has up to 512 stretches per rank.
 */
#include "analyze/analysis.h"

static const struct column columns[] = {
    { "rank", "rank", CELL_INTEGER, "Rank in MPI_COMM_WORLD." },
    { "class", "class", CELL_TEXT,
      "\"useful\", or the class of the MPI calls." },
    { "begin_s", "begin", CELL_NS,
      "Begin of the stretch, from the start of the run." },
    { "width_s", "width", CELL_NS, "Length of the stretch." },
    { "time_s", "time", CELL_NS, "Time of that class within it." },
};

static const struct table_form forms[] = {
    TABLE_FORM("timeline", "Time line", 0, columns),
};

struct timeline_state {
    struct table *table; /* NULL: not wanted */
};

static enum status timeline_begin(void *state, const struct scope *scope)
{
    struct timeline_state *own = state;

    if (!table_form_wanted(&forms[0], scope))
        return STATUS_OK;
    return table_form_create(&forms[0], &own->table);
}

static void timeline_clear(void *state)
{
    struct timeline_state *own = state;

    table_destroy(own->table);
}

static const char *class_name(int class)
{
    if (class == CALL_CLASS_COUNT)
        return "useful";
    return call_class_name((enum call_class)class);
}

static void add_bin(struct table *table, const struct rank_data *rank,
                    uint32_t bin)
{
    const struct timeline *line = &rank->timeline;

    for (int class = 0; class < PROFILE_TIMELINE_CLASSES; class++) {
        if (line->time[bin][class] == 0)
            continue;
        table_integer(table, rank->rank);
        table_text(table, class_name(class));
        table_number(table, rank->begin + bin * line->bin_width);
        table_number(table, line->bin_width);
        table_number(table, line->time[bin][class]);
    }
}

static enum status timeline_add(void *state, const struct scope *scope,
                                const struct rank_data *rank)
{
    struct timeline_state *own = state;

    if (own->table == NULL || !scope->ranks[scope->rank_count - 1].shown)
        return STATUS_OK;
    for (uint32_t bin = 0; bin < rank->timeline.bins; bin++)
        add_bin(own->table, rank, bin);
    return STATUS_OK;
}

static enum status timeline_finish(void *state, const struct scope *scope,
                                   struct report *report)
{
    struct timeline_state *own = state;

    (void)scope;
    if (own->table != NULL)
        report_add(report, own->table);
    own->table = NULL;
    return STATUS_OK;
}

const struct analysis timeline_analysis = {
    .state_size = sizeof(struct timeline_state),
    .begin = timeline_begin,
    .add = timeline_add,
    .finish = timeline_finish,
    .clear = timeline_clear,
    .forms = forms,
    .form_count = 1,
};
