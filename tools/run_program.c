/* SPDX-License-Identifier: BSD-3-Clause */
#include "run_program.h"

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/strbuf.h"

#define PATH_DEFAULT "/usr/local/bin:/usr/bin:/bin"

bool program_is_runnable(const char *path)
{
    struct stat facts;

    return access(path, X_OK) == 0 && stat(path, &facts) == 0 &&
           S_ISREG(facts.st_mode);
}

static bool takes_rights(const char *path)
{
    struct statvfs system;

    return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 &&
           statvfs(path, &system) == 0 && !(system.f_flag & ST_NOSUID);
}

bool program_gains_rights(const char *path)
{
    struct stat facts;

    if (stat(path, &facts) != 0 || !takes_rights(path))
        return false;
    return ((facts.st_mode & S_ISUID) != 0 && facts.st_uid != getuid()) ||
           ((facts.st_mode & S_ISGID) != 0 && facts.st_gid != getgid()) ||
           (getuid() != 0 &&
            getxattr(path, "security.capability", NULL, 0) > 0);
}

/* An empty part of PATH is the current directory. */
static char *try_directory(const char *directory, size_t length,
                           const char *name)
{
    struct strbuf path;

    strbuf_init(&path);
    if (length == 0)
        strbuf_putc(&path, '.');
    strbuf_add(&path, directory, length);
    strbuf_printf(&path, "/%s", name);
    if (!path.failed && program_is_runnable(path.text))
        return path.text;
    strbuf_clear(&path);
    return NULL;
}

char *program_find(const char *name)
{
    const char *at = getenv("PATH");
    char *found = NULL;

    if (strchr(name, '/') != NULL)
        return access(name, F_OK) == 0 ? strdup(name) : NULL;
    if (at == NULL)
        at = PATH_DEFAULT;
    while (name[0] != '\0' && found == NULL) {
        size_t length = strcspn(at, ":");

        found = try_directory(at, length, name);
        if (at[length] == '\0')
            break;
        at += length + 1;
    }
    return found;
}
