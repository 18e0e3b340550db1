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

static void describe(struct strbuf *text)
{
    alarm(20);
    strbuf_truncate(text, 0);
    spawn_links_describe("run", text);
    alarm(0);
}

UNIT_TEST(a_call_is_told_and_nobody_waits_for_a_pipe)
{
    struct strbuf text;

    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    CU_ASSERT_EQUAL_FATAL(chdir(folder), 0);
    CU_ASSERT_EQUAL_FATAL(mkdir("run", 0700), 0);
    strbuf_init(&text);
    spawn_links_spawns("run", "MPI_Comm_spawn", 1, 2, 3);
    describe(&text);
    CU_ASSERT_STRING_EQUAL(strbuf_text(&text),
                           "Spawn call number 1, MPI_Comm_spawn, started 3 "
                           "processes: no report of theirs is beside this "
                           "one.\n");
    CU_ASSERT_EQUAL(unlink("run/spawns"), 0);
    CU_ASSERT_EQUAL_FATAL(mkfifo("run/spawns", 0600), 0);
    describe(&text);
    CU_ASSERT_EQUAL(text.length, 0);
    strbuf_clear(&text);
    take_away();
}
