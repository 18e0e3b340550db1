/* SPDX-License-Identifier: BSD-3-Clause */
#include "render/html_parts.h"

#include "base/text/escape.h"

#define LAYOUT 1 /* source.js knows the same */

/* Lines behind the end of the file are not there. */
static void put_lines(struct bytes_writer *out, const struct source_file *file)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < file->line_count; i++)
        count += file->lines[i].text != NULL;
    bytes_put_number(out, count);
    for (uint32_t i = 0; i < file->line_count; i++)
        if (file->lines[i].text != NULL) {
            bytes_put_number(out, file->lines[i].number);
            html_put_text(out, file->lines[i].text, escape_put_words);
        }
}

void html_source(struct bytes_writer *out, const struct source_text *text)
{
    bytes_put_number(out, LAYOUT);
    bytes_put_number(out, text->more);
    bytes_put_number(out, text->file_count);
    for (uint32_t i = 0; i < text->file_count; i++) {
        const struct source_file *file = &text->files[i];

        html_put_text(out, file->name, escape_put);
        html_put_text(out, file->read, escape_put);
        bytes_put_number(out, file->newer);
        bytes_put_string(out, file->problem != NULL ? file->problem : "");
        put_lines(out, file);
    }
}
