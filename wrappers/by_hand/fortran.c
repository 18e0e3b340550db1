/* SPDX-License-Identifier: BSD-3-Clause */
#include "fortran.h"

#include <pthread.h>
#include <string.h>

#include "this_mpi.h"

struct fortran_addresses fortran_found;
bool fortran_is_found;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int nowhere; /* equal to no address of the program */

/* The names in share/flavours/flavours.tsv: a variable whose address is meant,
 * or with * one that holds it. */
static const void *address_of(const char *name)
{
    bool holds = name[0] == '*';
    const void *found = next_anywhere(name + holds);

    if (found != NULL && holds)
        found = *(const void *const *)found;
    return found != NULL ? found : &nowhere;
}

static void find_pair(const void *pair[2], const char *const names[2])
{
    for (int i = 0; i < 2; i++)
        pair[i] = names[i][0] != '\0' ? address_of(names[i]) : &nowhere;
}

/* MPICH's Fortran layer learns its own addresses at its first call. */
static void initialize_mpi(void)
{
    void (*initialize)(void) = NULL;

    if (THIS_MPI_FORTRAN_START[0] != '\0')
        initialize = next_find(THIS_MPI_FORTRAN_START);
    if (initialize != NULL)
        initialize();
}

static void find_addresses(void)
{
    static const char *const in_place[2] = THIS_MPI_FORTRAN_IN_PLACE;
    static const char *const one[2] = THIS_MPI_FORTRAN_STATUS_IGNORE;
    static const char *const many[2] = THIS_MPI_FORTRAN_STATUSES_IGNORE;

    initialize_mpi();
    find_pair(fortran_found.in_place, in_place);
    find_pair(fortran_found.status_ignore, one);
    find_pair(fortran_found.statuses_ignore, many);
    __atomic_store_n(&fortran_is_found, true, __ATOMIC_RELEASE);
}

void fortran_find(void)
{
    pthread_once(&once, find_addresses);
}

void *f_statuses_place(void *statuses, struct scratch *scratch)
{
    bool ignored = is_either(fortran_addresses()->statuses_ignore, statuses);

    return ignored && scratch != NULL ? scratch->statuses : statuses;
}

const MPI_Status *f_status(const void *status, MPI_Status *own)
{
    int (*convert)(const MPI_Fint *, MPI_Status *) =
        next_function(NEXT_PMPI_Status_f2c);

    convert(status, own);
    return own;
}

const MPI_Status *f_statuses(const void *statuses, struct scratch *scratch,
                             int count)
{
    const char *place = statuses;

    if (scratch == NULL)
        return NULL;
    for (int i = 0; i < count; i++)
        f_status(place + (size_t)i * sizeof(MPI_Status),
                 &scratch->statuses[i]);
    return scratch->statuses;
}

struct scratch *f_requests(int count, const void *requests)
{
    const MPI_Fint *handles = requests;
    struct scratch *scratch = count < 0 ? NULL : scratch_get(count);

    for (int i = 0; scratch != NULL && i < count; i++)
        scratch->requests[i] = handle_request(handles[i]);
    return scratch;
}

void f_find_ended(struct scratch *scratch, int count, const void *requests)
{
    const MPI_Fint *handles = requests;

    if (scratch == NULL)
        return;
    scratch->ended = 0;
    for (int i = 0; i < count; i++)
        if (handle_request(handles[i]) != scratch->requests[i])
            scratch->indices[scratch->ended++] = i;
}

const int *indices_from(int first, const void *indices,
                        struct scratch *scratch, int count)
{
    const MPI_Fint *numbers = indices;

    for (int i = 0; scratch != NULL && i < count; i++)
        scratch->indices[i] = numbers[i] - first;
    return scratch != NULL ? scratch->indices : NULL;
}

/* Ranks on the other side, or in the communicator. */
static int count_peers(MPI_Comm comm)
{
    int (*test_inter)(MPI_Comm, int *) =
        next_function(NEXT_PMPI_Comm_test_inter);
    int (*size_of)(MPI_Comm, int *);
    int inter = 0, size = 0;

    test_inter(comm, &inter);
    size_of = next_function(inter ? NEXT_PMPI_Comm_remote_size
                                  : NEXT_PMPI_Comm_size);
    size_of(comm, &size);
    return size;
}

static int graph_neighbors(MPI_Comm comm)
{
    int (*rank_of)(MPI_Comm, int *) = next_function(NEXT_PMPI_Comm_rank);
    int (*neighbors)(MPI_Comm, int, int *) =
        next_function(NEXT_PMPI_Graph_neighbors_count);
    int rank = 0, count = 0;

    rank_of(comm, &rank);
    neighbors(comm, rank, &count);
    return count;
}

static int distributed_neighbors(MPI_Comm comm, int which)
{
    int (*neighbors)(MPI_Comm, int *, int *, int *) =
        next_function(NEXT_PMPI_Dist_graph_neighbors_count);
    int in = 0, out = 0, weighted = 0;

    neighbors(comm, &in, &out, &weighted);
    return which == 0 ? out : in;
}

static int topology_neighbors(MPI_Comm comm, int which)
{
    int (*test)(MPI_Comm, int *) = next_function(NEXT_PMPI_Topo_test);
    int (*dimensions)(MPI_Comm, int *) = next_function(NEXT_PMPI_Cartdim_get);
    int topology = MPI_UNDEFINED, count = 0;

    test(comm, &topology);
    if (topology == MPI_DIST_GRAPH)
        return distributed_neighbors(comm, which);
    if (topology == MPI_GRAPH)
        return graph_neighbors(comm);
    if (topology == MPI_CART)
        dimensions(comm, &count);
    return 2 * count;
}

const MPI_Datatype *f_types(const void *types, MPI_Comm comm, bool neighbor,
                            int which)
{
    const MPI_Fint *handles = types;
    int count = neighbor ? topology_neighbors(comm, which) : count_peers(comm);
    struct scratch *scratch = scratch_get_types(which, count);

    for (int i = 0; scratch != NULL && i < count; i++)
        scratch->types[which][i] = handle_type(handles[i]);
    return scratch != NULL ? scratch->types[which] : NULL;
}

const char *f_string(const char *text, size_t length, char *room, size_t size)
{
    while (length > 0 && text[length - 1] == ' ')
        length--;
    if (length > size - 1)
        length = size - 1;
    memcpy(room, text, length);
    room[length] = '\0';
    return room;
}
