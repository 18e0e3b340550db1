/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * names_objects.c - windows and files in the words of a profile.
 */
#include "archive/events/names.h"

#include <string.h>

#include "base/text/strbuf.h"

/* How it was made, the second half of the note, comes with its first event. */
static void settle_window(struct names *names, struct names_window *window,
                          uint32_t number)
{
    struct definitions *table = names->profile->definitions;
    const struct names_comm *comm = names_comm(names, window->comm);

    window->id = definitions_intern_number(
        table, DEFINITION_WINDOW, comm == NULL ? 0 : comm->id, 0, number);
    if (window->id == DEFINITION_NONE) {
        window->id = 0;
        names->status = STATUS_NO_MEMORY;
        return;
    }
    names_note_window(names, window, "");
}

void names_note_window(struct names *names, const struct names_window *window,
                       const char *kind)
{
    const char *name = names_text(names, window->name);
    struct strbuf note = { 0 };

    strbuf_add(&note, name, strlen(name) + 1);
    strbuf_puts(&note, kind);
    if (note.failed)
        names->status = STATUS_NO_MEMORY;
    else
        definitions_note(names->profile->definitions, DEFINITION_WINDOW,
                         window->id, note.text, note.length, 1);
    strbuf_clear(&note);
}

static void settle_file(struct names *names, struct names_file *file)
{
    const char *name = names_text(names, file->name);

    file->id = definitions_intern(names->profile->definitions, DEFINITION_FILE,
                                  0, 0, name, strlen(name));
    if (file->id != DEFINITION_NONE)
        return;
    file->id = 0;
    names->status = STATUS_NO_MEMORY;
}

static void count_handles(struct names *names)
{
    const struct names_handle *handles = names->handles.items;
    struct names_file *files = names->files.items;

    for (uint32_t i = 0; i < names->handles.count; i++) {
        if (!handles[i].defined || handles[i].file >= names->files.count)
            continue;
        files[handles[i].file].handles++;
        files[handles[i].file].handle = i;
    }
}

void names_settle_objects(struct names *names)
{
    struct names_window *windows = names->windows.items;
    struct names_file *files = names->files.items;

    count_handles(names);

    for (uint32_t i = 0; i < names->windows.count; i++)
        if (windows[i].defined && names->status == STATUS_OK)
            settle_window(names, &windows[i], i);
    for (uint32_t i = 0; i < names->files.count; i++)
        if (files[i].defined && names->status == STATUS_OK)
            settle_file(names, &files[i]);
}
