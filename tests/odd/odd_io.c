/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_io.c - MPI-IO: every way to place, share and wait. */
#include "odd.h"

#include <stdio.h>
#include <string.h>

#define WORLD MPI_COMM_WORLD
#define COUNT 10
#define BYTES ((MPI_Offset)(COUNT * sizeof(int)))

static int data[COUNT], room[COUNT];
static MPI_File file;

/* A file of this job in the folder where it runs.  Its name is new each time:
 * Open MPI 4.1 may hang when a file comes again at once. */
static void open_file(MPI_Comm comm)
{
    static int number;
    char name[64];

    snprintf(name, sizeof(name), "odd_io.%d.data", ++number);
    CALL(MPI_File_open, comm, name,
         MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE,
         MPI_INFO_NULL, &file);
    for (int i = 0; i < COUNT; i++) {
        data[i] = 100 * odd_rank + i;
        room[i] = -1;
    }
}

static void close_file(void)
{
    CALL(MPI_File_close, &file);
    CHECK(file == MPI_FILE_NULL);
    CALL(MPI_Barrier, WORLD);
}

static bool mine_is_back(void)
{
    return memcmp(data, room, sizeof(data)) == 0;
}

static void synchronise(void)
{
    CALL(MPI_File_sync, file);
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_File_sync, file);
}

CASE(at_offsets)
{
    MPI_Status status;
    int count = -1;

    open_file(WORLD);
    CALL(MPI_File_write_at, file, odd_rank * BYTES, data, COUNT, MPI_INT,
         &status);
    CALL(MPI_Get_count, &status, MPI_INT, &count);
    CHECK(count == COUNT);
    CALL(MPI_File_read_at, file, odd_rank * BYTES, room, COUNT, MPI_INT,
         MPI_STATUS_IGNORE);
    CHECK(mine_is_back());
    CALL(MPI_File_write_at_all, file, RIGHT * BYTES, data, COUNT, MPI_INT,
         MPI_STATUS_IGNORE);
    synchronise();
    CALL(MPI_File_read_at_all, file, RIGHT * BYTES, room, COUNT, MPI_INT,
         &status);
    CHECK(mine_is_back());
    close_file();
}

CASE(past_the_end)
{
    MPI_Status status;
    int count = -1;

    open_file(WORLD);
    CALL(MPI_File_read_at, file, 1000, room, COUNT, MPI_INT, &status);
    CALL(MPI_Get_count, &status, MPI_INT, &count);
    CHECK(count == 0 && room[0] == -1);
    close_file();
}

CASE(own_pointer)
{
    MPI_Offset at = -1, byte = -1;

    open_file(WORLD);
    CALL(MPI_File_seek, file, odd_rank * BYTES, MPI_SEEK_SET);
    CALL(MPI_File_write, file, data, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    CALL(MPI_File_get_position, file, &at);
    CHECK(at == (odd_rank + 1) * BYTES);
    CALL(MPI_File_get_byte_offset, file, at, &byte);
    CHECK(byte == at);
    CALL(MPI_File_seek, file, -BYTES, MPI_SEEK_CUR);
    CALL(MPI_File_read, file, room, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    CHECK(mine_is_back());
    CALL(MPI_File_seek, file, odd_rank * BYTES, MPI_SEEK_SET);
    CALL(MPI_File_write_all, file, data, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    CALL(MPI_File_seek, file, odd_rank * BYTES, MPI_SEEK_SET);
    CALL(MPI_File_read_all, file, room, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    CHECK(mine_is_back());
    close_file();
}

CASE(without_waiting)
{
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int count = -1;

    open_file(WORLD);
    CALL(MPI_File_iwrite_at, file, odd_rank * BYTES, data, COUNT, MPI_INT,
         &requests[0]);
    CALL(MPI_Wait, &requests[0], &statuses[0]);
    CALL(MPI_Get_count, &statuses[0], MPI_INT, &count);
    CHECK(count == COUNT);
    CALL(MPI_File_iread_at, file, odd_rank * BYTES, room, COUNT, MPI_INT,
         &requests[0]);
    CALL(MPI_File_seek, file, odd_rank * BYTES, MPI_SEEK_SET);
    CALL(MPI_File_iwrite, file, data, COUNT, MPI_INT, &requests[1]);
    CALL(MPI_Waitall, 2, requests, statuses);
    CHECK(mine_is_back());
    CALL(MPI_File_seek, file, odd_rank * BYTES, MPI_SEEK_SET);
    CALL(MPI_File_iread, file, room, COUNT, MPI_INT, &requests[0]);
    CALL(MPI_Wait, &requests[0], MPI_STATUS_IGNORE);
    CHECK(mine_is_back());
    close_file();
}

CASE(all_without_waiting)
{
    MPI_Request request;

    open_file(WORLD);
    CALL(MPI_File_iwrite_at_all, file, odd_rank * BYTES, data, COUNT,
         MPI_INT, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CALL(MPI_File_iread_at_all, file, odd_rank * BYTES, room, COUNT, MPI_INT,
         &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(mine_is_back());
    CALL(MPI_File_seek, file, odd_rank * BYTES, MPI_SEEK_SET);
    CALL(MPI_File_iwrite_all, file, data, COUNT, MPI_INT, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CALL(MPI_File_seek, file, odd_rank * BYTES, MPI_SEEK_SET);
    CALL(MPI_File_iread_all, file, room, COUNT, MPI_INT, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(mine_is_back());
    close_file();
}

CASE(shared_pointer)
{
    MPI_Offset at = -1;
    MPI_Request request;

    open_file(WORLD);
    CALL(MPI_File_write_shared, file, data, COUNT, MPI_INT,
         MPI_STATUS_IGNORE);
    synchronise();
    CALL(MPI_File_get_position_shared, file, &at);
    CHECK(at == odd_ranks * BYTES);
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_File_seek_shared, file, 0, MPI_SEEK_SET);
    CALL(MPI_File_read_shared, file, room, COUNT, MPI_INT,
         MPI_STATUS_IGNORE);
    CHECK(room[0] % 100 == 0);
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_File_iwrite_shared, file, data, COUNT, MPI_INT, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_File_seek_shared, file, 0, MPI_SEEK_SET);
    CALL(MPI_File_iread_shared, file, room, COUNT, MPI_INT, &request);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
    CHECK(room[0] % 100 == 0);
    close_file();
}

CASE(in_the_order_of_ranks)
{
    open_file(WORLD);
    CALL(MPI_File_write_ordered, file, data, COUNT, MPI_INT,
         MPI_STATUS_IGNORE);
    CALL(MPI_File_seek_shared, file, 0, MPI_SEEK_SET);
    CALL(MPI_File_read_ordered, file, room, COUNT, MPI_INT,
         MPI_STATUS_IGNORE);
    CHECK(mine_is_back());
    CALL(MPI_File_seek_shared, file, 0, MPI_SEEK_SET);
    CALL(MPI_File_write_ordered_begin, file, data, COUNT, MPI_INT);
    CALL(MPI_File_write_ordered_end, file, data, MPI_STATUS_IGNORE);
    CALL(MPI_File_seek_shared, file, 0, MPI_SEEK_SET);
    CALL(MPI_File_read_ordered_begin, file, room, COUNT, MPI_INT);
    CALL(MPI_File_read_ordered_end, file, room, MPI_STATUS_IGNORE);
    CHECK(mine_is_back());
    close_file();
}

CASE(begun_and_ended)
{
    MPI_Status status;
    int count = -1;

    open_file(WORLD);
    CALL(MPI_File_write_at_all_begin, file, odd_rank * BYTES, data, COUNT,
         MPI_INT);
    CALL(MPI_File_write_at_all_end, file, data, &status);
    CALL(MPI_Get_count, &status, MPI_INT, &count);
    CHECK(count == COUNT);
    CALL(MPI_File_read_at_all_begin, file, odd_rank * BYTES, room, COUNT,
         MPI_INT);
    CALL(MPI_File_read_at_all_end, file, room, MPI_STATUS_IGNORE);
    CHECK(mine_is_back());
    CALL(MPI_File_seek, file, odd_rank * BYTES, MPI_SEEK_SET);
    CALL(MPI_File_write_all_begin, file, data, COUNT, MPI_INT);
    CALL(MPI_File_write_all_end, file, data, MPI_STATUS_IGNORE);
    CALL(MPI_File_seek, file, odd_rank * BYTES, MPI_SEEK_SET);
    CALL(MPI_File_read_all_begin, file, room, COUNT, MPI_INT);
    CALL(MPI_File_read_all_end, file, room, MPI_STATUS_IGNORE);
    CHECK(mine_is_back());
    close_file();
}

CASE(views)
{
    char name[MPI_MAX_DATAREP_STRING];
    MPI_Datatype every_other, etype, filetype;
    MPI_Offset start = -1;

    open_file(WORLD);
    CALL(MPI_Type_create_resized, MPI_INT, 0, odd_ranks * sizeof(int),
         &every_other);
    CALL(MPI_Type_commit, &every_other);
    CALL(MPI_File_set_view, file, odd_rank * (MPI_Offset)sizeof(int),
         MPI_INT, every_other, "native", MPI_INFO_NULL);
    CALL(MPI_Type_free, &every_other);
    CALL(MPI_File_write_all, file, data, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    CALL(MPI_File_get_view, file, &start, &etype, &filetype, name);
    CHECK(start == odd_rank * (MPI_Offset)sizeof(int));
    CHECK(strcmp(name, "native") == 0);
    CALL(MPI_Type_free, &filetype);
    CALL(MPI_File_set_view, file, 0, MPI_INT, MPI_INT, "native",
         MPI_INFO_NULL);
    synchronise();
    CALL(MPI_File_read_at, file, 0, room, COUNT, MPI_INT, MPI_STATUS_IGNORE);
    CHECK(room[0] == 0 && room[1] == 100 && room[odd_ranks] == 1);
    close_file();
}

CASE(questions)
{
    MPI_Offset size = -1;
    MPI_Aint extent = -1;
    MPI_Group group;
    MPI_Info info;
    int mode = 0, atomic = -1;

    open_file(WORLD);
    CALL(MPI_File_set_size, file, 1234);
    CALL(MPI_File_preallocate, file, 2000);
    CALL(MPI_Barrier, WORLD);
    CALL(MPI_File_get_size, file, &size);
    CHECK(size == 2000);
    CALL(MPI_File_get_amode, file, &mode);
    CHECK(mode & MPI_MODE_RDWR);
    CALL(MPI_File_set_atomicity, file, 1);
    CALL(MPI_File_get_atomicity, file, &atomic);
    CHECK(atomic != -1);
    CALL(MPI_File_get_type_extent, file, MPI_INT, &extent);
    CHECK(extent == sizeof(int));
    CALL(MPI_File_get_group, file, &group);
    CALL(MPI_Group_free, &group);
    CALL(MPI_File_get_info, file, &info);
    CALL(MPI_File_set_info, file, info);
    CALL(MPI_Info_free, &info);
    close_file();
}

CASE(no_such_file)
{
    int code, class = -1;

    /* MPI_ERRORS_RETURN is what files start with. */
    code = CALL(MPI_File_open, MPI_COMM_SELF, "no/such/file",
                MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    CALL(MPI_Error_class, code, &class);
    CHECK(class == MPI_ERR_NO_SUCH_FILE);
    code = CALL(MPI_File_delete, "no/such/file", MPI_INFO_NULL);
    CHECK(code != MPI_SUCCESS);
}

static int handled;

static void handler(MPI_File *which, int *code, ...)
{
    (void)which;
    (void)code;
    handled++;
}

/* One process: here, three of them now and then waited forever in the open of
 * Open MPI 4.1, also without mpiprof. */
JOB(error_handlers, 1, 0)
{
    MPI_Errhandler errhandler, found;

    odd_init();
    handled = 0;
    CALL(MPI_File_create_errhandler, handler, &errhandler);
    open_file(WORLD);
    CALL(MPI_File_set_errhandler, file, errhandler);
    CALL(MPI_File_get_errhandler, file, &found);
    CHECK(found == errhandler);
    CALL(MPI_File_call_errhandler, file, MPI_ERR_IO);
    CHECK(handled == 1);
    CALL(MPI_Errhandler_free, &found);
    CALL(MPI_Errhandler_free, &errhandler);
    close_file();
    odd_finalize();
}

CASE(alone)
{
    char name[] = "odd_me.0.data";

    name[7] = '0' + odd_rank % 10;
    CALL(MPI_File_open, MPI_COMM_SELF, name,
         MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &file);
    CALL(MPI_File_write, file, data, 0, MPI_INT, MPI_STATUS_IGNORE);
    CALL(MPI_File_close, &file);
    CALL(MPI_File_delete, name, MPI_INFO_NULL);
}

static int extent_of(MPI_Datatype type, MPI_Aint *extent, void *state)
{
    (void)state;
    UNSEEN(MPI_Type_size, type, (int[]){ 0 });
    *extent = 4;
    return MPI_SUCCESS;
}

JOB(data_representation, 1, 0)
{
    odd_init();
    CHECK(CALL(MPI_Register_datarep, "odd", MPI_CONVERSION_FN_NULL,
               MPI_CONVERSION_FN_NULL, extent_of, NULL) == MPI_SUCCESS);
    odd_finalize();
}
