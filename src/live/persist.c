/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "live/persist_own.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array_room.h"
#include "base/cancel.h"
#include "base/file_at.h"
#include "base/log.h"
#include "base/own_use.h"
#include "base/pages.h"

#define STEP 16384u                  /* what is secured at a time, at least */
#define NO_COPY_ON_WRITE 0x00800000  /* FS_NOCOW_FL */
#define GET_FLAGS _IOR('f', 1, long) /* FS_IOC_GETFLAGS; of an int */
#define SET_FLAGS _IOW('f', 2, long) /* FS_IOC_SETFLAGS */

struct persist_own persist_own = { .lock = PTHREAD_MUTEX_INITIALIZER };

void persist_lock(void)
{
    int before = cancel_lock(&persist_own.lock);

    persist_own.cancelled = before; /* which only the holder may write */
}

void persist_unlock(void)
{
    int before = persist_own.cancelled;

    pthread_mutex_unlock(&persist_own.lock);
    if (__atomic_load_n(&persist_own.copy_wanted, __ATOMIC_SEQ_CST) &&
        __atomic_exchange_n(&persist_own.copy_wanted, false, __ATOMIC_SEQ_CST))
        persist_copy();
    cancel_release(before);
}

static uint64_t align_size(uint64_t size)
{
    return (size + PERSIST_ALIGNMENT - 1) & ~(uint64_t)(PERSIST_ALIGNMENT - 1);
}

/* Not one that has taken the name of ours. */
int persist_reopen(void)
{
    struct stat facts;
    int file = -1;

    if (persist_own.path != NULL)
        file = open(persist_own.path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return -1;
    if (fstat(file, &facts) == 0 && facts.st_dev == persist_own.device &&
        facts.st_ino == persist_own.inode) {
        if ((uint64_t)facts.st_size >= persist_own.end)
            return file;
        persist_own.lost = true;
    }
    close(file);
    return -1;
}

static bool write_zeros(int file, uint64_t offset, size_t bytes)
{
    static char zeros[65536]; /* never written */

    while (bytes > 0) {
        size_t part = bytes < sizeof(zeros) ? bytes : sizeof(zeros);

        if (!file_write_at(file, zeros, part, offset))
            return false;
        offset += part;
        bytes -= part;
    }
    return true;
}

bool persist_may_grow_to(uint64_t size)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
        limit.rlim_cur == RLIM_INFINITY || size <= limit.rlim_cur)
        return true;
    errno = EFBIG;
    return false;
}

/* Nothing has been written there yet.  zeros: are now. */
static bool take_room(int file, uint64_t offset, size_t bytes, bool *zeros)
{
    int done;

    *zeros = false;
    if (!persist_may_grow_to(offset + bytes))
        return false;
    do
        done = fallocate(file, 0, (off_t)offset, (off_t)bytes);
    while (done != 0 && errno == EINTR);
    if (done == 0)
        return true;
    if (errno != EOPNOTSUPP && errno != ENOSYS)
        return false;
    *zeros = true;
    return write_zeros(file, offset, bytes);
}

/* NULL: not in the file */
static void *map_at_end(int file, size_t bytes)
{
    uint64_t end = persist_own.end + align_size(bytes);
    void *memory;

    if (!persist_may_grow_to(end) || ftruncate(file, (off_t)end) != 0)
        return NULL;
    memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                  (off_t)persist_own.end);
    if (memory == MAP_FAILED)
        return NULL;
    persist_own.end = end;
    return memory;
}

static int make_file(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    int flags = 0;
    struct stat facts;

    if (file < 0)
        return -1;
    if (ioctl(file, GET_FLAGS, &flags) == 0) {
        flags |= NO_COPY_ON_WRITE; /* where that is known: room stays ours */
        ioctl(file, SET_FLAGS, &flags);
    }
    if (fstat(file, &facts) == 0) {
        persist_own.device = facts.st_dev;
        persist_own.inode = facts.st_ino;
        persist_own.stores = own_use_stores(file);
        return file;
    }
    close(file);
    unlink(path);
    return -1;
}

static void begin_list(struct persist_list *list)
{
    memcpy(list->magic, PERSIST_MAGIC, sizeof(PERSIST_MAGIC));
    list->version = PERSIST_VERSION;
    list->order = 1;
    persist_own.list = list;
}

/* The list is secured as far as it is used. */
static bool make_list(int file)
{
    struct persist_list *list = map_at_end(file, sizeof(*list));
    bool zeros;

    if (list == NULL)
        return false;
    if (!take_room(file, 0, persist_own.step, &zeros)) {
        munmap(list, sizeof(*list));
        return false;
    }
    persist_own.list_secured = persist_own.step;
    begin_list(list);
    return true;
}

static void begin_segments(void)
{
    persist_own.end = 0;
    persist_own.count = 0;
    persist_own.lost = false;
    persist_own.step = persist_own.page = (size_t)sysconf(_SC_PAGESIZE);
    if (persist_own.step < STEP)
        persist_own.step = STEP;
}

static void forget_file(void)
{
    free(persist_own.path);
    persist_own.path = NULL;
    persist_own.list = NULL;
}

enum status persist_create(const char *path)
{
    int file, error;

    begin_segments();
    file = make_file(path);
    if (file < 0)
        return STATUS_IO;
    persist_own.path = strdup(path);
    if (persist_own.path != NULL && make_list(file)) {
        close(file);
        return STATUS_OK;
    }
    error = errno;
    close(file);
    unlink(path);
    forget_file();
    errno = error;
    return STATUS_IO;
}

enum status persist_create_in_memory(void)
{
    struct persist_list *list = pages_reserve(sizeof(*list));

    if (list == NULL)
        return STATUS_NO_MEMORY;
    begin_segments();
    persist_own.end = align_size(sizeof(*list));
    persist_own.list_secured = sizeof(*list);
    begin_list(list);
    return STATUS_OK;
}

bool persist_is_on(void)
{
    return persist_own.list != NULL;
}

void persist_forget(void)
{
    persist_lock();
    forget_file();
    persist_unlock();
}

void persist_remove(void)
{
    persist_lock();
    if (persist_own.list != NULL)
        munmap(persist_own.list, sizeof(*persist_own.list));
    if (persist_own.path != NULL)
        unlink(persist_own.path);
    forget_file();
    persist_unlock();
}

const char *persist_path(void)
{
    return persist_own.path;
}

static struct persist_mapped *mapped_find(const void *memory)
{
    const char *at = memory;

    for (uint32_t i = persist_own.count; i-- > 0;) {
        struct persist_mapped *mapped = &persist_own.mapped[i];

        if (at >= mapped->memory && at < mapped->memory + mapped->bytes)
            return mapped;
    }
    return NULL;
}

static void announce_segment(struct persist_mapped *mapped, uint32_t kind,
                             uint32_t owner, uint64_t offset)
{
    struct persist_segment *segment =
        &persist_own.list->segments[mapped->index];

    segment->owner = owner;
    segment->offset = offset;
    segment->bytes = mapped->bytes;
    __atomic_store_n(&segment->kind, kind, __ATOMIC_RELEASE);
    if (mapped->index == persist_own.list->count)
        __atomic_store_n(&persist_own.list->count, mapped->index + 1,
                         __ATOMIC_RELEASE);
}

/* A place in the list; PERSIST_SEGMENTS: there is none. */
static uint32_t free_index(void)
{
    for (uint32_t i = 0; i < persist_own.list->count; i++)
        if (persist_own.list->segments[i].kind == 0)
            return i;
    return persist_own.list->count;
}

static bool secure_index(int file, uint32_t index)
{
    size_t end = offsetof(struct persist_list, segments) +
                 (index + 1) * sizeof(struct persist_segment);
    bool zeros;

    if (end <= persist_own.list_secured)
        return true;
    if (!take_room(file, persist_own.list_secured, persist_own.step, &zeros))
        return false;
    persist_own.list_secured += persist_own.step;
    return true;
}

/* NULL: not in the file, or, if there is none, nowhere. */
static void *map_segment(uint32_t index, size_t bytes)
{
    int file = persist_reopen();
    void *memory = NULL;

    if (persist_own.path == NULL) {
        memory = pages_reserve(bytes);
        if (memory != NULL)
            persist_own.end += align_size(bytes);
        return memory;
    }
    if (file >= 0 && secure_index(file, index))
        memory = map_at_end(file, bytes);
    if (file >= 0)
        close(file);
    return memory;
}

/* With the lock held; NULL: not in the list. */
static void *reserve_in_list(uint32_t kind, uint32_t owner, size_t bytes)
{
    struct persist_mapped *mapped = &persist_own.mapped[persist_own.count];
    uint64_t offset = persist_own.end;
    uint32_t index = free_index();

    if (persist_own.count == PERSIST_SEGMENTS || index == PERSIST_SEGMENTS)
        return NULL;
    mapped->secured = calloc(bytes / persist_own.step + 1, 1);
    mapped->touched = calloc(bytes / persist_own.page + 1, 1);
    mapped->memory = NULL;
    if (mapped->secured != NULL && mapped->touched != NULL)
        mapped->memory = map_segment(index, bytes);
    if (mapped->memory == NULL) {
        FREE_ALL(mapped->secured, mapped->touched);
        return NULL;
    }
    mapped->bytes = bytes;
    mapped->index = index;
    mapped->kind = kind;
    mapped->large = false;
    persist_own.count++;
    announce_segment(mapped, kind, owner, offset);
    return mapped->memory;
}

void *persist_reserve(uint32_t kind, uint32_t owner, size_t bytes)
{
    int saved = errno;
    void *memory = NULL;

    persist_lock();
    if (persist_own.list != NULL && !persist_own.lost) {
        memory = reserve_in_list(kind, owner, bytes);
        if (memory == NULL)
            persist_own.list->refused++;
    }
    persist_unlock();
    errno = saved;
    return memory != NULL ? memory : pages_reserve(bytes);
}

/* Its room in the file becomes a hole. */
static void forget_segment(struct persist_mapped *mapped)
{
    if (persist_own.list != NULL && !persist_own.lost) {
        struct persist_segment *segment =
            &persist_own.list->segments[mapped->index];
        int file = persist_reopen();

        segment->kind = 0;
        if (file >= 0) {
            fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                      (off_t)segment->offset, (off_t)segment->bytes);
            close(file);
        }
    }
    FREE_ALL(mapped->secured, mapped->touched);
    *mapped = persist_own.mapped[--persist_own.count];
}

void persist_release(void *memory, size_t bytes)
{
    struct persist_mapped *mapped;
    int saved = errno;

    if (memory == NULL)
        return;
    persist_lock();
    mapped = mapped_find(memory);
    if (mapped != NULL)
        forget_segment(mapped);
    persist_unlock();
    pages_release(memory, bytes);
    errno = saved;
}

void persist_release_kind(uint32_t kind)
{
    persist_lock();
    for (uint32_t i = persist_own.count; i-- > 0;) {
        struct persist_mapped mapped = persist_own.mapped[i];

        if (mapped.kind != kind)
            continue;
        forget_segment(&persist_own.mapped[i]);
        pages_release(mapped.memory, mapped.bytes);
    }
    persist_unlock();
}

/* Memory of the process alone takes the place of steps nobody touched. */
static bool withdraw_pages(struct persist_mapped *mapped, size_t at,
                           size_t bytes)
{
    persist_own.list->cut += bytes;
    return mmap(mapped->memory + at, bytes, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
                0) != MAP_FAILED;
}

static void secure_steps(struct persist_mapped *mapped, size_t first,
                         size_t count)
{
    size_t at = first * persist_own.step, bytes = count * persist_own.step;
    int file = persist_reopen(), where = IN_FILE;
    bool zeros = false;

    if (at + bytes > mapped->bytes)
        bytes = mapped->bytes - at;
    if (file < 0 ||
        !take_room(file, persist_own.list->segments[mapped->index].offset + at,
                   bytes, &zeros)) {
        withdraw_pages(mapped, at, bytes);
        where = IN_MEMORY;
    }
    if (file >= 0)
        close(file);
    memset(mapped->secured + first, where, count);
    if (zeros)
        memset(mapped->touched + at / persist_own.page, 1,
               (bytes + persist_own.page - 1) / persist_own.page);
}

/* Twice as far when it goes on where it ended, up to 64 steps. */
static size_t secure_ahead(const struct persist_mapped *mapped, size_t first,
                           size_t last)
{
    size_t limit = mapped->bytes / persist_own.step, before = 0;

    while (before < 64 && before < first &&
           mapped->secured[first - 1 - before])
        before++;
    while (before > 1 && last < limit && !mapped->secured[last + 1]) {
        last++;
        before--;
    }
    return last;
}

static bool is_in_file(const struct persist_mapped *mapped, size_t first,
                       size_t last)
{
    while (first <= last && mapped->secured[first] == IN_FILE)
        first++;
    return first > last;
}

static void secure_missing(struct persist_mapped *mapped, size_t first,
                           size_t last)
{
    while (first <= last && mapped->secured[first])
        first++;
    if (first > last)
        return;
    last = secure_ahead(mapped, first, last);
    for (size_t from = first; from <= last;) {
        size_t count = 0;

        while (from + count <= last && !mapped->secured[from + count])
            count++;
        if (count > 0)
            secure_steps(mapped, from, count);
        from += count > 0 ? count : 1;
    }
}

static bool secure_range(struct persist_mapped *mapped, size_t at,
                         size_t bytes)
{
    size_t first = at / persist_own.step,
           last = (at + bytes - 1) / persist_own.step;

    if (persist_own.path == NULL)
        memset(mapped->secured + first, IN_FILE, last - first + 1);
    else
        secure_missing(mapped, first, last);
    return is_in_file(mapped, first, last);
}

/* The pages of what was secured are the file's, and become dirty. */
static void count_touched(struct persist_mapped *mapped, size_t at,
                          size_t bytes)
{
    size_t last = (at + bytes - 1) / persist_own.page;

    for (size_t page = at / persist_own.page; page <= last; page++) {
        if (!mapped->touched[page])
            own_use_stored(persist_own.page);
        mapped->touched[page] = 1;
    }
}

/* touch: the caller will, page by page. */
static bool secure_memory(void *memory, size_t bytes, bool touch)
{
    struct persist_mapped *mapped;
    bool secured = false;
    int saved = errno;
    size_t at;

    persist_lock();
    mapped = persist_own.list == NULL || persist_own.lost || bytes == 0
                 ? NULL
                 : mapped_find(memory);
    if (mapped != NULL) {
        at = (size_t)((char *)memory - mapped->memory);
        secured = secure_range(mapped, at, bytes);
        if (touch && secured && persist_own.stores && persist_own.path != NULL)
            count_touched(mapped, at, bytes);
    }
    persist_unlock();
    errno = saved;
    return secured;
}

bool persist_secure(void *memory, size_t bytes)
{
    return secure_memory(memory, bytes, true);
}

/* File systems do that several times as fast for a range as page by page. */
static void file_extend(const void *memory, size_t bytes)
{
    struct persist_mapped *mapped;
    int file = -1;

    persist_lock();
    mapped = persist_own.list == NULL ? NULL : mapped_find(memory);
    if (mapped != NULL) {
        mapped->large = true;
        file = persist_reopen();
    }
    if (file >= 0) {
        write_zeros(file,
                    persist_own.list->segments[mapped->index].offset +
                        (uint64_t)((const char *)memory - mapped->memory),
                    bytes);
        close(file);
    }
    persist_unlock();
}

bool persist_prepare(void *memory, size_t bytes)
{
    bool secured = secure_memory(memory, bytes, false);
    int saved = errno;

    if (secured)
        file_extend(memory, bytes);
    pages_populate(memory, bytes);
    errno = saved;
    return secured;
}

/* Bytes of all segments: more than there are when some overlap. */
static uint64_t claims_of(const struct persist_list *list, size_t size)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < list->count && i < PERSIST_SEGMENTS; i++) {
        const struct persist_segment *segment = &list->segments[i];

        if (segment->kind != 0 && segment->offset < size)
            sum += segment->bytes < size - segment->offset
                       ? segment->bytes
                       : size - segment->offset;
    }
    return sum;
}

enum status persist_open_memory(const void *data, size_t size,
                                const char *name, struct persist_file *out)
{
    const struct persist_list *list = data;

    *out = (struct persist_file){ .data = data, .size = size };
    if (size < sizeof(*list) ||
        memcmp(list->magic, PERSIST_MAGIC, sizeof(PERSIST_MAGIC)) != 0)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: this is not the file of a rank", name);
    if (list->version != PERSIST_VERSION || list->order != 1)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: written by another version of mpiprof or on "
                        "another kind of machine; read it with that version, "
                        "there",
                        name);
    if (claims_of(list, size) > size)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: damaged: its segments exceed its size", name);
    out->list = list;
    return STATUS_OK;
}

/* All that is no hole; a file system that cannot tell has none. */
static bool read_data(int file, char *to, off_t size)
{
    off_t from = 0, end;

    while (from < size) {
        from = lseek(file, from, SEEK_DATA);
        if (from < 0)
            return errno == ENXIO; /* nothing but a hole is left */
        end = lseek(file, from, SEEK_HOLE);
        if (end < 0 || end > size)
            end = size;
        /* it may have become shorter */
        if (file_read_at(file, to + from, (size_t)(end - from),
                         (uint64_t)from) < 0)
            return false;
        from = end;
    }
    return true;
}

enum status persist_open(const char *path, struct persist_file *out)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat facts;
    void *data = NULL;
    enum status status;
    bool whole = false;

    *out = (struct persist_file){ 0 };
    if (file < 0)
        return log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
    if (fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) &&
        facts.st_size > 0 && file_fits(facts.st_size))
        data = pages_reserve((size_t)facts.st_size);
    if (data != NULL)
        whole = read_data(file, data, facts.st_size);
    close(file);
    if (!whole) {
        pages_release(data, data == NULL ? 0 : (size_t)facts.st_size);
        return log_fail(STATUS_IO, "%s: it cannot be read", path);
    }
    status = persist_open_memory(data, (size_t)facts.st_size, path, out);
    if (status != STATUS_OK)
        persist_close(out);
    return status;
}

void persist_close(struct persist_file *file)
{
    if (file->data != NULL)
        munmap((void *)(uintptr_t)file->data, file->size);
    *file = (struct persist_file){ 0 };
}

const void *persist_next(const struct persist_file *file, uint32_t kind,
                         uint32_t *at, uint32_t *owner, size_t *bytes)
{
    uint32_t count = file->list->count;

    while (*at < count && *at < PERSIST_SEGMENTS) {
        const struct persist_segment *segment = &file->list->segments[(*at)++];

        if (segment->kind != kind ||
            segment->offset % PERSIST_ALIGNMENT != 0 ||
            segment->offset >= file->size)
            continue;
        *owner = segment->owner;
        *bytes = segment->bytes;
        if (*bytes > file->size - segment->offset)
            *bytes = file->size - segment->offset;
        return file->data + segment->offset;
    }
    return NULL;
}
