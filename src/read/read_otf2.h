/*
 * read_otf2.h - a profile computed from the events of an OTF2 archive.
 *
 * Gives the same numbers as the profile file of the same run wherever the
 * trace is complete.  Reads archives of other writers (Score-P) too, as far as
 * they carry the standard records.  Without OTF2 (read_otf2_null.c) answers
 * STATUS_UNSUPPORTED.  Memory: the caller destroys *out.
 */
#ifndef READ_OTF2_H
#define READ_OTF2_H

#include "model/profile.h"

enum status read_otf2(const char *anchor_file, struct profile **out);

#endif
