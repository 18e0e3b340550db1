/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyprof/files/label.h"

#include <inttypes.h>
#include <string.h>

#include "base/text/affix.h"
#include "base/text/escape.h"

#define LENGTH_MOST 512 /* bytes: one name may be in many rows */
#define SAID_MOST 60
#define CUT "..."

static bool goes_on(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

static void put_cut(struct strbuf *out, const char *text, size_t most)
{
    size_t length = strlen(text), rest = most - strlen(CUT);
    size_t head = rest / 2, tail = length - (rest - head);

    if (length <= most) {
        strbuf_puts(out, text);
        return;
    }
    while (head > 0 && goes_on(text[head]))
        head--;
    while (goes_on(text[tail]))
        tail++;
    strbuf_add(out, text, head);
    strbuf_puts(out, CUT);
    strbuf_puts(out, text + tail);
}

void label_short(struct strbuf *out, const char *text)
{
    put_cut(out, text, LENGTH_MOST);
}

static const char *file_of(const struct pyprof *merged, uint32_t function)
{
    return py_names_text(&merged->names, merged->functions[function].key.file);
}

static const char *name_of(const struct pyprof *merged, uint32_t function)
{
    return py_names_text(&merged->names, merged->functions[function].key.name);
}

static bool is_built_in(const struct pyprof *merged, uint32_t function)
{
    return merged->functions[function].key.line == 0 &&
           strcmp(file_of(merged, function), "~") == 0;
}

static bool is_bracketed(const char *name)
{
    size_t length = strlen(name);

    return length > 1 && name[0] == '<' && name[length - 1] == '>';
}

/* Moves *from behind the text that it begins with. */
static bool skip_text(const char **from, const char *text)
{
    if (!starts_with(*from, text))
        return false;
    *from += strlen(text);
    return true;
}

/* "<method 'append' of 'list' objects>" is list.append. */
static bool put_method(struct strbuf *out, const char *name)
{
    const char *method = name, *of, *end;

    if (!skip_text(&method, "<method '") ||
        (of = strstr(method, "' of '")) == NULL ||
        (end = strstr(of, "' objects>")) == NULL)
        return false;
    of += strlen("' of '");
    if (end < of)
        return false;
    strbuf_add(out, of, (size_t)(end - of));
    strbuf_putc(out, '.');
    strbuf_add(out, method, (size_t)(of - method) - strlen("' of '"));
    return true;
}

/* "<built-in method time.sleep>" is time.sleep, and mpi4py.MPI is MPI. */
static void put_whole_built_in(struct strbuf *out, const char *name)
{
    const char *begin = name;

    if (put_method(out, name))
        return;
    if (is_bracketed(name) && skip_text(&begin, "<built-in method "))
        strbuf_add(out, begin, strlen(begin) - 1);
    else
        strbuf_puts(out, name);
}

static void put_built_in(struct strbuf *out, const char *name)
{
    struct strbuf whole = { 0 };
    const char *text;

    put_whole_built_in(&whole, name);
    text = strbuf_text(&whole);
    skip_text(&text, "mpi4py.");
    strbuf_puts(out, text);
    strbuf_end(&whole, &out->failed);
}

void label_name(struct strbuf *out, const struct pyprof *merged,
                uint32_t function)
{
    const char *name = name_of(merged, function);
    struct strbuf whole = { 0 };

    if (!is_built_in(merged, function)) {
        label_short(out, name);
        return;
    }
    put_built_in(&whole, name);
    label_short(out, strbuf_text(&whole));
    strbuf_end(&whole, &out->failed);
}

/* The file's name; "folder/name" where another function would look the same. */
static const char *shown_file(const struct pyprof *merged, uint32_t function)
{
    const char *path = file_of(merged, function), *shown = last_part(path);

    if (merged->functions[function].twin && shown - path > 1)
        for (shown--; shown > path && shown[-1] != '/'; shown--)
            ;
    return shown;
}

void label_place(struct strbuf *out, const struct pyprof *merged,
                 uint32_t function)
{
    if (is_built_in(merged, function)) {
        strbuf_puts(out, "built-in");
        return;
    }
    label_short(out, shown_file(merged, function));
    strbuf_printf(out, ":%" PRId64, merged->functions[function].key.line);
}

void label_whole(struct strbuf *out, const struct pyprof *merged,
                 uint32_t function)
{
    label_name(out, merged, function);
    strbuf_puts(out, " (");
    label_place(out, merged, function);
    strbuf_putc(out, ')');
}

void label_said(struct strbuf *out, const struct pyprof *merged,
                uint32_t function)
{
    struct strbuf label = { 0 };

    label_whole(&label, merged, function);
    escape_put_call(out, strbuf_text(&label), SAID_MOST);
    strbuf_end(&label, &out->failed);
}

void label_standard(struct strbuf *out, const struct pyprof *merged,
                    uint32_t function)
{
    const char *name = name_of(merged, function);

    if (!is_built_in(merged, function))
        strbuf_printf(out, "%s:%" PRId64 "(%s)", file_of(merged, function),
                      merged->functions[function].key.line, name);
    else if (is_bracketed(name))
        strbuf_printf(out, "{%.*s}", (int)strlen(name) - 2, name + 1);
    else
        strbuf_puts(out, name);
}

/* ---- cells ---- */

typedef void put_label(struct strbuf *out, const struct pyprof *merged,
                       uint32_t function);

static void add_cell(struct table *table, const struct pyprof *merged,
                     uint32_t function, put_label *put)
{
    struct strbuf text = { 0 };

    put(&text, merged, function);
    table->failed |= text.failed;
    table_optional(table, strbuf_text(&text));
    strbuf_clear(&text);
}

static void put_file(struct strbuf *out, const struct pyprof *merged,
                     uint32_t function)
{
    if (!is_built_in(merged, function))
        label_short(out, file_of(merged, function));
}

static void put_bare_name(struct strbuf *out, const struct pyprof *merged,
                          uint32_t function)
{
    label_short(out, name_of(merged, function));
}

void label_cells(struct table *table, const struct pyprof *merged,
                 uint32_t function)
{
    add_cell(table, merged, function, label_name);
    add_cell(table, merged, function, label_place);
}

void label_more_cells(struct table *table, const struct pyprof *merged,
                      uint32_t function)
{
    add_cell(table, merged, function, put_file);
    if (is_built_in(merged, function))
        table_empty(table);
    else
        table_integer(table, merged->functions[function].key.line);
    add_cell(table, merged, function, put_bare_name);
}
