/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * trace_rules.c - reads the rules, and turns them into a verdict per call.
 */
#define _GNU_SOURCE /* FNM_CASEFOLD */
#include "settings/trace_rules.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text/affix.h"
#include "base/log.h"
#include "base/text/fuzzy_match.h"
#include "model/call.h"
#include "settings/settings.h"

static const char *const settings[] = { "MPIPROF_TRACE_SKIP",
                                        "MPIPROF_TRACE_ONLY" };

/* ---- what a rule says ---- */

static bool starts_in_any_case(const char *text, const char *with)
{
    return strncasecmp(text, with, strlen(with)) == 0;
}

/* A pattern stands for the procedure with MPI_Count as well. */
static bool name_matches(const char *pattern, const char *name)
{
    char plain[64];

    if (fnmatch(pattern, name, FNM_CASEFOLD) == 0)
        return true;
    if (strlen(name) >= sizeof(plain))
        return false;
    strcpy(plain, name);
    return cut_end(plain, "_c") && fnmatch(pattern, plain, FNM_CASEFOLD) == 0;
}

static bool matches_any_call(const char *pattern, bool untimed)
{
    for (uint32_t i = 0; i < call_count; i++)
        if (call_table[i].untimed == untimed &&
            name_matches(pattern, call_table[i].name))
            return true;
    return false;
}

static int class_named(const char *text)
{
    for (int i = 0; i < CALL_CLASS_COUNT; i++)
        if (fuzzy_match_same(text, call_class_name((enum call_class)i)) ||
            fuzzy_match_same(text, call_class_title((enum call_class)i)))
            return i;
    return -1;
}

#define LARGEST (UINT64_C(1) << 62)

/* "1K" -> 1024; false: no number of bytes. */
static bool parse_bytes(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMG";
    uint64_t value = 0;
    const char *unit;
    int shift = 0;

    if (!isdigit((unsigned char)*text))
        return false;
    for (; isdigit((unsigned char)*text); text++) {
        if (value > LARGEST / 10 - 1)
            return false;
        value = value * 10 + (uint64_t)(*text - '0');
    }
    unit = *text == '\0' ? NULL : strchr(units, toupper((unsigned char)*text));
    if (unit != NULL) {
        shift = 10 * (int)(unit - units + 1);
        text++;
    }
    *bytes = value << shift;
    return *text == '\0' && value <= LARGEST >> shift;
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* text: what follows "size". */
static bool parse_size(const char *text, struct trace_rule *rule)
{
    char sign = *(text = skip_blanks(text));
    bool equal;
    uint64_t bytes;

    if (sign != '<' && sign != '>' && sign != '=')
        return false;
    equal = sign == '=' || text[1] == '=';
    if (!parse_bytes(skip_blanks(text + 1 + (equal && sign != '=')), &bytes) ||
        (sign == '<' && !equal && bytes == 0))
        return false;
    rule->kind = TRACE_RULE_SIZE;
    rule->low = sign == '<' ? 0 : sign == '>' && !equal ? bytes + 1 : bytes;
    rule->high = sign == '>'             ? UINT64_MAX
                 : sign == '<' && !equal ? bytes - 1
                                         : bytes;
    return true;
}

#define REGION "region:"
#define OUTSIDE "(outside regions)" /* in reports; no name of a region */

static bool parse_rule(struct trace_rule *rule)
{
    const char *text = rule->text;

    if (starts_in_any_case(text, "size") &&
        strchr("<>=", *skip_blanks(text + 4)) != NULL)
        return parse_size(text + 4, rule);
    rule->kind = TRACE_RULE_REGION;
    rule->pattern = text + strlen(REGION);
    if (starts_in_any_case(text, REGION))
        return *rule->pattern != '\0' && strcmp(rule->pattern, OUTSIDE) != 0;
    rule->class = class_named(text);
    rule->kind = rule->class < 0 ? TRACE_RULE_PROCEDURE : TRACE_RULE_CLASS;
    rule->pattern = text;
    return rule->class >= 0 || matches_any_call(text, false);
}

/* ---- wrong ones ---- */

static const char *closest_word(const char *typed)
{
    struct fuzzy_match match = { .typed = typed };

    for (int i = 0; i < CALL_CLASS_COUNT; i++)
        fuzzy_match_offer(&match, call_class_name((enum call_class)i),
                          call_class_name((enum call_class)i));
    for (uint32_t i = 0; i < call_count; i++)
        if (!call_table[i].untimed)
            fuzzy_match_offer(&match, call_table[i].name, call_table[i].name);
    return match.name;
}

static void report_problem(const struct trace_rule *rule,
                           struct strbuf *problems)
{
    const char *text = rule->text, *near = closest_word(text);

    strbuf_printf(problems, "%s: %.80s ", settings[rule->only], text);
    if (starts_in_any_case(text, "size"))
        strbuf_puts(problems, "is not a size; write size<1K or size>=2M, for "
                              "example (bytes, with K, M or G).");
    else if (starts_in_any_case(text, REGION OUTSIDE))
        strbuf_puts(problems, "is not a region; MPIPROF_TRACE_ONLY=region:* "
                              "leaves out everything outside regions.");
    else if (starts_in_any_case(text, "region"))
        strbuf_puts(problems, "is not a region; write region:PATTERN.");
    else if (matches_any_call(text, true))
        strbuf_puts(problems, "is not measured, so the trace never has it.");
    else if (strpbrk(text, "*?[") != NULL)
        strbuf_puts(problems, "matches no MPI procedure.");
    else if (near != NULL)
        strbuf_printf(problems,
                      "is neither a procedure nor a class; did you mean %s?",
                      near);
    else
        strbuf_puts(problems,
                    "is neither a procedure nor a class: p2p, collective, "
                    "wait, onesided, io, setup, tool, other.");
    strbuf_puts(problems, SETTINGS_RULE_IGNORED "\n");
}

/* ---- the lists ---- */

static enum status add_rule(struct trace_rules *rules, const char *text,
                            size_t length, bool only, struct strbuf *problems)
{
    struct trace_rule rule = { .only = only, .text = strndup(text, length) };

    if (rule.text == NULL)
        return STATUS_NO_MEMORY;
    for (char *at = rule.text; *at != '\0'; at++)
        if (iscntrl((unsigned char)*at))
            *at = '?'; /* lines of ours stay lines */
    if (!parse_rule(&rule)) {
        report_problem(&rule, problems);
        free(rule.text);
        return STATUS_OK;
    }
    if (rules->count == TRACE_RULES_MOST) {
        strbuf_printf(problems,
                      "%s: %.80s is one rule too many: there may be "
                      "%d." SETTINGS_RULE_IGNORED "\n",
                      settings[only], rule.text, TRACE_RULES_MOST);
        free(rule.text);
        return STATUS_OK;
    }
    if (rule.kind == TRACE_RULE_SIZE && rules->why_by_size != TRACE_SKIPPED)
        rules->why_by_size = only ? TRACE_NOT_ONLY : TRACE_SKIPPED;
    rules->sizes |= rule.kind == TRACE_RULE_SIZE;
    rules->only_regions |= only && rule.kind == TRACE_RULE_REGION;
    rules->list[rules->count++] = rule;
    return STATUS_OK;
}

/* The parts of a list, without blanks around them. */
static enum status read_list(struct trace_rules *rules, const char *list,
                             bool only, struct strbuf *problems)
{
    enum status status = STATUS_OK;

    while (*list != '\0' && status == STATUS_OK) {
        size_t length = strcspn(list, ",");
        const char *from = skip_blanks(list), *to = list + length;

        while (to > from && isspace((unsigned char)to[-1]))
            to--;
        if (to > from)
            status =
                add_rule(rules, from, (size_t)(to - from), only, problems);
        list += length + (list[length] == ',');
    }
    return status;
}

/* ---- verdicts ---- */

static bool rule_has_call(const struct trace_rule *rule, uint32_t call)
{
    if (rule->kind == TRACE_RULE_CLASS)
        return call_table[call].class == rule->class;
    return rule->kind == TRACE_RULE_PROCEDURE &&
           name_matches(rule->pattern, call_table[call].name);
}

uint64_t trace_rules_call(const struct trace_rules *rules, uint32_t call)
{
    uint64_t met = 0;

    for (int i = 0; i < rules->count; i++)
        met |= (uint64_t)rule_has_call(&rules->list[i], call) << i;
    return met;
}

static bool rule_decides(const struct trace_rule *rule, bool only,
                         bool by_size)
{
    return rule->only == only && rule->kind != TRACE_RULE_REGION &&
           (rule->kind == TRACE_RULE_SIZE) == by_size;
}

/* The verdict of the rules of a kind, of which `met' match. */
static enum trace_verdict verdict_of(const struct trace_rules *rules,
                                     uint64_t met, bool by_size)
{
    bool asked = false, named = false;

    for (int i = 0; i < rules->count; i++) {
        bool matches = met >> i & 1;

        if (matches && rule_decides(&rules->list[i], false, by_size))
            return TRACE_SKIPPED;
        if (rule_decides(&rules->list[i], true, by_size)) {
            asked = true;
            named |= matches;
        }
    }
    return asked && !named ? TRACE_NOT_ONLY : TRACE_IN;
}

enum trace_verdict trace_rules_size(const struct trace_rules *rules,
                                    uint64_t bytes, uint64_t *met)
{
    uint64_t here = 0;

    if (!rules->sizes)
        return TRACE_IN;
    for (int i = 0; i < rules->count; i++)
        if (rules->list[i].kind == TRACE_RULE_SIZE)
            here |= (uint64_t)(bytes >= rules->list[i].low &&
                               bytes <= rules->list[i].high)
                    << i;
    if (met != NULL)
        *met |= here;
    return verdict_of(rules, here, true);
}

bool trace_rules_take(const struct trace_rules *rules, uint64_t bytes,
                      bool receives, uint64_t *met)
{
    if (receives && bytes >= rules->least)
        return rules->messages;
    return trace_rules_size(rules, bytes, met) == TRACE_IN &&
           rules->messages && !receives;
}

unsigned trace_rules_region(const struct trace_rules *rules, const char *path,
                            const char *name, uint64_t *met)
{
    unsigned how = 0;

    for (int i = 0; i < rules->count; i++) {
        const struct trace_rule *rule = &rules->list[i];

        if (rule->kind != TRACE_RULE_REGION ||
            (fnmatch(rule->pattern, path, 0) != 0 &&
             fnmatch(rule->pattern, name, 0) != 0))
            continue;
        how |= rule->only ? TRACE_REGION_ONLY : TRACE_REGION_SKIPPED;
        *met |= UINT64_C(1) << i;
    }
    return how;
}

/* Sends or receives a message itself: not probes, MPI_Start, ..._init. */
static bool moves_message(const struct call_info *call)
{
    return call->class == CALL_CLASS_P2P && call->role == CALL_ROLE_P2P &&
           !call_makes_persistent(call->name) &&
           (strcasestr(call->name, "send") != NULL ||
            strcasestr(call->name, "recv") != NULL);
}

static bool is_of_window(const struct call_info *call)
{
    return starts_in_any_case(call->name, "MPI_Win_");
}

static bool is_transfer(const struct call_info *call)
{
    return call->class == CALL_CLASS_ONE_SIDED && !is_of_window(call) &&
           (call->role == CALL_ROLE_RMA || call->role == CALL_ROLE_ATOMIC);
}

/* Begins or ends the time in which transfers are made. */
static bool is_sync(const struct call_info *call)
{
    return is_of_window(call) && call->role == CALL_ROLE_RMA &&
           strcmp(call->name, "MPI_Win_test") != 0 &&
           strcmp(call->name, "MPI_Win_sync") != 0;
}

static bool has_size(const struct call_info *call)
{
    if (call->role == CALL_ROLE_FILE_IO)
        return strstr(call->name, "_all") == NULL &&
               strstr(call->name, "_ordered") == NULL;
    return moves_message(call) || is_transfer(call) ||
           call->class == CALL_CLASS_WAIT ||
           starts_in_any_case(call->name, "MPI_Start");
}

/* One window's calls belong together, on all ranks: none of those that
 * complete a transfer is left out while there are transfers. */
static void keep_syncs(struct trace_rules *rules)
{
    for (uint32_t i = 0; i < call_count; i++)
        rules->transfers |=
            is_transfer(&call_table[i]) &&
            (rules->calls[i] == TRACE_IN || rules->calls[i] == TRACE_BY_SIZE);
    for (uint32_t i = 0; i < call_count && rules->transfers; i++)
        if (is_sync(&call_table[i]))
            rules->calls[i] = TRACE_IN;
}

static void decide_calls(struct trace_rules *rules)
{
    for (uint32_t i = 0; i < call_count; i++) {
        enum trace_verdict verdict =
            verdict_of(rules, trace_rules_call(rules, i), false);

        if (verdict == TRACE_IN && rules->sizes && has_size(&call_table[i]))
            verdict = TRACE_BY_SIZE;
        rules->calls[i] = (uint8_t)verdict;
    }
    keep_syncs(rules);
}

static bool is_out(const struct trace_rules *rules, uint32_t call)
{
    return rules->calls[call] == TRACE_SKIPPED ||
           rules->calls[call] == TRACE_NOT_ONLY;
}

/* The other end of a message may be any of them. */
static void keep_messages(struct trace_rules *rules)
{
    for (uint32_t i = 0; i < call_count; i++) {
        if (!moves_message(&call_table[i]) || !is_out(rules, i))
            continue;
        rules->calls[i] = rules->sizes ? TRACE_BY_SIZE : TRACE_IN;
        if (rules->kept_count < TRACE_RULES_MOST)
            rules->kept[rules->kept_count++] = i;
    }
}

static void decide_messages(struct trace_rules *rules)
{
    for (uint32_t i = 0; i < call_count; i++)
        rules->messages |= moves_message(&call_table[i]) && !is_out(rules, i);
    if (rules->messages)
        keep_messages(rules);
}

/* Sizes from the start of one rule's to the next's are all alike. */
static void find_least(struct trace_rules *rules)
{
    uint64_t least = UINT64_MAX;

    if (trace_rules_size(rules, 0, NULL) == TRACE_IN)
        least = 0;
    for (int i = 0; i < rules->count; i++) {
        const struct trace_rule *rule = &rules->list[i];
        uint64_t after = rule->high == UINT64_MAX ? 0 : rule->high + 1;

        if (rule->kind != TRACE_RULE_SIZE)
            continue;
        if (rule->low < least &&
            trace_rules_size(rules, rule->low, NULL) == TRACE_IN)
            least = rule->low;
        if (after != 0 && after < least &&
            trace_rules_size(rules, after, NULL) == TRACE_IN)
            least = after;
    }
    rules->least = least;
}

enum status trace_rules_read(const char *skip, const char *only,
                             struct trace_rules **out, struct strbuf *problems)
{
    struct trace_rules *rules = calloc(1, sizeof(*rules));
    enum status status = STATUS_NO_MEMORY;

    *out = NULL;
    if (rules != NULL)
        status = read_list(rules, skip, false, problems);
    if (status == STATUS_OK)
        status = read_list(rules, only, true, problems);
    if (status == STATUS_OK && rules->count > 0) {
        rules->calls = calloc(call_count, sizeof(*rules->calls));
        status = rules->calls == NULL ? STATUS_NO_MEMORY : STATUS_OK;
    }
    if (status != STATUS_OK || rules->count == 0) {
        trace_rules_destroy(rules);
        return status == STATUS_OK ? status
                                   : log_fail(status, "rules of the trace");
    }
    decide_calls(rules);
    decide_messages(rules);
    find_least(rules);
    *out = rules;
    return STATUS_OK;
}

void trace_rules_destroy(struct trace_rules *rules)
{
    if (rules == NULL)
        return;
    for (int i = 0; i < rules->count; i++)
        free(rules->list[i].text);
    free(rules->calls);
    free(rules);
}

uint64_t trace_rules_kept(const struct trace_rules *rules, uint32_t call)
{
    for (int i = 0; i < rules->kept_count; i++)
        if (rules->kept[i] == call)
            return UINT64_C(1) << i;
    return 0;
}

bool trace_rules_any(const struct trace_rules *rules, bool only, uint64_t met)
{
    for (int i = 0; i < rules->count; i++)
        if (rules->list[i].only == only && met >> i & 1)
            return true;
    return false;
}

void trace_rules_print(const struct trace_rules *rules, bool only,
                       struct strbuf *out)
{
    for (int i = 0; i < rules->count; i++)
        if (rules->list[i].only == only)
            strbuf_printf(out, "%s%s", out->length > 0 ? "," : "",
                          rules->list[i].text);
}

/* Rules of one setting. */
static void add_unmet(const struct trace_rules *rules, uint64_t met, bool only,
                      struct remarks *remarks)
{
    struct strbuf unmet = { 0 };

    for (int i = 0; i < rules->count; i++)
        if (rules->list[i].only == only && !(met >> i & 1))
            strbuf_printf(&unmet, "%s%s", unmet.length > 0 ? ", " : "",
                          rules->list[i].text);
    if (unmet.length > 0)
        REMARK(remarks, REMARK_RULES_UNMET,
               .texts = { settings[only], strbuf_text(&unmet) });
    strbuf_clear(&unmet);
}

void trace_rules_unmet(const struct trace_rules *rules, uint64_t met,
                       struct remarks *remarks)
{
    add_unmet(rules, met, false, remarks);
    add_unmet(rules, met, true, remarks);
}

/* Whose setting that is. */
static bool is_kept_of_only(const struct trace_rules *rules, uint32_t call)
{
    return verdict_of(rules, trace_rules_call(rules, call), false) ==
           TRACE_NOT_ONLY;
}

static void tell_kept(const struct trace_rules *rules, uint64_t kept,
                      bool only, struct remarks *remarks)
{
    struct strbuf names = { 0 };

    for (int i = 0; i < rules->kept_count; i++)
        if (kept >> i & 1 && is_kept_of_only(rules, rules->kept[i]) == only)
            strbuf_printf(&names, "%s%s", names.length > 0 ? ", " : "",
                          call_table[rules->kept[i]].name);
    if (names.length > 0)
        REMARK(remarks, only ? REMARK_RULES_KEPT_ONLY : REMARK_RULES_KEPT_SKIP,
               .texts = { strbuf_text(&names) });
    strbuf_clear(&names);
}

void trace_rules_tell_kept(const struct trace_rules *rules, uint64_t kept,
                           struct remarks *remarks)
{
    tell_kept(rules, kept, false, remarks);
    tell_kept(rules, kept, true, remarks);
}
