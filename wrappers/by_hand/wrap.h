/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wrap.h - common definitions for generated wrappers.
 *
 * A C wrapper is called c_MPI_Send and exported as MPI_Send, so its parameters
 * may differ from mpi.h.  Handles are taken and passed on as whole words, so
 * that a call works even if this library was built for another MPI, whose
 * handles are ints and not pointers (the call is then not measured).  A
 * Fortran wrapper takes and passes on pointers only.
 * Threads: any.  No memory, no errors.
 */
#ifndef WRAPPERS_BY_HAND_WRAP_H
#define WRAPPERS_BY_HAND_WRAP_H

#include <errno.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "call_ids.h"
#include "measure/clock/clock.h"
#include "next.h"

/* Hides hook.h's variables: no detour through the offset table.  Headers that
 * hook.h includes must be included above, or they would be hidden, too. */
#pragma GCC visibility push(hidden)
#include "measure/record/hook.h"
#pragma GCC visibility pop

/* A handle passed by value: an int or a pointer. */
typedef intptr_t word;

#define EXPORTED __attribute__((visibility("default")))
#define EXPORTED_AS(name) __asm__(name) EXPORTED

/* other: another spelling of the Fortran name `name'. */
#define ALIAS(name, other) \
    extern EXPORTED __typeof__(name) other __attribute__((alias(#name)))

/* The next definition of a procedure, typed like our wrapper. */
#define NEXT_C(name) ((__typeof__(&c_##name))next_function(NEXT_##name))
#define NEXT_F(name) ((__typeof__(&name))next_function(NEXT_##name))
/* A procedure without ierror, with an address where it may store one. */
#define NEXT_NO_ERROR(name) \
    ((void (*)(void *, int *))next_function(NEXT_##name))

/* The caller of the function with this expression.  That function's frame then
 * tells when an exception leaves it (jumps.c). */
#define CALLER                                                    \
    ({                                                            \
        TELLS_UNWINDING;                                          \
        (struct hook_caller){ __builtin_return_address(0),        \
                              (uintptr_t)__builtin_dwarf_cfa() }; \
    })

#if defined(__x86_64__) || defined(__aarch64__) || defined(__i386__)
/* 0x1b: where it is is written relative to there, in 4 bytes. */
#define TELLS_UNWINDING __asm__(".cfi_personality 0x1b, jumps_unwinding")
#else
#define TELLS_UNWINDING (void)0
#endif

#endif
