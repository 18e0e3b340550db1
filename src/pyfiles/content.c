/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyfiles/content.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/array_room.h"
#include "base/file_at.h"
#include "base/text/affix.h"

#define FILE_MOST (1u << 30) /* bytes */
#define FIRST_ROOM 65536u
#define PIECE (1u << 20)

void content_init(struct content *content, struct py_names *names)
{
    *content = (struct content){ .names = names };
    call_tree_init(&content->tree);
}

void content_clear(struct content *content)
{
    FREE_ALL(content->entries, content->points);
    call_tree_clear(&content->tree);
    strbuf_clear(&content->problem);
}

void content_fail(struct content *content, const char *format, ...)
{
    va_list list;

    if (content->problem.length > 0)
        return;
    va_start(list, format);
    strbuf_vprintf(&content->problem, format, list);
    va_end(list);
}

bool content_failed(const struct content *content)
{
    return content->no_memory || content->tree.failed ||
           content->problem.length > 0;
}

uint32_t content_name(struct content *content, const char *text)
{
    uint32_t number = py_names_number(content->names, text);

    content->no_memory |= number == PY_NONE;
    return number == PY_NONE ? 0 : number;
}

void content_add(struct content *content, const struct content_entry *entry)
{
    if (!ARRAY_ADD(content->entries, content->entry_count, *entry))
        content->no_memory = true;
}

void content_point(struct content *content, uint64_t at_ns, uint64_t bytes)
{
    if (!ARRAY_ADD(content->points, content->point_count,
                   (struct content_point){ at_ns, bytes }))
        content->no_memory = true;
}

/* "thread (77): MainThread", 'process 77:"python3 app.py"'; NULL: another. */
static const char *behind_number(const char *name, const char *word)
{
    const char *at;

    if (!starts_with(name, word))
        return NULL;
    at = name + strlen(word);
    at += *at == '(';
    at += strspn(at, "0123456789abcdefxABCDEFX");
    at += *at == ')';
    return *at == ':' || *at == '\0' ? at : NULL;
}

uint32_t content_frame(struct content *content, const char *name,
                       const char *file, int64_t line)
{
    const char *thread = behind_number(name, "thread ");
    const char *rest =
        thread != NULL ? thread : behind_number(name, "process ");
    struct strbuf whole = { 0 };
    uint32_t frame;

    if (file[0] != '\0' || rest == NULL)
        return call_tree_frame(&content->tree, CALL_FRAME_FUNCTION, name, file,
                               line);
    strbuf_printf(&whole, "%s%s", thread != NULL ? "thread" : "process", rest);
    frame = call_tree_frame(&content->tree, CALL_FRAME_FUNCTION,
                            strbuf_text(&whole), file, line);
    strbuf_end(&whole, &content->tree.failed);
    return frame;
}

void content_stack(struct content *content, const uint32_t *frames,
                   size_t depth, uint64_t value)
{
    uint32_t node = CALL_TREE_NONE;

    for (size_t i = 0; i < depth && !content->tree.failed; i++)
        if (frames[i] != CALL_TREE_NONE)
            node = call_tree_node(&content->tree, node, frames[i], 0);
    if (node != CALL_TREE_NONE && !content->tree.failed)
        content->tree.nodes[node].own_ns += value;
}

/* ---- files ---- */

/* Counts what it holds, no further than the limit: little of a file may become
 * very much.  Returns false if it is damaged. */
static bool count_bytes(gzFile file, uint64_t *size)
{
    char piece[FIRST_ROOM];
    int got;

    *size = 0;
    do {
        got = gzread(file, piece, sizeof(piece));
        *size += got > 0 ? (uint64_t)got : 0;
    } while (got > 0 && *size <= FILE_MOST);
    gzrewind(file);
    return got >= 0;
}

static void load_bytes(struct content *content, gzFile file, char **data,
                       size_t *size)
{
    uint64_t room;
    int got = 1;

    if (!count_bytes(file, &room)) {
        content_fail(content, "is damaged: it cannot be decompressed");
        return;
    }
    if (room > FILE_MOST) {
        content_fail(content, "is larger than 1 GiB%s",
                     gzdirect(file) ? "" : " when decompressed");
        return;
    }
    *data = malloc((size_t)room + 1);
    content->no_memory |= *data == NULL;
    /* One byte more, so that the end is seen, and what is wrong with it. */
    while (*data != NULL && got > 0 && *size <= room) {
        size_t rest = (size_t)room + 1 - *size;

        got = gzread(file, *data + *size,
                     (unsigned)(rest < PIECE ? rest : PIECE));
        *size += got > 0 ? (size_t)got : 0;
    }
    if (got < 0)
        content_fail(content, "cannot be read to its end");
}

bool content_load(struct content *content, const char *path, void **data,
                  size_t *size)
{
    int file = file_open(path);
    char *bytes = NULL;
    gzFile zipped;

    *size = 0;
    *data = NULL;
    if (file < 0) {
        content_fail(content, "%s",
                     errno == EINVAL ? "is not a regular file"
                                     : strerror(errno));
        return false;
    }
    zipped = gzdopen(file, "rb");
    if (zipped == NULL) {
        content->no_memory = true;
        close(file);
        return false;
    }
    load_bytes(content, zipped, &bytes, size);
    if (gzclose_r(zipped) != Z_OK)
        content_fail(content, "is cut off");
    if (content_failed(content))
        free(bytes);
    else
        *data = bytes;
    return !content_failed(content);
}
