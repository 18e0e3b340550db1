/*
 * record_region.h - the hooks of MPIPROF_BEGIN and MPIPROF_END.
 */
#ifndef MEASURE_RECORD_REGION_H
#define MEASURE_RECORD_REGION_H

#include "measure/record/hook.h"

void record_region_begin(struct hook_thread *thread, const char *name,
                         const char *file, int line);
void record_region_end(struct hook_thread *thread, const char *name);

#endif
