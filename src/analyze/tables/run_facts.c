/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * run_facts.c - the run, its hosts and its settings.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "analyze/facts/analysis.h"
#include "analyze/facts/overheads.h"
#include "analyze/facts/say.h"
#include "base/order.h"
#include "model/notes/host_note.h"

static const struct column fact_columns[] = {
    { "program", "program", CELL_TEXT,
      "Base name of the executable; with several programs that of rank 0 "
      "(see the table programs)." },
    { "command", "command", CELL_TEXT, "The command line of rank 0." },
    { "ranks", "ranks", CELL_COUNT, "Number of MPI processes." },
    { "hosts", "hosts", CELL_COUNT, "Number of hosts the ranks ran on." },
    { "threads", "threads per rank", CELL_COUNT,
      "Largest number of threads of a rank that called MPI or marked "
      "regions; those that ran one after the other count as one." },
    { "start", "start", CELL_TEXT, "When the measurement began (UTC)." },
    { "run_time_s", "run time T", CELL_NS,
      "T: the longest time of a rank from the end of MPI_Init to the start "
      "of MPI_Finalize, excluding time switched off by MPI_Pcontrol and "
      "time spent writing the trace." },
    { "init_s", "MPI_Init, max", CELL_NS,
      "Longest time of a rank inside MPI_Init; not part of T." },
    { "finalize_s", "waiting in MPI_Finalize, max", CELL_NS,
      "Longest time of a rank waiting for the others at MPI_Finalize; not "
      "part of T; empty if no rank is known to have reached it." },
    { "region_filter", "only regions", CELL_TEXT,
      "The pattern given by --region: all times, T too, are those inside "
      "matching regions." },
    { "window", "only", CELL_TEXT,
      "The part of the run given by --from and --to, by the trace: all times, "
      "T too, are those inside it, and calls, messages, bytes and samples "
      "are counted if they start inside it.  Seconds count from the first "
      "end of MPI_Init." },
    { "window_from_s", NULL, CELL_NS, "Where that part begins." },
    { "window_to_s", NULL, CELL_NS, "Where it ends." },
    { "mpi_library", "MPI library", CELL_TEXT, "The MPI of the run." },
    { "interfaces", "interfaces", CELL_TEXT,
      "Language bindings through which the program called MPI." },
    { "coverage", "procedures measured", CELL_TEXT,
      "MPI procedures that mpiprof intercepts, of all that the MPI library "
      "exports; the rest take less time than reading a clock." },
    { "settings", "settings", CELL_TEXT,
      "Settings of mpiprof that are not the default." },
    { "calls", "MPI calls", CELL_COUNT, "Calls recorded, over all ranks." },
    { "call_cost_s", "mpiprof overhead per call", CELL_NS,
      "What measuring a call took in this run: the mean of every 64th, with "
      "two readings of the clock." },
    { "overhead_s", "mpiprof overhead, max", CELL_NS,
      "mpiprof overhead within T on the rank with the most: on one of its "
      "threads, the sum of the parts below; where the parts are unknown, "
      "its MPI calls x overhead per call." },
    { "overhead_rank", NULL, CELL_INTEGER,
      "The rank with the most mpiprof overhead." },
    { "own_calls_s", "- MPI calls", CELL_NS,
      "Part of the overhead: the MPI calls of that thread x overhead per "
      "call." },
    { "own_functions_s", "- functions", CELL_NS,
      "Part of the overhead: entries and exits of functions compiled with "
      "-finstrument-functions x the mean of every 251st." },
    { "function_events", NULL, CELL_COUNT,
      "Entries and exits of functions on that thread, including functions "
      "that are folded or left out." },
    { "own_regions_s", "- regions", CELL_NS,
      "Part of the overhead: starts and ends of other regions "
      "(MPIPROF_BEGIN, Kokkos, NVTX, OpenMP) x the mean of every 251st." },
    { "region_events", NULL, CELL_COUNT,
      "Starts and ends of other regions on that thread." },
    { "own_samples_s", "- samples", CELL_NS,
      "Part of the overhead: CPU time of collecting samples, unwinding their "
      "stacks, and handling timer signals, without the kernel's share." },
    { "own_resources_s", "- resources", CELL_NS,
      "Part of the overhead: reading the rank's use of resources." },
    { "own_finalize_s", "added to MPI_Finalize, max", CELL_NS,
      "Longest time of a rank in MPI_Finalize from the arrival of all ranks "
      "until its profile was ready to write: merging, and completing the "
      "trace; not part of T." },
    { "memory_bytes", "mpiprof memory, max", CELL_BYTES,
      "Memory that mpiprof used on the rank where it used most." },
    { "trace_events", "trace events", CELL_COUNT,
      "Events written to the trace, over all ranks." },
    { "trace_bytes", "trace size", CELL_BYTES,
      "Size of the trace, over all ranks." },
    { "trace_call_bytes", "trace per call [bytes]", CELL_REAL,
      "Size of the trace divided by the MPI calls in it, excluding those "
      "after its limit and those that rules left out." },
    { "clock", "clock", CELL_TEXT, "The clock time stamps come from." },
    { "source", "numbers from", CELL_TEXT,
      "The profile file of the run, or its trace." },
    { "run", "run", CELL_TEXT, "What was read." },
    { "mpiprof_version", "mpiprof", CELL_TEXT,
      "Version of mpiprof that measured the run." },
};

static const struct column setting_columns[] = {
    { "name", "setting", CELL_TEXT, "Name of the setting." },
    { "value", "value", CELL_TEXT, "Its value in this run." },
    { "is_default", "default", CELL_TEXT, "\"yes\": it was not set." },
};

static const struct column host_columns[] = {
    { "host", "host", CELL_TEXT, "Name of the host." },
    { "cpu", "processor", CELL_TEXT, "Its processor model." },
    { "rank_count", "rank count", CELL_COUNT, "Ranks that ran there." },
    { "ranks", "ranks", CELL_TEXT, "Those ranks." },
    { "clock_ahead_s", "clock ahead [s]", CELL_REAL,
      "Its clock at the start of the run minus the clock of rank 0's host, by "
      "which all times are given." },
    { "clock_error_s", "error", CELL_NS,
      "How far its times can be off: half of the shortest round trip of a "
      "message to the host it was compared with, plus the error of that host." },
    { "clock_drift_ppm", "drift [ppm]", CELL_REAL,
      "What its clock gained from start to end, in microseconds per "
      "second." },
};

static const struct table_form forms[] = {
    TABLE_FORM("run", "Run and settings", SECTION_RUN, fact_columns),
    TABLE_FORM("settings", "Settings", 0, setting_columns),
    TABLE_FORM("hosts", "Hosts", 0, host_columns),
};

struct facts {
    uint64_t trace_events, trace_bytes, trace_calls, memory_bytes;
    uint32_t interfaces;
};

static enum status facts_add(void *state, const struct scope *scope,
                             const struct rank_data *rank)
{
    struct facts *facts = state;

    if (!scope->profile->window.given) {
        facts->trace_events += rank->trace_events;
        facts->trace_bytes += rank->trace_bytes;
    }
    facts->trace_calls += rank->trace_calls;
    if (rank->memory_bytes > facts->memory_bytes)
        facts->memory_bytes = rank->memory_bytes;
    facts->interfaces |= rank->interfaces;
    return STATUS_OK;
}

struct extremes {
    uint64_t init, finalize, all_calls;
    uint32_t threads;
};

static struct extremes find_extremes(const struct scope *scope)
{
    struct extremes most = { 0 };

    for (uint32_t i = 0; i < scope->rank_count; i++) {
        const struct rank_times *times = &scope->ranks[i];

        most.init = order_most(most.init, times->init);
        most.finalize = order_most(most.finalize, times->finalize);
        most.all_calls += times->calls;
        most.threads = (uint32_t)order_most(most.threads, times->threads);
    }
    return most;
}

static void add_number(struct table *table, uint64_t value)
{
    table_number_if(table, value != 0, value);
}

static void add_start(struct table *table, uint64_t unix_ns)
{
    time_t seconds = (time_t)(unix_ns / 1000000000u);
    char text[64];
    struct tm parts;

    if (unix_ns == 0 || gmtime_r(&seconds, &parts) == NULL ||
        strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &parts) == 0)
        table_empty(table);
    else
        table_text(table, text);
}

static void add_interfaces(struct table *table, uint32_t bits)
{
    static const char *const names[] = { "C", "Fortran", "Fortran 2008" };
    struct strbuf text = { 0 };

    for (int i = 0; i < 3; i++)
        if (bits & 1u << i)
            strbuf_printf(&text, "%s%s", text.length ? ", " : "", names[i]);
    table_optional(table, strbuf_text(&text));
    strbuf_clear(&text);
}

/* Without the names, which follow in a line of their own. */
static void add_coverage(struct table *table, const char *coverage)
{
    if (coverage == NULL || coverage[0] == '\0')
        table_empty(table);
    else
        table_textf(table, "%.*s", (int)strcspn(coverage, "\n"), coverage);
}

static void add_settings(struct table *table, const struct profile *profile)
{
    struct strbuf text = { 0 };

    for (size_t i = 0; i < profile->setting_count; i++) {
        const struct setting_value *setting = &profile->settings[i];

        if (!setting->is_default)
            strbuf_printf(&text, "%s%s=%s", text.length ? " " : "",
                          setting->name, setting->value);
    }
    if (profile->setting_count > 0 && text.length == 0)
        strbuf_puts(&text, "all default");
    table_optional(table, strbuf_text(&text));
    strbuf_clear(&text);
}

static void add_window(struct table *table, const struct time_window *window)
{
    if (!window->given) {
        table_skip(table, 3);
        return;
    }
    table_text(table, say_window(window).text);
    TABLE_NUMBERS(table, window->from, window->to);
}

static void add_identity(struct table *table, const struct scope *scope,
                         const struct extremes *most)
{
    const struct profile *profile = scope->profile;

    table_optional(table, profile->program);
    table_optional(table, profile->command);
    TABLE_NUMBERS(table, profile->rank_count,
                  definitions_count(profile->definitions, DEFINITION_HOST),
                  most->threads);
    add_start(table, profile->start_unix_ns);
    table_number(table, scope->run_ns);
    /* Before the window; none is known to have got there. */
    table_number_if(table, most->init > 0 || !profile->window.given,
                    most->init);
    table_number_if(table, most->finalize > 0, most->finalize);
    table_optional(table, scope->options->region);
    add_window(table, &profile->window);
}

static void add_own(struct table *table, const struct scope *scope)
{
    struct overheads costs = overheads_of(scope);

    add_number(table, costs.total_ns);
    if (costs.total_ns > 0)
        table_integer(table, costs.rank->rank);
    else
        table_empty(table);
    add_number(table, costs.calls_ns);
    add_number(table, costs.parts.function_ns);
    add_number(table, costs.parts.function_events);
    add_number(table, costs.parts.region_ns);
    add_number(table, costs.parts.region_events);
    add_number(table, costs.parts.sample_ns);
    add_number(table, costs.parts.resource_ns);
    add_number(table, costs.finalize_ns);
}

static void add_cost(struct table *table, const struct scope *scope,
                     const struct extremes *most, const struct facts *facts)
{
    table_number(table, most->all_calls);
    add_number(table, (scope->profile->hook_ns_x100 + 50) / 100);
    add_own(table, scope);
    add_number(table, facts->memory_bytes);
    add_number(table, facts->trace_events);
    add_number(table, facts->trace_bytes);
    table_real_if(table, facts->trace_calls != 0,
                  (double)facts->trace_bytes / (double)facts->trace_calls);
}

static void add_facts(struct table *table, const struct scope *scope,
                      const struct facts *facts)
{
    const struct profile *profile = scope->profile;
    struct extremes most = find_extremes(scope);

    add_identity(table, scope, &most);
    table_optional(table, profile->mpi_library);
    add_interfaces(table, facts->interfaces);
    add_coverage(table, profile->coverage);
    add_settings(table, profile);
    add_cost(table, scope, &most, facts);
    table_optional(table, profile->clock);
    table_optional(table, profile->source);
    table_optional(table, scope->options->run_path);
    table_optional(table, profile->version);
}

static void add_setting_rows(struct table *table,
                             const struct profile *profile)
{
    for (size_t i = 0; i < profile->setting_count; i++) {
        table_text(table, profile->settings[i].name);
        table_text(table, profile->settings[i].value);
        table_text(table, profile->settings[i].is_default ? "yes" : "no");
    }
}

/* Ranks of one host as cells: their number and their list. */
static void add_host_ranks(struct table *table, const struct scope *scope,
                           uint32_t host)
{
    struct strbuf text = { 0 };
    struct ranklist_text list = { .out = &text };

    for (uint32_t i = 0; i < scope->rank_count; i++)
        if (scope->ranks[i].host == host)
            ranklist_text_add(&list, scope->ranks[i].rank);
    table_number(table, ranklist_text_end(&list));
    table_take(table, &text);
}

static void add_host_clock(struct table *table, const struct host_note *note)
{
    if (!note->compared) {
        table_skip(table, 3);
        return;
    }
    table_real(table, (double)note->ahead_ns / 1e9);
    table_number(table, note->error_ns);
    table_real(table, (double)note->drift / 1e3);
}

static void add_host_rows(struct table *table, const struct scope *scope)
{
    const struct definitions *definitions = scope->profile->definitions;
    uint32_t count = definitions_count(definitions, DEFINITION_HOST);

    for (uint32_t i = 0; i < count; i++) {
        struct definition host =
            definitions_get(definitions, DEFINITION_HOST, i);
        struct host_note note;

        table_textf(table, "%.*s", (int)host.key_size, (const char *)host.key);
        if (host_note_decode(host.note, host.note_size, &note) != STATUS_OK)
            note = (struct host_note){ 0 };
        table_optional(table, note.cpu);
        add_host_ranks(table, scope, i);
        add_host_clock(table, &note);
        host_note_clear(&note);
    }
}

static enum status facts_finish(void *state, const struct scope *scope,
                                struct report *report)
{
    struct table *table = report_add_form(report, &forms[0]);

    if (table == NULL)
        return STATUS_NO_MEMORY;
    table->facts = table->whole = true;
    add_facts(table, scope, state);
    if (table_form_wanted(&forms[1], scope) &&
        (table = report_add_form(report, &forms[1])) != NULL)
        add_setting_rows(table, scope->profile);
    if (table_form_wanted(&forms[2], scope) &&
        (table = report_add_form(report, &forms[2])) != NULL)
        add_host_rows(table, scope);
    return STATUS_OK;
}

const struct analysis run_facts_analysis = {
    .state_size = sizeof(struct facts),
    .add = facts_add,
    .finish = facts_finish,
    FORMS(forms),
};
