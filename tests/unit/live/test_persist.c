/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_persist.c - memory that is in a file, and memory that found no room
 * there.
 *
 * Each case is a process of its own, since there is one file per process; what
 * it left is looked at from here.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/own_use.h"
#include "live/persist.h"
#include "log_lines.h"
#include "unit.h"

#define SIZE 300000
#define KIND 7
#define OWNER 42

static char path[64];
static struct persist_file file;

/* Runs it in a child with a file; 0: all went as it should there. */
static int child_status(int (*body)(void))
{
    int status = -1;
    pid_t child;

    snprintf(path, sizeof(path), "kept-test-%ld", (long)getpid());
    unlink(path);
    child = fork();
    if (child == 0)
        _exit(persist_create(path) == STATUS_OK ? body() : 99);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}

static char *reserve_and_fill(char with)
{
    char *memory = persist_reserve(KIND, OWNER, SIZE);

    if (memory == NULL || !persist_secure(memory, SIZE))
        _exit(97);
    memset(memory, with, SIZE);
    return memory;
}

static const char *only_segment(uint32_t *owner, size_t *bytes)
{
    uint32_t at = 0;

    CU_ASSERT_EQUAL_FATAL(persist_open(path, &file), STATUS_OK);
    return persist_next(&file, KIND, &at, owner, bytes);
}

static void done(void)
{
    persist_close(&file);
    unlink(path);
}

static int fill(void)
{
    reserve_and_fill('x');
    return 0;
}

/* 0: three pages count, once each, if the file is on storage. */
static int touch_three_pages(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *memory = persist_reserve(KIND, OWNER, SIZE);
    int again = open(path, O_RDONLY);
    uint64_t before = own_use_sum(OWN_STORED), counted;
    bool stores = own_use_stores(again);

    persist_secure(memory, 1);
    persist_secure(memory + page - 1, page + 2);
    persist_secure(memory, 3 * page);
    counted = own_use_sum(OWN_STORED) - before;
    return counted != (stores ? 3 * page : 0);
}

UNIT_TEST(pages_that_are_used_count_as_stored_once)
{
    CU_ASSERT_EQUAL(child_status(touch_three_pages), 0);
    unlink(path);
}

UNIT_TEST(what_was_written_is_in_the_file)
{
    uint32_t owner = 0;
    size_t bytes = 0;
    const char *data;

    CU_ASSERT_EQUAL_FATAL(child_status(fill), 0);
    data = only_segment(&owner, &bytes);
    CU_ASSERT_PTR_NOT_NULL_FATAL(data);
    CU_ASSERT_EQUAL(owner, OWNER);
    CU_ASSERT_EQUAL(bytes, SIZE);
    CU_ASSERT_EQUAL(data[0], 'x');
    CU_ASSERT_EQUAL(data[SIZE - 1], 'x');
    CU_ASSERT_EQUAL(file.list->cut, 0);
    done();
}

static int release(void)
{
    struct stat before, after;
    char *memory = reserve_and_fill('x');

    stat(path, &before);
    persist_release(memory, SIZE);
    stat(path, &after);
    if (after.st_blocks >= before.st_blocks)
        return 1;
    return persist_reserve(KIND + 1, 0, 100) == NULL;
}

UNIT_TEST(what_is_released_is_gone_and_its_place_serves_again)
{
    uint32_t owner, at = 0;
    size_t bytes;

    CU_ASSERT_EQUAL_FATAL(child_status(release), 0);
    CU_ASSERT_PTR_NULL(only_segment(&owner, &bytes));
    CU_ASSERT_PTR_NOT_NULL(persist_next(&file, KIND + 1, &at, &owner, &bytes));
    CU_ASSERT_EQUAL(file.list->count, 1);
    done();
}

static int limit(void)
{
    struct rlimit small = { 100000, 100000 };
    char *memory;

    if (setrlimit(RLIMIT_FSIZE, &small) != 0)
        return 1;
    memory = persist_reserve(KIND, OWNER, SIZE);
    if (memory == NULL)
        return 2;
    persist_secure(memory, SIZE);
    memset(memory, 'y', SIZE); /* no SIGXFSZ, no SIGBUS */
    return memory[SIZE - 1] != 'y';
}

UNIT_TEST(beyond_the_limit_of_files_it_is_memory_all_the_same)
{
    uint32_t owner;
    size_t bytes;

    CU_ASSERT_EQUAL_FATAL(child_status(limit), 0);
    CU_ASSERT_PTR_NULL(only_segment(&owner, &bytes));
    CU_ASSERT_EQUAL(file.list->refused, 1);
    done();
}

/* The file has gone, and another one has its name. */
static int replace(void)
{
    char *memory = persist_reserve(KIND, OWNER, SIZE);
    int other;

    unlink(path);
    other = open(path, O_RDWR | O_CREAT, 0666);
    if (other < 0 || write(other, "theirs", 6) != 6)
        return 1;
    persist_secure(memory, SIZE);
    memset(memory, 'z', SIZE);
    memory = persist_reserve(KIND, OWNER, SIZE);
    if (memory == NULL)
        return 2;
    memset(memory, 'z', SIZE);
    return lseek(other, 0, SEEK_END) != 6;
}

UNIT_TEST(a_file_that_took_its_name_is_left_alone)
{
    CU_ASSERT_EQUAL(child_status(replace), 0);
    unlink(path);
}

static void mend(int signal, siginfo_t *info, void *context)
{
    (void)signal;
    (void)context;
    if (!persist_replace(info->si_addr))
        _exit(96);
}

/* Nobody else's faults are its own. */
static bool replaces_what_is_its_own(char *memory)
{
    struct sigaction action = { .sa_sigaction = mend, .sa_flags = SA_SIGINFO };

    sigaction(SIGBUS, &action, NULL);
    memory[0] = 'z';
    memory[SIZE - 1] = 'z';
    return memory[0] == 'z' && memory[1] == '\0' && memory[SIZE - 1] == 'z' &&
           !persist_replace(path);
}

static int cut_off(void)
{
    char *memory = reserve_and_fill('x'), *more;

    if (!persist_is_whole() || truncate(path, 0) != 0)
        return 1;
    if (!replaces_what_is_its_own(memory))
        return 2;
    if (persist_is_whole() || persist_secure(memory, SIZE))
        return 3;
    more = persist_reserve(KIND, OWNER, SIZE);
    if (more == NULL)
        return 4;
    memset(more, 'z', SIZE);
    persist_release(more, SIZE);
    persist_release(memory, SIZE);
    return access(path, F_OK) != 0;
}

UNIT_TEST(cut_off_it_is_memory_of_zeros)
{
    CU_ASSERT_EQUAL(child_status(cut_off), 0);
    unlink(path);
}

/* Before anything was touched: what grows it again must not hide it. */
static int cut_off_unseen(void)
{
    char *memory = persist_reserve(KIND, OWNER, SIZE);

    if (truncate(path, 0) != 0)
        return 1;
    return persist_is_whole() || persist_secure(memory, SIZE);
}

UNIT_TEST(cut_off_it_does_not_grow_again)
{
    struct stat facts;

    CU_ASSERT_EQUAL(child_status(cut_off_unseen), 0);
    CU_ASSERT(stat(path, &facts) == 0 && facts.st_size == 0);
    unlink(path);
}

static int finish(void)
{
    char *memory = reserve_and_fill('x');

    persist_remove();
    if (access(path, F_OK) == 0 || persist_path() != NULL)
        return 1;
    memory[0] = 'y';
    persist_release(memory, SIZE);
    return persist_reserve(KIND, OWNER, SIZE) == NULL;
}

UNIT_TEST(removed_it_is_memory_of_the_process)
{
    CU_ASSERT_EQUAL(child_status(finish), 0);
}

UNIT_TEST(lists_that_are_damaged_show_nothing)
{
    static struct log_lines lines;
    struct persist_list *list = calloc(1, 2 * PERSIST_ALIGNMENT);
    uint32_t at = 0, owner;
    size_t bytes;

    log_lines_start(&lines);
    CU_ASSERT_EQUAL(
        persist_open_memory(list, 2 * PERSIST_ALIGNMENT, "zeros", &file),
        STATUS_BAD_FORMAT);
    strcpy(list->magic, PERSIST_MAGIC);
    list->version = PERSIST_VERSION + 1;
    list->order = 1;
    CU_ASSERT_EQUAL(
        persist_open_memory(list, 2 * PERSIST_ALIGNMENT, "newer", &file),
        STATUS_BAD_FORMAT);
    CU_ASSERT_EQUAL(persist_open_memory(list, 100, "short", &file),
                    STATUS_BAD_FORMAT);
    list->version = PERSIST_VERSION;
    list->count = UINT32_MAX;
    list->segments[0] =
        (struct persist_segment){ KIND, 0, 64ull * PERSIST_ALIGNMENT, 100 };
    list->segments[1] = (struct persist_segment){ KIND, 0, 8, 100 };
    list->segments[2] =
        (struct persist_segment){ KIND, 5, PERSIST_ALIGNMENT, UINT64_MAX };
    CU_ASSERT_EQUAL(
        persist_open_memory(list, 2 * PERSIST_ALIGNMENT, "odd", &file),
        STATUS_OK);
    CU_ASSERT_PTR_NOT_NULL(persist_next(&file, KIND, &at, &owner, &bytes));
    CU_ASSERT_EQUAL(owner, 5);
    CU_ASSERT_EQUAL(bytes, PERSIST_ALIGNMENT);
    CU_ASSERT_PTR_NULL(persist_next(&file, KIND, &at, &owner, &bytes));
    free(list);
}
