/* SPDX-License-Identifier: BSD-3-Clause */
#include "symbols/cut_frame.h"

#include <string.h>

#define CUT "..."
#define CUT_LENGTH (sizeof(CUT) - 1)

/* As in the note of any frame, see symbols.h. */
static const char names[] = CUT "\0\0000";

uint32_t cut_frame_define(struct definitions *table)
{
    static const uint8_t offset[8];
    uint32_t module, frame;

    module =
        definitions_intern(table, DEFINITION_MODULE, 0, 0, CUT, CUT_LENGTH);
    if (module == DEFINITION_NONE)
        return DEFINITION_NONE;
    frame = definitions_intern(table, DEFINITION_FRAME, module, 0, offset,
                               sizeof(offset));
    if (frame != DEFINITION_NONE)
        definitions_note(table, DEFINITION_FRAME, frame, names, sizeof(names),
                         0);
    return frame;
}

bool cut_frame_is(const struct definitions *table, uint32_t frame)
{
    struct definition item = definitions_get(table, DEFINITION_FRAME, frame);
    struct definition module =
        definitions_get(table, DEFINITION_MODULE, item.refs[0]);

    return module.key_size == CUT_LENGTH &&
           memcmp(module.key, CUT, CUT_LENGTH) == 0;
}
