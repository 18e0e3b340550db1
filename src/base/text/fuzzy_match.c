/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/text/fuzzy_match.h"

#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 64   /* longer texts resemble nothing */
#define LEAST_PART 3 /* letters that count as a part of a name */

static char plain_letter(char c)
{
    return c == ' ' || c == '-' ? '_' : (char)tolower((unsigned char)c);
}

bool fuzzy_match_same(const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return false;
    while (*a != '\0' && plain_letter(*a) == plain_letter(*b)) {
        a++;
        b++;
    }
    return *a == '\0' && *b == '\0';
}

static size_t make_plain(const char *text, char out[LONGEST + 1])
{
    size_t length = strlen(text);

    for (size_t i = 0; i < length && i < LONGEST; i++)
        out[i] = plain_letter(text[i]);
    out[length < LONGEST ? length : LONGEST] = '\0';
    return length;
}

static int least_of_three(int a, int b, int c)
{
    int most = a < b ? a : b;

    return most < c ? most : c;
}

/* Rows of the matrix of Damerau and Levenshtein, the last three of them. */
static int count_edits(const char *a, size_t rows, const char *b,
                       size_t columns)
{
    int lines[3][LONGEST + 1];

    for (size_t k = 0; k <= columns; k++)
        lines[0][k] = (int)k;
    for (size_t i = 1; i <= rows; i++) {
        int *now = lines[i % 3], *before = lines[(i + 2) % 3];

        now[0] = (int)i;
        for (size_t k = 1; k <= columns; k++) {
            now[k] = least_of_three(before[k] + 1, now[k - 1] + 1,
                                    before[k - 1] + (a[i - 1] != b[k - 1]));
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1])
                now[k] = least_of_three(now[k], lines[(i + 1) % 3][k - 2] + 1,
                                        now[k]);
        }
    }
    return lines[rows % 3][columns];
}

int fuzzy_match_distance(const char *typed, const char *name)
{
    char a[LONGEST + 1], b[LONGEST + 1];
    size_t length = make_plain(typed, a), other = make_plain(name, b);

    if (length > LONGEST || other > LONGEST)
        return WORDS_FAR + 1;
    if (strcmp(a, b) == 0)
        return 0;
    if ((length >= LEAST_PART && strstr(b, a) != NULL) ||
        (other >= LEAST_PART && strstr(a, b) != NULL))
        return 1;
    /* Three letters can be made into any other three. */
    return length < 2 * LEAST_PART - 1 && count_edits(a, length, b, other) > 1
               ? WORDS_FAR + 1
               : count_edits(a, length, b, other) + 1;
}

void fuzzy_match_offer(struct fuzzy_match *match, const char *text,
                       const char *name)
{
    int distance = fuzzy_match_distance(match->typed, text);
    int longer = abs((int)strlen(match->typed) - (int)strlen(text));

    if (distance > WORDS_FAR)
        return;
    /* Among names that contain the typed word the shortest is nearest. */
    if (distance > 0 && distance <= longer)
        distance = longer + 1;
    if (match->name != NULL && distance >= match->distance)
        return;
    match->name = name;
    match->distance = distance;
}
