/* SPDX-License-Identifier: BSD-3-Clause */
#include "pyprof/view.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/order.h"
#include "pyprof/files/label.h"

#define KEYS_MOST 16

/* clang-format off */
enum field { CALLS, CUMULATIVE, FILE_NAME, LINE, NAME, PRIMITIVE, STANDARD,
             OWN, NAME_FILE_LINE };
/* clang-format on */

/* The keys of pstats. */
static const struct sort_key {
    const char *name;
    enum field field;
} sort_keys[] = {
    { "calls", CALLS },        { "ncalls", CALLS },
    { "cumtime", CUMULATIVE }, { "cumulative", CUMULATIVE },
    { "file", FILE_NAME },     { "filename", FILE_NAME },
    { "line", LINE },          { "module", FILE_NAME },
    { "name", NAME },          { "nfl", NAME_FILE_LINE },
    { "pcalls", PRIMITIVE },   { "stdname", STANDARD },
    { "time", OWN },           { "tottime", OWN },
};

#define SORT_KEYS (sizeof(sort_keys) / sizeof(sort_keys[0]))

/* ---- keys ---- */

/* The key that is called so, or begins so and no other one does that means
 * another thing. */
static bool find_key(const char *word, size_t length, enum field *field)
{
    bool found = false;

    for (size_t i = 0; i < SORT_KEYS; i++) {
        if (length == 0 || strncmp(sort_keys[i].name, word, length) != 0)
            continue;
        if (sort_keys[i].name[length] == '\0') {
            *field = sort_keys[i].field;
            return true;
        }
        if (found && *field != sort_keys[i].field)
            return false;
        *field = sort_keys[i].field;
        found = true;
    }
    return found;
}

/* How many there are in the list; 0: it is no such list. */
static size_t parse_keys(const char *keys, enum field fields[KEYS_MOST])
{
    size_t count = 0;

    for (;;) {
        size_t length = strcspn(keys, ",");

        if (count == KEYS_MOST || !find_key(keys, length, &fields[count]))
            return 0;
        count++;
        keys += length;
        if (*keys == '\0')
            return count;
        keys++;
    }
}

bool pyprof_is_sort(const char *keys)
{
    enum field fields[KEYS_MOST];

    return parse_keys(keys, fields) > 0;
}

/* ---- order ---- */

struct ordering {
    const struct pyprof *merged;
    enum field fields[KEYS_MOST];
    size_t field_count;
};

struct ordered {
    const struct ordering *ordering;
    uint32_t function;
    char *standard; /* or NULL */
};

static int compare_descending(double a, double b)
{
    return (a < b) - (a > b);
}

static int by_text(const struct pyprof *merged, uint32_t a, uint32_t b)
{
    return strcmp(py_names_text(&merged->names, a),
                  py_names_text(&merged->names, b));
}

static int by_name_file_line(const struct pyprof *merged,
                             const struct function_key *a,
                             const struct function_key *b)
{
    int order = by_text(merged, a->name, b->name);

    if (order == 0)
        order = by_text(merged, a->file, b->file);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

static int compare_field(const struct ordered *left,
                         const struct ordered *right, enum field field)
{
    const struct pyprof *merged = left->ordering->merged;
    const struct py_function *a = &merged->functions[left->function];
    const struct py_function *b = &merged->functions[right->function];

    switch (field) {
    case CALLS: return order_uint64(&b->total.calls, &a->total.calls);
    case PRIMITIVE:
        return order_uint64(&b->total.primitive, &a->total.primitive);
    case OWN: return compare_descending(a->total.own, b->total.own);
    case CUMULATIVE:
        return compare_descending(a->total.cumulative, b->total.cumulative);
    case FILE_NAME: return by_text(merged, a->key.file, b->key.file);
    case NAME: return by_text(merged, a->key.name, b->key.name);
    case LINE:
        return (a->key.line > b->key.line) - (a->key.line < b->key.line);
    case STANDARD: return strcmp(left->standard, right->standard);
    default: return by_name_file_line(merged, &a->key, &b->key);
    }
}

static int compare_ordered(const void *a, const void *b)
{
    const struct ordered *left = a, *right = b;
    const struct ordering *ordering = left->ordering;
    int order = 0;

    for (size_t i = 0; order == 0 && i < ordering->field_count; i++)
        order = compare_field(left, right, ordering->fields[i]);
    return order != 0 ? order
                      : (left->function > right->function) -
                            (left->function < right->function);
}

static bool needs_standard(const struct ordering *ordering)
{
    for (size_t i = 0; i < ordering->field_count; i++)
        if (ordering->fields[i] == STANDARD)
            return true;
    return false;
}

static bool set_standard(struct ordered *items, size_t count,
                         const struct pyprof *merged)
{
    for (size_t i = 0; i < count; i++) {
        struct strbuf text = { 0 };

        label_standard(&text, merged, items[i].function);
        items[i].standard = text.text;
        if (text.failed || text.text == NULL)
            return false;
    }
    return true;
}

static bool order_all(const struct ordering *ordering,
                      struct py_selection *out)
{
    struct ordered *items = calloc(out->count + 1, sizeof(*items));
    bool sound = items != NULL;

    for (size_t i = 0; sound && i < out->count; i++)
        items[i] = (struct ordered){ ordering, out->functions[i], NULL };
    if (sound && needs_standard(ordering))
        sound = set_standard(items, out->count, ordering->merged);
    if (sound)
        qsort(items, out->count, sizeof(*items), compare_ordered);
    for (size_t i = 0; items != NULL && i < out->count; i++) {
        if (sound)
            out->functions[i] = items[i].function;
        free(items[i].standard);
    }
    free(items);
    return sound;
}

static enum status take_all(const struct pyprof *merged,
                            const struct pyprof_view *view,
                            struct py_selection *out)
{
    struct ordering ordering = { .merged = merged };

    ordering.field_count =
        parse_keys(view->sort == NULL ? "time" : view->sort, ordering.fields);
    out->functions =
        malloc((merged->function_count + 1) * sizeof(*out->functions));
    out->count = 0;
    if (out->functions == NULL)
        return log_fail(STATUS_NO_MEMORY, "order of functions");
    for (uint32_t i = 0; i < merged->function_count; i++)
        out->functions[out->count++] = i;
    if (!order_all(&ordering, out))
        return log_fail(STATUS_NO_MEMORY, "order of functions");
    return STATUS_OK;
}

void selection_clear(struct py_selection *selection)
{
    free(selection->functions);
    *selection = (struct py_selection){ 0 };
}

/* ---- restrictions ---- */

static bool is_number(const char *text)
{
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

static bool is_fraction(const char *text, double *share)
{
    char *end;

    if (text[strspn(text, "0123456789.")] != '\0' || strchr(text, '.') == NULL)
        return false;
    *share = strtod(text, &end);
    return end != text && *end == '\0' && *share <= 1;
}

static bool compile_pattern(const char *pattern, regex_t *regex,
                            struct strbuf *problem)
{
    int error = regcomp(regex, pattern, REG_EXTENDED | REG_NOSUB);
    char text[128];

    if (error == 0)
        return true;
    regerror(error, regex, text, sizeof(text));
    strbuf_printf(problem, "'%s' is not a regular expression: %s", pattern,
                  text);
    return false;
}

static bool check_pattern(const char *pattern, struct strbuf *problem)
{
    regex_t regex;

    if (pattern == NULL)
        return true;
    if (!compile_pattern(pattern, &regex, problem))
        return false;
    regfree(&regex);
    return true;
}

bool pyprof_view_check(const struct pyprof_view *view, struct strbuf *problem)
{
    double share;

    if (view->sort != NULL && !pyprof_is_sort(view->sort)) {
        strbuf_printf(problem, "'%s' is not a key of pstats", view->sort);
        return false;
    }
    for (size_t i = 0; i < view->restriction_count; i++)
        if (!is_number(view->restrictions[i]) &&
            !is_fraction(view->restrictions[i], &share) &&
            !check_pattern(view->restrictions[i], problem))
            return false;
    return check_pattern(view->callers, problem) &&
           check_pattern(view->callees, problem);
}

static enum status keep_matching(const struct pyprof *merged,
                                 const char *pattern,
                                 struct py_selection *selection)
{
    struct strbuf text = { 0 };
    regex_t regex;
    size_t kept = 0;

    if (!compile_pattern(pattern, &regex, &text)) {
        enum status status =
            log_fail(STATUS_BAD_VALUE, "%s", strbuf_text(&text));

        strbuf_clear(&text);
        return status;
    }
    for (size_t i = 0; i < selection->count; i++) {
        strbuf_truncate(&text, 0);
        label_standard(&text, merged, selection->functions[i]);
        if (regexec(&regex, strbuf_text(&text), 0, NULL, 0) == 0)
            selection->functions[kept++] = selection->functions[i];
    }
    selection->count = kept;
    regfree(&regex);
    strbuf_clear(&text);
    return STATUS_OK;
}

static enum status restrict_to(const struct pyprof *merged, const char *text,
                               struct py_selection *selection)
{
    double share;
    size_t most;

    if (!is_number(text) && !is_fraction(text, &share))
        return keep_matching(merged, text, selection);
    most = is_number(text) ? strtoul(text, NULL, 10)
                           : (size_t)((double)selection->count * share + 0.5);
    if (most < selection->count)
        selection->count = most;
    return STATUS_OK;
}

enum status selection_make(const struct pyprof *merged,
                           const struct pyprof_view *view,
                           struct py_selection *out)
{
    enum status status = take_all(merged, view, out);

    for (size_t i = 0; status == STATUS_OK && i < view->restriction_count; i++)
        status = restrict_to(merged, view->restrictions[i], out);
    if (status != STATUS_OK)
        selection_clear(out);
    return status;
}

enum status selection_match(const struct pyprof *merged,
                            const struct pyprof_view *view,
                            const char *pattern, struct py_selection *out)
{
    enum status status = take_all(merged, view, out);

    if (status == STATUS_OK && pattern != NULL)
        status = keep_matching(merged, pattern, out);
    if (status != STATUS_OK)
        selection_clear(out);
    return status;
}
