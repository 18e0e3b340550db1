/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * cmd_explain.c - mpiprof-report explain TERM: the meaning of a number.
 */
#include <getopt.h>
#include <string.h>

#include "analyze/advice/rules.h"
#include "analyze/facts/efficiency/efficiency.h"
#include "analyze/facts/terms.h"
#include "base/log.h"
#include "base/text/fuzzy_match.h"
#include "tools/entries.h"
#include "tools/options.h"
#include "tools/output.h"
#include "render/paragraph.h"
#include "report/sections.h"
#include "tools/tables.h"

#define COLUMNS_DEFAULT 80

struct answer {
    const char *term;
    struct strbuf *out;
};

/* "name (what it is)", or with its other name. */
static void add_heading(struct strbuf *out, const struct entry *entry,
                        const char *kind)
{
    if (fuzzy_match_same(entry->name, entry->title))
        strbuf_printf(out, "%s (%s)\n", entry->title, kind);
    else
        strbuf_printf(out, "%s, \"%s\" (%s)\n", entry->name, entry->title,
                      kind);
}

static void add_text(struct strbuf *out, const char *first, const char *text)
{
    int columns = output_columns();

    text_paragraph(out, first, text, columns > 0 ? columns : COLUMNS_DEFAULT);
}

static void add_table(struct strbuf *out, const struct entry *entry)
{
    const struct table_form *form = tables_find(TABLES_ALL, entry->name);

    if (entry->section > 0)
        strbuf_printf(out, "%s (table of section %s)\n  %s\n", entry->name,
                      section_of(entry->section)->title, entry->title);
    else
        strbuf_printf(out, "%s (table, not in text without --table)\n  %s\n",
                      entry->name, entry->title);
    for (size_t i = 0; i < form->column_count; i++) {
        struct strbuf first = { 0 };

        strbuf_printf(&first, "    %-16s ", form->columns[i].name);
        add_text(out, strbuf_text(&first), form->columns[i].definition);
        strbuf_clear(&first);
    }
}

static void add_section(struct strbuf *out, const struct entry *entry)
{
    const struct table_form *form;
    bool any = false;

    strbuf_printf(out, "%s (section of the report)\n", entry->title);
    add_text(out, "  ", entry->definition);
    for (size_t i = 0; (form = tables_at(TABLES_ALL, i)) != NULL; i++) {
        if (form->section != entry->section)
            continue;
        strbuf_printf(out, "%s %s", any ? "," : "  Tables:", form->name);
        any = true;
    }
    strbuf_puts(out, any ? "\n" : "");
}

static void add_rule(struct strbuf *out, const struct entry *entry)
{
    add_heading(out, entry, "suggestion");
    add_text(out, "  ", entry->definition);
    add_text(out, "  ", entry->remedy);
}

/* All but columns, which are gathered by what they mean. */
static void add_entry(const struct entry *entry, void *context)
{
    const struct answer *answer = context;

    if (entry->kind == ENTRY_COLUMN || !entry_is_called(entry, answer->term))
        return;
    if (entry->kind == ENTRY_TABLE) {
        add_table(answer->out, entry);
    } else if (entry->kind == ENTRY_SECTION) {
        add_section(answer->out, entry);
    } else if (entry->kind == ENTRY_RULE) {
        add_rule(answer->out, entry);
    } else {
        add_heading(answer->out, entry,
                    entry->kind == ENTRY_TERM ? "term" : "efficiency");
        add_text(answer->out, "  ", entry->definition);
    }
}

/* Columns with one name and one meaning, whatever tables they are in. */
struct meaning {
    const char *term;
    const struct entry *wanted;
    struct strbuf *tables;
    bool later; /* it has come by before */
};

static void add_table_name(const struct entry *entry, void *context)
{
    struct meaning *meaning = context;

    if (entry->kind == ENTRY_COLUMN && entry_is_called(entry, meaning->term) &&
        strcmp(entry->name, meaning->wanted->name) == 0 &&
        strcmp(entry->definition, meaning->wanted->definition) == 0) {
        meaning->later |= meaning->tables->length == 0 &&
                          strcmp(entry->table, meaning->wanted->table) != 0;
        strbuf_printf(meaning->tables, " %s", entry->table);
    }
}

static void add_column(const struct entry *entry, void *context)
{
    const struct answer *answer = context;
    struct meaning meaning = { .term = answer->term, .wanted = entry };
    struct strbuf tables = { 0 };

    if (entry->kind != ENTRY_COLUMN || !entry_is_called(entry, answer->term))
        return;
    strbuf_puts(&tables, "");
    meaning.tables = &tables;
    entries_each(add_table_name, &meaning);
    if (!meaning.later) {
        struct strbuf kind = { 0 };

        strbuf_printf(&kind, "column of%s", strbuf_text(&tables));
        add_heading(answer->out, entry, strbuf_text(&kind));
        add_text(answer->out, "  ", entry->definition);
        strbuf_clear(&kind);
    }
    strbuf_clear(&tables);
}

static void add_all(struct strbuf *out)
{
    const struct table_form *form;

    strbuf_puts(out, "Terms, efficiencies, wait states and suggestions:\n");
    for (size_t i = 0; i < term_count; i++)
        strbuf_printf(out, "  %s\n", terms[i].name);
    for (size_t i = 0; i < efficiency_term_count; i++)
        strbuf_printf(out, "  %s\n", efficiency_terms[i].name);
    for (int i = 0; i < WAIT_KINDS; i++)
        strbuf_printf(out, "  %s\n", wait_kind_name((enum wait_kind)i));
    for (int i = 0; i < RULES; i++)
        strbuf_printf(out, "  %s\n", rules[i].name);
    strbuf_puts(out, "Sections, by their titles.\n"
                     "Tables and their columns, by their names or titles:\n");
    for (size_t i = 0; (form = tables_at(TABLES_ALL, i)) != NULL; i++) {
        struct strbuf first = { 0 }, names = { 0 };

        for (size_t k = 0; k < form->column_count; k++)
            strbuf_printf(&names, "%s%s", k > 0 ? " " : "",
                          form->columns[k].name);
        strbuf_printf(&first, "  %s: ", form->name);
        add_text(out, strbuf_text(&first), strbuf_text(&names));
        strbuf_clear(&first);
        strbuf_clear(&names);
    }
}

static void say_unknown(const char *term)
{
    const char *near = entries_closest(term);

    if (near != NULL)
        log_warn("%s: no such term; did you mean %s?", term, near);
    else
        log_warn("%s: no such term; mpiprof-report explain lists all", term);
}

static int explain_term(const char *term)
{
    struct strbuf text = { 0 };
    struct answer answer = { .term = term, .out = &text };
    enum status status = STATUS_NOT_FOUND;

    if (term == NULL) {
        add_all(&text);
    } else {
        entries_each(add_entry, &answer);
        entries_each(add_column, &answer);
    }
    if (text.length > 0)
        status = output_print(&text);
    else
        say_unknown(term);
    strbuf_clear(&text);
    return status == STATUS_OK ? EXIT_OK : EXIT_FAILED;
}

/* Several words are one term: nobody quotes load balance. */
static int explain_words(char **words)
{
    struct strbuf term = { 0 };
    int answer;

    if (words[0] == NULL)
        return explain_term(NULL);
    for (int i = 0; words[i] != NULL; i++)
        strbuf_printf(&term, "%s%s", i == 0 ? "" : " ", words[i]);
    if (strspn(strbuf_text(&term), " ") == term.length)
        answer =
            command_usage(&cmd_explain, "which term?  Without one "
                                        "mpiprof-report explain lists all");
    else
        answer = explain_term(strbuf_text(&term));
    strbuf_clear(&term);
    return answer;
}

static int run_explain(int count, char **arguments)
{
    struct options options;
    int answer = options_parse(&options, &cmd_explain, count, arguments);

    return answer < 0 ? explain_words(arguments + optind) : answer;
}

const struct command cmd_explain = {
    .name = "explain",
    .called = "mpiprof-report explain",
    .program = &program_report,
    .bit = FOR_EXPLAIN,
    .usage = "mpiprof-report explain [TERM]",
    .title = "what a word of the report means",
    .summary = "Explains a word of the report: a term, a section, a table or "
               "a column,\n"
               "by name or title.  Without TERM, lists all.",
    .examples = "mpiprof-report explain load balance\n"
                "mpiprof-report explain procedures\n",
    .run = run_explain,
};
