/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_journal.c - what is written into persisted memory is read back from the
 * file, also by another process that never closed it.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "live/journal.h"
#include "live/persist_file.h"
#include "unit.h"

static char path[64];

struct seen {
    uint64_t window;
    uint64_t handle, fortran, low;
    uint32_t comm;
    char name[32], value[32], file[32];
    int facts;
};

static void see_comm(void *context, uint64_t handle, uint64_t fortran,
                     uint32_t id)
{
    struct seen *seen = context;

    seen->handle = handle;
    seen->fortran = fortran;
    seen->comm = id;
}

static void see_window(void *context, uint64_t handle, uint64_t fortran,
                       uint32_t comm)
{
    struct seen *seen = context;

    seen->window = handle + fortran + comm;
}

static void see_fact(void *context, const char *name, const char *value)
{
    struct seen *seen = context;

    seen->facts++;
    snprintf(seen->name, sizeof(seen->name), "%s", name);
    snprintf(seen->value, sizeof(seen->value), "%s", value);
}

static void see_module(void *context, const struct journal_module *module)
{
    struct seen *seen = context;

    seen->low = module->low;
    snprintf(seen->file, sizeof(seen->file), "%s", module->path);
}

static const char *new_path(void)
{
    snprintf(path, sizeof(path), "kept-%ld", (long)getpid());
    unlink(path);
    return path;
}

/* A process that writes and is killed. */
static void write_and_die(int facts)
{
    struct journal_module module = { 4096, 8192, 16, "/bin/x", "ab" };
    struct definitions *table;
    struct journal *journal;

    if (persist_create(path) != STATUS_OK ||
        definitions_create(&table) != STATUS_OK)
        _exit(1);
    journal = journal_create();
    definitions_intern(table, DEFINITION_FILE, 0, 0, "before", 6);
    journal_watch(journal, table);
    definitions_intern(table, DEFINITION_FILE, 0, 0, "after", 5);
    definitions_note(table, DEFINITION_FILE, 2, "noted", 5, 1);
    definitions_intern(table, DEFINITION_REGION, 0, 0,
                       "solve\0a.c\0"
                       "9",
                       11);
    definitions_intern(table, DEFINITION_REGION_NODE, 0, 1, NULL, 0);
    journal_comm(journal, UINT64_MAX - 5, 7, 1);
    journal_window(journal, 1000, 200, 30);
    journal_module(journal, &module);
    for (int i = 0; i < facts; i++)
        journal_fact(journal, "name", i + 1 == facts ? "last" : "value");
    kill(getpid(), SIGKILL);
}

static void run_child(int facts)
{
    pid_t child = fork();
    int status = 0;

    if (child == 0)
        write_and_die(facts);
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    CU_ASSERT_TRUE(WIFSIGNALED(status));
}

UNIT_TEST(a_killed_process_leaves_all_it_wrote)
{
    struct seen seen = { 0 };
    struct journal_reader reader = { .context = &seen,
                                     .comm = see_comm,
                                     .window = see_window,
                                     .fact = see_fact,
                                     .module = see_module };
    struct persist_file file;
    struct definition item;

    new_path();
    run_child(1);
    CU_ASSERT_EQUAL_FATAL(persist_open(path, &file), STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(definitions_create(&reader.definitions), STATUS_OK);
    CU_ASSERT_TRUE(journal_read(&file, &reader));
    CU_ASSERT_EQUAL(definitions_count(reader.definitions, DEFINITION_FILE), 3);
    item = definitions_get(reader.definitions, DEFINITION_FILE, 2);
    CU_ASSERT_STRING_EQUAL((const char *)item.key, "after");
    CU_ASSERT_STRING_EQUAL((const char *)item.note, "noted");
    CU_ASSERT_EQUAL(definitions_find(reader.definitions,
                                     DEFINITION_REGION_NODE, 0, 1, NULL, 0),
                    1);
    CU_ASSERT_EQUAL(seen.handle, UINT64_MAX - 5);
    CU_ASSERT_EQUAL(seen.fortran, 7);
    CU_ASSERT_EQUAL(seen.comm, 1);
    CU_ASSERT_EQUAL(seen.window, 1230);
    CU_ASSERT_EQUAL(seen.low, 4096);
    CU_ASSERT_STRING_EQUAL(seen.file, "/bin/x");
    CU_ASSERT_STRING_EQUAL(seen.name, "name");
    CU_ASSERT_STRING_EQUAL(seen.value, "last");
    definitions_destroy(reader.definitions);
    persist_close(&file);
    unlink(path);
}

/* A record of a definition, as a damaged file may have it. */
static bool takes_definition(enum definition_kind kind, int ref,
                             const char *key, size_t size)
{
    static uint64_t memory[4 * PERSIST_ALIGNMENT / 8];
    struct persist_list *list = (struct persist_list *)memory;
    struct journal_reader reader = { .ranks = 2 };
    const size_t offset = 3 * PERSIST_ALIGNMENT; /* behind the list */
    uint8_t *at = (uint8_t *)memory + offset;
    struct persist_file file;
    bool taken;

    memset(memory, 0, sizeof(memory));
    *list =
        (struct persist_list){ PERSIST_MAGIC, PERSIST_VERSION, 1, .count = 1 };
    list->segments[0] =
        (struct persist_segment){ PERSIST_JOURNAL, 0, offset, 4096 };
    at[0] = (uint8_t)(4 + size); /* length, kind, and the body */
    at[4] = JOURNAL_DEFINITION;
    at[8] = (uint8_t)kind;
    at[10] = (uint8_t)ref; /* the second */
    at[11] = (uint8_t)size;
    memcpy(at + 12, key, size);
    CU_ASSERT_EQUAL_FATAL(
        persist_open_memory(memory, sizeof(memory), "memory", &file),
        STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(definitions_create(&reader.definitions), STATUS_OK);
    taken = journal_read(&file, &reader);
    definitions_destroy(reader.definitions);
    return taken;
}

/* Else `recover' would make a file of it that nobody reads. */
UNIT_TEST(what_a_profile_would_refuse_is_damage)
{
    CU_ASSERT_TRUE(takes_definition(DEFINITION_HOST, 0, "node1", 5));
    CU_ASSERT_FALSE(takes_definition(DEFINITION_HOST, 0, "no\0de", 5));
    CU_ASSERT_FALSE(takes_definition(DEFINITION_HOST, 1, "node1", 5));
    CU_ASSERT_TRUE(takes_definition(DEFINITION_REGION, 0,
                                    "solve\0a.c\0"
                                    "9",
                                    11));
    CU_ASSERT_FALSE(takes_definition(DEFINITION_REGION, 0, "solve", 5));
    CU_ASSERT_TRUE(takes_definition(DEFINITION_COMM, 0, "12345678", 8));
    CU_ASSERT_FALSE(takes_definition(DEFINITION_COMM, 0, "1234567", 7));
    CU_ASSERT_FALSE(
        takes_definition(DEFINITION_FILE, 0, "", 1)); /* the root */
    CU_ASSERT_FALSE(takes_definition(DEFINITION_KINDS, 0, "x", 1));
}

/* Two members, 0 and 1, of a communicator without a name. */
UNIT_TEST(members_that_the_run_does_not_have_are_damage)
{
    static const uint8_t note[] = { 0, 2, 1, 0, 2, 2, 0, 0, 0 };

    CU_ASSERT_TRUE(
        definitions_note_fits(DEFINITION_COMM, note, sizeof(note), 2));
    CU_ASSERT_FALSE(
        definitions_note_fits(DEFINITION_COMM, note, sizeof(note), 1));
    CU_ASSERT_TRUE(
        definitions_note_fits(DEFINITION_HOST, note, sizeof(note), 1));
}

UNIT_TEST(many_records_go_into_several_segments)
{
    struct seen seen = { 0 };
    struct journal_reader reader = { .context = &seen, .fact = see_fact };
    struct persist_file file;

    new_path();
    run_child(100000);
    CU_ASSERT_EQUAL_FATAL(persist_open(path, &file), STATUS_OK);
    CU_ASSERT_TRUE(journal_read(&file, &reader));
    CU_ASSERT_EQUAL(seen.facts, 100000);
    CU_ASSERT_STRING_EQUAL(seen.value, "last");
    persist_close(&file);
    unlink(path);
}
