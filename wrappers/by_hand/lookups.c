/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * lookups.c - hands out wrappers to a program that opens the MPI library and
 * asks it for its names, as ctypes and Julia do: dlsym(handle, "MPI_Send").
 *
 * We define dlsym(), which answers only where our wrapper is the name's first
 * definition and would call the very function that the program asks for.  All
 * else is a jump to the next dlsym() with the program's return address, by
 * which that tells what RTLD_NEXT means.  Left alone are RTLD_NEXT and
 * RTLD_DEFAULT, which find us anyway, what MPI's own libraries and we ask for,
 * and another copy of MPI than the one that our wrappers call: dlmopen(), a
 * library of MPI names over another MPI.
 *
 * Threads: any.  Memory: none.  Errors: the next dlsym()'s.
 */
#define _GNU_SOURCE
#include "lookups.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "base/flavours.h"
#include "start.h"

#if LOOKUPS_SEEN

typedef void *lookup_function(void *handle, const char *name);

/* For the code below, so not static. */
#define FOR_CODE __attribute__((visibility("hidden"), used))
FOR_CODE void *lookups_take(void *handle, const char *name, void *caller);
extern lookup_function *lookups_next;
FOR_CODE lookup_function *lookups_next;

#if defined(__x86_64__)
#define DLSYM_VERSION "GLIBC_2.2.5"
__asm__(".text\n"
        ".globl dlsym\n"
        ".type dlsym, @function\n"
        "dlsym:\n"
        ".cfi_startproc\n"
        "    endbr64\n"
        "    pushq %rdi\n"
        ".cfi_adjust_cfa_offset 8\n"
        "    pushq %rsi\n"
        ".cfi_adjust_cfa_offset 8\n"
        "    movq 16(%rsp), %rdx\n"
        "    subq $8, %rsp\n"
        ".cfi_adjust_cfa_offset 8\n"
        "    call lookups_take\n"
        "    addq $8, %rsp\n"
        ".cfi_adjust_cfa_offset -8\n"
        "    popq %rsi\n"
        ".cfi_adjust_cfa_offset -8\n"
        "    popq %rdi\n"
        ".cfi_adjust_cfa_offset -8\n"
        "    testq %rax, %rax\n"
        "    jne 1f\n"
        "    jmp *lookups_next(%rip)\n"
        "1:  ret\n"
        ".cfi_endproc\n"
        ".size dlsym, .-dlsym\n");
#else
#define DLSYM_VERSION "GLIBC_2.17"
__asm__(".text\n"
        ".globl dlsym\n"
        ".type dlsym, %function\n"
        "dlsym:\n"
        ".cfi_startproc\n"
        "    hint #34\n" /* bti c */
        "    stp x29, x30, [sp, #-32]!\n"
        ".cfi_def_cfa_offset 32\n"
        ".cfi_offset 29, -32\n"
        ".cfi_offset 30, -24\n"
        "    stp x0, x1, [sp, #16]\n"
        "    mov x2, x30\n"
        "    bl lookups_take\n"
        "    mov x9, x0\n"
        "    ldp x0, x1, [sp, #16]\n"
        "    ldp x29, x30, [sp], #32\n"
        ".cfi_restore 30\n"
        ".cfi_restore 29\n"
        ".cfi_def_cfa_offset 0\n"
        "    cbnz x9, 1f\n"
        "    adrp x16, lookups_next\n"
        "    ldr x16, [x16, #:lo12:lookups_next]\n"
        "    br x16\n"
        "1:  mov x0, x9\n"
        "    ret\n"
        ".cfi_endproc\n"
        ".size dlsym, .-dlsym\n");
#endif

static void *find_nothing(void *handle, const char *name)
{
    (void)handle;
    (void)name;
    return NULL;
}

static bool asks_for_itself(void *caller)
{
    Dl_info where;

    return next_is_ours(caller) || dladdr(caller, &where) == 0 ||
           flavours_have_module(where.dli_fname);
}

/* Whether the wrapper of this name calls that function from now on. */
static bool leads_to(const char *name, void *found)
{
    uint32_t slot = 0;
    void *next;

    while (slot < NEXT_COUNT && strcmp(next_names[slot], name) != 0)
        slot++;
    if (slot == NEXT_COUNT)
        return false;
    next = __atomic_load_n(&next_table[slot], __ATOMIC_RELAXED);
    if (next == NULL)
        next = dlsym(RTLD_NEXT, name);
    if (next != NULL && next != found)
        return false;
    __atomic_store_n(&next_table[slot], found, __ATOMIC_RELAXED);
    return true;
}

/* The MPI that our wrappers call, of the kind that they are built for. */
static bool is_our_mpi(void *handle)
{
    static const char asked[] = "PMPI_Get_library_version";
    static void *known;
    void *version = lookups_next(handle, asked);

    if (version == NULL || hook_state.mode == HOOK_OFF)
        return false;
    if (version == __atomic_load_n(&known, __ATOMIC_RELAXED))
        return true;
    if (version != next_anywhere(asked))
        return false;
    if (!start_is_our_mpi()) {
        hook_state.mode = HOOK_OFF;
        return false;
    }
    __atomic_store_n(&known, version, __ATOMIC_RELAXED);
    return true;
}

/* A search of ours in vain is not the program's error. */
static void *wrapper_of(void *handle, const char *name)
{
    void *found = lookups_next(handle, name);
    void *wrapper = found == NULL ? NULL : dlsym(RTLD_DEFAULT, name);

    if (wrapper == NULL || wrapper == found || !next_is_ours(wrapper) ||
        !is_our_mpi(handle) || !leads_to(name, found))
        return NULL;
    dlerror();
    return wrapper;
}

/* The C library's is not behind us where a library of the program, and not the
 * program, was linked with us. */
static lookup_function *find_next(void)
{
    void *next = dlvsym(RTLD_NEXT, "dlsym", DLSYM_VERSION);

    if (next == NULL)
        next = dlvsym(RTLD_DEFAULT, "dlsym", DLSYM_VERSION);
    return next == NULL || next_is_ours(next) ? find_nothing
                                              : (lookup_function *)next;
}

/* NULL: the next dlsym() is to answer. */
void *lookups_take(void *handle, const char *name, void *caller)
{
    lookup_function *next = __atomic_load_n(&lookups_next, __ATOMIC_RELAXED);

    if (next == NULL) {
        next = find_next();
        __atomic_store_n(&lookups_next, next, __ATOMIC_RELAXED);
    }
    return handle == RTLD_DEFAULT || handle == RTLD_NEXT || name == NULL ||
                   strncasecmp(name, "mpi", 3) != 0 || !start_is_wanted() ||
                   asks_for_itself(caller)
               ? NULL
               : wrapper_of(handle, name);
}

#endif
