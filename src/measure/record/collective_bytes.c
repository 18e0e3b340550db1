/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/record/collective_bytes.h"

struct view {
    const struct hook_collective *args;
    struct datatypes *types;
    uint64_t members; /* ranks that this rank exchanges data with, itself
                       * included */
    uint64_t here;    /* ranks in its own group */
    uint64_t me;
    bool inter, root;
    uint64_t own; /* 1 if the own share counts, 0 with MPI_IN_PLACE */
};

static uint64_t count_at(const struct view *view, const void *counts, int i)
{
    return view->args->large ? (uint64_t)((const MPI_Count *)counts)[i]
                             : (uint64_t)((const int *)counts)[i];
}

static uint64_t send_b(const struct view *view)
{
    return (uint64_t)view->args->send_count *
           datatypes_size(view->types, view->args->send_type);
}

static uint64_t recv_b(const struct view *view)
{
    return (uint64_t)view->args->recv_count *
           datatypes_size(view->types, view->args->recv_type);
}

/* The sum over an array of counts; types: one per member (Alltoallw), or NULL
 * and all are of `type`.  skip: a member that does not count, or -1. */
static uint64_t sum_counts(const struct view *view, const void *counts,
                           const MPI_Datatype *types, MPI_Datatype type,
                           uint64_t n, int64_t skip)
{
    uint64_t bytes = 0;

    if (counts == NULL)
        return 0;
    for (uint64_t i = 0; i < n; i++)
        if ((int64_t)i != skip)
            bytes +=
                count_at(view, counts, (int)i) *
                datatypes_size(view->types, types == NULL ? type : types[i]);
    return bytes;
}

static int64_t skipped_member(const struct view *view)
{
    return view->own ? -1 : (int64_t)view->me;
}

/* P, or P - 1 with MPI_IN_PLACE. */
static uint64_t count_shares(const struct view *view)
{
    return view->members - (view->own ? 0 : 1);
}

static struct collective_bytes bcast_bytes(const struct view *view)
{
    uint64_t b = send_b(view);
    struct collective_bytes root = { view->members * b, view->inter ? 0 : b };
    struct collective_bytes leaf = { 0, b };

    return view->root ? root : leaf;
}

static struct collective_bytes reduce_bytes(const struct view *view)
{
    uint64_t b = send_b(view);
    struct collective_bytes root = { view->inter || !view->own ? 0 : b,
                                     count_shares(view) * b };
    struct collective_bytes leaf = { b, 0 };

    return view->root ? root : leaf;
}

static struct collective_bytes gather_bytes(const struct view *view,
                                            bool vector)
{
    const struct hook_collective *args = view->args;
    struct collective_bytes bytes = { 0, 0 };

    if (!view->root || (!view->inter && view->own))
        bytes.out = send_b(view);
    if (view->root)
        bytes.in =
            vector ? sum_counts(view, args->recv_counts, NULL, args->recv_type,
                                view->members, skipped_member(view))
                   : count_shares(view) * recv_b(view);
    return bytes;
}

static struct collective_bytes scatter_bytes(const struct view *view,
                                             bool vector)
{
    const struct hook_collective *args = view->args;
    struct collective_bytes bytes = { 0, 0 };

    if (!view->root || (!view->inter && view->own))
        bytes.in = recv_b(view);
    if (view->root)
        bytes.out =
            vector ? sum_counts(view, args->send_counts, NULL, args->send_type,
                                view->members, skipped_member(view))
                   : count_shares(view) * send_b(view);
    return bytes;
}

/* Everybody's share to everybody; with MPI_IN_PLACE the sent arguments do not
 * hold and the received ones tell both. */
static struct collective_bytes allgather_bytes(const struct view *view,
                                               bool vector)
{
    const struct hook_collective *args = view->args;
    struct collective_bytes bytes;
    uint64_t own = 0;

    if (!vector) {
        bytes.in = count_shares(view) * recv_b(view);
        bytes.out =
            count_shares(view) * (view->own ? send_b(view) : recv_b(view));
        return bytes;
    }
    bytes.in = sum_counts(view, args->recv_counts, NULL, args->recv_type,
                          view->members, skipped_member(view));
    if (!view->own)
        own = count_at(view, args->recv_counts, (int)view->me) *
              datatypes_size(view->types, args->recv_type);
    bytes.out = count_shares(view) * (view->own ? send_b(view) : own);
    return bytes;
}

static struct collective_bytes alltoall_bytes(const struct view *view)
{
    uint64_t in = count_shares(view) * recv_b(view);
    struct collective_bytes bytes = { view->own ? view->members * send_b(view)
                                                : in,
                                      in };

    return bytes;
}

static struct collective_bytes alltoallv_bytes(const struct view *view)
{
    const struct hook_collective *args = view->args;
    struct collective_bytes bytes;

    bytes.in =
        sum_counts(view, args->recv_counts, args->recv_types, args->recv_type,
                   view->members, skipped_member(view));
    bytes.out = view->own
                    ? sum_counts(view, args->send_counts, args->send_types,
                                 args->send_type, view->members, -1)
                    : bytes.in;
    return bytes;
}

static struct collective_bytes allreduce_bytes(const struct view *view)
{
    uint64_t all = count_shares(view) * send_b(view);
    struct collective_bytes bytes = { all, all };

    return bytes;
}

/* Each member gets its block from all.  A group has counts of its own, with the same
 * sum as the counts of the other group. */
static struct collective_bytes reduce_scatter(const struct view *view)
{
    const struct hook_collective *args = view->args;
    struct collective_bytes bytes;
    uint64_t size = datatypes_size(view->types, args->send_type);

    bytes.out = sum_counts(view, args->recv_counts, NULL, args->send_type,
                           view->here, skipped_member(view));
    bytes.in = count_shares(view) *
               count_at(view, args->recv_counts, (int)view->me) * size;
    return bytes;
}

static struct collective_bytes reduce_scatter_block(const struct view *view)
{
    uint64_t b = (uint64_t)view->args->recv_count *
                 datatypes_size(view->types, view->args->send_type);
    struct collective_bytes bytes = { (view->here - (view->own ? 0 : 1)) * b,
                                      count_shares(view) * b };

    return bytes;
}

/* The own share does not leave the rank with MPI_IN_PLACE; the last rank of
 * an Exscan sends nothing and the first receives nothing. */
static struct collective_bytes scan_bytes(const struct view *view,
                                          bool exclusive)
{
    uint64_t b = send_b(view);
    uint64_t self = exclusive || !view->own ? 0 : 1;
    struct collective_bytes bytes = {
        (view->members - view->me - 1 + self) * b, (view->me + self) * b
    };

    return bytes;
}

/* The same over neighbours, without those beyond the edge of a grid. */
static uint64_t sum_neighbors(const struct view *view,
                              const struct comm_info *info, const void *counts,
                              const MPI_Datatype *types, MPI_Datatype type,
                              uint64_t n)
{
    uint64_t bytes = sum_counts(view, counts, types, type, n, -1);

    if (info->missing == 0 || counts == NULL)
        return bytes;
    for (uint64_t i = 0; i < n; i++)
        if (info->is_missing[i])
            bytes -=
                count_at(view, counts, (int)i) *
                datatypes_size(view->types, types == NULL ? type : types[i]);
    return bytes;
}

static struct collective_bytes neighbor_bytes(const struct view *view,
                                              enum call_coll coll,
                                              struct comm_info *info)
{
    const struct hook_collective *args = view->args;
    struct collective_bytes bytes = { 0, 0 };
    uint64_t to, from;

    comms_degrees(info);
    to = (uint64_t)info->out_degree;
    from = (uint64_t)info->in_degree;
    if (coll == CALL_COLL_NEIGHBOR_ALLGATHER ||
        coll == CALL_COLL_NEIGHBOR_ALLTOALL ||
        coll == CALL_COLL_NEIGHBOR_ALLGATHERV)
        bytes.out = (to - (uint64_t)info->missing) * send_b(view);
    else
        bytes.out = sum_neighbors(view, info, args->send_counts,
                                  args->send_types, args->send_type, to);
    if (coll == CALL_COLL_NEIGHBOR_ALLGATHER ||
        coll == CALL_COLL_NEIGHBOR_ALLTOALL)
        bytes.in = (from - (uint64_t)info->missing) * recv_b(view);
    else
        bytes.in = sum_neighbors(view, info, args->recv_counts,
                                 args->recv_types, args->recv_type, from);
    return bytes;
}

static struct view make_view(const struct hook_collective *args,
                             const struct comm_info *info,
                             struct datatypes *types)
{
    struct view view = {
        .args = args,
        .types = types,
        .here = info->size,
        .me = info->rank,
        .inter = info->remote_size > 0,
        .members = info->remote_size > 0 ? info->remote_size : info->size,
        .own = args->in_place ? 0 : 1,
    };

    view.root =
        view.inter ? args->root == MPI_ROOT : args->root == (int)info->rank;
    return view;
}

bool collective_has_root(enum call_coll coll)
{
    switch (coll) {
    case CALL_COLL_BCAST:
    case CALL_COLL_GATHER:
    case CALL_COLL_GATHERV:
    case CALL_COLL_SCATTER:
    case CALL_COLL_SCATTERV:
    case CALL_COLL_REDUCE: return true;
    default: return false;
    }
}

static struct collective_bytes
by_kind(enum call_coll coll, const struct view *view, struct comm_info *info)
{
    struct collective_bytes none = { 0, 0 };

    switch (coll) {
    case CALL_COLL_BCAST: return bcast_bytes(view);
    case CALL_COLL_GATHER: return gather_bytes(view, false);
    case CALL_COLL_GATHERV: return gather_bytes(view, true);
    case CALL_COLL_SCATTER: return scatter_bytes(view, false);
    case CALL_COLL_SCATTERV: return scatter_bytes(view, true);
    case CALL_COLL_ALLGATHER: return allgather_bytes(view, false);
    case CALL_COLL_ALLGATHERV: return allgather_bytes(view, true);
    case CALL_COLL_ALLTOALL: return alltoall_bytes(view);
    case CALL_COLL_ALLTOALLV:
    case CALL_COLL_ALLTOALLW: return alltoallv_bytes(view);
    case CALL_COLL_ALLREDUCE: return allreduce_bytes(view);
    case CALL_COLL_REDUCE: return reduce_bytes(view);
    case CALL_COLL_REDUCE_SCATTER: return reduce_scatter(view);
    case CALL_COLL_REDUCE_SCATTER_BLOCK: return reduce_scatter_block(view);
    case CALL_COLL_SCAN: return scan_bytes(view, false);
    case CALL_COLL_EXSCAN: return scan_bytes(view, true);
    case CALL_COLL_NEIGHBOR_ALLGATHER:
    case CALL_COLL_NEIGHBOR_ALLGATHERV:
    case CALL_COLL_NEIGHBOR_ALLTOALL:
    case CALL_COLL_NEIGHBOR_ALLTOALLV:
    case CALL_COLL_NEIGHBOR_ALLTOALLW: return neighbor_bytes(view, coll, info);
    default: return none;
    }
}

struct collective_bytes collective_bytes(enum call_coll coll,
                                         const struct hook_collective *args,
                                         struct comm_info *info,
                                         struct datatypes *types)
{
    struct view view = make_view(args, info, types);
    struct collective_bytes none = { 0, 0 };

    if (view.inter && collective_has_root(coll) && args->root == MPI_PROC_NULL)
        return none;
    return by_kind(coll, &view, info);
}
