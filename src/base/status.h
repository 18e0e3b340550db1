/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * status.h - status codes that our functions return.
 *
 * The function that knows the cause logs it once (log.h) and returns its
 * status; callers only pass the status up.
 */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

#define STATUS_LIST(X)            \
    X(OK, "ok")                   \
    X(IO, "i/o error")            \
    X(NOT_FOUND, "not found")     \
    X(NO_MEMORY, "out of memory") \
    X(BAD_FORMAT, "bad format")   \
    X(BAD_VALUE, "bad value")     \
    X(UNSUPPORTED, "not supported")

enum status {
#define X(code, text) STATUS_##code,
    STATUS_LIST(X)
#undef X
        STATUS_COUNT
};

const char *status_text(enum status status);

#endif
