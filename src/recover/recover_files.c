/* SPDX-License-Identifier: BSD-3-Clause */
#include "recover/recover_files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array_room.h"
#include "base/file_at.h"
#include "base/text/affix.h"
#include "live/persist.h"

static bool make_room(struct recover_files *files, uint32_t rank)
{
    size_t paths = files->room, snapshots = files->room;

    return array_reach(&files->paths, rank, &paths, sizeof(char *)) &&
           array_reach(&files->snapshots, rank, &snapshots, sizeof(char *)) &&
           array_reach(&files->seen, rank, &files->room, sizeof(*files->seen));
}

/* Files are named by their rank; others are not ours. */
static void add_file(struct recover_files *files, const char *folder,
                     const char *name, bool snapshots)
{
    char **paths, *end;
    unsigned long rank = strtoul(name, &end, 10);
    struct strbuf path = { 0 };

    if (*end != '\0' || end == name || name[0] < '0' || name[0] > '9' ||
        rank >= RECOVER_MOST_RANKS || !make_room(files, (uint32_t)rank))
        return;
    paths = snapshots ? files->snapshots : files->paths;
    if (paths[rank] != NULL)
        return;
    strbuf_printf(&path, "%s/%s", folder, name);
    paths[rank] = path.failed ? NULL : strdup(strbuf_text(&path));
    files->found += paths[rank] != NULL;
    strbuf_clear(&path);
}

static void add_folder(struct recover_files *files, const char *folder,
                       bool snapshots)
{
    DIR *entries = opendir(folder);
    struct dirent *entry;

    if (entries == NULL)
        return;
    while ((entry = readdir(entries)) != NULL)
        add_file(files, folder, entry->d_name, snapshots);
    closedir(entries);
}

bool recover_files_elsewhere(const char *directory, struct strbuf *folder)
{
    char line[8192];
    int64_t length;
    int file;

    strbuf_printf(folder, "%s/" PERSIST_FOLDER "/" PERSIST_ELSEWHERE,
                  directory);
    file = file_open(strbuf_text(folder));
    strbuf_truncate(folder, 0);
    if (file < 0)
        return false;
    length = file_read_at(file, line, sizeof(line) - 1, 0);
    line[length > 0 ? length : 0] = '\0';
    strbuf_add(folder, line, strcspn(line, "\n"));
    close(file);
    return folder->length > 0;
}

void recover_files_folder(struct recover_files *files, const char *folder)
{
    add_folder(files, folder, false);
}

/* A folder of snapshots may be given itself. */
void recover_files_look(struct recover_files *files, const char *directory)
{
    struct strbuf folder = { 0 };

    strbuf_printf(&folder, "%s/" PERSIST_FOLDER, directory);
    add_folder(files, strbuf_text(&folder), false);
    strbuf_truncate(&folder, 0);
    if (recover_files_elsewhere(directory, &folder))
        add_folder(files, strbuf_text(&folder), false);
    strbuf_truncate(&folder, 0);
    strbuf_printf(&folder, "%s/" PERSIST_SNAPSHOTS, directory);
    add_folder(files, strbuf_text(&folder), true);
    if (path_ends_in(directory, PERSIST_SNAPSHOTS))
        add_folder(files, directory, true);
    strbuf_clear(&folder);
}

void recover_files_clear(struct recover_files *files)
{
    for (uint32_t i = 0; i < files->room; i++)
        FREE_ALL(files->paths[i], files->snapshots[i]);
    FREE_ALL(files->paths, files->snapshots, files->seen);
    *files = (struct recover_files){ 0 };
}

/* Which has the later state: what a process does to its file it need not do to
 * its snapshot. */
static bool is_later(const struct recover_rank *snapshot,
                     const struct recover_rank *file)
{
    return file->how == ENDING_UNKNOWN &&
           recover_rank_last_sign(snapshot) > recover_rank_last_sign(file);
}

static bool are_of_one_process(const struct recover_rank *one,
                               const struct recover_rank *two)
{
    return one->head.begin == two->head.begin &&
           one->head.process.number == two->head.process.number;
}

/* The one of the two that is read from here on. */
static void choose_better(struct recover_files *files, uint32_t number)
{
    struct recover_rank file = { 0 }, snapshot = { 0 };
    char **worse = &files->snapshots[number];

    if (files->snapshots[number] == NULL)
        return;
    if (files->paths[number] == NULL ||
        recover_rank_open(files->paths[number], &file) != STATUS_OK)
        worse = &files->paths[number];
    else if (recover_rank_open(files->snapshots[number], &snapshot) ==
             STATUS_OK) {
        if (is_later(&snapshot, &file))
            worse = &files->paths[number];
        else if (are_of_one_process(&snapshot, &file))
            files->seen[number] = snapshot.taken;
    }
    recover_rank_close(&file);
    recover_rank_close(&snapshot);
    free(*worse);
    *worse = NULL;
    if (files->paths[number] == NULL) {
        files->paths[number] = files->snapshots[number];
        files->snapshots[number] = NULL;
    }
}

void recover_files_choose(struct recover_files *files)
{
    for (uint32_t i = 0; i < files->room; i++)
        choose_better(files, i);
}

const char *recover_files_of(const struct recover_files *files, uint32_t rank)
{
    return rank < files->room ? files->paths[rank] : NULL;
}

enum status recover_files_open(const struct recover_files *files,
                               uint32_t rank, struct recover_rank *out)
{
    enum status status = recover_rank_open(files->paths[rank], out);

    if (status == STATUS_OK)
        recover_rank_seen(out, files->seen[rank]);
    return status;
}

void recover_files_forget(struct recover_files *files, uint32_t rank)
{
    free(files->paths[rank]);
    files->paths[rank] = NULL;
}
