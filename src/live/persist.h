/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * persist.h - persisted memory, which survives its process: segments of one
 * mapped file.
 *
 * Data written there is in the file even if the process is killed, without any
 * call.  The file is a list of segments and the segments, in the layout of the
 * machine; holes read as zeros.  Touching a new page on a full device raises
 * SIGBUS, so a user secures each part of a segment before its first use.
 * Without room, or without a file, the memory is private to the process;
 * copies can still be made (persist_create_in_memory()).  If the file fails
 * nevertheless, or is truncated by another process, persist_replace() puts
 * zeros in the place of lost pages, at any moment: never follow a pointer
 * stored there, or use a number as an index, without a check.  The file is
 * reopened whenever it has to grow: no descriptor stays open, which the
 * program might close.
 * Threads: any, serialised here.  A child of fork() shares the segments and
 * must not call these functions.  Signals: SIGXFSZ is avoided by checking the
 * limit.  Memory: released segments give their room back, also in the file.
 * Errors: none visible to the user of a segment.
 */
#ifndef LIVE_PERSIST_H
#define LIVE_PERSIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

#define PERSIST_MAGIC "mpiprof unfinished\n"
#define PERSIST_VERSION 2
#define PERSIST_SEGMENTS 4096
#define PERSIST_PATH_BYTES 4352 /* path of a copy */
#define PERSIST_ALIGNMENT \
    65536 /* alignment of segments in the file: a multiple of any page size */

struct persist_segment {
    uint32_t kind;  /* chosen by the user; 0: released */
    uint32_t owner; /* chosen by the user */
    uint64_t offset, bytes;
};

/* Start of the file. */
struct persist_list {
    char magic[24];
    uint32_t version, order; /* order: 1, in the machine's byte order */
    uint32_t count;
    uint32_t refused; /* segments that are not in the file */
    uint64_t cut;     /* bytes of segments without room */
    uint64_t taken;   /* in a copy: time of the copy, on its maker's clock;
                       * else 0 */
    struct persist_segment segments[PERSIST_SEGMENTS];
};

/* Creates the only file of this process; path must not exist. */
enum status persist_create(const char *path);
/* Starts without a file, for copies.  Nothing counts as missing then. */
enum status persist_create_in_memory(void);
bool persist_is_on(void); /* either of the two */
/* Removes the file; segments stay where they are. */
void persist_remove(void);
/* Makes all memory private from here on, as in a child of fork(). */
void persist_forget(void);
/* Whether a file may have that size without a signal; if not, errno says
 * why. */
bool persist_may_grow_to(uint64_t size);
const char *persist_path(void); /* NULL: no file */

/* Reserves zeroed memory, not yet secured; NULL: no address space. */
void *persist_reserve(uint32_t kind, uint32_t owner, size_t bytes);
void persist_release(void *memory, size_t bytes); /* NULL does nothing */
/* Releases all remaining segments of that kind. */
void persist_release_kind(uint32_t kind);
/* Secures memory before its first use; cheap if already secured.  False: that
 * part is private. */
bool persist_secure(void *memory, size_t bytes);
/* Same for untouched memory, and allocates its pages.  For large segments:
 * copies leave the segment out. */
bool persist_prepare(void *memory, size_t bytes);

/* For a SIGBUS handler: makes the page private from now on.  False: not a page
 * of ours. */
bool persist_replace(const void *address);
/* Also checks the file.  False: part of the data is lost; nothing more is
 * persisted, and existing copies stay. */
bool persist_is_whole(void);

/* Copies of the file, or of what would be in the file, made during use. */
struct persist_copies {
    char path[PERSIST_PATH_BYTES]; /* replaced atomically */
    uint64_t (*now)(void);
    /* returns a different number after memory has changed */
    uint64_t (*moves)(void);
    void (*done)(int error); /* 0: copied, else the reason why not */
};

/* False: nothing to copy. */
bool persist_copies_begin(const struct persist_copies *how);
void persist_copies_end(void); /* waits for a copy in progress */
/* Makes a copy.  Safe in a signal handler, where the functions above may then
 * run.  If a thread is inside this module, that thread makes the copy on its
 * way out. */
void persist_copy(void);

/* The file of another process, as read; its process may still be writing.
 * Holes take no memory. */
struct persist_file {
    const uint8_t *data;
    size_t size;
    const struct persist_list *list; /* NULL: none */
};

enum status persist_open(const char *path, struct persist_file *out);
/* Same, from memory that must outlive it; aligned to 8 bytes. */
enum status persist_open_memory(const void *data, size_t size,
                                const char *name, struct persist_file *out);
void persist_close(struct persist_file *file);
/* Returns the first segment of that kind from *at on and advances *at; NULL:
 * no more. bytes: the part present in the file. */
const void *persist_next(const struct persist_file *file, uint32_t kind,
                         uint32_t *at, uint32_t *owner, size_t *bytes);

#endif
