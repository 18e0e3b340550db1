/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * status.c - the texts of the status codes.
 */
#include "base/status.h"

const char *status_text(enum status status)
{
    static const char *const texts[] = {
#define X(code, text) text,
        STATUS_LIST(X)
#undef X
    };

    return (unsigned)status < STATUS_COUNT ? texts[status] : "unknown status";
}
