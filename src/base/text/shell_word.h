/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * shell_word.h - quotes text as a word of a shell command.
 *
 * For commands in messages and reports: the printed command can be pasted into
 * a shell.
 * Threads: any.  Errors: the strbuf's.
 */
#ifndef BASE_TEXT_SHELL_WORD_H
#define BASE_TEXT_SHELL_WORD_H

#include "base/text/strbuf.h"

/* Appends text as one word, in single quotes if needed, or as $'...' with \ooo
 * for each byte of an invisible character (utf8.h). */
void shell_word(struct strbuf *out, const char *text);

#endif
