/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "scripted_kernel.h"

#include <CUnit/CUnit.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "measure/sample/sampler_internal.h"
#include "scripted_clock.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

/* A handler of ours copies the stack as it is, with what lies between its
 * variables; AddressSanitizer would have memcpy() look. */
__attribute__((visibility("default"))) const char *
__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "replace_intrin=0";
}

#define THREADS_MOST 16
#define RING_PAGES 256u
#define PROC_SELF "/proc/self/"

/* A thread that is sampled. */
struct kernel_thread {
    pid_t id;
    uint64_t cpu_ns;
    uint8_t *ring; /* its first page is the head; NULL: none */
    uint64_t lost; /* since the last sample that found room */
    bool has_timer;
    int signal;
    void *value;               /* of the timer's signal */
    uint64_t due_ns, again_ns; /* by cpu_ns; 0: it does not run */
};

static struct {
    int refusal;
    bool holds;
    unsigned periods;
    uint64_t place;
    struct kernel_thread threads[THREADS_MOST];
    int count;
    struct sigaction before;
} kernel;

struct kernel_usage kernel_usage;
volatile char *kernel_page;

static size_t page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

static size_t ring_bytes(void)
{
    return RING_PAGES * page_bytes();
}

/* NULL: nobody samples it. */
static struct kernel_thread *find(pid_t id)
{
    for (int i = 0; i < kernel.count; i++)
        if (kernel.threads[i].id == id)
            return &kernel.threads[i];
    return NULL;
}

static struct kernel_thread *thread_of(pid_t id)
{
    struct kernel_thread *thread = find(id);

    if (thread == NULL) {
        CU_ASSERT_FATAL(kernel.count < THREADS_MOST);
        thread = &kernel.threads[kernel.count++];
        thread->id = id;
    }
    return thread;
}

static void drop_ring(struct kernel_thread *thread)
{
    if (thread->ring != NULL)
        munmap(thread->ring, page_bytes() + ring_bytes());
    thread->ring = NULL;
    thread->lost = 0;
}

/* ---- perf_event_open() and its ring ---- */

/* The program maps the same file. */
static long open_event(pid_t id)
{
    struct kernel_thread *thread = thread_of(id);
    size_t bytes = page_bytes() + ring_bytes();
    int file;

    if (kernel.refusal != 0) {
        errno = kernel.refusal;
        return -1;
    }
    drop_ring(thread);
    file = memfd_create("ring", MFD_CLOEXEC);
    CU_ASSERT_FATAL(file >= 0 && ftruncate(file, (off_t)bytes) == 0);
    thread->ring =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    CU_ASSERT_PTR_NOT_EQUAL_FATAL(thread->ring, MAP_FAILED);
    return file;
}

/* A record that is put together. */
struct record {
    size_t words;
    uint64_t word[(SAMPLE_STACK_BYTES >> 3) + 64];
};

static void add(struct record *record, uint64_t word)
{
    record->word[record->words++] = word;
}

static void head(struct record *record, uint32_t type, uint16_t misc)
{
    struct perf_event_header header = { .type = type, .misc = misc };

    record->words = 0;
    memcpy(&record->word[record->words++], &header, sizeof(header));
}

/* False: there is no room. */
static bool put(struct kernel_thread *thread, struct record *record)
{
    struct perf_event_mmap_page *page = (void *)thread->ring;
    uint64_t at = page->data_head, bytes = record->words * 8;
    uint64_t tail = __atomic_load_n(&page->data_tail, __ATOMIC_ACQUIRE);
    struct perf_event_header header;

    if (at - tail + bytes > ring_bytes())
        return false;
    memcpy(&header, record->word, sizeof(header));
    header.size = (uint16_t)bytes;
    memcpy(record->word, &header, sizeof(header));
    for (size_t i = 0; i < record->words; i++, at += 8)
        memcpy(thread->ring + page_bytes() + (at & (ring_bytes() - 1)),
               &record->word[i], 8);
    __atomic_store_n(&page->data_head, at, __ATOMIC_RELEASE);
    return true;
}

#if defined(__i386__)
static uint64_t place_of(const ucontext_t *context)
{
    return (uint32_t)context->uc_mcontext.gregs[REG_EIP];
}
#else
static uint64_t place_of(const ucontext_t *context)
{
    uint64_t registers[REGISTERS];

    registers_of_signal(context, registers);
    return registers[REGISTER_PLACE];
}
#endif

/* In the order of the kernel. */
static void add_registers(struct record *record, const uint64_t *registers)
{
    uint64_t places[REGISTERS], values[REGISTERS];

    for (uint64_t i = 0; i < REGISTERS; i++)
        values[i] = i;
    registers_of_perf(values, places);
    for (int i = 0; i < REGISTERS; i++)
        values[places[i]] = registers[i];
    add(record, PERF_SAMPLE_REGS_ABI_64);
    for (int i = 0; i < REGISTERS; i++)
        add(record, values[i]);
}

/* All of it is on the stack, also between its variables. */
__attribute__((no_sanitize("address"))) static void
add_stack(struct record *record, uint64_t from)
{
    uint64_t bytes = readable_bytes(from, SAMPLE_STACK_BYTES) & ~7ull;
    const volatile uint64_t *at = (const uint64_t *)(uintptr_t)from;

    add(record, SAMPLE_STACK_BYTES);
    for (uint64_t i = 0; i < SAMPLE_STACK_BYTES / 8; i++)
        add(record, i < bytes / 8 ? at[i] : 0);
    add(record, bytes);
}

static void put_sample(struct kernel_thread *thread, const ucontext_t *context)
{
    static struct record record;
    uint64_t registers[REGISTERS];

    if (thread->lost > 0) {
        head(&record, PERF_RECORD_LOST, 0);
        add(&record, 1);
        add(&record, thread->lost);
        if (put(thread, &record))
            thread->lost = 0;
    }
    registers_of_signal(context, registers);
    head(&record, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER);
    add(&record, SCRIPT_START_NS + script_moment());
    add(&record, 2);
    add(&record, (uint64_t)PERF_CONTEXT_USER);
    add(&record, kernel.place - 1);
    if (registers_mask() != 0) {
        add_registers(&record, registers);
        add_stack(&record, registers[REGISTER_STACK]);
    }
    if (!put(thread, &record))
        thread->lost++;
}

/* ---- timers of CPU time ---- */

int timer_create(clockid_t clock, struct sigevent *event, timer_t *out)
{
    struct kernel_thread *thread = thread_of(event->sigev_notify_thread_id);

    (void)clock;
    thread->has_timer = true;
    thread->signal = event->sigev_signo;
    thread->value = event->sigev_value.sival_ptr;
    thread->due_ns = 0;
    *out = (timer_t)thread;
    return 0;
}

static uint64_t ns_of(struct timespec time)
{
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

int timer_settime(timer_t timer, int flags, const struct itimerspec *when,
                  struct itimerspec *before)
{
    struct kernel_thread *thread = (struct kernel_thread *)timer;
    uint64_t ns = ns_of(when->it_value);

    (void)flags;
    (void)before;
    thread->due_ns = ns == 0 ? 0 : thread->cpu_ns + ns;
    thread->again_ns = ns_of(when->it_interval);
    return 0;
}

int timer_delete(timer_t timer)
{
    ((struct kernel_thread *)timer)->has_timer = false;
    return 0;
}

/* How often it has run out. */
static int run_out(struct kernel_thread *thread)
{
    int times = 0;

    while (thread->has_timer && thread->due_ns != 0 &&
           thread->due_ns <= thread->cpu_ns && times < 1000) {
        times++;
        thread->due_ns =
            thread->again_ns == 0 ? 0 : thread->due_ns + thread->again_ns;
    }
    return times;
}

static void deliver(const struct kernel_thread *thread, int times,
                    ucontext_t *context)
{
    siginfo_t info = { .si_code = SI_TIMER };
    struct sigaction action;

    info.si_value.sival_ptr = thread->value;
    info.si_overrun = times - 1;
    if (times > 0 && !kernel.holds &&
        sigaction(thread->signal, NULL, &action) == 0 &&
        action.sa_flags & SA_SIGINFO)
        action.sa_sigaction(thread->signal, &info, context);
}

/* ---- a thread that works ---- */

static void work(struct kernel_thread *thread, ucontext_t *context)
{
    int times = 0;

    for (unsigned i = 0; i < kernel.periods; i++) {
        script_pass(sampling_period_ns());
        if (thread == NULL)
            continue;
        thread->cpu_ns += sampling_period_ns();
        if (thread->ring != NULL)
            put_sample(thread, context);
        times += run_out(thread);
        if (thread->ring != NULL) {
            deliver(thread, times, context);
            times = 0;
        }
    }
    if (thread != NULL)
        deliver(thread, times, context);
}

static void fault(int signal, siginfo_t *info, void *context)
{
    char *page = (char *)(uintptr_t)kernel_page;

    if ((char *)info->si_addr != page) {
        sigaction(signal, &kernel.before, NULL);
        return;
    }
    kernel.place = place_of(context) + 1;
    mprotect(page, page_bytes(), PROT_READ | PROT_WRITE);
    work(find(gettid()), context);
}

void kernel_next(unsigned periods)
{
    kernel.periods = periods;
    mprotect((char *)(uintptr_t)kernel_page, page_bytes(), PROT_NONE);
}

uint64_t kernel_place(void)
{
    return kernel.place;
}

void kernel_hold(bool on)
{
    kernel.holds = on;
}

void kernel_start(int refusal)
{
    struct sigaction action = { .sa_sigaction = fault,
                                .sa_flags = SA_SIGINFO };

    memset(&kernel, 0, sizeof(kernel));
    kernel.refusal = refusal;
    kernel_page = mmap(NULL, page_bytes(), PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CU_ASSERT_PTR_NOT_EQUAL_FATAL((void *)(uintptr_t)kernel_page, MAP_FAILED);
    sigaction(SIGSEGV, &action, &kernel.before);
}

void kernel_end(void)
{
    for (int i = 0; i < kernel.count; i++)
        drop_ring(&kernel.threads[i]);
    sigaction(SIGSEGV, &kernel.before, NULL);
    munmap((char *)(uintptr_t)kernel_page, page_bytes());
    memset(&kernel_usage, 0, sizeof(kernel_usage));
}

/* ---- resources ---- */

int getrusage(__rusage_who_t who, struct rusage *out)
{
    *out = who == RUSAGE_THREAD ? kernel_usage.thread : kernel_usage.process;
    return 0;
}

/* Of these files, which the core adds up, too; and by the loader, before. */
static uint64_t own_read = 4096;

/* False: it is none of those. */
static bool text_of(const char *path, char *text, size_t room)
{
    const struct kernel_usage *usage = &kernel_usage;

    if (strcmp(path, "/proc/thread-self/schedstat") == 0)
        snprintf(text, room, "1 %llu 3\n",
                 (unsigned long long)usage->queued_ns);
    else if (strcmp(path, PROC_SELF "io") == 0)
        snprintf(text, room,
                 "rchar: %llu\nwchar: %llu\nsyscr: 1\nsyscw: 1\n"
                 "read_bytes: %llu\nwrite_bytes: %llu\n",
                 (unsigned long long)(usage->read + own_read),
                 (unsigned long long)usage->written,
                 (unsigned long long)usage->disk_read,
                 (unsigned long long)usage->disk_written);
    else if (strcmp(path, PROC_SELF "statm") == 0)
        snprintf(text, room, "99999 %llu 3 4 0 5 0\n",
                 (unsigned long long)usage->resident_pages);
    else
        return false;
    return true;
}

/* The kernel counts in rchar what is read of these files, too. */
static long open_text(const char *path, const char *text)
{
    int file = -1;

    script_pass(kernel_usage.reading_ns);
    if (kernel_usage.no_files && strncmp(path, PROC_SELF, 11) == 0) {
        errno = EMFILE;
        return -1;
    }
    file = memfd_create("proc", MFD_CLOEXEC);
    CU_ASSERT_FATAL(file >= 0 && write(file, text, strlen(text)) > 0 &&
                    lseek(file, 0, SEEK_SET) == 0);
    own_read += strlen(text);
    return file;
}

long syscall(long number, ...)
{
    static long (*next)(long, ...);
    char text[512];
    long words[6];
    va_list list;

    va_start(list, number);
    for (int i = 0; i < 6; i++)
        words[i] = va_arg(list, long);
    va_end(list);
    if (number == SYS_perf_event_open)
        return open_event((pid_t)words[1]);
    if (number == SYS_openat &&
        text_of((const char *)words[1], text, sizeof(text)))
        return open_text((const char *)words[1], text);
    if (next == NULL)
        *(void **)&next = dlsym(RTLD_NEXT, "syscall");
    return next(number, words[0], words[1], words[2], words[3], words[4],
                words[5]);
}
