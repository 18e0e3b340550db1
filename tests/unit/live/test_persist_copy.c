/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_persist_copy.c - copies of persisted memory, and those that cannot be made.
 *
 * Each case is a process of its own, since each has one file at most; what it
 * has left is looked at from here.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "live/persist.h"
#include "live/persist_own.h"
#include "unit.h"

#define SIZE 300000
#define MANY (8u << 20) /* bytes, of which few are used */
#define KIND 7
#define OWNER 42
#define NOW 77
#define MOST_TRIES 16 /* what is asked more often never ends */

/* Of a child: false ends it. */
#define WANT(condition) want(condition, #condition)

static char path[40], copy[48], fresh[56];
static struct persist_file file;

/* What a child was told, and what it does meanwhile. */
static int told, error_told, asked_now, asked_moves;
static char *changing;   /* memory that changes while it is copied */
static int changes_left; /* so many times */

static void want(bool condition, const char *what)
{
    if (condition)
        return;
    printf("\n  child: %s", what);
    fflush(stdout);
    _exit(1);
}

/* ---- a child ---- */

static uint64_t now(void)
{
    WANT(++asked_now < MOST_TRIES);
    return NOW;
}

/* Asked before and behind what it copies. */
static uint64_t moves(void)
{
    static uint64_t number;

    if (asked_moves++ > 0 && changes_left > 0) {
        changes_left--;
        number++;
        changing[0]++;
    }
    return number;
}

static void done(int error)
{
    told++;
    error_told = error;
}

static void begin(const char *to)
{
    struct persist_copies how = { .now = now, .moves = moves, .done = done };

    snprintf(how.path, sizeof(how.path), "%s", to);
    WANT(persist_copies_begin(&how));
}

static char *fill(char with)
{
    char *memory = persist_reserve(KIND, OWNER, SIZE);

    WANT(memory != NULL && persist_secure(memory, SIZE));
    memset(memory, with, SIZE);
    return memory;
}

static void copy_once(int error)
{
    int before = told;

    errno = EDOM;
    persist_copy();
    WANT(errno == EDOM);
    WANT(told == before + 1);
    WANT(error_told == error);
}

/* ---- from here ---- */

static void name_files(void)
{
    snprintf(path, sizeof(path), "kept-copy-%ld", (long)getpid());
    snprintf(copy, sizeof(copy), "%s.copy", path);
    snprintf(fresh, sizeof(fresh), "%s.new", copy);
    unlink(path);
    unlink(copy);
}

static void run_child(void (*body)(void))
{
    int status = -1;
    pid_t child;

    name_files();
    fflush(stdout);
    child = fork();
    if (child == 0) {
        body();
        _exit(0);
    }
    waitpid(child, &status, 0);
    CU_ASSERT_EQUAL(status, 0);
    CU_ASSERT_NOT_EQUAL(access(fresh, F_OK), 0);
}

static const char *next_segment(uint32_t *at, size_t *bytes)
{
    uint32_t owner;

    return persist_next(&file, KIND, at, &owner, bytes);
}

static const char *only_segment(void)
{
    uint32_t at = 0;
    size_t bytes = 0;
    const char *data;

    CU_ASSERT_EQUAL_FATAL(persist_open(copy, &file), STATUS_OK);
    data = next_segment(&at, &bytes);
    CU_ASSERT_PTR_NOT_NULL_FATAL(data);
    CU_ASSERT_EQUAL(bytes, SIZE);
    return data;
}

static void clean(void)
{
    persist_close(&file);
    file = (struct persist_file){ 0 };
    unlink(path);
    unlink(copy);
}

/* ---- copies ---- */

static void of_a_file(void)
{
    char *memory;

    WANT(persist_create(path) == STATUS_OK);
    memory = fill('x');
    begin(copy);
    copy_once(0);
    memset(memory, 'y', SIZE);
}

static void of_memory(void)
{
    char *memory;

    WANT(persist_create_in_memory() == STATUS_OK);
    memory = fill('w');
    begin(copy);
    copy_once(0);
    memset(memory, 'x', SIZE);
    copy_once(0);
    memset(memory, 'y', SIZE);
}

UNIT_TEST(a_copy_has_what_was_there_when_it_was_made)
{
    void (*const kinds[])(void) = { of_a_file, of_memory };

    for (size_t i = 0; i < 2; i++) {
        const char *data;

        run_child(kinds[i]);
        data = only_segment();
        CU_ASSERT_EQUAL(data[0], 'x');
        CU_ASSERT_EQUAL(data[SIZE - 1], 'x');
        CU_ASSERT_EQUAL(file.list->taken, NOW);
        CU_ASSERT_EQUAL(file.list->segments[0].owner, OWNER);
        clean();
    }
}

static void use_both_ends(void)
{
    char *memory, *large;

    WANT(persist_create_in_memory() == STATUS_OK);
    memory = persist_reserve(KIND, OWNER, MANY);
    WANT(persist_secure(memory, 1) && persist_secure(memory + MANY - 1, 1));
    memory[0] = memory[MANY - 1] = 'x';
    large = persist_reserve(KIND, OWNER, MANY);
    WANT(persist_prepare(large, MANY));
    memset(large, 'x', MANY);
    begin(copy);
    copy_once(0);
}

UNIT_TEST(what_is_not_in_use_and_what_is_large_are_holes)
{
    struct stat facts;
    uint32_t at = 0;
    size_t bytes;
    const char *data;

    run_child(use_both_ends);
    CU_ASSERT_EQUAL_FATAL(stat(copy, &facts), 0);
    CU_ASSERT(facts.st_size > 2 * (off_t)MANY);
    CU_ASSERT(facts.st_blocks * 512 < (off_t)MANY / 4);
    CU_ASSERT_EQUAL_FATAL(persist_open(copy, &file), STATUS_OK);
    data = next_segment(&at, &bytes);
    CU_ASSERT_EQUAL_FATAL(bytes, MANY);
    CU_ASSERT_EQUAL(data[0], 'x');
    CU_ASSERT_EQUAL(data[MANY / 2], '\0');
    CU_ASSERT_EQUAL(data[MANY - 1], 'x');
    data = next_segment(&at, &bytes);
    CU_ASSERT_PTR_NOT_NULL_FATAL(data);
    CU_ASSERT_EQUAL(data[0], '\0');
    clean();
}

/* ---- copies that cannot be made ---- */

static void into_no_directory(void)
{
    WANT(persist_create_in_memory() == STATUS_OK);
    fill('x');
    begin("kept-copy-nowhere/copy");
    copy_once(ENOENT);
    copy_once(ENOENT);
}

UNIT_TEST(without_a_directory_it_says_so_each_time)
{
    run_child(into_no_directory);
    CU_ASSERT_NOT_EQUAL(access(copy, F_OK), 0);
    clean();
}

/* Where the limit comes after a copy has been made. */
static void beyond_the_limit(void)
{
    struct rlimit small = { 100000, 100000 };
    char *memory;

    WANT(persist_create_in_memory() == STATUS_OK);
    memory = fill('x');
    begin(copy);
    copy_once(0);
    memset(memory, 'y', SIZE);
    WANT(setrlimit(RLIMIT_FSIZE, &small) == 0);
    copy_once(EFBIG); /* no SIGXFSZ */
}

UNIT_TEST(without_room_the_copy_before_stays)
{
    run_child(beyond_the_limit);
    CU_ASSERT_EQUAL(only_segment()[0], 'x');
    clean();
}

static void over_a_directory(void)
{
    WANT(persist_create_in_memory() == STATUS_OK);
    fill('x');
    WANT(mkdir(copy, 0777) == 0);
    begin(copy);
    copy_once(EISDIR);
    WANT(rmdir(copy) == 0);
}

UNIT_TEST(a_name_that_is_taken_is_told)
{
    run_child(over_a_directory);
    clean();
}

/* ---- changes meanwhile ---- */

static void change_once(void)
{
    WANT(persist_create_in_memory() == STATUS_OK);
    changing = fill('x');
    changes_left = 1;
    begin(copy);
    copy_once(0);
    WANT(asked_now == 2);
}

UNIT_TEST(after_a_change_meanwhile_it_is_made_again)
{
    run_child(change_once);
    CU_ASSERT_EQUAL(only_segment()[0], 'x' + 1);
    clean();
}

static void change_always(void)
{
    WANT(persist_create_in_memory() == STATUS_OK);
    changing = fill('A');
    changes_left = 1000;
    begin(copy);
    copy_once(0);
    WANT(asked_now > 2);
}

UNIT_TEST(what_never_comes_to_rest_is_copied_all_the_same)
{
    run_child(change_always);
    CU_ASSERT(only_segment()[0] > 'A');
    clean();
}

/* As in a signal handler that interrupts whoever is at work here. */
static void ask_at_work(void)
{
    WANT(persist_create_in_memory() == STATUS_OK);
    fill('x');
    begin(copy);
    persist_lock();
    persist_copy();
    WANT(told == 0);
    persist_unlock();
    WANT(told == 1 && error_told == 0);
    persist_lock();
    persist_unlock();
    WANT(told == 1);
}

UNIT_TEST(what_is_asked_for_meanwhile_is_made_afterwards)
{
    run_child(ask_at_work);
    CU_ASSERT_EQUAL(only_segment()[0], 'x');
    clean();
}

/* ---- the end ---- */

static void end_copies(void)
{
    struct persist_copies how = { .now = now, .moves = moves, .done = done };

    WANT(!persist_copies_begin(&how)); /* nothing is kept yet */
    WANT(persist_create_in_memory() == STATUS_OK);
    fill('x');
    persist_copy(); /* nobody has said where to */
    begin(copy);
    persist_copies_end();
    persist_copy();
    WANT(told == 0 && asked_now == 0);
    begin(copy);
    persist_lock();
    persist_copy();
    WANT(persist_own.copy_wanted);
    persist_unlock();
    WANT(told == 1);
    WANT(unlink(copy) == 0);
    persist_copies_end();
    persist_copy();
    WANT(told == 1);
}

UNIT_TEST(before_begin_and_after_the_end_none_is_made)
{
    run_child(end_copies);
    CU_ASSERT_NOT_EQUAL(access(copy, F_OK), 0);
    clean();
}
