/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/text_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/text/human.h"
#include "base/text/escape.h"
#include "base/order.h"
#include "base/text/affix.h"
#include "render/paragraph.h"
#include "render/text_cell.h"
#include "render/text_color.h"

#define INDENT 2
#define GAP 2
#define LEAST_WRAPPED 30
#define LEAST_TEXT 20               /* names are not cut shorter than this */
#define LEAST_CALL 24               /* nor is "function, from caller" */
#define LONGEST_PROCEDURE 32        /* of MPI */
#define SECOND UINT64_C(1000000000) /* ns */

struct column_layout {
    bool shown;
    bool right, cut;
    bool wraps; /* long texts go on in more lines */
    int line;   /* of the lines of a row */
    int width, least;
    int decimals;          /* the most in it: points stand below each other */
    struct time_unit unit; /* of times */
};

struct layout {
    const struct table *table;
    const struct text_style *style;
    struct column_layout *columns;
    size_t rows;
    int lines; /* of a row */
    int path;  /* the column with a line of its own, or -1 */
    struct text_shown shown;
};

static bool is_number(enum cell_kind kind)
{
    return kind != CELL_TEXT && kind != CELL_EMPTY;
}

/* "culprit_rank", whose title does not say that it is a rank. */
static bool is_rank(const struct column *column)
{
    return ends_with(column->name, "_rank") && column->title != NULL &&
           !ends_with(column->title, "rank");
}

static void put_unit(struct strbuf *out, const struct column *column,
                     const struct time_unit *unit)
{
    if (text_is_time(column->kind))
        strbuf_printf(out, "[%s]", unit->name);
    else if (text_is_ratio(column->kind))
        strbuf_puts(out, "[%]");
    else if (is_rank(column))
        strbuf_puts(out, "[rank]");
}

/* ---- layout ---- */

static uint64_t largest_time(const struct table *table, size_t column)
{
    uint64_t most = 0;

    for (size_t row = 0; row < table->row_count; row++) {
        const struct cell *cell = table_cell(table, row, column);

        if (text_is_time(cell->kind) && text_time_of(cell) > most)
            most = text_time_of(cell);
    }
    return most;
}

/* 0: there is none. */
static uint64_t smallest_time(const struct table *table, size_t column)
{
    uint64_t least = UINT64_MAX;

    for (size_t row = 0; row < table->row_count; row++) {
        const struct cell *cell = table_cell(table, row, column);

        if (text_is_time(cell->kind) && text_time_of(cell) > 0 &&
            text_time_of(cell) < least)
            least = text_time_of(cell);
    }
    return least == UINT64_MAX ? 0 : least;
}

/* One slow call must not hide that others take microseconds. */
static struct time_unit call_unit(const struct table *table, size_t column)
{
    uint64_t most = largest_time(table, column);

    if (most < 100 * SECOND && smallest_time(table, column) < SECOND / 1000)
        most = most < SECOND / 2 ? most : SECOND / 2;
    return human_time_unit(most);
}

static bool is_per_call(const struct column *column)
{
    return strstr(column->name, "call") != NULL;
}

static void choose_units(struct layout *layout)
{
    const struct table *table = layout->table;
    uint64_t most = 0;

    for (size_t i = 0; i < table->column_count; i++) {
        uint64_t here = largest_time(table, i);

        layout->columns[i].unit = call_unit(table, i);
        if (!is_per_call(&table->columns[i]) && here > most)
            most = here;
    }
    for (size_t i = 0; i < table->column_count; i++)
        if (!is_per_call(&table->columns[i]))
            layout->columns[i].unit = human_time_unit(most);
}

static bool is_zero(const struct cell *cell)
{
    switch (cell->kind) {
    case CELL_EMPTY: return true;
    case CELL_COUNT:
    case CELL_NS:
    case CELL_BYTES: return cell->as.number == 0;
    case CELL_TIMES:
    case CELL_REAL: return cell->as.real == 0;
    case CELL_NS_MORE: return cell->as.integer == 0;
    default: return false;
    }
}

static bool all_zero(const struct table *table, size_t column)
{
    for (size_t row = 0; row < table->row_count; row++)
        if (!is_zero(table_cell(table, row, column)))
            return false;
    return true;
}

/* Zero is news there. */
static bool is_distribution(const struct column *column)
{
    return starts_with(column->name, "min_") ||
           starts_with(column->name, "deviation_") ||
           starts_with(column->name, "avoidable_");
}

/* Whether text shows a column though not all are asked for. */
static bool is_worth_showing(const struct table *table, size_t i)
{
    return table->columns[i].title != NULL &&
           (is_distribution(&table->columns[i]) || !all_zero(table, i));
}

/* The name of an MPI procedure is never cut. */
static int least_width(const char *column)
{
    if (ends_with(column, "procedure") || strcmp(column, "call") == 0 ||
        strcmp(column, "site") == 0)
        return LONGEST_PROCEDURE;
    return strcmp(column, "where") == 0 ? LEAST_CALL : LEAST_TEXT;
}

static void choose_columns(struct layout *layout)
{
    const struct table *table = layout->table;
    size_t last = table->column_count - 1;
    bool full = layout->style->full;

    layout->path = -1;
    for (size_t i = 0; i < table->column_count; i++) {
        layout->columns[i].shown = full || is_worth_showing(table, i);
        layout->columns[i].right = is_number(table->columns[i].kind);
        layout->columns[i].least = least_width(table->columns[i].name);
    }
    if (strcmp(table->columns[last].name, "path") == 0 &&
        layout->columns[last].shown) {
        layout->path = (int)last;
        layout->columns[last].shown = false;
    } else if (full && table->below == 0 && !layout->columns[last].right) {
        layout->columns[last].wraps = true;
    }
    for (size_t i = 0; i < table->below; i++)
        layout->columns[last - i].shown = false;
}

static bool has_decimals(const struct cell *cell)
{
    return text_is_time(cell->kind) || text_is_ratio(cell->kind);
}

/* With the point, 0 for whole numbers. */
static int decimals_of(const char *number)
{
    const char *point = strchr(number, '.');

    return point == NULL ? 0 : (int)strlen(point);
}

/* A cell as it stands in its column, in scratch. */
static const char *shown_cell(const struct layout *layout, size_t row,
                              size_t i, struct strbuf *scratch)
{
    const struct column_layout *column = &layout->columns[i];
    const struct cell *cell = table_cell(layout->table, row, i);

    strbuf_truncate(scratch, 0);
    text_cell(scratch, &layout->table->columns[i], cell, &column->unit);
    if (has_decimals(cell))
        strbuf_pad(scratch, ' ',
                   column->decimals - decimals_of(strbuf_text(scratch)));
    return strbuf_text(scratch);
}

static void find_decimals(struct layout *layout, struct strbuf *scratch)
{
    const struct table *table = layout->table;

    for (size_t i = 0; i < table->column_count; i++) {
        struct column_layout *column = &layout->columns[i];

        for (size_t row = 0; column->shown && row < layout->rows; row++) {
            const struct cell *cell = table_cell(table, row, i);
            int here = has_decimals(cell)
                           ? decimals_of(shown_cell(layout, row, i, scratch))
                           : 0;

            if (here > column->decimals)
                column->decimals = here;
        }
    }
}

static void measure_columns(struct layout *layout, struct strbuf *scratch)
{
    const struct table *table = layout->table;

    for (size_t i = 0; i < table->column_count; i++) {
        struct column_layout *column = &layout->columns[i];

        strbuf_truncate(scratch, 0);
        column_title(scratch, &table->columns[i]);
        column->width = escape_width(strbuf_text(scratch));
        strbuf_truncate(scratch, 0);
        put_unit(scratch, &table->columns[i], &column->unit);
        if (column->width < escape_width(strbuf_text(scratch)))
            column->width = escape_width(strbuf_text(scratch));
        for (size_t row = 0; column->shown && row < layout->rows; row++) {
            int width = escape_width(shown_cell(layout, row, i, scratch));

            if (width > column->width)
                column->width = width;
        }
    }
}

/* ---- into the width ---- */

/* Least width of text columns. */
static int width_of(const struct column_layout *column, bool least)
{
    return least && !column->right && column->width > column->least
               ? column->least
               : column->width;
}

static int total_width(const struct layout *layout, bool least)
{
    int total = INDENT - GAP;

    for (size_t i = 0; i < layout->table->column_count; i++)
        if (layout->columns[i].shown)
            total += GAP + width_of(&layout->columns[i], least);
    return total;
}

/* Leaves out columns at the right, but the first. */
static void columns_drop(struct layout *layout)
{
    size_t i = layout->table->column_count;

    for (size_t at = 0; at < i; at++)
        layout->shown.of += layout->columns[at].shown;
    layout->shown.columns = layout->shown.of;
    while (total_width(layout, true) > layout->style->columns && --i > 0) {
        layout->shown.columns -= layout->columns[i].shown;
        layout->columns[i].shown = false;
    }
}

/* Takes from the widest columns of text until all fits. */
static void shrink_columns(struct layout *layout)
{
    int over = total_width(layout, false) - layout->style->columns;

    while (over > 0) {
        struct column_layout *widest = NULL;

        for (size_t i = 0; i < layout->table->column_count; i++) {
            struct column_layout *column = &layout->columns[i];

            if (column->shown && !column->right &&
                column->width > column->least &&
                (widest == NULL || column->width > widest->width))
                widest = column;
        }
        if (widest == NULL)
            return;
        widest->width--;
        widest->cut = true;
        over--;
    }
}

/* Divides the columns among as many lines as they need. */
static void fold_columns(struct layout *layout)
{
    int most = layout->style->columns;
    int used = INDENT - GAP;

    for (size_t i = 0; i < layout->table->column_count; i++) {
        struct column_layout *column = &layout->columns[i];
        int least = column->wraps ? LEAST_WRAPPED : column->width;

        if (!column->shown)
            continue;
        if (used + GAP + (least < column->width ? least : column->width) >
                most &&
            used > INDENT) {
            layout->lines++;
            used = 2 * INDENT - GAP;
        }
        column->line = layout->lines - 1;
        if (column->width > most - used - GAP) {
            column->width = most - used - GAP;
            column->wraps = true;
        }
        used += GAP + column->width;
    }
}

/* ---- printing ---- */

static void put_aligned(struct strbuf *out, const char *text,
                        const struct column_layout *column)
{
    int pad = column->width - escape_width(text);

    if (column->right)
        strbuf_pad(out, ' ', pad);
    pad = column->width - text_put_short(out, text, column->width);
    if (!column->right)
        strbuf_pad(out, ' ', pad);
}

static int indent_of(int line)
{
    return line == 0 ? INDENT : 2 * INDENT;
}

/* Lines above the rows: titles or units. */
static void put_header(struct strbuf *out, const struct layout *layout,
                       int line, bool units, struct strbuf *scratch)
{
    int gap = indent_of(line);

    for (size_t i = 0; i < layout->table->column_count; i++) {
        const struct column_layout *column = &layout->columns[i];
        const struct column *what = &layout->table->columns[i];

        if (!column->shown || column->line != line)
            continue;
        strbuf_truncate(scratch, 0);
        if (units)
            put_unit(scratch, what, &column->unit);
        else
            column_title(scratch, what);
        strbuf_pad(out, ' ', gap);
        put_aligned(out, strbuf_text(scratch), column);
        gap = GAP;
    }
    text_end_line(out);
}

static bool has_units(const struct layout *layout, int line)
{
    for (size_t i = 0; i < layout->table->column_count; i++)
        if (layout->columns[i].shown && layout->columns[i].line == line &&
            (text_is_time(layout->table->columns[i].kind) ||
             text_is_ratio(layout->table->columns[i].kind)))
            return true;
    return false;
}

/* Cut to a line, but for who asked for all of it. */
static void put_path(struct strbuf *out, const struct layout *layout,
                     size_t row, struct strbuf *scratch)
{
    const struct cell *cell =
        table_cell(layout->table, row, (size_t)layout->path);
    int width = layout->style->columns - 2 * INDENT;

    if (cell->kind != CELL_TEXT || cell->as.text[0] == '\0')
        return;
    strbuf_truncate(scratch, 0);
    escape_put(scratch, cell->as.text);
    strbuf_pad(out, ' ', 2 * INDENT);
    if (layout->style->full) {
        text_wrapped(out, 2 * INDENT, strbuf_text(scratch), width);
        return;
    }
    text_put_short(out, strbuf_text(scratch), width);
    text_end_line(out);
}

/* Sentences, each in as many lines as it needs; two that are alike once. */
static void put_below(struct strbuf *out, const struct table *table,
                      size_t row, int columns, struct strbuf *scratch)
{
    size_t first = table->column_count - table->below;

    for (size_t i = first; i < table->column_count; i++) {
        const struct cell *cell = table_cell(table, row, i);
        const struct cell *above =
            i > first ? table_cell(table, row, i - 1) : NULL;

        if (cell->kind != CELL_TEXT ||
            (above != NULL && above->kind == CELL_TEXT &&
             strcmp(above->as.text, cell->as.text) == 0))
            continue;
        strbuf_truncate(scratch, 0);
        escape_put(scratch, cell->as.text);
        text_paragraph(out, "    ", strbuf_text(scratch), columns);
    }
}

/* "": none. */
static const char *color_of(const struct layout *layout, size_t row, size_t i)
{
    const struct cell *cell = table_cell(layout->table, row, i);

    return layout->style->color && i > 0 && i == layout->table->rated &&
                   cell->kind == CELL_RATIO
               ? text_color_of(text_rate_efficiency(cell->as.real))
               : "";
}

static void put_cell(struct strbuf *out, const struct layout *layout,
                     size_t row, size_t i, const char *text)
{
    const char *color = color_of(layout, row, i);

    strbuf_puts(out, color);
    put_aligned(out, text, &layout->columns[i]);
    strbuf_puts(out, color[0] != '\0' ? TEXT_PLAIN : "");
}

/* One of the lines of a row. */
static void put_line(struct strbuf *out, const struct layout *layout,
                     size_t row, int line, struct strbuf *scratch)
{
    int indent = indent_of(line), gap = indent;

    for (size_t i = 0; i < layout->table->column_count; i++) {
        const struct column_layout *column = &layout->columns[i];

        if (!column->shown || column->line != line)
            continue;
        strbuf_pad(out, ' ', gap);
        shown_cell(layout, row, i, scratch);
        if (column->wraps) {
            text_wrapped(out, indent, strbuf_text(scratch), column->width);
            return;
        }
        put_cell(out, layout, row, i, strbuf_text(scratch));
        indent += column->width + GAP;
        gap = GAP;
    }
    text_end_line(out);
}

/* ---- names that differ only where they are cut ---- */

struct name {
    char *cut, *whole;
};

ORDER(by_cut, struct name, A_TO_Z(cut) A_TO_Z(whole));

static struct name make_name(const struct layout *layout, size_t row, size_t i,
                             int width, struct strbuf *scratch)
{
    const char *whole = shown_cell(layout, row, i, scratch);
    struct strbuf cut = { 0 };

    strbuf_puts(&cut, "");
    text_put_short(&cut, whole, width);
    return (struct name){ cut.text, strdup(whole) };
}

static bool any_alike(struct name *names, size_t count)
{
    bool found = false;

    for (size_t i = 0; i < count; i++)
        if (names[i].cut == NULL || names[i].whole == NULL)
            return false; /* no memory: the output will say so */
    qsort(names, count, sizeof(*names), by_cut);
    for (size_t i = 1; i < count && !found; i++)
        found = strcmp(names[i - 1].cut, names[i].cut) == 0 &&
                strcmp(names[i - 1].whole, names[i].whole) != 0;
    return found;
}

static bool look_alike(const struct layout *layout, size_t i, int width,
                       struct strbuf *scratch)
{
    size_t count = layout->rows;
    struct name *names = calloc(count + 1, sizeof(*names));
    bool found;

    if (names == NULL)
        return false;
    for (size_t row = 0; row < count; row++)
        names[row] = make_name(layout, row, i, width, scratch);
    found = any_alike(names, count);
    for (size_t row = 0; row < count; row++) {
        free(names[row].cut);
        free(names[row].whole);
    }
    free(names);
    return found;
}

/* Whether a row looks like another for which it must not be taken. */
static bool any_look_alike(const struct layout *layout, struct strbuf *scratch)
{
    int width = layout->style->columns - 2 * INDENT;
    bool found = false;

    for (size_t i = 0; i < layout->table->column_count && !found; i++) {
        const struct column_layout *column = &layout->columns[i];

        if (column->shown && !column->right)
            found =
                column->cut && look_alike(layout, i, column->width, scratch);
        else if ((int)i == layout->path)
            found = look_alike(layout, i, width, scratch);
    }
    return found;
}

static void put_hint(struct strbuf *out, const struct layout *layout)
{
    bool whole = layout->shown.columns == layout->shown.of;
    struct strbuf hint = { 0 };

    if (whole && !layout->shown.alike)
        return;
    strbuf_printf(&hint,
                  whole
                      ? "(some names differ only where they are cut; --table "
                        "%s shows them whole)"
                      : "(--table %s has more columns)",
                  layout->table->name);
    text_paragraph(out, "  ", strbuf_text(&hint), layout->style->columns);
    strbuf_clear(&hint);
}

static bool same_texts(const struct layout *layout, size_t a, size_t b)
{
    for (size_t i = 0; i < layout->table->column_count; i++) {
        const struct cell *left = table_cell(layout->table, a, i);
        const struct cell *right = table_cell(layout->table, b, i);

        if (!layout->columns[i].shown || layout->columns[i].right)
            continue;
        if (left->kind != right->kind ||
            (left->kind == CELL_TEXT &&
             strcmp(left->as.text, right->as.text) != 0))
            return false;
    }
    return true;
}

/* A short report has the paths of rows that would read alike without. */
static bool needs_path(const struct layout *layout, size_t row)
{
    if (layout->path < 0 || !layout->style->brief)
        return layout->path >= 0;
    for (size_t i = 0; i < layout->rows; i++)
        if (i != row && same_texts(layout, i, row))
            return true;
    return false;
}

static void put_rows(struct strbuf *out, const struct layout *layout,
                     struct strbuf *scratch)
{
    for (size_t row = 0; row < layout->rows; row++) {
        for (int line = 0; line < layout->lines; line++)
            put_line(out, layout, row, line, scratch);
        if (needs_path(layout, row))
            put_path(out, layout, row, scratch);
        put_below(out, layout->table, row, layout->style->columns, scratch);
    }
}

static void put_table(struct strbuf *out, struct layout *layout)
{
    struct strbuf scratch = { 0 };

    find_decimals(layout, &scratch);
    measure_columns(layout, &scratch);
    if (layout->style->full) {
        fold_columns(layout);
    } else {
        columns_drop(layout);
        shrink_columns(layout);
        layout->shown.alike = any_look_alike(layout, &scratch);
    }
    for (int line = 0; line < layout->lines; line++) {
        put_header(out, layout, line, false, &scratch);
        if (has_units(layout, line))
            put_header(out, layout, line, true, &scratch);
    }
    put_rows(out, layout, &scratch);
    if (!layout->style->full && !layout->style->brief)
        put_hint(out, layout);
    strbuf_end(&scratch, &out->failed);
}

struct text_shown text_table(struct strbuf *out, const struct table *table,
                             const struct text_style *style)
{
    struct layout layout = {
        .table = table,
        .style = style,
        .rows = style->rows > 0 && style->rows < table->row_count
                    ? style->rows
                    : table->row_count,
        .lines = 1,
    };

    layout.columns = calloc(table->column_count, sizeof(*layout.columns));
    if (layout.columns == NULL) {
        out->failed = true;
        return layout.shown;
    }
    choose_units(&layout);
    choose_columns(&layout);
    put_table(out, &layout);
    free(layout.columns);
    return layout.shown;
}
