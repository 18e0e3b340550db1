/* SPDX-License-Identifier: BSD-3-Clause */
#include "analyze/functions/folded.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/facts/say.h"
#include "analyze/facts/scope.h"
#include "base/order.h"
#include "base/text/affix.h"
#include "base/text/strbuf.h"
#include "symbols/function_names.h"
#include "report/table.h"

#define NAMED 5 /* of them, those with the most calls */

struct folded {
    uint32_t region;
    uint64_t calls;
};

ORDER(by_calls, struct folded, DOWN(calls) UP(region));

/* Calls of each region that counts folded ones; at most one per tally. */
static size_t collect_folded(const struct scope *scope, struct folded *list)
{
    const struct definitions *names = scope->profile->definitions;
    size_t count = 0;

    for (size_t i = 0; i < scope->regions.count; i++) {
        const struct tally *tally = &scope->regions.items[i];
        uint32_t region = definitions_get(names, DEFINITION_REGION_NODE,
                                          (uint32_t)tally->key)
                              .refs[1];
        size_t at = 0;

        if (tally->key == 0 ||
            function_line_of(names, region) != FUNCTION_FOLDED)
            continue;
        while (at < count && list[at].region != region)
            at++;
        if (at == count)
            list[count++] = (struct folded){ region, 0 };
        list[at].calls += tally->calls;
    }
    return count;
}

static void put_name(const struct scope *scope, const struct folded *one,
                     struct strbuf *out)
{
    const char *name =
        definitions_region_name(scope->profile->definitions, one->region);
    size_t length = strlen(name);

    if (ends_with(name, FUNCTION_FOLDED_MARK))
        length -= strlen(FUNCTION_FOLDED_MARK);
    strbuf_puts(out, out->length > 0 ? ", " : "");
    strbuf_add(out, name, length);
    strbuf_printf(out, " (%llu)", (unsigned long long)one->calls);
}

void folded_say(const struct scope *scope, struct report *report)
{
    struct folded *list = calloc(scope->regions.count + 1, sizeof(*list));
    size_t count = list == NULL ? 0 : collect_folded(scope, list);
    uint64_t calls = 0;
    struct strbuf names = { 0 };

    if (count == 0) {
        free(list);
        return;
    }
    qsort(list, count, sizeof(*list), by_calls);
    for (size_t i = 0; i < count; i++) {
        calls += list[i].calls;
        if (i < NAMED)
            put_name(scope, &list[i], &names);
    }
    report_completeness(
        report,
        "Functions that are short and often called "
        "were folded into their callers: %s of %s were "
        "counted, not timed%s: %s.",
        say_count(calls, "call").text, say_count(count, "function").text,
        count > NAMED ? "; most of these" : "", strbuf_text(&names));
    strbuf_clear(&names);
    free(list);
}
