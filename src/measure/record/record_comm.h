/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * record_comm.h - the hooks of communicators, datatypes and MPI_Pcontrol.
 */
#ifndef MEASURE_RECORD_COMM_H
#define MEASURE_RECORD_COMM_H

#include "measure/record/hook.h"

void record_comm_created(struct hook_call *call, MPI_Comm parent,
                         MPI_Comm created, const MPI_Request *request);
void record_comm_freed(struct hook_call *call, MPI_Comm comm);
void record_comm_named(struct hook_call *call, MPI_Comm comm,
                       const char *name);
void record_type_freed(MPI_Datatype type);
void record_pcontrol(struct hook_call *call, int level);

#endif
