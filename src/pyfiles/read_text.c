/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * read_text.c - memory over time by mprof, and folded stacks.
 *
 * mprof writes "MEM mebibytes seconds", "CHLD child mebibytes seconds" and
 * "FUNC name mebibytes seconds mebibytes seconds depth", at the begin and end of
 * a call, in older versions without its depth; a folded line is "outermost;...;innermost samples".
 * The line of a thread without Python frames begins with the blank.
 * Files of torch.profiler's export_stacks() are alike, but have microseconds, and
 * frames such as "app.py(12):_solve", where each blank has become "_".
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array_room.h"
#include "base/saturate.h"
#include "base/text/affix.h"
#include "pyfiles/content.h"

#define MEBIBYTE 1048576.0
#define FIELDS_MOST 7

/* A copy of each line, so that it may be taken apart. */
typedef void line_reader(struct content *content, char *line, void *context);

static void each_line(struct content *content, const char *data, size_t size,
                      line_reader *read, void *context)
{
    struct strbuf line = { 0 };
    size_t number = 0;

    for (size_t at = 0; at < size && !content_failed(content); number++) {
        const char *end = memchr(data + at, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - data) - at;

        strbuf_truncate(&line, 0);
        strbuf_add(&line, data + at, length);
        at += length + 1;
        while (line.length > 0 && line.text[line.length - 1] == '\r')
            strbuf_truncate(&line, line.length - 1);
        content->no_memory |= line.failed;
        if (line.length > 0 && !line.failed)
            read(content, line.text, context);
        if (content->problem.length > 0)
            strbuf_printf(&content->problem, " in line %zu", number + 1);
    }
    strbuf_clear(&line);
}

/* ---- mprof ---- */

/* The blanks between fields become ends; how many fields there are. */
static size_t split_fields(char *line, char *fields[FIELDS_MOST])
{
    char *rest = NULL, *field = strtok_r(line, " ", &rest);
    size_t count = 0;

    for (; field != NULL; field = strtok_r(NULL, " ", &rest)) {
        if (count == FIELDS_MOST)
            return 0;
        fields[count++] = field;
    }
    return count;
}

static double read_real(struct content *content, const char *text)
{
    char *end;
    double value = strtod(text, &end);

    if (end == text || *end != '\0' || !(value >= 0) || value > 1e18)
        content_fail(content, "has no number where one should be");
    return value;
}

static uint64_t read_bytes(struct content *content, const char *text)
{
    return saturate_near(read_real(content, text) * MEBIBYTE);
}

static uint64_t read_ns(struct content *content, const char *text)
{
    return saturate_near(read_real(content, text) * 1e9);
}

/* The memory that the process gained from the start of a call to its end. */
static void add_call(struct content *content, char *const fields[])
{
    uint64_t before = read_bytes(content, fields[2]);
    uint64_t after = read_bytes(content, fields[4]);
    struct content_entry entry = {
        .key = { .file = content_name(content, ""),
                 .name = content_name(content, fields[1]) },
        .count = 1,
        .value = after > before ? after - before : 0,
    };

    entry.cumulative = entry.value;
    content_add(content, &entry);
}

static void read_memory_line(struct content *content, char *line,
                             void *context)
{
    char *fields[FIELDS_MOST];
    uint64_t bytes;
    size_t count;

    (void)context;
    if (starts_with(line, "CMDLINE"))
        return;
    count = split_fields(line, fields);
    if (count == 3 && strcmp(fields[0], "MEM") == 0) {
        bytes = read_bytes(content, fields[1]);
        if (bytes > 0) /* of a process that has ended mprof reads 0 */
            content_point(content, read_ns(content, fields[2]), bytes);
    } else if (count == 4 && strcmp(fields[0], "CHLD") == 0) {
        bytes = read_bytes(content, fields[2]);
        if (bytes > content->children_bytes)
            content->children_bytes = bytes;
    } else if ((count == 6 || count == 7) && strcmp(fields[0], "FUNC") == 0) {
        add_call(content, fields);
    } else {
        content_fail(content, "has something that mprof does not write");
    }
}

void content_read_memory(struct content *content, const char *data,
                         size_t size)
{
    each_line(content, data, size, read_memory_line, NULL);
    if (!content_failed(content) && content->point_count == 0)
        content_fail(content, "has no memory readings");
}

/* ---- folded ---- */

#define TORCH_FILE ".py("
#define TORCH_NAME "):_"
#define NS_OF_US 1000

struct folding_stack {
    uint32_t *frames;
    size_t room;
    bool torch;
};

/* "solve (app.py:12)" has file and line; the thread of "thread (77)" has none. */
static long split_frame(const char *text, struct strbuf *name,
                        struct strbuf *file)
{
    const char *open = strrchr(text, '('), *colon = strrchr(text, ':');
    long line = 0;

    if (open == NULL || open <= text + 1 || open[-1] != ' ' ||
        !ends_with(text, ")") || starts_with(text, "thread (")) {
        strbuf_puts(name, text);
        return 0;
    }
    if (colon != NULL && colon > open)
        line = strtol(colon + 1, NULL, 10);
    else
        colon = text + strlen(text) - 1;
    strbuf_add(name, text, (size_t)(open - text) - 1);
    strbuf_add(file, open + 1, (size_t)(colon - open) - 1);
    return line;
}

/* So does "app.py(12):_solve"; "<built-in_method_zeros_of_type_object_at_0x7f00>"
 * has an address, which differs from rank to rank. */
static long split_torch_frame(const char *text, struct strbuf *name,
                              struct strbuf *file)
{
    const char *place = strstr(text, TORCH_FILE);
    const char *address = strstr(text, "_at_0x");

    if (place != NULL && strstr(place, TORCH_NAME) != NULL) {
        strbuf_add(file, text,
                   (size_t)(place - text) + strlen(TORCH_FILE) - 1);
        strbuf_puts(name, strstr(place, TORCH_NAME) + strlen(TORCH_NAME));
        return strtol(place + strlen(TORCH_FILE), NULL, 10);
    }
    if (text[0] == '<' && address != NULL) {
        strbuf_add(name, text, (size_t)(address - text));
        strbuf_putc(name, '>');
    } else {
        strbuf_puts(name, text);
    }
    return 0;
}

static uint32_t read_frame(struct content *content, const char *text,
                           bool torch)
{
    struct strbuf name = { 0 }, file = { 0 };
    long line = torch ? split_torch_frame(text, &name, &file)
                      : split_frame(text, &name, &file);
    uint32_t frame = content_frame(content, strbuf_text(&name),
                                   strbuf_text(&file), line > 0 ? line : 0);

    content->no_memory |= name.failed || file.failed;
    strbuf_clear(&name);
    strbuf_clear(&file);
    return frame;
}

static size_t read_frames(struct content *content, char *stack,
                          struct folding_stack *out)
{
    size_t depth = 0;
    char *rest = NULL, *frame;

    for (frame = strtok_r(stack, ";", &rest);
         frame != NULL && !content_failed(content);
         frame = strtok_r(NULL, ";", &rest)) {
        if (depth == CONTENT_DEPTH) {
            content_fail(content, "has a stack of more than %d frames",
                         CONTENT_DEPTH);
            return 0;
        }
        if (!array_room(&out->frames, depth, &out->room,
                        sizeof(*out->frames))) {
            content->no_memory = true;
            return 0;
        }
        out->frames[depth++] = read_frame(content, frame, out->torch);
    }
    return depth;
}

static void read_stack(struct content *content, char *line, void *context)
{
    struct folding_stack *stack = context;
    char *blank = strrchr(line, ' '), *end;
    unsigned long long samples;
    size_t depth;

    errno = 0;
    samples = blank == NULL ? 0 : strtoull(blank + 1, &end, 10);
    if (blank == NULL || blank[1] < '0' || blank[1] > '9' || *end != '\0' ||
        errno != 0 || samples > INT64_MAX) {
        content_fail(content, "has no stack and number of samples");
        return;
    }
    *blank = '\0';
    depth = read_frames(content, line, stack);
    content_stack(content, stack->frames, depth,
                  stack->torch ? saturate_near((double)samples * NS_OF_US)
                               : samples);
}

static void read_folded(struct content *content, const char *data, size_t size,
                        bool torch)
{
    struct folding_stack stack = { .torch = torch };

    if (memchr(data, '\0', size) != NULL)
        content_fail(content, "is not a text file");
    each_line(content, data, size, read_stack, &stack);
    free(stack.frames);
}

void content_read_samples(struct content *content, const char *data,
                          size_t size)
{
    read_folded(content, data, size, false);
}

void content_read_torch(struct content *content, const char *data, size_t size)
{
    read_folded(content, data, size, true);
}
