/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/source_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array_room.h"
#include "base/file_at.h"
#include "base/log.h"
#include "base/order.h"
#include "base/text/affix.h"
#include "base/text/strbuf.h"
#include "report/table.h"

#define TAB 8

static const char *const endings[] = {
    ".c",   ".cc",  ".cpp", ".cxx", ".c++", ".C",   ".h",   ".hh",
    ".hpp", ".hxx", ".inl", ".tpp", ".cu",  ".cuh", ".hip", ".cl",
    ".m",   ".f",   ".F",   ".for", ".FOR", ".f77", ".f90", ".F90",
    ".f95", ".F95", ".f03", ".F03", ".f08", ".F08", ".inc", ".py",
    ".pyx", ".pxd", ".pyi", ".jl",  ".rs",  ".go",  ".d",   ".ispc"
};

static bool is_source(const char *name)
{
    for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++)
        if (ends_with(name, endings[i]))
            return true;
    return false;
}

void source_text_destroy(struct source_text *text)
{
    if (text == NULL)
        return;
    for (uint32_t i = 0; i < text->file_count; i++) {
        for (uint32_t k = 0; k < text->files[i].line_count; k++)
            free(text->files[i].lines[k].text);
        FREE_ALL(text->files[i].lines, text->files[i].name,
                 text->files[i].read);
    }
    FREE_ALL(text->files, text);
}

/* ---- which lines ---- */

static struct source_file *file_named(struct source_text *text,
                                      const char *name)
{
    for (uint32_t i = 0; i < text->file_count; i++)
        if (strcmp(text->files[i].name, name) == 0)
            return &text->files[i];
    return NULL;
}

/* NULL: no memory, or with text->more too many files. */
static struct source_file *file_get(struct source_text *text, const char *name)
{
    struct source_file *file = file_named(text, name);

    if (file != NULL)
        return file;
    if (text->file_count == SOURCE_TEXT_FILES) {
        text->more = true;
        return NULL;
    }
    if (!array_more(&text->files, text->file_count, sizeof(*text->files)))
        return NULL;
    file = &text->files[text->file_count];
    *file = (struct source_file){ .name = strdup(name) };
    text->file_count += file->name != NULL;
    return file->name != NULL ? file : NULL;
}

static bool add_line(struct source_file *file, uint32_t number)
{
    for (uint32_t i = 0; i < file->line_count; i++)
        if (file->lines[i].number == number)
            return true;
    return ARRAY_ADD(file->lines, file->line_count,
                     (struct source_line){ number, NULL });
}

static bool add_around(struct source_text *text, const char *name,
                       int64_t line)
{
    struct source_file *file = file_get(text, name);
    int64_t from = line > SOURCE_TEXT_AROUND ? line - SOURCE_TEXT_AROUND : 1;
    bool added = true;

    if (file == NULL)
        return text->more;
    for (int64_t i = from; i <= line + SOURCE_TEXT_AROUND && added; i++)
        added = add_line(file, (uint32_t)i);
    return added;
}

static bool add_row(struct source_text *text, const struct table *table,
                    size_t row, const int columns[2])
{
    const struct cell *name = table_cell(table, row, (size_t)columns[0]);
    const struct cell *line = table_cell(table, row, (size_t)columns[1]);

    if (name->kind != CELL_TEXT || *name->as.text == '\0' ||
        line->kind != CELL_INTEGER || line->as.integer <= 0 ||
        line->as.integer > INT32_MAX)
        return true;
    return add_around(text, name->as.text, line->as.integer);
}

static bool add_table(struct source_text *text, const struct table *table)
{
    const int columns[2] = { table_column(table, "file"),
                             table_column(table, "line") };
    bool added = true;

    if (columns[0] < 0 || columns[1] < 0)
        return true;
    for (size_t i = 0; i < table->row_count && i < SOURCE_TEXT_ROWS && added;
         i++)
        added = add_row(text, table, i, columns);
    return added;
}

ORDER(by_number, struct source_line, UP(number));

/* ---- the file ---- */

/* The longest part of the name that is in the folder: of a/b/c.c that is
 * FOLDER/a/b/c.c, b/c.c or c.c. */
static int open_below(const char *folder, const char *name,
                      struct strbuf *path)
{
    int file = -1;

    while (name != NULL && file < 0) {
        while (*name == '/')
            name++;
        strbuf_truncate(path, 0);
        strbuf_printf(path, "%s/%s", folder, name);
        if (path->failed)
            return -1;
        file = file_open(strbuf_text(path));
        name = strchr(name, '/');
    }
    return file;
}

/* -1: *problem says why, by the name itself. */
static int open_file(const char *name, const char *const *folders,
                     size_t count, struct strbuf *path, const char **problem)
{
    int file = file_open(name);

    *problem = file >= 0         ? NULL
               : errno == EACCES ? "may not be read"
               : errno == EINVAL ? "is not a regular file"
                                 : "was not found";
    strbuf_puts(path, name);
    for (size_t i = 0; i < count && file < 0; i++)
        file = open_below(folders[i], name, path);
    if (file >= 0)
        *problem = NULL;
    return file;
}

/* The whole file, with a null byte behind it; NULL with file->problem, or
 * without memory. */
static char *file_load(struct source_file *file, int descriptor, int64_t began,
                       size_t *size)
{
    struct stat status;
    char *text;
    int64_t got;

    if (fstat(descriptor, &status) != 0) {
        file->problem = "cannot be read";
        return NULL;
    }
    if (status.st_size > SOURCE_TEXT_MOST) {
        file->problem = "has more than 8 MiB";
        return NULL;
    }
    file->newer = began > 0 && status.st_mtime > began;
    text = malloc((size_t)status.st_size + 1);
    if (text == NULL)
        return NULL;
    got = file_read_at(descriptor, text, (size_t)status.st_size, 0);
    *size = got > 0 ? (size_t)got : 0;
    text[*size] = '\0';
    if (got >= 0 && memchr(text, '\0', *size) == NULL)
        return text;
    file->problem = got < 0 ? "cannot be read" : "is not text";
    free(text);
    return NULL;
}

/* One line without its end, tabs as blanks. */
static char *copy_line(const char *from, size_t length)
{
    struct strbuf out = { 0 };
    char *made;

    while (length > 0 && from[length - 1] == '\r')
        length--;
    for (size_t i = 0; i < length && out.length < SOURCE_TEXT_LONGEST; i++)
        if (from[i] == '\t')
            strbuf_printf(&out, "%*s", (int)(TAB - out.length % TAB), "");
        else
            strbuf_add(&out, &from[i], 1);
    if (out.length >= SOURCE_TEXT_LONGEST)
        strbuf_puts(&out, " ...");
    made = out.failed ? NULL : strdup(strbuf_text(&out));
    strbuf_clear(&out);
    return made;
}

static bool take_lines(struct source_file *file, const char *text)
{
    uint32_t number = 1, at = 0;

    while (*text != '\0' && at < file->line_count) {
        size_t length = strcspn(text, "\n");
        struct source_line *line = &file->lines[at];

        if (line->number == number) {
            line->text = copy_line(text, length);
            if (line->text == NULL)
                return false;
            at++;
        }
        text += length;
        text += *text == '\n';
        number++;
    }
    return true;
}

static bool read_open(struct source_file *file, int descriptor, int64_t began)
{
    size_t size;
    char *text = file_load(file, descriptor, began, &size);
    bool taken = text != NULL ? take_lines(file, text) : file->problem != NULL;

    free(text);
    return taken;
}

/* Returns false without memory. */
static bool read_file(struct source_file *file, const char *const *folders,
                      size_t count, int64_t began)
{
    struct strbuf path = { 0 };
    bool done = true;
    int descriptor;

    qsort(file->lines, file->line_count, sizeof(*file->lines), by_number);
    if (!is_source(file->name)) {
        file->problem = "does not have the name of a source file";
        return true;
    }
    descriptor = open_file(file->name, folders, count, &path, &file->problem);
    if (descriptor >= 0) {
        done = read_open(file, descriptor, began);
        close(descriptor);
        file->read = strdup(strbuf_text(&path));
        done = done && file->read != NULL;
    }
    done = done && !path.failed;
    strbuf_clear(&path);
    return done;
}

enum status source_text_read(const struct report *report,
                             const char *const *folders, size_t folder_count,
                             int64_t began, struct source_text **out)
{
    struct source_text *text = calloc(1, sizeof(*text));
    bool made = text != NULL;

    for (size_t i = 0; i < report->table_count && made; i++)
        made = add_table(text, report->tables[i]);
    for (uint32_t i = 0; made && i < text->file_count; i++)
        made = read_file(&text->files[i], folders, folder_count, began);
    *out = text;
    if (made)
        return STATUS_OK;
    source_text_destroy(text);
    *out = NULL;
    return log_fail(STATUS_NO_MEMORY, "lines of source");
}
