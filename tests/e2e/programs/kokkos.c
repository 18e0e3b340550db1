/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * kokkos.c - does to a tool what Kokkos does, with known counts and times.
 *
 *     mpiexec -n 2 ./kokkos PREFIX
 *
 * Opens the library that KOKKOS_TOOLS_LIBS names, and calls of the functions
 * of Kokkos Tools those that it has.  Without the variable nothing is called.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "visits.h"

struct device {
    size_t id;
};

struct space {
    char name[64];
};

struct settings {
    bool requires_global_fencing, others[255];
};

static void (*init_library)(int, uint64_t, uint32_t, struct device *);
static void (*finalize_library)(void);
static void (*request_tool_settings)(uint32_t, struct settings *);
static void (*begin_parallel_for)(const char *, uint32_t, uint64_t *);
static void (*end_parallel_for)(uint64_t);
static void (*begin_parallel_reduce)(const char *, uint32_t, uint64_t *);
static void (*end_parallel_reduce)(uint64_t);
static void (*begin_parallel_scan)(const char *, uint32_t, uint64_t *);
static void (*end_parallel_scan)(uint64_t);
static void (*begin_fence)(const char *, uint32_t, uint64_t *);
static void (*end_fence)(uint64_t);
static void (*push_profile_region)(const char *);
static void (*pop_profile_region)(void);
static void (*begin_deep_copy)(struct space, const char *, const void *,
                               struct space, const char *, const void *,
                               uint64_t);
static void (*end_deep_copy)(void);
static void (*create_profile_section)(const char *, uint32_t *);
static void (*start_profile_section)(uint32_t);
static void (*stop_profile_section)(uint32_t);
static void (*destroy_profile_section)(uint32_t);
static void (*profile_event)(const char *);

static void *tool;

static void *find(const char *name)
{
    char symbol[100];
    void *found;

    snprintf(symbol, sizeof symbol, "kokkosp_%s", name);
    found = dlsym(tool, symbol);
    if (found == NULL) {
        fprintf(stderr, "no %s\n", symbol);
        exit(1);
    }
    return found;
}

#define FIND(function) ((function) = (__typeof__(function))find(#function))

static void open_tool(const char *path)
{
    struct settings settings = { .requires_global_fencing = true };
    struct device device = { 0 };

    tool = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (tool == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    FIND(init_library);
    FIND(finalize_library);
    FIND(request_tool_settings);
    FIND(begin_parallel_for);
    FIND(end_parallel_for);
    FIND(begin_parallel_reduce);
    FIND(end_parallel_reduce);
    FIND(begin_parallel_scan);
    FIND(end_parallel_scan);
    FIND(begin_fence);
    FIND(end_fence);
    FIND(push_profile_region);
    FIND(pop_profile_region);
    FIND(begin_deep_copy);
    FIND(end_deep_copy);
    FIND(create_profile_section);
    FIND(start_profile_section);
    FIND(stop_profile_section);
    FIND(destroy_profile_section);
    FIND(profile_event);
    init_library(0, 20211015, 1, &device);
    request_tool_settings(1, &settings);
    if (settings.requires_global_fencing) {
        fprintf(stderr, "the tool wants to wait around each kernel\n");
        exit(1);
    }
}

static void kernels(void)
{
    int one = 1, all;
    uint64_t id, inner;

    VISIT("step/axpy", begin_parallel_for("axpy", 0, &id), sleep_ms(2),
          end_parallel_for(id));
    VISIT("step/dot", begin_parallel_reduce("dot", 0, &id),
          MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD),
          end_parallel_reduce(id));
    VISIT("step/scan", begin_parallel_scan("scan", 0, &id),
          VISIT("step/scan/wait", begin_fence("wait", 0, &inner), sleep_ms(1),
                end_fence(inner)),
          end_parallel_scan(id));
}

static void copy(void)
{
    struct space host = { "Host" }, device;

    memset(&device, 'x', sizeof device); /* no NUL: all 64 bytes are name */
    VISIT("step/deep_copy "
          "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
          ":b <- Host:a",
          begin_deep_copy(device, "b", NULL, host, "a", NULL, 8), sleep_ms(1),
          end_deep_copy());
}

static void steps(void)
{
    for (int i = 0; i < 3; i++)
        VISIT("step", push_profile_region("step"),
              kernels(); copy(), pop_profile_region());
}

/* One that nests, one that is made again, and two that overlap: the first goes
 * on until the second has ended. */
static void sections(void)
{
    uint32_t one, two, none = 12345;

    create_profile_section("one", &one);
    for (int i = 0; i < 2; i++)
        VISIT("one", start_profile_section(one), sleep_ms(1),
              stop_profile_section(one));
    destroy_profile_section(one);
    create_profile_section("first", &one);
    create_profile_section("second", &two);
    VISIT("first", start_profile_section(one),
          VISIT("first/second", start_profile_section(two),
                stop_profile_section(one); sleep_ms(1),
                stop_profile_section(two)), (void)0);
    start_profile_section(none);
    for (int i = 0; i < 2000; i++) /* more than there is room for */
        create_profile_section("many", &none);
    start_profile_section(none);
}

static void hostile_names(void)
{
    char *large = malloc(20001);
    uint64_t id;

    memset(large, 'l', 20000);
    large[20000] = '\0';
    VISIT("%s%n\"<b>\\n\\\\", push_profile_region("%s%n\"<b>\n\\"), (void)0,
          pop_profile_region());
    VISIT(large, begin_parallel_for(large, 7, &id), (void)0,
          end_parallel_for(id));
    free(large);
    for (int i = 0; i < 5; i++)
        profile_event("event");
    visits("event", 5, 0);
}

/* Nothing of it may hurt, and all of it is told: five errors a rank. */
static void wrong_nesting(void)
{
    uint64_t id, outer;

    pop_profile_region();
    end_parallel_for(123456789);
    end_deep_copy();
    begin_parallel_for("outer", 0, &outer);
    begin_parallel_for("inner", 0, &id);
    end_parallel_for(outer);
    end_parallel_for(id);
    visits("outer", 1, 0);
    visits("outer/inner", 1, 0);
}

int main(int argc, char **argv)
{
    const char *path = getenv("KOKKOS_TOOLS_LIBS");
    int rank;

    if (argc != 2) {
        fprintf(stderr, "usage: mpiexec -n 2 kokkos PREFIX\n");
        return 2;
    }
    if (path == NULL) {
        MPI_Init(&argc, &argv);
        MPI_Finalize();
        return 0;
    }
    open_tool(path);
    push_profile_region("before"); /* ends before it is measured */
    pop_profile_region();
    push_profile_region("early");
    MPI_Init(&argc, &argv);
    pop_profile_region();
    visits("early", 1, 0);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    steps();
    sections();
    hostile_names();
    wrong_nesting();
    visits_write(argv[1], rank);
    MPI_Finalize();
    push_profile_region("late");
    pop_profile_region();
    finalize_library();
    return 0;
}
