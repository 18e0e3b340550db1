/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "measure/sample/registers.h"

#include <string.h>
#include <ucontext.h>

#if defined(__x86_64__)

/* libunwind's number i has this place among perf's registers: ax bx cx dx si
 * di bp sp ip r8 ... r15. */
static const uint8_t places[REGISTERS] = { 0,  3,  2,  1,  4,  5,  6,  7, 9,
                                           10, 11, 12, 13, 14, 15, 16, 8 };
/* And this one in a context. */
static const int in_context[REGISTERS] = { REG_RAX, REG_RDX, REG_RCX, REG_RBX,
                                           REG_RSI, REG_RDI, REG_RBP, REG_RSP,
                                           REG_R8,  REG_R9,  REG_R10, REG_R11,
                                           REG_R12, REG_R13, REG_R14, REG_R15,
                                           REG_RIP };

uint64_t registers_mask(void)
{
    return 0x1ffu | 0xffu << 16;
}

void registers_of_perf(const uint64_t *values, uint64_t *out)
{
    for (int i = 0; i < REGISTERS; i++)
        out[i] = values[places[i]];
}

void registers_of_signal(const void *context, uint64_t *out)
{
    const ucontext_t *where = context;

    for (int i = 0; i < REGISTERS; i++)
        out[i] = (uint64_t)where->uc_mcontext.gregs[in_context[i]];
}

#elif defined(__aarch64__)

uint64_t registers_mask(void)
{
    return (1ull << REGISTERS) - 1;
}

void registers_of_perf(const uint64_t *values, uint64_t *out)
{
    memcpy(out, values, REGISTERS * sizeof(*out));
}

void registers_of_signal(const void *context, uint64_t *out)
{
    const ucontext_t *where = context;

    for (int i = 0; i < 31; i++)
        out[i] = where->uc_mcontext.regs[i];
    out[REGISTER_STACK] = where->uc_mcontext.sp;
    out[REGISTER_PLACE] = where->uc_mcontext.pc;
}

#else

uint64_t registers_mask(void)
{
    return 0;
}

void registers_of_perf(const uint64_t *values, uint64_t *out)
{
    (void)values;
    memset(out, 0, REGISTERS * sizeof(*out));
}

void registers_of_signal(const void *context, uint64_t *out)
{
    (void)context;
    memset(out, 0, REGISTERS * sizeof(*out));
}

#endif
