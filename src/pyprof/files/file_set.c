/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyprof/files/file_set.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array_room.h"
#include "base/file_at.h"
#include "base/log.h"
#include "base/order.h"
#include "base/ranklist.h"
#include "base/text/affix.h"
#include "base/text/strbuf.h"

#define NO_RANK (-1)
#define TOO_LARGE (-2)
#define SUFFIX ".prof"
#define OTHER_SUFFIX ".lprof" /* of line_profiler, where there are none */

struct looking {
    struct file_set *set;
    const regex_t *pattern; /* or NULL */
};

/* ---- ranks ---- */

static int number_of(const char *digits, size_t length)
{
    long value = 0;

    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)digits[i]))
            return NO_RANK;
        value = value * 10 + (digits[i] - '0');
        if (value >= FILE_SET_RANKS)
            return TOO_LARGE;
    }
    return length == 0 ? NO_RANK : (int)value;
}

static int last_number(const char *path)
{
    const char *name = last_part(path), *end = name + strlen(name), *begin;

    while (end > name && !isdigit((unsigned char)end[-1]))
        end--;
    for (begin = end; begin > name && isdigit((unsigned char)begin[-1]);)
        begin--;
    return number_of(begin, (size_t)(end - begin));
}

static int matched_number(const regex_t *pattern, const char *path)
{
    regmatch_t groups[2];

    if (regexec(pattern, path, 2, groups, 0) != 0 || groups[1].rm_so < 0)
        return NO_RANK;
    return number_of(path + groups[1].rm_so,
                     (size_t)(groups[1].rm_eo - groups[1].rm_so));
}

static int rank_of(const struct looking *looking, const char *path)
{
    return looking->pattern == NULL ? last_number(path)
                                    : matched_number(looking->pattern, path);
}

/* ---- words ---- */

static enum status add_file(const struct looking *looking, const char *path)
{
    struct file_set *set = looking->set;
    struct set_file *file;

    if (!array_more(&set->files, set->count, sizeof(*set->files)))
        return log_fail(STATUS_NO_MEMORY, "%s", path);
    file = &set->files[set->count];
    file->rank = rank_of(looking, path);
    file->path = strdup(path);
    if (file->path == NULL)
        return log_fail(STATUS_NO_MEMORY, "%s", path);
    set->count++;
    return STATUS_OK;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_profile(const struct dirent *entry)
{
    return ends_with(entry->d_name, SUFFIX);
}

static int is_other_profile(const struct dirent *entry)
{
    return ends_with(entry->d_name, OTHER_SUFFIX);
}

/* Forgets those without a rank that were added since, where others have one. */
static void leave_out(struct file_set *set, size_t since)
{
    size_t kept = since, ranked = 0;

    for (size_t i = since; i < set->count; i++)
        ranked += set->files[i].rank >= 0;
    if (ranked == 0)
        return;
    for (size_t i = since; i < set->count; i++)
        if (set->files[i].rank >= 0)
            set->files[kept++] = set->files[i];
        else
            free(set->files[i].path);
    set->left_out += set->count - kept;
    set->count = kept;
}

static enum status add_entries(const struct looking *looking,
                               const char *folder, struct dirent **entries,
                               int count)
{
    enum status status = STATUS_OK;
    struct strbuf path = { 0 };

    for (int i = 0; i < count && status == STATUS_OK; i++) {
        strbuf_truncate(&path, 0);
        strbuf_printf(&path, "%s%s%s", folder,
                      ends_with(folder, "/") ? "" : "/", entries[i]->d_name);
        status = path.failed ? log_fail(STATUS_NO_MEMORY, "%s", folder)
                             : add_file(looking, path.text);
    }
    strbuf_clear(&path);
    return status;
}

static enum status add_folder(const struct looking *looking,
                              const char *folder)
{
    size_t since = looking->set->count;
    struct dirent **entries;
    int count = scandir(folder, &entries, is_profile, by_name);
    enum status status;

    if (count == 0) {
        free(entries);
        count = scandir(folder, &entries, is_other_profile, by_name);
    }
    if (count < 0)
        return log_fail(STATUS_IO, "%s: %s", folder, strerror(errno));
    status = add_entries(looking, folder, entries, count);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    if (status == STATUS_OK && count == 0)
        return log_fail(STATUS_NOT_FOUND,
                        "%s: no file ends in " SUFFIX " or " OTHER_SUFFIX
                        "; give the names of the files",
                        folder);
    leave_out(looking->set, since);
    return status;
}

static enum status add_pattern(const struct looking *looking,
                               const char *pattern)
{
    enum status status = STATUS_OK;
    glob_t found;
    int error = glob(pattern, 0, NULL, &found);

    if (error == GLOB_NOMATCH)
        return log_fail(STATUS_NOT_FOUND,
                        "%s: there is no such file; check the folder",
                        pattern);
    if (error != 0)
        return log_fail(STATUS_IO, "%s: cannot search for such files",
                        pattern);
    for (size_t i = 0; i < found.gl_pathc && status == STATUS_OK; i++)
        status = add_file(looking, found.gl_pathv[i]);
    globfree(&found);
    return status;
}

static enum status add_word(const struct looking *looking, const char *word)
{
    struct stat facts;

    if (stat(word, &facts) != 0)
        return add_pattern(looking, word);
    return S_ISDIR(facts.st_mode) ? add_folder(looking, word)
                                  : add_file(looking, word);
}

/* ---- the set ---- */

ORDER(by_rank, struct set_file, UP(rank) A_TO_Z(path));

/* One without a rank, or two of one. */
static enum status refuse_ranks(const struct set_file *a,
                                const struct set_file *b)
{
    if (a->rank == TOO_LARGE)
        return log_fail(STATUS_BAD_VALUE,
                        "%s: the number in its name is not a rank; use "
                        "--rank-pattern to say where the rank is",
                        a->path);
    if (a->rank == NO_RANK)
        return log_fail(STATUS_BAD_VALUE,
                        "%s: there is no rank in its name; use --rank-pattern "
                        "to say where it is",
                        a->path);
    return log_fail(STATUS_BAD_VALUE,
                    "%s and %s both belong to rank %d: name the files of one "
                    "run only, or say with --rank-pattern where the rank is",
                    b->path, a->path, a->rank);
}

static enum status settle_ranks(struct file_set *set)
{
    size_t kept = 0;

    qsort(set->files, set->count, sizeof(*set->files), by_rank);
    for (size_t i = 0; i < set->count; i++) {
        const struct set_file *last = kept == 0 ? NULL : &set->files[kept - 1];

        if (last != NULL && last->rank == set->files[i].rank &&
            (strcmp(last->path, set->files[i].path) == 0 ||
             file_same(last->path, set->files[i].path))) {
            free(set->files[i].path);
            continue;
        }
        set->files[kept++] = set->files[i];
    }
    set->count = kept;
    if (kept == 1 && set->files[0].rank < 0)
        set->files[0].rank = 0;
    for (size_t i = 0; i < kept; i++)
        if (set->files[i].rank < 0 ||
            (i > 0 && set->files[i].rank == set->files[i - 1].rank))
            return refuse_ranks(&set->files[i],
                                &set->files[i > 0 ? i - 1 : 0]);
    return STATUS_OK;
}

static void note_missing(struct file_set *set, const struct ranklist *wanted)
{
    struct ranklist gaps = { malloc((wanted->count + 1) * sizeof(int)), 0 };
    struct strbuf text = { 0 };
    size_t at = 0;

    if (gaps.members == NULL || set->count < 2) {
        free(gaps.members);
        return; /* a single file was chosen */
    }
    for (size_t i = 0; i < wanted->count; i++) {
        while (at < set->count && set->files[at].rank < wanted->members[i])
            at++;
        if (at == set->count || set->files[at].rank != wanted->members[i])
            gaps.members[gaps.count++] = wanted->members[i];
    }
    ranklist_print(&text, gaps.members, gaps.count);
    set->missing = gaps.count == 0 ? NULL : text.text;
    if (gaps.count == 0)
        strbuf_clear(&text);
    ranklist_clear(&gaps);
}

static void keep_wanted(struct file_set *set, const struct ranklist *wanted)
{
    size_t kept = 0;

    for (size_t i = 0; i < set->count; i++)
        if (ranklist_has(wanted, set->files[i].rank))
            set->files[kept++] = set->files[i];
        else
            free(set->files[i].path);
    set->count = kept;
}

static enum status choose_ranks(struct file_set *set, const char *ranks)
{
    int most = set->files[set->count - 1].rank + 1;
    struct ranklist wanted;
    enum status status = ranklist_parse(ranks, most, &wanted);

    if (status != STATUS_OK)
        return status;
    note_missing(set, &wanted);
    keep_wanted(set, &wanted);
    ranklist_clear(&wanted);
    if (set->count == 0)
        return log_fail(STATUS_NOT_FOUND, "there is no file of rank %s",
                        ranks);
    return STATUS_OK;
}

static enum status find_all(const struct looking *looking, char *const *words,
                            size_t count)
{
    enum status status = STATUS_OK;

    for (size_t i = 0; i < count && status == STATUS_OK; i++)
        status = add_word(looking, words[i]);
    return status;
}

enum status file_set_create(char *const *words, size_t count,
                            const char *rank_pattern, const char *ranks,
                            struct file_set *out)
{
    struct looking looking = { .set = out };
    enum status status;
    regex_t pattern;

    *out = (struct file_set){ 0 };
    if (rank_pattern != NULL) {
        if (regcomp(&pattern, rank_pattern, REG_EXTENDED) != 0)
            return log_fail(STATUS_BAD_VALUE,
                            "--rank-pattern %s: this is not a regular "
                            "expression",
                            rank_pattern);
        looking.pattern = &pattern;
    }
    status = rank_pattern != NULL && pattern.re_nsub == 0
                 ? log_fail(STATUS_BAD_VALUE,
                            "--rank-pattern %s: put ( ) around the rank",
                            rank_pattern)
                 : find_all(&looking, words, count);
    if (rank_pattern != NULL)
        regfree(&pattern);
    if (status == STATUS_OK)
        status = settle_ranks(out);
    if (status == STATUS_OK)
        status = choose_ranks(out, ranks);
    if (status != STATUS_OK)
        file_set_clear(out);
    return status;
}

void file_set_clear(struct file_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        free(set->files[i].path);
    FREE_ALL(set->files, set->missing);
    *set = (struct file_set){ 0 };
}
