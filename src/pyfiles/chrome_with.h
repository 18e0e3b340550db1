/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * chrome_with.h - the events of a Chrome trace, such as VizTracer's, moved onto
 * the time line of others (render/foreign/chrome.h).
 *
 * A file is dated if it says what its times count from, or if they count from
 * 1970.
 * Units: ns.  Threads: any, one file each.  Memory: the file, while a function
 * reads it.  Errors: logged, one line.
 */
#ifndef PYFILES_CHROME_WITH_H
#define PYFILES_CHROME_WITH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text/strbuf.h"

struct chrome_facts {
    bool dated;
    int64_t first_ns, last_ns; /* of its events; since 1970 if dated */
};

enum status chrome_with_look(const char *path, struct chrome_facts *out);

/* Onto what, and where to: `take' gets the text after each event. */
struct chrome_onto {
    uint32_t rank;
    int64_t shift_ns;  /* is added to the times of chrome_facts */
    uint64_t from, to; /* the times, shifted, that are wanted */
    struct strbuf *text;
    enum status (*take)(void *context, struct strbuf *text);
    void *context;
};

/* Threads of the file become further threads of the rank. */
enum status chrome_with_write(const char *path,
                              const struct chrome_onto *onto);

#endif
