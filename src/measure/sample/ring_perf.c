/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ring_perf.c - the kernel's samples of one thread: perf_event_open and its
 * ring.
 *
 * The descriptor is closed at once: the mapping keeps the event, and the
 * program's descriptors keep their numbers.
 */
#define _GNU_SOURCE
#include "measure/sample/sampler_internal.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Pages of data, a power of two; as many as the system lets us have. */
#define MOST_PAGES 256u
#define LEAST_PAGES 8u

static long open_event(pid_t thread, uint64_t period_ns, bool kernel)
{
    struct perf_event_attr attr;

    memset(&attr, 0, sizeof(attr));
    attr.size = sizeof(attr);
    attr.type = PERF_TYPE_SOFTWARE;
    attr.config = PERF_COUNT_SW_TASK_CLOCK;
    attr.sample_period = period_ns;
    attr.sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_CALLCHAIN;
    attr.use_clockid = 1;
    attr.clockid = CLOCK_MONOTONIC;
    if (registers_mask() != 0) {
        attr.sample_type |= PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
        attr.sample_regs_user = registers_mask();
        attr.sample_stack_user = SAMPLE_STACK_BYTES;
    }
    attr.sample_max_stack = SAMPLER_DEEPEST;
    attr.exclude_callchain_kernel = 1;
    attr.exclude_kernel = !kernel;
    attr.exclude_hv = 1;
    return syscall(SYS_perf_event_open, &attr, thread, -1, -1,
                   PERF_FLAG_FD_CLOEXEC);
}

/* The system call perf_event_open. */
static enum sample_refusal why_no_event(void)
{
    switch (errno) {
    case EACCES:
    case EPERM: return REFUSED_RIGHT;
    case EMFILE:
    case ENFILE: return REFUSED_FILE;
    default: return REFUSED_ELSE;
    }
}

bool ring_works(uint64_t period_ns, bool *kernel, enum sample_refusal *why)
{
    pid_t self = (pid_t)syscall(SYS_gettid);
    struct ring ring;
    bool works;

    *kernel = true;
    works = ring_open(&ring, self, period_ns, true, why);
    if (!works) {
        *kernel = false;
        works = ring_open(&ring, self, period_ns, false, why);
    }
    if (works)
        ring_close(&ring, false);
    return works;
}

bool ring_open(struct ring *ring, pid_t thread, uint64_t period_ns,
               bool kernel, enum sample_refusal *why)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    long event = open_event(thread, period_ns, kernel);
    void *pages = MAP_FAILED;

    ring->pages = NULL;
    if (event < 0) {
        *why = why_no_event();
        return false;
    }
    for (size_t count = MOST_PAGES;
         count >= LEAST_PAGES && pages == MAP_FAILED; count /= 2) {
        ring->bytes = count * page;
        pages = mmap(NULL, page + ring->bytes, PROT_READ | PROT_WRITE,
                     MAP_SHARED, (int)event, 0);
    }
    if (pages == MAP_FAILED)
        *why = errno == EPERM ? REFUSED_MEMORY : REFUSED_ELSE;
    close((int)event);
    if (pages == MAP_FAILED)
        return false;
    ring->pages = pages;
    return true;
}

void ring_close(struct ring *ring, bool others_look)
{
    size_t bytes = (size_t)sysconf(_SC_PAGESIZE) + ring->bytes;

    if (ring->pages != NULL && others_look)
        mmap(ring->pages, bytes, PROT_READ | PROT_WRITE,
             MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    else if (ring->pages != NULL)
        munmap(ring->pages, bytes);
    ring->pages = NULL;
}

const uint64_t *ring_head(const struct ring *ring)
{
    const struct perf_event_mmap_page *page = ring->pages;

    return (const uint64_t *)&page->data_head;
}

uint64_t ring_half(const struct ring *ring)
{
    size_t each = SAMPLE_STACK_BYTES + 64 +
                  (REGISTERS + SAMPLER_DEEPEST) * sizeof(uint64_t);

    return ring->bytes / 2 / each;
}

static void copy_out(const struct ring *ring, uint64_t from, size_t size,
                     void *out)
{
    const uint8_t *data = (const uint8_t *)ring->pages + sysconf(_SC_PAGESIZE);
    size_t at = from & (ring->bytes - 1);
    size_t first = ring->bytes - at < size ? ring->bytes - at : size;

    memcpy(out, data + at, first);
    memcpy((uint8_t *)out + first, data, size - first);
}

/* Without the marks that say in what mode the addresses are. */
static uint32_t without_marks(uint64_t *chain, uint64_t count)
{
    uint32_t kept = 0;

    for (uint64_t i = 0; i < count; i++)
        if (chain[i] < (uint64_t)PERF_CONTEXT_MAX)
            chain[kept++] = chain[i];
    return kept;
}

/* body: behind the head of the record, in the order of their bits: time,
 * chain, registers (of which a thread of the kernel has none), stack. */
static bool parse_record(uint64_t *body, uint64_t *end, struct sample *out)
{
    uint64_t ns = *body++, count = *body++;

    memset(out, 0, sizeof(*out));
    out->weight = 1;
    out->ns = ns;
    if (count > (uint64_t)(end - body))
        return false;
    out->chain = body;
    out->chain_count = without_marks(body, count);
    body += count;
    if (registers_mask() == 0 || body >= end || *body++ == 0)
        return out->chain_count > 0;
    if (end - body < REGISTERS + 2)
        return false;
    registers_of_perf(body, out->registers);
    body += REGISTERS;
    count = *body++;
    out->stack = (const uint8_t *)body;
    if (count % 8 != 0 || count / 8 + 1 > (uint64_t)(end - body))
        return count == 0;
    out->stack_bytes = (uint32_t)body[count / 8];
    return out->stack_bytes <= count;
}

/* How many samples the kernel had no room for.  The kernel reports them before
 * the next one that has room: after the ring was emptied, these are from
 * before. */
static void note_lost(struct sampling *sampling, const uint64_t *body)
{
    uint64_t count = body[1]; /* id, number */

    if (!sampling->emptied)
        sampling->lost_since += count;
    else if (!sampling->dropped)
        sampling->lost += count;
}

bool ring_next(struct sampling *sampling, uint64_t head, struct sample *out)
{
    struct perf_event_mmap_page *page = sampling->ring.pages;
    struct perf_event_header record;
    uint64_t tail = page->data_tail;
    bool found = false;

    out->frame_count = 0;
    while (!found && tail < head) {
        copy_out(&sampling->ring, tail, sizeof(record), &record);
        if (record.size < sizeof(record))
            break;
        if (record.size <= sizeof(sampling->scratch)) {
            copy_out(&sampling->ring, tail, record.size, sampling->scratch);
            if (record.type == PERF_RECORD_SAMPLE) {
                found = parse_record(sampling->scratch + 1,
                                     sampling->scratch + record.size / 8, out);
                sampling->emptied = false;
            } else if (record.type == PERF_RECORD_LOST)
                note_lost(sampling, sampling->scratch + 1);
        }
        tail += record.size;
    }
    __atomic_store_n(&page->data_tail, tail, __ATOMIC_RELEASE);
    return found;
}
