/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * jumps.c - notes when a jump or an exception leaves frames inside MPI, so that
 * a call that is left without returning has an end.
 *
 * longjmp() has four names.  An exception, and the end of a thread by
 * pthread_exit() or pthread_cancel(), unwinds the stack: then the unwinder
 * calls the personality routine of each of our wrappers that it passes.
 * Whether the call itself was left is unknown here: a callback may jump
 * within itself.
 * Threads: any, also in signal handlers.  No memory, no errors.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <setjmp.h>

#include "wrap.h"

#define CLEANUP_PHASE 2   /* _UA_CLEANUP_PHASE of <unwind.h> */
#define CONTINUE_UNWIND 8 /* _URC_CONTINUE_UNWIND */

typedef void (*jump_function)(struct __jmp_buf_tag *place, int value)
    __attribute__((noreturn));

static void note_time(void)
{
    if (hook_thread.inside != 0 && hook_state.mode == HOOK_ON)
        hook_thread.seen = hook_now();
}

int jumps_unwinding(int version, int actions, uint64_t kind, void *exception,
                    void *context);
int jumps_unwinding(int version, int actions, uint64_t kind, void *exception,
                    void *context)
{
    (void)version;
    (void)kind;
    (void)exception;
    (void)context;
    if (actions & CLEANUP_PHASE)
        note_time();
    return CONTINUE_UNWIND;
}

enum { LONGJMP, PLAIN_LONGJMP, SIGLONGJMP, LONGJMP_CHECKED, JUMPS };

static jump_function next_jump[JUMPS];

/* A handler may jump, and dlsym() takes locks. */
static __attribute__((constructor)) void know_jumps(void)
{
    static const char *const names[JUMPS] = { "longjmp", "_longjmp",
                                              "siglongjmp", "__longjmp_chk" };

    for (int i = 0; i < JUMPS; i++)
        if (next_jump[i] == NULL)
            next_jump[i] = (jump_function)dlsym(RTLD_NEXT, names[i]);
}

__attribute__((noreturn)) static void
jump_on(int which, struct __jmp_buf_tag *place, int value)
{
    note_time();
    if (next_jump[which] == NULL)
        know_jumps();
    next_jump[which](place, value);
}

/* Their declarations differ from these in what compilers know of jumps. */
#define JUMP(name, which)                                     \
    EXPORTED void jumps_##name(struct __jmp_buf_tag *place,   \
                               int value) __asm__(#name)      \
        __attribute__((noreturn));                            \
    void jumps_##name(struct __jmp_buf_tag *place, int value) \
    {                                                         \
        jump_on(which, place, value);                         \
    }

JUMP(longjmp, LONGJMP)
JUMP(_longjmp, PLAIN_LONGJMP)
JUMP(siglongjmp, SIGLONGJMP)
JUMP(__longjmp_chk, LONGJMP_CHECKED)
