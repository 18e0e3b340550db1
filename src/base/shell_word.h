/*
 * shell_word.h - texts as words of a command line.
 *
 * For commands that a message suggests or a report shows: what is printed can
 * be pasted into a shell.  Threads: any.  Errors: those of the strbuf.
 */
#ifndef BASE_SHELL_WORD_H
#define BASE_SHELL_WORD_H

#include "base/strbuf.h"

/* Appends text as one word, in single quotes where it needs them, or as
 * $'...' with \ooo for each byte of what cannot be seen (utf8.h). */
void shell_word(struct strbuf *out, const char *text);

#endif
