/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * resources.c - resources that ranks used on their hosts.
 *
 * Covers the whole run: with --region there are no numbers.  A resource that
 * no rank used has no row, and no column in text.
 */
#include <math.h>
#include <stdlib.h>

#include "analyze/facts/analysis.h"
#include "analyze/facts/say.h"

static const struct column columns[] = {
    { "resource", "resource", CELL_TEXT,
      "What was used: user and system CPU time of all threads; useful time "
      "in which the main thread was off-CPU (lower bound); time it was "
      "runnable but waited for a core; maximum resident memory; minor and "
      "major page faults; voluntary and involuntary context switches; bytes "
      "by read(), write() and similar calls, and bytes read from and "
      "written to storage; energy of hosts." },
    { "unit", "unit", CELL_TEXT, "Unit of the numbers in this row." },
    { "total", "total", CELL_REAL, "Sum over ranks." },
    { "mean", "mean", CELL_REAL,
      "Mean over the ranks for which it is known." },
    { "min", "min", CELL_REAL, "Smallest value of a rank." },
    { "min_rank", "min on", CELL_INTEGER,
      "The rank with the smallest value." },
    { "max", "max", CELL_REAL, "Largest value of a rank." },
    { "max_rank", "on rank", CELL_INTEGER,
      "The rank with the largest value." },
};

static const struct column rank_columns[] = {
    { "rank", "rank", CELL_INTEGER, "Rank in MPI_COMM_WORLD." },
    { "processor_share", "CPU", CELL_RATIO,
      "CPU time of all threads / total time; an MPI library that polls "
      "takes CPU time while it waits, too." },
    { "user_s", "user", CELL_NS, "CPU time in the program, all threads." },
    { "system_s", "system", CELL_NS, "CPU time in the kernel, all threads." },
    { "off_s", "off CPU", CELL_NS,
      "Lower bound of the useful time in which the main thread was off-CPU: "
      "it slept, waited for files or memory, or others had its core." },
    { "queued_s", "runnable", CELL_NS,
      "Time in which the main thread was runnable but waited for a core, in "
      "MPI or not." },
    { "memory_bytes", "memory", CELL_BYTES, "Maximum resident memory." },
    { "minor_faults", "minor faults", CELL_COUNT,
      "Page faults without reading from storage." },
    { "major_faults", "major faults", CELL_COUNT,
      "Page faults that read from storage." },
    { "voluntary", NULL, CELL_COUNT,
      "Voluntary context switches (to wait for something), all threads." },
    { "involuntary", "preemptions", CELL_COUNT,
      "Involuntary context switches (the thread was preempted), all threads." },
    { "read_bytes", "read", CELL_BYTES, "Read by read() and the like." },
    { "written_bytes", "written", CELL_BYTES,
      "Written by write() and the like." },
    { "disk_read_bytes", NULL, CELL_BYTES, "Read from storage." },
    { "disk_written_bytes", NULL, CELL_BYTES, "Written to storage." },
    { "energy_j", "energy of host [J]", CELL_REAL,
      "Energy of the host, whatever ran there; given for one rank per host." },
};

static const struct table_form forms[] = {
    TABLE_FORM("resources", "Resources", SECTION_RESOURCES, columns),
    TABLE_FORM("resources_per_rank", "Resources per rank", SECTION_RESOURCES,
               rank_columns),
};

/* Form of a resource: a multiple of the unit in model/resources/resources.h. */
struct about {
    const char *title, *unit;
    double of_one;
};

static const struct about abouts[RESOURCES] = {
    [RESOURCE_USER] = { "CPU time, user", "s", 1e6 },
    [RESOURCE_SYSTEM] = { "CPU time, system", "s", 1e6 },
    [RESOURCE_MAIN] = { "CPU time, main thread", "s", 1e6 },
    [RESOURCE_OFF] = { "useful time off-CPU", "s", 1e6 },
    [RESOURCE_QUEUED] = { "runnable, waiting for a core", "s", 1e6 },
    [RESOURCE_MINOR_FAULTS] = { "page faults, minor", "", 1 },
    [RESOURCE_MAJOR_FAULTS] = { "page faults, major", "", 1 },
    [RESOURCE_VOLUNTARY] = { "context switches, voluntary", "", 1 },
    [RESOURCE_INVOLUNTARY] = { "context switches, involuntary", "", 1 },
    [RESOURCE_READ] = { "read by calls", "MiB", 1 << 20 },
    [RESOURCE_WRITTEN] = { "written by calls", "MiB", 1 << 20 },
    [RESOURCE_DISK_READ] = { "read from storage", "MiB", 1 << 20 },
    [RESOURCE_DISK_WRITTEN] = { "written to storage", "MiB", 1 << 20 },
    [RESOURCE_ENERGY] = { "energy", "J", 1e6 },
    [RESOURCE_RESIDENT] = { "resident memory, max", "MiB", 1 << 10 },
};

/* In the order in which they are read. */
static const enum resource order[] = {
    RESOURCE_USER,         RESOURCE_SYSTEM,       RESOURCE_MAIN,
    RESOURCE_OFF,          RESOURCE_QUEUED,       RESOURCE_RESIDENT,
    RESOURCE_MINOR_FAULTS, RESOURCE_MAJOR_FAULTS, RESOURCE_VOLUNTARY,
    RESOURCE_INVOLUNTARY,  RESOURCE_READ,         RESOURCE_WRITTEN,
    RESOURCE_DISK_READ,    RESOURCE_DISK_WRITTEN, RESOURCE_ENERGY
};

struct extremes {
    uint32_t ranks, least, most; /* positions */
    double sum;
};

static struct extremes extremes_of(const struct scope *scope,
                                   enum resource resource)
{
    const struct resource_use *uses = scope->uses;
    struct extremes found = { 0 };

    for (uint32_t i = 0; i < scope->rank_count; i++) {
        uint64_t value = uses[i].value[resource];

        if (!resource_use_knows(&uses[i], resource))
            continue;
        if (found.ranks++ == 0)
            found.least = found.most = i;
        if (value < uses[found.least].value[resource])
            found.least = i;
        if (value > uses[found.most].value[resource])
            found.most = i;
        found.sum += (double)value;
    }
    return found;
}

/* To a thousandth, so that a byte is no 9.5e-07 MiB. */
static void value_put(struct table *table, const struct about *about,
                      double value)
{
    table_real(table, round(value / about->of_one * 1000) / 1000);
}

static void add_resource(struct table *table, const struct scope *scope,
                         enum resource resource)
{
    const struct about *about = &abouts[resource];
    struct extremes found = extremes_of(scope, resource);
    const struct resource_use *uses = scope->uses;

    if (found.sum / about->of_one < 0.0005)
        return; /* nothing to say */
    table_text(table, about->title);
    table_text(table, about->unit);
    value_put(table, about, found.sum);
    value_put(table, about, found.sum / found.ranks);
    value_put(table, about, (double)uses[found.least].value[resource]);
    table_integer(table, scope->ranks[found.least].rank);
    value_put(table, about, (double)uses[found.most].value[resource]);
    table_integer(table, scope->ranks[found.most].rank);
}

static void note_readings(struct table *table, const struct scope *scope)
{
    uint64_t readings = 0, ns = 0;
    uint32_t ranks = 0;

    for (uint32_t i = 0; i < scope->rank_count; i++) {
        ranks += scope->uses[i].sources != 0;
        readings += scope->uses[i].readings;
        ns += scope->uses[i].cost_ns;
    }
    table_set_note(table, "%s on %s took %s, summed over ranks",
                   say_count(readings, "reading").text,
                   say_count(ranks, "rank").text, say_seconds(ns).text);
}

static enum status resources_fill(struct table *table,
                                  const struct scope *scope, const void *state)
{
    (void)state;
    table->whole = true;
    for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++)
        add_resource(table, scope, order[i]);
    note_readings(table, scope);
    return STATUS_OK;
}

/* ---- per rank ---- */

/* Empty if the resource is unknown, or if no rank used it. */
static void add_value(struct table *table, const struct scope *scope,
                      const bool *used, uint32_t index, enum resource resource,
                      uint64_t scale)
{
    const struct resource_use *use = &scope->uses[index];

    table_number_if(table, used[resource] && resource_use_knows(use, resource),
                    use->value[resource] * scale);
}

static void add_rank(struct table *table, const struct scope *scope,
                     const bool *used, uint32_t index)
{
    static const struct {
        enum resource resource;
        uint64_t scale;
    } cells[] = { { RESOURCE_USER, 1000 },      { RESOURCE_SYSTEM, 1000 },
                  { RESOURCE_OFF, 1000 },       { RESOURCE_QUEUED, 1000 },
                  { RESOURCE_RESIDENT, 1024 },  { RESOURCE_MINOR_FAULTS, 1 },
                  { RESOURCE_MAJOR_FAULTS, 1 }, { RESOURCE_VOLUNTARY, 1 },
                  { RESOURCE_INVOLUNTARY, 1 },  { RESOURCE_READ, 1 },
                  { RESOURCE_WRITTEN, 1 },      { RESOURCE_DISK_READ, 1 },
                  { RESOURCE_DISK_WRITTEN, 1 } };
    const struct resource_use *use = &scope->uses[index];

    table_integer(table, scope->ranks[index].rank);
    table_real(table, scope_share(resource_use_processor(use) * 1000,
                                  scope->ranks[index].length));
    for (size_t i = 0; i < sizeof(cells) / sizeof(*cells); i++)
        add_value(table, scope, used, index, cells[i].resource,
                  cells[i].scale);
    table_real_if(table,
                  used[RESOURCE_ENERGY] &&
                      resource_use_knows(use, RESOURCE_ENERGY),
                  (double)use->value[RESOURCE_ENERGY] / 1e6);
}

/* Which ranks rank_times shows, so that tables stand next to each other. */
static bool is_shown(const struct scope *scope, bool all, uint32_t index,
                     uint32_t more)
{
    uint32_t rows = scope->options->top;

    if (all)
        return scope->ranks[index].shown;
    return more < (rows + 1) / 2 || more >= scope->rank_count - rows / 2;
}

static enum status fill_ranks(struct table *table, const struct scope *scope,
                              const void *state)
{
    const struct rank_times **by_useful = scope_by_useful(scope);
    bool all = scope_all_ranks(scope), used[RESOURCES];

    (void)state;
    if (by_useful == NULL)
        return STATUS_NO_MEMORY;
    for (int i = 0; i < RESOURCES; i++)
        used[i] = extremes_of(scope, i).sum > 0;
    for (uint32_t i = 0; i < scope->rank_count; i++) {
        uint32_t index = all ? i : (uint32_t)(by_useful[i] - scope->ranks);

        if (is_shown(scope, all, index, i) && scope->uses[index].sources != 0)
            add_rank(table, scope, used, index);
    }
    free(by_useful);
    table->total_rows = scope->rank_count;
    if (!all)
        table_set_note(table,
                       "of %u ranks those with the most useful time and those "
                       "with the least",
                       scope->rank_count);
    return STATUS_OK;
}

static bool resources_wanted(const void *state, const struct scope *scope)
{
    bool any = false;

    (void)state;
    for (uint32_t i = 0; i < scope->rank_count; i++)
        any = any || scope->uses[i].sources != 0;
    return any && scope->inside == NULL;
}

const struct analysis resources_analysis = {
    .wanted = resources_wanted,
    .fill = { resources_fill, fill_ranks },
    FORMS(forms),
};
