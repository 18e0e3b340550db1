/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * test_windows_files.c - windows, files and messages from begin to end, with
 * handles that are used again.  MPI itself is not called.
 */
#include <stdio.h>

#include "measure/track/files.h"
#include "measure/track/messages.h"
#include "measure/track/windows.h"
#include "unit.h"

static uint32_t made;
static char last_name[64];

static MPI_Win win_at(intptr_t number)
{
    return (MPI_Win)(0x10000 + 64 * number);
}

static MPI_File file_at(intptr_t number)
{
    return (MPI_File)(0x10000 + 64 * number);
}

static void number_window(struct window *window, void *context)
{
    (void)context;
    window->id = ++made;
}

static void number_file(struct file *file, const char *name, void *context)
{
    (void)context;
    file->id = ++made;
    snprintf(last_name, sizeof(last_name), "%s", name);
}

UNIT_TEST(windows_count_on_their_communicator)
{
    struct comm_info a = { .id = 1 }, b = { .id = 2 };
    uint32_t before = windows_generation;

    made = 0;
    windows_setup(number_window, NULL);
    CU_ASSERT_EQUAL(windows_created(&a, win_at(1), "create", 0)->ordinal, 0);
    CU_ASSERT_EQUAL(windows_created(&b, win_at(2), "create", 0)->ordinal, 0);
    CU_ASSERT_EQUAL(windows_created(&a, win_at(3), "dynamic", 0)->ordinal, 1);
    CU_ASSERT_NOT_EQUAL(windows_generation, before);
    CU_ASSERT_EQUAL(windows_find(win_at(1))->id, 1);
    CU_ASSERT_PTR_EQUAL(windows_find(win_at(2))->comm, &b);
    CU_ASSERT_STRING_EQUAL(windows_find(win_at(3))->kind, "dynamic");
    CU_ASSERT_PTR_NULL(windows_find(MPI_WIN_NULL));
    windows_teardown();
}

UNIT_TEST(many_windows_of_a_communicator_share_the_last_ids)
{
    struct comm_info a = { .id = 1 }, b = { .id = 2 };
    struct window *at = NULL, *two;
    uint64_t before = windows_shared();

    made = 0;
    windows_setup(number_window, NULL);
    for (int i = 0; i < 3 * WINDOWS_APART; i++) {
        at = windows_created(&a, win_at(i % 7), "create", 0);
        windows_freed(win_at(i % 7), 0);
    }
    CU_ASSERT_EQUAL(made, WINDOWS_APART + 1);
    CU_ASSERT_EQUAL(at->ordinal, WINDOWS_APART);
    CU_ASSERT_EQUAL(windows_shared() - before, 2 * WINDOWS_APART);
    at = windows_created(&a, win_at(1), "create", 0);
    two = windows_created(&a, win_at(2), "create", 0); /* both are open */
    CU_ASSERT_PTR_NOT_EQUAL(at, two);
    CU_ASSERT_PTR_EQUAL(windows_find(win_at(2)), two);
    CU_ASSERT_EQUAL(windows_open(), 2);
    CU_ASSERT_EQUAL(windows_created(&b, win_at(3), "create", 0)->ordinal, 0);
    windows_teardown();
}

UNIT_TEST(a_freed_window_keeps_its_name_and_gives_its_handle_back)
{
    struct comm_info comm = { .id = 1 };
    struct window *old, *fresh;

    made = 0;
    windows_setup(number_window, NULL);
    old = windows_created(&comm, win_at(1), "allocate", 0);
    windows_named(win_at(1), "halo");
    CU_ASSERT_PTR_EQUAL(windows_freed(win_at(1), 0), old);
    CU_ASSERT_TRUE(old->freed);
    fresh = windows_created(&comm, win_at(1), "allocate", 0);
    CU_ASSERT_PTR_NOT_EQUAL(fresh, old);
    CU_ASSERT_PTR_EQUAL(windows_find(win_at(1)), fresh);
    CU_ASSERT_PTR_NULL(fresh->name);
    CU_ASSERT_STRING_EQUAL(old->name, "halo");
    CU_ASSERT_PTR_EQUAL(windows_all(), fresh);
    CU_ASSERT_PTR_NULL(windows_freed(win_at(9), 0));
    windows_teardown();
}

UNIT_TEST(a_freeing_is_of_what_was_there_when_it_began)
{
    struct comm_info comm = { .id = 1 };
    struct window *one, *two;

    windows_setup(number_window, NULL);
    one = windows_created(&comm, win_at(1), "create", 10);
    two = windows_created(&comm, win_at(1), "create", 30);
    CU_ASSERT_PTR_EQUAL(windows_freed(win_at(1), 20), one);
    CU_ASSERT_PTR_EQUAL(windows_find(win_at(1)), two);
    CU_ASSERT_PTR_EQUAL(windows_freed(win_at(1), 40), two);
    CU_ASSERT_PTR_NULL(windows_freed(win_at(1), 50));
    windows_teardown();
}

UNIT_TEST(a_window_whose_making_was_not_seen_is_taken_in)
{
    struct window *window;

    made = 0;
    windows_setup(number_window, NULL);
    window = windows_find(win_at(5));
    CU_ASSERT_PTR_NOT_NULL_FATAL(window);
    CU_ASSERT_PTR_NULL(window->comm);
    CU_ASSERT_PTR_EQUAL(windows_find(win_at(5)), window);
    windows_teardown();
}

UNIT_TEST(a_file_is_known_while_it_is_open)
{
    struct comm_info comm = { .id = 1 };
    uint32_t traced_as;

    made = 0;
    files_setup(number_file, NULL);
    CU_ASSERT_EQUAL(files_opened(&comm, "a", file_at(1), 0)->id, 1);
    CU_ASSERT_STRING_EQUAL(last_name, "a");
    CU_ASSERT_EQUAL(files_opened(&comm, "b", file_at(2), 0)->id, 2);
    CU_ASSERT_EQUAL(files_find(file_at(1))->id, 1);
    CU_ASSERT_EQUAL(files_closed(file_at(1), 1, &traced_as), 1);
    CU_ASSERT_EQUAL(files_closed(file_at(1), 1, &traced_as), 0);
    CU_ASSERT_EQUAL(files_opened(&comm, "c", file_at(1), 0)->id, 3);
    CU_ASSERT_EQUAL(files_find(file_at(1))->id, 3);
    CU_ASSERT_EQUAL(files_find(file_at(9))->id, 4);
    CU_ASSERT_STRING_EQUAL(last_name, "unknown");
    CU_ASSERT_PTR_NULL(files_find(MPI_FILE_NULL));
    files_teardown();
    CU_ASSERT_EQUAL(files_closed(file_at(2), 1, &traced_as), 0);
}

/* All openings of a name have one definition. */
static void number_name(struct file *file, const char *name, void *context)
{
    (void)context;
    file->id = (uint32_t)name[0];
}

UNIT_TEST(windows_of_many_communicators_know_their_own)
{
    static struct comm_info comms[50];
    struct window *at = NULL;

    made = 0;
    windows_setup(number_window, NULL);
    for (int i = 0; i < 50 * 200; i++)
        at = windows_created(&comms[i % 50], win_at(i), "create", 0);
    CU_ASSERT_EQUAL(at->ordinal, 199);
    CU_ASSERT_EQUAL(windows_find(win_at(77))->ordinal, 1);
    for (int i = 0; i < 50 * 200; i++)
        windows_freed(win_at(i), 0);
    CU_ASSERT_EQUAL(windows_open(), 0);
    windows_teardown();
}

UNIT_TEST(there_is_an_end_to_windows_of_their_own)
{
    static struct comm_info comms[WINDOWS_MOST / 500 + 10];
    uint32_t count = 0;

    made = 0;
    windows_setup(number_window, NULL);
    for (int i = 0; i < WINDOWS_MOST + 5000; i++) {
        windows_created(&comms[i / 500], win_at(i % 7), "create", 0);
        windows_freed(win_at(i % 7), 0);
    }
    for (struct window *at = windows_all(); at != NULL; at = at->next)
        count++;
    CU_ASSERT_EQUAL(count, WINDOWS_MOST + 10); /* one for each of the rest */
    windows_teardown();
}

UNIT_TEST(the_lowest_number_is_taken_again)
{
    struct comm_info a = { .id = 1 };
    uint32_t unused;

    files_setup(number_name, NULL);
    for (int i = 0; i < 200; i++)
        CU_ASSERT_EQUAL(files_opened(&a, "x", file_at(i), 0)->ordinal,
                        (uint32_t)i);
    files_closed(file_at(150), 1, &unused);
    files_closed(file_at(70), 1, &unused);
    CU_ASSERT_EQUAL(files_opened(&a, "x", file_at(300), 0)->ordinal, 70);
    CU_ASSERT_EQUAL(files_opened(&a, "x", file_at(301), 0)->ordinal, 150);
    CU_ASSERT_EQUAL(files_opened(&a, "x", file_at(302), 0)->ordinal, 200);
    CU_ASSERT_EQUAL(files_opened(&a, "y", file_at(303), 0)->ordinal, 0);
    files_teardown();
}

UNIT_TEST(those_open_at_once_have_numbers)
{
    struct comm_info a = { .id = 1 }, b = { .id = 2 };
    struct file *second;
    uint32_t traced_as;

    files_setup(number_name, NULL);
    CU_ASSERT_EQUAL(files_opened(&a, "x", file_at(1), 0)->ordinal, 0);
    second = files_opened(&a, "x", file_at(2), 0);
    CU_ASSERT_EQUAL(second->ordinal, 1);
    CU_ASSERT_EQUAL(files_opened(&b, "x", file_at(3), 0)->ordinal, 0);
    CU_ASSERT_EQUAL(files_opened(&a, "y", file_at(4), 0)->ordinal, 0);
    second->traced_as = 7;
    files_closed(file_at(1), 1, &traced_as);
    CU_ASSERT_EQUAL(traced_as, 0);
    CU_ASSERT_EQUAL(files_opened(&a, "x", file_at(5), 0)->ordinal, 0);
    CU_ASSERT_EQUAL(files_opened(&a, "x", file_at(1), 0)->ordinal, 2);
    files_closed(file_at(2), 1, &traced_as);
    CU_ASSERT_EQUAL(traced_as, 7);
    files_teardown();
}

/* One thread is still on its way back from MPI_File_close when another has got
 * the same handle for a file of its own. */
UNIT_TEST(a_closing_is_of_what_was_open_when_it_began)
{
    struct comm_info comm = { .id = 1 };
    uint32_t traced_as;

    made = 0;
    files_setup(number_file, NULL);
    files_opened(&comm, "a", file_at(1), 10);
    files_opened(&comm, "b", file_at(1), 30);
    CU_ASSERT_EQUAL(files_closed(file_at(1), 20, &traced_as), 1);
    CU_ASSERT_EQUAL(files_find(file_at(1))->id, 2);
    files_opened(&comm, "c", file_at(1), 50);
    CU_ASSERT_EQUAL(files_closed(file_at(1), 60, &traced_as), 3);
    CU_ASSERT_EQUAL(files_closed(file_at(1), 40, &traced_as), 2);
    CU_ASSERT_EQUAL(files_closed(file_at(1), 70, &traced_as), 0);
    for (uint64_t i = 0; i < 1000; i++)
        files_opened(&comm, "never closed", file_at(2), 100 + i);
    CU_ASSERT_EQUAL(files_open(), 1);
    files_teardown();
}

UNIT_TEST(messages_of_one_handle_come_out_as_they_went_in)
{
    struct comm_info a = { .id = 1 }, b = { .id = 2 };
    MPI_Message one = (MPI_Message)(intptr_t)0x1040;
    MPI_Message two = (MPI_Message)(intptr_t)0x2080;

    CU_ASSERT_PTR_NULL(messages_take(one));
    messages_add(one, &a);
    messages_add(two, &b);
    messages_add(one, &b);
    messages_add(one, &a);
    CU_ASSERT_PTR_EQUAL(messages_take(one), &a);
    CU_ASSERT_PTR_EQUAL(messages_take(one), &b);
    messages_add(one, &b);
    CU_ASSERT_PTR_EQUAL(messages_take(one), &a);
    CU_ASSERT_PTR_EQUAL(messages_take(one), &b);
    CU_ASSERT_PTR_NULL(messages_take(one));
    CU_ASSERT_PTR_EQUAL(messages_take(two), &b);
    messages_add(one, &a); /* left */
    messages_add(one, &a);
    messages_teardown();
}
