/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * record_collective.h - the hook of all collectives; see hook.h.
 */
#ifndef MEASURE_RECORD_COLLECTIVE_H
#define MEASURE_RECORD_COLLECTIVE_H

#include "measure/record/hook.h"

void record_collective(struct hook_call *call,
                       const struct hook_collective *args);

#endif
