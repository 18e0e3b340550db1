/*
 * export_stacks.c - estimated stacks for flame graphs and for speedscope.
 */
#include <inttypes.h>

#include "base/json.h"
#include "base/log.h"
#include "base/safe.h"
#include "pyprof/label.h"
#include "pyprof/stacks.h"

#define SCHEMA "https://www.speedscope.app/file-format-schema.json"

#define WIDTH_MOST 200 /* of a frame */

/* As it can be shown; a semicolon, which parts frames, as \x3b. */
static void put_frame(struct strbuf *out, const struct pyprof *merged,
                      uint32_t function)
{
    struct strbuf label, safe, shown;

    if (function == INDEX_NONE) {
        strbuf_puts(out, STACKS_REST);
        return;
    }
    strbuf_init(&label);
    strbuf_init(&safe);
    strbuf_init(&shown);
    label_whole(&label, merged, function);
    safe_put(&safe, strbuf_text(&label));
    safe_put_short(&shown, strbuf_text(&safe), WIDTH_MOST);
    for (const char *at = strbuf_text(&shown); *at != '\0'; at++)
        if (*at == ';')
            strbuf_puts(out, "\\x3b");
        else
            strbuf_putc(out, *at);
    out->failed |= label.failed || safe.failed || shown.failed;
    strbuf_clear(&label);
    strbuf_clear(&safe);
    strbuf_clear(&shown);
}

static enum status finish(const struct strbuf *out)
{
    return out->failed ? log_fail(STATUS_NO_MEMORY, "stacks") : STATUS_OK;
}

/* ---- folded ---- */

struct folded {
    const struct pyprof *merged;
    struct strbuf *out;
};

static void put_folded(void *context, const uint32_t *functions, size_t depth,
                       uint64_t ns)
{
    struct folded *folded = context;

    for (size_t i = 0; i < depth; i++) {
        strbuf_puts(folded->out, i == 0 ? "" : ";");
        put_frame(folded->out, folded->merged, functions[i]);
    }
    strbuf_printf(folded->out, " %" PRIu64 "\n", ns);
}

enum status pyprof_folded(const struct pyprof *merged, struct strbuf *out)
{
    struct folded folded = { merged, out };
    struct stacks stacks;
    enum status status = stacks_make(merged, &stacks);

    if (status != STATUS_OK)
        return status;
    stacks_each(&stacks, put_folded, &folded);
    stacks_clear(&stacks);
    return finish(out);
}

/* ---- speedscope ---- */

static void put_frames(struct json *json, const struct pyprof *merged)
{
    struct strbuf text;

    strbuf_init(&text);
    json_key(json, "frames");
    json_open(json, '[');
    for (uint32_t i = 0; i <= merged->function_count; i++) {
        uint32_t which = i == merged->function_count ? INDEX_NONE : i;

        strbuf_truncate(&text, 0);
        put_frame(&text, merged, which);
        json_open(json, '{');
        json_key(json, "name");
        json_string(json, strbuf_text(&text));
        if (which != INDEX_NONE && merged->functions[i].key.line > 0) {
            strbuf_truncate(&text, 0);
            safe_put(&text, py_names_text(&merged->names,
                                       merged->functions[i].key.file));
            json_key(json, "file");
            json_string(json, strbuf_text(&text));
            json_key(json, "line");
            json_signed(json, merged->functions[i].key.line);
        }
        json_close(json, '}');
    }
    json_close(json, ']');
    json->out->failed |= text.failed;
    strbuf_clear(&text);
}

struct samples {
    const struct pyprof *merged;
    struct json *json;
    uint64_t sum;
};

static void put_sample(void *context, const uint32_t *functions, size_t depth,
                       uint64_t ns)
{
    struct samples *samples = context;

    (void)ns;
    json_open(samples->json, '[');
    for (size_t i = 0; i < depth; i++)
        json_unsigned(samples->json, functions[i] == INDEX_NONE
                                         ? samples->merged->function_count
                                         : functions[i]);
    json_close(samples->json, ']');
}

static void put_weight(void *context, const uint32_t *functions, size_t depth,
                       uint64_t ns)
{
    struct samples *samples = context;

    (void)functions;
    (void)depth;
    json_unsigned(samples->json, ns);
    samples->sum = py_add(samples->sum, ns);
}

static void put_samples(struct json *json, const struct pyprof *merged,
                        const struct stacks *stacks)
{
    struct samples samples = { merged, json, 0 };

    json_key(json, "samples");
    json_open(json, '[');
    stacks_each(stacks, put_sample, &samples);
    json_close(json, ']');
    json_key(json, "weights");
    json_open(json, '[');
    stacks_each(stacks, put_weight, &samples);
    json_close(json, ']');
    json_key(json, "startValue");
    json_unsigned(json, 0);
    json_key(json, "endValue");
    json_unsigned(json, samples.sum);
}

static void put_profile(struct json *json, const struct pyprof *merged,
                        const struct stacks *stacks)
{
    json_open(json, '{');
    json_key(json, "type");
    json_string(json, "sampled");
    json_key(json, "name");
    json_string(json, "all ranks, estimated stacks");
    json_key(json, "unit");
    json_string(json, "nanoseconds");
    put_samples(json, merged, stacks);
    json_close(json, '}');
}

enum status pyprof_speedscope(const struct pyprof *merged, struct strbuf *out)
{
    struct stacks stacks;
    struct json json;
    enum status status = stacks_make(merged, &stacks);

    if (status != STATUS_OK)
        return status;
    json_init(&json, out);
    json_open(&json, '{');
    json_key(&json, "$schema");
    json_string(&json, SCHEMA);
    json_key(&json, "exporter");
    json_string(&json, "mpiprof-report");
    json_key(&json, "shared");
    json_open(&json, '{');
    put_frames(&json, merged);
    json_close(&json, '}');
    json_key(&json, "profiles");
    json_open(&json, '[');
    put_profile(&json, merged, &stacks);
    json_close(&json, ']');
    json_close(&json, '}');
    strbuf_putc(out, '\n');
    stacks_clear(&stacks);
    return finish(out);
}
