/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * record_p2p.h - the hooks of point-to-point calls; see hook.h.
 */
#ifndef MEASURE_RECORD_P2P_H
#define MEASURE_RECORD_P2P_H

#include "measure/record/hook.h"

void record_send(struct hook_call *call, int64_t count, MPI_Datatype type,
                 int dest, int tag, MPI_Comm comm);
void record_isend(struct hook_call *call, int64_t count, MPI_Datatype type,
                  int dest, int tag, MPI_Comm comm, MPI_Request request,
                  bool persistent);
void record_recv(struct hook_call *call, MPI_Datatype type, int source,
                 MPI_Comm comm, const MPI_Status *status);
void record_irecv(struct hook_call *call, int64_t count, MPI_Datatype type,
                  int source, int tag, MPI_Comm comm, MPI_Request request,
                  bool persistent);
void record_sendrecv(struct hook_call *call, const struct hook_sendrecv *args);
void record_mprobe(struct hook_call *call, MPI_Comm comm, MPI_Message message);
void record_mrecv(struct hook_call *call, MPI_Message message,
                  MPI_Datatype type, const MPI_Status *status,
                  const MPI_Request *request);

#endif
