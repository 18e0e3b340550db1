/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * render_json.c - schema "mpiprof-report", version 1.
 *
 * Times are seconds, sizes bytes, ratios fractions; empty cells are null.
 */
#include <string.h>

#include "base/text/json.h"
#include "base/text/escape.h"
#include "render/cell_text.h"
#include "base/text/numbers.h"
#include "render/render.h"
#include "report/remark_sentences.h"

static const char *kind_name(enum cell_kind kind)
{
    switch (kind) {
    case CELL_TEXT: return "text";
    case CELL_INTEGER: return "integer";
    case CELL_COUNT: return "count";
    case CELL_NS:
    case CELL_NS_MORE: return "seconds";
    case CELL_BYTES: return "bytes";
    case CELL_RATIO:
    case CELL_RATIO_MORE: return "ratio";
    case CELL_TIMES:
    case CELL_REAL: return "real";
    case CELL_EMPTY: break;
    }
    return "empty";
}

/* Takes it. */
static void put_shown(struct json *json, struct strbuf *shown)
{
    json_string(json, strbuf_text(shown));
    strbuf_end(shown, &json->out->failed);
}

static void put_text(struct json *json, const struct column *column,
                     const char *text)
{
    struct strbuf shown = { 0 };

    cell_text(&shown, column, text, false);
    put_shown(json, &shown);
}

static void put_sentence(struct json *json, const char *text)
{
    struct strbuf shown = { 0 };

    escape_put(&shown, text);
    put_shown(json, &shown);
}

/* Written as in CSV, digit by digit: a division would not round alike everywhere. */
static void put_seconds(struct json *json, bool negative, uint64_t ns)
{
    struct strbuf digits = { 0 };

    strbuf_puts(&digits, negative ? "-" : "");
    numbers_seconds(&digits, ns);
    json_number(json, strbuf_text(&digits));
    strbuf_end(&digits, &json->out->failed);
}

static void put_cell(struct json *json, const struct column *column,
                     const struct cell *cell)
{
    switch (cell->kind) {
    case CELL_EMPTY: json_null(json); break;
    case CELL_TEXT: put_text(json, column, cell->as.text); break;
    case CELL_INTEGER: json_signed(json, cell->as.integer); break;
    case CELL_COUNT:
    case CELL_BYTES: json_unsigned(json, cell->as.number); break;
    case CELL_NS: put_seconds(json, false, cell->as.number); break;
    case CELL_NS_MORE:
        put_seconds(json, cell->as.integer < 0, table_magnitude(cell));
        break;
    case CELL_RATIO:
    case CELL_RATIO_MORE:
    case CELL_TIMES:
    case CELL_REAL: json_double(json, cell->as.real); break;
    }
}

static void put_columns(struct json *json, const struct table *table)
{
    json_open(json_key(json, "columns"), '[');
    for (size_t i = 0; i < table->column_count; i++) {
        const struct column *column = &table->columns[i];

        json_open(json, '{');
        json_string(json_key(json, "name"), column->name);
        json_string(json_key(json, "title"),
                    column->title ? column->title : column->name);
        json_string(json_key(json, "kind"), kind_name(column->kind));
        json_string(json_key(json, "definition"), column->definition);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_rows(struct json *json, const struct table *table,
                     const struct render_options *options)
{
    for (size_t row = 0; row < table->row_count; row++) {
        json_open(json, '[');
        for (size_t i = 0; i < table->column_count; i++)
            put_cell(json, &table->columns[i], table_cell(table, row, i));
        json_close(json, ']');
        if (options->row_done != NULL)
            options->row_done(options->context, json->out);
    }
}

static void put_table(struct json *json, struct table *table,
                      const struct render_options *options)
{
    json_open(json_key(json, table->name), '{');
    json_string(json_key(json, "title"), table->title);
    json_signed(json_key(json, "section"), table->section);
    json_string(json_key(json, "note"), table->note);
    if (table->total_rows > table->row_count) {
        json_unsigned(json_key(json, "total_rows"), table->total_rows);
    }
    put_columns(json, table);
    json_open(json_key(json, "rows"), '[');
    do
        put_rows(json, table, options);
    while (table_next(table));
    json->out->failed = json->out->failed || table->failed;
    json_close(json, ']');
    json_close(json, '}');
}

static void put_sentences(struct json *json, const char *key, char **texts,
                          size_t count)
{
    json_open(json_key(json, key), '[');
    for (size_t i = 0; i < count; i++)
        put_sentence(json, texts[i]);
    json_close(json, ']');
}

/* Remarks of the run, whose sentences are in completeness, too. */
static void put_remarks(struct json *json, const struct remarks *remarks)
{
    struct remark_value value;

    json_open(json_key(json, "remarks"), '[');
    for (size_t i = 0; i < remarks->count; i++) {
        json_open(json, '{');
        json_string(json_key(json, "code"), remark_name(&remarks->list[i]));
        json_open(json_key(json, "values"), '{');
        for (int at = 0; remark_value(&remarks->list[i], at, &value); at++) {
            json_key(json, value.name);
            if (value.text != NULL)
                put_sentence(json, value.text);
            else
                json_unsigned(json, value.number);
        }
        json_close(json, '}');
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* The facts about the run as an object. */
static void put_run(struct json *json, const struct report *report)
{
    const struct table *run = report_table(report, "run");

    json_open(json_key(json, "run"), '{');
    for (size_t i = 0; run && run->row_count && i < run->column_count; i++) {
        json_key(json, run->columns[i].name);
        put_cell(json, &run->columns[i], table_cell(run, 0, i));
    }
    json_close(json, '}');
}

void render_json(struct strbuf *out, const struct report *report,
                 const struct render_options *options)
{
    struct json json;

    json_init(&json, out);
    json_open(&json, '{');
    json_string(json_key(&json, "schema"), "mpiprof-report");
    json_signed(json_key(&json, "version"), 1);
    put_run(&json, report);
    put_sentences(&json, "verdict", report->verdict, report->verdict_count);
    put_sentences(&json, "completeness", report->completeness,
                  report->completeness_count);
    put_remarks(&json, &report->remarks);
    json_open(json_key(&json, "tables"), '{');
    for (size_t i = 0; i < report->table_count; i++)
        if (options->table == NULL ||
            strcmp(report->tables[i]->name, options->table) == 0)
            put_table(&json, report->tables[i], options);
    json_close(&json, '}');
    json_close(&json, '}');
}
