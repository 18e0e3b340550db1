/* SPDX-License-Identifier: BSD-3-Clause */
#include "run_python.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "run_prefix.h"

#define VARIABLE "PYTHONPATH"

/* A colon ends a folder's name there, with no way to quote. */
static bool has_module(const char *folder)
{
    struct strbuf file;
    bool has;

    strbuf_init(&file);
    strbuf_printf(&file, "%s/mpiprof/__init__.py", folder);
    has = !file.failed && strchr(folder, ':') == NULL &&
          access(strbuf_text(&file), R_OK) == 0;
    strbuf_clear(&file);
    return has;
}

static bool find_module(struct strbuf *folder)
{
    if (run_prefix(folder, "/share/mpiprof/python") &&
        has_module(strbuf_text(folder)))
        return true;
    strbuf_truncate(folder, 0);
    strbuf_puts(folder, MPIPROF_PYTHONDIR);
    return folder->length > 0 && has_module(strbuf_text(folder));
}

static bool is_listed(const char *list, const char *folder)
{
    size_t length = strlen(folder);

    for (const char *at = list; at != NULL;) {
        if (strncmp(at, folder, length) == 0 &&
            (at[length] == ':' || at[length] == '\0'))
            return true;
        at = strchr(at, ':');
        at = at == NULL ? NULL : at + 1;
    }
    return false;
}

static void append(const char *list, const char *folder)
{
    struct strbuf all;

    strbuf_init(&all);
    if (list[0] != '\0')
        strbuf_printf(&all, "%s:", list);
    strbuf_puts(&all, folder);
    if (!all.failed)
        setenv(VARIABLE, strbuf_text(&all), 1);
    strbuf_clear(&all);
}

void python_offer_module(void)
{
    const char *list = getenv(VARIABLE);
    struct strbuf folder;

    if (list == NULL)
        list = "";
    strbuf_init(&folder);
    if (find_module(&folder) && !is_listed(list, strbuf_text(&folder)))
        append(list, strbuf_text(&folder));
    strbuf_clear(&folder);
}
