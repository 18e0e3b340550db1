/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * meeting.c - processes that find each other by ports and sockets.
 *
 *     mpiexec -n 2 ./meeting [spawn]
 *
 * The two ranks meet by MPI_Comm_accept and MPI_Comm_connect, then by
 * MPI_Comm_join.  With `spawn' they start two more and meet these by a port,
 * too.  Each communicator has a name and moves a number each way.
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define WORLD MPI_COMM_WORLD
#define SOCKET "meeting.socket"

static int rank;

static void talk(MPI_Comm *comm, const char *name)
{
    int there, peer, sent = rank, got = -1;

    MPI_Comm_remote_size(*comm, &there);
    peer = there == 1 ? 0 : rank;
    MPI_Comm_set_name(*comm, name);
    MPI_Sendrecv(&sent, 1, MPI_INT, peer, 1, &got, 1, MPI_INT, peer, 1, *comm,
                 MPI_STATUS_IGNORE);
    if (got != (there == 1 ? 1 - rank : rank))
        fprintf(stderr, "rank %d got %d of %s\n", rank, got, name);
    MPI_Comm_disconnect(comm);
}

static void by_port(void)
{
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm other;

    if (rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 1, 1, WORLD);
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
        MPI_Close_port(port);
    } else {
        MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 1, WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
    }
    talk(&other, "by a port");
}

/* A connected socket between the two, or -1. */
static int connected(void)
{
    struct sockaddr_un place = { .sun_family = AF_UNIX };
    int end = socket(AF_UNIX, SOCK_STREAM, 0), other;

    strcpy(place.sun_path, SOCKET);
    if (rank == 0) {
        unlink(SOCKET);
        bind(end, (struct sockaddr *)&place, sizeof(place));
        listen(end, 1);
    }
    MPI_Barrier(WORLD);
    if (rank == 1)
        return connect(end, (struct sockaddr *)&place, sizeof(place)) == 0
                   ? end : -1;
    other = accept(end, NULL, NULL);
    close(end);
    return other;
}

static void by_socket(void)
{
    int end = connected();
    MPI_Comm other = MPI_COMM_NULL;

    MPI_Comm_join(end, &other);
    if (other != MPI_COMM_NULL)
        talk(&other, "by a socket");
    close(end);
}

static void parents(char *self)
{
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm children, met;

    MPI_Comm_spawn(self, MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, WORLD, &children,
                   MPI_ERRCODES_IGNORE);
    if (rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 1, children);
    }
    MPI_Comm_accept(port, MPI_INFO_NULL, 0, WORLD, &met);
    talk(&met, "accepted");
    talk(&children, "the children");
}

static void child(MPI_Comm ours)
{
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm line, met;

    MPI_Comm_dup(WORLD, &line);
    MPI_Comm_set_name(line, "a line");
    if (rank == 0)
        MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 1, ours,
                 MPI_STATUS_IGNORE);
    MPI_Comm_connect(port, MPI_INFO_NULL, 0, line, &met);
    talk(&met, "connected");
    talk(&ours, "the parents");
    MPI_Comm_free(&line);
}

int main(int count, char **arguments)
{
    MPI_Comm ours;

    MPI_Init(&count, &arguments);
    MPI_Comm_rank(WORLD, &rank);
    MPI_Comm_get_parent(&ours);
    if (ours != MPI_COMM_NULL) {
        child(ours);
    } else if (count > 1) {
        parents(arguments[0]);
    } else {
        by_port();
        by_socket();
    }
    MPI_Finalize();
    return 0;
}
