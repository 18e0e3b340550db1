/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * status.h - status codes that our functions return.
 *
 * The function that knows the cause logs it once (log.h) and returns its
 * status; callers only pass the status up.
 */
#ifndef BASE_STATUS_H
#define BASE_STATUS_H

enum status {
    STATUS_OK,
    STATUS_IO,
    STATUS_NOT_FOUND,
    STATUS_NO_MEMORY,
    STATUS_BAD_FORMAT,
    STATUS_BAD_VALUE,
    STATUS_UNSUPPORTED
};

#endif
