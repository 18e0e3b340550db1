/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_onesided.c - one-sided communication: every kind of window and of
 * synchronisation, the accumulate family, requests. */
#include "odd.h"

#include <stdlib.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD
#define CELLS 16

static int *cells;
static MPI_Win win;

static void open_window(void)
{
    CALL(MPI_Win_allocate, CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL,
         WORLD, &cells, &win);
    memset(cells, 0, CELLS * sizeof(int));
    CALL(MPI_Barrier, WORLD);
}

static void close_window(void)
{
    CALL(MPI_Win_free, &win);
    CHECK(win == MPI_WIN_NULL);
}

CASE(fences)
{
    int mine = odd_rank + 1, got = -1;

    open_window();
    CALL(MPI_Win_fence, MPI_MODE_NOPRECEDE, win);
    CALL(MPI_Put, &mine, 1, MPI_INT, RIGHT, 0, 1, MPI_INT, win);
    CALL(MPI_Win_fence, 0, win);
    CHECK(cells[0] == LEFT + 1);
    CALL(MPI_Get, &got, 1, MPI_INT, RIGHT, 0, 1, MPI_INT, win);
    CALL(MPI_Win_fence, MPI_MODE_NOSUCCEED, win);
    CHECK(got == odd_rank + 1);
    close_window();
}

CASE(accumulates)
{
    int one = 1, old = -1, compare = 0, swap = 5, result = -1;

    open_window();
    CALL(MPI_Win_fence, 0, win);
    CALL(MPI_Accumulate, &one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    CALL(MPI_Win_fence, 0, win);
    CHECK(odd_rank != 0 || cells[0] == odd_ranks);
    CALL(MPI_Win_lock, MPI_LOCK_EXCLUSIVE, 0, 0, win);
    CALL(MPI_Get_accumulate, &one, 1, MPI_INT, &old, 1, MPI_INT, 0, 0, 1,
         MPI_INT, MPI_NO_OP, win);
    CALL(MPI_Fetch_and_op, &one, &result, MPI_INT, 0, 1, MPI_SUM, win);
    CALL(MPI_Compare_and_swap, &swap, &compare, &result, MPI_INT, 0, 2, win);
    CALL(MPI_Win_unlock, 0, win);
    CHECK(old == odd_ranks && (result == 0 || result == 5));
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_Win_lock, MPI_LOCK_SHARED, 0, 0, win);
    CALL(MPI_Get, &old, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    CALL(MPI_Win_unlock, 0, win);
    CHECK(old == odd_ranks);
    close_window();
}

CASE(locks_and_flushes)
{
    int mine = odd_rank, got = -1;

    open_window();
    CALL(MPI_Win_lock_all, 0, win);
    CALL(MPI_Put, &mine, 1, MPI_INT, RIGHT, 3, 1, MPI_INT, win);
    CALL(MPI_Win_flush_local, RIGHT, win);
    CALL(MPI_Win_flush, RIGHT, win);
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_Get, &got, 1, MPI_INT, LEFT, 3, 1, MPI_INT, win);
    CALL(MPI_Win_flush_local_all, win);
    CALL(MPI_Win_flush_all, win);
    CALL(MPI_Win_sync, win);
    CALL(MPI_Win_unlock_all, win);
    CHECK(got == (odd_rank + 2 * odd_ranks - 2) % odd_ranks);
    CALL(MPI_Barrier, WORLD);
    close_window();
}

CASE(post_start_complete_wait)
{
    int mine = odd_rank + 7, left = LEFT, right = RIGHT, flag = 0;
    MPI_Group all, to, from;

    open_window();
    CALL(MPI_Comm_group, WORLD, &all);
    CALL(MPI_Group_incl, all, 1, &right, &to);
    CALL(MPI_Group_incl, all, 1, &left, &from);
    CALL(MPI_Win_post, from, 0, win);
    CALL(MPI_Win_start, to, 0, win);
    CALL(MPI_Put, &mine, 1, MPI_INT, RIGHT, 4, 1, MPI_INT, win);
    CALL(MPI_Win_complete, win);
    CALL(MPI_Win_wait, win);
    CHECK(cells[4] == LEFT + 7);
    CALL(MPI_Win_post, from, 0, win);
    CALL(MPI_Win_start, to, 0, win);
    CALL(MPI_Win_complete, win);
    while (!flag)
        CALL(MPI_Win_test, win, &flag);
    CALL(MPI_Group_free, &from);
    CALL(MPI_Group_free, &to);
    CALL(MPI_Group_free, &all);
    close_window();
}

CASE(with_requests)
{
    int mine = odd_rank + 1, got = -1, old = -1;
    MPI_Request request, all[2];

    open_window();
    CALL(MPI_Win_lock_all, MPI_MODE_NOCHECK, win);
    CALL(MPI_Rput, &mine, 1, MPI_INT, RIGHT, 5, 1, MPI_INT, win, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CALL(MPI_Win_flush_all, win);
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_Rget, &got, 1, MPI_INT, RIGHT, 5, 1, MPI_INT, win, &all[0]);
    CALL(MPI_Raccumulate, &mine, 1, MPI_INT, RIGHT, 6, 1, MPI_INT, MPI_SUM,
         win, &all[1]);
    CALL(MPI_Waitall, 2, all, MPI_STATUSES_IGNORE);
    CALL(MPI_Win_flush_all, win);
    CALL(MPI_Rget_accumulate, &mine, 1, MPI_INT, &old, 1, MPI_INT, RIGHT, 6,
         1, MPI_INT, MPI_SUM, win, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(got == mine && old == mine);
    CALL(MPI_Win_unlock_all, win);
    close_window();
}

CASE(to_nobody)
{
    int mine = 1, got = 2;
    MPI_Request request;

    open_window();
    CALL(MPI_Win_lock_all, 0, win);
    CALL(MPI_Put, &mine, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    CALL(MPI_Get, &got, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    CALL(MPI_Accumulate, &mine, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT,
         MPI_SUM, win);
    CALL(MPI_Rput, &mine, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win,
         &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CALL(MPI_Put, NULL, 0, MPI_INT, RIGHT, 0, 0, MPI_INT, win);
    CALL(MPI_Win_unlock_all, win);
    CHECK(got == 2);
    close_window();
}

JOB(created_of_memory, 3, 0)
{
    int memory[4] = { 0 }, mine = 9;

    odd_init();
    CALL(MPI_Win_create, memory, odd_rank == 0 ? 0 : sizeof(memory),
         sizeof(int), MPI_INFO_NULL, WORLD, &win);
    CALL(MPI_Win_fence, 0, win);
    if (RIGHT != 0)
        CALL(MPI_Put, &mine, 1, MPI_INT, RIGHT, 1, 1, MPI_INT, win);
    CALL(MPI_Win_fence, 0, win);
    CHECK(memory[1] == (odd_rank == 0 ? 0 : 9));
    close_window();
    odd_finalize();
}

JOB(dynamic, 3, 0)
{
    int memory = 0, mine;
    MPI_Aint place, there;

    odd_init();
    mine = odd_rank + 3;
    CALL(MPI_Win_create_dynamic, MPI_INFO_NULL, WORLD, &win);
    CALL(MPI_Win_attach, win, &memory, sizeof(memory));
    CALL(MPI_Get_address, &memory, &place);
    CALL(MPI_Sendrecv, &place, 1, MPI_AINT, LEFT, 1, &there, 1, MPI_AINT,
         RIGHT, 1, WORLD, MPI_STATUS_IGNORE);
    CALL(MPI_Win_fence, 0, win);
    CALL(MPI_Put, &mine, 1, MPI_INT, RIGHT, there, 1, MPI_INT, win);
    CALL(MPI_Win_fence, 0, win);
    CHECK(memory == LEFT + 3);
    CALL(MPI_Win_detach, win, &memory);
    close_window();
    odd_finalize();
}

CASE(shared)
{
    int *mine = NULL, *first = NULL, unit = 0;
    MPI_Aint size = 0;

    CALL(MPI_Win_allocate_shared, odd_rank == 1 ? 0 : sizeof(int),
         sizeof(int), MPI_INFO_NULL, WORLD, &mine, &win);
    CALL(MPI_Win_shared_query, win, MPI_PROC_NULL, &size, &unit, &first);
    CHECK(first != NULL && unit == sizeof(int));
    CALL(MPI_Win_lock_all, MPI_MODE_NOCHECK, win);
    if (odd_rank == 0)
        *mine = 42;
    CALL(MPI_Win_sync, win);
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_Win_sync, win);
    CHECK(*first == 42);
    CALL(MPI_Win_unlock_all, win);
    close_window();
}

CASE(questions)
{
    char name[MPI_MAX_OBJECT_NAME] = "";
    void *base = NULL;
    int flag = 0, length = 0;
    MPI_Group group;
    MPI_Info info;

    open_window();
    CALL(MPI_Win_get_attr, win, MPI_WIN_BASE, &base, &flag);
    CHECK(flag && base == cells);
    CALL(MPI_Win_get_attr, win, MPI_WIN_MODEL, &base, &flag);
    CALL(MPI_Win_set_name, win, "window");
    CALL(MPI_Win_get_name, win, name, &length);
    CHECK(strcmp(name, "window") == 0);
    CALL(MPI_Win_get_group, win, &group);
    CALL(MPI_Group_free, &group);
    CALL(MPI_Win_get_info, win, &info);
    CALL(MPI_Win_set_info, win, info);
    CALL(MPI_Info_free, &info);
    close_window();
}

static int deletions;

static int deleted(MPI_Win window, int key, void *value, void *extra)
{
    (void)window;
    (void)key;
    (void)value;
    (void)extra;
    deletions++;
    return MPI_SUCCESS;
}

CASE(attributes)
{
    int key, value = 1, flag = 0, *found = NULL;

    deletions = 0;
    CALL(MPI_Win_create_keyval, MPI_WIN_NULL_COPY_FN, deleted, &key, NULL);
    open_window();
    CALL(MPI_Win_set_attr, win, key, &value);
    CALL(MPI_Win_get_attr, win, key, &found, &flag);
    CHECK(flag && found == &value);
    CALL(MPI_Win_delete_attr, win, key);
    CALL(MPI_Win_set_attr, win, key, &value);
    close_window();
    CHECK(deletions == 2);
    CALL(MPI_Win_free_keyval, &key);
}

static int handled;

static void handler(MPI_Win *window, int *code, ...)
{
    (void)window;
    (void)code;
    handled++;
}

CASE(error_handlers)
{
    MPI_Errhandler errhandler, found;
    int value = 1, code;

    handled = 0;
    open_window();
    CALL(MPI_Win_create_errhandler, handler, &errhandler);
    CALL(MPI_Win_set_errhandler, win, errhandler);
    CALL(MPI_Win_get_errhandler, win, &found);
    CHECK(found == errhandler);
    CALL(MPI_Errhandler_free, &found);
    CALL(MPI_Errhandler_free, &errhandler);
    CALL(MPI_Win_call_errhandler, win, MPI_ERR_OTHER);
    CHECK(handled == 1);
    code = CALL(MPI_Put, &value, 1, MPI_INT, odd_ranks + 3, 0, 1, MPI_INT,
                win);
    CHECK(code != MPI_SUCCESS && handled == 2);
    close_window();
}

CASE(derived_types)
{
    int data[4] = { 1, 2, 3, 4 };
    MPI_Datatype type;

    open_window();
    CALL(MPI_Type_vector, 2, 1, 2, MPI_INT, &type);
    CALL(MPI_Type_commit, &type);
    CALL(MPI_Win_fence, 0, win);
    CALL(MPI_Put, data, 1, type, RIGHT, 8, 1, type, win);
    CALL(MPI_Type_free, &type);
    CALL(MPI_Win_fence, 0, win);
    CHECK(cells[8] == 1 && cells[9] == 0 && cells[10] == 3);
    close_window();
}
