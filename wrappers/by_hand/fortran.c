/* SPDX-License-Identifier: BSD-3-Clause */
#include "fortran.h"

#include <pthread.h>
#include <string.h>

struct fortran_addresses fortran_found;
bool fortran_is_found;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int nowhere; /* equal to no address of the program */

/* Open MPI: a variable whose address is meant. */
static const void *address_of(const char *name)
{
    const void *found = next_variable(name);

    return found != NULL ? found : &nowhere;
}

/* MPICH: a variable that holds the address; Open MPI's name otherwise. */
static const void *address_in(const char *name, const char *other)
{
    const void *const *found = next_variable(name);

    return found != NULL && *found != NULL ? *found : address_of(other);
}

/* MPICH's Fortran layer learns its own addresses at its first call. */
static void initialize_mpich(void)
{
    void (*initialize)(void) = next_find("mpirinitf_");

    if (initialize != NULL)
        initialize();
}

static void find_addresses(void)
{
    struct fortran_addresses *found = &fortran_found;

    initialize_mpich();
    found->in_place[0] =
        address_in("MPIR_F_MPI_IN_PLACE", "mpi_fortran_in_place_");
    found->in_place[1] = address_of("MPIR_F08_MPI_IN_PLACE");
    found->status_ignore[0] =
        address_in("MPI_F_STATUS_IGNORE", "mpi_fortran_status_ignore_");
    found->status_ignore[1] = address_of("MPIR_F08_MPI_STATUS_IGNORE_OBJ");
    found->statuses_ignore[0] =
        address_in("MPI_F_STATUSES_IGNORE", "mpi_fortran_statuses_ignore_");
    found->statuses_ignore[1] = address_of("MPIR_F08_MPI_STATUSES_IGNORE_OBJ");
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
static int peers(MPI_Comm comm)
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
    int count = neighbor ? topology_neighbors(comm, which) : peers(comm);
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
