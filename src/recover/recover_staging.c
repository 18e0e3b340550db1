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

/* Of all files of directory/run, by their names. */
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
    struct left_place *place = context;
    size_t count = place->location_count;
    char *end;
    uint64_t location = strtoull(name, &end, 10);

    if (end == name || strcmp(end, ".evt") != 0)
        return true;
    if ((count & (count - 1)) == 0) {
        size_t room = count == 0 ? 1 : 2 * count;
        uint64_t *more = realloc(place->locations, room * sizeof(*more));

        if (more == NULL)
            return false;
        place->locations = more;
    }
    place->locations[place->location_count++] = location;
    return true;
}

static bool remove_file(void *context, const char *name)
{
    const struct left_place *place = context;
    char inside[NAME_MAX + 8];

    snprintf(inside, sizeof(inside), "run/%s", name);
    unlink(path_of(place->folder, inside));
    return true;
}

static void clean(struct left_place *place)
{
    for_each(place->folder, remove_file, place);
    rmdir(path_of(place->folder, "run"));
    unlink(path_of(place->folder, "run.def"));
    unlink(path_of(place->folder, "run.otf2"));
    rmdir(place->folder);
}

bool left_place_open(const char *directory, struct left_place *out)
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
    clean(out);
    return for_each(directory, add_location, out);
}

static bool move_file(void *context, const char *name)
{
    const struct left_place *place = context;
    char inside[NAME_MAX + 8];

    snprintf(inside, sizeof(inside), "run/%s", name);
    return rename(path_of(place->folder, inside),
                  path_of(place->directory, inside)) == 0;
}

static bool move(const struct left_place *place, const char *name)
{
    return rename(path_of(place->folder, name),
                  path_of(place->directory, name)) == 0;
}

bool left_place_move(const struct left_place *place)
{
    if (mkdir(path_of(place->directory, "run"), 0777) != 0 &&
        errno != EEXIST)
        return false;
    return for_each(place->folder, move_file, (void *)place) &&
           move(place, "run.def") && move(place, "run.otf2");
}

void left_place_close(struct left_place *place)
{
    if (place->folder[0] != '\0')
        clean(place);
    if (place->locked)
        close(place->lock);
    place->locked = false;
    free(place->locations);
    place->locations = NULL;
}

int left_place_events(const struct left_place *place, uint64_t location)
{
    return open(file_of(place->directory, location, "evt"),
                O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

bool left_place_has_events(const struct left_place *place, uint64_t location)
{
    struct stat facts;

    return stat(file_of(place->directory, location, "evt"), &facts) != 0 ||
           !S_ISREG(facts.st_mode) || facts.st_size > 0;
}

int left_place_tail(const struct left_place *place, uint64_t location)
{
    return open(file_of(place->folder, location, "evt"),
                O_RDONLY | O_CLOEXEC);
}

int left_place_make(const struct left_place *place, uint64_t location)
{
    return open(file_of(place->folder, location, "joined"),
                O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

bool left_place_keep(const struct left_place *place, uint64_t location)
{
    return rename(file_of(place->folder, location, "joined"),
                  file_of(place->folder, location, "evt")) == 0;
}

void left_place_drop(const struct left_place *place, uint64_t location)
{
    unlink(file_of(place->folder, location, "joined"));
}

bool left_place_has_room(const struct left_place *place, uint64_t bytes)
{
    struct statvfs facts;

    if (statvfs(place->directory, &facts) != 0 ||
        (uint64_t)facts.f_bavail * facts.f_frsize >= bytes + SPARE)
        return true;
    errno = ENOSPC;
    return false;
}
