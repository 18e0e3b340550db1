/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * report.c - the list of sections made by the analyses of a run.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/array_room.h"
#include "base/text/strbuf.h"
#include "report/charts.h"
#include "report/python_chart.h"
#include "report/source_text.h"
#include "report/remark_sentences.h"
#include "report/table_form.h"

enum status report_create(struct report **out)
{
    struct report *report = calloc(1, sizeof(*report));

    if (report == NULL)
        return log_fail(STATUS_NO_MEMORY, "report");
    *out = report;
    return STATUS_OK;
}

static void free_texts(char **texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}

void report_destroy(struct report *report)
{
    if (report == NULL)
        return;
    free_texts(report->verdict, report->verdict_count);
    free_texts(report->completeness, report->completeness_count);
    remarks_clear(&report->remarks);
    for (size_t i = 0; i < report->table_count; i++)
        table_destroy(report->tables[i]);
    free(report->tables);
    charts_destroy(report->charts);
    charts_destroy(report->charts_b);
    python_chart_destroy(report->python);
    source_text_destroy(report->source);
    free(report);
}

/* Where a table of this section belongs; 0 is after all others. */
static size_t place_of_section(const struct report *report, int section)
{
    size_t at = report->table_count;

    if (section == 0)
        return at;
    while (at > 0 && (report->tables[at - 1]->section == 0 ||
                      report->tables[at - 1]->section > section))
        at--;
    return at;
}

void report_add(struct report *report, struct table *table)
{
    size_t at;

    if (table == NULL) {
        report->failed = true;
        return;
    }
    if (!array_more(&report->tables, report->table_count,
                    sizeof(*report->tables))) {
        report->failed = true;
        table_destroy(table);
        return;
    }
    report->failed = report->failed || table->failed;
    at = place_of_section(report, table->section);
    memmove(report->tables + at + 1, report->tables + at,
            (report->table_count - at) * sizeof(*report->tables));
    report->tables[at] = table;
    report->table_count++;
}

enum status report_check(const struct report *report, enum status status)
{
    bool failed = report->failed;

    for (size_t i = 0; i < report->table_count; i++)
        failed |= report->tables[i]->failed;
    return status == STATUS_OK && failed ? log_fail(STATUS_NO_MEMORY, "report")
                                         : status;
}

enum status report_hand_over(struct report *report, enum status status,
                             struct report **out)
{
    status = report_check(report, status);
    if (status == STATUS_OK)
        *out = report;
    else
        report_destroy(report);
    return status;
}

struct table *report_add_form(struct report *report,
                              const struct table_form *form)
{
    size_t before = report->table_count;
    struct table *table = NULL;

    if (table_create(form->name, form->title, form->section, form->columns,
                     form->column_count, &table) == STATUS_OK) {
        table->brief = form->brief;
        report_add(report, table);
    }
    report->failed |= table == NULL;
    return report->table_count > before ? table : NULL;
}

static void add_text(struct report *report, char ***texts, size_t *count,
                     const char *format, va_list list)
{
    struct strbuf text = { 0 };

    strbuf_vprintf(&text, format, list);
    if (text.failed || text.text == NULL ||
        !ARRAY_ADD(*texts, *count, text.text)) {
        report->failed = true;
        strbuf_clear(&text);
    }
}

void report_verdict(struct report *report, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    add_text(report, &report->verdict, &report->verdict_count, format, list);
    va_end(list);
}

void report_rate(struct report *report, size_t from, enum severity severity)
{
    for (size_t i = from; i < report->verdict_count && i < SENTENCES_RATED;
         i++)
        report->severity[i] = (unsigned char)severity;
}

size_t report_cause_number(const char *sentence)
{
    size_t digits = strspn(sentence, "0123456789");

    return digits > 0 && sentence[digits] == '.' && sentence[digits + 1] == ' '
               ? digits + 2
               : 0;
}

void report_completeness(struct report *report, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    add_text(report, &report->completeness, &report->completeness_count,
             format, list);
    va_end(list);
}

void report_remark(struct report *report, const struct remark *remark)
{
    struct strbuf sentence = { 0 };

    remark_say(remark, &sentence);
    report_completeness(report, "%s", strbuf_text(&sentence));
    report->failed = report->failed || sentence.failed ||
                     remarks_add(&report->remarks, remark) != STATUS_OK;
    strbuf_clear(&sentence);
}

const struct table *report_table(const struct report *report, const char *name)
{
    for (size_t i = 0; i < report->table_count; i++)
        if (strcmp(report->tables[i]->name, name) == 0)
            return report->tables[i];
    return NULL;
}
