/* SPDX-License-Identifier: BSD-3-Clause */
#include "recover/recover_staging.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/array_room.h"

#define FOLDER "recover.tmp"
#define SPARE (16u << 20) /* for definitions, and what others write */

/* A path, in memory that the next but three takes again; too long: "". */
static const char *path_of(const char *directory, const char *name)
{
    static char texts[4][PATH_MAX];
    static unsigned next;
    char *text = texts[next++ % 4];

    if (snprintf(text, PATH_MAX, "%s/%s", directory, name) >= PATH_MAX)
        text[0] = '\0';
    return text;
}

static const char *file_of(const char *directory, uint64_t location,
                           const char *end)
{
    char name[64];

    snprintf(name, sizeof(name), "run/%llu.%s", (unsigned long long)location,
             end);
    return path_of(directory, name);
}

/* Calls `each' for all files of directory/run, by their names. */
static bool for_each(const char *directory,
                     bool (*visit)(void *context, const char *name),
                     void *context)
{
    DIR *entries = opendir(path_of(directory, "run"));
    struct dirent *entry;
    bool done = true;

    while (entries != NULL && done && (entry = readdir(entries)) != NULL)
        if (entry->d_name[0] != '.')
            done = visit(context, entry->d_name);
    if (entries != NULL)
        closedir(entries);
    return done;
}

static bool add_location(void *context, const char *name)
{
    struct recover_staging *staging = context;
    char *end;
    uint64_t location = strtoull(name, &end, 10);

    if (end == name || strcmp(end, ".evt") != 0)
        return true;
    return ARRAY_ADD(staging->locations, staging->location_count, location);
}

static bool remove_file(void *context, const char *name)
{
    const struct recover_staging *staging = context;
    char inside[NAME_MAX + 8];

    snprintf(inside, sizeof(inside), "run/%s", name);
    unlink(path_of(staging->folder, inside));
    return true;
}

static void clean_folder(struct recover_staging *staging)
{
    for_each(staging->folder, remove_file, staging);
    rmdir(path_of(staging->folder, "run"));
    unlink(path_of(staging->folder, "run.def"));
    unlink(path_of(staging->folder, "run.otf2"));
    rmdir(staging->folder);
}

bool recover_staging_open(const char *directory, struct recover_staging *out)
{
    memset(out, 0, sizeof(*out));
    if (snprintf(out->directory, sizeof(out->directory), "%s", directory) >=
            (int)sizeof(out->directory) - 64 ||
        access(directory, W_OK | X_OK) != 0)
        return false;
    out->lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (out->lock >= 0 && flock(out->lock, LOCK_EX | LOCK_NB) != 0 &&
        errno == EWOULDBLOCK) {
        close(out->lock);
        errno = EBUSY;
        return false;
    }
    out->locked = out->lock >= 0;
    errno = 0;
    strcpy(out->folder, path_of(directory, FOLDER));
    clean_folder(out);
    return for_each(directory, add_location, out);
}

static bool move_file(void *context, const char *name)
{
    const struct recover_staging *staging = context;
    char inside[NAME_MAX + 8];

    snprintf(inside, sizeof(inside), "run/%s", name);
    return rename(path_of(staging->folder, inside),
                  path_of(staging->directory, inside)) == 0;
}

static bool move_to_run(const struct recover_staging *staging,
                        const char *name)
{
    return rename(path_of(staging->folder, name),
                  path_of(staging->directory, name)) == 0;
}

bool recover_staging_move(const struct recover_staging *staging)
{
    if (mkdir(path_of(staging->directory, "run"), 0777) != 0 &&
        errno != EEXIST)
        return false;
    return for_each(staging->folder, move_file, (void *)staging) &&
           move_to_run(staging, "run.def") && move_to_run(staging, "run.otf2");
}

void recover_staging_close(struct recover_staging *staging)
{
    if (staging->folder[0] != '\0')
        clean_folder(staging);
    if (staging->locked)
        close(staging->lock);
    staging->locked = false;
    free(staging->locations);
    staging->locations = NULL;
}

int recover_staging_events(const struct recover_staging *staging,
                           uint64_t location)
{
    return open(file_of(staging->directory, location, "evt"),
                O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

bool recover_staging_has_events(const struct recover_staging *staging,
                                uint64_t location)
{
    struct stat facts;

    return stat(file_of(staging->directory, location, "evt"), &facts) != 0 ||
           !S_ISREG(facts.st_mode) || facts.st_size > 0;
}

int recover_staging_tail(const struct recover_staging *staging,
                         uint64_t location)
{
    return open(file_of(staging->folder, location, "evt"),
                O_RDONLY | O_CLOEXEC);
}

int recover_staging_make(const struct recover_staging *staging,
                         uint64_t location)
{
    return open(file_of(staging->folder, location, "joined"),
                O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

bool recover_staging_keep(const struct recover_staging *staging,
                          uint64_t location)
{
    return rename(file_of(staging->folder, location, "joined"),
                  file_of(staging->folder, location, "evt")) == 0;
}

void recover_staging_drop(const struct recover_staging *staging,
                          uint64_t location)
{
    unlink(file_of(staging->folder, location, "joined"));
}

bool recover_staging_has_room(const struct recover_staging *staging,
                              uint64_t bytes)
{
    struct statvfs facts;

    if (statvfs(staging->directory, &facts) != 0 ||
        (uint64_t)facts.f_bavail * facts.f_frsize >= bytes + SPARE)
        return true;
    errno = ENOSPC;
    return false;
}
