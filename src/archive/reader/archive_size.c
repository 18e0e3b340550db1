/* SPDX-License-Identifier: BSD-3-Clause */
#include "archive/reader/archive_size.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text/affix.h"
#include "base/text/strbuf.h"

#define SUFFIX ".otf2"

/* run.otf2 without its ending; false: it has none. */
static bool put_stem(struct strbuf *path, const char *anchor)
{
    if (!ends_with(anchor, SUFFIX) || strlen(anchor) == strlen(SUFFIX))
        return false;
    strbuf_add(path, anchor, strlen(anchor) - strlen(SUFFIX));
    return true;
}

static uint64_t size_of(const char *path)
{
    struct stat facts;

    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode)
               ? (uint64_t)facts.st_size
               : 0;
}

uint64_t archive_size_of_names(const char *anchor_file)
{
    struct strbuf path = { 0 };
    uint64_t size = 0;

    if (put_stem(&path, anchor_file)) {
        strbuf_puts(&path, ".def");
        size = size_of(strbuf_text(&path));
    }
    strbuf_clear(&path);
    return size;
}

uint64_t archive_size_of_events(const char *anchor_file, uint64_t location)
{
    struct strbuf path = { 0 };
    uint64_t size = 0;

    if (put_stem(&path, anchor_file)) {
        strbuf_printf(&path, "/%llu.evt", (unsigned long long)location);
        size = size_of(strbuf_text(&path));
    }
    strbuf_clear(&path);
    return size;
}

static uint64_t size_of_folder(const char *folder)
{
    DIR *entries = opendir(folder);
    struct dirent *entry;
    struct strbuf path = { 0 };
    uint64_t size = 0;

    if (entries == NULL)
        return 0;
    while ((entry = readdir(entries)) != NULL) {
        strbuf_truncate(&path, 0);
        strbuf_printf(&path, "%s/%s", folder, entry->d_name);
        size += size_of(strbuf_text(&path));
    }
    closedir(entries);
    strbuf_clear(&path);
    return size;
}

uint64_t archive_size(const char *anchor_file)
{
    uint64_t size = size_of(anchor_file) + archive_size_of_names(anchor_file);
    struct strbuf folder = { 0 };

    if (put_stem(&folder, anchor_file))
        size += size_of_folder(strbuf_text(&folder));
    strbuf_clear(&folder);
    return size;
}

static size_t files_in(const char *folder)
{
    DIR *entries = opendir(folder);
    struct dirent *entry;
    size_t files = 0;

    if (entries == NULL)
        return 0;
    while ((entry = readdir(entries)) != NULL)
        files += entry->d_name[0] != '.';
    closedir(entries);
    return files;
}

size_t archive_files(const char *anchor_file)
{
    struct strbuf folder = { 0 };
    size_t files = 0;

    if (put_stem(&folder, anchor_file))
        files = files_in(strbuf_text(&folder));
    strbuf_clear(&folder);
    return files;
}
