/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_collectives.c - OTF2's collective callbacks, on top of PMPI so that
 * they are never recorded.
 *
 * All data moves as bytes: every rank of a run has the same number formats.
 */
#include "measure/trace/trace_internal.h"

#include <stdlib.h>

static OTF2_CallbackCode code_of_result(int result)
{
    return result == MPI_SUCCESS ? OTF2_CALLBACK_SUCCESS : OTF2_CALLBACK_ERROR;
}

static int bytes_of(OTF2_Type type, uint32_t elements)
{
    switch (type) {
    case OTF2_TYPE_UINT8:
    case OTF2_TYPE_INT8: return (int)elements;
    case OTF2_TYPE_UINT16:
    case OTF2_TYPE_INT16: return (int)elements * 2;
    case OTF2_TYPE_UINT32:
    case OTF2_TYPE_INT32:
    case OTF2_TYPE_FLOAT: return (int)elements * 4;
    default: return (int)elements * 8;
    }
}

static OTF2_CallbackCode get_size(void *data, OTF2_CollectiveContext *context,
                                  uint32_t *size)
{
    (void)data;
    *size = (uint32_t)context->size;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode get_rank(void *data, OTF2_CollectiveContext *context,
                                  uint32_t *rank)
{
    (void)data;
    *rank = (uint32_t)context->rank;
    return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode call_barrier(void *data,
                                      OTF2_CollectiveContext *context)
{
    (void)data;
    return code_of_result(PMPI_Barrier(context->comm));
}

static OTF2_CallbackCode call_bcast(void *data,
                                    OTF2_CollectiveContext *context,
                                    void *buffer, uint32_t elements,
                                    OTF2_Type type, uint32_t root)
{
    (void)data;
    return code_of_result(PMPI_Bcast(buffer, bytes_of(type, elements),
                                     MPI_BYTE, (int)root, context->comm));
}

static OTF2_CallbackCode
call_gather(void *data, OTF2_CollectiveContext *context, const void *in,
            void *out, uint32_t elements, OTF2_Type type, uint32_t root)
{
    int bytes = bytes_of(type, elements);

    (void)data;
    return code_of_result(PMPI_Gather(in, bytes, MPI_BYTE, out, bytes,
                                      MPI_BYTE, (int)root, context->comm));
}

static OTF2_CallbackCode
call_scatter(void *data, OTF2_CollectiveContext *context, const void *in,
             void *out, uint32_t elements, OTF2_Type type, uint32_t root)
{
    int bytes = bytes_of(type, elements);

    (void)data;
    return code_of_result(PMPI_Scatter(in, bytes, MPI_BYTE, out, bytes,
                                       MPI_BYTE, (int)root, context->comm));
}

/* Counts and displacements in bytes, in one block the caller frees; NULL on
 * all ranks but the root, and without memory. */
static int *byte_layout(const OTF2_CollectiveContext *context, uint32_t root,
                        const uint32_t *elements, OTF2_Type type)
{
    int *layout, *offsets, at = 0;

    if (context->rank != (int)root)
        return NULL;
    layout = malloc(2 * (size_t)context->size * sizeof(*layout));
    if (layout == NULL)
        return NULL;
    offsets = layout + context->size;
    for (int i = 0; i < context->size; i++) {
        layout[i] = bytes_of(type, elements[i]);
        offsets[i] = at;
        at += layout[i];
    }
    return layout;
}

static OTF2_CallbackCode call_gatherv(void *data,
                                      OTF2_CollectiveContext *context,
                                      const void *in, uint32_t in_elements,
                                      void *out, const uint32_t *out_elements,
                                      OTF2_Type type, uint32_t root)
{
    int *counts = byte_layout(context, root, out_elements, type);
    int *offsets = counts == NULL ? NULL : counts + context->size;
    int result =
        PMPI_Gatherv(in, bytes_of(type, in_elements), MPI_BYTE, out, counts,
                     offsets, MPI_BYTE, (int)root, context->comm);

    (void)data;
    free(counts);
    return code_of_result(result);
}

static OTF2_CallbackCode
call_scatterv(void *data, OTF2_CollectiveContext *context, const void *in,
              const uint32_t *in_elements, void *out, uint32_t out_elements,
              OTF2_Type type, uint32_t root)
{
    int *counts = byte_layout(context, root, in_elements, type);
    int *offsets = counts == NULL ? NULL : counts + context->size;
    int result = PMPI_Scatterv(in, counts, offsets, MPI_BYTE, out,
                               bytes_of(type, out_elements), MPI_BYTE,
                               (int)root, context->comm);

    (void)data;
    free(counts);
    return code_of_result(result);
}

const OTF2_CollectiveCallbacks *trace_collectives(void)
{
    static const OTF2_CollectiveCallbacks callbacks = {
        .otf2_get_size = get_size,
        .otf2_get_rank = get_rank,
        .otf2_barrier = call_barrier,
        .otf2_bcast = call_bcast,
        .otf2_gather = call_gather,
        .otf2_gatherv = call_gatherv,
        .otf2_scatter = call_scatter,
        .otf2_scatterv = call_scatterv,
    };

    return &callbacks;
}
