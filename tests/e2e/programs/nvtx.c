/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * nvtx.c - ranges of NVTX, with known counts and times.
 *
 *     mpiexec -n 2 ./nvtx PREFIX
 */
#if defined(__has_include)
#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define HAVE_NVTX
#endif
#endif
#ifndef HAVE_NVTX
#include "nvtx_client.h"
#endif
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "visits.h"

static nvtxDomainHandle_t domain, other;

static nvtxEventAttributes_t event_of(const char *text)
{
    nvtxEventAttributes_t event;

    memset(&event, 0, sizeof event);
    event.version = NVTX_VERSION;
    event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = text;
    return event;
}

static void default_domain(void)
{
    nvtxEventAttributes_t event = event_of("event");
    int one = 1, all;

    VISIT("pushed", nvtxRangePushA("pushed"),
          VISIT("pushed/wide \xc3\xbc\xe2\x82\xac",
                nvtxRangePushW(L"wide \u00fc\u20ac"), sleep_ms(1),
                nvtxRangePop());
          VISIT("pushed/event", nvtxRangePushEx(&event),
                MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM,
                              MPI_COMM_WORLD),
                nvtxRangePop()),
          nvtxRangePop());
    for (int i = 0; i < 4; i++)
        nvtxMarkA("mark");
    visits("mark", 4, 0);
}

/* Each domain has pushes and pops of its own. */
static void domains(void)
{
    nvtxEventAttributes_t text = event_of("text"), registered = event_of("");

    registered.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    registered.message.registered =
        nvtxDomainRegisterStringA(domain, "registered");
    VISIT("lib:text", nvtxDomainRangePushEx(domain, &text),
          VISIT("lib:text/other:text", nvtxDomainRangePushEx(other, &text),
                VISIT("lib:text/other:text/lib:registered",
                      nvtxDomainRangePushEx(domain, &registered), sleep_ms(1),
                      nvtxDomainRangePop(domain)),
                nvtxDomainRangePop(other)),
          nvtxDomainRangePop(domain));
    for (int i = 0; i < 1000; i++) /* no handle of another name */
        if (nvtxDomainCreateA("lib") != domain)
            exit(3);
}

static void started(void)
{
    nvtxEventAttributes_t event = event_of("ranged");
    nvtxRangeId_t first, second, third;

    VISIT("started", first = nvtxRangeStartA("started"),
          VISIT("started/wide", second = nvtxRangeStartW(L"wide"),
                sleep_ms(1), nvtxRangeEnd(second));
          VISIT("started/lib:ranged",
                third = nvtxDomainRangeStartEx(domain, &event), sleep_ms(1),
                nvtxDomainRangeEnd(domain, third)),
          nvtxRangeEnd(first));
}

static nvtxRangeId_t left;

static void *end_it(void *unused)
{
    nvtxRangeEnd(left);
    return unused;
}

/* Ended by another thread: closed when this one next begins something. */
static void crossing(void)
{
    pthread_t thread;

    VISIT("crossing", left = nvtxRangeStartA("crossing"),
          pthread_create(&thread, NULL, end_it, NULL);
          pthread_join(thread, NULL),
          nvtxMarkA("after"));
    visits("after", 1, 0);
}

/* An error: what pops finds nothing. */
static void wrong(void)
{
    nvtxEventAttributes_t none = event_of(NULL);

    nvtxRangePop();
    nvtxDomainRangePop(other);
    VISIT("(unnamed)", nvtxRangePushEx(&none), (void)0, nvtxRangePop());
    VISIT("(unnamed)", nvtxRangePushA(NULL), (void)0, nvtxRangePop());
}

int main(int argc, char **argv)
{
    int rank, provided;

    if (argc != 2) {
        fprintf(stderr, "usage: mpiexec -n 2 nvtx PREFIX\n");
        return 2;
    }
    nvtxRangePushA("before");
    nvtxRangePop();
    left = nvtxRangeStartA("ends early");
    nvtxRangePushA("early");
    nvtxRangeEnd(left);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    nvtxRangePop();
    visits("early", 1, 0);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    domain = nvtxDomainCreateA("lib");
    other = nvtxDomainCreateA("other");
    if (getenv("NVTX_INJECTION64_PATH") != NULL) {
        default_domain();
        domains();
        started();
        crossing();
        wrong();
    }
    nvtxDomainDestroy(domain);
    visits_write(argv[1], rank);
    MPI_Finalize();
    nvtxRangePushA("late");
    nvtxRangePop();
    return 0;
}
