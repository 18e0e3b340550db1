/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * resources_over_time.c - resources that ranks used on their hosts,
 * in stretches of the run: all ranks together, or the ranks given by --ranks.
 *
 * The ranks' bins need not align with the run's: each bin is spread evenly
 * over its time.  Text has no more stretches than rows, other formats up to
 * 512.  Without a section: each rank alone, in its own bins.
 */
#include <stdlib.h>
#include <string.h>

#include "analyze/facts/rank_rows.h"
#include "analyze/facts/say.h"

#define BINS PROFILE_TIMELINE_BINS

#define BEGIN_DEFINITION \
    "Start of the stretch, counted from the start of the run."
#define WIDTH_DEFINITION "Length of the stretch."

/* clang-format off */
#define USE_COLUMNS                                                         \
    { "minor_faults", "faults", CELL_COUNT,                                 \
      "Page faults without reading from storage." },                        \
    { "major_faults", "major", CELL_COUNT,                                  \
      "Page faults that read from storage." },                              \
    { "voluntary", NULL, CELL_COUNT,                                        \
      "Voluntary context switches (to wait for something)." },                         \
    { "involuntary", "switches", CELL_COUNT,                                \
      "Involuntary context switches (preemptions)." },             \
    { "read_bytes", "read", CELL_BYTES, "Read by read() and the like." },   \
    { "written_bytes", "written", CELL_BYTES,                               \
      "Written by write() and the like." },                                 \
    { "disk_read_bytes", NULL, CELL_BYTES, "Read from storage." },          \
    { "disk_written_bytes", NULL, CELL_BYTES, "Written to storage." }
/* clang-format on */

static const struct column columns[] = {
    { "begin_s", "start", CELL_NS, BEGIN_DEFINITION },
    { "width_s", NULL, CELL_NS, WIDTH_DEFINITION },
    { "processor_share", "CPU", CELL_RATIO,
      "CPU time of all threads / time of all ranks." },
    { "system_share", "system", CELL_RATIO,
      "CPU time in the kernel / time of all ranks." },
    { "off_share", "off CPU", CELL_RATIO,
      "Lower bound of the useful time in which main threads were off-CPU / "
      "time of all ranks." },
    { "queued_share", "runnable", CELL_RATIO,
      "Time in which main threads were runnable but waited for a core / time "
      "of all ranks." },
    { "memory_bytes", "memory", CELL_BYTES,
      "Resident memory, the sum of each rank's maximum." },
    { "memory_most_bytes", "max", CELL_BYTES,
      "Resident memory, maximum over ranks." },
    { "memory_most_rank", "on rank", CELL_INTEGER,
      "The rank with that maximum." },
    USE_COLUMNS,
    { "power_w", "power [W]", CELL_REAL,
      "Energy of the hosts / length of the stretch." },
};

static const struct column rank_columns[] = {
    { "rank", "rank", CELL_INTEGER, "Rank in MPI_COMM_WORLD." },
    { "begin_s", "start", CELL_NS, BEGIN_DEFINITION },
    { "width_s", "width", CELL_NS, WIDTH_DEFINITION },
    { "processor_share", "CPU", CELL_RATIO,
      "CPU time of all threads / length of the stretch." },
    { "system_share", "system", CELL_RATIO,
      "CPU time in the kernel / length of the stretch." },
    { "off_share", "off CPU", CELL_RATIO,
      "Lower bound of the useful time in which the main thread was off-CPU "
      "/ length of the stretch." },
    { "queued_share", "runnable", CELL_RATIO,
      "Time in which the main thread was runnable but waited for a core / "
      "length of the stretch." },
    { "memory_bytes", "memory", CELL_BYTES, "Maximum resident memory." },
    USE_COLUMNS,
    { "power_w", "power [W]", CELL_REAL,
      "Energy of the rank's host / length of the stretch; for one rank of "
      "each host." },
};

static const struct table_form forms[] = {
    TABLE_FORM("resources_over_time", "Resources over time", SECTION_RESOURCES,
               columns),
    TABLE_FORM_WITH("resources_per_rank_over_time",
                    "Resources per rank over time", 0, rank_columns,
                    .per_stretch = true),
};

struct stretch {
    double sum[RESOURCES]; /* of memory: of all ranks */
    double most;           /* memory of a rank, and whose */
    uint32_t most_rank;
    double ranks_ns; /* time of the ranks that were read */
};

struct state {
    uint64_t width; /* ns; 0: nothing yet */
    uint32_t bins;  /* used */
    bool used[RESOURCES];
    uint32_t ranks;
    struct stretch *stretches; /* BINS of them */
};

/* Memory is a level: of stretches one after the other the larger holds. */
static void join_stretches(struct stretch *into, const struct stretch *other)
{
    double memory = into->sum[RESOURCE_RESIDENT];

    for (int i = 0; i < RESOURCE_SUMS; i++)
        into->sum[i] += other->sum[i];
    if (other->sum[RESOURCE_RESIDENT] > memory)
        into->sum[RESOURCE_RESIDENT] = other->sum[RESOURCE_RESIDENT];
    if (other->most > into->most) {
        into->most = other->most;
        into->most_rank = other->most_rank;
    }
    into->ranks_ns += other->ranks_ns;
}

static void halve_stretches(struct state *own)
{
    for (int i = 0; i < BINS / 2; i++) {
        struct stretch both = own->stretches[2 * i];

        join_stretches(&both, &own->stretches[2 * i + 1]);
        own->stretches[i] = both;
    }
    memset(&own->stretches[BINS / 2], 0, BINS / 2 * sizeof(*own->stretches));
    own->width *= 2;
    own->bins = (own->bins + 1) / 2;
}

/* False: a time that no run has. */
static bool reach_end_of_rank(struct state *own, const struct rank_data *rank)
{
    const struct resources *from = &rank->resources;
    double end = (double)rank->begin + (double)from->bin_width * from->bins;

    if (end >= (double)(UINT64_MAX / 4) || from->bin_width == 0)
        return false;
    if (own->width == 0)
        own->width = from->bin_width;
    while ((double)own->width * BINS < end)
        halve_stretches(own);
    return true;
}

static void add_part(struct state *own, uint32_t bin, const uint64_t *value,
                     double part, double *levels)
{
    struct stretch *stretch = &own->stretches[bin];

    for (int i = 0; i < RESOURCE_SUMS; i++)
        stretch->sum[i] += (double)value[i] * part;
    if ((double)value[RESOURCE_RESIDENT] > levels[bin])
        levels[bin] = (double)value[RESOURCE_RESIDENT];
    if (own->bins <= bin)
        own->bins = bin + 1;
}

/* One bin of a rank. */
static void spread_reading(struct state *own, const struct rank_data *rank,
                           uint32_t index, double *levels)
{
    const struct resources *from = &rank->resources;
    uint64_t begin = rank->begin + index * from->bin_width;
    uint64_t end = begin + from->bin_width;
    uint64_t last = rank->begin + rank->length;

    if (end > last && last > begin)
        end = last; /* no further use */
    for (uint64_t at = begin; at < end;) {
        uint64_t bin = at / own->width;
        uint64_t upto = (bin + 1) * own->width;

        if (upto > end)
            upto = end;
        if (bin >= BINS)
            return;
        own->stretches[bin].ranks_ns += (double)(upto - at);
        add_part(own, (uint32_t)bin, from->value[index],
                 (double)(upto - at) / (double)(end - begin), levels);
        at = upto;
    }
}

static void add_levels(struct state *own, uint32_t rank, const double *levels)
{
    for (int i = 0; i < BINS; i++) {
        struct stretch *stretch = &own->stretches[i];

        stretch->sum[RESOURCE_RESIDENT] += levels[i];
        if (levels[i] > stretch->most) {
            stretch->most = levels[i];
            stretch->most_rank = rank;
        }
    }
}

static enum status add_all(struct state *own, const struct rank_data *rank)
{
    double levels[BINS] = { 0 };

    if (own->stretches == NULL)
        own->stretches = calloc(BINS, sizeof(*own->stretches));
    if (own->stretches == NULL)
        return STATUS_NO_MEMORY;
    if (!reach_end_of_rank(own, rank))
        return STATUS_OK;
    for (uint32_t i = 0; i < rank->resources.bins; i++)
        spread_reading(own, rank, i, levels);
    add_levels(own, rank->rank, levels);
    own->ranks++;
    return STATUS_OK;
}

static void over_time_clear(void *state)
{
    struct state *own = state;

    free(own->stretches);
}

/* ---- the tables ---- */

static void put_share(struct table *table, const struct stretch *stretch,
                      double us, bool used)
{
    table_real_if(table, used && stretch->ranks_ns > 0,
                  us * 1000 / stretch->ranks_ns);
}

static void put_number(struct table *table, const bool *used,
                       const struct stretch *stretch, enum resource resource)
{
    table_number_if(table, used[resource],
                    (uint64_t)(stretch->sum[resource] + 0.5));
}

static void put_shares(struct table *table, const bool *used,
                       const struct stretch *stretch)
{
    const double *sum = stretch->sum;

    put_share(table, stretch, sum[RESOURCE_USER] + sum[RESOURCE_SYSTEM], true);
    put_share(table, stretch, sum[RESOURCE_SYSTEM], true);
    put_share(table, stretch, sum[RESOURCE_OFF], used[RESOURCE_OFF]);
    put_share(table, stretch, sum[RESOURCE_QUEUED], used[RESOURCE_QUEUED]);
}

static void put_memory(struct table *table, const struct state *own,
                       const struct stretch *stretch)
{
    if (!own->used[RESOURCE_RESIDENT] || stretch->most <= 0) {
        table_skip(table, 3);
        return;
    }
    table_number(table, (uint64_t)(stretch->sum[RESOURCE_RESIDENT] * 1024));
    table_number(table, (uint64_t)(stretch->most * 1024));
    table_integer(table, stretch->most_rank);
}

/* Resources that are neither a share nor memory. */
static void put_numbers(struct table *table, const bool *used,
                        const struct stretch *stretch, uint64_t width)
{
    static const enum resource numbers[] = {
        RESOURCE_MINOR_FAULTS, RESOURCE_MAJOR_FAULTS, RESOURCE_VOLUNTARY,
        RESOURCE_INVOLUNTARY,  RESOURCE_READ,         RESOURCE_WRITTEN,
        RESOURCE_DISK_READ,    RESOURCE_DISK_WRITTEN
    };

    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
        put_number(table, used, stretch, numbers[i]);
    table_real_if(table, used[RESOURCE_ENERGY],
                  stretch->sum[RESOURCE_ENERGY] * 1000 / (double)width);
}

static void add_row(struct table *table, const struct state *own,
                    const struct stretch *stretch, uint64_t begin,
                    uint64_t width)
{
    TABLE_NUMBERS(table, begin, width);
    put_shares(table, own->used, stretch);
    put_memory(table, own, stretch);
    put_numbers(table, own->used, stretch, width);
}

/* A bin of a rank; the last is as long as the rank used it. */
static void add_bin(struct table *table, const struct rank_data *rank,
                    const bool *used, uint32_t index)
{
    const struct resources *from = &rank->resources;
    uint64_t begin = index * from->bin_width, width = from->bin_width;
    struct stretch bin = { 0 };

    if (begin < rank->length && width > rank->length - begin)
        width = rank->length - begin;
    for (int i = 0; i < RESOURCES; i++)
        bin.sum[i] = (double)from->value[index][i];
    bin.sum[RESOURCE_RESIDENT] *= 1024;
    bin.ranks_ns = (double)width;
    table_integer(table, rank->rank);
    TABLE_NUMBERS(table, rank->begin + begin, width);
    put_shares(table, used, &bin);
    put_number(table, used, &bin, RESOURCE_RESIDENT);
    put_numbers(table, used, &bin, width);
}

static void add_bins(struct table *table, const struct scope *scope,
                     const struct rank_data *rank, void *context)
{
    bool known[RESOURCES];

    (void)scope;
    (void)context;
    if (rank->resources.sources == 0 || rank->resources.bin_width == 0)
        return;
    for (int i = 0; i < RESOURCES; i++)
        known[i] = resources_know(&rank->resources, i);
    for (uint32_t i = 0; i < rank->resources.bins; i++)
        add_bin(table, rank, known, i);
}

static enum status resources_add(void *state, const struct scope *scope,
                                 const struct rank_data *rank)
{
    struct state *own = state;

    if (rank->resources.sources == 0 || scope->inside != NULL ||
        !scope->ranks[scope->rank_count - 1].shown)
        return STATUS_OK;
    return add_all(own, rank);
}

static void find_used(struct state *own)
{
    for (uint32_t bin = 0; bin < own->bins; bin++)
        for (int i = 0; i < RESOURCES; i++)
            own->used[i] = own->used[i] || own->stretches[bin].sum[i] > 0;
}

static uint32_t bins_per_row(const struct state *own,
                             const struct scope *scope)
{
    uint32_t rows = scope->options->top;

    if (rows == 0)
        return 1;
    return (own->bins + rows - 1) / rows;
}

static enum status resources_fill(struct table *table,
                                  const struct scope *scope, const void *state)
{
    const struct state *own = state;
    uint32_t each = bins_per_row(own, scope);

    table->whole = true;
    if (scope->options->ranks != NULL)
        table_set_note(table, "%u of %s together, as asked for", own->ranks,
                       say_count(scope->rank_count, "rank").text);
    for (uint32_t first = 0; first < own->bins; first += each) {
        struct stretch all = own->stretches[first];
        uint32_t end = first + each < own->bins ? first + each : own->bins;

        for (uint32_t i = first + 1; i < end; i++)
            join_stretches(&all, &own->stretches[i]);
        add_row(table, own, &all, first * own->width,
                (end - first) * own->width);
    }
    return STATUS_OK;
}

static enum status over_time_finish(void *state, const struct scope *scope,
                                    struct report *report)
{
    struct state *own = state;
    enum status status;

    if (own->stretches == NULL || own->bins == 0)
        return STATUS_OK;
    find_used(own);
    status =
        report_add_rank_rows(report, &forms[1], scope,
                             &(struct rank_rows_maker){ .add = add_bins });
    if (status != STATUS_OK)
        return status;
    return report_add_filled(report, &forms[0], scope, state, resources_fill);
}

const struct analysis resources_over_time_analysis = {
    .state_size = sizeof(struct state),
    .add = resources_add,
    .finish = over_time_finish,
    .clear = over_time_clear,
    FORMS(forms),
};
