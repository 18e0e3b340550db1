/* SPDX-License-Identifier: BSD-3-Clause */
/* held_free.h - see held_free.c. */
#include <stdatomic.h>
#include <stdbool.h>

extern _Thread_local bool held; /* whether MPI_Comm_free is held here */
extern atomic_bool was_freed, may_return;

void wait_for(atomic_bool *what);
