/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * session_describe.c - facts of the run for the profile.
 */
#define _GNU_SOURCE
#include "measure/session/session_ending.h"

#include "config.h"

#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/counters/counters.h"
#include "measure/session/spawn_links.h"
#include "measure/session/session_state.h"
#include "model/notes/host_note.h"
#include "base/text/affix.h"
#include "measure/callsite/modules.h"
#include "base/text/strbuf.h"

/* ---- which procedures of the MPI library are covered ---- */

/* Counts the facts in this process: functions exported by the loaded MPI
 * libraries, and those among them whose name resolves to libmpiprof first.  C:
 * MPI_Xxx.  Fortran: mpi_xxx_ in all its forms (mpi_xxx_f08_ ...). */
struct coverage {
    unsigned c_exported, c_wrapped;
    unsigned fortran_exported, fortran_wrapped;
    struct strbuf passed; /* names not wrapped, each after a blank */
};

/* The dynamic symbols of one loaded object. */
struct symbols {
    const ElfW(Sym) * list;
    const char *names;
    const uint32_t *hash; /* DT_GNU_HASH */
};

/* glibc has put run addresses into the dynamic section. */
static bool read_dynamic(const ElfW(Dyn) * at, struct symbols *out)
{
    memset(out, 0, sizeof(*out));
    for (; at->d_tag != DT_NULL; at++) {
        if (at->d_tag == DT_SYMTAB)
            out->list = (const ElfW(Sym) *)at->d_un.d_ptr;
        else if (at->d_tag == DT_STRTAB)
            out->names = (const char *)at->d_un.d_ptr;
        else if (at->d_tag == DT_GNU_HASH)
            out->hash = (const uint32_t *)at->d_un.d_ptr;
    }
    return out->list != NULL && out->names != NULL && out->hash != NULL;
}

/* The table of symbols does not say how long it is: the hash table's last
 * chain ends at its last symbol. */
static uint32_t count_symbols(const struct symbols *symbols)
{
    uint32_t buckets = symbols->hash[0];
    uint32_t first = symbols->hash[1];
    uint32_t words = symbols->hash[2] * (sizeof(ElfW(Addr)) / 4);
    const uint32_t *bucket = symbols->hash + 4 + words;
    const uint32_t *chain = bucket + buckets;
    uint32_t last = 0;

    for (uint32_t i = 0; i < buckets; i++)
        if (bucket[i] > last)
            last = bucket[i];
    if (last < first)
        return first;
    while ((chain[last - first] & 1) == 0)
        last++;
    return last + 1;
}

/* Open MPI's Fortran libraries also have MPI_Xxx_f and MPI_Xxx_f08, which no
 * compiler generates calls to. */
static bool is_c_name(const char *name)
{
    return strncmp(name, "MPI_", 4) == 0 &&
           strpbrk(name, "abcdefghijklmnopqrstuvwxyz") != NULL &&
           !ends_with(name, "_f") && !ends_with(name, "_f08");
}

/* The form with one underscore behind; the others are names of the same.
 * MPI's predefined callbacks (mpi_comm_dup_fn_) are not procedures to call,
 * mpi_sizeof_ asks the compiler, and mpi_wtime_f90_ is mpi_wtime_ once more,
 * which Open MPI has in the library of C. */
static bool is_fortran_name(const char *name)
{
    size_t length = strlen(name);

    return strncmp(name, "mpi_", 4) == 0 && length > 5 &&
           name[length - 1] == '_' && name[length - 2] != '_' &&
           strstr(name, "_fn_") == NULL && !ends_with(name, "_f90_") &&
           strstr(name, "sizeof") == NULL;
}

static bool leads_to_us(const char *name)
{
    Dl_info where;
    void *address = dlsym(RTLD_DEFAULT, name);

    return address != NULL && dladdr(address, &where) != 0 &&
           where.dli_fname != NULL &&
           modules_kind(where.dli_fname) == MODULE_OURS;
}

static void count_name(const char *name, struct coverage *coverage)
{
    bool ours;

    if (!is_c_name(name) && !is_fortran_name(name))
        return;
    ours = leads_to_us(name);
    if (is_c_name(name)) {
        coverage->c_exported++;
        coverage->c_wrapped += ours;
    } else {
        coverage->fortran_exported++;
        coverage->fortran_wrapped += ours;
    }
    if (!ours)
        strbuf_printf(&coverage->passed, " %s", name);
}

static bool is_function(const ElfW(Sym) * symbol)
{
    unsigned type = symbol->st_info & 0xf;

    return symbol->st_shndx != SHN_UNDEF &&
           (type == STT_FUNC || type == STT_GNU_IFUNC);
}

static int count_object(struct dl_phdr_info *info, size_t size, void *context)
{
    struct symbols symbols;

    (void)size;
    if (modules_kind(info->dlpi_name) != MODULE_MPI)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const ElfW(Dyn) *dynamic =
            (const ElfW(Dyn) *)(info->dlpi_addr + part->p_vaddr);

        if (part->p_type != PT_DYNAMIC || !read_dynamic(dynamic, &symbols))
            continue;
        for (uint32_t k = count_symbols(&symbols); k-- > 0;)
            if (is_function(&symbols.list[k]))
                count_name(symbols.names + symbols.list[k].st_name, context);
    }
    return 0;
}

static void coverage_count(struct coverage *coverage)
{
    memset(coverage, 0, sizeof(*coverage));
    dl_iterate_phdr(count_object, coverage);
}

static void coverage_clear(struct coverage *coverage)
{
    strbuf_clear(&coverage->passed);
}

/* ---- facts of the run ---- */

static void note_window(const struct window *window)
{
    const char *name = window->name == NULL ? "" : window->name;
    struct strbuf note = { 0 };

    if (window->id == 0)
        return;
    strbuf_add(&note, name, strlen(name) + 1);
    strbuf_puts(&note, window->kind);
    if (!note.failed)
        definitions_note(recorder.definitions, DEFINITION_WINDOW, window->id,
                         note.text, note.length, 1);
    strbuf_clear(&note);
}

static int64_t in_ns(double ticks, double ticks_per_ns)
{
    return (int64_t)(ticks / ticks_per_ns);
}

/* Drift: against the rates that each clock has by its own host's time. */
static void note_clock(const struct ending *ending, struct host_note *note)
{
    const struct clock_line *line = &session.clocks.line;
    const struct clock_mark *first = &line->first;
    double own = recorder.rate.ticks_per_ns;
    double run = ending->rate.ticks_per_ns * clock_line_rate(line);

    if (session.clocks.own == 0)
        return;
    note->compared = true;
    note->ahead_ns =
        in_ns((double)first->ticks, own) -
        in_ns((double)(first->ticks + (uint64_t)first->ahead), run);
    note->error_ns = (uint64_t)in_ns((double)clock_line_error(line), own);
    note->drift = (int64_t)((ending->rate.ticks_per_ns / own - 1.0) * 1e9);
}

static void note_host(const struct ending *ending, uint32_t host)
{
    struct host_note note = { .cpu = session.facts.cpu,
                              .memory_bytes = session.facts.memory_bytes };
    struct bytes_writer out = { 0 };

    note_clock(ending, &note);
    host_note_encode(&note, &out);
    if (!out.failed)
        definitions_note(recorder.definitions, DEFINITION_HOST, host, out.data,
                         out.size, 0);
    bytes_writer_clear(&out);
}

void ending_describe_definitions(struct ending *ending)
{
    uint32_t host;

    for (struct comm_info *at = comms_all(); at != NULL; at = at->next)
        record_note_comm(at);
    for (struct window *at = windows_all(); at != NULL; at = at->next)
        note_window(at);
    host = definitions_intern(recorder.definitions, DEFINITION_HOST, 0, 0,
                              session.facts.host, strlen(session.facts.host));
    if (host == DEFINITION_NONE)
        host = 0;
    else
        note_host(ending, host);
    ending->data.host = host;
    ending->data.program = definitions_program(
        recorder.definitions, session.facts.program, session.facts.command);
}

static void add_lines(struct profile *profile, const char *lines)
{
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");

        char *line = strndup(lines, length);

        REMARK(&profile->remarks, REMARK_TEXT, .texts = { line });
        free(line);
        lines += length + (lines[length] == '\n');
    }
}

static void add_settings(struct profile *profile)
{
    for (int i = 0; i < SETTING_COUNT; i++)
        profile_setting(profile, setting_table[i].name,
                        session.settings.text[i], !session.settings.given[i]);
}

static void add_counters(struct profile *profile)
{
    profile->counters = calloc(COUNTERS_MOST, sizeof(*profile->counters));
    if (profile->counters == NULL)
        return;
    for (int i = 0; i < recorder.counter_count; i++)
        profile_set_text(&profile->counters[i], counters_name(i));
    profile->counter_count = (size_t)recorder.counter_count;
}

/* "TSC 2.596 GHz", and how well clocks agree where there are several. */
static void describe_clock(const struct ending *ending, struct strbuf *text)
{
    double worst = 0.0; /* in ticks of the run's clock */

    if (ending->rate.counter)
        strbuf_printf(text, "TSC %.3f GHz", ending->rate.ticks_per_ns);
    else
        strbuf_puts(text, "CLOCK_MONOTONIC");
    for (int i = 1; i < session.clocks.count; i++) {
        const struct clock_line *line = &session.clocks.lines[i];
        double error = (double)clock_line_error(line) * clock_line_rate(line);

        if (error > worst)
            worst = error;
    }
    if (session.clocks.count > 1)
        strbuf_printf(text, "; %d clocks, compared to %.1f us",
                      session.clocks.count,
                      clock_ticks_to_ns(&ending->rate, worst) / 1e3);
}

/* The facts of the run, on rank 0; takes the definitions. */
enum status ending_describe_run(struct ending *ending)
{
    struct profile *profile;
    struct strbuf clock = { 0 };
    char text[512];
    enum status status = profile_create(&ending->profile);

    if (status != STATUS_OK)
        return status;
    profile = ending->profile;
    definitions_destroy(profile->definitions);
    profile->definitions = ending->run;
    ending->run = NULL;
    profile_set_text(&profile->program, session.facts.program);
    profile_set_text(&profile->command, session.facts.command);
    process_facts_mpi(text, sizeof(text));
    profile_set_text(&profile->mpi_library, text);
    profile_set_text(&profile->version, PACKAGE_VERSION);
    profile_set_text(&profile->source, "profile");
    profile_set_text(&profile->trace_file,
                     recorder.trace != NULL ? "run.otf2" : "");
    describe_clock(ending, &clock);
    profile_set_text(&profile->clock, strbuf_text(&clock));
    strbuf_clear(&clock);
    profile->start_unix_ns = ending->start_unix_ns;
    profile->hook_ns_x100 = (uint64_t)(ending->cost_ns * 100.0);
    profile->rank_count = (uint32_t)session.ranks;
    add_counters(profile);
    add_settings(profile);
    add_lines(profile, strbuf_text(&session.problems));
    spawn_links_describe(session.directory, &session.remarks);
    for (size_t i = 0; i < session.remarks.count; i++)
        remarks_add(&profile->remarks, &session.remarks.list[i]);
    return profile_use_call_table(profile);
}

void ending_describe_coverage(struct profile *profile)
{
    struct coverage coverage;
    struct strbuf text = { 0 };

    coverage_count(&coverage);
    strbuf_printf(&text, "%u of %u in C", coverage.c_wrapped,
                  coverage.c_exported);
    if (coverage.fortran_exported > 0) /* its libraries are loaded */
        strbuf_printf(&text, ", %u of %u in Fortran", coverage.fortran_wrapped,
                      coverage.fortran_exported);
    strbuf_printf(&text, "\n%s", strbuf_text(&coverage.passed));
    profile_set_text(&profile->coverage, strbuf_text(&text));
    strbuf_clear(&text);
    coverage_clear(&coverage);
}
