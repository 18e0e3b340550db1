/* SPDX-License-Identifier: BSD-3-Clause */
#include "whatif/changes.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/facts/source_location.h"
#include "analyze/facts/network.h"
#include "analyze/facts/run_steps.h"
#include "base/array_room.h"
#include "base/text/affix.h"
#include "base/text/fuzzy_match.h"
#include "base/log.h"
#include "base/ranklist.h"

#define FACTOR_MOST 1000

/* The word that is read. */
struct reading {
    const struct profile *profile;
    const struct replay_log *log;
    const char *word;
    bool *sites; /* of its change */
    double *factors;
    bool *members; /* the ranks that it names */
};

enum status changes_no_memory(void)
{
    return log_fail(STATUS_NO_MEMORY, "changes of the run");
}

/* ---- names and lines of call paths ---- */

typedef bool frame_test(const struct source_location *frame, void *context);

/* Also of the functions that are inlined there. */
static bool frame_fits(const struct definitions *table, uint32_t path,
                       frame_test *test, void *context)
{
    struct source_location frame;

    source_location_leaf(table, path, &frame);
    if (test(&frame, context))
        return true;
    for (int i = 1; source_location_symbol(table, path, i, &frame); i++)
        if (test(&frame, context))
            return true;
    return false;
}

/* By PATH: whether one of its frames fits; NULL without memory. */
static bool *paths_that_fit(const struct definitions *table, frame_test *test,
                            void *context)
{
    uint32_t count = definitions_count(table, DEFINITION_PATH);
    bool *fits = calloc(count + 1u, sizeof(*fits));

    for (uint32_t i = 1; fits != NULL && i < count; i++) {
        uint32_t caller = definitions_get(table, DEFINITION_PATH, i).refs[0];

        fits[i] = fits[caller] || frame_fits(table, i, test, context);
    }
    return fits;
}

static bool is_function(const struct source_location *frame, void *name)
{
    return frame->function != NULL && strcmp(frame->function, name) == 0;
}

static bool is_line(const struct source_location *frame, void *line)
{
    return line != NULL && frame->location[0] != '\0' &&
           strcmp(frame->location, line) == 0;
}

/* ---- regions ---- */

static bool is_region(const struct definitions *table, uint32_t node,
                      const char *name)
{
    uint32_t region =
        definitions_get(table, DEFINITION_REGION_NODE, node).refs[1];
    struct strbuf path = { 0 };
    bool same;

    if (strcmp(definitions_region_name(table, region), name) == 0)
        return true;
    definitions_region_path(table, node, &path);
    same = strcmp(strbuf_text(&path), name) == 0;
    strbuf_clear(&path);
    return same;
}

/* By REGION_NODE: whether it is that region, or inside it. */
static bool *nodes_that_fit(const struct definitions *table, const char *name)
{
    uint32_t count = definitions_count(table, DEFINITION_REGION_NODE);
    bool *fits = calloc(count + 1u, sizeof(*fits));

    for (uint32_t i = 1; fits != NULL && i < count; i++) {
        uint32_t outer =
            definitions_get(table, DEFINITION_REGION_NODE, i).refs[0];

        fits[i] = fits[outer] || is_region(table, i, name);
    }
    return fits;
}

/* ---- what is unknown ---- */

struct offers {
    struct fuzzy_match match;
    struct strbuf kept; /* match.name, which is not there any more */
};

static void offer_name(struct offers *offers, const char *name)
{
    int before =
        offers->match.name == NULL ? WORDS_FAR + 1 : offers->match.distance;

    if (name == NULL || name[0] == '\0')
        return;
    fuzzy_match_offer(&offers->match, name, name);
    if (offers->match.name == NULL || offers->match.distance >= before)
        return;
    strbuf_truncate(&offers->kept, 0);
    strbuf_puts(&offers->kept, name);
}

static bool offer_function(const struct source_location *frame, void *offers)
{
    offer_name(offers, frame->function);
    return false;
}

static bool offer_line(const struct source_location *frame, void *offers)
{
    offer_name(offers, frame->location);
    return false;
}

static void offer_paths(const struct definitions *table, frame_test *test,
                        struct offers *offers)
{
    for (uint32_t i = 1; i < definitions_count(table, DEFINITION_PATH); i++)
        frame_fits(table, i, test, offers);
}

static enum status refuse_unknown(const struct reading *reading,
                                  struct offers *offers, const char *what,
                                  const char *name, const char *tables)
{
    if (offers->kept.length > 0)
        log_warn("%s: %s %s; did you mean %s?", reading->word, what, name,
                 strbuf_text(&offers->kept));
    else
        log_warn("%s: %s %s; see --table %s of the report", reading->word,
                 what, name, tables);
    strbuf_clear(&offers->kept);
    return STATUS_BAD_VALUE;
}

/* Something is to be changed that has no name. */
static enum status refuse_empty(const struct reading *reading,
                                const char *what)
{
    log_warn("'%s': %s is missing", reading->word, what);
    return STATUS_BAD_VALUE;
}

static enum status refuse_name(const struct reading *reading, const char *name)
{
    const struct definitions *table = reading->profile->definitions;
    struct offers offers = { .match.typed = name };

    for (uint32_t i = 1; i < definitions_count(table, DEFINITION_REGION); i++)
        offer_name(&offers, definitions_region_name(table, i));
    offer_paths(table, offer_function, &offers);
    return refuse_unknown(
        reading, &offers,
        "there is no region, and no function or line that calls MPI, named",
        name, "regions and call_sites");
}

static enum status refuse_line(const struct reading *reading, const char *line)
{
    struct offers offers = { .match.typed = line };

    offer_paths(reading->profile->definitions, offer_line, &offers);
    return refuse_unknown(reading, &offers, "there is no such MPI call at",
                          line, "call_sites");
}

static enum status refuse_procedure(const struct reading *reading,
                                    const char *name)
{
    struct offers offers = { .match.typed = name };

    for (uint32_t i = 0; i < reading->log->site_count; i++)
        offer_name(&offers,
                   reading->profile->calls[reading->log->sites[i].call].name);
    return refuse_unknown(reading, &offers, "the run does not call", name,
                          "procedures");
}

/* ---- sites ---- */

static bool any_site(const struct reading *reading)
{
    for (uint32_t i = 0; i < reading->log->site_count; i++)
        if (reading->sites[i])
            return true;
    return false;
}

static enum status choose_work(struct reading *reading, char *name)
{
    const struct definitions *table = reading->profile->definitions;
    bool *nodes = nodes_that_fit(table, name);
    bool *paths = paths_that_fit(
        table, strchr(name, ':') == NULL ? is_function : is_line, name);
    bool known = nodes != NULL && paths != NULL;

    for (uint32_t i = 0; known && i < reading->log->site_count; i++) {
        const struct replay_site *site = &reading->log->sites[i];

        reading->sites[i] = nodes[site->region] || paths[site->path];
    }
    FREE_ALL(nodes, paths);
    if (!known)
        return changes_no_memory();
    return any_site(reading) ? STATUS_OK : refuse_name(reading, name);
}

/* line: NULL: any. */
static enum status choose_calls(struct reading *reading, const char *procedure,
                                char *line)
{
    const struct replay_log *log = reading->log;
    bool *paths = paths_that_fit(reading->profile->definitions, is_line, line);
    bool called = procedure == NULL;

    if (line != NULL && line[0] == '\0') {
        free(paths);
        return refuse_empty(reading, "FILE:LINE");
    }
    if (paths == NULL)
        return changes_no_memory();
    for (uint32_t i = 0; i < log->site_count; i++) {
        const char *name = reading->profile->calls[log->sites[i].call].name;
        bool same = procedure == NULL || strcmp(name, procedure) == 0;

        called = called || same;
        reading->sites[i] =
            same && (line == NULL || paths[log->sites[i].path]);
    }
    free(paths);
    if (any_site(reading))
        return STATUS_OK;
    return called ? refuse_line(reading, line)
                  : refuse_procedure(reading, procedure);
}

/* ---- words ---- */

/* Ends the text at the last such letter, and returns what is behind it. */
static char *split_at_last(char *text, char letter)
{
    char *at = strrchr(text, letter);

    if (at == NULL)
        return NULL;
    *at = '\0';
    return at + 1;
}

static enum status read_factor(const struct reading *reading, const char *text,
                               double *factor)
{
    char *end;

    *factor = strtod(text, &end);
    if (end != text && *end == '\0' && *factor > 0 && *factor <= FACTOR_MOST)
        return STATUS_OK;
    log_warn("%s: give a factor above 0 and at most %d, such as 0.5",
             reading->word, FACTOR_MOST);
    return STATUS_BAD_VALUE;
}

/* ranks: NULL: all. */
static enum status set_factors(struct reading *reading, const char *ranks,
                               double factor)
{
    uint32_t count = reading->profile->rank_count;
    struct ranklist list = { 0 };
    struct strbuf prefix = { 0 };
    enum status status;

    strbuf_printf(&prefix, "%s: ", reading->word);
    log_set_prefix(strbuf_text(&prefix));
    status = ranklist_parse(ranks, (int)count, &list);
    log_set_prefix(NULL);
    strbuf_clear(&prefix);
    for (uint32_t i = 0; i < count; i++)
        reading->factors[i] = 1;
    for (size_t i = 0; i < list.count; i++) {
        reading->factors[list.members[i]] = factor;
        reading->members[list.members[i]] = true;
    }
    ranklist_clear(&list);
    return status;
}

static enum status read_work(struct reading *reading, char *text,
                             double factor)
{
    const char *ranks = split_at_last(text, '@');
    enum status status;

    if (text[0] == '\0')
        return refuse_empty(reading, "the name of a region or function");
    status = set_factors(reading, ranks, factor);
    return status == STATUS_OK ? choose_work(reading, text) : status;
}

/* Work is shared by two ranks at least. */
static enum status read_shared(struct reading *reading, char *text)
{
    enum status status = read_work(reading, text, 1);
    uint32_t members = 0;

    for (uint32_t i = 0; i < reading->profile->rank_count; i++)
        members += reading->members[i];
    if (status != STATUS_OK || members > 1)
        return status;
    log_warn("%s: a single rank cannot share its work; name several, or "
             "none for all",
             reading->word);
    return STATUS_BAD_VALUE;
}

static enum status read_scaled(struct reading *reading, char *text)
{
    double factor;
    enum status status =
        read_factor(reading, split_at_last(text, '*'), &factor);

    return status == STATUS_OK ? read_work(reading, text, factor) : status;
}

#define OVERLAP "overlap:"
#define NETWORK "network="

static enum status refuse_word(const struct reading *reading)
{
    if (reading->word[0] == '\0')
        return refuse_empty(reading, "what to change");
    log_warn(
        "%s: write NAME*FACTOR, NAME@RANKS*FACTOR, NAME=even, "
        "NAME@RANKS=even, NAME=even-total, PROCEDURE=off, PROCEDURE@FILE:LINE=off, "
        "overlap:FILE:LINE, network=ideal, network=latency*FACTOR or "
        "network=bandwidth*FACTOR",
        reading->word);
    return STATUS_BAD_VALUE;
}

/* All calls, as far as latency and bandwidth are known. */
static enum status read_network(struct reading *reading, char *text,
                                struct change *change)
{
    const char *factor = split_at_last(text, '*');
    bool latency = strcmp(text, "latency") == 0;

    if (factor == NULL || (!latency && strcmp(text, "bandwidth") != 0)) {
        log_warn("%s: write network=ideal, network=latency*FACTOR or "
                 "network=bandwidth*FACTOR",
                 reading->word);
        return STATUS_BAD_VALUE;
    }
    change->kind = CHANGE_NETWORK;
    change->latency = change->bandwidth = 1;
    for (uint32_t i = 0; i < reading->log->site_count; i++)
        reading->sites[i] = true;
    return read_factor(reading, factor,
                       latency ? &change->latency : &change->bandwidth);
}

static enum status read_change(struct reading *reading, char *text,
                               struct change *change, bool *even, bool *total)
{
    if (starts_with(text, NETWORK))
        return read_network(reading, text + strlen(NETWORK), change);
    if (starts_with(text, OVERLAP)) {
        change->kind = CHANGE_OVERLAP;
        return choose_calls(reading, NULL, text + strlen(OVERLAP));
    }
    if (cut_end(text, "=off")) {
        char *line = split_at_last(text, '@');

        change->kind = CHANGE_OFF;
        return choose_calls(reading, text, line);
    }
    *total = cut_end(text, "=even-total");
    *even = *total || cut_end(text, "=even");
    if (*even)
        return read_shared(reading, text);
    return strchr(text, '*') != NULL ? read_scaled(reading, text)
                                     : refuse_word(reading);
}

static enum status add_change(struct reading *reading, struct changes *changes,
                              struct scenario *alone)
{
    struct change *change = &changes->items[changes->count];
    char *text = strdup(reading->word);
    bool even = false, total = false;
    enum status status;

    reading->sites =
        calloc(reading->log->site_count + 1u, sizeof(*reading->sites));
    reading->factors =
        calloc(reading->profile->rank_count + 1u, sizeof(*reading->factors));
    reading->members =
        calloc(reading->profile->rank_count + 1u, sizeof(*reading->members));
    *change = (struct change){ .kind = CHANGE_WORK,
                               .sites = reading->sites,
                               .factors = reading->factors };
    if (text == NULL || change->sites == NULL || change->factors == NULL ||
        reading->members == NULL)
        status = changes_no_memory();
    else
        status = read_change(reading, text, change, &even, &total);
    if (even)
        changes->shared[changes->count] =
            (struct shared){ reading->members, total };
    else
        free(reading->members);
    changes->count++;
    changes->fitted = changes->fitted || change->kind == CHANGE_NETWORK;
    free(text);
    *alone = (struct scenario){ .changes = change, .count = 1 };
    return status;
}

enum status changes_read(const struct profile *profile,
                         const struct replay_log *log,
                         const char *const *words, size_t count,
                         struct changes *out)
{
    struct reading reading = { .profile = profile, .log = log };
    enum status status = STATUS_OK;

    *out = (struct changes){ .words = words,
                             .word_count = count,
                             .items = calloc(count + 1, sizeof(*out->items)),
                             .shared = calloc(count + 1, sizeof(*out->shared)),
                             .of_words =
                                 calloc(count + 1, sizeof(*out->of_words)) };
    if (out->items == NULL || out->shared == NULL || out->of_words == NULL)
        status = changes_no_memory();
    for (size_t i = 0; i < count && status == STATUS_OK; i++) {
        reading.word = words[i];
        if (strcmp(words[i], NETWORK "ideal") == 0)
            out->ideal = out->of_words[i].ideal = true;
        else
            status = add_change(&reading, out, &out->of_words[i]);
    }
    return status;
}

/* ---- latency and bandwidth ---- */

static enum status put_costs(struct changes *changes,
                             const struct profile *profile,
                             const struct network *network)
{
    changes->known = network_known(network);
    if (changes->known == 0) {
        log_warn("latency and bandwidth of this run are unknown: a fit needs "
                 "at least 10 calls of one procedure, with messages of "
                 "several sizes or of 256 bytes at most");
        return STATUS_BAD_VALUE;
    }
    changes->costs =
        calloc(2 * profile->call_count + 1, sizeof(*changes->costs));
    if (changes->costs == NULL)
        return changes_no_memory();
    for (uint32_t i = 0; i < 2 * profile->call_count; i++)
        changes->costs[i] = network_cost_of(network, i / 2, i % 2);
    for (size_t i = 0; i < changes->count; i++)
        changes->items[i].costs = changes->costs;
    return STATUS_OK;
}

enum status changes_fit(struct changes *changes, const struct profile *profile,
                        const struct replay_log *log,
                        const struct progress *progress)
{
    struct replay_result *replay = NULL;
    struct network network = { .count = 0 };
    enum status status = replay_run(log, profile, progress, &replay);

    if (status == STATUS_OK)
        status = network_init(&network, NULL, replay);
    if (status == STATUS_OK)
        status = put_costs(changes, profile, &network);
    network_clear(&network);
    replay_result_destroy(replay);
    return status;
}

void changes_clear(struct changes *changes)
{
    for (size_t i = 0; i < changes->count; i++) {
        free((void *)changes->items[i].sites);
        free((void *)changes->items[i].factors);
        free((void *)changes->items[i].step_factors);
        free(changes->shared[i].members);
    }
    FREE_ALL(changes->items, changes->shared);
    run_steps_clear(&changes->steps);
    FREE_ALL(changes->of_words, changes->costs);
    *changes = (struct changes){ .count = 0 };
}
