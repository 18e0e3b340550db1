/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * export_tau.c - a folder with a file per rank, in TAU's format.
 *
 * The folder appears complete or not at all.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analyze/functions/time_tree.h"
#include "base/log.h"
#include "render/foreign/calls.h"
#include "tools/export/export.h"
#include "tools/output.h"

struct folder {
    const struct profile *profile;
    struct time_tree time;
    char *path; /* while it is made */
};

static enum status write_rank(struct folder *folder, uint32_t rank,
                              struct strbuf *text)
{
    struct strbuf name = { 0 };
    enum status status;

    strbuf_printf(&name, "%s/profile.%u.0.0", folder->path, rank);
    status = name.failed ? log_fail(STATUS_NO_MEMORY, "output")
                         : stream_write(strbuf_text(&name), text);
    strbuf_clear(&name);
    return status;
}

const char *export_host(const struct profile *profile,
                        const struct rank_data *rank)
{
    if (rank->host >= definitions_count(profile->definitions, DEFINITION_HOST))
        return "";
    return (const char *)definitions_get(profile->definitions, DEFINITION_HOST,
                                         rank->host)
        .key;
}

static void put_text(const struct folder *folder, const struct rank_data *rank,
                     struct call_tree *tree, const struct call_graph *graph,
                     struct strbuf *text)
{
    const struct profile *profile = folder->profile;
    const struct tau_run run = { .program = profile->program,
                                 .command = profile->command,
                                 .mpi_library = profile->mpi_library,
                                 .host = export_host(profile, rank),
                                 .start_unix_ns = profile->start_unix_ns };

    render_tau(text, &run, tree, graph);
}

static enum status put_rank(void *context, const struct rank_data *rank)
{
    struct folder *folder = context;
    struct call_graph graph;
    struct strbuf text = { 0 };
    enum status status;

    call_tree_zero(&folder->time.tree);
    time_tree_add(&folder->time, rank);
    status = call_graph_make(&folder->time.tree, &graph);
    if (status != STATUS_OK)
        return status;
    put_text(folder, rank, &folder->time.tree, &graph, &text);
    text.failed |= folder->time.tree.failed;
    status = write_rank(folder, rank->rank, &text);
    strbuf_clear(&text);
    call_graph_clear(&graph);
    return status;
}

static void remove_folder(const char *path)
{
    DIR *entries = opendir(path);
    struct dirent *entry;

    while (entries != NULL && (entry = readdir(entries)) != NULL)
        if (entry->d_name[0] != '.')
            unlinkat(dirfd(entries), entry->d_name, 0);
    if (entries != NULL)
        closedir(entries);
    rmdir(path);
}

/* mkdtemp() makes folders for the owner alone. */
static void usual_mode(const char *path)
{
    mode_t mask = umask(0);

    umask(mask);
    chmod(path, 0777 & ~mask);
}

static enum status write_folder(const struct exported *run,
                                struct folder *folder)
{
    const char *path = run->request->options.show.output;
    enum status status;

    if (mkdtemp(folder->path) == NULL)
        return log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
    usual_mode(folder->path);
    folder->profile = run->profile;
    time_tree_init(&folder->time, run->profile, 0);
    status = export_ranks(run, put_rank, folder);
    time_tree_clear(&folder->time);
    if (status == STATUS_OK && rename(folder->path, path) != 0)
        status = errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR
                     ? log_fail(STATUS_IO,
                                "%s already exists; give the "
                                "name of a new folder",
                                path)
                     : log_fail(STATUS_IO, "%s: %s", path, strerror(errno));
    if (status != STATUS_OK)
        remove_folder(folder->path);
    return status;
}

/* "out" of "out/", so that the other name is beside it. */
static void name_beside(struct strbuf *name, const char *path)
{
    size_t length = strlen(path);

    while (length > 1 && path[length - 1] == '/')
        length--;
    strbuf_add(name, path, length);
    strbuf_puts(name, ".XXXXXX");
}

enum status export_tau(const struct exported *run)
{
    struct folder folder = { .path = NULL };
    struct strbuf name = { 0 };
    enum status status;
    sigset_t before;

    name_beside(&name, run->request->options.show.output);
    if (name.failed)
        return log_fail(STATUS_NO_MEMORY, "output");
    folder.path = name.text;
    output_hold_signals(&before);
    status = write_folder(run, &folder);
    output_let_signals(&before);
    strbuf_clear(&name);
    return status;
}
