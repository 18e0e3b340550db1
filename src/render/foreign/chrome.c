/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/foreign/chrome.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/text/json.h"
#include "base/text/escape.h"

#define ARGS ",\"args\":{"

/* A string of JSON, spelled. */
static void put_string(struct strbuf *out, const char *text)
{
    struct strbuf safe = { 0 };
    struct json json;

    escape_put(&safe, text);
    json_init(&json, out);
    json_string(&json, strbuf_text(&safe));
    strbuf_end(&safe, &out->failed);
}

static void put_us(struct strbuf *out, const char *key, uint64_t ns)
{
    strbuf_printf(out, ",\"%s\":%" PRIu64 ".%03u", key, ns / 1000,
                  (unsigned)(ns % 1000));
}

static void put_place(struct strbuf *out, const struct chrome_place *place)
{
    strbuf_printf(out, ",\"pid\":%" PRIu32 ",\"tid\":%" PRIu32, place->rank,
                  place->thread);
}

/* The first event is this one; all others begin with a comma. */
void chrome_begin(struct strbuf *out, const char *program, uint64_t origin_ns,
                  uint64_t base_ns)
{
    strbuf_puts(out, "{\"displayTimeUnit\":\"ns\",\n");
    if (base_ns > 0)
        strbuf_printf(out, "\"baseTimeNanoseconds\":%" PRIu64 ",\n", base_ns);
    strbuf_puts(out, "\"otherData\":{\"exporter\":\"mpiprof-report\","
                     "\"program\":");
    put_string(out, program);
    put_us(out, "run_begins_us", origin_ns);
    strbuf_puts(out,
                "},\n\"traceEvents\":[\n"
                "{\"ph\":\"M\",\"pid\":0,\"name\":\"trace\",\"args\":{}}");
}

void chrome_end(struct strbuf *out)
{
    strbuf_puts(out, "\n]}\n");
}

void chrome_rank(struct strbuf *out, uint32_t rank, const char *host)
{
    struct strbuf name = { 0 };

    strbuf_printf(&name, "rank %" PRIu32 "%s%s", rank,
                  host[0] != '\0' ? " on " : "", host);
    strbuf_printf(out,
                  ",\n{\"ph\":\"M\",\"pid\":%" PRIu32
                  ",\"name\":\"process_name\",\"args\":{\"name\":",
                  rank);
    put_string(out, strbuf_text(&name));
    strbuf_printf(out,
                  "}},\n{\"ph\":\"M\",\"pid\":%" PRIu32
                  ",\"name\":\"process_sort_index\",\"args\":"
                  "{\"sort_index\":%" PRIu32 "}}",
                  rank, rank);
    strbuf_end(&name, &out->failed);
}

void chrome_named_thread(struct strbuf *out, const struct chrome_place *place,
                         const char *name)
{
    strbuf_puts(out, ",\n{\"ph\":\"M\"");
    put_place(out, place);
    strbuf_puts(out, ",\"name\":\"thread_name\",\"args\":{\"name\":");
    put_string(out, name);
    strbuf_puts(out, "}},\n{\"ph\":\"M\"");
    put_place(out, place);
    strbuf_printf(out,
                  ",\"name\":\"thread_sort_index\",\"args\":"
                  "{\"sort_index\":%" PRIu32 "}}",
                  place->thread);
}

void chrome_thread(struct strbuf *out, const struct chrome_place *place)
{
    char name[32] = "main thread";

    if (place->thread > 0)
        snprintf(name, sizeof(name), "thread %" PRIu32, place->thread);
    chrome_named_thread(out, place, name);
}

/* ---- slices ---- */

void chrome_kind(struct strbuf *out, const char *name, const char *kind,
                 const char *file, int64_t line)
{
    strbuf_puts(out, ",\"name\":");
    put_string(out, name);
    strbuf_puts(out, ",\"cat\":");
    put_string(out, kind);
    strbuf_puts(out, ARGS);
    if (file[0] == '\0')
        return;
    strbuf_puts(out, "\"file\":");
    put_string(out, file);
    strbuf_printf(out, ",\"line\":%" PRId64, line);
}

/* Whether nothing is in the arguments yet. */
static bool is_bare(const struct strbuf *out)
{
    return !out->failed && out->text[out->length - 1] == '{';
}

static void put_about(struct strbuf *out, const struct chrome_about *about)
{
    bool first = is_bare(out);

    if (about->sends > 0) {
        strbuf_printf(out, "%s\"sends\":%" PRIu32 ",\"sent_bytes\":%" PRIu64,
                      first ? "" : ",", about->sends, about->sent_bytes);
        first = false;
    }
    if (about->receives > 0) {
        strbuf_printf(
            out, "%s\"receives\":%" PRIu32 ",\"received_bytes\":%" PRIu64,
            first ? "" : ",", about->receives, about->received_bytes);
        first = false;
    }
    if (about->copied_bytes > 0)
        strbuf_printf(out, "%s\"bytes\":%" PRIu64, first ? "" : ",",
                      about->copied_bytes);
    if (about->sends + about->receives == 1)
        strbuf_printf(out, ",\"peer\":%" PRIu32 ",\"tag\":%" PRIu32,
                      about->peer, about->tag);
}

void chrome_slice(struct strbuf *out, const struct chrome_place *place,
                  uint64_t begin_ns, uint64_t end_ns, const char *kind,
                  const struct chrome_about *about)
{
    strbuf_puts(out, ",\n{\"ph\":\"X\"");
    put_place(out, place);
    put_us(out, "ts", begin_ns);
    put_us(out, "dur", end_ns - begin_ns);
    strbuf_puts(out, kind);
    if (about != NULL)
        put_about(out, about);
    if (is_bare(out)) /* speedscope would show {} behind the name */
        strbuf_truncate(out, out->length - (sizeof(ARGS) - 1));
    else
        strbuf_putc(out, '}');
    strbuf_putc(out, '}');
}

void chrome_arrow(struct strbuf *out, const struct chrome_place *place,
                  bool begins, uint64_t time_ns, uint64_t id)
{
    strbuf_puts(out, begins ? ",\n{\"ph\":\"s\""
                            : ",\n{\"ph\":\"f\","
                              "\"bp\":\"e\"");
    put_place(out, place);
    put_us(out, "ts", time_ns);
    strbuf_printf(out,
                  ",\"name\":\"message\",\"cat\":\"message\","
                  "\"id\":\"0x%" PRIx64 "\"}",
                  id);
}

void chrome_counter(struct strbuf *out, const struct chrome_place *place,
                    const char *name, uint64_t time_ns, double per_second)
{
    struct json json;

    strbuf_puts(out, ",\n{\"ph\":\"C\"");
    put_place(out, place);
    strbuf_printf(out, ",\"id\":%" PRIu32, place->thread);
    put_us(out, "ts", time_ns);
    strbuf_puts(out, ",\"name\":");
    put_string(out, name);
    strbuf_puts(out, ",\"args\":{\"per second\":");
    json_init(&json, out);
    json_double(&json, per_second);
    strbuf_puts(out, "}}");
}

void chrome_other(struct strbuf *out, const struct chrome_place *place,
                  uint64_t time_ns, const char *members)
{
    strbuf_printf(out, ",\n{\"ts\":%" PRIu64 ".%03u", time_ns / 1000,
                  (unsigned)(time_ns % 1000));
    put_place(out, place);
    strbuf_puts(out, members[1] == '}' ? "" : ",");
    strbuf_puts(out, members + 1);
}
