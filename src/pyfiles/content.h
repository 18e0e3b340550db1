/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * content.h - what one file says, before it is merged: a file that turns out
 * to be damaged leaves nothing behind.
 *
 * Shape: entries (time or bytes of a line, function or slice) and, of files
 * with stacks, a tree with exclusive values; of mprof memory over time.
 * Units: ns, bytes or samples.  Threads: one owner.  Memory: content_clear()
 * frees.  Errors: one phrase in `problem', out of memory in `no_memory'.
 */
#ifndef PYFILES_CONTENT_H
#define PYFILES_CONTENT_H

#include "base/text/strbuf.h"
#include "model/call_tree.h"
#include "pyprof/files/py_names.h"

#define CONTENT_POINTS 512 /* most readings of memory that are kept */
#define CONTENT_DEPTH 4096 /* frames of a stack */

struct content_key {
    uint32_t file, name; /* in the names of all files */
    int64_t line;
};

struct content_entry {
    struct content_key key;
    uint64_t count;             /* hits, blocks, calls */
    uint64_t value, cumulative; /* of stacks; otherwise the same */
};

struct content_point {
    uint64_t at_ns; /* since 1970 */
    uint64_t bytes;
};

struct content {
    struct py_names *names; /* of all files; the merged files own them */
    struct content_entry *entries;
    size_t entry_count;
    struct call_tree tree;
    struct content_point *points;
    size_t point_count;
    uint64_t children_bytes; /* most of a child process; 0: none was seen */
    struct strbuf problem;
    bool no_memory;
};

void content_init(struct content *content, struct py_names *names);
void content_clear(struct content *content);
/* Notes what is wrong, unless something is noted already. */
void content_fail(struct content *content, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool content_failed(const struct content *content);
/* Numbers a text; after an error 0. */
uint32_t content_name(struct content *content, const char *text);
void content_add(struct content *content, const struct content_entry *entry);
void content_point(struct content *content, uint64_t at_ns, uint64_t bytes);
/* A frame of the tree.  Numbers of threads and processes, by which py-spy's frames
 * differ from rank to rank, are left out: "thread: MainThread". */
uint32_t content_frame(struct content *content, const char *name,
                       const char *file, int64_t line);
/* Adds to a stack of the tree; frames: outermost first; CALL_TREE_NONE stands for
 * none. */
void content_stack(struct content *content, const uint32_t *frames,
                   size_t depth, uint64_t value);

/* The whole file, of at most 1 GiB, decompressed if it is gzip's; the caller
 * frees *data.  False: see `problem'. */
bool content_load(struct content *content, const char *path, void **data,
                  size_t *size);

/* One reader for each kind of file. */
typedef void content_reader(struct content *content, const char *data,
                            size_t size);
content_reader content_read_lines;
content_reader content_read_snapshot;
content_reader content_read_memory;
content_reader content_read_samples;
content_reader content_read_stacks;
content_reader content_read_torch;
content_reader content_read_chrome;

#endif
