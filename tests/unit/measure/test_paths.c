/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_paths.c - return addresses to ids: each path is resolved once.
 */
#include "measure/record/paths/paths.h"

#include <dlfcn.h>

#include "unit.h"

static uint32_t resolved;

static uint32_t count_up(void *context, void *const *addresses, int count)
{
    (void)context;
    (void)addresses;
    (void)count;
    return ++resolved;
}

static uint32_t id_of(struct paths *paths, uintptr_t a, uintptr_t b, int count)
{
    void *addresses[2] = { (void *)a, (void *)b };

    return paths_id(paths, addresses, count);
}

UNIT_TEST(a_path_is_resolved_when_first_seen_and_then_known)
{
    struct paths paths;

    resolved = 0;
    CU_ASSERT_TRUE_FATAL(paths_init(&paths, 1024, count_up, NULL));
    CU_ASSERT_EQUAL(id_of(&paths, 10, 20, 2), 1);
    CU_ASSERT_EQUAL(id_of(&paths, 20, 10, 2), 2); /* order matters */
    CU_ASSERT_EQUAL(id_of(&paths, 10, 20, 1), 3); /* so does depth */
    CU_ASSERT_EQUAL(id_of(&paths, 10, 20, 2), 1);
    CU_ASSERT_EQUAL(resolved, 3);
    paths_clear(&paths);
}

/* Also where nothing was unloaded in the end. */
UNIT_TEST(paths_learned_during_an_unload_are_resolved_anew_and_leave_room)
{
    struct paths paths;

    resolved = 0;
    CU_ASSERT_TRUE_FATAL(paths_init(&paths, 1024, count_up, NULL));
    for (uintptr_t i = 0; i < 10; i++) {
        paths_unload_begins();
        for (uintptr_t path = 1; path <= 500; path++)
            id_of(&paths, path, 0, 1);
        paths_unload_ends();
    }
    CU_ASSERT_EQUAL(resolved, 5000);
    CU_ASSERT_EQUAL(paths.lost, 0);
    paths_clear(&paths);
}

UNIT_TEST(an_unload_in_progress_has_paths_of_its_own)
{
    struct paths paths;
    void *library;

    resolved = 0;
    CU_ASSERT_TRUE_FATAL(paths_init(&paths, 1024, count_up, NULL));
    paths_unload_begins();
    paths_unload_ends(); /* has seen what the process had unloaded by now */
    CU_ASSERT_EQUAL(id_of(&paths, 10, 20, 2), 1);
    for (uint32_t turn = 0; turn < 2; turn++) {
        paths_unload_begins();
        CU_ASSERT_EQUAL(id_of(&paths, 10, 20, 2), 2 * turn + 2);
        paths_unload_begins();
        paths_unload_ends();
        CU_ASSERT_EQUAL(id_of(&paths, 10, 20, 2), 2 * turn + 3);
        paths_unload_ends();
        /* nothing was unloaded */
        CU_ASSERT_EQUAL(id_of(&paths, 10, 20, 2), 1);
    }
    library = dlopen("libutil.so.1", RTLD_NOW);
    CU_ASSERT_PTR_NOT_NULL_FATAL(library);
    paths_unload_begins();
    CU_ASSERT_EQUAL(dlclose(library), 0);
    paths_unload_ends();
    CU_ASSERT_EQUAL(id_of(&paths, 10, 20, 2), 6);
    paths_clear(&paths);
}

UNIT_TEST(a_full_table_counts_what_it_cannot_take)
{
    struct paths paths;
    uint32_t known;

    resolved = 0;
    CU_ASSERT_TRUE_FATAL(paths_init(&paths, 1024, count_up, NULL));
    for (uintptr_t i = 1; i <= 5000; i++)
        id_of(&paths, i, 0, 1);
    known = resolved;
    CU_ASSERT(known > 512 && known < 1024);
    CU_ASSERT_EQUAL(paths.lost, 5000 - known);
    CU_ASSERT_EQUAL(id_of(&paths, 1, 0, 1), 1);
    CU_ASSERT_EQUAL(id_of(&paths, 4999, 0, 1), 0);
    paths_clear(&paths);
}
