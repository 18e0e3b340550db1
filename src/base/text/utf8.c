/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * utf8.c - widths are those of libutf8proc; what can be seen, by ranges of code
 * points, changes little from version to version of Unicode.
 */
#include "base/text/utf8.h"

#include <stddef.h>
#include <utf8proc.h>

struct range {
    uint32_t first, last;
};

/* Format characters, blanks other than U+0020, variation selectors, fillers
 * that show nothing; those that no version of Unicode assigns, too. */
static const struct range hidden[] = {
    { 0x80, 0xa0 },       { 0xad, 0xad },       { 0x34f, 0x34f },
    { 0x600, 0x605 },     { 0x61c, 0x61c },     { 0x6dd, 0x6dd },
    { 0x70f, 0x70f },     { 0x890, 0x891 },     { 0x8e2, 0x8e2 },
    { 0x115f, 0x1160 },   { 0x1680, 0x1680 },   { 0x17b4, 0x17b5 },
    { 0x180b, 0x180f },   { 0x2000, 0x200f },   { 0x2028, 0x202f },
    { 0x205f, 0x2064 },   { 0x2066, 0x206f },   { 0x2800, 0x2800 },
    { 0x3000, 0x3000 },   { 0x3164, 0x3164 },   { 0xfdd0, 0xfdef },
    { 0xfe00, 0xfe0f },   { 0xfeff, 0xfeff },   { 0xffa0, 0xffa0 },
    { 0xfff9, 0xfffb },   { 0x110bd, 0x110bd }, { 0x110cd, 0x110cd },
    { 0x13430, 0x13438 }, { 0x1bca0, 0x1bca3 }, { 0x1d173, 0x1d17a },
    { 0xe0000, 0xe0fff },
};

static bool is_in_hidden(uint32_t code)
{
    size_t i = 0, count = sizeof(hidden) / sizeof(*hidden);

    while (i < count && hidden[i].last < code)
        i++;
    return i < count && hidden[i].first <= code;
}

static int size_by_first(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first <= 0xdf)
        return 2;
    if (first >= 0xe0 && first <= 0xef)
        return 3;
    return first >= 0xf0 && first <= 0xf4 ? 4 : 0;
}

/* Overlong forms, surrogates and what is beyond U+10FFFF are none. */
static bool is_legal(int size, uint32_t code)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };

    return code >= least[size] && code <= 0x10ffff &&
           (code < 0xd800 || code > 0xdfff);
}

int utf8_read(const char *text, uint32_t *code)
{
    const unsigned char *at = (const unsigned char *)text;
    int size = size_by_first(at[0]);
    uint32_t sum = size <= 1 ? at[0] : at[0] & (0xffu >> (size + 1));

    for (int i = 1; i < size; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        sum = sum << 6 | (at[i] & 0x3f);
    }
    if (size == 0 || !is_legal(size, sum))
        return 0;
    *code = sum;
    return size;
}

int utf8_write(uint32_t code, char out[4])
{
    int size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

    if (!is_legal(size, code))
        return 0;
    for (int i = size - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    out[0] = (char)(size == 1 ? code : (0xf00u >> size & 0xf0) | code);
    return size;
}

bool utf8_is_hidden(uint32_t code)
{
    if (code < 0x20 || code == 0x7f)
        return true;
    return code >= 0x80 && ((code & 0xfffe) == 0xfffe || is_in_hidden(code));
}

/* Marks stand on the letter before them, and so do the later parts of a Hangul
 * syllable. */
int utf8_width(uint32_t code)
{
    utf8proc_category_t category;

    if (code < 0x300) /* where the first that is not one column is */
        return 1;
    category = utf8proc_category((utf8proc_int32_t)code);
    if (category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME ||
        (code > 0x1160 && code < 0x1200))
        return 0;
    return utf8proc_charwidth((utf8proc_int32_t)code) == 2 ? 2 : 1;
}
