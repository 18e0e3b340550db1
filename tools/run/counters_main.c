/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * counters_main.c - mpiprof-counters: what MPIPROF_COUNTERS can count here.
 *
 * `mpiprof-run --list-counters' becomes this program, since only the library
 * and this one are linked to PAPI.
 */
#include <stdio.h>

#include "measure/counters/counters.h"
#include "tools/command.h"
#include "tools/output.h"

struct lists {
    struct strbuf works, missing;
};

static void sort_in(const char *source, const char *name,
                    struct counter_refusal why, void *context)
{
    struct lists *lists = context;

    if (why.kind == COUNTER_COUNTS) {
        strbuf_printf(&lists->works, "  %-24s by %s\n", name, source);
        return;
    }
    strbuf_printf(&lists->missing, "  %-24s ", name);
    counter_refusal_say(why, &lists->missing);
    strbuf_puts(&lists->missing, "\n");
}

static void put_list(struct strbuf *out, const char *title,
                     const struct strbuf *list)
{
    if (list->length > 0)
        strbuf_printf(out, "%s:\n%s", title, strbuf_text(list));
}

int main(void)
{
    struct strbuf text = { 0 };
    struct lists lists = { 0 };
    enum status status;

    counters_list(sort_in, &lists);
    put_list(&text, "Available here (MPIPROF_COUNTERS)", &lists.works);
    put_list(&text, "Not available here", &lists.missing);
    counters_say_more(&text);
    status = output_print(&text);
    strbuf_clear(&text);
    strbuf_clear(&lists.works);
    strbuf_clear(&lists.missing);
    return status == STATUS_OK ? EXIT_OK : EXIT_FAILED;
}
