/*
 * persist.h - memory that outlives its process: segments of one mapped file.
 *
 * What is written there is in the file when the process is killed, without any
 * call.  The file is a list of segments and the segments, in the layout of the
 * machine; holes read as zeros. A page of a full device is a signal (SIGBUS) at
 * the first touch, so whoever is about to use a part of a segment first secures
 * it.  Where there is no room the memory is there all the same, but of the
 * process alone; so it is without a file, of which copies can be made
 * nevertheless (persist_create_in_memory()). Where the file fails all the same,
 * or somebody cuts it off, persist_replace() puts zeros in the place of what is
 * lost, at any moment: no pointer that lies there may be followed, and no
 * number taken for an index, without a look. The file is opened anew whenever
 * it has to grow: no descriptor stays open, which the program might close.
 * Threads: any, serialised here.  A child of fork() shares the segments and
 * must not come here.  Signals: SIGXFSZ is avoided by asking for the limit.
 * Memory: released segments give their room back, to the file as well. Errors:
 * none towards the user of a segment.
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
#define PERSIST_PATH_BYTES 4352 /* of a copy */
#define PERSIST_ALIGNMENT \
    65536 /* of segments in the file: any page divides it */

struct persist_segment {
    uint32_t kind;  /* the user's; 0: released */
    uint32_t owner; /* the user's */
    uint64_t offset, bytes;
};

/* At the begin of the file. */
struct persist_list {
    char magic[24];
    uint32_t version, order; /* order: 1, as the machine writes it */
    uint32_t count;
    uint32_t refused; /* segments that are not in the file */
    uint64_t cut;     /* bytes of segments that found no room */
    uint64_t taken;   /* of a copy: when, as its maker counts time; else 0 */
    struct persist_segment segments[PERSIST_SEGMENTS];
};

/* The one file of this process; path: must not exist. */
enum status persist_create(const char *path);
/* Without a file: for copies.  Nothing counts as missing then. */
enum status persist_create_in_memory(void);
bool persist_is_on(void); /* one of the two */
/* The file goes; segments stay where they are.  */
void persist_remove(void);
/* From here on all is of the process alone, as in a child of fork(). */
void persist_forget(void);
/* Whether a file may be so large, without a signal; false: errno says so. */
bool persist_may_grow_to(uint64_t size);
const char *persist_path(void); /* NULL: there is none */

/* Zeroed; NULL: no address space.  Nothing of it is secured yet. */
void *persist_reserve(uint32_t kind, uint32_t owner, size_t bytes);
void persist_release(void *memory, size_t bytes); /* NULL does nothing */
/* All of that kind that there still are. */
void persist_release_kind(uint32_t kind);
/* Before the first touch; cheap when it is so already.  False: that part is
 * the process's alone. */
bool persist_secure(void *memory, size_t bytes);
/* The same of what nobody has touched, and its pages are there; it is large:
 * copies are without its segment. */
bool persist_prepare(void *memory, size_t bytes);

/* For a handler of SIGBUS: the page is memory of the process alone from now on.
 * False: it is none of these. */
bool persist_replace(const void *address);
/* Looks at the file, too.  False: what was there is lost in part; nothing more
 * is kept, and copies that were made stay. */
bool persist_is_whole(void);

/* Copies of the file, or of what would be in it, made while it is in use. */
struct persist_copies {
    char path[PERSIST_PATH_BYTES]; /* replaced as a whole */
    uint64_t (*now)(void);
    /* Another number when the memory has changed. */
    uint64_t (*moves)(void);
    void (*done)(int error); /* 0: there is a copy, else why not */
};

/* False: there is nothing to be copied. */
bool persist_copies_begin(const struct persist_copies *how);
void persist_copies_end(void); /* waits for one that is being made */
/* May be called in a signal handler, as then are the functions above.  When a
 * thread is at work here it makes the copy as soon as it is done. */
void persist_copy(void);

/* The file of another process, as it was when it was read; that may still
 * write it.  Holes take no memory. */
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
/* The first segment of that kind from *at on, as much of it as is in the file,
 * and *at behind it; NULL: no more.  bytes: of that. */
const void *persist_next(const struct persist_file *file, uint32_t kind,
                         uint32_t *at, uint32_t *owner, size_t *bytes);

#endif
