/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/python/python_memory.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array_room.h"
#include "base/file_at.h"
#include "base/log.h"
#include "base/text/affix.h"
#include "base/text/strbuf.h"
#include "model/python/python_files.h"

#define HEAD "mpiprof-python-memory\t1\n"
#define LINES_MOST 1000 /* of a rank */
#define FILE_MOST ((size_t)16 << 20)

/* ---- one file ---- */

/* Takes a number and the character behind it. */
static bool take_number(char **at, char behind, uint64_t *out)
{
    char *end = *at;

    if (!isdigit((unsigned char)**at))
        return false;
    errno = 0;
    *out = strtoull(*at, &end, 10);
    if (errno != 0 || *end != behind)
        return false;
    *at = end + 1;
    return true;
}

/* In place: \t, \n and \\ become characters. */
static void undo_escapes(char *text)
{
    char *to = text;

    for (const char *from = text; *from != '\0'; from++) {
        if (from[0] == '\\' && from[1] != '\0') {
            from++;
            *to++ = *from == 't' ? '\t' : *from == 'n' ? '\n' : *from;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
}

static enum status read_row(struct python_memory *memory, char *at)
{
    struct python_memory_line row = { .rank =
                                          (uint32_t)memory->rank_count - 1 };
    uint64_t line;

    if (!take_number(&at, '\t', &row.peak.bytes) ||
        !take_number(&at, '\t', &row.peak.blocks) ||
        !take_number(&at, '\t', &row.end.bytes) ||
        !take_number(&at, '\t', &row.end.blocks) ||
        !take_number(&at, '\t', &line) || line > INT32_MAX)
        return STATUS_BAD_FORMAT;
    undo_escapes(at);
    row.line = (uint32_t)line;
    row.file = strdup(at);
    if (row.file == NULL ||
        !array_reach(&memory->lines, memory->line_count, &memory->line_room,
                     sizeof(*memory->lines))) {
        free(row.file);
        return STATUS_NO_MEMORY;
    }
    memory->lines[memory->line_count++] = row;
    return STATUS_OK;
}

static enum status read_line(struct python_memory *memory, char *line)
{
    struct python_memory_rank *rank = &memory->ranks[memory->rank_count - 1];
    char *at = line;

    if (starts_with(line, "line\t"))
        return read_row(memory, line + strlen("line\t"));
    at += strlen("peak\t");
    return starts_with(line, "peak\t") &&
                   take_number(&at, '\t', &rank->peak) &&
                   take_number(&at, '\0', &rank->looked)
               ? STATUS_OK
               : STATUS_BAD_FORMAT;
}

static enum status read_lines(struct python_memory *memory, char *text)
{
    enum status status = STATUS_OK;
    size_t lines = 0;

    for (char *end; status == STATUS_OK && *text != '\0'; text = end + 1) {
        end = strchr(text, '\n');
        if (end == NULL || lines++ > LINES_MOST)
            return STATUS_BAD_FORMAT;
        *end = '\0';
        status = read_line(memory, text);
    }
    return status;
}

static void forget_lines(struct python_memory *memory, size_t from)
{
    while (memory->line_count > from)
        free(memory->lines[--memory->line_count].file);
}

enum status python_memory_add(struct python_memory *memory, uint32_t rank,
                              char *text, const char *path)
{
    size_t before = memory->line_count;
    enum status status = STATUS_BAD_FORMAT;

    if (!array_reach(&memory->ranks, memory->rank_count, &memory->rank_room,
                     sizeof(*memory->ranks)))
        return log_fail(STATUS_NO_MEMORY, "%s", path);
    memory->ranks[memory->rank_count++] =
        (struct python_memory_rank){ .rank = rank };
    if (starts_with(text, HEAD))
        status = read_lines(memory, text + strlen(HEAD));
    if (status == STATUS_OK)
        return STATUS_OK;
    forget_lines(memory, before);
    memory->rank_count--;
    return log_fail(status,
                    "%s: no profile of Python's memory, or damaged; it is "
                    "left out",
                    path);
}

/* ---- all files ---- */

/* The file's text, which the caller frees; NULL: unreadable. */
static char *text_of_file(const char *path)
{
    int file = file_open(path);
    struct stat about;
    char *text = NULL;
    int64_t got = 0;

    if (file < 0)
        return NULL;
    if (fstat(file, &about) == 0 && (size_t)about.st_size <= FILE_MOST)
        text = malloc((size_t)about.st_size + 1);
    if (text != NULL)
        got = file_read_at(file, text, (size_t)about.st_size, 0);
    if (text != NULL)
        text[got > 0 ? got : 0] = '\0';
    close(file);
    return text;
}

static enum status add_file(struct python_memory *memory, const char *folder,
                            const struct dirent *entry)
{
    struct strbuf path = { 0 };
    enum status status = STATUS_NO_MEMORY;
    char *text;

    strbuf_printf(&path, "%s/%s", folder, entry->d_name);
    text = path.failed ? NULL : text_of_file(path.text);
    if (text != NULL)
        status = python_memory_add(memory, (uint32_t)python_files_rank(entry),
                                   text, path.text);
    else if (!path.failed)
        status = log_fail(STATUS_IO, "%s: cannot be read; it is left out",
                          path.text);
    free(text);
    strbuf_clear(&path);
    return status;
}

enum status python_memory_read(const char *folder, struct python_memory *out)
{
    struct dirent **entries = NULL;
    int count = python_files_list_memory(folder, &entries);
    enum status status = STATUS_OK;

    for (int i = 0; i < count; i++) {
        if (status != STATUS_NO_MEMORY)
            status = add_file(out, folder, entries[i]);
        free(entries[i]);
    }
    free(entries);
    return status == STATUS_NO_MEMORY ? status : STATUS_OK;
}

void python_memory_clear(struct python_memory *memory)
{
    forget_lines(memory, 0);
    FREE_ALL(memory->lines, memory->ranks);
    *memory = (struct python_memory){ 0 };
}
