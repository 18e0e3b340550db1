/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/chrome_files.h"

#include <stdlib.h>

#include "base/log.h"
#include "pyfiles/pyfiles.h"

static enum status look_at(const struct set_file *file,
                           struct chrome_facts *facts)
{
    enum pyfiles_kind kind = pyfiles_kind_of(file->path);

    if (kind != PYFILES_CHROME && kind != PYFILES_UNKNOWN &&
        kind != PYFILES_DAMAGED)
        return log_fail(STATUS_BAD_FORMAT,
                        "%s: is a file of %s; give traces in Chrome's "
                        "format, as VizTracer and torch.profiler write them",
                        file->path, pyfiles_kind_name(kind));
    return chrome_with_look(file->path, facts);
}

enum status chrome_files_open(char *const *words, size_t count,
                              const char *rank_pattern, const char *ranks,
                              struct chrome_files *out)
{
    enum status status;

    *out = (struct chrome_files){ .facts = NULL };
    status = file_set_create(words, count, rank_pattern, ranks, &out->set);
    if (status != STATUS_OK)
        return status;
    out->facts = calloc(out->set.count + 1, sizeof(*out->facts));
    if (out->facts == NULL)
        status = log_fail(STATUS_NO_MEMORY, "files");
    for (size_t i = 0; i < out->set.count && status == STATUS_OK; i++)
        status = look_at(&out->set.files[i], &out->facts[i]);
    return status;
}

void chrome_files_clear(struct chrome_files *files)
{
    file_set_clear(&files->set);
    free(files->facts);
}

int64_t chrome_files_first(const struct chrome_files *files)
{
    int64_t first = INT64_MAX;

    for (size_t i = 0; i < files->set.count; i++)
        if (files->facts[i].dated && files->facts[i].first_ns < first)
            first = files->facts[i].first_ns;
    return first;
}

enum status chrome_files_check(const struct chrome_files *files, int64_t begin,
                               int64_t end)
{
    for (size_t i = 0; i < files->set.count; i++) {
        const struct chrome_facts *facts = &files->facts[i];
        bool early = facts->last_ns < begin;

        if (facts->dated && (early || facts->first_ns > end))
            return log_fail(
                STATUS_BAD_FORMAT,
                "%s: belongs to another run: it %s %.0f s %s",
                files->set.files[i].path, early ? "ends" : "starts",
                (double)(early ? begin - facts->last_ns
                               : facts->first_ns - end) /
                    1e9,
                early ? "before this one starts" : "after this one ends");
    }
    return STATUS_OK;
}

static enum status stream_gets(void *context, struct strbuf *text)
{
    return stream_take(context, text);
}

enum status chrome_files_write(const struct chrome_files *files,
                               const struct chrome_line *line)
{
    enum status status = STATUS_OK;

    for (size_t i = 0; i < files->set.count && status == STATUS_OK; i++) {
        const struct set_file *file = &files->set.files[i];
        const struct chrome_facts *facts = &files->facts[i];
        bool dated = facts->dated && line->base != 0;
        struct chrome_onto onto = { .rank = (uint32_t)file->rank,
                                    .shift_ns = dated
                                                    ? -line->base
                                                    : (int64_t)line->undated -
                                                          facts->first_ns,
                                    .from = line->from,
                                    .to = line->to,
                                    .text = line->text,
                                    .take = stream_gets,
                                    .context = line->stream };

        if (line->chosen != NULL && !line->chosen[file->rank])
            continue;
        if (!dated)
            log_warn(
                "%s: the time of day of this file or of the run is "
                "unknown; its first event is placed at the start of the run",
                file->path);
        status = chrome_with_write(file->path, &onto);
    }
    return status;
}
