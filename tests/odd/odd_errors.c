/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_errors.c - error handlers, classes, codes and strings; info objects.
 * odd-lost: receives fail */
#include "odd.h"

#include <stdio.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD

static int handled, last_code;

static void handler(MPI_Comm *comm, int *code, ...)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    (void)comm;
    handled++;
    last_code = *code;
    /* Inside a call, so not counted. */
    UNSEEN(MPI_Error_string, *code, text, &length);
}

CASE(handler_of_the_program)
{
    MPI_Errhandler errhandler, found;
    int data = 0, code, class = -1;

    handled = 0;
    CALL(MPI_Comm_create_errhandler, handler, &errhandler);
    CALL(MPI_Comm_set_errhandler, WORLD, errhandler);
    CALL(MPI_Comm_get_errhandler, WORLD, &found);
    CHECK(found == errhandler);
    CALL(MPI_Errhandler_free, &found);
    CALL(MPI_Errhandler_free, &errhandler);
    CHECK(errhandler == MPI_ERRHANDLER_NULL);
    code = CALL(MPI_Send, &data, 1, MPI_INT, odd_ranks, 0, WORLD);
    CALL(MPI_Error_class, code, &class);
    CHECK(handled == 1 && class == MPI_ERR_RANK && last_code == code);
    code = CALL(MPI_Bcast, &data, 1, MPI_INT, -4, WORLD);
    CHECK(handled == 2 && code != MPI_SUCCESS);
    CALL(MPI_Comm_call_errhandler, WORLD, MPI_ERR_OTHER);
    CHECK(handled == 3);
    CALL(MPI_Comm_set_errhandler, WORLD, MPI_ERRORS_ARE_FATAL);
}

CASE(handler_is_inherited)
{
    MPI_Errhandler found;
    MPI_Comm comm;
    int data = 0;

    CALL(MPI_Comm_dup, WORLD, &comm);
    CALL(MPI_Comm_set_errhandler, comm, MPI_ERRORS_RETURN);
    CALL(MPI_Comm_get_errhandler, comm, &found);
    CHECK(found == MPI_ERRORS_RETURN);
    CALL(MPI_Errhandler_free, &found);
    CHECK(CALL(MPI_Recv, &data, -1, MPI_INT, 0, 0, comm,
               MPI_STATUS_IGNORE) != MPI_SUCCESS);
    CALL(MPI_Comm_free, &comm);
}

CASE(handler_of_wait)
{
    MPI_Errhandler errhandler;
    int data[4] = { 0 }, room[2];
    MPI_Request request;

    handled = 0;
    CALL(MPI_Comm_create_errhandler, handler, &errhandler);
    CALL(MPI_Comm_set_errhandler, WORLD, errhandler);
    CALL(MPI_Irecv, room, 1, MPI_INT, LEFT, 1, WORLD, &request);
    CALL(MPI_Send, data, 4, MPI_INT, RIGHT, 1, WORLD);
    CHECK(CALL(MPI_Wait, &request, MPI_STATUS_IGNORE) != MPI_SUCCESS);
    CHECK(handled == 1);
    CALL(MPI_Comm_set_errhandler, WORLD, MPI_ERRORS_ARE_FATAL);
    CALL(MPI_Errhandler_free, &errhandler);
}

CASE(classes_and_codes)
{
    int class = 0, code = 0, found = 0, flag = 0, length = 0, *last = NULL;
    char text[MPI_MAX_ERROR_STRING];

    CALL(MPI_Add_error_class, &class);
    CALL(MPI_Add_error_code, class, &code);
    CALL(MPI_Add_error_string, code, "an odd error");
    CALL(MPI_Error_string, code, text, &length);
    CHECK(strcmp(text, "an odd error") == 0);
    CALL(MPI_Error_class, code, &found);
    CHECK(found == class);
    CALL(MPI_Comm_get_attr, WORLD, MPI_LASTUSEDCODE, &last, &flag);
    CHECK(flag && *last >= class);
    CALL(MPI_Error_string, MPI_SUCCESS, text, &length);
    CALL(MPI_Error_string, MPI_ERR_TRUNCATE, text, &length);
    if (odd_rank == 0)
        printf("%s\n", text);
}

CASE(handler_set_again)
{
    MPI_Errhandler found;

    CALL(MPI_Comm_get_errhandler, MPI_COMM_SELF, &found);
    CALL(MPI_Comm_set_errhandler, MPI_COMM_SELF, found);
    CALL(MPI_Errhandler_free, &found);
}

CASE(errors_of_info_and_types)
{
    MPI_Datatype type = MPI_DATATYPE_NULL;
    int code;

    CALL(MPI_Comm_set_errhandler, WORLD, MPI_ERRORS_RETURN);
    CALL(MPI_Comm_set_errhandler, MPI_COMM_SELF, MPI_ERRORS_RETURN);
    code = CALL(MPI_Type_commit, &type);
    CHECK(code != MPI_SUCCESS);
    code = CALL(MPI_Type_contiguous, -1, MPI_INT, &type);
    CHECK(code != MPI_SUCCESS);
    CALL(MPI_Comm_set_errhandler, MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    CALL(MPI_Comm_set_errhandler, WORLD, MPI_ERRORS_ARE_FATAL);
}

/* ---- info ---- */

CASE(info_objects)
{
    char key[MPI_MAX_INFO_KEY], value[64] = "";
    int keys = 0, flag = 0, length = 0;
    MPI_Info info, twice;

    CALL(MPI_Info_create, &info);
    CALL(MPI_Info_set, info, "first", "1");
    CALL(MPI_Info_set, info, "second", "a \"quoted\" value");
    CALL(MPI_Info_dup, info, &twice);
    CALL(MPI_Info_get_nkeys, twice, &keys);
    CHECK(keys == 2);
    CALL(MPI_Info_get_nthkey, twice, 1, key);
    CHECK(strcmp(key, "second") == 0);
    CALL(MPI_Info_get_valuelen, twice, "second", &length, &flag);
    CHECK(flag && length == 16);
    CALL(MPI_Info_get, twice, "second", 63, value, &flag);
    CHECK(flag && strcmp(value, "a \"quoted\" value") == 0);
    CALL(MPI_Info_delete, twice, "first");
    CALL(MPI_Info_get, twice, "first", 63, value, &flag);
    CHECK(!flag);
    CALL(MPI_Info_free, &twice);
    CALL(MPI_Info_free, &info);
}

CASE(info_of_the_environment)
{
    char value[MPI_MAX_INFO_VAL];
    int flag;

    CALL(MPI_Info_get, MPI_INFO_ENV, "command", MPI_MAX_INFO_VAL - 1, value,
         &flag);
}

#if MPI_VERSION >= 4
CASE(info_as_strings)
{
    char value[32] = "";
    int length = sizeof(value), flag = 0;
    MPI_Info info;

    CALL(MPI_Info_create, &info);
    CALL(MPI_Info_set, info, "key", "value");
    CALL(MPI_Info_get_string, info, "key", &length, value, &flag);
    CHECK(flag && length == 6 && strcmp(value, "value") == 0);
    CALL(MPI_Info_free, &info);
}

CASE(info_of_arguments)
{
    char *words[] = { "odd", NULL }, **argv = words;
    MPI_Info info = MPI_INFO_NULL;

    CHECK(CALL(MPI_Info_create_env, 1, argv, &info) == MPI_SUCCESS);
    CALL(MPI_Info_free, &info);
}
#else
ABSENT(info_of_mpi_4, "MPI_Info_get_string is not in mpi.h")
#endif

JOB(error_on_one_rank, 2, 0)
{
    int data = 0;

    odd_init();
    CALL(MPI_Barrier, WORLD);
    if (odd_rank == 0)
        CALL(MPI_Comm_set_errhandler, WORLD, MPI_ERRORS_RETURN);
    CALL(MPI_Send, &data, 1, MPI_INT, odd_rank == 0 ? 99 : MPI_PROC_NULL, 0,
         WORLD);
    odd_finalize();
}
