/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sampled_stacks.c - works where its stack cannot be followed, and finds
 * everything as it left it.
 *
 *     sampled_stacks deep       below 5,000 frames of two functions that call
 *                               one another
 *     sampled_stacks damaged    in code that has no unwind table, part of it
 *                               in no file, or below an overwritten frame;
 *                               frame pointers and return addresses are any
 *                               number; on stacks of threads and of its own
 *
 * Prints what deep has computed, and what is not as it must be; ends with 1
 * then.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "must.h"
#include "sampled_spin.h"

#define DEEP 5000
#define WORDS 24 /* in a frame: a copy of the stack has few of them */
#define DEEP_S 0.4
#define EACH_S 0.006
#define TURNS 100000l

static volatile uint64_t sum;
static uint64_t computed;

/* ---- deep ---- */

static uint64_t even(int depth, uint64_t mark);

__attribute__((noinline)) static void bottom(void)
{
    double end = used() + DEEP_S;

    while (used() < end)
        for (int i = 0; i < 100000; i++)
            sum += (uint64_t)i;
}

static void fill(volatile uint64_t *words, uint64_t mark)
{
    for (int i = 0; i < WORDS; i++)
        words[i] = mark + (uint64_t)i;
}

static uint64_t total_of(const volatile uint64_t *words)
{
    uint64_t total = 0;

    for (int i = 0; i < WORDS; i++)
        total += words[i];
    return total;
}

__attribute__((noinline)) static uint64_t odd(int depth, uint64_t mark)
{
    volatile uint64_t words[WORDS];
    uint64_t below;

    fill(words, mark);
    below = even(depth - 1, mark * 3);
    return below + total_of(words);
}

__attribute__((noinline)) static uint64_t even(int depth, uint64_t mark)
{
    volatile uint64_t words[WORDS];
    uint64_t below = 0;

    fill(words, mark);
    if (depth > 0)
        below = odd(depth - 1, mark * 5);
    else
        bottom();
    return below + total_of(words);
}

/* ---- damaged ---- */

/* void compute(long turns, uintptr_t any), with no unwind table: `any' is in
 * the frame pointer and where the return address is looked for. */
void compute(long turns, uintptr_t any);
extern const char compute_end[];

#if defined(__x86_64__)
#define CAN_DAMAGE 1
__asm__(".text\n.globl compute, compute_end\n.type compute, @function\n"
        "compute: pop %r8\n push %rbp\n push %rsi\n mov %rsi, %rbp\n"
        "1: dec %rdi\n jnz 1b\n"
        "pop %rsi\n pop %rbp\n push %r8\n ret\n"
        "compute_end:\n.size compute, compute_end - compute\n");
#elif defined(__aarch64__)
#define CAN_DAMAGE 1
__asm__(".text\n.balign 8\n.globl compute, compute_end\n"
        ".type compute, %function\n"
        "compute: mov x9, x30\n mov x10, x29\n mov x29, x1\n mov x30, x1\n"
        "1: subs x0, x0, #1\n b.ne 1b\n"
        "mov x30, x9\n mov x29, x10\n ret\n"
        "compute_end:\n.size compute, compute_end - compute\n");
#else
#define CAN_DAMAGE 0
const char compute_end[1];
void compute(long turns, uintptr_t any)
{
    (void)any;
    while (turns-- > 0)
        sum++;
}
#endif

typedef void compute_function(long turns, uintptr_t any);

static const char *forbidden; /* a page that cannot be read */
static compute_function *of_no_file;

static void make_pages(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t bytes = (size_t)(compute_end - (const char *)compute);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    must(pages != MAP_FAILED, "memory");
    forbidden = pages + page;
    mprotect(pages + page, page, PROT_NONE);
    if (!CAN_DAMAGE)
        return;
    memcpy(pages, (const char *)compute, bytes);
    __builtin___clear_cache(pages, pages + bytes);
    if (mprotect(pages, page, PROT_READ | PROT_EXEC) == 0)
        of_no_file = (compute_function *)(uintptr_t)pages;
}

static void repeat(compute_function *function, uintptr_t any)
{
    double end = used() + EACH_S;

    while (used() < end) {
        function(TURNS, any);
        computed++;
    }
}

/* The same in a function that has a table, which leads to what is no return
 * address while the work is done. */
__attribute__((noinline)) static void overwritten(uintptr_t any)
{
#if CAN_DAMAGE
    volatile uintptr_t *frame = __builtin_frame_address(0);
    uintptr_t saved[2] = { frame[0], frame[1] };
    double end = used() + EACH_S;

    frame[0] = any;
    frame[1] = any;
    while (used() < end)
        for (int i = 0; i < 100000; i++)
            sum += (uint64_t)i;
    frame[0] = saved[0];
    frame[1] = saved[1];
#else
    (void)any;
#endif
}

static void damage(void)
{
    volatile uintptr_t here[2];
    const uintptr_t any[] = {
        0, 1, 8, (uintptr_t)here, (uintptr_t)here & ~(uintptr_t)0xfff,
        (uintptr_t)here + 4096, (uintptr_t)here | (uintptr_t)0x3ffff8,
        (uintptr_t)forbidden, (uintptr_t)forbidden - 8, (uintptr_t)damage,
        (uintptr_t)compute_end, INTPTR_MAX - 7, (uintptr_t)INTPTR_MIN,
        UINTPTR_MAX - 7, UINTPTR_MAX - 15, UINTPTR_MAX
    };

    here[0] = here[1] = (uintptr_t)here; /* a frame that leads to itself */
    for (size_t i = 0; i < sizeof(any) / sizeof(*any); i++) {
        repeat(compute, any[i]);
        if (of_no_file != NULL)
            repeat(of_no_file, any[i]);
        overwritten(any[i]);
    }
    must(here[0] == (uintptr_t)here && here[1] == here[0], "its words");
}

static __thread ucontext_t outside;

static void *on_own_stack(void *argument)
{
    size_t bytes = 65536;
    char *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ucontext_t inside;

    must(pages != MAP_FAILED && getcontext(&inside) == 0, "a stack");
    inside.uc_stack.ss_sp = pages;
    inside.uc_stack.ss_size = bytes;
    inside.uc_link = &outside;
    makecontext(&inside, damage, 0);
    swapcontext(&outside, &inside);
    munmap(pages, bytes);
    return argument;
}

static void damaged(void)
{
    pthread_t thread;
    int known = 7;

    make_pages();
    damage();
    on_own_stack(NULL);
    must(pthread_create(&thread, NULL, on_own_stack, &known) == 0, "thread");
    pthread_join(thread, NULL);
    must(known == 7 && computed > 0, "what it knows");
}

int main(int count, char **words)
{
    const char *what = count > 1 ? words[1] : "";

    MPI_Init(&count, &words);
    if (strcmp(what, "deep") == 0)
        printf("%llu\n", (unsigned long long)even(DEEP, 1));
    else if (strcmp(what, "damaged") == 0)
        damaged();
    MPI_Finalize();
    return wrong;
}
