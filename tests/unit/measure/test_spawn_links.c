/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_spawn_links.c - the notes of runs that spawn, as far as one process can
 * show them; tests/e2e/spawn.sh has the rest.
 */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure/session/spawn_links.h"
#include "unit.h"

static char folder[] = "test_relatives.XXXXXX";

static void take_away(void)
{
    CU_ASSERT_EQUAL(unlink("run/spawns"), 0);
    CU_ASSERT_EQUAL(rmdir("run"), 0);
    CU_ASSERT_EQUAL(chdir(".."), 0);
    CU_ASSERT_EQUAL(rmdir(folder), 0);
}

static void describe(struct remarks *remarks)
{
    alarm(20);
    remarks_clear(remarks);
    spawn_links_describe("run", remarks);
    alarm(0);
}

UNIT_TEST(a_call_is_told_and_nobody_waits_for_a_pipe)
{
    struct remarks remarks = { 0 };

    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    CU_ASSERT_EQUAL_FATAL(chdir(folder), 0);
    CU_ASSERT_EQUAL_FATAL(mkdir("run", 0700), 0);
    spawn_links_spawns("run", "MPI_Comm_spawn", 1, 2, 3);
    describe(&remarks);
    CU_ASSERT_EQUAL_FATAL(remarks.count, 1);
    CU_ASSERT_EQUAL(remarks.list[0].code, REMARK_SPAWNED_UNKNOWN);
    CU_ASSERT_EQUAL(remarks.list[0].numbers[0], 1);
    CU_ASSERT_EQUAL(remarks.list[0].numbers[1], 3);
    CU_ASSERT_STRING_EQUAL(remarks.list[0].texts[0], "MPI_Comm_spawn");
    CU_ASSERT_EQUAL(unlink("run/spawns"), 0);
    CU_ASSERT_EQUAL_FATAL(mkfifo("run/spawns", 0600), 0);
    describe(&remarks);
    CU_ASSERT_EQUAL(remarks.count, 0);
    take_away();
}
