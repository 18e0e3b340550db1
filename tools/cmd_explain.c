/*
 * cmd_explain.c - mpiprof-report explain TERM: what a number means.
 */
#include <ctype.h>
#include <getopt.h>
#include <string.h>

#include "analyze/efficiency.h"
#include "analyze/glossary.h"
#include "base/log.h"
#include "command.h"
#include "output.h"

static const struct option options[] = {
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 },
};

static char plain(char c)
{
    return c == ' ' || c == '-' ? '_' : (char)tolower((unsigned char)c);
}

/* Whether both say the same but for case, blanks and dashes. */
static bool same(const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return false;
    while (*a != '\0' && plain(*a) == plain(*b)) {
        a++;
        b++;
    }
    return *a == '\0' && *b == '\0';
}

static void add_efficiency(struct strbuf *out, const char *term)
{
    for (size_t i = 0; i < efficiency_term_count; i++) {
        const struct efficiency_term *known = &efficiency_terms[i];

        if (same(known->name, term) || same(known->title, term))
            strbuf_printf(out, "%s (efficiency)\n  %s\n", known->name,
                          known->definition);
    }
}

static void add_table(struct strbuf *out, const struct table_form *form)
{
    strbuf_printf(out, "%s (table)\n  %s%s\n", form->name, form->title,
                  form->section == 0 ? "; JSON, CSV and --table only" : "");
    for (size_t i = 0; i < form->column_count; i++)
        strbuf_printf(out, "  %-16s %s\n", form->columns[i].name,
                      form->columns[i].definition);
}

/* The next column of that name, or NULL; *table and *at say where to go on. */
static const struct column *next_column(const char *term, size_t *table,
                                        size_t *at)
{
    const struct table_form *form;

    for (; (form = glossary_table(*table)) != NULL; (*table)++, *at = 0)
        while (*at < form->column_count) {
            const struct column *column = &form->columns[(*at)++];

            if (same(column->name, term) || same(column->title, term))
                return column;
        }
    return NULL;
}

/* Whether the column before this place has the same definition. */
static bool is_repeated(const char *term, size_t end_table, size_t end_at,
                        const struct column *column)
{
    size_t table = 0, at = 0;
    const struct column *earlier;

    while ((earlier = next_column(term, &table, &at)) != NULL) {
        if (table == end_table && at == end_at)
            return false;
        if (strcmp(earlier->name, column->name) == 0 &&
            strcmp(earlier->definition, column->definition) == 0)
            return true;
    }
    return false;
}

/* All tables in which this column means the same. */
static void add_column(struct strbuf *out, const char *term,
                       const struct column *column)
{
    size_t table = 0, at = 0;
    const struct column *other;

    strbuf_printf(out, "%s (column of", column->name);
    while ((other = next_column(term, &table, &at)) != NULL)
        if (strcmp(other->name, column->name) == 0 &&
            strcmp(other->definition, column->definition) == 0)
            strbuf_printf(out, " %s", glossary_table(table)->name);
    strbuf_printf(out, ")\n  %s\n", column->definition);
}

static void add_columns(struct strbuf *out, const char *term)
{
    size_t table = 0, at = 0;
    const struct column *column;

    while ((column = next_column(term, &table, &at)) != NULL)
        if (!is_repeated(term, table, at, column))
            add_column(out, term, column);
}

static void add_all(struct strbuf *out)
{
    const struct table_form *form;

    strbuf_puts(out, "Efficiencies:\n");
    for (size_t i = 0; i < efficiency_term_count; i++)
        strbuf_printf(out, "  %s\n", efficiency_terms[i].name);
    strbuf_puts(out, "Tables and their columns:\n");
    for (size_t i = 0; (form = glossary_table(i)) != NULL; i++) {
        strbuf_printf(out, "  %s:", form->name);
        for (size_t k = 0; k < form->column_count; k++)
            strbuf_printf(out, " %s", form->columns[k].name);
        strbuf_putc(out, '\n');
    }
}

static void add_term(struct strbuf *out, const char *term)
{
    const struct table_form *form;

    add_efficiency(out, term);
    for (size_t i = 0; (form = glossary_table(i)) != NULL; i++)
        if (same(form->name, term))
            add_table(out, form);
    add_columns(out, term);
}

static int explain(const char *term)
{
    struct strbuf text;
    enum status status = STATUS_NOT_FOUND;

    strbuf_init(&text);
    if (term == NULL)
        add_all(&text);
    else
        add_term(&text, term);
    if (text.length > 0)
        status = output_write(NULL, &text);
    else
        log_warn("%s: no such table, column or efficiency; mpiprof-report "
                 "explain lists all", term);
    strbuf_clear(&text);
    return status == STATUS_OK ? EXIT_OK : EXIT_FAILED;
}

/* Several words are one term: nobody quotes load balance. */
static int explain_words(char **words)
{
    struct strbuf term;
    int answer;

    if (words[0] == NULL)
        return explain(NULL);
    strbuf_init(&term);
    for (int i = 0; words[i] != NULL; i++)
        strbuf_printf(&term, "%s%s", i == 0 ? "" : " ", words[i]);
    answer = explain(strbuf_text(&term));
    strbuf_clear(&term);
    return answer;
}

static int run(int count, char **arguments)
{
    int option;

    opterr = 0;
    while ((option = getopt_long(count, arguments, ":h", options, NULL)) !=
           -1) {
        if (option == 'h')
            return command_help(&cmd_explain);
        return command_bad_option(&cmd_explain, option, arguments);
    }
    return explain_words(arguments + optind);
}

const struct command cmd_explain = {
    .name = "explain",
    .usage = "mpiprof-report explain [TERM]",
    .summary = "Tells what a table, a column or an efficiency means; without "
               "TERM lists all.",
    .options = "  -h, --help  this text\n",
    .run = run,
};
