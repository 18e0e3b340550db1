/* SPDX-License-Identifier: BSD-3-Clause */
#include "model/notes/counter_refusal.h"

#include <stddef.h>

static const char *const words[COUNTER_REFUSALS] = {
    [COUNTER_UNKNOWN] = "no such event",
    [COUNTER_ELSEWHERE] = "not on all ranks",
    [COUNTER_NOT_TOGETHER] = "not together with the others",
    [COUNTER_NO_PAPI] = "built without PAPI",
    [COUNTER_PAPI_STARTS_NOT] = "PAPI does not start",
    [COUNTER_FORBIDDEN] = "perf_event_open is forbidden here, as in many "
                          "containers",
    [COUNTER_NO_FILE] = "no file descriptor is left",
    [COUNTER_NO_SYSTEM_CALL] = "the kernel has no perf_event_open",
    [COUNTER_NO_HARDWARE] = "no such hardware counter here, as in most "
                            "virtual machines",
    [COUNTER_NOT_BY_KERNEL] = "the kernel does not count it",
    [COUNTER_IN_USE] = "its hardware counter is in use",
};

/* As papi.h numbers them, of those that adding and starting events return. */
static const char *const papi_errors[] = {
    [1] = "invalid argument",
    [2] = "insufficient memory",
    [3] = "a system call failed",
    [4] = "not supported by component",
    [7] = "event does not exist",
    [8] = "event exists, but cannot be counted due to counter resource "
          "limitations",
    [10] = "event set is already counting",
    [13] = "hardware does not support performance counters",
    [15] = "permission level does not permit operation",
    [18] = "not supported",
    [19] = "not implemented",
    [27] = "event needs several passes of the hardware",
};
#define PAPI_ERRORS (sizeof(papi_errors) / sizeof(papi_errors[0]))

static void say_papi_error(uint64_t error, struct strbuf *out)
{
    if (error == 0)
        strbuf_puts(out, "it cannot be counted");
    else if (error < PAPI_ERRORS && papi_errors[error] != NULL)
        strbuf_puts(out, papi_errors[error]);
    else
        strbuf_printf(out, "error -%llu of PAPI", (unsigned long long)error);
}

void counter_refusal_say(struct counter_refusal refusal, struct strbuf *out)
{
    const unsigned long long first = refusal.numbers[0],
                             second = refusal.numbers[1];

    if (refusal.kind == COUNTER_PAPI_REFUSES)
        say_papi_error(first, out);
    else if (refusal.kind == COUNTER_TOO_MANY)
        strbuf_printf(out, "at most %llu events can be counted", first);
    else if (refusal.kind == COUNTER_PARANOID)
        strbuf_printf(out,
                      "perf_event_paranoid is %llu: as root, sysctl "
                      "kernel.perf_event_paranoid=%llu permits it, or "
                      "CAP_PERFMON",
                      first, second);
    else if (refusal.kind < COUNTER_REFUSALS && words[refusal.kind] != NULL)
        strbuf_puts(out, words[refusal.kind]);
    else
        strbuf_puts(out, "for a reason that only a newer mpiprof knows");
}
