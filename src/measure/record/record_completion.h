/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * record_completion.h - the hooks of Start, Wait, Test, Request_free, Cancel.
 */
#ifndef MEASURE_RECORD_COMPLETION_H
#define MEASURE_RECORD_COMPLETION_H

#include "measure/record/hook.h"

void record_start(struct hook_call *call, int count,
                  const MPI_Request *requests);
void record_complete(struct hook_call *call,
                     const struct hook_completion *outcome);
void record_request_free(struct hook_call *call, MPI_Request request);
void record_cancel(struct hook_call *call, MPI_Request request);

#endif
