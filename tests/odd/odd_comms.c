/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_comms.c - groups and communicators: every creator, names, handles that
 * come again, attributes with callbacks. */
#include "odd.h"

#include <string.h>

#define WORLD MPI_COMM_WORLD

static int compare(MPI_Comm a, MPI_Comm b)
{
    int result = -1;

    CALL(MPI_Comm_compare, a, b, &result);
    return result;
}

/* A ring message, a collective and the size of a communicator. */
static void use(MPI_Comm comm, int size)
{
    int rank = -1, ranks = -1, mine, room = -1, sum = -1;

    CALL(MPI_Comm_rank, comm, &rank);
    CALL(MPI_Comm_size, comm, &ranks);
    CHECK(ranks == size);
    mine = rank;
    CALL(MPI_Sendrecv, &mine, 1, MPI_INT, (rank + 1) % ranks, 1, &room, 1,
         MPI_INT, (rank + ranks - 1) % ranks, 1, comm, MPI_STATUS_IGNORE);
    CHECK(room == (rank + ranks - 1) % ranks);
    CALL(MPI_Allreduce, &mine, &sum, 1, MPI_INT, MPI_SUM, comm);
    CHECK(sum == ranks * (ranks - 1) / 2);
}

CASE(duplicates)
{
    MPI_Comm comm, twice;
    MPI_Request request;
    MPI_Info info;

    CALL(MPI_Comm_dup, WORLD, &comm);
    use(comm, odd_ranks);
    CHECK(compare(WORLD, comm) == MPI_CONGRUENT);
    CALL(MPI_Info_create, &info);
    CALL(MPI_Comm_dup_with_info, comm, info, &twice);
    CALL(MPI_Info_free, &info);
    use(twice, odd_ranks);
    CALL(MPI_Comm_free, &comm);
    CALL(MPI_Comm_idup, twice, &comm, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    use(comm, odd_ranks);
    CALL(MPI_Comm_free, &twice);
    CALL(MPI_Comm_free, &comm);
    CHECK(comm == MPI_COMM_NULL);
}

CASE(two_idups_at_once)
{
    MPI_Comm comms[2];
    MPI_Request all[2];

    CALL(MPI_Comm_idup, WORLD, &comms[0], &all[0]);
    CALL(MPI_Comm_idup, WORLD, &comms[1], &all[1]);
    CALL(MPI_Waitall, 2, all, MPI_STATUSES_IGNORE);
    use(comms[1], odd_ranks);
    use(comms[0], odd_ranks);
    CALL(MPI_Comm_free, &comms[0]);
    CALL(MPI_Comm_free, &comms[1]);
}

#if MPI_VERSION >= 4
CASE(idup_with_information)
{
    MPI_Request request;
    MPI_Comm comm;
    MPI_Info info;

    CALL(MPI_Info_create, &info);
    CALL(MPI_Comm_idup_with_info, WORLD, info, &comm, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CALL(MPI_Info_free, &info);
    use(comm, odd_ranks);
    CALL(MPI_Comm_free, &comm);
}
#else
ABSENT(idup_with_information, "MPI_Comm_idup_with_info is not in mpi.h")
#endif

CASE(split_backwards)
{
    MPI_Comm comm;
    int rank = -1;

    CALL(MPI_Comm_split, WORLD, 0, -odd_rank, &comm);
    CALL(MPI_Comm_rank, comm, &rank);
    CHECK(rank == odd_ranks - 1 - odd_rank);
    use(comm, odd_ranks);
    CHECK(compare(WORLD, comm) == MPI_SIMILAR);
    CALL(MPI_Comm_free, &comm);
}

CASE(split_with_undefined)
{
    MPI_Comm comm;

    CALL(MPI_Comm_split, WORLD, odd_rank == 0 ? MPI_UNDEFINED : 7, 0, &comm);
    if (odd_rank == 0) {
        CHECK(comm == MPI_COMM_NULL);
        return;
    }
    use(comm, odd_ranks - 1);
    CALL(MPI_Comm_free, &comm);
}

CASE(split_by_type)
{
    MPI_Comm comm;

    CALL(MPI_Comm_split_type, WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
         &comm);
    use(comm, odd_ranks);
    CALL(MPI_Comm_free, &comm);
    CALL(MPI_Comm_split_type, WORLD, MPI_UNDEFINED, 0, MPI_INFO_NULL, &comm);
    CHECK(comm == MPI_COMM_NULL);
}

CASE(of_a_group)
{
    MPI_Group all, some;
    MPI_Comm comm;
    int ranks[] = { 1, 0 };

    CALL(MPI_Comm_group, WORLD, &all);
    CALL(MPI_Group_incl, all, 2, ranks, &some);
    CALL(MPI_Comm_create, WORLD, some, &comm);
    CHECK((comm == MPI_COMM_NULL) == (odd_rank > 1));
    if (comm != MPI_COMM_NULL) {
        use(comm, 2);
        CALL(MPI_Comm_free, &comm);
    }
    if (odd_rank < 2) {
        CALL(MPI_Comm_create_group, WORLD, some, 5, &comm);
        use(comm, 2);
        CALL(MPI_Comm_free, &comm);
    }
    CALL(MPI_Group_free, &some);
    CALL(MPI_Group_free, &all);
}

CASE(of_an_empty_group)
{
    MPI_Comm comm;

    CALL(MPI_Comm_create, WORLD, MPI_GROUP_EMPTY, &comm);
    CHECK(comm == MPI_COMM_NULL);
}

CASE(algebra_of_groups)
{
    MPI_Group all, first, rest, again, none;
    int zero = 0, size = -1, rank = -1, result = -1, back = -1;

    CALL(MPI_Comm_group, WORLD, &all);
    CALL(MPI_Group_incl, all, 1, &zero, &first);
    CALL(MPI_Group_excl, all, 1, &zero, &rest);
    CALL(MPI_Group_union, first, rest, &again);
    CALL(MPI_Group_compare, all, again, &result);
    CHECK(result == MPI_IDENT);
    CALL(MPI_Group_intersection, first, rest, &none);
    CALL(MPI_Group_size, none, &size);
    CHECK(size == 0);
    CALL(MPI_Group_free, &again);
    CALL(MPI_Group_difference, all, first, &again);
    CALL(MPI_Group_rank, again, &rank);
    CHECK(rank == (odd_rank == 0 ? MPI_UNDEFINED : odd_rank - 1));
    CALL(MPI_Group_translate_ranks, rest, 1, &zero, all, &back);
    CHECK(back == 1);
    CALL(MPI_Group_free, &again);
    if (none != MPI_GROUP_EMPTY)
        CALL(MPI_Group_free, &none);
    CALL(MPI_Group_free, &rest);
    CALL(MPI_Group_free, &first);
    CALL(MPI_Group_free, &all);
}

CASE(ranges_of_groups)
{
    int range[1][3] = { { odd_ranks - 1, 0, -1 } }, size = -1, rank = -1;
    int first[1][3] = { { 0, 0, 1 } };
    MPI_Group all, backwards, rest;

    CALL(MPI_Comm_group, WORLD, &all);
    CALL(MPI_Group_range_incl, all, 1, range, &backwards);
    CALL(MPI_Group_rank, backwards, &rank);
    CHECK(rank == odd_ranks - 1 - odd_rank);
    CALL(MPI_Group_range_excl, all, 1, first, &rest);
    CALL(MPI_Group_size, rest, &size);
    CHECK(size == odd_ranks - 1);
    CALL(MPI_Group_free, &rest);
    CALL(MPI_Group_free, &backwards);
    CALL(MPI_Group_free, &all);
}

CASE(handles_come_again)
{
    MPI_Comm comm;
    int color, sum = 0, one = 1;

    for (int i = 0; i < 2000; i++) {
        CALL(MPI_Comm_dup, MPI_COMM_SELF, &comm);
        CALL(MPI_Comm_free, &comm);
    }
    for (int i = 0; i < 10; i++) {
        color = (odd_rank + i) % 2;
        CALL(MPI_Comm_split, WORLD, color, 0, &comm);
        CALL(MPI_Allreduce, &one, &sum, 1, MPI_INT, MPI_SUM, comm);
        CHECK(sum == (odd_ranks + 1 - (color + i) % 2) / 2);
        CALL(MPI_Comm_free, &comm);
    }
}

JOB(ten_thousand_handles, 2, 0)
{
    MPI_Comm comm;

    odd_init();
    for (int i = 0; i < 10000; i++) {
        CALL(MPI_Comm_dup, MPI_COMM_SELF, &comm);
        CALL(MPI_Comm_free, &comm);
    }
    CHECK(comm == MPI_COMM_NULL);
    odd_finalize();
}

CASE(more_than_a_hundred)
{
    MPI_Comm comms[120];

    for (int i = 0; i < 120; i++)
        CALL(MPI_Comm_dup, WORLD, &comms[i]);
    for (int i = 0; i < 120; i += 17)
        use(comms[i], odd_ranks);
    for (int i = 119; i >= 0; i--)
        CALL(MPI_Comm_free, &comms[i]);
}

CASE(names)
{
    char name[MPI_MAX_OBJECT_NAME], longest[MPI_MAX_OBJECT_NAME];
    int length = -1;
    MPI_Comm comm;

    CALL(MPI_Comm_get_name, WORLD, name, &length);
    CHECK(strcmp(name, "MPI_COMM_WORLD") == 0);
    CALL(MPI_Comm_dup, WORLD, &comm);
    CALL(MPI_Comm_get_name, comm, name, &length);
    CHECK(length == 0);
    memset(longest, 'x', sizeof(longest));
    longest[sizeof(longest) - 1] = '\0';
    CALL(MPI_Comm_set_name, comm, longest);
    CALL(MPI_Comm_get_name, comm, name, &length);
    CHECK(length == MPI_MAX_OBJECT_NAME - 1);
    CALL(MPI_Comm_set_name, comm, "odd \"name\", <with> \\ \t all");
    CALL(MPI_Comm_set_name, comm, "");
    CALL(MPI_Comm_free, &comm);
}

CASE(info_of_a_communicator)
{
    MPI_Info info;

    CALL(MPI_Info_create, &info);
    CALL(MPI_Info_set, info, "odd_key", "1");
    CALL(MPI_Comm_set_info, WORLD, info);
    CALL(MPI_Info_free, &info);
    CALL(MPI_Comm_get_info, WORLD, &info);
    CALL(MPI_Info_free, &info);
    CHECK(info == MPI_INFO_NULL);
}

/* ---- attributes ---- */

static int copies, deletions;

static int copy_one(MPI_Comm comm, int key, void *extra, void *value,
                    void *out, int *flag)
{
    (void)comm;
    (void)key;
    copies++;
    *(void **)out = (char *)value + *(int *)extra;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete_one(MPI_Comm comm, int key, void *value, void *extra)
{
    int rank;

    (void)key;
    (void)value;
    (void)extra;
    deletions++;
    /* What a callback calls is inside another call and not counted. */
    return UNSEEN(MPI_Comm_rank, comm, &rank);
}

CASE(attributes_are_copied)
{
    int key = MPI_KEYVAL_INVALID, flag = 0, step = 1;
    char memory[10], *value = NULL;
    MPI_Comm comm, twice;

    copies = deletions = 0;
    CALL(MPI_Comm_create_keyval, copy_one, delete_one, &key, &step);
    CALL(MPI_Comm_dup, WORLD, &comm);
    CALL(MPI_Comm_get_attr, comm, key, &value, &flag);
    CHECK(!flag && copies == 0);
    CALL(MPI_Comm_set_attr, comm, key, memory);
    CALL(MPI_Comm_dup, comm, &twice);
    CALL(MPI_Comm_get_attr, twice, key, &value, &flag);
    CHECK(flag && value == memory + 1 && copies == 1);
    CALL(MPI_Comm_delete_attr, comm, key);
    CHECK(deletions == 1);
    CALL(MPI_Comm_free_keyval, &key);
    CHECK(key == MPI_KEYVAL_INVALID);
    CALL(MPI_Comm_free, &twice);
    CHECK(deletions == 2);
    CALL(MPI_Comm_free, &comm);
}

CASE(attributes_of_no_copy)
{
    int key, flag = 1, value = 4, *found = NULL;
    MPI_Comm comm, other;

    CALL(MPI_Comm_dup, WORLD, &comm);
    CALL(MPI_Comm_create_keyval, MPI_COMM_NULL_COPY_FN,
         MPI_COMM_NULL_DELETE_FN, &key, NULL);
    CALL(MPI_Comm_set_attr, comm, key, &value);
    CALL(MPI_Comm_dup, comm, &other);
    CALL(MPI_Comm_get_attr, other, key, &found, &flag);
    CHECK(!flag);
    CALL(MPI_Comm_free, &other);
    CALL(MPI_Comm_split, comm, 0, 0, &other);
    CALL(MPI_Comm_get_attr, other, key, &found, &flag);
    CHECK(!flag);
    CALL(MPI_Comm_free, &other);
    CALL(MPI_Comm_free, &comm);
    CALL(MPI_Comm_free_keyval, &key);
}

static int refuse(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm;
    (void)key;
    (void)value;
    return *(int *)extra ? MPI_ERR_OTHER : MPI_SUCCESS;
}

CASE(refused_deletion)
{
    int key, refusing = 1, value = 0, code;
    MPI_Comm comm;

    CALL(MPI_Comm_dup, WORLD, &comm);
    CALL(MPI_Comm_set_errhandler, comm, MPI_ERRORS_RETURN);
    CALL(MPI_Comm_create_keyval, MPI_COMM_DUP_FN, refuse, &key, &refusing);
    CALL(MPI_Comm_set_attr, comm, key, &value);
    code = CALL(MPI_Comm_delete_attr, comm, key);
    CHECK(code != MPI_SUCCESS);
    refusing = 0;
    CALL(MPI_Comm_free, &comm);
    CHECK(comm == MPI_COMM_NULL);
    CALL(MPI_Comm_free_keyval, &key);
}

static int copy_type(MPI_Datatype type, int key, void *extra, void *value,
                     void *out, int *flag)
{
    (void)type;
    (void)key;
    (void)extra;
    copies++;
    *(void **)out = value;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete_type(MPI_Datatype type, int key, void *value, void *extra)
{
    (void)type;
    (void)key;
    (void)value;
    (void)extra;
    deletions++;
    return MPI_SUCCESS;
}

CASE(attributes_of_types)
{
    int key, flag = 0, value = 1, *found = NULL;
    MPI_Datatype type, twice;

    copies = deletions = 0;
    CALL(MPI_Type_create_keyval, copy_type, delete_type, &key, NULL);
    CALL(MPI_Type_contiguous, 2, MPI_INT, &type);
    CALL(MPI_Type_set_attr, type, key, &value);
    CALL(MPI_Type_dup, type, &twice);
    CALL(MPI_Type_get_attr, twice, key, &found, &flag);
    CHECK(flag && found == &value && copies == 1);
    CALL(MPI_Type_delete_attr, twice, key);
    CALL(MPI_Type_free, &twice);
    CALL(MPI_Type_free, &type);
    CHECK(deletions == 2);
    CALL(MPI_Type_free_keyval, &key);
}

CASE(attributes_the_old_way)
{
    int key, flag = 0, value = 1, *found = NULL;

    CALL(MPI_Keyval_create, MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &key, NULL);
    CALL(MPI_Attr_put, WORLD, key, &value);
    CALL(MPI_Attr_get, WORLD, key, &found, &flag);
    CHECK(flag && found == &value);
    CALL(MPI_Attr_delete, WORLD, key);
    CALL(MPI_Keyval_free, &key);
}

CASE(attributes_of_the_world)
{
    int keys[] = { MPI_TAG_UB, MPI_HOST, MPI_IO, MPI_WTIME_IS_GLOBAL,
                   MPI_UNIVERSE_SIZE, MPI_APPNUM, MPI_LASTUSEDCODE };
    void *value;
    int flag;

    for (int i = 0; i < COUNT_OF(keys); i++)
        CALL(MPI_Comm_get_attr, WORLD, keys[i], &value, &flag);
    CALL(MPI_Comm_get_attr, WORLD, MPI_TAG_UB, &value, &flag);
    CHECK(flag);
}

static int at_the_end(MPI_Comm comm, int key, void *value, void *extra)
{
    int finalized = 1;

    (void)comm;
    (void)key;
    (void)extra;
    UNSEEN(MPI_Finalized, &finalized);
    CHECK(!finalized);
    UNSEEN(MPI_Barrier, MPI_COMM_WORLD);
    ++*(int *)value;
    return MPI_SUCCESS;
}

JOB(callbacks_at_finalize, 2, 0)
{
    int key, calls = 0;

    odd_init();
    CALL(MPI_Comm_create_keyval, MPI_COMM_NULL_COPY_FN, at_the_end, &key,
         NULL);
    CALL(MPI_Comm_set_attr, MPI_COMM_SELF, key, &calls);
    CALL(MPI_Comm_free_keyval, &key);
    odd_finalize();
    CHECK(calls == 1);
}
