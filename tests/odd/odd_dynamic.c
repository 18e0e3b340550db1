/* SPDX-License-Identifier: BSD-3-Clause */
/* odd_dynamic.c - processes that start others and find each other.
 * A started program is this one again; its world is a run of its own, and the
 * matrix of this one has no place for it:
 * odd-remark: peers outside|Spawn call number */
#include "odd.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define WORLD MPI_COMM_WORLD

/* What the started processes do: one message each way, then the end. */
static void child(void)
{
    MPI_Comm parent = MPI_COMM_NULL, all;
    int number = -1;

    CALL(MPI_Init, NULL, NULL);
    CALL(MPI_Comm_rank, WORLD, &odd_rank);
    CALL(MPI_Comm_get_parent, &parent);
    if (CHECK(parent != MPI_COMM_NULL)) {
        CALL(MPI_Recv, &number, 1, MPI_INT, 0, 1, parent, MPI_STATUS_IGNORE);
        CALL(MPI_Send, &number, 1, MPI_INT, 0, 2, parent);
        CALL(MPI_Intercomm_merge, parent, 1, &all);
        CALL(MPI_Allreduce, MPI_IN_PLACE, &number, 1, MPI_INT, MPI_SUM, all);
        CALL(MPI_Comm_free, &all);
        CALL(MPI_Comm_disconnect, &parent);
    }
    CALL(MPI_Finalize);
    exit(0);
}

/* The other side, with `count' of them. */
static void talk_to(MPI_Comm *children, int count)
{
    int number = 0, size = 0;
    MPI_Comm all;

    CALL(MPI_Comm_remote_size, *children, &size);
    CHECK(size == count);
    for (int i = 0; odd_rank == 0 && i < count; i++) {
        int sent = 10 + i, back = -1;

        CALL(MPI_Send, &sent, 1, MPI_INT, i, 1, *children);
        CALL(MPI_Recv, &back, 1, MPI_INT, i, 2, *children,
             MPI_STATUS_IGNORE);
        CHECK(back == sent);
    }
    CALL(MPI_Intercomm_merge, *children, 0, &all);
    CALL(MPI_Allreduce, MPI_IN_PLACE, &number, 1, MPI_INT, MPI_SUM, all);
    CHECK(number == (count == 2 ? 21 : 10));
    CALL(MPI_Comm_free, &all);
    CALL(MPI_Comm_disconnect, children);
    CHECK(*children == MPI_COMM_NULL);
}

JOB(no_parent, 2, 0)
{
    MPI_Comm parent;

    odd_init();
    CALL(MPI_Comm_get_parent, &parent);
    CHECK(parent == MPI_COMM_NULL);
    odd_finalize();
}

JOB(spawn, 2, 0)
{
    char *argv[] = { "child", NULL };
    int codes[2] = { -1, -1 };
    MPI_Comm children;

    odd_init();
    CALL(MPI_Comm_spawn, odd_program(), argv, 2, MPI_INFO_NULL, 0, WORLD,
         &children, codes);
    CHECK(codes[0] == MPI_SUCCESS);
    talk_to(&children, 2);
    odd_finalize();
}

JOB(spawn_alone, 1, 0)
{
    char *argv[] = { "child", NULL };
    MPI_Comm children;

    odd_init();
    CALL(MPI_Comm_spawn, odd_program(), argv, 1, MPI_INFO_NULL, 0,
         MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
    talk_to(&children, 1);
    odd_finalize();
}

JOB(spawn_two_programs, 1, 0)
{
    char *argv[] = { "child", NULL }, **argvs[] = { argv, argv };
    char *commands[] = { (char *)odd_program(), (char *)odd_program() };
    int counts[] = { 1, 1 };
    MPI_Info infos[] = { MPI_INFO_NULL, MPI_INFO_NULL };
    MPI_Comm children;

    odd_init();
    CALL(MPI_Comm_spawn_multiple, 2, commands, argvs, counts, infos, 0,
         WORLD, &children, MPI_ERRCODES_IGNORE);
    talk_to(&children, 2);
    odd_finalize();
}

JOB(ports, 2, 0)
{
    char port[MPI_MAX_PORT_NAME] = "";
    int number = odd_rank, back = -1;
    MPI_Comm inter = MPI_COMM_NULL;

    odd_init();
    if (odd_rank == 0) {
        CALL(MPI_Open_port, MPI_INFO_NULL, port);
        CALL(MPI_Send, port, MPI_MAX_PORT_NAME, MPI_CHAR, 1, 1, WORLD);
        CALL(MPI_Comm_accept, port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter);
        CALL(MPI_Close_port, port);
    } else {
        CALL(MPI_Recv, port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 1, WORLD,
             MPI_STATUS_IGNORE);
        CALL(MPI_Comm_connect, port, MPI_INFO_NULL, 0, MPI_COMM_SELF,
             &inter);
    }
    number = odd_rank;
    CALL(MPI_Sendrecv, &number, 1, MPI_INT, 0, 2, &back, 1, MPI_INT, 0, 2,
         inter, MPI_STATUS_IGNORE);
    CHECK(back == 1 - odd_rank);
    CALL(MPI_Comm_disconnect, &inter);
    odd_finalize();
}

JOB(names, 1, 0)
{
    char port[MPI_MAX_PORT_NAME] = "", found[MPI_MAX_PORT_NAME] = "";

    odd_init();
    CALL(MPI_Open_port, MPI_INFO_NULL, port);
    CALL(MPI_Publish_name, "odd service", MPI_INFO_NULL, port);
    CALL(MPI_Lookup_name, "odd service", MPI_INFO_NULL, found);
    CHECK(strcmp(port, found) == 0);
    CALL(MPI_Unpublish_name, "odd service", MPI_INFO_NULL, port);
    CALL(MPI_Close_port, port);
    odd_finalize();
}

/* A TCP connection between the two processes. */
static int connection(void)
{
    struct sockaddr_in place = { .sin_family = AF_INET };
    socklen_t size = sizeof(place);
    int end = socket(AF_INET, SOCK_STREAM, 0), other;

    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (odd_rank == 0) {
        bind(end, (struct sockaddr *)&place, size);
        listen(end, 1);
        getsockname(end, (struct sockaddr *)&place, &size);
    }
    CALL(MPI_Bcast, &place, sizeof(place), MPI_BYTE, 0, WORLD);
    if (odd_rank == 0) {
        other = accept(end, NULL, NULL);
        close(end);
        return other;
    }
    return connect(end, (struct sockaddr *)&place, size) == 0 ? end : -1;
}

JOB(join, 2, 0)
{
    MPI_Comm inter = MPI_COMM_NULL;
    int end, back = -1;

    odd_init();
    end = connection();
    CHECK(end >= 0);
    CALL(MPI_Comm_join, end, &inter);
    CHECK(inter != MPI_COMM_NULL);
    CALL(MPI_Sendrecv, &odd_rank, 1, MPI_INT, 0, 2, &back, 1, MPI_INT, 0, 2,
         inter, MPI_STATUS_IGNORE);
    CHECK(back == 1 - odd_rank);
    CALL(MPI_Comm_disconnect, &inter);
    close(end);
    odd_finalize();
}

/* A communicator that connects nobody anew. */
JOB(disconnected, 2, 0)
{
    MPI_Comm comm;

    odd_init();
    CALL(MPI_Comm_dup, WORLD, &comm);
    CALL(MPI_Barrier, comm);
    CALL(MPI_Comm_disconnect, &comm);
    CHECK(comm == MPI_COMM_NULL);
    odd_finalize();
}

#ifndef OPEN_MPI
/* Where no ports are: an error, and the program goes on. */
JOB(refused, 1, 0)
{
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm alone, inter;

    odd_init();
    CALL(MPI_Comm_dup, MPI_COMM_SELF, &alone);
    CALL(MPI_Comm_set_errhandler, alone, MPI_ERRORS_RETURN);
    CALL(MPI_Comm_set_errhandler, WORLD, MPI_ERRORS_RETURN);
    CALL(MPI_Comm_set_errhandler, MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK(CALL(MPI_Comm_connect, "nowhere", MPI_INFO_NULL, 0, alone,
               &inter) != MPI_SUCCESS);
    CHECK(CALL(MPI_Comm_accept, "nowhere", MPI_INFO_NULL, 0, alone,
               &inter) != MPI_SUCCESS);
    CHECK(CALL(MPI_Comm_join, -1, &inter) != MPI_SUCCESS);
    CALL(MPI_Publish_name, "odd service", MPI_INFO_NULL, "nowhere");
    CHECK(CALL(MPI_Lookup_name, "no such service", MPI_INFO_NULL, port) !=
          MPI_SUCCESS);
    CALL(MPI_Unpublish_name, "odd service", MPI_INFO_NULL, "nowhere");
    CHECK(CALL(MPI_Close_port, "nowhere") != MPI_SUCCESS);
    CALL(MPI_Comm_free, &alone);
    odd_finalize();
}
#endif

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "child") == 0)
        child();
    return odd_main(argc, argv);
}
